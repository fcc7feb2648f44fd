-- An entry that was handed over when two entries of the register turned out to be one person: under whom it stood until then.
-- So what was counted before can be counted again.
CREATE TABLE handovers (
    entry_id UUID NOT NULL REFERENCES entries (id),
    player_id UUID NOT NULL REFERENCES players (id),
    until TIMESTAMPTZ NOT NULL,
    CONSTRAINT handovers_pkey PRIMARY KEY (entry_id, player_id)
);
