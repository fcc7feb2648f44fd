CREATE TABLE clubs (
    id {id} PRIMARY KEY,
    code TEXT NOT NULL,
    name TEXT NOT NULL,
    -- The name without case and accents: what lists are sorted by and searched in.
    name_key TEXT {bytes} NOT NULL,
    kind TEXT NOT NULL,
    province_code TEXT NOT NULL REFERENCES provinces (code),
    created_at {instant} NOT NULL,
    CONSTRAINT clubs_code_key UNIQUE (code),
    CONSTRAINT clubs_kind_check CHECK (kind IN ('community', 'school', 'university'))
) {strict};
CREATE INDEX clubs_name_key_id_idx ON clubs (name_key, id);
CREATE INDEX clubs_province_code_name_key_id_idx ON clubs (province_code, name_key, id);

-- A club's membership of the federation in a gaming year, which is named by its end.
CREATE TABLE affiliations (
    id {id} PRIMARY KEY,
    club_id {id} NOT NULL REFERENCES clubs (id),
    year {number} NOT NULL,
    -- The day on which the fee was paid.
    paid_on {date},
    created_at {instant} NOT NULL,
    CONSTRAINT affiliations_club_id_year_key UNIQUE (club_id, year)
) {strict};
CREATE INDEX affiliations_year_idx ON affiliations (year);

-- Whom to reach at a club. Private.
CREATE TABLE contacts (
    club_id {id} NOT NULL REFERENCES clubs (id),
    role TEXT NOT NULL,
    name TEXT NOT NULL,
    email TEXT,
    phone TEXT,
    CONSTRAINT contacts_pkey PRIMARY KEY (club_id, role),
    CONSTRAINT contacts_role_check CHECK (role IN ('chairperson', 'secretary', 'educator_in_charge'))
) {strict};
