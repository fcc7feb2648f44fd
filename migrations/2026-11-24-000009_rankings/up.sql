-- Lists of players by what they have done: published for a day, and never changed. A correction is another list, which says
-- what it replaces.
CREATE TABLE rankings (
    id {id} PRIMARY KEY,
    method TEXT NOT NULL,
    version {number} NOT NULL,
    -- How many months back the events lie.
    months {number} NOT NULL,
    -- The day for which it is, and the first day of its window.
    ends_on {date} NOT NULL,
    begins_on {date} NOT NULL,
    published_at {instant} NOT NULL,
    published_by {id} NOT NULL REFERENCES accounts (id),
    -- The list of the method that was the last before this one.
    previous_id {id} REFERENCES rankings (id),
    replaces_id {id} REFERENCES rankings (id),
    -- Why it replaces the other.
    reason TEXT,
    -- How many players have a place.
    players {number} NOT NULL,
    CONSTRAINT rankings_replaces_id_key UNIQUE (replaces_id),
    CONSTRAINT rankings_method_check CHECK (method IN ('game-points', 'super-league', 'glicko-2')),
    CONSTRAINT rankings_window_check CHECK (begins_on <= ends_on),
    CONSTRAINT rankings_reason_check CHECK ((replaces_id IS NULL) = (reason IS NULL))
) {strict};
-- The first of a chain; those that correct it say which they replace.
CREATE UNIQUE INDEX rankings_method_ends_on_key ON rankings (method, ends_on) WHERE replaces_id IS NULL;
CREATE INDEX rankings_ends_on_idx ON rankings (ends_on, id);

-- Who has which place, with what the register said of them on the day. Names are not kept here: they are read when they are
-- shown.
CREATE TABLE ranking_rows (
    ranking_id {id} NOT NULL REFERENCES rankings (id),
    player_id {id} NOT NULL REFERENCES players (id),
    -- The row's number in the list, from 1.
    ordinal {number} NOT NULL,
    rank {number} NOT NULL,
    -- Whether others have the same place.
    shared {number} NOT NULL,
    -- In hundredths; so is the deviation of a rating.
    figure {number} NOT NULL,
    deviation {number},
    province_code TEXT NOT NULL REFERENCES provinces (code),
    club_id {id} NOT NULL REFERENCES clubs (id),
    division TEXT,
    -- None once the person's data is erased.
    sex TEXT,
    -- The place in the list before this one.
    previous_rank {number},
    -- What the figure is the sum of, as JSON.
    contributions TEXT NOT NULL,
    CONSTRAINT ranking_rows_pkey PRIMARY KEY (ranking_id, player_id),
    CONSTRAINT ranking_rows_ranking_id_ordinal_key UNIQUE (ranking_id, ordinal),
    CONSTRAINT ranking_rows_shared_check CHECK (shared IN (0, 1)),
    CONSTRAINT ranking_rows_division_check CHECK (division IN ('senior', 'student', 'high_school', 'primary_school')),
    CONSTRAINT ranking_rows_sex_check CHECK (sex IN ('female', 'male'))
) {strict};
CREATE INDEX ranking_rows_player_id_idx ON ranking_rows (player_id);
