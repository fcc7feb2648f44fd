-- Records that were upheld though the rule by which they were admitted is met no more.
CREATE TABLE upholdings (
    id {id} PRIMARY KEY,
    kind TEXT NOT NULL,
    -- The award, accreditation, selection, entry or appointment.
    record_id {id} NOT NULL,
    player_id {id} NOT NULL REFERENCES players (id),
    -- What it lacked when it was upheld: SHA-256 in hexadecimal. What it lacks besides, it lacks again.
    digest TEXT NOT NULL,
    -- Private; empty once the person's data was erased.
    reason TEXT NOT NULL,
    upheld_by {id} NOT NULL REFERENCES accounts (id),
    upheld_at {instant} NOT NULL,
    CONSTRAINT upholdings_kind_check CHECK (kind IN ('award', 'accreditation', 'selection', 'entry', 'appointment')),
    CONSTRAINT upholdings_record_id_kind_digest_key UNIQUE (record_id, kind, digest)
) {strict};
CREATE INDEX upholdings_player_id_idx ON upholdings (player_id);
