-- Where a tournament is held.
ALTER TABLE tournaments ADD COLUMN country TEXT NOT NULL DEFAULT 'ZA';

-- An entry without player and club is a visitor's.
ALTER TABLE entries ALTER COLUMN player_id DROP NOT NULL;
ALTER TABLE entries ALTER COLUMN club_id DROP NOT NULL;
ALTER TABLE entries ADD CONSTRAINT entries_club_check CHECK ((player_id IS NULL) = (club_id IS NULL));

-- Who plays in a tournament without being in the register: somebody from abroad.
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

-- A side of a game without a player is a visitor's, whom the entry names.
ALTER TABLE games ALTER COLUMN first_player_id DROP NOT NULL;
ALTER TABLE games ALTER COLUMN second_player_id DROP NOT NULL;
ALTER TABLE games ADD COLUMN first_entry_id {id} REFERENCES entries (id);
ALTER TABLE games ADD COLUMN second_entry_id {id} REFERENCES entries (id);
ALTER TABLE games ADD CONSTRAINT games_sides_check CHECK (
    (first_player_id IS NULL) = (first_entry_id IS NOT NULL)
    AND (second_player_id IS NULL) = (second_entry_id IS NOT NULL)
);
ALTER TABLE game_versions ALTER COLUMN first_player_id DROP NOT NULL;
ALTER TABLE game_versions ALTER COLUMN second_player_id DROP NOT NULL;
ALTER TABLE game_versions ADD COLUMN first_entry_id {id} REFERENCES entries (id);
ALTER TABLE game_versions ADD COLUMN second_entry_id {id} REFERENCES entries (id);
ALTER TABLE game_versions ADD CONSTRAINT game_versions_sides_check CHECK (
    (first_player_id IS NULL) = (first_entry_id IS NOT NULL)
    AND (second_player_id IS NULL) = (second_entry_id IS NOT NULL)
);
