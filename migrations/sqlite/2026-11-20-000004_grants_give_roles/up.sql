CREATE TABLE grants (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    role TEXT NOT NULL,
    province_code TEXT REFERENCES provinces (code),
    club_id TEXT REFERENCES clubs (id),
    -- Days, both included.
    valid_from TEXT NOT NULL,
    valid_until TEXT,
    granted_at TEXT NOT NULL,
    revoked_at TEXT,
    CONSTRAINT grants_role_check CHECK (role IN ('administrator', 'coordinator', 'umpire', 'club_secretary')),
    CONSTRAINT grants_scope_check CHECK (
        (role = 'coordinator') = (province_code IS NOT NULL) AND (role = 'club_secretary') = (club_id IS NOT NULL)
    ),
    CONSTRAINT grants_term_check CHECK (valid_until IS NULL OR valid_until >= valid_from)
) STRICT;
CREATE INDEX grants_account_id_idx ON grants (account_id);
