-- Applications that act for people: where they lead back to, and whether they can keep a secret (RFC 6749, 2.1).
ALTER TABLE applications ADD COLUMN client_type TEXT NOT NULL DEFAULT 'confidential'
    CONSTRAINT applications_client_type_check CHECK (client_type IN ('confidential', 'public'));
-- URIs with a blank between, as they were registered.
ALTER TABLE applications ADD COLUMN redirect_uris TEXT NOT NULL DEFAULT '';

-- The application that acts for the account in a session, within those scopes; none in a person's own.
ALTER TABLE sessions ADD COLUMN application_id {id} REFERENCES applications (id);
ALTER TABLE sessions ADD COLUMN scopes TEXT;
CREATE INDEX sessions_application_id_idx ON sessions (application_id) WHERE application_id IS NOT NULL;

-- Codes for which an application gets a session with somebody who has allowed it, each used once.
CREATE TABLE authorization_codes (
    id {id} PRIMARY KEY,
    -- SHA-256 of the code in hexadecimal; the code itself is never stored.
    hash TEXT NOT NULL,
    application_id {id} NOT NULL REFERENCES applications (id),
    account_id {id} NOT NULL REFERENCES accounts (id),
    scopes TEXT NOT NULL,
    redirect_uri TEXT NOT NULL,
    -- S256 of the verifier (RFC 7636, 4.2).
    challenge TEXT NOT NULL,
    created_at {instant} NOT NULL,
    -- The session that was begun with it. It is kept as long as that, so that a second use of it is known.
    session_id {id} REFERENCES sessions (id),
    CONSTRAINT authorization_codes_hash_key UNIQUE (hash)
) {strict};
CREATE INDEX authorization_codes_account_id_idx ON authorization_codes (account_id);
CREATE INDEX authorization_codes_session_id_idx ON authorization_codes (session_id);
