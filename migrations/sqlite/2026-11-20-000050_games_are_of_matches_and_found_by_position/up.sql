-- A game may be one of a match; what it was before it was corrected is kept; it is found by the positions that occurred.
CREATE TABLE games_anew (
    id TEXT PRIMARY KEY,
    -- A short name for the rows of positions.
    serial INTEGER NOT NULL,
    rule_set TEXT NOT NULL,
    first_player_id TEXT NOT NULL REFERENCES players (id),
    second_player_id TEXT NOT NULL REFERENCES players (id),
    played_on TEXT NOT NULL,
    -- The match, its tournament, and the number of the game in it; none of a friendly game.
    match_id TEXT REFERENCES matches (id),
    tournament_id TEXT REFERENCES tournaments (id),
    number INTEGER,
    -- Canonical notation, a blank between turns. Only what the rules have replayed is stored.
    turns TEXT NOT NULL,
    plies INTEGER NOT NULL,
    result TEXT NOT NULL,
    termination TEXT NOT NULL,
    recorded_by TEXT NOT NULL REFERENCES accounts (id),
    recorded_at TEXT NOT NULL,
    -- A digest of who played what and when: the same game is not kept twice.
    digest TEXT NOT NULL,
    version INTEGER NOT NULL,
    withdrawn_at TEXT,
    CONSTRAINT games_serial_key UNIQUE (serial),
    CONSTRAINT games_players_check CHECK (first_player_id <> second_player_id),
    CONSTRAINT games_result_check CHECK (result IN ('first', 'second', 'drawn', 'unfinished')),
    CONSTRAINT games_match_check CHECK ((match_id IS NULL) = (number IS NULL) AND (match_id IS NULL) = (tournament_id IS NULL))
) STRICT;
INSERT INTO games_anew
SELECT id, row_number() OVER (ORDER BY id), rule_set, first_player_id, second_player_id, played_on, NULL, NULL, NULL, turns,
    length(turns) - length(replace(turns, ' ', '')) + 1, result, termination, recorded_by, recorded_at, id, 1, NULL
FROM games;
DROP TABLE games;
ALTER TABLE games_anew RENAME TO games;
CREATE INDEX games_played_on_id_idx ON games (played_on, id);
CREATE INDEX games_first_player_id_idx ON games (first_player_id, played_on, id);
CREATE INDEX games_second_player_id_idx ON games (second_player_id, played_on, id);
CREATE INDEX games_tournament_id_idx ON games (tournament_id, played_on, id);
CREATE UNIQUE INDEX games_digest_key ON games (digest) WHERE withdrawn_at IS NULL;
CREATE UNIQUE INDEX games_match_id_number_key ON games (match_id, number) WHERE withdrawn_at IS NULL;

-- What was on record of a game until it was corrected or withdrawn.
CREATE TABLE game_versions (
    game_id TEXT NOT NULL REFERENCES games (id),
    version INTEGER NOT NULL,
    rule_set TEXT NOT NULL,
    first_player_id TEXT NOT NULL REFERENCES players (id),
    second_player_id TEXT NOT NULL REFERENCES players (id),
    played_on TEXT NOT NULL,
    turns TEXT NOT NULL,
    result TEXT NOT NULL,
    termination TEXT NOT NULL,
    recorded_by TEXT NOT NULL REFERENCES accounts (id),
    recorded_at TEXT NOT NULL,
    reason TEXT NOT NULL,
    ended_by TEXT NOT NULL REFERENCES accounts (id),
    ended_at TEXT NOT NULL,
    CONSTRAINT game_versions_pkey PRIMARY KEY (game_id, version)
) STRICT;

-- Every position of every game that holds, the first time that it came: by the class of the position, the game's serial.
CREATE TABLE positions (
    class INTEGER NOT NULL,
    game INTEGER NOT NULL,
    -- The class of the position after it, 0 if the game ended there.
    next INTEGER NOT NULL,
    CONSTRAINT positions_pkey PRIMARY KEY (class, game)
) STRICT, WITHOUT ROWID;

-- How many games went on from a position of the first placements to a next one, by result: those have too many games to be
-- counted whenever they are asked for.
CREATE TABLE openings (
    class INTEGER NOT NULL,
    next INTEGER NOT NULL,
    result TEXT NOT NULL,
    games INTEGER NOT NULL,
    CONSTRAINT openings_pkey PRIMARY KEY (class, next, result)
) STRICT, WITHOUT ROWID;

-- What records say of single games of a match: its result is whole once all are there, and does not contradict them.
CREATE TABLE recorded_games (
    match_id TEXT NOT NULL REFERENCES matches (id),
    number INTEGER NOT NULL,
    starter_entry_id TEXT NOT NULL REFERENCES entries (id),
    -- None if the record does not say how the game ended.
    result TEXT,
    ended TEXT,
    CONSTRAINT recorded_games_pkey PRIMARY KEY (match_id, number),
    CONSTRAINT recorded_games_result_check CHECK (result IN ('first', 'second', 'drawn')),
    CONSTRAINT recorded_games_ended_check CHECK (ended IN ('played', 'forfeit', 'adjudicated') AND (ended IS NULL) = (result IS NULL))
) STRICT;
