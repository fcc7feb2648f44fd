DROP INDEX players_club_id_sort_key_number_idx;
DROP INDEX players_sort_key_number_idx;
ALTER TABLE players DROP COLUMN sort_key;
