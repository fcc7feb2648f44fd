-- The pen of a tournament is the right to change it. It is lent to a laptop at the venue, which hands in what was done there.
CREATE TABLE pen_loans (
    tournament_id {id} NOT NULL REFERENCES tournaments (id),
    -- Which loan it is of the tournament's, from 1.
    epoch {number} NOT NULL,
    -- The laptop as people call it, and its keys: X25519 and Ed25519, as base64url.
    laptop TEXT NOT NULL,
    sealing_key TEXT NOT NULL,
    signing_key TEXT NOT NULL,
    lent_by {id} NOT NULL REFERENCES accounts (id),
    lent_at {instant} NOT NULL,
    -- The number of the last command that was executed here, and its hash, which the next one continues.
    executed {number} NOT NULL,
    head TEXT NOT NULL,
    -- When the laptop took it into its own records, in these; none at the register.
    settled_at {instant},
    -- When the pen was given back, or reclaimed for that reason, and by whom.
    ended_at {instant},
    ended_by {id} REFERENCES accounts (id),
    reclaimed_because TEXT,
    -- On the laptop: the most commands of which the federation has told that they are home, the most after them of which it has told
    -- that it keeps them since the pen was reclaimed, and when it told that the pen is its own again.
    received {number},
    kept {number},
    returned_at {instant},
    CONSTRAINT pen_loans_pkey PRIMARY KEY (tournament_id, epoch),
    CONSTRAINT pen_loans_epoch_check CHECK (epoch >= 1),
    CONSTRAINT pen_loans_executed_check CHECK (executed >= 0),
    CONSTRAINT pen_loans_ended_check CHECK ((ended_at IS NULL) = (ended_by IS NULL)),
    CONSTRAINT pen_loans_reclaimed_check CHECK (reclaimed_because IS NULL OR ended_at IS NOT NULL)
) {strict};
CREATE UNIQUE INDEX pen_loans_tournament_id_key ON pen_loans (tournament_id) WHERE ended_at IS NULL;

-- What a laptop took with it, compressed: by it its commands are executed again. Nothing of it is kept once the loan has ended.
CREATE TABLE pen_bundles (
    tournament_id {id} NOT NULL,
    epoch {number} NOT NULL,
    content {binary} NOT NULL,
    CONSTRAINT pen_bundles_pkey PRIMARY KEY (tournament_id, epoch),
    CONSTRAINT pen_bundles_loan_fkey FOREIGN KEY (tournament_id, epoch) REFERENCES pen_loans (tournament_id, epoch)
) {strict};

-- Requests that changed a tournament while a laptop had its pen, one after another.
CREATE TABLE pen_commands (
    tournament_id {id} NOT NULL,
    epoch {number} NOT NULL,
    n {number} NOT NULL,
    id {id} NOT NULL,
    account_id {id} NOT NULL REFERENCES accounts (id),
    at {instant} NOT NULL,
    method TEXT NOT NULL,
    path TEXT NOT NULL,
    media_type TEXT NOT NULL,
    -- What was sent, and the seed of the ids that were made of it; neither is kept once it was executed and the loan has ended, or
    -- it was adopted.
    body {binary},
    seed TEXT,
    -- A digest of the five before.
    request_digest TEXT NOT NULL,
    -- A digest of what was changed.
    changes_digest TEXT NOT NULL,
    -- The hash of the command before, and the hash of this one over all but the method, the path, and what was sent.
    previous TEXT NOT NULL,
    hash TEXT NOT NULL,
    -- When it was executed here; none while it waits for those before it, or after the loan was reclaimed.
    executed_at {instant},
    -- When somebody adopted it, of a loan that was reclaimed, and who: it was executed as a command of theirs.
    adopted_at {instant},
    adopted_by {id} REFERENCES accounts (id),
    CONSTRAINT pen_commands_pkey PRIMARY KEY (tournament_id, epoch, n),
    CONSTRAINT pen_commands_id_key UNIQUE (id),
    CONSTRAINT pen_commands_loan_fkey FOREIGN KEY (tournament_id, epoch) REFERENCES pen_loans (tournament_id, epoch),
    CONSTRAINT pen_commands_n_check CHECK (n >= 1),
    CONSTRAINT pen_commands_sent_check CHECK ((body IS NULL) = (seed IS NULL)),
    CONSTRAINT pen_commands_adopted_check CHECK (
        (adopted_at IS NULL) = (adopted_by IS NULL) AND (adopted_at IS NULL OR executed_at IS NULL)
    )
) {strict};

-- Facts of the register that changed while a laptop had the pen, and clocks that told another time: listed until somebody has seen to
-- them. No result rests on them.
CREATE TABLE pen_findings (
    id {id} NOT NULL,
    tournament_id {id} NOT NULL,
    epoch {number} NOT NULL,
    kind TEXT NOT NULL,
    -- The player, the account, the club or the tournament that it is about, as the kind says.
    subject_id {id} NOT NULL,
    -- What has changed, such as a registration or a sanction; the same as the subject where nothing else has an id.
    fact_id {id} NOT NULL,
    noticed_at {instant} NOT NULL,
    -- When somebody has seen to it, who, and what they say of it.
    settled_at {instant},
    settled_by {id} REFERENCES accounts (id),
    note TEXT,
    CONSTRAINT pen_findings_pkey PRIMARY KEY (id),
    CONSTRAINT pen_findings_tournament_id_epoch_kind_fact_id_key UNIQUE (tournament_id, epoch, kind, fact_id),
    CONSTRAINT pen_findings_loan_fkey FOREIGN KEY (tournament_id, epoch) REFERENCES pen_loans (tournament_id, epoch),
    CONSTRAINT pen_findings_settled_check CHECK (
        (settled_at IS NULL) = (settled_by IS NULL) AND (settled_at IS NULL) = (note IS NULL)
    )
) {strict};
