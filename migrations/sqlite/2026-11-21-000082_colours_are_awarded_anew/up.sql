-- What was superseded does not stand in the way of another award, as little as what was refused or revoked.
DROP INDEX colours_player_id_level_division_year_key;
CREATE UNIQUE INDEX colours_player_id_level_division_year_key
    ON colours (player_id, level, division, year) WHERE ended_at IS NULL;
