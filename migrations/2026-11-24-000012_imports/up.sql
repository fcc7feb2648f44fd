-- Work that takes longer than a request.
CREATE TABLE jobs (
    id {id} PRIMARY KEY,
    account_id {id} NOT NULL REFERENCES accounts (id),
    -- What was sent, as JSON, until the work is done.
    input TEXT,
    state TEXT NOT NULL,
    -- What came of it, as JSON.
    report TEXT,
    created_at {instant} NOT NULL,
    finished_at {instant},
    CONSTRAINT jobs_state_check CHECK (state IN ('waiting', 'done', 'refused')),
    CONSTRAINT jobs_finished_check CHECK ((state = 'waiting') = (finished_at IS NULL) AND (state = 'waiting') = (report IS NULL))
) {strict};
CREATE INDEX jobs_account_id_idx ON jobs (account_id, created_at);
