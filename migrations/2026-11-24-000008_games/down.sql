DROP TABLE openings;
DROP TABLE positions;
DROP TABLE game_versions;
DROP TABLE games;
