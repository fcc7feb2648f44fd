DROP TABLE appeals;
ALTER TABLE disputes DROP COLUMN player_id;
DROP TABLE consent_wordings;
DROP TABLE player_accounts;
