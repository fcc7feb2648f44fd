-- Links by which a parent or guardian without an account answers what is asked of them for a child.
CREATE TABLE consent_links (
    id {id} PRIMARY KEY,
    player_id {id} NOT NULL REFERENCES players (id),
    -- SHA-256 of the code, which is shown once.
    hash TEXT NOT NULL,
    created_at {instant} NOT NULL,
    -- From then on it is good for nothing.
    expires_at {instant} NOT NULL,
    answered_at {instant},
    withdrawn_at {instant},
    CONSTRAINT consent_links_answered_check CHECK (answered_at IS NULL OR withdrawn_at IS NULL)
) {strict};
CREATE UNIQUE INDEX consent_links_hash_key ON consent_links (hash);
CREATE INDEX consent_links_player_id_idx ON consent_links (player_id);

-- The link by which a consent was given; none where it was recorded off paper, or given with an account.
ALTER TABLE consents ADD COLUMN link_id {id} REFERENCES consent_links (id);
