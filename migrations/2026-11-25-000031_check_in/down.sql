ALTER TABLE tournaments DROP COLUMN entries_close_on;
ALTER TABLE entries DROP COLUMN checked_in_at;
