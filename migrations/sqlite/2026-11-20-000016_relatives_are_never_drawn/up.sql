-- Two players who are never drawn against each other. What they are to each other is private.
CREATE TABLE pairing_bars (
    id TEXT PRIMARY KEY,
    -- The smaller id of the two.
    player_id TEXT NOT NULL REFERENCES players (id),
    other_player_id TEXT NOT NULL REFERENCES players (id),
    relation TEXT NOT NULL,
    created_at TEXT NOT NULL,
    withdrawn_at TEXT,
    CONSTRAINT pairing_bars_players_check CHECK (player_id < other_player_id),
    CONSTRAINT pairing_bars_relation_check CHECK (relation IN ('partner', 'parent_and_child', 'siblings', 'declared'))
) STRICT;
CREATE UNIQUE INDEX pairing_bars_player_id_other_player_id_key ON pairing_bars (player_id, other_player_id)
    WHERE withdrawn_at IS NULL;
CREATE INDEX pairing_bars_player_id_idx ON pairing_bars (player_id);
CREATE INDEX pairing_bars_other_player_id_idx ON pairing_bars (other_player_id);
