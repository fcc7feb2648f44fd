-- Records of games: friendly ones, and those of matches.
CREATE TABLE games (
    id {id} PRIMARY KEY,
    -- A short name for the rows of positions.
    serial {number} NOT NULL,
    rule_set TEXT NOT NULL,
    first_player_id {id} NOT NULL REFERENCES players (id),
    second_player_id {id} NOT NULL REFERENCES players (id),
    played_on {date} NOT NULL,
    -- The match, its tournament, and the number of the game in it; none of a friendly game.
    match_id {id} REFERENCES matches (id),
    tournament_id {id} REFERENCES tournaments (id),
    number {number},
    -- Canonical notation, a blank between turns. Only what the rules have replayed is stored.
    turns TEXT NOT NULL,
    plies {number} NOT NULL,
    result TEXT NOT NULL,
    termination TEXT NOT NULL,
    recorded_by {id} NOT NULL REFERENCES accounts (id),
    recorded_at {instant} NOT NULL,
    -- A digest of who played what and when: the same game is not kept twice.
    digest TEXT NOT NULL,
    version {number} NOT NULL,
    withdrawn_at {instant},
    CONSTRAINT games_serial_key UNIQUE (serial),
    CONSTRAINT games_players_check CHECK (first_player_id <> second_player_id),
    CONSTRAINT games_result_check CHECK (result IN ('first', 'second', 'drawn', 'unfinished')),
    CONSTRAINT games_match_check CHECK ((match_id IS NULL) = (number IS NULL) AND (match_id IS NULL) = (tournament_id IS NULL))
) {strict};
CREATE INDEX games_played_on_id_idx ON games (played_on, id);
CREATE INDEX games_first_player_id_idx ON games (first_player_id, played_on, id);
CREATE INDEX games_second_player_id_idx ON games (second_player_id, played_on, id);
CREATE INDEX games_tournament_id_idx ON games (tournament_id, played_on, id);
CREATE UNIQUE INDEX games_digest_key ON games (digest) WHERE withdrawn_at IS NULL;
CREATE UNIQUE INDEX games_match_id_number_key ON games (match_id, number) WHERE withdrawn_at IS NULL;

-- What was on record of a game until it was corrected or withdrawn.
CREATE TABLE game_versions (
    game_id {id} NOT NULL REFERENCES games (id),
    version {number} NOT NULL,
    rule_set TEXT NOT NULL,
    first_player_id {id} NOT NULL REFERENCES players (id),
    second_player_id {id} NOT NULL REFERENCES players (id),
    played_on {date} NOT NULL,
    turns TEXT NOT NULL,
    result TEXT NOT NULL,
    termination TEXT NOT NULL,
    recorded_by {id} NOT NULL REFERENCES accounts (id),
    recorded_at {instant} NOT NULL,
    reason TEXT NOT NULL,
    ended_by {id} NOT NULL REFERENCES accounts (id),
    ended_at {instant} NOT NULL,
    CONSTRAINT game_versions_pkey PRIMARY KEY (game_id, version)
) {strict};

-- Every position of every game that holds, the first time that it came: by the class of the position, the game's serial.
CREATE TABLE positions (
    class {number} NOT NULL,
    game {number} NOT NULL,
    -- The class of the position after it, 0 if the game ended there.
    next {number} NOT NULL,
    CONSTRAINT positions_pkey PRIMARY KEY (class, game)
) {clustered};

-- How many games went on from a position of the first placements to a next one, by result: those have too many games to be
-- counted whenever they are asked for.
CREATE TABLE openings (
    class {number} NOT NULL,
    next {number} NOT NULL,
    result TEXT NOT NULL,
    games {number} NOT NULL,
    CONSTRAINT openings_pkey PRIMARY KEY (class, next, result)
) {clustered};
