-- Championships and friendly tournaments, from their announcement on.
CREATE TABLE tournaments (
    id {id} PRIMARY KEY,
    name TEXT NOT NULL,
    -- The name without case and accents: what a search looks in.
    name_key TEXT NOT NULL,
    level TEXT NOT NULL,
    -- Days, both included.
    starts_on {date} NOT NULL,
    ends_on {date} NOT NULL,
    -- The province that runs it.
    province_code TEXT NOT NULL REFERENCES provinces (code),
    venue TEXT NOT NULL,
    rule_set TEXT NOT NULL,
    system TEXT NOT NULL,
    rounds {number} NOT NULL,
    -- The side of the board in millimetres.
    board {number} NOT NULL,
    -- In so many first rounds club mates are not drawn against each other where that is possible.
    club_rounds {number} NOT NULL,
    bye_value TEXT NOT NULL,
    -- The only division that may enter; everyone if absent.
    division TEXT,
    -- How many games a match has.
    games {number} NOT NULL,
    state TEXT NOT NULL,
    -- Why it was cancelled.
    reason TEXT,
    -- Why it ended before its last round.
    ended_because TEXT,
    created_at {instant} NOT NULL,
    ratified_at {instant},
    CONSTRAINT tournaments_days_check CHECK (ends_on >= starts_on),
    CONSTRAINT tournaments_system_check CHECK (system IN ('modified_swiss', 'round_robin')),
    CONSTRAINT tournaments_bye_value_check CHECK (bye_value IN ('average', 'zero', 'half', 'full')),
    CONSTRAINT tournaments_state_check CHECK (state IN ('planned', 'open', 'running', 'finished', 'ratified', 'cancelled')),
    CONSTRAINT tournaments_reason_check CHECK ((state = 'cancelled') = (reason IS NOT NULL))
) {strict};
CREATE INDEX tournaments_starts_on_id_idx ON tournaments (starts_on, id);

-- Who plays.
CREATE TABLE entries (
    id {id} PRIMARY KEY,
    tournament_id {id} NOT NULL REFERENCES tournaments (id),
    player_id {id} NOT NULL REFERENCES players (id),
    -- The club that the player represents.
    club_id {id} NOT NULL REFERENCES clubs (id),
    -- The place in the starting order, 1 the best.
    seed {number} NOT NULL,
    -- The first round in which the player is drawn.
    first_round {number} NOT NULL,
    -- The team for which the player plays, if it is one of teams.
    team TEXT,
    -- The division in which the player was registered when entered.
    division TEXT,
    created_at {instant} NOT NULL,
    CONSTRAINT entries_tournament_id_player_id_key UNIQUE (tournament_id, player_id)
) {strict};
CREATE INDEX entries_player_id_idx ON entries (player_id);

-- Who umpires a tournament; one whose appointment has ended did so until then.
CREATE TABLE appointments (
    id {id} PRIMARY KEY,
    tournament_id {id} NOT NULL REFERENCES tournaments (id),
    player_id {id} NOT NULL REFERENCES players (id),
    created_at {instant} NOT NULL,
    ended_at {instant}
) {strict};
CREATE UNIQUE INDEX appointments_tournament_id_player_id_key ON appointments (tournament_id, player_id)
    WHERE ended_at IS NULL;
CREATE INDEX appointments_player_id_idx ON appointments (player_id);

-- From which round on an entered player sits out, and the last round that is missed; none until the player returns.
CREATE TABLE absences (
    entry_id {id} NOT NULL REFERENCES entries (id),
    first_round {number} NOT NULL,
    last_round {number},
    CONSTRAINT absences_pkey PRIMARY KEY (entry_id, first_round),
    CONSTRAINT absences_rounds_check CHECK (last_round >= first_round)
) {strict};

-- The rounds of a tournament: a draw that can be thrown away, then published for good, then closed.
CREATE TABLE rounds (
    id {id} PRIMARY KEY,
    tournament_id {id} NOT NULL REFERENCES tournaments (id),
    number {number} NOT NULL,
    state TEXT NOT NULL,
    -- Of everything on which the draw depends.
    digest TEXT NOT NULL,
    -- What the umpire ordered, as JSON; players by their places in the starting order.
    orders TEXT NOT NULL,
    -- The boards, the bye and the reasons, as JSON; players likewise.
    draw TEXT NOT NULL,
    drawn_at {instant} NOT NULL,
    published_at {instant},
    closed_at {instant},
    CONSTRAINT rounds_tournament_id_number_key UNIQUE (tournament_id, number),
    CONSTRAINT rounds_state_check CHECK (state IN ('drawn', 'published', 'closed')),
    CONSTRAINT rounds_published_check CHECK ((state = 'drawn') = (published_at IS NULL)),
    CONSTRAINT rounds_closed_check CHECK ((state = 'closed') = (closed_at IS NOT NULL))
) {strict};

-- Who meets whom in a published round.
CREATE TABLE matches (
    id {id} PRIMARY KEY,
    round_id {id} NOT NULL REFERENCES rounds (id),
    board {number} NOT NULL,
    -- The player who stood higher when the round was drawn, and the other.
    upper_entry_id {id} NOT NULL REFERENCES entries (id),
    lower_entry_id {id} NOT NULL REFERENCES entries (id),
    -- Who was drawn to start the first game.
    starter_entry_id {id} NOT NULL REFERENCES entries (id),
    CONSTRAINT matches_round_id_board_key UNIQUE (round_id, board),
    CONSTRAINT matches_players_check CHECK (upper_entry_id <> lower_entry_id),
    CONSTRAINT matches_starter_check CHECK (starter_entry_id IN (upper_entry_id, lower_entry_id))
) {strict};
CREATE INDEX matches_upper_entry_id_idx ON matches (upper_entry_id);
CREATE INDEX matches_lower_entry_id_idx ON matches (lower_entry_id);

-- Results as they were entered and corrected: the one with the highest version that was not undone counts.
CREATE TABLE results (
    match_id {id} NOT NULL REFERENCES matches (id),
    version {number} NOT NULL,
    -- Who started the first game.
    starter_entry_id {id} NOT NULL REFERENCES entries (id),
    -- What came of each game, and how it ended, as JSON.
    games TEXT NOT NULL,
    -- Why it was corrected.
    reason TEXT,
    entered_by {id} NOT NULL REFERENCES accounts (id),
    entered_at {instant} NOT NULL,
    confirmed_by {id} REFERENCES accounts (id),
    confirmed_at {instant},
    undone_at {instant},
    CONSTRAINT results_pkey PRIMARY KEY (match_id, version),
    CONSTRAINT results_confirmed_check CHECK ((confirmed_by IS NULL) = (confirmed_at IS NULL)),
    CONSTRAINT results_second_person_check CHECK (confirmed_by <> entered_by)
) {strict};

-- What was said against a match, and how an umpire ruled on it.
CREATE TABLE disputes (
    id {id} PRIMARY KEY,
    match_id {id} NOT NULL REFERENCES matches (id),
    reason TEXT NOT NULL,
    raised_by {id} NOT NULL REFERENCES accounts (id),
    raised_at {instant} NOT NULL,
    ruling TEXT,
    ruled_by {id} REFERENCES accounts (id),
    ruled_at {instant},
    CONSTRAINT disputes_ruled_check CHECK ((ruling IS NULL) = (ruled_at IS NULL) AND (ruling IS NULL) = (ruled_by IS NULL))
) {strict};
-- One at a time.
CREATE UNIQUE INDEX disputes_match_id_key ON disputes (match_id) WHERE ruled_at IS NULL;
CREATE INDEX disputes_match_id_idx ON disputes (match_id);

-- Rounds without an opponent: those that the draw gave, and those that a player asked for.
CREATE TABLE byes (
    id {id} PRIMARY KEY,
    entry_id {id} NOT NULL REFERENCES entries (id),
    round {number} NOT NULL,
    kind TEXT NOT NULL,
    value TEXT NOT NULL,
    created_at {instant} NOT NULL,
    CONSTRAINT byes_entry_id_round_key UNIQUE (entry_id, round),
    CONSTRAINT byes_kind_check CHECK (kind IN ('allocated', 'requested')),
    CONSTRAINT byes_value_check CHECK (value IN ('average', 'zero', 'half', 'full'))
) {strict};

-- Which boards a tournament of a level may be played on, from which day until which. Both are marked with the notation from
-- the top left corner; counters are of PVC or nylon.
CREATE TABLE equipment_specifications (
    level TEXT NOT NULL,
    -- The side of the board in millimetres.
    board {number} NOT NULL,
    -- The largest diameter of a junction in millimetres.
    junction {number} NOT NULL,
    valid_from {date} NOT NULL,
    valid_until {date},
    CONSTRAINT equipment_specifications_pkey PRIMARY KEY (level, board, valid_from),
    CONSTRAINT equipment_specifications_term_check CHECK (valid_until >= valid_from)
) {strict};

INSERT INTO equipment_specifications (level, board, junction, valid_from) VALUES
    ('friendly', 490, 25, '2000-01-01'), ('friendly', 305, 9, '2000-01-01'),
    ('club', 490, 25, '2000-01-01'), ('club', 305, 9, '2000-01-01'),
    ('school', 490, 25, '2000-01-01'), ('school', 305, 9, '2000-01-01'),
    ('student', 490, 25, '2000-01-01'), ('regional', 490, 25, '2000-01-01'),
    ('provincial', 490, 25, '2000-01-01'), ('national', 490, 25, '2000-01-01'),
    ('continental', 490, 25, '2000-01-01'), ('world', 490, 25, '2000-01-01');

-- What an umpire has found the boards and counters of a tournament to be; the last counts.
CREATE TABLE equipment_confirmations (
    id {id} PRIMARY KEY,
    tournament_id {id} NOT NULL REFERENCES tournaments (id),
    board {number} NOT NULL,
    junction {number} NOT NULL,
    counters TEXT NOT NULL,
    -- Whether the notation is marked from the top left corner.
    marked {number} NOT NULL,
    confirmed_by {id} NOT NULL REFERENCES accounts (id),
    confirmed_at {instant} NOT NULL,
    CONSTRAINT equipment_confirmations_counters_check CHECK (counters IN ('pvc', 'nylon', 'other')),
    CONSTRAINT equipment_confirmations_marked_check CHECK (marked IN (0, 1))
) {strict};
CREATE INDEX equipment_confirmations_tournament_id_idx ON equipment_confirmations (tournament_id, confirmed_at);

-- What records say of single games of a match: its result is whole once all are there, and does not contradict them.
CREATE TABLE recorded_games (
    match_id {id} NOT NULL REFERENCES matches (id),
    number {number} NOT NULL,
    starter_entry_id {id} NOT NULL REFERENCES entries (id),
    -- None if the record does not say how the game ended.
    result TEXT,
    ended TEXT,
    CONSTRAINT recorded_games_pkey PRIMARY KEY (match_id, number),
    CONSTRAINT recorded_games_result_check CHECK (result IN ('first', 'second', 'drawn')),
    CONSTRAINT recorded_games_ended_check CHECK (ended IN ('played', 'forfeit', 'adjudicated') AND (ended IS NULL) = (result IS NULL))
) {strict};

-- An entry that was handed over when two entries of the register turned out to be one person: under whom it stood until then.
-- So what was counted before can be counted again.
CREATE TABLE handovers (
    entry_id {id} NOT NULL REFERENCES entries (id),
    player_id {id} NOT NULL REFERENCES players (id),
    until {instant} NOT NULL,
    CONSTRAINT handovers_pkey PRIMARY KEY (entry_id, player_id)
) {strict};
