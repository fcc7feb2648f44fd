-- The answers to requests that were sent with an Idempotency-Key, written in the transaction of what they did.
CREATE TABLE answers (
    account_id UUID NOT NULL REFERENCES accounts (id),
    key TEXT NOT NULL,
    -- SHA-256 of method, path and body.
    fingerprint TEXT NOT NULL,
    -- The answer as JSON: status, headers and body.
    answer TEXT NOT NULL,
    answered_at TIMESTAMPTZ NOT NULL,
    CONSTRAINT answers_pkey PRIMARY KEY (account_id, key)
);
CREATE INDEX answers_answered_at_idx ON answers (answered_at);

-- Things that were created under an id of the caller's, and a digest of what they were created from.
CREATE TABLE creations (
    id UUID NOT NULL CONSTRAINT creations_pkey PRIMARY KEY,
    -- SHA-256 of the content.
    fingerprint TEXT NOT NULL
);
