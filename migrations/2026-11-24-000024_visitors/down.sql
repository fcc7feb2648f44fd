-- The schema before has no place for visitors: this fails while one is on record.
ALTER TABLE game_versions DROP CONSTRAINT game_versions_sides_check;
ALTER TABLE game_versions DROP COLUMN second_entry_id;
ALTER TABLE game_versions DROP COLUMN first_entry_id;
ALTER TABLE game_versions ALTER COLUMN second_player_id SET NOT NULL;
ALTER TABLE game_versions ALTER COLUMN first_player_id SET NOT NULL;
ALTER TABLE games DROP CONSTRAINT games_sides_check;
ALTER TABLE games DROP COLUMN second_entry_id;
ALTER TABLE games DROP COLUMN first_entry_id;
ALTER TABLE games ALTER COLUMN second_player_id SET NOT NULL;
ALTER TABLE games ALTER COLUMN first_player_id SET NOT NULL;
DROP TABLE visitors;
ALTER TABLE entries DROP CONSTRAINT entries_club_check;
ALTER TABLE entries ALTER COLUMN club_id SET NOT NULL;
ALTER TABLE entries ALTER COLUMN player_id SET NOT NULL;
ALTER TABLE tournaments DROP COLUMN country;
