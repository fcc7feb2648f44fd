-- Which boards a tournament of a level may be played on, from which day until which. Both are marked with the notation from
-- the top left corner; counters are of PVC or nylon.
CREATE TABLE equipment_specifications (
    level TEXT NOT NULL,
    -- The side of the board in millimetres.
    board INTEGER NOT NULL,
    -- The largest diameter of a junction in millimetres.
    junction INTEGER NOT NULL,
    valid_from TEXT NOT NULL,
    valid_until TEXT,
    CONSTRAINT equipment_specifications_pkey PRIMARY KEY (level, board, valid_from),
    CONSTRAINT equipment_specifications_term_check CHECK (valid_until >= valid_from)
) STRICT;
INSERT INTO equipment_specifications (level, board, junction, valid_from) VALUES
    ('friendly', 490, 25, '2000-01-01'), ('friendly', 305, 9, '2000-01-01'),
    ('club', 490, 25, '2000-01-01'), ('club', 305, 9, '2000-01-01'),
    ('school', 490, 25, '2000-01-01'), ('school', 305, 9, '2000-01-01'),
    ('student', 490, 25, '2000-01-01'), ('regional', 490, 25, '2000-01-01'),
    ('provincial', 490, 25, '2000-01-01'), ('national', 490, 25, '2000-01-01'),
    ('continental', 490, 25, '2000-01-01'), ('world', 490, 25, '2000-01-01');

-- What an umpire has found the boards and counters of a tournament to be; the last counts.
CREATE TABLE equipment_confirmations (
    id TEXT PRIMARY KEY,
    tournament_id TEXT NOT NULL REFERENCES tournaments (id),
    board INTEGER NOT NULL,
    junction INTEGER NOT NULL,
    counters TEXT NOT NULL,
    -- Whether the notation is marked from the top left corner.
    marked INTEGER NOT NULL,
    confirmed_by TEXT NOT NULL REFERENCES accounts (id),
    confirmed_at TEXT NOT NULL,
    CONSTRAINT equipment_confirmations_counters_check CHECK (counters IN ('pvc', 'nylon', 'other')),
    CONSTRAINT equipment_confirmations_marked_check CHECK (marked IN (0, 1))
) STRICT;
CREATE INDEX equipment_confirmations_tournament_id_idx ON equipment_confirmations (tournament_id, confirmed_at);
