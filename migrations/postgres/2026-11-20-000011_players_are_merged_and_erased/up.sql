-- Birth date and sex are empty of a person whose data was erased, and of nobody else.
ALTER TABLE players
    ALTER COLUMN birth_date DROP NOT NULL,
    ALTER COLUMN sex DROP NOT NULL,
    -- The province and the region are where the player lives today, as the latest residence says.
    ADD COLUMN region_code TEXT REFERENCES regions (code),
    -- The entry that stays, of two that were made for one person.
    ADD COLUMN merged_into_id UUID REFERENCES players (id),
    ADD COLUMN erased_at TIMESTAMPTZ,
    ADD CONSTRAINT players_erased_check CHECK ((erased_at IS NULL) = (birth_date IS NOT NULL AND sex IS NOT NULL)),
    ADD CONSTRAINT players_merged_check CHECK (merged_into_id <> id);
CREATE INDEX players_merged_into_id_idx ON players (merged_into_id) WHERE merged_into_id IS NOT NULL;
-- Two entries with one name and one birth date may be one person.
CREATE INDEX players_name_key_birth_date_idx ON players (name_key, birth_date);
