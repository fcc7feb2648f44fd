-- The audit trail: a row for each change, chained by digests.
CREATE TABLE audit (
    -- 1, 2, 3 … without a gap.
    seq {number} PRIMARY KEY,
    at {instant} NOT NULL,
    -- Who: an account, or nobody where the command line acted.
    account_id {id},
    -- From where: the request and its address, or the command line.
    origin TEXT NOT NULL,
    action TEXT NOT NULL,
    subject TEXT NOT NULL,
    subject_id TEXT NOT NULL,
    -- What: {"before", "after", "salt"} as JSON text. An erasure may empty it; the digest stays, and with it the chain.
    changes TEXT,
    changes_digest TEXT NOT NULL,
    -- SHA-256 over the row before's hash and all of this row but the changes themselves.
    hash TEXT NOT NULL
) {strict};
CREATE INDEX audit_subject_id_idx ON audit (subject_id);

-- The answers to requests that were sent with an Idempotency-Key, written in the transaction of what they did.
CREATE TABLE answers (
    account_id {id} NOT NULL REFERENCES accounts (id),
    key TEXT NOT NULL,
    -- SHA-256 of method, path and body.
    fingerprint TEXT NOT NULL,
    -- The answer as JSON: status, headers and body.
    answer TEXT NOT NULL,
    answered_at {instant} NOT NULL,
    CONSTRAINT answers_pkey PRIMARY KEY (account_id, key)
) {strict};
CREATE INDEX answers_answered_at_idx ON answers (answered_at);

-- Things that were created under an id of the caller's, and a digest of what they were created from.
CREATE TABLE creations (
    id {id} NOT NULL,
    -- SHA-256 of the content.
    fingerprint TEXT NOT NULL,
    CONSTRAINT creations_pkey PRIMARY KEY (id, fingerprint)
) {strict};
