-- Why a bar was taken back; private.
ALTER TABLE pairing_bars ADD COLUMN withdrawn_because TEXT;
-- The disciplinary register: players who are not entered, accredited or awarded colours.
CREATE TABLE suspensions (
    id {id} PRIMARY KEY,
    player_id {id} NOT NULL REFERENCES players (id),
    -- Days, both included; without a last one it is open.
    begins_on {date} NOT NULL,
    ends_on {date},
    -- Private, and none once the person's data was erased.
    reason TEXT,
    recorded_by {id} NOT NULL REFERENCES accounts (id),
    created_at {instant} NOT NULL,
    -- The day from which it no longer holds, and why.
    lifted_on {date},
    lifted_because TEXT,
    CONSTRAINT suspensions_term_check CHECK (ends_on >= begins_on),
    CONSTRAINT suspensions_lifted_check CHECK (lifted_on >= begins_on)
) {strict};
CREATE INDEX suspensions_player_id_idx ON suspensions (player_id);

-- Since when a tournament takes entries; of those that were opened before this was kept, since they were announced.
ALTER TABLE tournaments ADD COLUMN opened_at {instant};
UPDATE tournaments SET opened_at = created_at WHERE state IN ('open', 'running', 'finished', 'ratified');
