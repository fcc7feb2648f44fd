-- Awards.
CREATE TABLE colours (
    id UUID PRIMARY KEY,
    player_id UUID NOT NULL REFERENCES players (id),
    level TEXT NOT NULL,
    division TEXT NOT NULL,
    year BIGINT NOT NULL,
    basis TEXT NOT NULL,
    -- Where the player lived on the day that counts.
    province_code TEXT NOT NULL REFERENCES provinces (code),
    -- Of regional colours alone; none once the person's data was erased.
    region_code TEXT REFERENCES regions (code),
    criteria BIGINT NOT NULL REFERENCES colours_criteria (version),
    -- What shows that the rule is met, as JSON.
    evidence TEXT NOT NULL,
    awarding_body TEXT NOT NULL,
    -- Why the board uses its discretion; private, and empty once the person's data was erased.
    reason TEXT,
    state TEXT NOT NULL,
    proposed_by UUID NOT NULL REFERENCES accounts (id),
    proposed_at TIMESTAMPTZ NOT NULL,
    -- The reference of the confirmation.
    reference TEXT,
    approved_by UUID REFERENCES accounts (id),
    approved_at TIMESTAMPTZ,
    -- Who has refused, revoked or superseded it, when, and why.
    ended_by UUID REFERENCES accounts (id),
    ended_at TIMESTAMPTZ,
    ended_because TEXT,
    superseded_by UUID REFERENCES colours (id),
    CONSTRAINT colours_level_check CHECK (level IN ('regional', 'provincial', 'national_federation', 'national')),
    CONSTRAINT colours_division_check CHECK (division IN ('senior', 'student', 'high_school', 'primary_school')),
    CONSTRAINT colours_basis_check CHECK (
        basis IN ('place', 'all_rounds', 'all_games', 'top_half', 'selection', 'umpire', 'discretion')
    ),
    CONSTRAINT colours_state_check CHECK (state IN ('proposed', 'approved', 'refused', 'revoked', 'superseded')),
    CONSTRAINT colours_region_check CHECK (region_code IS NULL OR level = 'regional'),
    CONSTRAINT colours_reason_check CHECK ((reason IS NOT NULL) = (basis = 'discretion')),
    CONSTRAINT colours_approval_check CHECK (
        (approved_at IS NOT NULL) = (state IN ('approved', 'revoked', 'superseded'))
        AND (approved_at IS NULL) = (approved_by IS NULL)
        AND (approved_at IS NULL) = (reference IS NULL)
    ),
    CONSTRAINT colours_second_person_check CHECK (approved_by <> proposed_by),
    CONSTRAINT colours_end_check CHECK (
        (ended_at IS NOT NULL) = (state IN ('refused', 'revoked', 'superseded'))
        AND (ended_at IS NULL) = (ended_by IS NULL)
        AND (ended_at IS NULL) = (ended_because IS NULL)
    ),
    CONSTRAINT colours_superseded_check CHECK ((superseded_by IS NOT NULL) = (state = 'superseded'))
);
CREATE INDEX colours_player_id_idx ON colours (player_id);
CREATE INDEX colours_year_idx ON colours (year, province_code);
-- One of a level and division in a year.
CREATE UNIQUE INDEX colours_player_id_level_division_year_key
    ON colours (player_id, level, division, year) WHERE state NOT IN ('refused', 'revoked');

-- What stands on the certificates. Codes are looked up by their digests, so that how long a comparison takes tells nothing of
-- a code; and they are kept apart from the awards, so that no list can show one by mistake. They are kept, and not derived
-- from a secret: a lost certificate is printed again with the same code, and there is no secret whose loss betrays all codes
-- to come or whose change voids all those that are printed.
CREATE TABLE colours_codes (
    digest TEXT PRIMARY KEY,
    colours_id UUID NOT NULL REFERENCES colours (id),
    code TEXT NOT NULL,
    CONSTRAINT colours_codes_colours_id_key UNIQUE (colours_id)
);
