ALTER TABLE entries DROP COLUMN placed;
ALTER TABLE tournaments DROP COLUMN opened_at;
CREATE TABLE new_registrations (
    id {id} PRIMARY KEY,
    player_id {id} NOT NULL REFERENCES players (id),
    club_id {id} NOT NULL REFERENCES clubs (id),
    year {number} NOT NULL,
    basis TEXT NOT NULL,
    division TEXT NOT NULL,
    paid_on {date},
    created_at {instant} NOT NULL,
    CONSTRAINT registrations_basis_check CHECK (basis IN ('member', 'institution')),
    CONSTRAINT registrations_division_check CHECK (division IN ('senior', 'student', 'high_school', 'primary_school'))
) {strict};
INSERT INTO new_registrations (id, player_id, club_id, year, basis, division, paid_on, created_at)
    SELECT id, player_id, club_id, year, basis, division, paid_on, created_at FROM registrations
    WHERE withdrawn_at IS NULL;
DROP TABLE registrations;
ALTER TABLE new_registrations RENAME TO registrations;
CREATE UNIQUE INDEX registrations_player_id_year_basis_key ON registrations (player_id, year, basis);
CREATE INDEX registrations_club_id_year_idx ON registrations (club_id, year, id);
CREATE TABLE new_affiliations (
    id {id} PRIMARY KEY,
    club_id {id} NOT NULL REFERENCES clubs (id),
    year {number} NOT NULL,
    paid_on {date},
    created_at {instant} NOT NULL
) {strict};
INSERT INTO new_affiliations (id, club_id, year, paid_on, created_at)
    SELECT id, club_id, year, paid_on, created_at FROM affiliations WHERE withdrawn_at IS NULL;
DROP TABLE affiliations;
ALTER TABLE new_affiliations RENAME TO affiliations;
CREATE UNIQUE INDEX affiliations_club_id_year_key ON affiliations (club_id, year);
CREATE INDEX affiliations_year_idx ON affiliations (year);
DROP TABLE suspensions;
ALTER TABLE pairing_bars DROP COLUMN withdrawn_because;
