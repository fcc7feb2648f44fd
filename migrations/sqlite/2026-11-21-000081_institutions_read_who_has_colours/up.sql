-- An institution, as a bursary office or a university, is granted to read who has colours, of those who have consented.
CREATE TABLE grants_anew (
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
    CONSTRAINT grants_role_check CHECK (role IN ('administrator', 'coordinator', 'umpire', 'club_secretary', 'institution')),
    CONSTRAINT grants_scope_check CHECK (
        (role = 'coordinator') = (province_code IS NOT NULL) AND (role = 'club_secretary') = (club_id IS NOT NULL)
    ),
    CONSTRAINT grants_term_check CHECK (valid_until IS NULL OR valid_until >= valid_from)
) STRICT;
INSERT INTO grants_anew (id, account_id, role, province_code, club_id, valid_from, valid_until, granted_at, revoked_at)
    SELECT id, account_id, role, province_code, club_id, valid_from, valid_until, granted_at, revoked_at FROM grants;
DROP TABLE grants;
ALTER TABLE grants_anew RENAME TO grants;
CREATE INDEX grants_account_id_idx ON grants (account_id);
-- What a guardian has allowed for a player under 18, or a player of age themselves, who have no guardian. Nothing is removed: a
-- withdrawn consent says when.
CREATE TABLE consents_anew (
    id TEXT PRIMARY KEY,
    player_id TEXT NOT NULL REFERENCES players (id),
    guardian TEXT,
    relation TEXT NOT NULL,
    purpose TEXT NOT NULL,
    -- Which version of the federation's wording was signed.
    wording TEXT NOT NULL,
    given_on TEXT NOT NULL,
    recorded_at TEXT NOT NULL,
    withdrawn_at TEXT,
    CONSTRAINT consents_relation_check CHECK (relation IN ('parent', 'guardian', 'self')),
    CONSTRAINT consents_guardian_check CHECK ((relation = 'self') = (guardian IS NULL)),
    CONSTRAINT consents_purpose_check CHECK (purpose IN ('publish_name', 'share_colours')),
    -- The name of a player of age is public without a consent.
    CONSTRAINT consents_self_check CHECK (relation <> 'self' OR purpose <> 'publish_name')
) STRICT;
INSERT INTO consents_anew (id, player_id, guardian, relation, purpose, wording, given_on, recorded_at, withdrawn_at)
    SELECT id, player_id, guardian, relation, purpose, wording, given_on, recorded_at, withdrawn_at FROM consents;
DROP TABLE consents;
ALTER TABLE consents_anew RENAME TO consents;
CREATE INDEX consents_player_id_idx ON consents (player_id);
