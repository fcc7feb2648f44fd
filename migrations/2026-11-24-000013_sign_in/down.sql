DROP INDEX sessions_started_at_idx;
ALTER TABLE sessions DROP COLUMN network;
DROP TABLE recovery_codes;
DROP TABLE second_factors;
DROP TABLE password_codes;
ALTER TABLE accounts DROP COLUMN deactivated_at;
-- Whoever has no password has one that nothing matches.
ALTER TABLE accounts ADD COLUMN password_hash TEXT NOT NULL DEFAULT '';
UPDATE accounts SET password_hash = (SELECT hash FROM passwords WHERE account_id = id)
    WHERE id IN (SELECT account_id FROM passwords);
DROP TABLE passwords;
