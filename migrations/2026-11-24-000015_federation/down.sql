DROP TABLE federation_changes;
ALTER TABLE tournaments DROP COLUMN readings;
ALTER TABLE colours_criteria ADD COLUMN awarding_bodies TEXT NOT NULL DEFAULT '{"regional": "Morabaraba federation, {province}",
    "provincial": "Morabaraba federation, {province}", "national_federation": "Morabaraba federation",
    "national": "Morabaraba federation"}';
