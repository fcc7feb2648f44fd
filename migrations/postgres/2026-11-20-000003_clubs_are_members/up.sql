CREATE TABLE clubs (
    id UUID PRIMARY KEY,
    code TEXT NOT NULL,
    name TEXT NOT NULL,
    -- The name without case and accents: what lists are sorted by and searched in.
    name_key TEXT COLLATE "C" NOT NULL,
    kind TEXT NOT NULL,
    province_code TEXT NOT NULL REFERENCES provinces (code),
    created_at TIMESTAMPTZ NOT NULL,
    CONSTRAINT clubs_code_key UNIQUE (code),
    CONSTRAINT clubs_kind_check CHECK (kind IN ('community', 'school', 'university'))
);
CREATE INDEX clubs_name_key_id_idx ON clubs (name_key, id);
CREATE INDEX clubs_province_code_name_key_id_idx ON clubs (province_code, name_key, id);
