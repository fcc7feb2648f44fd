ALTER TABLE tournaments DROP COLUMN changed_at;
