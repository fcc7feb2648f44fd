-- The number of members of a team whose points count; none if it is no championship of teams.
ALTER TABLE tournaments ADD COLUMN team_size {number};

-- The teams of a tournament.
CREATE TABLE teams (
    id {id} PRIMARY KEY,
    tournament_id {id} NOT NULL REFERENCES tournaments (id),
    name TEXT NOT NULL,
    -- The club or institution that all its members represent; none if they represent several.
    club_id {id} REFERENCES clubs (id),
    created_at {instant} NOT NULL,
    CONSTRAINT teams_tournament_id_name_key UNIQUE (tournament_id, name)
) {strict};

-- Who plays for a team, in the order of its boards from 1.
CREATE TABLE team_members (
    team_id {id} NOT NULL REFERENCES teams (id),
    board_order {number} NOT NULL,
    entry_id {id} NOT NULL REFERENCES entries (id),
    CONSTRAINT team_members_pkey PRIMARY KEY (team_id, board_order),
    CONSTRAINT team_members_entry_id_key UNIQUE (entry_id)
) {strict};

-- Until now an entry named its team. A team gets the id of the first entry that named it.
INSERT INTO teams (id, tournament_id, name, created_at)
    SELECT entries.id, entries.tournament_id, entries.team, entries.created_at FROM entries
    WHERE entries.team IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM entries AS before
        WHERE before.tournament_id = entries.tournament_id AND before.team = entries.team AND (
            before.seed < entries.seed OR (before.seed = entries.seed AND before.id < entries.id)
        )
    );
INSERT INTO team_members (team_id, board_order, entry_id)
    SELECT teams.id, row_number() OVER (PARTITION BY teams.id ORDER BY entries.seed, entries.id), entries.id
    FROM entries JOIN teams ON teams.tournament_id = entries.tournament_id AND teams.name = entries.team;
ALTER TABLE entries DROP COLUMN team;
