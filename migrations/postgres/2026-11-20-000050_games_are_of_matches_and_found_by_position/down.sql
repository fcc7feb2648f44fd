DROP TABLE recorded_games;
DROP TABLE openings;
DROP TABLE positions;
DROP TABLE game_versions;
DELETE FROM games WHERE withdrawn_at IS NOT NULL;
ALTER TABLE games
    DROP COLUMN serial,
    DROP COLUMN match_id,
    DROP COLUMN tournament_id,
    DROP COLUMN number,
    DROP COLUMN plies,
    DROP COLUMN digest,
    DROP COLUMN version,
    DROP COLUMN withdrawn_at;
