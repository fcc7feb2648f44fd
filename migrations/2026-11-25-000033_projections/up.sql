-- Projections of games: their positions, the openings, and how they ended. They follow what is recorded, off its path.

-- The games of which the projections are not as they stand: at most one row of each.
CREATE TABLE games_to_project (
    -- The serial of the game.
    game {number} PRIMARY KEY,
    -- The version that the projections tell of; 0 if none.
    projected {number} NOT NULL,
    -- The version that they are to tell of; 0 if none, since the game was withdrawn.
    version {number} NOT NULL
) {strict};

-- How far they have come: one row.
CREATE TABLE projections (
    id {number} PRIMARY KEY,
    -- Grows with each step: of two who go on from one number, one is refused.
    steps {number} NOT NULL,
    -- The instance that does it, and until when others leave it to that one.
    holder {id},
    held_until {instant},
    CONSTRAINT projections_check CHECK (id = 1)
) {strict};
INSERT INTO projections (id, steps) VALUES (1, 0);

-- What a game adds to the counts of the openings does not stand by itself any more: one writes them, for all.
CREATE TABLE sums (
    class {number} NOT NULL,
    next {number} NOT NULL,
    result TEXT NOT NULL,
    games {number} NOT NULL,
    CONSTRAINT openings_pkey PRIMARY KEY (class, next, result)
) {clustered};
INSERT INTO sums (class, next, result, games)
    SELECT class, next, result, CAST(SUM(games) AS {number}) FROM openings GROUP BY class, next, result
    HAVING SUM(games) <> 0;
DROP TABLE openings;
ALTER TABLE sums RENAME TO openings;

-- The numbers of games that hold, by how they ended.
CREATE TABLE game_endings (
    -- The month in which they were played, counted from the year 0; 0 for all months.
    month {number} NOT NULL,
    -- Their rules, and the level of their tournament, empty of friendly games; both empty for all games.
    rule_set TEXT NOT NULL,
    level TEXT NOT NULL,
    result TEXT NOT NULL,
    termination TEXT NOT NULL,
    games {number} NOT NULL,
    CONSTRAINT game_endings_pkey PRIMARY KEY (month, rule_set, level, result, termination)
) {clustered};
INSERT INTO game_endings (month, rule_set, level, result, termination, games)
    SELECT month, rule_set, level, result, termination, COUNT(*) FROM (
        SELECT 12 * CAST(substr(CAST(played_on AS TEXT), 1, 4) AS {number})
                + CAST(substr(CAST(played_on AS TEXT), 6, 2) AS {number}) AS month,
            games.rule_set AS rule_set, COALESCE(tournaments.level, '') AS level, result, termination
        FROM games LEFT JOIN tournaments ON tournaments.id = tournament_id WHERE withdrawn_at IS NULL
    ) AS ended GROUP BY month, rule_set, level, result, termination;
INSERT INTO game_endings (month, rule_set, level, result, termination, games)
    SELECT 0, rule_set, level, result, termination, CAST(SUM(games) AS {number}) FROM game_endings
    GROUP BY rule_set, level, result, termination;
INSERT INTO game_endings (month, rule_set, level, result, termination, games)
    SELECT month, '', '', result, termination, CAST(SUM(games) AS {number}) FROM game_endings
    GROUP BY month, result, termination;

-- The same by their number of turns.
CREATE TABLE game_lengths (
    month {number} NOT NULL,
    rule_set TEXT NOT NULL,
    level TEXT NOT NULL,
    plies {number} NOT NULL,
    games {number} NOT NULL,
    CONSTRAINT game_lengths_pkey PRIMARY KEY (month, rule_set, level, plies)
) {clustered};
INSERT INTO game_lengths (month, rule_set, level, plies, games)
    SELECT month, rule_set, level, plies, COUNT(*) FROM (
        SELECT 12 * CAST(substr(CAST(played_on AS TEXT), 1, 4) AS {number})
                + CAST(substr(CAST(played_on AS TEXT), 6, 2) AS {number}) AS month,
            games.rule_set AS rule_set, COALESCE(tournaments.level, '') AS level, plies
        FROM games LEFT JOIN tournaments ON tournaments.id = tournament_id WHERE withdrawn_at IS NULL
    ) AS ended GROUP BY month, rule_set, level, plies;
INSERT INTO game_lengths (month, rule_set, level, plies, games)
    SELECT 0, rule_set, level, plies, CAST(SUM(games) AS {number}) FROM game_lengths GROUP BY rule_set, level, plies;
INSERT INTO game_lengths (month, rule_set, level, plies, games)
    SELECT month, '', '', plies, CAST(SUM(games) AS {number}) FROM game_lengths GROUP BY month, plies;
