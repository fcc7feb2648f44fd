CREATE TABLE games (
    id TEXT PRIMARY KEY,
    rule_set TEXT NOT NULL,
    first_player_id TEXT NOT NULL REFERENCES players (id),
    second_player_id TEXT NOT NULL REFERENCES players (id),
    played_on TEXT NOT NULL,
    -- Canonical notation, a blank between turns. Only what the rules have replayed is stored.
    turns TEXT NOT NULL,
    result TEXT NOT NULL,
    termination TEXT NOT NULL,
    recorded_by TEXT NOT NULL REFERENCES accounts (id),
    recorded_at TEXT NOT NULL,
    CONSTRAINT games_players_check CHECK (first_player_id <> second_player_id),
    CONSTRAINT games_result_check CHECK (result IN ('first', 'second', 'drawn', 'unfinished'))
) STRICT;
CREATE INDEX games_played_on_id_idx ON games (played_on, id);
CREATE INDEX games_first_player_id_idx ON games (first_player_id, played_on, id);
CREATE INDEX games_second_player_id_idx ON games (second_player_id, played_on, id);
