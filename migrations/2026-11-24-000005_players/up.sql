-- Birth date and sex are empty of a person whose data was erased, and of nobody else.
CREATE TABLE players (
    id {id} PRIMARY KEY,
    -- The middle part of the printed number; the check character follows from it.
    number {number} NOT NULL,
    family_name TEXT NOT NULL,
    given_names TEXT NOT NULL,
    -- Both names without case and accents, a blank before each word: what a search looks in.
    name_key TEXT {bytes} NOT NULL,
    -- Family name, then given names, without case and accents: what lists are sorted by.
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
    CONSTRAINT players_number_key UNIQUE (number),
    CONSTRAINT players_number_check CHECK (number BETWEEN 1 AND 9999999),
    CONSTRAINT players_sex_check CHECK (sex IN ('female', 'male')),
    CONSTRAINT players_erased_check CHECK ((erased_at IS NULL) = (birth_date IS NOT NULL AND sex IS NOT NULL)),
    CONSTRAINT players_merged_check CHECK (merged_into_id <> id)
) {strict};
CREATE INDEX players_province_code_number_idx ON players (province_code, number);
CREATE INDEX players_club_id_number_idx ON players (club_id, number);
CREATE INDEX players_merged_into_id_idx ON players (merged_into_id) WHERE merged_into_id IS NOT NULL;
-- Two entries with one name and one birth date may be one person.
CREATE INDEX players_name_key_birth_date_idx ON players (name_key, birth_date);
CREATE INDEX players_sort_key_number_idx ON players (sort_key, number);
CREATE INDEX players_club_id_sort_key_number_idx ON players (club_id, sort_key, number);

-- The words of players' names, folded: by them a search finds where to look.
CREATE TABLE player_words (
    word TEXT {bytes} NOT NULL,
    player_id {id} NOT NULL REFERENCES players (id),
    CONSTRAINT player_words_pkey PRIMARY KEY (word, player_id)
) {strict};
CREATE INDEX player_words_player_id_idx ON player_words (player_id);

-- What a guardian has allowed for a player under 18. Nothing is removed: a withdrawn consent says when.
CREATE TABLE consents (
    id {id} PRIMARY KEY,
    player_id {id} NOT NULL REFERENCES players (id),
    guardian TEXT,
    relation TEXT NOT NULL,
    purpose TEXT NOT NULL,
    -- Which version of the federation's wording was signed.
    wording TEXT NOT NULL,
    given_on {date} NOT NULL,
    recorded_at {instant} NOT NULL,
    withdrawn_at {instant},
    CONSTRAINT consents_relation_check CHECK (relation IN ('parent', 'guardian', 'self')),
    CONSTRAINT consents_guardian_check CHECK ((relation = 'self') = (guardian IS NULL)),
    CONSTRAINT consents_purpose_check CHECK (purpose IN ('publish_name', 'share_colours')),
    -- The name of a player of age is public without a consent.
    CONSTRAINT consents_self_check CHECK (relation <> 'self' OR purpose <> 'publish_name')
) {strict};
CREATE INDEX consents_player_id_idx ON consents (player_id);

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
    CONSTRAINT registrations_player_id_year_basis_key UNIQUE (player_id, year, basis),
    CONSTRAINT registrations_basis_check CHECK (basis IN ('member', 'institution')),
    CONSTRAINT registrations_division_check CHECK (division IN ('senior', 'student', 'high_school', 'primary_school'))
) {strict};
CREATE INDEX registrations_club_id_year_idx ON registrations (club_id, year, id);

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
CREATE INDEX transfers_from_club_id_idx ON transfers (from_club_id);
CREATE INDEX transfers_to_club_id_idx ON transfers (to_club_id);
CREATE INDEX transfers_player_id_idx ON transfers (player_id);

-- Two players who are never drawn against each other. What they are to each other is private.
CREATE TABLE pairing_bars (
    id {id} PRIMARY KEY,
    -- The smaller id of the two.
    player_id {id} NOT NULL REFERENCES players (id),
    other_player_id {id} NOT NULL REFERENCES players (id),
    relation TEXT NOT NULL,
    created_at {instant} NOT NULL,
    withdrawn_at {instant},
    CONSTRAINT pairing_bars_players_check CHECK (player_id < other_player_id),
    CONSTRAINT pairing_bars_relation_check CHECK (relation IN ('partner', 'parent_and_child', 'siblings', 'declared'))
) {strict};
CREATE UNIQUE INDEX pairing_bars_player_id_other_player_id_key ON pairing_bars (player_id, other_player_id)
    WHERE withdrawn_at IS NULL;
CREATE INDEX pairing_bars_player_id_idx ON pairing_bars (player_id);
CREATE INDEX pairing_bars_other_player_id_idx ON pairing_bars (other_player_id);
