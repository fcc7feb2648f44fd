-- What may not be tried often, as it was tried of late: passwords, codes, certificates. Counted here, all instances count together.
CREATE TABLE tries (
    -- What is counted, and for whom: SHA-256 in hexadecimal.
    key TEXT PRIMARY KEY,
    tally {number} NOT NULL,
    -- In seconds since 1970: since when they are counted, or when the last of them was.
    at {number} NOT NULL
) {strict};
CREATE INDEX tries_at_idx ON tries (at);
