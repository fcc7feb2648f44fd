-- A game may be one of a match; what it was before it was corrected is kept; it is found by the positions that occurred.
ALTER TABLE games
    -- A short name for the rows of positions.
    ADD COLUMN serial BIGINT,
    -- The match, its tournament, and the number of the game in it; none of a friendly game.
    ADD COLUMN match_id UUID REFERENCES matches (id),
    ADD COLUMN tournament_id UUID REFERENCES tournaments (id),
    ADD COLUMN number BIGINT,
    ADD COLUMN plies BIGINT,
    -- A digest of who played what and when: the same game is not kept twice.
    ADD COLUMN digest TEXT,
    ADD COLUMN version BIGINT NOT NULL DEFAULT 1,
    ADD COLUMN withdrawn_at TIMESTAMPTZ;
UPDATE games SET
    serial = numbered.serial,
    plies = length(games.turns) - length(replace(games.turns, ' ', '')) + 1,
    digest = games.id::text
FROM (SELECT id, row_number() OVER (ORDER BY id) AS serial FROM games) AS numbered WHERE numbered.id = games.id;
ALTER TABLE games
    ALTER COLUMN serial SET NOT NULL,
    ALTER COLUMN plies SET NOT NULL,
    ALTER COLUMN digest SET NOT NULL,
    ALTER COLUMN version DROP DEFAULT,
    ADD CONSTRAINT games_serial_key UNIQUE (serial),
    ADD CONSTRAINT games_match_check CHECK ((match_id IS NULL) = (number IS NULL) AND (match_id IS NULL) = (tournament_id IS NULL));
CREATE INDEX games_tournament_id_idx ON games (tournament_id, played_on, id);
CREATE UNIQUE INDEX games_digest_key ON games (digest) WHERE withdrawn_at IS NULL;
CREATE UNIQUE INDEX games_match_id_number_key ON games (match_id, number) WHERE withdrawn_at IS NULL;

-- What was on record of a game until it was corrected or withdrawn.
CREATE TABLE game_versions (
    game_id UUID NOT NULL REFERENCES games (id),
    version BIGINT NOT NULL,
    rule_set TEXT NOT NULL,
    first_player_id UUID NOT NULL REFERENCES players (id),
    second_player_id UUID NOT NULL REFERENCES players (id),
    played_on DATE NOT NULL,
    turns TEXT NOT NULL,
    result TEXT NOT NULL,
    termination TEXT NOT NULL,
    recorded_by UUID NOT NULL REFERENCES accounts (id),
    recorded_at TIMESTAMPTZ NOT NULL,
    reason TEXT NOT NULL,
    ended_by UUID NOT NULL REFERENCES accounts (id),
    ended_at TIMESTAMPTZ NOT NULL,
    CONSTRAINT game_versions_pkey PRIMARY KEY (game_id, version)
);

-- Every position of every game that holds, the first time that it came: by the class of the position, the game's serial.
CREATE TABLE positions (
    class BIGINT NOT NULL,
    game BIGINT NOT NULL,
    -- The class of the position after it, 0 if the game ended there.
    next BIGINT NOT NULL,
    CONSTRAINT positions_pkey PRIMARY KEY (class, game)
);

-- How many games went on from a position of the first placements to a next one, by result: those have too many games to be
-- counted whenever they are asked for.
CREATE TABLE openings (
    class BIGINT NOT NULL,
    next BIGINT NOT NULL,
    result TEXT NOT NULL,
    games BIGINT NOT NULL,
    CONSTRAINT openings_pkey PRIMARY KEY (class, next, result)
);

-- What records say of single games of a match: its result is whole once all are there, and does not contradict them.
CREATE TABLE recorded_games (
    match_id UUID NOT NULL REFERENCES matches (id),
    number BIGINT NOT NULL,
    starter_entry_id UUID NOT NULL REFERENCES entries (id),
    -- None if the record does not say how the game ended.
    result TEXT,
    ended TEXT,
    CONSTRAINT recorded_games_pkey PRIMARY KEY (match_id, number),
    CONSTRAINT recorded_games_result_check CHECK (result IN ('first', 'second', 'drawn')),
    CONSTRAINT recorded_games_ended_check CHECK (ended IN ('played', 'forfeit', 'adjudicated') AND (ended IS NULL) = (result IS NULL))
);
