DROP TABLE personal_tokens;
DROP TABLE application_secrets;
DROP TABLE applications;
