-- Those who sign in.
CREATE TABLE accounts (
    id {id} PRIMARY KEY,
    email TEXT NOT NULL,
    -- The address folded to lower case: two accounts never differ by case alone.
    email_key TEXT NOT NULL,
    name TEXT NOT NULL,
    password_hash TEXT NOT NULL,
    created_at {instant} NOT NULL,
    CONSTRAINT accounts_email_key_key UNIQUE (email_key)
) {strict};

-- Roles: an administrator's everywhere, a coordinator's in a province, a club secretary's in a club. An institution, such as
-- a bursary office or a university, reads the colours of those who have consented.
CREATE TABLE grants (
    id {id} PRIMARY KEY,
    account_id {id} NOT NULL REFERENCES accounts (id),
    role TEXT NOT NULL,
    province_code TEXT REFERENCES provinces (code),
    club_id {id} REFERENCES clubs (id),
    -- Days, both included.
    valid_from {date} NOT NULL,
    valid_until {date},
    granted_at {instant} NOT NULL,
    revoked_at {instant},
    CONSTRAINT grants_role_check CHECK (role IN ('administrator', 'coordinator', 'umpire', 'club_secretary', 'institution')),
    CONSTRAINT grants_scope_check CHECK (
        (role = 'coordinator') = (province_code IS NOT NULL) AND (role = 'club_secretary') = (club_id IS NOT NULL)
    ),
    CONSTRAINT grants_term_check CHECK (valid_until IS NULL OR valid_until >= valid_from)
) {strict};
CREATE INDEX grants_account_id_idx ON grants (account_id);

-- A session begins with a sign-in and ends with a sign-out, or when a spent refresh token is shown again.
CREATE TABLE sessions (
    id {id} PRIMARY KEY,
    account_id {id} NOT NULL REFERENCES accounts (id),
    started_at {instant} NOT NULL,
    ended_at {instant}
) {strict};
CREATE INDEX sessions_account_id_idx ON sessions (account_id);

-- Tokens by which a session goes on, each used once.
CREATE TABLE refresh_tokens (
    -- SHA-256 of the token in hexadecimal; the token itself is never stored.
    hash TEXT PRIMARY KEY,
    session_id {id} NOT NULL REFERENCES sessions (id),
    issued_at {instant} NOT NULL,
    expires_at {instant} NOT NULL,
    used_at {instant}
) {strict};
CREATE INDEX refresh_tokens_session_id_idx ON refresh_tokens (session_id);

-- Keys by which tokens and certificates are signed.
CREATE TABLE signing_keys (
    -- RFC 7638 thumbprint of the public key.
    kid TEXT PRIMARY KEY,
    -- Ed25519 seed, base64url.
    seed TEXT NOT NULL,
    created_at {instant} NOT NULL
) {strict};
