-- Which stage a championship of schools or universities is: whose best it finds.
ALTER TABLE tournaments ADD COLUMN stage TEXT CONSTRAINT tournaments_stage_check CHECK (
    stage IS NULL OR (stage IN ('regional', 'provincial', 'national') AND level IN ('school', 'student'))
);
CREATE INDEX tournaments_stage_idx ON tournaments (stage);
