-- The days on which an umpire is appointed, both included, and why that was recorded after the first of them.
ALTER TABLE appointments ADD COLUMN from_day {date} NOT NULL DEFAULT '2000-01-01';
ALTER TABLE appointments ADD COLUMN until_day {date} NOT NULL DEFAULT '2000-01-01';
ALTER TABLE appointments ADD COLUMN reason TEXT;
UPDATE appointments SET
    from_day = (SELECT starts_on FROM tournaments WHERE tournaments.id = tournament_id),
    until_day = (SELECT ends_on FROM tournaments WHERE tournaments.id = tournament_id);

-- The largest size of a counter in millimetres. The federation's texts have one for the large board; that of the small one is
-- in the same proportion to the board, to the next millimetre.
ALTER TABLE equipment_specifications ADD COLUMN counter_size {number} NOT NULL DEFAULT 25;
UPDATE equipment_specifications SET counter_size = 16 WHERE board = 305;
-- The size of the counters in millimetres, and whether they and the boards bear the mark of the federation.
ALTER TABLE equipment_confirmations ADD COLUMN counter_size {number} NOT NULL DEFAULT 25;
ALTER TABLE equipment_confirmations ADD COLUMN federation_mark {number} NOT NULL DEFAULT 0
    CONSTRAINT equipment_confirmations_federation_mark_check CHECK (federation_mark IN (0, 1));
-- The day on which they were looked at, and why that was recorded later.
ALTER TABLE equipment_confirmations ADD COLUMN found_on {date} NOT NULL DEFAULT '2000-01-01';
ALTER TABLE equipment_confirmations ADD COLUMN reason TEXT;
UPDATE equipment_confirmations SET
    found_on = (SELECT starts_on FROM tournaments WHERE tournaments.id = tournament_id);

-- The number of rounds to which an administrator has agreed, if it is not six, and why.
ALTER TABLE tournaments ADD COLUMN agreed_rounds {number};
ALTER TABLE tournaments ADD COLUMN agreed_because TEXT;
-- Why an administrator accepts that it ended before its last round.
ALTER TABLE tournaments ADD COLUMN ending_accepted_because TEXT;
-- Since when it lacks, though it was ratified, what an official tournament needs.
ALTER TABLE tournaments ADD COLUMN under_review_since {instant};
