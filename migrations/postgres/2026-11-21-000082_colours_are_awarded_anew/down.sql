DROP INDEX colours_player_id_level_division_year_key;
CREATE UNIQUE INDEX colours_player_id_level_division_year_key
    ON colours (player_id, level, division, year) WHERE state NOT IN ('refused', 'revoked');
