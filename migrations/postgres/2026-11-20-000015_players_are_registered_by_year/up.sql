-- A player's registration for a gaming year: one as a member of a club, and one more by a school or university for its
-- own events.
CREATE TABLE registrations (
    id UUID PRIMARY KEY,
    player_id UUID NOT NULL REFERENCES players (id),
    club_id UUID NOT NULL REFERENCES clubs (id),
    year BIGINT NOT NULL,
    basis TEXT NOT NULL,
    division TEXT NOT NULL,
    -- The day on which the fee was paid.
    paid_on DATE,
    created_at TIMESTAMPTZ NOT NULL,
    CONSTRAINT registrations_player_id_year_basis_key UNIQUE (player_id, year, basis),
    CONSTRAINT registrations_basis_check CHECK (basis IN ('member', 'institution')),
    CONSTRAINT registrations_division_check CHECK (division IN ('senior', 'student', 'high_school', 'primary_school'))
);
CREATE INDEX registrations_club_id_year_idx ON registrations (club_id, year, id);

-- A member's way from one club to another: asked for by the one, released by the other, accepted by the province.
CREATE TABLE transfers (
    id UUID PRIMARY KEY,
    player_id UUID NOT NULL REFERENCES players (id),
    from_club_id UUID NOT NULL REFERENCES clubs (id),
    to_club_id UUID NOT NULL REFERENCES clubs (id),
    asked_at TIMESTAMPTZ NOT NULL,
    released_at TIMESTAMPTZ,
    accepted_at TIMESTAMPTZ,
    refused_at TIMESTAMPTZ,
    -- Why it was refused.
    reason TEXT,
    CONSTRAINT transfers_clubs_check CHECK (from_club_id <> to_club_id),
    CONSTRAINT transfers_order_check CHECK (accepted_at IS NULL OR (released_at IS NOT NULL AND refused_at IS NULL))
);
-- One at a time.
CREATE UNIQUE INDEX transfers_player_id_key ON transfers (player_id) WHERE accepted_at IS NULL AND refused_at IS NULL;
CREATE INDEX transfers_from_club_id_idx ON transfers (from_club_id);
CREATE INDEX transfers_to_club_id_idx ON transfers (to_club_id);
CREATE INDEX transfers_player_id_idx ON transfers (player_id);
