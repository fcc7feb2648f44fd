-- Where a player has lived, and since when. A mistake is mended by recording the day again.
CREATE TABLE residences (
    player_id UUID NOT NULL REFERENCES players (id),
    since DATE NOT NULL,
    province_code TEXT NOT NULL REFERENCES provinces (code),
    region_code TEXT REFERENCES regions (code),
    recorded_at TIMESTAMPTZ NOT NULL,
    CONSTRAINT residences_pkey PRIMARY KEY (player_id, since)
);
INSERT INTO residences (player_id, since, province_code, recorded_at)
    SELECT id, (created_at AT TIME ZONE 'Africa/Johannesburg')::date, province_code, created_at FROM players;
