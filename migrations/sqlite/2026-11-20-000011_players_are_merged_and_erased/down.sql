CREATE TABLE players_before (
    id TEXT PRIMARY KEY,
    number INTEGER NOT NULL,
    family_name TEXT NOT NULL,
    given_names TEXT NOT NULL,
    name_key TEXT NOT NULL,
    birth_date TEXT NOT NULL,
    sex TEXT NOT NULL,
    province_code TEXT NOT NULL REFERENCES provinces (code),
    club_id TEXT NOT NULL REFERENCES clubs (id),
    created_at TEXT NOT NULL,
    CONSTRAINT players_number_key UNIQUE (number),
    CONSTRAINT players_number_check CHECK (number BETWEEN 1 AND 9999999),
    CONSTRAINT players_sex_check CHECK (sex IN ('female', 'male'))
) STRICT;
INSERT INTO players_before (id, number, family_name, given_names, name_key, birth_date, sex, province_code, club_id, created_at)
    SELECT id, number, family_name, given_names, name_key, COALESCE(birth_date, '1900-01-01'), COALESCE(sex, 'female'), province_code, club_id, created_at FROM players;
DROP TABLE players;
ALTER TABLE players_before RENAME TO players;
CREATE INDEX players_province_code_number_idx ON players (province_code, number);
CREATE INDEX players_club_id_number_idx ON players (club_id, number);
