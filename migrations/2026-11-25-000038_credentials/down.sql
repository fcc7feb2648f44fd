DROP TABLE revoked_tokens;
DROP INDEX sessions_account_id_idx;
CREATE INDEX sessions_account_id_idx ON sessions (account_id);
DROP INDEX applications_account_id_idx;
CREATE INDEX applications_account_id_idx ON applications (account_id);
DROP INDEX personal_tokens_account_id_idx;
CREATE INDEX personal_tokens_account_id_idx ON personal_tokens (account_id);
