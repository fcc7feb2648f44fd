CREATE TABLE accounts (
    id TEXT PRIMARY KEY,
    email TEXT NOT NULL,
    -- The address folded to lower case: two accounts never differ by case alone.
    email_key TEXT NOT NULL,
    name TEXT NOT NULL,
    password_hash TEXT NOT NULL,
    created_at TEXT NOT NULL,
    CONSTRAINT accounts_email_key_key UNIQUE (email_key)
) STRICT;

-- A session begins with a sign-in and ends with a sign-out, or when a spent refresh token is shown again.
CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    started_at TEXT NOT NULL,
    ended_at TEXT
) STRICT;
CREATE INDEX sessions_account_id_idx ON sessions (account_id);

CREATE TABLE refresh_tokens (
    -- SHA-256 of the token in hexadecimal; the token itself is never stored.
    hash TEXT PRIMARY KEY,
    session_id TEXT NOT NULL REFERENCES sessions (id),
    issued_at TEXT NOT NULL,
    expires_at TEXT NOT NULL,
    used_at TEXT
) STRICT;
CREATE INDEX refresh_tokens_session_id_idx ON refresh_tokens (session_id);

CREATE TABLE signing_keys (
    -- RFC 7638 thumbprint of the public key.
    kid TEXT PRIMARY KEY,
    -- Ed25519 seed, base64url.
    seed TEXT NOT NULL,
    created_at TEXT NOT NULL
) STRICT;
