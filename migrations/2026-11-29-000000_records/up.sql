---- Provinces ----

-- Provinces and their codes by ISO 3166-2:ZA.
CREATE TABLE provinces (
    code TEXT PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
) {strict};

INSERT INTO provinces (code, name) VALUES
    ('ZA-EC', 'Eastern Cape'),
    ('ZA-FS', 'Free State'),
    ('ZA-GP', 'Gauteng'),
    ('ZA-KZN', 'KwaZulu-Natal'),
    ('ZA-LP', 'Limpopo'),
    ('ZA-MP', 'Mpumalanga'),
    ('ZA-NC', 'Northern Cape'),
    ('ZA-NW', 'North West'),
    ('ZA-WC', 'Western Cape');

-- The metropolitan and district municipalities, by the codes of the Municipal Demarcation Board.
CREATE TABLE regions (
    code TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    province_code TEXT NOT NULL REFERENCES provinces (code)
) {strict};
CREATE INDEX regions_province_code_idx ON regions (province_code);

INSERT INTO regions (code, name, province_code) VALUES
    ('BUF', 'Buffalo City', 'ZA-EC'),
    ('NMA', 'Nelson Mandela Bay', 'ZA-EC'),
    ('DC10', 'Sarah Baartman', 'ZA-EC'),
    ('DC12', 'Amathole', 'ZA-EC'),
    ('DC13', 'Chris Hani', 'ZA-EC'),
    ('DC14', 'Joe Gqabi', 'ZA-EC'),
    ('DC15', 'OR Tambo', 'ZA-EC'),
    ('DC44', 'Alfred Nzo', 'ZA-EC'),
    ('MAN', 'Mangaung', 'ZA-FS'),
    ('DC16', 'Xhariep', 'ZA-FS'),
    ('DC18', 'Lejweleputswa', 'ZA-FS'),
    ('DC19', 'Thabo Mofutsanyana', 'ZA-FS'),
    ('DC20', 'Fezile Dabi', 'ZA-FS'),
    ('EKU', 'Ekurhuleni', 'ZA-GP'),
    ('JHB', 'Johannesburg', 'ZA-GP'),
    ('TSH', 'Tshwane', 'ZA-GP'),
    ('DC42', 'Sedibeng', 'ZA-GP'),
    ('DC48', 'West Rand', 'ZA-GP'),
    ('ETH', 'eThekwini', 'ZA-KZN'),
    ('DC21', 'Ugu', 'ZA-KZN'),
    ('DC22', 'uMgungundlovu', 'ZA-KZN'),
    ('DC23', 'uThukela', 'ZA-KZN'),
    ('DC24', 'uMzinyathi', 'ZA-KZN'),
    ('DC25', 'Amajuba', 'ZA-KZN'),
    ('DC26', 'Zululand', 'ZA-KZN'),
    ('DC27', 'uMkhanyakude', 'ZA-KZN'),
    ('DC28', 'King Cetshwayo', 'ZA-KZN'),
    ('DC29', 'iLembe', 'ZA-KZN'),
    ('DC43', 'Harry Gwala', 'ZA-KZN'),
    ('DC33', 'Mopani', 'ZA-LP'),
    ('DC34', 'Vhembe', 'ZA-LP'),
    ('DC35', 'Capricorn', 'ZA-LP'),
    ('DC36', 'Waterberg', 'ZA-LP'),
    ('DC47', 'Sekhukhune', 'ZA-LP'),
    ('DC30', 'Gert Sibande', 'ZA-MP'),
    ('DC31', 'Nkangala', 'ZA-MP'),
    ('DC32', 'Ehlanzeni', 'ZA-MP'),
    ('DC6', 'Namakwa', 'ZA-NC'),
    ('DC7', 'Pixley ka Seme', 'ZA-NC'),
    ('DC8', 'ZF Mgcawu', 'ZA-NC'),
    ('DC9', 'Frances Baard', 'ZA-NC'),
    ('DC45', 'John Taolo Gaetsewe', 'ZA-NC'),
    ('DC37', 'Bojanala Platinum', 'ZA-NW'),
    ('DC38', 'Ngaka Modiri Molema', 'ZA-NW'),
    ('DC39', 'Dr Ruth Segomotsi Mompati', 'ZA-NW'),
    ('DC40', 'Dr Kenneth Kaunda', 'ZA-NW'),
    ('CPT', 'Cape Town', 'ZA-WC'),
    ('DC1', 'West Coast', 'ZA-WC'),
    ('DC2', 'Cape Winelands', 'ZA-WC'),
    ('DC3', 'Overberg', 'ZA-WC'),
    ('DC4', 'Garden Route', 'ZA-WC'),
    ('DC5', 'Central Karoo', 'ZA-WC');

---- Clubs ----

CREATE TABLE clubs (
    id {id} PRIMARY KEY,
    code TEXT NOT NULL,
    name TEXT NOT NULL,
    -- The name without case and accents: lists are sorted by it and searched in it.
    name_key TEXT {bytes} NOT NULL,
    kind TEXT NOT NULL,
    province_code TEXT NOT NULL REFERENCES provinces (code),
    created_at {instant} NOT NULL,
    CONSTRAINT clubs_code_key UNIQUE (code),
    CONSTRAINT clubs_kind_check CHECK (kind IN ('community', 'school', 'university'))
) {strict};
CREATE INDEX clubs_name_key_id_idx ON clubs (name_key, id);
CREATE INDEX clubs_province_code_name_key_id_idx ON clubs (province_code, name_key, id);

-- A club's membership of the federation in a gaming year, which is named by its end.
CREATE TABLE affiliations (
    id {id} PRIMARY KEY,
    club_id {id} NOT NULL REFERENCES clubs (id),
    year {number} NOT NULL,
    -- The day on which the fee was paid.
    paid_on {date},
    created_at {instant} NOT NULL,
    -- One that was recorded by mistake is withdrawn: another can be recorded in its place.
    withdrawn_at {instant},
    withdrawn_because TEXT,
    CONSTRAINT affiliations_withdrawn_check CHECK ((withdrawn_at IS NULL) = (withdrawn_because IS NULL))
) {strict};
CREATE UNIQUE INDEX affiliations_club_id_year_key ON affiliations (club_id, year) WHERE withdrawn_at IS NULL;
CREATE INDEX affiliations_year_idx ON affiliations (year);

-- The officials of a club and how to reach them. Private.
CREATE TABLE contacts (
    club_id {id} NOT NULL REFERENCES clubs (id),
    role TEXT NOT NULL,
    name TEXT NOT NULL,
    email TEXT,
    phone TEXT,
    CONSTRAINT contacts_pkey PRIMARY KEY (club_id, role),
    CONSTRAINT contacts_role_check CHECK (role IN ('chairperson', 'secretary', 'educator_in_charge'))
) {strict};

---- Accounts ----

CREATE TABLE accounts (
    id {id} PRIMARY KEY,
    email TEXT NOT NULL,
    -- The address folded to lower case: two accounts never differ by case alone.
    email_key TEXT NOT NULL,
    name TEXT NOT NULL,
    created_at {instant} NOT NULL,
    -- A deactivated account does not sign in; its grants are worth nothing in the meantime.
    deactivated_at {instant},
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

-- An account that was invited has no password yet.
CREATE TABLE passwords (
    account_id {id} PRIMARY KEY REFERENCES accounts (id),
    -- In the PHC string format.
    hash TEXT NOT NULL,
    set_at {instant} NOT NULL
) {strict};

-- Codes that set a password without the old one, each used once; an account has one at a time.
CREATE TABLE password_codes (
    account_id {id} PRIMARY KEY REFERENCES accounts (id),
    -- SHA-256 of the code in hexadecimal; the code itself is never stored.
    hash TEXT NOT NULL,
    expires_at {instant} NOT NULL,
    CONSTRAINT password_codes_hash_key UNIQUE (hash)
) {strict};

-- A secret that the account's authenticator shares, from which it counts codes (RFC 6238).
CREATE TABLE second_factors (
    account_id {id} PRIMARY KEY REFERENCES accounts (id),
    -- Base32.
    secret TEXT NOT NULL,
    created_at {instant} NOT NULL,
    -- A sign-in needs it from then on.
    confirmed_at {instant},
    -- The time step of the last code that was used: none is used twice.
    last_step {number} NOT NULL
) {strict};

-- Codes for people who have lost their authenticator, each used once.
CREATE TABLE recovery_codes (
    -- SHA-256 of the code in hexadecimal.
    hash TEXT PRIMARY KEY,
    account_id {id} NOT NULL REFERENCES accounts (id),
    used_at {instant}
) {strict};
CREATE INDEX recovery_codes_account_id_idx ON recovery_codes (account_id);

-- Programs that sign in as themselves. An account answers for each, and one of its grants bounds it.
CREATE TABLE applications (
    id {id} PRIMARY KEY,
    account_id {id} NOT NULL REFERENCES accounts (id),
    grant_id {id} NOT NULL REFERENCES grants (id),
    name TEXT NOT NULL,
    -- Words with a blank between, as OAuth writes them.
    scopes TEXT NOT NULL,
    created_at {instant} NOT NULL,
    revoked_at {instant},
    -- Whether it can keep a secret (RFC 6749, 2.1).
    client_type TEXT NOT NULL,
    -- URIs with a blank between, as they were registered.
    redirect_uris TEXT NOT NULL,
    CONSTRAINT applications_client_type_check CHECK (client_type IN ('confidential', 'public'))
) {strict};
CREATE INDEX applications_account_id_idx ON applications (account_id, id);

-- Secrets with which an application signs in: two at a time, so that one can take the place of the other.
CREATE TABLE application_secrets (
    id {id} PRIMARY KEY,
    application_id {id} NOT NULL REFERENCES applications (id),
    -- SHA-256 of the secret in hexadecimal; the secret itself is never stored.
    hash TEXT NOT NULL,
    created_at {instant} NOT NULL,
    -- To the hour.
    last_used_at {instant},
    revoked_at {instant},
    CONSTRAINT application_secrets_hash_key UNIQUE (hash)
) {strict};
CREATE INDEX application_secrets_application_id_idx ON application_secrets (application_id);

-- A session begins with a sign-in and ends with a sign-out, or when a spent refresh token is shown again.
CREATE TABLE sessions (
    id {id} PRIMARY KEY,
    account_id {id} NOT NULL REFERENCES accounts (id),
    started_at {instant} NOT NULL,
    ended_at {instant},
    -- The network that signed in: people know their sessions apart by it.
    network TEXT,
    -- A digest of the cookie of a session in a browser, which opens the pages, and nothing of the API.
    cookie_hash TEXT,
    -- The application that acts for the account, within those scopes; none in a person's own session.
    application_id {id} REFERENCES applications (id),
    scopes TEXT
) {strict};
CREATE UNIQUE INDEX sessions_cookie_hash_key ON sessions (cookie_hash);
CREATE INDEX sessions_account_id_idx ON sessions (account_id, id);
CREATE INDEX sessions_application_id_idx ON sessions (application_id) WHERE application_id IS NOT NULL;
CREATE INDEX sessions_started_at_idx ON sessions (started_at);

-- Tokens with which a session goes on, each used once.
CREATE TABLE refresh_tokens (
    -- SHA-256 of the token in hexadecimal; the token itself is never stored.
    hash TEXT PRIMARY KEY,
    session_id {id} NOT NULL REFERENCES sessions (id),
    issued_at {instant} NOT NULL,
    expires_at {instant} NOT NULL,
    used_at {instant}
) {strict};
CREATE INDEX refresh_tokens_session_id_idx ON refresh_tokens (session_id);

-- Codes for which an application gets a session of an account that has allowed it, each used once.
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
    -- The session that was begun with it. The code is kept as long as that, so that a second use is noticed.
    session_id {id} REFERENCES sessions (id),
    CONSTRAINT authorization_codes_hash_key UNIQUE (hash)
) {strict};
CREATE INDEX authorization_codes_account_id_idx ON authorization_codes (account_id);
CREATE INDEX authorization_codes_session_id_idx ON authorization_codes (session_id);

-- Tokens with which a person's own scripts call, as that person and within their scopes.
CREATE TABLE personal_tokens (
    id {id} PRIMARY KEY,
    account_id {id} NOT NULL REFERENCES accounts (id),
    name TEXT NOT NULL,
    scopes TEXT NOT NULL,
    -- SHA-256 of the token in hexadecimal; the token itself is never stored.
    hash TEXT NOT NULL,
    created_at {instant} NOT NULL,
    -- The last day on which it is good, in South Africa.
    expires_on {date} NOT NULL,
    -- To the hour.
    last_used_at {instant},
    revoked_at {instant},
    CONSTRAINT personal_tokens_hash_key UNIQUE (hash)
) {strict};
CREATE INDEX personal_tokens_account_id_idx ON personal_tokens (account_id, id);

-- Access tokens of applications that were revoked before their time was over, by their jti.
CREATE TABLE revoked_tokens (
    id {id} PRIMARY KEY,
    expires_at {instant} NOT NULL
) {strict};
CREATE INDEX revoked_tokens_expires_at_idx ON revoked_tokens (expires_at);

-- Keys that sign tokens and certificates.
CREATE TABLE signing_keys (
    -- RFC 7638 thumbprint of the public key.
    kid TEXT PRIMARY KEY,
    -- Ed25519 seed, base64url.
    seed TEXT NOT NULL,
    created_at {instant} NOT NULL
) {strict};

-- Recent tries of passwords, codes and certificates, which are limited. Counted here, all instances count together.
CREATE TABLE tries (
    -- The thing that is tried, and for whom: SHA-256 in hexadecimal.
    key TEXT PRIMARY KEY,
    tally {number} NOT NULL,
    -- In seconds since 1970: since when they are counted, or when the last of them was.
    at {number} NOT NULL
) {strict};
CREATE INDEX tries_at_idx ON tries (at);

---- Writes ----

-- The audit trail: a row for each change.
CREATE TABLE audit (
    -- A place in a row. PostgreSQL leaves gaps where a transaction was not kept, so that no writer waits for another.
    {sqlite} seq {number} PRIMARY KEY,
    {postgres} seq {number} GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    at {instant} NOT NULL,
    -- Who: an account, or nobody where the command line acted.
    account_id {id},
    -- From where: the request and its address, or the command line.
    origin TEXT NOT NULL,
    action TEXT NOT NULL,
    subject TEXT NOT NULL,
    subject_id TEXT NOT NULL,
    -- What: {"before", "after", "salt"} as JSON text. An erasure may empty it; the digest stays.
    changes TEXT,
    changes_digest TEXT NOT NULL,
    -- SHA-256 over all of this row but the changes themselves.
    hash TEXT NOT NULL,
    -- The number in the log, from 1, given after the commit: in one order, without a gap.
    leaf {number},
    -- What the entry has left in the tables on which rights rest: by table and key the salted digest of the rows there, or null
    -- where there are none. The digest of the entry is over it too, and it is never emptied.
    seals TEXT
) {strict};
CREATE UNIQUE INDEX audit_leaf_key ON audit (leaf);
CREATE INDEX audit_unnumbered_idx ON audit (seq) WHERE leaf IS NULL;
CREATE INDEX audit_account_id_seq_idx ON audit (account_id, seq);
CREATE INDEX audit_at_idx ON audit (at);
CREATE INDEX audit_subject_id_idx ON audit (subject_id);

-- The head of the log over the trail, which proves that nothing of it was changed: one row.
CREATE TABLE log_head (
    id {number} PRIMARY KEY,
    -- The last row that is chained by digests, and the digest that is leaf 0 for the chain.
    chained {number} NOT NULL,
    anchor TEXT NOT NULL,
    -- The key that signs checkpoints, and the one that verifies them, as C2SP's signed notes write them.
    secret TEXT NOT NULL,
    verifier TEXT NOT NULL,
    -- The number of leaves, and the hashes of the complete trees that make them up.
    size {number} NOT NULL,
    edge {binary} NOT NULL,
    -- The signed note that says so.
    checkpoint TEXT NOT NULL,
    -- The instance that gives the numbers, and until when others leave it to that one.
    holder {id},
    held_until {instant},
    CONSTRAINT log_head_check CHECK (id = 1)
) {strict};

-- The hashes of complete trees of 256 leaves, of 65,536 and so on: with the leaves, they make all tiles.
CREATE TABLE log_tiles (
    -- The height of the tree: 8, 16, …
    height {number} NOT NULL,
    -- Its place among those of its height, from 0.
    place {number} NOT NULL,
    hash {binary} NOT NULL,
    CONSTRAINT log_tiles_pkey PRIMARY KEY (height, place)
) {strict};

-- The number of writes that have hidden something. A replica is read from while it has as many.
CREATE TABLE concealments (
    id {number} NOT NULL,
    writes {number} NOT NULL,
    CONSTRAINT concealments_pkey PRIMARY KEY (id),
    CONSTRAINT concealments_id_check CHECK (id = 1)
) {strict};

INSERT INTO concealments (id, writes) VALUES (1, 0);

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

-- Ids and codes that a job in several transactions has for itself until it is done.
CREATE TABLE holds (
    name TEXT {bytes} NOT NULL,
    holder_id {id} NOT NULL,
    CONSTRAINT holds_pkey PRIMARY KEY (name)
) {strict};
CREATE INDEX holds_holder_id_idx ON holds (holder_id);

---- Federation ----

-- The federation's settings from a day on: each row says what it changed. Without a row all is as preset.
CREATE TABLE federation_changes (
    version {number} PRIMARY KEY,
    valid_from {date} NOT NULL,
    -- As a JSON Merge Patch.
    changes TEXT NOT NULL,
    recorded_at {instant} NOT NULL
) {strict};

-- The federation's logo, a PNG: one row at most.
CREATE TABLE federation_logos (
    number {number} PRIMARY KEY,
    png {binary} NOT NULL,
    CONSTRAINT federation_logos_number_check CHECK (number = 1)
) {strict};

---- Players ----

-- Birth date and sex are empty of a person whose data was erased, and of nobody else.
CREATE TABLE players (
    id {id} PRIMARY KEY,
    -- The middle part of the printed number; the check character follows from it.
    number {number} NOT NULL,
    family_name TEXT NOT NULL,
    given_names TEXT NOT NULL,
    -- Both names without case and accents, a blank before each word: a search looks in it.
    name_key TEXT {bytes} NOT NULL,
    -- Family name, then given names, without case and accents: lists are sorted by it.
    sort_key TEXT {bytes} NOT NULL,
    birth_date {date},
    sex TEXT,
    -- Where the player lives today, as the latest residence says.
    province_code TEXT NOT NULL REFERENCES provinces (code),
    region_code TEXT REFERENCES regions (code),
    -- The member club.
    club_id {id} NOT NULL REFERENCES clubs (id),
    created_at {instant} NOT NULL,
    -- The entry that stays, of two that were made for one person.
    merged_into_id {id} REFERENCES players (id),
    erased_at {instant},
    -- A code of ISO 3166-1. Private, and none if it is not on record or once the person's data was erased.
    nationality TEXT,
    CONSTRAINT players_number_key UNIQUE (number),
    CONSTRAINT players_number_check CHECK (number BETWEEN 1 AND 9999999),
    CONSTRAINT players_sex_check CHECK (sex IN ('female', 'male')),
    CONSTRAINT players_erased_check CHECK ((erased_at IS NULL) = (birth_date IS NOT NULL AND sex IS NOT NULL)),
    CONSTRAINT players_merged_check CHECK (merged_into_id <> id)
) {strict};
-- Two entries with one name and one birth date may be one person.
CREATE INDEX players_name_key_birth_date_idx ON players (name_key, birth_date);
CREATE INDEX players_sort_key_number_idx ON players (sort_key, number);
CREATE INDEX players_province_code_number_idx ON players (province_code, number);
CREATE INDEX players_province_code_sort_key_number_idx ON players (province_code, sort_key, number);
CREATE INDEX players_club_id_number_idx ON players (club_id, number);
CREATE INDEX players_club_id_sort_key_number_idx ON players (club_id, sort_key, number);
CREATE INDEX players_merged_into_id_idx ON players (merged_into_id) WHERE merged_into_id IS NOT NULL;
CREATE INDEX players_erased_at_idx ON players (erased_at) WHERE erased_at IS NOT NULL;
-- Numbers that no writer waits for, with gaps where a transaction was not kept.
{postgres} CREATE SEQUENCE players_number_seq OWNED BY players.number;

-- The words of players' names, folded: a search finds players by them.
CREATE TABLE player_words (
    word TEXT {bytes} NOT NULL,
    player_id {id} NOT NULL REFERENCES players (id),
    CONSTRAINT player_words_pkey PRIMARY KEY (word, player_id)
) {strict};
CREATE INDEX player_words_player_id_idx ON player_words (player_id);

-- Where a player has lived, and since when. A mistake is mended by recording the day again.
CREATE TABLE residences (
    player_id {id} NOT NULL REFERENCES players (id),
    since {date} NOT NULL,
    province_code TEXT NOT NULL REFERENCES provinces (code),
    region_code TEXT REFERENCES regions (code),
    recorded_at {instant} NOT NULL,
    CONSTRAINT residences_pkey PRIMARY KEY (player_id, since)
) {strict};

-- A player's registration for a gaming year: one as a member of a club, and one more by a school or university for its
-- own events.
CREATE TABLE registrations (
    id {id} PRIMARY KEY,
    player_id {id} NOT NULL REFERENCES players (id),
    club_id {id} NOT NULL REFERENCES clubs (id),
    year {number} NOT NULL,
    basis TEXT NOT NULL,
    division TEXT NOT NULL,
    -- The day on which the fee was paid.
    paid_on {date},
    created_at {instant} NOT NULL,
    -- One that was recorded by mistake is withdrawn: another can be recorded in its place.
    withdrawn_at {instant},
    -- None once the person's data was erased.
    withdrawn_because TEXT,
    CONSTRAINT registrations_basis_check CHECK (basis IN ('member', 'institution')),
    CONSTRAINT registrations_division_check CHECK (division IN ('senior', 'student', 'high_school', 'primary_school'))
) {strict};
CREATE UNIQUE INDEX registrations_player_id_year_basis_key ON registrations (player_id, year, basis)
    WHERE withdrawn_at IS NULL;
CREATE INDEX registrations_club_id_year_idx ON registrations (club_id, year, id);
CREATE INDEX registrations_year_id_idx ON registrations (year, id) WHERE withdrawn_at IS NULL;
CREATE INDEX registrations_withdrawn_idx ON registrations (id) WHERE withdrawn_at IS NOT NULL;

-- A member's way from one club to another: asked for by the one, released by the other, accepted by the province.
CREATE TABLE transfers (
    id {id} PRIMARY KEY,
    player_id {id} NOT NULL REFERENCES players (id),
    from_club_id {id} NOT NULL REFERENCES clubs (id),
    to_club_id {id} NOT NULL REFERENCES clubs (id),
    asked_at {instant} NOT NULL,
    released_at {instant},
    accepted_at {instant},
    refused_at {instant},
    -- Why it was refused.
    reason TEXT,
    CONSTRAINT transfers_clubs_check CHECK (from_club_id <> to_club_id),
    CONSTRAINT transfers_order_check CHECK (accepted_at IS NULL OR (released_at IS NOT NULL AND refused_at IS NULL))
) {strict};
-- One at a time.
CREATE UNIQUE INDEX transfers_player_id_key ON transfers (player_id) WHERE accepted_at IS NULL AND refused_at IS NULL;
CREATE INDEX transfers_player_id_idx ON transfers (player_id);
CREATE INDEX transfers_from_club_id_idx ON transfers (from_club_id);
CREATE INDEX transfers_to_club_id_idx ON transfers (to_club_id);
-- Those that wait, and those that were refused: few, however many were accepted.
CREATE INDEX transfers_waiting_idx ON transfers (id) WHERE accepted_at IS NULL AND refused_at IS NULL;
CREATE INDEX transfers_refused_idx ON transfers (id) WHERE refused_at IS NOT NULL;

-- Two players who are never drawn against each other. Their relation is private.
CREATE TABLE pairing_bars (
    id {id} PRIMARY KEY,
    -- The smaller id of the two.
    player_id {id} NOT NULL REFERENCES players (id),
    other_player_id {id} NOT NULL REFERENCES players (id),
    relation TEXT NOT NULL,
    created_at {instant} NOT NULL,
    withdrawn_at {instant},
    -- Private.
    withdrawn_because TEXT,
    CONSTRAINT pairing_bars_players_check CHECK (player_id < other_player_id),
    CONSTRAINT pairing_bars_relation_check CHECK (relation IN ('partner', 'parent_and_child', 'siblings', 'declared'))
) {strict};
CREATE UNIQUE INDEX pairing_bars_player_id_other_player_id_key ON pairing_bars (player_id, other_player_id)
    WHERE withdrawn_at IS NULL;
CREATE INDEX pairing_bars_player_id_idx ON pairing_bars (player_id);
CREATE INDEX pairing_bars_other_player_id_idx ON pairing_bars (other_player_id);

-- The disciplinary register: players who are not entered, accredited or awarded colours.
CREATE TABLE suspensions (
    id {id} PRIMARY KEY,
    player_id {id} NOT NULL REFERENCES players (id),
    -- Days, both included; without a last one it is open.
    begins_on {date} NOT NULL,
    ends_on {date},
    -- Private, and none once the person's data was erased.
    reason TEXT,
    recorded_by {id} NOT NULL REFERENCES accounts (id),
    created_at {instant} NOT NULL,
    -- The day from which it no longer holds, and why.
    lifted_on {date},
    lifted_because TEXT,
    CONSTRAINT suspensions_term_check CHECK (ends_on >= begins_on),
    CONSTRAINT suspensions_lifted_check CHECK (lifted_on >= begins_on)
) {strict};
CREATE INDEX suspensions_player_id_idx ON suspensions (player_id);

-- Accounts that hold for a player: the player's own, or that of a parent or guardian of a child.
CREATE TABLE player_accounts (
    id {id} PRIMARY KEY,
    account_id {id} NOT NULL REFERENCES accounts (id),
    player_id {id} NOT NULL REFERENCES players (id),
    relation TEXT NOT NULL,
    -- Whether the account was made for this, or was there before.
    origin TEXT NOT NULL,
    created_at {instant} NOT NULL,
    withdrawn_at {instant},
    CONSTRAINT player_accounts_relation_check CHECK (relation IN ('parent', 'guardian', 'self')),
    CONSTRAINT player_accounts_origin_check CHECK (origin IN ('invited', 'existing'))
) {strict};
CREATE UNIQUE INDEX player_accounts_account_id_player_id_relation_key ON player_accounts (account_id, player_id, relation)
    WHERE withdrawn_at IS NULL;
CREATE INDEX player_accounts_player_id_idx ON player_accounts (player_id);
-- An account is the own one of one person, and a person has one such account.
CREATE UNIQUE INDEX player_accounts_account_id_key ON player_accounts (account_id)
    WHERE relation = 'self' AND withdrawn_at IS NULL;
CREATE UNIQUE INDEX player_accounts_player_id_key ON player_accounts (player_id)
    WHERE relation = 'self' AND withdrawn_at IS NULL;

-- The wording of each consent, by its version; the one of the latest day that has come is in force.
CREATE TABLE consent_wordings (
    purpose TEXT NOT NULL,
    version TEXT NOT NULL,
    text TEXT NOT NULL,
    valid_from {date} NOT NULL,
    recorded_at {instant} NOT NULL,
    CONSTRAINT consent_wordings_purpose_version_key PRIMARY KEY (purpose, version),
    CONSTRAINT consent_wordings_purpose_check CHECK (purpose IN ('publish_name', 'share_colours'))
) {strict};

INSERT INTO consent_wordings (purpose, version, text, valid_from, recorded_at) VALUES
    ('publish_name', '2026-1', 'I am a parent or the guardian of this player, who is under 18. I agree that the federation shows the full name of the player in public: in draws, results, rankings and records of games. Without this the player appears by initials and number. I can withdraw it at any time, and the name is hidden again at once.', '2000-01-01', '2000-01-01T00:00:00.000000Z'),
    ('share_colours', '2026-1', 'I agree that institutions to which the federation has given leave, such as bursary offices and universities, read which colours the player has, and the name of the player. I can withdraw this at any time. What a parent or guardian allows ends on the day on which the player is 18; from then on it takes the consent of the player.', '2000-01-01', '2000-01-01T00:00:00.000000Z');

-- Links with which a parent or guardian without an account answers a request for consent.
CREATE TABLE consent_links (
    id {id} PRIMARY KEY,
    player_id {id} NOT NULL REFERENCES players (id),
    -- SHA-256 of the code, which is shown once.
    hash TEXT NOT NULL,
    created_at {instant} NOT NULL,
    -- From then on it is good for nothing.
    expires_at {instant} NOT NULL,
    answered_at {instant},
    withdrawn_at {instant},
    CONSTRAINT consent_links_answered_check CHECK (answered_at IS NULL OR withdrawn_at IS NULL)
) {strict};
CREATE UNIQUE INDEX consent_links_hash_key ON consent_links (hash);
CREATE INDEX consent_links_player_id_idx ON consent_links (player_id);

-- What a guardian has allowed for a player under 18. Nothing is removed: a withdrawn consent says when.
CREATE TABLE consents (
    id {id} PRIMARY KEY,
    player_id {id} NOT NULL REFERENCES players (id),
    guardian TEXT,
    relation TEXT NOT NULL,
    purpose TEXT NOT NULL,
    -- The version of the federation's wording that was signed.
    wording TEXT NOT NULL,
    given_on {date} NOT NULL,
    recorded_at {instant} NOT NULL,
    withdrawn_at {instant},
    -- The link with which it was given; none where it was recorded off paper, or given with an account.
    link_id {id} REFERENCES consent_links (id),
    CONSTRAINT consents_relation_check CHECK (relation IN ('parent', 'guardian', 'self')),
    CONSTRAINT consents_guardian_check CHECK ((relation = 'self') = (guardian IS NULL)),
    CONSTRAINT consents_purpose_check CHECK (purpose IN ('publish_name', 'share_colours')),
    -- The name of a player of age is public without a consent.
    CONSTRAINT consents_self_check CHECK (relation <> 'self' OR purpose <> 'publish_name')
) {strict};
CREATE INDEX consents_player_id_idx ON consents (player_id);

---- Umpires ----

-- Courses for future umpires. That one was held is public.
CREATE TABLE umpire_courses (
    id {id} PRIMARY KEY,
    held_on {date} NOT NULL,
    venue TEXT NOT NULL,
    province_code TEXT NOT NULL REFERENCES provinces (code),
    -- Who held it, in words.
    held_by TEXT NOT NULL,
    created_at {instant} NOT NULL
) {strict};
CREATE INDEX umpire_courses_held_on_id_idx ON umpire_courses (held_on, id);

-- The results of a course: each candidate's marks out of a hundred for the two things that an umpire must know. Private.
CREATE TABLE umpire_candidates (
    id {id} PRIMARY KEY,
    course_id {id} NOT NULL REFERENCES umpire_courses (id),
    player_id {id} NOT NULL REFERENCES players (id),
    marks_regulations {number} NOT NULL,
    marks_rules {number} NOT NULL,
    -- Judged by the pass marks of the day of the course.
    passed {number} NOT NULL,
    -- Why the marks are not those that were recorded first.
    reason TEXT,
    created_at {instant} NOT NULL,
    CONSTRAINT umpire_candidates_marks_check CHECK (marks_regulations BETWEEN 0 AND 100 AND marks_rules BETWEEN 0 AND 100),
    CONSTRAINT umpire_candidates_passed_check CHECK (passed IN (0, 1))
) {strict};
-- A player has one result in a course.
CREATE UNIQUE INDEX umpire_candidates_course_id_player_id_key ON umpire_candidates (course_id, player_id);
CREATE INDEX umpire_candidates_player_id_idx ON umpire_candidates (player_id);

-- The dated right to umpire.
CREATE TABLE accreditations (
    id {id} PRIMARY KEY,
    player_id {id} NOT NULL REFERENCES players (id),
    -- The account with which the umpire signs in.
    account_id {id} REFERENCES accounts (id),
    level TEXT NOT NULL,
    -- Days, both included.
    valid_from {date} NOT NULL,
    valid_until {date} NOT NULL,
    -- The course that the umpire has passed, or why none is on record; neither once the person's data was erased.
    course_id {id} REFERENCES umpire_courses (id),
    without_course TEXT,
    -- Where the nomination of an international umpire is written; none once the person's data was erased.
    nomination TEXT,
    created_at {instant} NOT NULL,
    CONSTRAINT accreditations_level_check CHECK (level IN ('level_1', 'national', 'international')),
    CONSTRAINT accreditations_term_check CHECK (valid_until >= valid_from),
    CONSTRAINT accreditations_course_check CHECK (course_id IS NULL OR without_course IS NULL),
    CONSTRAINT accreditations_nomination_check CHECK (nomination IS NULL OR level = 'international')
) {strict};
CREATE INDEX accreditations_player_id_idx ON accreditations (player_id);
CREATE INDEX accreditations_account_id_idx ON accreditations (account_id);
CREATE INDEX accreditations_valid_until_idx ON accreditations (valid_until);

-- Suspensions, which end, and revocations, which do not.
CREATE TABLE sanctions (
    id {id} PRIMARY KEY,
    accreditation_id {id} NOT NULL REFERENCES accreditations (id),
    kind TEXT NOT NULL,
    -- Days, both included.
    begins_on {date} NOT NULL,
    ends_on {date},
    -- The day from which a suspension no longer holds, if it was ended early.
    lifted_on {date},
    -- Private; none once the person's data was erased.
    reason TEXT,
    created_at {instant} NOT NULL,
    CONSTRAINT sanctions_kind_check CHECK (kind IN ('suspension', 'revocation')),
    CONSTRAINT sanctions_term_check CHECK (ends_on IS NULL OR (kind = 'suspension' AND ends_on >= begins_on)),
    CONSTRAINT sanctions_lifted_check CHECK (lifted_on IS NULL OR (kind = 'suspension' AND lifted_on >= begins_on))
) {strict};
-- An accreditation is revoked once.
CREATE UNIQUE INDEX sanctions_accreditation_id_key ON sanctions (accreditation_id) WHERE kind = 'revocation';
CREATE INDEX sanctions_accreditation_id_idx ON sanctions (accreditation_id);

---- Tournaments ----

-- The boards on which a tournament of a level may be played, from one day to another. Both are marked with the notation from
-- the top left corner; counters are of PVC or nylon. Measures are in millimetres.
CREATE TABLE equipment_specifications (
    level TEXT NOT NULL,
    -- The side of the board.
    board {number} NOT NULL,
    -- The largest diameter of a junction.
    junction {number} NOT NULL,
    valid_from {date} NOT NULL,
    valid_until {date},
    -- The largest size of a counter.
    counter_size {number} NOT NULL,
    CONSTRAINT equipment_specifications_pkey PRIMARY KEY (level, board, valid_from),
    CONSTRAINT equipment_specifications_term_check CHECK (valid_until >= valid_from)
) {strict};

-- The federation's texts give a counter for the large board; that of the small one is in the same proportion to the board, to
-- the next millimetre.
INSERT INTO equipment_specifications (level, board, junction, counter_size, valid_from) VALUES
    ('friendly', 490, 25, 25, '2000-01-01'), ('friendly', 305, 9, 16, '2000-01-01'),
    ('club', 490, 25, 25, '2000-01-01'), ('club', 305, 9, 16, '2000-01-01'),
    ('school', 490, 25, 25, '2000-01-01'), ('school', 305, 9, 16, '2000-01-01'),
    ('student', 490, 25, 25, '2000-01-01'), ('regional', 490, 25, 25, '2000-01-01'),
    ('provincial', 490, 25, 25, '2000-01-01'), ('national', 490, 25, 25, '2000-01-01'),
    ('continental', 490, 25, 25, '2000-01-01'), ('world', 490, 25, 25, '2000-01-01');

-- Championships and friendly tournaments, from their announcement on.
CREATE TABLE tournaments (
    id {id} PRIMARY KEY,
    name TEXT NOT NULL,
    -- The name without case and accents: a search looks in it.
    name_key TEXT NOT NULL,
    level TEXT NOT NULL,
    -- Days, both included.
    starts_on {date} NOT NULL,
    ends_on {date} NOT NULL,
    -- The province that runs it.
    province_code TEXT NOT NULL REFERENCES provinces (code),
    venue TEXT NOT NULL,
    rule_set TEXT NOT NULL,
    system TEXT NOT NULL,
    rounds {number} NOT NULL,
    -- The side of the board in millimetres.
    board {number} NOT NULL,
    -- The number of first rounds in which club mates are not drawn against each other where that is possible.
    club_rounds {number} NOT NULL,
    bye_value TEXT NOT NULL,
    -- The only division that may enter; everyone if absent.
    division TEXT,
    -- The number of games in a match.
    games {number} NOT NULL,
    state TEXT NOT NULL,
    -- Why it was cancelled.
    reason TEXT,
    -- Why it ended before its last round.
    ended_because TEXT,
    created_at {instant} NOT NULL,
    ratified_at {instant},
    -- The readings of the rules that it keeps, as JSON.
    readings TEXT NOT NULL,
    -- The number of rounds to which an administrator has agreed, if it is not six, and why.
    agreed_rounds {number},
    agreed_because TEXT,
    -- Why an administrator accepts that it ended before its last round.
    ending_accepted_because TEXT,
    -- Since when it lacks, though it was ratified, something that an official tournament needs.
    under_review_since {instant},
    -- Since when it takes entries.
    opened_at {instant},
    -- The number of members of a team whose points count; none if it is no championship of teams.
    team_size {number},
    country TEXT NOT NULL,
    -- The stage of a championship of schools or universities: whose best it finds.
    stage TEXT,
    -- The last day on which clubs enter and withdraw players by themselves; none if that is left open.
    entries_close_on {date},
    -- The last change since it was announced: other programs keep the newer of two copies of a calendar's event.
    changed_at {instant},
    CONSTRAINT tournaments_days_check CHECK (ends_on >= starts_on),
    CONSTRAINT tournaments_system_check CHECK (system IN ('modified_swiss', 'round_robin')),
    CONSTRAINT tournaments_bye_value_check CHECK (bye_value IN ('average', 'zero', 'half', 'full')),
    CONSTRAINT tournaments_state_check CHECK (state IN ('planned', 'open', 'running', 'finished', 'ratified', 'cancelled')),
    CONSTRAINT tournaments_reason_check CHECK ((state = 'cancelled') = (reason IS NOT NULL)),
    CONSTRAINT tournaments_stage_check CHECK (
        stage IS NULL OR (stage IN ('regional', 'provincial', 'national') AND level IN ('school', 'student'))
    )
) {strict};
CREATE INDEX tournaments_starts_on_id_idx ON tournaments (starts_on, id);
CREATE INDEX tournaments_level_idx ON tournaments (level, starts_on, id);
CREATE INDEX tournaments_stage_idx ON tournaments (stage, starts_on, id);
CREATE INDEX tournaments_state_idx ON tournaments (state, starts_on, id);
CREATE INDEX tournaments_province_code_idx ON tournaments (province_code, starts_on, id);

-- The boards and counters of a tournament as an umpire has found them; the last confirmation counts.
CREATE TABLE equipment_confirmations (
    id {id} PRIMARY KEY,
    tournament_id {id} NOT NULL REFERENCES tournaments (id),
    board {number} NOT NULL,
    junction {number} NOT NULL,
    counters TEXT NOT NULL,
    -- Whether the notation is marked from the top left corner.
    marked {number} NOT NULL,
    confirmed_by {id} NOT NULL REFERENCES accounts (id),
    confirmed_at {instant} NOT NULL,
    counter_size {number} NOT NULL,
    -- Whether boards and counters bear the mark of the federation.
    federation_mark {number} NOT NULL,
    -- The day on which they were looked at, and why that was recorded later.
    found_on {date} NOT NULL,
    reason TEXT,
    CONSTRAINT equipment_confirmations_counters_check CHECK (counters IN ('pvc', 'nylon', 'other')),
    CONSTRAINT equipment_confirmations_marked_check CHECK (marked IN (0, 1)),
    CONSTRAINT equipment_confirmations_federation_mark_check CHECK (federation_mark IN (0, 1))
) {strict};
CREATE INDEX equipment_confirmations_tournament_id_idx ON equipment_confirmations (tournament_id, confirmed_at);

-- Those who play. An entry without player and club is a visitor's.
CREATE TABLE entries (
    id {id} PRIMARY KEY,
    tournament_id {id} NOT NULL REFERENCES tournaments (id),
    player_id {id} REFERENCES players (id),
    -- The club that the player represents.
    club_id {id} REFERENCES clubs (id),
    -- The place in the starting order, 1 the best.
    seed {number} NOT NULL,
    -- The first round in which the player is drawn.
    first_round {number} NOT NULL,
    -- The division in which the player was registered when entered.
    division TEXT,
    created_at {instant} NOT NULL,
    -- The player's sex as it was when the tournament was ratified, or when the person's data was erased: the ladies' awards
    -- stay as they were given.
    sex TEXT,
    -- Whether an official has set the place in the starting order since the player was entered.
    placed {number} NOT NULL DEFAULT 0,
    -- When an official of the tournament ticked that the player has arrived in the hall.
    checked_in_at {instant},
    CONSTRAINT entries_tournament_id_player_id_key UNIQUE (tournament_id, player_id),
    CONSTRAINT entries_club_check CHECK ((player_id IS NULL) = (club_id IS NULL)),
    CONSTRAINT entries_sex_check CHECK (sex IN ('female', 'male'))
) {strict};
CREATE INDEX entries_player_id_idx ON entries (player_id);

-- An entry that was handed over when two entries of the register turned out to be one person: the player that it named until
-- then. So what was counted before can be counted again.
CREATE TABLE handovers (
    entry_id {id} NOT NULL REFERENCES entries (id),
    player_id {id} NOT NULL REFERENCES players (id),
    until {instant} NOT NULL,
    CONSTRAINT handovers_pkey PRIMARY KEY (entry_id, player_id)
) {strict};

-- People from abroad who play in a tournament without being in the register.
CREATE TABLE visitors (
    entry_id {id} PRIMARY KEY REFERENCES entries (id),
    tournament_id {id} NOT NULL REFERENCES tournaments (id),
    -- All three none once the name was erased.
    family_name TEXT,
    given_names TEXT,
    -- The whole name without case and accents: nobody is entered twice.
    name_key TEXT,
    country TEXT NOT NULL,
    -- Whether the public reads the name.
    named {number} NOT NULL,
    CONSTRAINT visitors_tournament_id_country_name_key_key UNIQUE (tournament_id, country, name_key),
    CONSTRAINT visitors_name_check CHECK (
        (family_name IS NULL) = (name_key IS NULL) AND (given_names IS NULL OR family_name IS NOT NULL)
    ),
    CONSTRAINT visitors_named_check CHECK (named IN (0, 1))
) {strict};

-- The round from which on an entered player sits out, and the last that is missed; none until the player returns.
CREATE TABLE absences (
    entry_id {id} NOT NULL REFERENCES entries (id),
    first_round {number} NOT NULL,
    last_round {number},
    CONSTRAINT absences_pkey PRIMARY KEY (entry_id, first_round),
    CONSTRAINT absences_rounds_check CHECK (last_round >= first_round)
) {strict};

CREATE TABLE teams (
    id {id} PRIMARY KEY,
    tournament_id {id} NOT NULL REFERENCES tournaments (id),
    name TEXT NOT NULL,
    -- The club or institution that all its members represent; none if they represent several.
    club_id {id} REFERENCES clubs (id),
    created_at {instant} NOT NULL,
    CONSTRAINT teams_tournament_id_name_key UNIQUE (tournament_id, name)
) {strict};

-- The members of a team, in the order of its boards from 1.
CREATE TABLE team_members (
    team_id {id} NOT NULL REFERENCES teams (id),
    board_order {number} NOT NULL,
    entry_id {id} NOT NULL REFERENCES entries (id),
    CONSTRAINT team_members_pkey PRIMARY KEY (team_id, board_order),
    CONSTRAINT team_members_entry_id_key UNIQUE (entry_id)
) {strict};

-- The umpires of a tournament; one whose appointment has ended was one until then.
CREATE TABLE appointments (
    id {id} PRIMARY KEY,
    tournament_id {id} NOT NULL REFERENCES tournaments (id),
    player_id {id} NOT NULL REFERENCES players (id),
    created_at {instant} NOT NULL,
    ended_at {instant},
    -- Days, both included, and why the appointment was recorded after the first of them.
    from_day {date} NOT NULL,
    until_day {date} NOT NULL,
    reason TEXT
) {strict};
CREATE UNIQUE INDEX appointments_tournament_id_player_id_key ON appointments (tournament_id, player_id)
    WHERE ended_at IS NULL;
CREATE INDEX appointments_tournament_id_created_at_idx ON appointments (tournament_id, created_at, id);
CREATE INDEX appointments_player_id_idx ON appointments (player_id);

-- The player whom an appointment named until a merger: what was published before counts it for that one.
CREATE TABLE appointment_handovers (
    appointment_id {id} NOT NULL REFERENCES appointments (id),
    player_id {id} NOT NULL REFERENCES players (id),
    until {instant} NOT NULL,
    CONSTRAINT appointment_handovers_pkey PRIMARY KEY (appointment_id, player_id)
) {strict};

-- The rounds of a tournament: a draw that can be thrown away, then published for good, then closed.
CREATE TABLE rounds (
    id {id} PRIMARY KEY,
    tournament_id {id} NOT NULL REFERENCES tournaments (id),
    number {number} NOT NULL,
    state TEXT NOT NULL,
    -- Of everything on which the draw depends.
    digest TEXT NOT NULL,
    -- The umpire's orders, as JSON; players by their places in the starting order.
    orders TEXT NOT NULL,
    -- The boards, the bye and the reasons, as JSON; players likewise.
    draw TEXT NOT NULL,
    drawn_at {instant} NOT NULL,
    published_at {instant},
    closed_at {instant},
    CONSTRAINT rounds_tournament_id_number_key UNIQUE (tournament_id, number),
    CONSTRAINT rounds_state_check CHECK (state IN ('drawn', 'published', 'closed')),
    CONSTRAINT rounds_published_check CHECK ((state = 'drawn') = (published_at IS NULL)),
    CONSTRAINT rounds_closed_check CHECK ((state = 'closed') = (closed_at IS NOT NULL))
) {strict};

-- Rounds without an opponent: those that the draw gave, and those that a player asked for.
CREATE TABLE byes (
    id {id} PRIMARY KEY,
    entry_id {id} NOT NULL REFERENCES entries (id),
    round {number} NOT NULL,
    kind TEXT NOT NULL,
    value TEXT NOT NULL,
    created_at {instant} NOT NULL,
    CONSTRAINT byes_entry_id_round_key UNIQUE (entry_id, round),
    CONSTRAINT byes_kind_check CHECK (kind IN ('allocated', 'requested')),
    CONSTRAINT byes_value_check CHECK (value IN ('average', 'zero', 'half', 'full'))
) {strict};

-- The pairs of a published round.
CREATE TABLE matches (
    id {id} PRIMARY KEY,
    round_id {id} NOT NULL REFERENCES rounds (id),
    board {number} NOT NULL,
    -- The player who was ranked higher when the round was drawn, and the other.
    upper_entry_id {id} NOT NULL REFERENCES entries (id),
    lower_entry_id {id} NOT NULL REFERENCES entries (id),
    -- The player who was drawn to start the first game.
    starter_entry_id {id} NOT NULL REFERENCES entries (id),
    CONSTRAINT matches_round_id_board_key UNIQUE (round_id, board),
    CONSTRAINT matches_players_check CHECK (upper_entry_id <> lower_entry_id),
    CONSTRAINT matches_starter_check CHECK (starter_entry_id IN (upper_entry_id, lower_entry_id))
) {strict};
CREATE INDEX matches_upper_entry_id_idx ON matches (upper_entry_id);
CREATE INDEX matches_lower_entry_id_idx ON matches (lower_entry_id);

-- Results as they were entered and corrected: the one with the highest version that was not undone counts.
CREATE TABLE results (
    match_id {id} NOT NULL REFERENCES matches (id),
    version {number} NOT NULL,
    -- The player who started the first game.
    starter_entry_id {id} NOT NULL REFERENCES entries (id),
    -- The result of each game, and how it ended, as JSON.
    games TEXT NOT NULL,
    -- Why it was corrected.
    reason TEXT,
    entered_by {id} NOT NULL REFERENCES accounts (id),
    entered_at {instant} NOT NULL,
    confirmed_by {id} REFERENCES accounts (id),
    confirmed_at {instant},
    undone_at {instant},
    {sqlite} CONSTRAINT results_pkey PRIMARY KEY (match_id, version),
    {postgres} CONSTRAINT results_pkey PRIMARY KEY (version, match_id),
    CONSTRAINT results_confirmed_check CHECK ((confirmed_by IS NULL) = (confirmed_at IS NULL)),
    CONSTRAINT results_second_person_check CHECK (confirmed_by <> entered_by)
) {strict};
-- PostgreSQL watches over serializable transactions by pages of the index along which they have read. In one sorted by match, the
-- matches of all rounds that are drawn on a day are neighbours: each result would read the page into which the others write, and most
-- would be run again. A hash index scatters them, the more so the emptier its pages are. It costs some 200 bytes a result.
{postgres} CREATE INDEX results_match_id_idx ON results USING hash (match_id) WITH (fillfactor = 10);
-- Rankings say that a result under them was corrected. First results, which many enter at a time, are not in these.
CREATE INDEX results_entered_at_idx ON results (entered_at) WHERE version > 1;
CREATE INDEX results_undone_at_idx ON results (undone_at) WHERE undone_at IS NOT NULL;

-- Single games of a match as records have them: its result is whole once all are there, and does not contradict them.
CREATE TABLE recorded_games (
    match_id {id} NOT NULL REFERENCES matches (id),
    number {number} NOT NULL,
    starter_entry_id {id} NOT NULL REFERENCES entries (id),
    -- None if the record does not say how the game ended.
    result TEXT,
    ended TEXT,
    CONSTRAINT recorded_games_pkey PRIMARY KEY (match_id, number),
    CONSTRAINT recorded_games_result_check CHECK (result IN ('first', 'second', 'drawn')),
    CONSTRAINT recorded_games_ended_check CHECK (ended IN ('played', 'forfeit', 'adjudicated') AND (ended IS NULL) = (result IS NULL))
) {strict};

-- Objections to the result of a match, and an umpire's rulings on them.
CREATE TABLE disputes (
    id {id} PRIMARY KEY,
    match_id {id} NOT NULL REFERENCES matches (id),
    reason TEXT NOT NULL,
    raised_by {id} NOT NULL REFERENCES accounts (id),
    raised_at {instant} NOT NULL,
    ruling TEXT,
    ruled_by {id} REFERENCES accounts (id),
    ruled_at {instant},
    -- The player who disputes a match themselves, or by a guardian; none where an official entered the dispute.
    player_id {id} REFERENCES players (id),
    CONSTRAINT disputes_ruled_check CHECK ((ruling IS NULL) = (ruled_at IS NULL) AND (ruling IS NULL) = (ruled_by IS NULL))
) {strict};
-- One at a time.
CREATE UNIQUE INDEX disputes_match_id_key ON disputes (match_id) WHERE ruled_at IS NULL;
CREATE INDEX disputes_match_id_idx ON disputes (match_id);

-- Appeals of players against a ruling, or against a ratified result where no dispute is named. Private.
CREATE TABLE appeals (
    id {id} PRIMARY KEY,
    tournament_id {id} NOT NULL REFERENCES tournaments (id),
    dispute_id {id} REFERENCES disputes (id),
    player_id {id} NOT NULL REFERENCES players (id),
    grounds TEXT NOT NULL,
    raised_by {id} NOT NULL REFERENCES accounts (id),
    raised_at {instant} NOT NULL,
    outcome TEXT,
    -- Why it was decided so.
    reason TEXT,
    decided_by {id} REFERENCES accounts (id),
    decided_at {instant},
    CONSTRAINT appeals_outcome_check CHECK (outcome IN ('upheld', 'dismissed')),
    CONSTRAINT appeals_decided_check CHECK (
        (outcome IS NULL) = (reason IS NULL) AND (outcome IS NULL) = (decided_by IS NULL)
        AND (outcome IS NULL) = (decided_at IS NULL)
    )
) {strict};
-- A player appeals once against each.
CREATE UNIQUE INDEX appeals_dispute_id_player_id_key ON appeals (dispute_id, player_id) WHERE dispute_id IS NOT NULL;
CREATE UNIQUE INDEX appeals_tournament_id_player_id_key ON appeals (tournament_id, player_id) WHERE dispute_id IS NULL;
CREATE INDEX appeals_player_id_idx ON appeals (player_id);

---- Games ----

-- Records of games: friendly ones, and those of matches. A side without a player is a visitor's, whom the entry names.
CREATE TABLE games (
    id {id} PRIMARY KEY,
    -- A short name for the rows of positions.
    serial {number} NOT NULL,
    rule_set TEXT NOT NULL,
    first_player_id {id} REFERENCES players (id),
    second_player_id {id} REFERENCES players (id),
    played_on {date} NOT NULL,
    -- The match, its tournament, and the number of the game in it; none of a friendly game.
    match_id {id} REFERENCES matches (id),
    tournament_id {id} REFERENCES tournaments (id),
    number {number},
    -- Canonical notation, a blank between turns. Only turns that the rules have replayed are stored.
    turns TEXT NOT NULL,
    plies {number} NOT NULL,
    result TEXT NOT NULL,
    termination TEXT NOT NULL,
    recorded_by {id} NOT NULL REFERENCES accounts (id),
    recorded_at {instant} NOT NULL,
    -- A digest of who played what and when: the same game is not kept twice.
    digest TEXT NOT NULL,
    version {number} NOT NULL,
    withdrawn_at {instant},
    first_entry_id {id} REFERENCES entries (id),
    second_entry_id {id} REFERENCES entries (id),
    CONSTRAINT games_serial_key UNIQUE (serial),
    CONSTRAINT games_players_check CHECK (first_player_id <> second_player_id),
    CONSTRAINT games_sides_check CHECK (
        (first_player_id IS NULL) = (first_entry_id IS NOT NULL)
        AND (second_player_id IS NULL) = (second_entry_id IS NOT NULL)
    ),
    CONSTRAINT games_result_check CHECK (result IN ('first', 'second', 'drawn', 'unfinished')),
    CONSTRAINT games_match_check CHECK ((match_id IS NULL) = (number IS NULL) AND (match_id IS NULL) = (tournament_id IS NULL))
) {strict};
CREATE UNIQUE INDEX games_digest_key ON games (digest) WHERE withdrawn_at IS NULL;
CREATE UNIQUE INDEX games_match_id_number_key ON games (match_id, number) WHERE withdrawn_at IS NULL;
CREATE INDEX games_first_player_id_idx ON games (first_player_id, played_on, id);
CREATE INDEX games_second_player_id_idx ON games (second_player_id, played_on, id);
CREATE INDEX games_tournament_id_idx ON games (tournament_id, played_on, id);
-- All that a search asks is in the index along which it walks, so that it passes over a game without reading its row.
CREATE INDEX games_walk_idx ON games (played_on, id, result, termination, plies, rule_set, serial, tournament_id)
    WHERE withdrawn_at IS NULL;
-- Numbers that no writer waits for, with gaps where a transaction was not kept.
{postgres} CREATE SEQUENCE games_serial_seq OWNED BY games.serial;

-- The record of a game until it was corrected or withdrawn.
CREATE TABLE game_versions (
    game_id {id} NOT NULL REFERENCES games (id),
    version {number} NOT NULL,
    rule_set TEXT NOT NULL,
    first_player_id {id} REFERENCES players (id),
    second_player_id {id} REFERENCES players (id),
    played_on {date} NOT NULL,
    turns TEXT NOT NULL,
    result TEXT NOT NULL,
    termination TEXT NOT NULL,
    recorded_by {id} NOT NULL REFERENCES accounts (id),
    recorded_at {instant} NOT NULL,
    reason TEXT NOT NULL,
    ended_by {id} NOT NULL REFERENCES accounts (id),
    ended_at {instant} NOT NULL,
    first_entry_id {id} REFERENCES entries (id),
    second_entry_id {id} REFERENCES entries (id),
    CONSTRAINT game_versions_pkey PRIMARY KEY (game_id, version),
    CONSTRAINT game_versions_sides_check CHECK (
        (first_player_id IS NULL) = (first_entry_id IS NOT NULL)
        AND (second_player_id IS NULL) = (second_entry_id IS NOT NULL)
    )
) {strict};

-- Projections of games follow the records, after them: positions, openings, endings and lengths.

-- Every position of every game that holds, the first time that it came: by the class of the position, the game's serial.
CREATE TABLE positions (
    class {number} NOT NULL,
    game {number} NOT NULL,
    -- The class of the position after it, 0 if the game ended there.
    next {number} NOT NULL,
    CONSTRAINT positions_pkey PRIMARY KEY (class, game)
) {clustered};

-- The numbers of games that went on from a position of the first placements to a next one, by result: those are too many to be
-- counted at each request.
CREATE TABLE openings (
    class {number} NOT NULL,
    next {number} NOT NULL,
    result TEXT NOT NULL,
    games {number} NOT NULL,
    CONSTRAINT openings_pkey PRIMARY KEY (class, next, result)
) {clustered};

-- The numbers of games that hold, by how they ended.
CREATE TABLE game_endings (
    -- The month in which they were played, counted from the year 0; 0 for all months.
    month {number} NOT NULL,
    -- Their rules, and the level of their tournament, empty of friendly games; both empty for all games.
    rule_set TEXT NOT NULL,
    level TEXT NOT NULL,
    result TEXT NOT NULL,
    termination TEXT NOT NULL,
    games {number} NOT NULL,
    CONSTRAINT game_endings_pkey PRIMARY KEY (month, rule_set, level, result, termination)
) {clustered};

-- The same by their number of turns.
CREATE TABLE game_lengths (
    month {number} NOT NULL,
    rule_set TEXT NOT NULL,
    level TEXT NOT NULL,
    plies {number} NOT NULL,
    games {number} NOT NULL,
    CONSTRAINT game_lengths_pkey PRIMARY KEY (month, rule_set, level, plies)
) {clustered};

-- The games whose projections are not as recorded: at most one row of each.
CREATE TABLE games_to_project (
    -- The serial of the game.
    game {number} PRIMARY KEY,
    -- The version that is projected; 0 if none.
    projected {number} NOT NULL,
    -- The version that is to be projected; 0 if none, since the game was withdrawn.
    version {number} NOT NULL
) {strict};

-- How far the projections have come: one row.
CREATE TABLE projections (
    id {number} PRIMARY KEY,
    -- Grows with each step: of two who go on from one number, one is refused.
    steps {number} NOT NULL,
    -- The instance that does it, and until when others leave it to that one.
    holder {id},
    held_until {instant},
    CONSTRAINT projections_check CHECK (id = 1)
) {strict};

INSERT INTO projections (id, steps) VALUES (1, 0);

---- Rankings ----

-- Lists of players by what they have done: published for a day, and never changed. A correction is another list, which says
-- what it replaces.
CREATE TABLE rankings (
    id {id} PRIMARY KEY,
    method TEXT NOT NULL,
    version {number} NOT NULL,
    -- The number of months back that the events lie.
    months {number} NOT NULL,
    -- The day for which it is, and the first day of its window.
    ends_on {date} NOT NULL,
    begins_on {date} NOT NULL,
    published_at {instant} NOT NULL,
    published_by {id} NOT NULL REFERENCES accounts (id),
    -- The list of the method that was the last before this one.
    previous_id {id} REFERENCES rankings (id),
    replaces_id {id} REFERENCES rankings (id),
    -- Why it replaces the other.
    reason TEXT,
    -- The number of players with a place.
    players {number} NOT NULL,
    -- The parameters of the methods, as JSON: those of its day.
    settings TEXT NOT NULL,
    CONSTRAINT rankings_replaces_id_key UNIQUE (replaces_id),
    CONSTRAINT rankings_method_check CHECK (method IN ('game-points', 'super-league', 'glicko-2')),
    CONSTRAINT rankings_window_check CHECK (begins_on <= ends_on),
    CONSTRAINT rankings_reason_check CHECK ((replaces_id IS NULL) = (reason IS NULL))
) {strict};
-- The first of a chain; those that correct it say which they replace.
CREATE UNIQUE INDEX rankings_method_ends_on_key ON rankings (method, ends_on) WHERE replaces_id IS NULL;
CREATE INDEX rankings_ends_on_idx ON rankings (ends_on, id);

-- The players of a list, with what the register said of them on the day. Names are not kept here: they are read when they are
-- shown.
CREATE TABLE ranking_rows (
    ranking_id {id} NOT NULL REFERENCES rankings (id),
    player_id {id} NOT NULL REFERENCES players (id),
    -- The row's number in the list, from 1.
    ordinal {number} NOT NULL,
    rank {number} NOT NULL,
    -- Whether others have the same place.
    shared {number} NOT NULL,
    -- In hundredths; so is the deviation of a rating.
    figure {number} NOT NULL,
    deviation {number},
    province_code TEXT NOT NULL REFERENCES provinces (code),
    club_id {id} NOT NULL REFERENCES clubs (id),
    division TEXT,
    -- None once the person's data is erased.
    sex TEXT,
    -- The place in the list before this one.
    previous_rank {number},
    -- The parts that the figure adds up, as JSON.
    contributions TEXT NOT NULL,
    CONSTRAINT ranking_rows_pkey PRIMARY KEY (ranking_id, player_id),
    CONSTRAINT ranking_rows_ranking_id_ordinal_key UNIQUE (ranking_id, ordinal),
    CONSTRAINT ranking_rows_shared_check CHECK (shared IN (0, 1)),
    CONSTRAINT ranking_rows_division_check CHECK (division IN ('senior', 'student', 'high_school', 'primary_school')),
    CONSTRAINT ranking_rows_sex_check CHECK (sex IN ('female', 'male'))
) {strict};
CREATE INDEX ranking_rows_player_id_idx ON ranking_rows (player_id);

---- Colours ----

-- What colours are awarded for, from a day on; the criteria in force on the first day of a gaming year are that year's.
CREATE TABLE colours_criteria (
    version {number} PRIMARY KEY,
    name TEXT NOT NULL,
    valid_from {date} NOT NULL,
    -- The rules, as JSON.
    rules TEXT NOT NULL,
    CONSTRAINT colours_criteria_valid_from_key UNIQUE (valid_from)
) {strict};

-- How large a field must be, and how many byes leave all rounds won, is chosen: the federation's texts give no figures.
INSERT INTO colours_criteria (version, name, valid_from, rules) VALUES (1, 'Preset', '1989-11-01', '[
    {"level": "regional", "divisions": ["senior", "student"], "among": "all", "condition": {"basis": "place", "event": "regional", "places": 3, "entrants": 4}},
    {"level": "regional", "divisions": ["high_school", "primary_school"], "among": "division", "condition": {"basis": "place", "event": "regional", "places": 3, "entrants": 4}},
    {"level": "regional", "divisions": ["senior", "student", "high_school", "primary_school"], "among": "all", "condition": {"basis": "selection", "team": "region"}},
    {"level": "regional", "divisions": ["senior", "student", "high_school", "primary_school"], "among": "all", "condition": {"basis": "team_place", "event": "regional", "places": 1, "entrants": 2}},
    {"level": "regional", "divisions": ["senior", "student", "high_school", "primary_school"], "among": "all", "condition": {"basis": "discretion"}},
    {"level": "provincial", "divisions": ["senior", "student", "high_school", "primary_school"], "among": "all", "condition": {"basis": "selection", "team": "province"}},
    {"level": "provincial", "divisions": ["senior", "student"], "among": "all", "condition": {"basis": "all_rounds", "event": "provincial", "byes": 1, "rounds": 5, "entrants": 8}},
    {"level": "provincial", "divisions": ["high_school", "primary_school"], "among": "division", "condition": {"basis": "all_games", "event": "provincial", "byes": 1, "rounds": 5, "entrants": 8}},
    {"level": "provincial", "divisions": ["senior", "student"], "among": "all", "condition": {"basis": "top_half", "events": ["provincial", "national"]}},
    {"level": "provincial", "divisions": ["high_school", "primary_school"], "among": "division", "condition": {"basis": "top_half", "events": ["provincial", "national"]}},
    {"level": "provincial", "divisions": ["senior", "student", "high_school", "primary_school"], "among": "all", "condition": {"basis": "team_place", "event": "provincial", "places": 1, "entrants": 2}},
    {"level": "provincial", "divisions": ["senior", "student", "high_school", "primary_school"], "among": "all", "condition": {"basis": "discretion"}},
    {"level": "national_federation", "divisions": ["senior", "student", "high_school", "primary_school"], "among": "all", "condition": {"basis": "selection", "team": "national_squad"}},
    {"level": "national_federation", "divisions": ["senior", "student"], "among": "all", "condition": {"basis": "all_rounds", "event": "national", "byes": 1, "rounds": 5, "entrants": 12}},
    {"level": "national_federation", "divisions": ["high_school", "primary_school"], "among": "division", "condition": {"basis": "all_games", "event": "national", "byes": 1, "rounds": 5, "entrants": 12}},
    {"level": "national_federation", "divisions": ["senior", "student", "high_school", "primary_school"], "among": "all", "condition": {"basis": "team_place", "event": "national", "places": 1, "entrants": 2}},
    {"level": "national_federation", "divisions": ["senior", "student", "high_school", "primary_school"], "among": "all", "condition": {"basis": "discretion"}},
    {"level": "national", "divisions": ["senior", "student", "high_school", "primary_school"], "among": "all", "condition": {"basis": "selection", "team": "international"}},
    {"level": "national", "divisions": ["senior", "student", "high_school", "primary_school"], "among": "all", "condition": {"basis": "umpire", "team": "international"}}
]');

-- Selections for a team, or to umpire where it plays.
CREATE TABLE selections (
    id {id} PRIMARY KEY,
    player_id {id} NOT NULL REFERENCES players (id),
    role TEXT NOT NULL,
    team TEXT NOT NULL,
    -- The international event; empty for other teams.
    event TEXT NOT NULL,
    -- Of a province's team, and of the team of a region in it.
    province_code TEXT REFERENCES provinces (code),
    -- Of a region's team; none once the person's data was erased.
    region_code TEXT REFERENCES regions (code),
    division TEXT NOT NULL,
    year {number} NOT NULL,
    selected_on {date} NOT NULL,
    -- Where it is written, such as in minutes.
    reference TEXT NOT NULL,
    created_at {instant} NOT NULL,
    withdrawn_at {instant},
    -- Private; empty once the person's data was erased.
    reason TEXT,
    CONSTRAINT selections_role_check CHECK (role IN ('player', 'umpire')),
    CONSTRAINT selections_team_check CHECK (
        team IN ('region', 'regional_squad', 'province', 'provincial_squad', 'national_squad', 'international')
    ),
    CONSTRAINT selections_event_check CHECK ((event = '') = (team <> 'international')),
    CONSTRAINT selections_province_check CHECK ((province_code IS NULL) = (team IN ('national_squad', 'international'))),
    CONSTRAINT selections_region_check CHECK (region_code IS NULL OR team IN ('region', 'regional_squad')),
    CONSTRAINT selections_umpire_check CHECK (role = 'player' OR team = 'international'),
    CONSTRAINT selections_division_check CHECK (division IN ('senior', 'student', 'high_school', 'primary_school')),
    CONSTRAINT selections_reason_check CHECK ((withdrawn_at IS NULL) = (reason IS NULL))
) {strict};
-- Once is enough.
CREATE UNIQUE INDEX selections_player_id_year_team_role_division_event_key
    ON selections (player_id, year, team, role, division, event) WHERE withdrawn_at IS NULL;
CREATE INDEX selections_year_idx ON selections (year, team);

-- Awards.
CREATE TABLE colours (
    id {id} PRIMARY KEY,
    player_id {id} NOT NULL REFERENCES players (id),
    level TEXT NOT NULL,
    division TEXT NOT NULL,
    year {number} NOT NULL,
    basis TEXT NOT NULL,
    -- Where the player lived on the day that counts.
    province_code TEXT NOT NULL REFERENCES provinces (code),
    -- Of regional colours alone; none once the person's data was erased.
    region_code TEXT REFERENCES regions (code),
    criteria {number} NOT NULL REFERENCES colours_criteria (version),
    -- What shows that the rule is met, as JSON.
    evidence TEXT NOT NULL,
    awarding_body TEXT NOT NULL,
    -- Why the board uses its discretion; private, and empty once the person's data was erased.
    reason TEXT,
    state TEXT NOT NULL,
    proposed_by {id} NOT NULL REFERENCES accounts (id),
    proposed_at {instant} NOT NULL,
    -- The reference of the confirmation.
    reference TEXT,
    approved_by {id} REFERENCES accounts (id),
    approved_at {instant},
    -- Who has refused, revoked or superseded it, when, and why.
    ended_by {id} REFERENCES accounts (id),
    ended_at {instant},
    ended_because TEXT,
    superseded_by {id} REFERENCES colours (id),
    CONSTRAINT colours_level_check CHECK (level IN ('regional', 'provincial', 'national_federation', 'national')),
    CONSTRAINT colours_division_check CHECK (division IN ('senior', 'student', 'high_school', 'primary_school')),
    CONSTRAINT colours_basis_check CHECK (
        basis IN ('place', 'team_place', 'all_rounds', 'all_games', 'top_half', 'selection', 'umpire', 'discretion')
    ),
    CONSTRAINT colours_state_check CHECK (state IN ('proposed', 'approved', 'refused', 'revoked', 'superseded')),
    CONSTRAINT colours_region_check CHECK (region_code IS NULL OR level = 'regional'),
    CONSTRAINT colours_reason_check CHECK ((reason IS NOT NULL) = (basis = 'discretion')),
    CONSTRAINT colours_approval_check CHECK (
        (approved_at IS NOT NULL) = (state IN ('approved', 'revoked', 'superseded'))
        AND (approved_at IS NULL) = (approved_by IS NULL)
        AND (approved_at IS NULL) = (reference IS NULL)
    ),
    CONSTRAINT colours_second_person_check CHECK (approved_by <> proposed_by),
    CONSTRAINT colours_end_check CHECK (
        (ended_at IS NOT NULL) = (state IN ('refused', 'revoked', 'superseded'))
        AND (ended_at IS NULL) = (ended_by IS NULL)
        AND (ended_at IS NULL) = (ended_because IS NULL)
    ),
    CONSTRAINT colours_superseded_check CHECK ((superseded_by IS NOT NULL) = (state = 'superseded'))
) {strict};
-- One of a level and division in a year.
CREATE UNIQUE INDEX colours_player_id_level_division_year_key
    ON colours (player_id, level, division, year) WHERE ended_at IS NULL;
CREATE INDEX colours_player_id_idx ON colours (player_id);
CREATE INDEX colours_year_idx ON colours (year, province_code);

---- Certificates ----

-- The codes on the certificates of colours and of accreditations. Codes are looked up by their digests, so that the time that a
-- comparison takes betrays nothing of a code; and they are kept apart from what they are for, so that no list can show one by
-- mistake. They are kept, and not derived from a secret: a lost certificate is printed again with the same code, and there is
-- no secret whose loss betrays all codes to come or whose change voids all those that are printed.
CREATE TABLE certificate_codes (
    digest TEXT PRIMARY KEY,
    colours_id {id} REFERENCES colours (id),
    accreditation_id {id} REFERENCES accreditations (id),
    code TEXT NOT NULL,
    -- The holder's name on the certificate; none once the person's data was erased.
    holder TEXT,
    -- The federation's name on an accreditation; none where it had none. An award keeps its own.
    awarding_body TEXT,
    CONSTRAINT certificate_codes_colours_id_key UNIQUE (colours_id),
    CONSTRAINT certificate_codes_accreditation_id_key UNIQUE (accreditation_id),
    CONSTRAINT certificate_codes_subject_check CHECK ((colours_id IS NULL) <> (accreditation_id IS NULL))
) {strict};

-- Records that were upheld though the rule by which they were admitted is met no more.
CREATE TABLE upholdings (
    id {id} PRIMARY KEY,
    kind TEXT NOT NULL,
    -- The award, accreditation, selection, entry or appointment.
    record_id {id} NOT NULL,
    player_id {id} NOT NULL REFERENCES players (id),
    -- What it lacked when it was upheld: SHA-256 in hexadecimal. What it lacks besides, it lacks again.
    digest TEXT NOT NULL,
    -- Private; empty once the person's data was erased.
    reason TEXT NOT NULL,
    upheld_by {id} NOT NULL REFERENCES accounts (id),
    upheld_at {instant} NOT NULL,
    CONSTRAINT upholdings_kind_check CHECK (kind IN ('award', 'accreditation', 'selection', 'entry', 'appointment')),
    CONSTRAINT upholdings_record_id_kind_digest_key UNIQUE (record_id, kind, digest)
) {strict};
CREATE INDEX upholdings_player_id_idx ON upholdings (player_id);

---- Imports ----

-- Work that takes longer than a request.
CREATE TABLE jobs (
    id {id} PRIMARY KEY,
    account_id {id} NOT NULL REFERENCES accounts (id),
    state TEXT NOT NULL,
    -- What came of it, as JSON.
    report TEXT,
    created_at {instant} NOT NULL,
    finished_at {instant},
    -- The instance that works on it, and until when no other one may.
    claimed_by {id},
    claimed_until {instant},
    -- The number of rows that are done, and of all.
    done {number} NOT NULL DEFAULT 0,
    total {number} NOT NULL DEFAULT 0,
    CONSTRAINT jobs_state_check CHECK (state IN ('waiting', 'done', 'refused')),
    CONSTRAINT jobs_finished_check CHECK ((state = 'waiting') = (finished_at IS NULL) AND (state = 'waiting') = (report IS NULL))
) {strict};
CREATE INDEX jobs_account_id_idx ON jobs (account_id, created_at);
CREATE INDEX jobs_waiting_idx ON jobs (created_at) WHERE state = 'waiting';

-- What was sent for a job, as JSON, until the work is done. In a table of its own, since it is long, and the state of a job
-- is read and written often.
CREATE TABLE job_inputs (
    job_id {id} PRIMARY KEY REFERENCES jobs (id),
    input TEXT NOT NULL
) {strict};

-- The rest of an import that was judged good, to be carried out in parts, from 1. The report, as 0, comes last: once it is there
-- the import is decided, and will be taken whole.
CREATE TABLE job_steps (
    job_id {id} NOT NULL REFERENCES jobs (id),
    step {number} NOT NULL,
    -- As JSON.
    content TEXT NOT NULL,
    CONSTRAINT job_steps_pkey PRIMARY KEY (job_id, step)
) {strict};

---- Webhooks ----

-- Addresses of other people's programs to which events are sent.
CREATE TABLE webhooks (
    id {id} PRIMARY KEY,
    url TEXT NOT NULL,
    -- The types of events, with commas between them; empty for all.
    types TEXT NOT NULL,
    province_code TEXT REFERENCES provinces (code),
    created_by {id} NOT NULL REFERENCES accounts (id),
    created_at {instant} NOT NULL,
    -- The number in the log up to which events were taken up as deliveries.
    reached {number} NOT NULL,
    -- The time until which one instance alone sends to it.
    claimed_until {instant} NOT NULL,
    -- The other side has said that it takes nothing any more.
    disabled_at {instant},
    withdrawn_at {instant}
) {strict};

-- The secrets that sign them: two for a day after a new one was made.
CREATE TABLE webhook_secrets (
    id {id} PRIMARY KEY,
    webhook_id {id} NOT NULL REFERENCES webhooks (id),
    secret TEXT NOT NULL,
    created_at {instant} NOT NULL,
    expires_at {instant}
) {strict};
CREATE INDEX webhook_secrets_webhook_id_idx ON webhook_secrets (webhook_id);

-- Events that were sent, or are to be sent.
CREATE TABLE webhook_deliveries (
    id {id} PRIMARY KEY,
    webhook_id {id} NOT NULL REFERENCES webhooks (id),
    -- The number and the type of the event.
    number {number} NOT NULL,
    event TEXT NOT NULL,
    state TEXT NOT NULL,
    tries {number} NOT NULL,
    created_at {instant} NOT NULL,
    -- The times of the last try, and of the next one.
    tried_at {instant},
    next_at {instant},
    -- The status that was answered, or a word for why there was none.
    status {number},
    fault TEXT,
    CONSTRAINT webhook_deliveries_state_check CHECK (state IN ('waiting', 'delivered', 'failed')),
    CONSTRAINT webhook_deliveries_next_at_check CHECK ((state = 'waiting') = (next_at IS NOT NULL))
) {strict};
CREATE UNIQUE INDEX webhook_deliveries_webhook_id_number_key ON webhook_deliveries (webhook_id, number);
CREATE INDEX webhook_deliveries_waiting_idx ON webhook_deliveries (webhook_id, next_at) WHERE next_at IS NOT NULL;
CREATE INDEX webhook_deliveries_created_at_idx ON webhook_deliveries (created_at) WHERE next_at IS NULL;

---- Pens ----

-- The pen of a tournament is the right to change it. It is lent to a laptop at the venue, which hands in what was done there.
CREATE TABLE pen_loans (
    tournament_id {id} NOT NULL REFERENCES tournaments (id),
    -- Which loan it is of the tournament's, from 1.
    epoch {number} NOT NULL,
    -- The laptop as people call it, and its keys: X25519 and Ed25519, as base64url.
    laptop TEXT NOT NULL,
    sealing_key TEXT NOT NULL,
    signing_key TEXT NOT NULL,
    lent_by {id} NOT NULL REFERENCES accounts (id),
    lent_at {instant} NOT NULL,
    -- The number of the last command that was executed here, and its hash, which the next one continues.
    executed {number} NOT NULL,
    head TEXT NOT NULL,
    -- When the laptop took it into its own records, in these; none at the register.
    settled_at {instant},
    -- When the pen was given back, or reclaimed for that reason, and by whom.
    ended_at {instant},
    ended_by {id} REFERENCES accounts (id),
    reclaimed_because TEXT,
    -- On the laptop, as receipts of the federation say: the most commands that are home, the most after them that it keeps since the
    -- pen was reclaimed, when the pen is its own again, and the last such receipt, as signed.
    received {number},
    kept {number},
    returned_at {instant},
    receipt TEXT,
    -- The accounts of the officials who were named when the pen was lent, by their ids, with blanks between: no command of others
    -- is taken home.
    officials TEXT,
    CONSTRAINT pen_loans_pkey PRIMARY KEY (tournament_id, epoch),
    CONSTRAINT pen_loans_epoch_check CHECK (epoch >= 1),
    CONSTRAINT pen_loans_executed_check CHECK (executed >= 0),
    CONSTRAINT pen_loans_ended_check CHECK ((ended_at IS NULL) = (ended_by IS NULL)),
    CONSTRAINT pen_loans_reclaimed_check CHECK (reclaimed_because IS NULL OR ended_at IS NOT NULL)
) {strict};
CREATE UNIQUE INDEX pen_loans_tournament_id_key ON pen_loans (tournament_id) WHERE ended_at IS NULL;

-- What a laptop took with it, compressed: its commands are executed again with it. Nothing of it is kept once the loan has ended.
CREATE TABLE pen_bundles (
    tournament_id {id} NOT NULL,
    epoch {number} NOT NULL,
    content {binary} NOT NULL,
    CONSTRAINT pen_bundles_pkey PRIMARY KEY (tournament_id, epoch),
    CONSTRAINT pen_bundles_loan_fkey FOREIGN KEY (tournament_id, epoch) REFERENCES pen_loans (tournament_id, epoch)
) {strict};

-- Requests that changed a tournament while a laptop had its pen, one after another.
CREATE TABLE pen_commands (
    tournament_id {id} NOT NULL,
    epoch {number} NOT NULL,
    n {number} NOT NULL,
    id {id} NOT NULL,
    account_id {id} NOT NULL REFERENCES accounts (id),
    at {instant} NOT NULL,
    method TEXT NOT NULL,
    path TEXT NOT NULL,
    media_type TEXT NOT NULL,
    -- What was sent, and the seed of the ids that were made of it; neither is kept once it was executed and the loan has ended, or
    -- it was adopted or dismissed.
    body {binary},
    seed TEXT,
    -- A digest of the five before.
    request_digest TEXT NOT NULL,
    -- A digest of what was changed.
    changes_digest TEXT NOT NULL,
    -- The hash of the command before, and the hash of this one over all but the method, the path, and what was sent.
    previous TEXT NOT NULL,
    hash TEXT NOT NULL,
    -- When it was executed here; none while it waits for those before it, or after the loan was reclaimed.
    executed_at {instant},
    -- Of a loan that was reclaimed: when a person adopted the command, and who; it was executed as a command of theirs.
    adopted_at {instant},
    adopted_by {id} REFERENCES accounts (id),
    -- Or when a person dismissed it, who, and why: nobody adopts it any more.
    dismissed_at {instant},
    dismissed_by {id} REFERENCES accounts (id),
    note TEXT,
    CONSTRAINT pen_commands_pkey PRIMARY KEY (tournament_id, epoch, n),
    CONSTRAINT pen_commands_id_key UNIQUE (id),
    CONSTRAINT pen_commands_loan_fkey FOREIGN KEY (tournament_id, epoch) REFERENCES pen_loans (tournament_id, epoch),
    CONSTRAINT pen_commands_n_check CHECK (n >= 1),
    CONSTRAINT pen_commands_sent_check CHECK ((body IS NULL) = (seed IS NULL)),
    CONSTRAINT pen_commands_adopted_check CHECK (
        (adopted_at IS NULL) = (adopted_by IS NULL) AND (adopted_at IS NULL OR executed_at IS NULL)
    ),
    CONSTRAINT pen_commands_dismissed_check CHECK (
        (dismissed_at IS NULL) = (dismissed_by IS NULL) AND (dismissed_at IS NULL) = (note IS NULL)
        AND (dismissed_at IS NULL OR (executed_at IS NULL AND adopted_at IS NULL AND body IS NULL))
    )
) {strict};

-- Facts of the register that changed while a laptop had the pen, and clocks that differed: listed until a person has settled them.
-- No result rests on them.
CREATE TABLE pen_findings (
    id {id} NOT NULL,
    tournament_id {id} NOT NULL,
    epoch {number} NOT NULL,
    kind TEXT NOT NULL,
    -- The player, the account, the club or the tournament that it is about, as the kind says.
    subject_id {id} NOT NULL,
    -- The fact that has changed, such as a registration or a sanction; the same as the subject where nothing else has an id.
    fact_id {id} NOT NULL,
    noticed_at {instant} NOT NULL,
    -- When a person settled it, who, and their note.
    settled_at {instant},
    settled_by {id} REFERENCES accounts (id),
    note TEXT,
    CONSTRAINT pen_findings_pkey PRIMARY KEY (id),
    CONSTRAINT pen_findings_tournament_id_epoch_kind_fact_id_key UNIQUE (tournament_id, epoch, kind, fact_id),
    CONSTRAINT pen_findings_loan_fkey FOREIGN KEY (tournament_id, epoch) REFERENCES pen_loans (tournament_id, epoch),
    CONSTRAINT pen_findings_settled_check CHECK (
        (settled_at IS NULL) = (settled_by IS NULL) AND (settled_at IS NULL) = (note IS NULL)
    )
) {strict};
