-- Webhooks: where other people's programs are told of events.
CREATE TABLE webhooks (
    id {id} PRIMARY KEY,
    url TEXT NOT NULL,
    -- The types of events, with commas between them; empty for all.
    types TEXT NOT NULL,
    province_code TEXT REFERENCES provinces (code),
    created_by {id} NOT NULL REFERENCES accounts (id),
    created_at {instant} NOT NULL,
    -- The number in the log up to which events were taken up as deliveries.
    reached {number} NOT NULL,
    -- The time until which one instance alone sends to it.
    claimed_until {instant} NOT NULL,
    -- The other side has said that it takes nothing any more.
    disabled_at {instant},
    withdrawn_at {instant}
) {strict};

-- The secrets by which they are signed: two for a day after a new one was made.
CREATE TABLE webhook_secrets (
    id {id} PRIMARY KEY,
    webhook_id {id} NOT NULL REFERENCES webhooks (id),
    secret TEXT NOT NULL,
    created_at {instant} NOT NULL,
    expires_at {instant}
) {strict};
CREATE INDEX webhook_secrets_webhook_id_idx ON webhook_secrets (webhook_id);

-- Events that were sent, or are to be sent.
CREATE TABLE webhook_deliveries (
    id {id} PRIMARY KEY,
    webhook_id {id} NOT NULL REFERENCES webhooks (id),
    -- The number and the type of the event.
    number {number} NOT NULL,
    event TEXT NOT NULL,
    state TEXT NOT NULL,
    tries {number} NOT NULL,
    created_at {instant} NOT NULL,
    -- The times of the last try, and of the next one.
    tried_at {instant},
    next_at {instant},
    -- The status that was answered, or a word for why there was none.
    status {number},
    fault TEXT,
    CONSTRAINT webhook_deliveries_state_check CHECK (state IN ('waiting', 'delivered', 'failed')),
    CONSTRAINT webhook_deliveries_next_at_check CHECK ((state = 'waiting') = (next_at IS NOT NULL))
) {strict};
CREATE UNIQUE INDEX webhook_deliveries_webhook_id_number_key ON webhook_deliveries (webhook_id, number);
CREATE INDEX webhook_deliveries_waiting_idx ON webhook_deliveries (webhook_id, next_at) WHERE next_at IS NOT NULL;
CREATE INDEX webhook_deliveries_created_at_idx ON webhook_deliveries (created_at) WHERE next_at IS NULL;
