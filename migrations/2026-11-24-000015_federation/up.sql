-- What the federation has set, from which day on: each row what it changed. Without a row all is as preset.
CREATE TABLE federation_changes (
    version {number} PRIMARY KEY,
    valid_from {date} NOT NULL,
    -- As a JSON Merge Patch.
    changes TEXT NOT NULL,
    recorded_at {instant} NOT NULL
) {strict};

-- The readings of the rules that a tournament keeps, as JSON.
ALTER TABLE tournaments ADD COLUMN readings TEXT NOT NULL DEFAULT '{"floater": "median", "clubs": "round",
    "ten_moves": "each", "shot": "must", "tie_breaks": "opponents_then_direct", "bye_value": "average", "top_ladies": 1}';

-- Who awards the colours of each level is among what the federation sets.
ALTER TABLE colours_criteria DROP COLUMN awarding_bodies;
