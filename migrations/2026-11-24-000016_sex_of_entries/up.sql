-- The player's sex as it was when the tournament was ratified, or when the person's data was erased: by it the ladies'
-- awards stay as they were given.
ALTER TABLE entries ADD COLUMN sex TEXT CONSTRAINT entries_sex_check CHECK (sex IN ('female', 'male'));
