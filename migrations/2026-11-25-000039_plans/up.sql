-- The appointments of a tournament, ended ones too. It costs an appointment one write more.
CREATE INDEX appointments_tournament_id_created_at_idx ON appointments (tournament_id, created_at, id);

-- Those whose data is erased, whose accreditations are told as revoked. It costs an erasure one write more.
CREATE INDEX players_erased_at_idx ON players (erased_at) WHERE erased_at IS NOT NULL;
