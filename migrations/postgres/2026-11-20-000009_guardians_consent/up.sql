-- What a guardian has allowed for a player under 18. Nothing is removed: a withdrawn consent says when.
CREATE TABLE consents (
    id UUID PRIMARY KEY,
    player_id UUID NOT NULL REFERENCES players (id),
    guardian TEXT NOT NULL,
    relation TEXT NOT NULL,
    purpose TEXT NOT NULL,
    -- Which version of the federation's wording was signed.
    wording TEXT NOT NULL,
    given_on DATE NOT NULL,
    recorded_at TIMESTAMPTZ NOT NULL,
    withdrawn_at TIMESTAMPTZ,
    CONSTRAINT consents_relation_check CHECK (relation IN ('parent', 'guardian')),
    CONSTRAINT consents_purpose_check CHECK (purpose IN ('publish_name'))
);
CREATE INDEX consents_player_id_idx ON consents (player_id);
