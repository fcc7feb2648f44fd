-- Accounts that hold for a player: the player's own, or that of a parent or guardian of a child.
CREATE TABLE player_accounts (
    id {id} PRIMARY KEY,
    account_id {id} NOT NULL REFERENCES accounts (id),
    player_id {id} NOT NULL REFERENCES players (id),
    relation TEXT NOT NULL,
    -- Whether the account was made for this, or was there before.
    origin TEXT NOT NULL,
    created_at {instant} NOT NULL,
    withdrawn_at {instant},
    CONSTRAINT player_accounts_relation_check CHECK (relation IN ('parent', 'guardian', 'self')),
    CONSTRAINT player_accounts_origin_check CHECK (origin IN ('invited', 'existing'))
) {strict};
CREATE UNIQUE INDEX player_accounts_account_id_player_id_relation_key ON player_accounts (account_id, player_id, relation)
    WHERE withdrawn_at IS NULL;
CREATE INDEX player_accounts_player_id_idx ON player_accounts (player_id);

-- The wording of each consent, by its version; the one of the latest day that has come is in force.
CREATE TABLE consent_wordings (
    purpose TEXT NOT NULL,
    version TEXT NOT NULL,
    text TEXT NOT NULL,
    valid_from {date} NOT NULL,
    recorded_at {instant} NOT NULL,
    CONSTRAINT consent_wordings_purpose_version_key PRIMARY KEY (purpose, version),
    CONSTRAINT consent_wordings_purpose_check CHECK (purpose IN ('publish_name', 'share_colours'))
) {strict};
INSERT INTO consent_wordings (purpose, version, text, valid_from, recorded_at) VALUES
    ('publish_name', '2026-1', 'I am a parent or the guardian of this player, who is under 18. I agree that the federation shows the full name of the player in public: in draws, results, rankings and records of games. Without this the player appears by initials and number. I can withdraw it at any time, and the name is hidden again at once.', '2000-01-01', '2000-01-01T00:00:00.000000Z'),
    ('share_colours', '2026-1', 'I agree that institutions to which the federation has given leave, such as bursary offices and universities, read which colours the player has, and the name of the player. I can withdraw this at any time. What a parent or guardian allows ends on the day on which the player is 18; from then on it takes the consent of the player.', '2000-01-01', '2000-01-01T00:00:00.000000Z');

-- The player who disputes a match themselves, or by a guardian; none where an official entered what was said.
ALTER TABLE disputes ADD COLUMN player_id {id} REFERENCES players (id);

-- What players say against a ruling, or against a ratified result where no dispute is named. Private.
CREATE TABLE appeals (
    id {id} PRIMARY KEY,
    tournament_id {id} NOT NULL REFERENCES tournaments (id),
    dispute_id {id} REFERENCES disputes (id),
    player_id {id} NOT NULL REFERENCES players (id),
    grounds TEXT NOT NULL,
    raised_by {id} NOT NULL REFERENCES accounts (id),
    raised_at {instant} NOT NULL,
    outcome TEXT,
    -- Why it was decided so.
    reason TEXT,
    decided_by {id} REFERENCES accounts (id),
    decided_at {instant},
    CONSTRAINT appeals_outcome_check CHECK (outcome IN ('upheld', 'dismissed')),
    CONSTRAINT appeals_decided_check CHECK (
        (outcome IS NULL) = (reason IS NULL) AND (outcome IS NULL) = (decided_by IS NULL)
        AND (outcome IS NULL) = (decided_at IS NULL)
    )
) {strict};
-- A player appeals once against each.
CREATE UNIQUE INDEX appeals_dispute_id_player_id_key ON appeals (dispute_id, player_id) WHERE dispute_id IS NOT NULL;
CREATE UNIQUE INDEX appeals_tournament_id_player_id_key ON appeals (tournament_id, player_id) WHERE dispute_id IS NULL;
CREATE INDEX appeals_player_id_idx ON appeals (player_id);
