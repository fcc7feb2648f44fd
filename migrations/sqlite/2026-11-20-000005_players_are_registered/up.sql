CREATE TABLE players (
    id TEXT PRIMARY KEY,
    -- The middle part of the printed number; the check character follows from it.
    number INTEGER NOT NULL,
    family_name TEXT NOT NULL,
    given_names TEXT NOT NULL,
    -- Both names without case and accents, a blank before each word: what a search looks in.
    name_key TEXT NOT NULL,
    birth_date TEXT NOT NULL,
    sex TEXT NOT NULL,
    -- Where the player lives; colours follow residence, not the club.
    province_code TEXT NOT NULL REFERENCES provinces (code),
    club_id TEXT NOT NULL REFERENCES clubs (id),
    created_at TEXT NOT NULL,
    CONSTRAINT players_number_key UNIQUE (number),
    CONSTRAINT players_number_check CHECK (number BETWEEN 1 AND 9999999),
    CONSTRAINT players_sex_check CHECK (sex IN ('female', 'male'))
) STRICT;
CREATE INDEX players_province_code_number_idx ON players (province_code, number);
CREATE INDEX players_club_id_number_idx ON players (club_id, number);
