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

-- What was recorded by mistake is taken back, with a reason, and counts no more: another can be recorded in its place.
CREATE TABLE new_affiliations (
    id {id} PRIMARY KEY,
    club_id {id} NOT NULL REFERENCES clubs (id),
    year {number} NOT NULL,
    -- The day on which the fee was paid.
    paid_on {date},
    created_at {instant} NOT NULL,
    withdrawn_at {instant},
    withdrawn_because TEXT,
    CONSTRAINT affiliations_withdrawn_check CHECK ((withdrawn_at IS NULL) = (withdrawn_because IS NULL))
) {strict};
INSERT INTO new_affiliations (id, club_id, year, paid_on, created_at)
    SELECT id, club_id, year, paid_on, created_at FROM affiliations;
DROP TABLE affiliations;
ALTER TABLE new_affiliations RENAME TO affiliations;
CREATE UNIQUE INDEX affiliations_club_id_year_key ON affiliations (club_id, year) WHERE withdrawn_at IS NULL;
CREATE INDEX affiliations_year_idx ON affiliations (year);

CREATE TABLE new_registrations (
    id {id} PRIMARY KEY,
    player_id {id} NOT NULL REFERENCES players (id),
    club_id {id} NOT NULL REFERENCES clubs (id),
    year {number} NOT NULL,
    basis TEXT NOT NULL,
    division TEXT NOT NULL,
    -- The day on which the fee was paid.
    paid_on {date},
    created_at {instant} NOT NULL,
    withdrawn_at {instant},
    -- None once the person's data was erased.
    withdrawn_because TEXT,
    CONSTRAINT registrations_basis_check CHECK (basis IN ('member', 'institution')),
    CONSTRAINT registrations_division_check
        CHECK (division IN ('senior', 'student', 'high_school', 'primary_school'))
) {strict};
INSERT INTO new_registrations (id, player_id, club_id, year, basis, division, paid_on, created_at)
    SELECT id, player_id, club_id, year, basis, division, paid_on, created_at FROM registrations;
DROP TABLE registrations;
ALTER TABLE new_registrations RENAME TO registrations;
CREATE UNIQUE INDEX registrations_player_id_year_basis_key ON registrations (player_id, year, basis)
    WHERE withdrawn_at IS NULL;
CREATE INDEX registrations_club_id_year_idx ON registrations (club_id, year, id);

-- Whether an official has set the place in the starting order since the player was entered.
ALTER TABLE entries ADD COLUMN placed {number} NOT NULL DEFAULT 0;

-- Since when a tournament takes entries; of those that were opened before this was kept, since they were announced.
ALTER TABLE tournaments ADD COLUMN opened_at {instant};
UPDATE tournaments SET opened_at = created_at WHERE state IN ('open', 'running', 'finished', 'ratified');
