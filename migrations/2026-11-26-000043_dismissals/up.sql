-- When somebody dismissed a command of a branch, who, and why: nobody adopts it any more, and what was sent with it is not kept.
ALTER TABLE pen_commands ADD COLUMN dismissed_at {instant};
ALTER TABLE pen_commands ADD COLUMN dismissed_by {id} REFERENCES accounts (id);
ALTER TABLE pen_commands ADD COLUMN note TEXT
    CONSTRAINT pen_commands_dismissed_check CHECK (
        (dismissed_at IS NULL) = (dismissed_by IS NULL) AND (dismissed_at IS NULL) = (note IS NULL)
        AND (dismissed_at IS NULL OR (executed_at IS NULL AND adopted_at IS NULL AND body IS NULL))
    );

-- On the laptop: the receipt that has told what is received, kept and returned, as the federation has signed it.
ALTER TABLE pen_loans ADD COLUMN receipt TEXT;
