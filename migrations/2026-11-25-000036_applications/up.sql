-- Programs that sign in as themselves. An account answers for each, and one of its grants bounds it.
CREATE TABLE applications (
    id {id} PRIMARY KEY,
    account_id {id} NOT NULL REFERENCES accounts (id),
    grant_id {id} NOT NULL REFERENCES grants (id),
    name TEXT NOT NULL,
    -- Words with a blank between, as OAuth writes them.
    scopes TEXT NOT NULL,
    created_at {instant} NOT NULL,
    revoked_at {instant}
) {strict};
CREATE INDEX applications_account_id_idx ON applications (account_id);

-- Secrets by which an application signs in: two at a time, so that one can take the place of the other.
CREATE TABLE application_secrets (
    id {id} PRIMARY KEY,
    application_id {id} NOT NULL REFERENCES applications (id),
    -- SHA-256 of the secret in hexadecimal; the secret itself is never stored.
    hash TEXT NOT NULL,
    created_at {instant} NOT NULL,
    -- To the hour.
    last_used_at {instant},
    revoked_at {instant},
    CONSTRAINT application_secrets_hash_key UNIQUE (hash)
) {strict};
CREATE INDEX application_secrets_application_id_idx ON application_secrets (application_id);

-- Tokens by which a person's own scripts call, as that person and within their scopes.
CREATE TABLE personal_tokens (
    id {id} PRIMARY KEY,
    account_id {id} NOT NULL REFERENCES accounts (id),
    name TEXT NOT NULL,
    scopes TEXT NOT NULL,
    -- SHA-256 of the token in hexadecimal; the token itself is never stored.
    hash TEXT NOT NULL,
    created_at {instant} NOT NULL,
    -- The last day on which it is good, in South Africa.
    expires_on {date} NOT NULL,
    -- To the hour.
    last_used_at {instant},
    revoked_at {instant},
    CONSTRAINT personal_tokens_hash_key UNIQUE (hash)
) {strict};
CREATE INDEX personal_tokens_account_id_idx ON personal_tokens (account_id);
