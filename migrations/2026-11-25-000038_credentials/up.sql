-- What an account has signed in with is read in pages, by its id.
DROP INDEX sessions_account_id_idx;
CREATE INDEX sessions_account_id_idx ON sessions (account_id, id);
DROP INDEX applications_account_id_idx;
CREATE INDEX applications_account_id_idx ON applications (account_id, id);
DROP INDEX personal_tokens_account_id_idx;
CREATE INDEX personal_tokens_account_id_idx ON personal_tokens (account_id, id);

-- Access tokens of applications that were revoked before their time was over, by their jti.
CREATE TABLE revoked_tokens (
    id {id} PRIMARY KEY,
    expires_at {instant} NOT NULL
) {strict};
CREATE INDEX revoked_tokens_expires_at_idx ON revoked_tokens (expires_at);
