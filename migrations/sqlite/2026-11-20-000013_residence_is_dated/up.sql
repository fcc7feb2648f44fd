-- Where a player has lived, and since when. A mistake is mended by recording the day again.
CREATE TABLE residences (
    player_id TEXT NOT NULL REFERENCES players (id),
    since TEXT NOT NULL,
    province_code TEXT NOT NULL REFERENCES provinces (code),
    region_code TEXT REFERENCES regions (code),
    recorded_at TEXT NOT NULL,
    CONSTRAINT residences_pkey PRIMARY KEY (player_id, since)
) STRICT;
INSERT INTO residences (player_id, since, province_code, recorded_at)
    SELECT id, substr(created_at, 1, 10), province_code, created_at FROM players;
