DROP TABLE game_lengths;
DROP TABLE game_endings;
CREATE TABLE sums (
    class {number} NOT NULL,
    next {number} NOT NULL,
    result TEXT NOT NULL,
    part {number} NOT NULL,
    games {number} NOT NULL,
    CONSTRAINT openings_part_pkey PRIMARY KEY (class, next, result, part)
) {clustered};
INSERT INTO sums (class, next, result, part, games) SELECT class, next, result, 0, games FROM openings;
DROP TABLE openings;
ALTER TABLE sums RENAME TO openings;
CREATE INDEX openings_part_idx ON openings (part) WHERE part <> 0;
DROP TABLE projections;
DROP TABLE games_to_project;
