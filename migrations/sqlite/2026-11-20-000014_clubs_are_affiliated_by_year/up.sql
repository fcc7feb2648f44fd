-- A club's membership of the federation in a gaming year, which is named by its end.
CREATE TABLE affiliations (
    id TEXT PRIMARY KEY,
    club_id TEXT NOT NULL REFERENCES clubs (id),
    year INTEGER NOT NULL,
    -- The day on which the fee was paid.
    paid_on TEXT,
    created_at TEXT NOT NULL,
    CONSTRAINT affiliations_club_id_year_key UNIQUE (club_id, year)
) STRICT;
CREATE INDEX affiliations_year_idx ON affiliations (year);

-- Whom to reach at a club. Private.
CREATE TABLE contacts (
    club_id TEXT NOT NULL REFERENCES clubs (id),
    role TEXT NOT NULL,
    name TEXT NOT NULL,
    email TEXT,
    phone TEXT,
    CONSTRAINT contacts_pkey PRIMARY KEY (club_id, role),
    CONSTRAINT contacts_role_check CHECK (role IN ('chairperson', 'secretary', 'educator_in_charge'))
) STRICT;
