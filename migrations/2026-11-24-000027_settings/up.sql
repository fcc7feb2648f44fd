-- The federation's logo, of which there is one at most: a PNG.
CREATE TABLE federation_logos (
    number {number} PRIMARY KEY,
    png {binary} NOT NULL,
    CONSTRAINT federation_logos_number_check CHECK (number = 1)
) {strict};

-- The trail is read from a day and until a day.
CREATE INDEX audit_at_idx ON audit (at);

-- The parameters of the methods of ranking that a list keeps, as JSON: those of its day.
ALTER TABLE rankings ADD COLUMN settings TEXT NOT NULL DEFAULT '{"months": 24, "counted_of_a_club": 4,
    "super_league": {"provincial": 10, "national": 20, "rest": 1, "umpired_provincial": 5, "umpired_national": 10},
    "glicko_2": {"rating": 1500, "deviation": 350, "volatility": 0.06, "tau": 0.5, "provisional_above": 110}}';
