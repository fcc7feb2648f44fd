-- Passwords stand apart from the accounts: whoever was invited has none yet.
CREATE TABLE passwords (
    account_id {id} PRIMARY KEY REFERENCES accounts (id),
    -- In the PHC string format.
    hash TEXT NOT NULL,
    set_at {instant} NOT NULL
) {strict};
INSERT INTO passwords (account_id, hash, set_at) SELECT id, password_hash, created_at FROM accounts;
ALTER TABLE accounts DROP COLUMN password_hash;

-- An account that was deactivated does not sign in; its grants are worth nothing in the meantime.
ALTER TABLE accounts ADD COLUMN deactivated_at {instant};

-- Codes by which somebody sets a password without the old one, each used once; an account has one at a time.
CREATE TABLE password_codes (
    account_id {id} PRIMARY KEY REFERENCES accounts (id),
    -- SHA-256 of the code in hexadecimal; the code itself is never stored.
    hash TEXT NOT NULL,
    expires_at {instant} NOT NULL,
    CONSTRAINT password_codes_hash_key UNIQUE (hash)
) {strict};

-- Second factors: a secret that the account's authenticator shares, from which it counts codes (RFC 6238).
CREATE TABLE second_factors (
    account_id {id} PRIMARY KEY REFERENCES accounts (id),
    -- Base32.
    secret TEXT NOT NULL,
    created_at {instant} NOT NULL,
    -- Asked for at the sign-in from then on.
    confirmed_at {instant},
    -- The time step of the last code that was used: none is used twice.
    last_step {number} NOT NULL
) {strict};

-- Codes for whoever has lost the authenticator, each used once.
CREATE TABLE recovery_codes (
    -- SHA-256 of the code in hexadecimal.
    hash TEXT PRIMARY KEY,
    account_id {id} NOT NULL REFERENCES accounts (id),
    used_at {instant}
) {strict};
CREATE INDEX recovery_codes_account_id_idx ON recovery_codes (account_id);

-- The network that signed in, by which people tell their sessions apart.
ALTER TABLE sessions ADD COLUMN network TEXT;
CREATE INDEX sessions_started_at_idx ON sessions (started_at);
