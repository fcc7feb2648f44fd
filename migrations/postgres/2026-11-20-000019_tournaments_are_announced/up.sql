CREATE TABLE tournaments (
    id UUID PRIMARY KEY,
    name TEXT NOT NULL,
    -- The name without case and accents: what a search looks in.
    name_key TEXT NOT NULL,
    level TEXT NOT NULL,
    -- Days, both included.
    starts_on DATE NOT NULL,
    ends_on DATE NOT NULL,
    -- The province that runs it.
    province_code TEXT NOT NULL REFERENCES provinces (code),
    venue TEXT NOT NULL,
    rule_set TEXT NOT NULL,
    system TEXT NOT NULL,
    rounds BIGINT NOT NULL,
    -- The side of the board in millimetres.
    board BIGINT NOT NULL,
    -- In so many first rounds club mates are not drawn against each other where that is possible.
    club_rounds BIGINT NOT NULL,
    bye_value TEXT NOT NULL,
    -- The only division that may enter; everyone if absent.
    division TEXT,
    state TEXT NOT NULL,
    -- Why it was cancelled.
    reason TEXT,
    created_at TIMESTAMPTZ NOT NULL,
    CONSTRAINT tournaments_days_check CHECK (ends_on >= starts_on),
    CONSTRAINT tournaments_system_check CHECK (system IN ('modified_swiss', 'round_robin')),
    CONSTRAINT tournaments_bye_value_check CHECK (bye_value IN ('average', 'zero', 'half', 'full')),
    CONSTRAINT tournaments_state_check CHECK (state IN ('planned', 'open', 'running', 'finished', 'ratified', 'cancelled')),
    CONSTRAINT tournaments_reason_check CHECK ((state = 'cancelled') = (reason IS NOT NULL))
);
CREATE INDEX tournaments_starts_on_id_idx ON tournaments (starts_on, id);

-- Who plays.
CREATE TABLE entries (
    id UUID PRIMARY KEY,
    tournament_id UUID NOT NULL REFERENCES tournaments (id),
    player_id UUID NOT NULL REFERENCES players (id),
    -- The club that the player represents.
    club_id UUID NOT NULL REFERENCES clubs (id),
    -- The place in the starting order, 1 the best.
    seed BIGINT NOT NULL,
    -- The first round in which the player is drawn, and the last.
    first_round BIGINT NOT NULL,
    last_round BIGINT,
    created_at TIMESTAMPTZ NOT NULL,
    CONSTRAINT entries_tournament_id_player_id_key UNIQUE (tournament_id, player_id)
);
CREATE INDEX entries_player_id_idx ON entries (player_id);
