-- A club's membership of the federation in a gaming year, which is named by its end.
CREATE TABLE affiliations (
    id UUID PRIMARY KEY,
    club_id UUID NOT NULL REFERENCES clubs (id),
    year BIGINT NOT NULL,
    -- The day on which the fee was paid.
    paid_on DATE,
    created_at TIMESTAMPTZ NOT NULL,
    CONSTRAINT affiliations_club_id_year_key UNIQUE (club_id, year)
);
CREATE INDEX affiliations_year_idx ON affiliations (year);

-- Whom to reach at a club. Private.
CREATE TABLE contacts (
    club_id UUID NOT NULL REFERENCES clubs (id),
    role TEXT NOT NULL,
    name TEXT NOT NULL,
    email TEXT,
    phone TEXT,
    CONSTRAINT contacts_pkey PRIMARY KEY (club_id, role),
    CONSTRAINT contacts_role_check CHECK (role IN ('chairperson', 'secretary', 'educator_in_charge'))
);
