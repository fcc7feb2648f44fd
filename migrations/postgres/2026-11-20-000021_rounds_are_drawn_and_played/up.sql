ALTER TABLE tournaments ADD COLUMN games BIGINT NOT NULL DEFAULT 6;
-- Why it ended before its last round.
ALTER TABLE tournaments ADD COLUMN ended_because TEXT;
ALTER TABLE tournaments ADD COLUMN ratified_at TIMESTAMPTZ;

-- The team that the player represents beside the club, and the division in which the player is registered.
ALTER TABLE entries ADD COLUMN team TEXT;
ALTER TABLE entries ADD COLUMN division TEXT;

-- From which round on an entered player sits out, and the last round that is missed; none until the player returns.
CREATE TABLE absences (
    entry_id UUID NOT NULL REFERENCES entries (id),
    first_round BIGINT NOT NULL,
    last_round BIGINT,
    CONSTRAINT absences_pkey PRIMARY KEY (entry_id, first_round),
    CONSTRAINT absences_rounds_check CHECK (last_round >= first_round)
);
INSERT INTO absences (entry_id, first_round) SELECT id, 1 FROM entries WHERE last_round = 0;
ALTER TABLE entries DROP COLUMN last_round;

-- The rounds of a tournament: a draw that can be thrown away, then published for good, then closed.
CREATE TABLE rounds (
    id UUID PRIMARY KEY,
    tournament_id UUID NOT NULL REFERENCES tournaments (id),
    number BIGINT NOT NULL,
    state TEXT NOT NULL,
    -- Of everything on which the draw depends.
    digest TEXT NOT NULL,
    -- What the umpire ordered, as JSON; players by their places in the starting order.
    orders TEXT NOT NULL,
    -- The boards, the bye and the reasons, as JSON; players likewise.
    draw TEXT NOT NULL,
    drawn_at TIMESTAMPTZ NOT NULL,
    published_at TIMESTAMPTZ,
    closed_at TIMESTAMPTZ,
    CONSTRAINT rounds_tournament_id_number_key UNIQUE (tournament_id, number),
    CONSTRAINT rounds_state_check CHECK (state IN ('drawn', 'published', 'closed')),
    CONSTRAINT rounds_published_check CHECK ((state = 'drawn') = (published_at IS NULL)),
    CONSTRAINT rounds_closed_check CHECK ((state = 'closed') = (closed_at IS NOT NULL))
);

-- Who meets whom in a published round.
CREATE TABLE matches (
    id UUID PRIMARY KEY,
    round_id UUID NOT NULL REFERENCES rounds (id),
    board BIGINT NOT NULL,
    -- The player who stood higher when the round was drawn, and the other.
    upper_entry_id UUID NOT NULL REFERENCES entries (id),
    lower_entry_id UUID NOT NULL REFERENCES entries (id),
    -- Who was drawn to start the first game.
    starter_entry_id UUID NOT NULL REFERENCES entries (id),
    CONSTRAINT matches_round_id_board_key UNIQUE (round_id, board),
    CONSTRAINT matches_players_check CHECK (upper_entry_id <> lower_entry_id),
    CONSTRAINT matches_starter_check CHECK (starter_entry_id IN (upper_entry_id, lower_entry_id))
);
CREATE INDEX matches_upper_entry_id_idx ON matches (upper_entry_id);
CREATE INDEX matches_lower_entry_id_idx ON matches (lower_entry_id);

-- Results as they were entered and corrected: the one with the highest version that was not undone counts.
CREATE TABLE results (
    match_id UUID NOT NULL REFERENCES matches (id),
    version BIGINT NOT NULL,
    -- Who started the first game.
    starter_entry_id UUID NOT NULL REFERENCES entries (id),
    -- What came of each game, and how it ended, as JSON.
    games TEXT NOT NULL,
    -- Why it was corrected.
    reason TEXT,
    entered_by UUID NOT NULL REFERENCES accounts (id),
    entered_at TIMESTAMPTZ NOT NULL,
    confirmed_by UUID REFERENCES accounts (id),
    confirmed_at TIMESTAMPTZ,
    undone_at TIMESTAMPTZ,
    CONSTRAINT results_pkey PRIMARY KEY (match_id, version),
    CONSTRAINT results_confirmed_check CHECK ((confirmed_by IS NULL) = (confirmed_at IS NULL)),
    CONSTRAINT results_second_person_check CHECK (confirmed_by <> entered_by)
);

-- What was said against a match, and how an umpire ruled on it.
CREATE TABLE disputes (
    id UUID PRIMARY KEY,
    match_id UUID NOT NULL REFERENCES matches (id),
    reason TEXT NOT NULL,
    raised_by UUID NOT NULL REFERENCES accounts (id),
    raised_at TIMESTAMPTZ NOT NULL,
    ruling TEXT,
    ruled_by UUID REFERENCES accounts (id),
    ruled_at TIMESTAMPTZ,
    CONSTRAINT disputes_ruled_check CHECK ((ruling IS NULL) = (ruled_at IS NULL) AND (ruling IS NULL) = (ruled_by IS NULL))
);
-- One at a time.
CREATE UNIQUE INDEX disputes_match_id_key ON disputes (match_id) WHERE ruled_at IS NULL;
CREATE INDEX disputes_match_id_idx ON disputes (match_id);

-- Rounds without an opponent: those that the draw gave, and those that a player asked for.
CREATE TABLE byes (
    id UUID PRIMARY KEY,
    entry_id UUID NOT NULL REFERENCES entries (id),
    round BIGINT NOT NULL,
    kind TEXT NOT NULL,
    value TEXT NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    CONSTRAINT byes_entry_id_round_key UNIQUE (entry_id, round),
    CONSTRAINT byes_kind_check CHECK (kind IN ('allocated', 'requested')),
    CONSTRAINT byes_value_check CHECK (value IN ('average', 'zero', 'half', 'full'))
);
