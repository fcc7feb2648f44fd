-- Who umpires a tournament; one whose appointment has ended did so until then.
CREATE TABLE appointments (
    id TEXT PRIMARY KEY,
    tournament_id TEXT NOT NULL REFERENCES tournaments (id),
    player_id TEXT NOT NULL REFERENCES players (id),
    created_at TEXT NOT NULL,
    ended_at TEXT
) STRICT;
CREATE UNIQUE INDEX appointments_tournament_id_player_id_key ON appointments (tournament_id, player_id)
    WHERE ended_at IS NULL;
CREATE INDEX appointments_player_id_idx ON appointments (player_id);
