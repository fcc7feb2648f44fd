-- Family name, then given names, without case and accents: what the list for those who look after players is sorted by. What
-- folds names is not SQL: the service fills it in for the players that there are, in the transaction of this migration.
ALTER TABLE players ADD COLUMN sort_key TEXT COLLATE "C" NOT NULL DEFAULT '';
CREATE INDEX players_sort_key_number_idx ON players (sort_key, number);
CREATE INDEX players_club_id_sort_key_number_idx ON players (club_id, sort_key, number);
