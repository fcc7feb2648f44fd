-- Birth date and sex are empty of a person whose data was erased, and of nobody else.
CREATE TABLE players_anew (
    id TEXT PRIMARY KEY,
    -- The middle part of the printed number; the check character follows from it.
    number INTEGER NOT NULL,
    family_name TEXT NOT NULL,
    given_names TEXT NOT NULL,
    -- Both names without case and accents, a blank before each word: what a search looks in.
    name_key TEXT NOT NULL,
    birth_date TEXT,
    sex TEXT,
    -- Where the player lives today, as the latest residence says.
    province_code TEXT NOT NULL REFERENCES provinces (code),
    region_code TEXT REFERENCES regions (code),
    -- The member club.
    club_id TEXT NOT NULL REFERENCES clubs (id),
    created_at TEXT NOT NULL,
    -- The entry that stays, of two that were made for one person.
    merged_into_id TEXT REFERENCES players (id),
    erased_at TEXT,
    CONSTRAINT players_number_key UNIQUE (number),
    CONSTRAINT players_number_check CHECK (number BETWEEN 1 AND 9999999),
    CONSTRAINT players_sex_check CHECK (sex IN ('female', 'male')),
    CONSTRAINT players_erased_check CHECK ((erased_at IS NULL) = (birth_date IS NOT NULL AND sex IS NOT NULL)),
    CONSTRAINT players_merged_check CHECK (merged_into_id <> id)
) STRICT;
INSERT INTO players_anew (id, number, family_name, given_names, name_key, birth_date, sex, province_code, club_id, created_at)
    SELECT id, number, family_name, given_names, name_key, birth_date, sex, province_code, club_id, created_at FROM players;
DROP TABLE players;
ALTER TABLE players_anew RENAME TO players;
CREATE INDEX players_province_code_number_idx ON players (province_code, number);
CREATE INDEX players_club_id_number_idx ON players (club_id, number);
CREATE INDEX players_merged_into_id_idx ON players (merged_into_id) WHERE merged_into_id IS NOT NULL;
-- Two entries with one name and one birth date may be one person.
CREATE INDEX players_name_key_birth_date_idx ON players (name_key, birth_date);
