DROP TABLE colours_codes;
DROP TABLE colours;
