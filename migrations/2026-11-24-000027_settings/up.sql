-- The federation's logo, of which there is one at most: a PNG.
CREATE TABLE federation_logos (
    number {number} PRIMARY KEY,
    png {binary} NOT NULL,
    CONSTRAINT federation_logos_number_check CHECK (number = 1)
) {strict};

-- The trail is read from a day and until a day.
CREATE INDEX audit_at_idx ON audit (at);
