CREATE TABLE audit (
    -- 1, 2, 3 … without a gap.
    seq INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    -- Who: an account, or nobody where the command line acted.
    account_id TEXT,
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
) STRICT;
CREATE INDEX audit_subject_id_idx ON audit (subject_id);
