-- Which stage a championship of schools or universities is: whose best it finds.
ALTER TABLE tournaments ADD COLUMN stage TEXT CONSTRAINT tournaments_stage_check CHECK (
    stage IS NULL OR (stage IN ('regional', 'provincial', 'national') AND level IN ('school', 'student'))
);
CREATE INDEX tournaments_stage_idx ON tournaments (stage);

-- Of which country a player is, as a code of ISO 3166-1; private, and none if it is not on record or once the person's data
-- was erased.
ALTER TABLE players ADD COLUMN nationality TEXT;

-- A region has a team too, and teams have squads.
CREATE TABLE new_selections (
    id {id} PRIMARY KEY,
    player_id {id} NOT NULL REFERENCES players (id),
    role TEXT NOT NULL,
    team TEXT NOT NULL,
    -- The international event; empty for other teams.
    event TEXT NOT NULL,
    -- Of a province's team, and of the team of a region in it.
    province_code TEXT REFERENCES provinces (code),
    -- Of a region's team; none once the person's data was erased.
    region_code TEXT REFERENCES regions (code),
    division TEXT NOT NULL,
    year {number} NOT NULL,
    selected_on {date} NOT NULL,
    -- Where it is written, such as in minutes.
    reference TEXT NOT NULL,
    created_at {instant} NOT NULL,
    withdrawn_at {instant},
    -- Private; empty once the person's data was erased.
    reason TEXT,
    CONSTRAINT selections_role_check CHECK (role IN ('player', 'umpire')),
    CONSTRAINT selections_team_check CHECK (
        team IN ('region', 'regional_squad', 'province', 'provincial_squad', 'national_squad', 'international')
    ),
    CONSTRAINT selections_event_check CHECK ((event = '') = (team <> 'international')),
    CONSTRAINT selections_province_check
        CHECK ((province_code IS NULL) = (team IN ('national_squad', 'international'))),
    CONSTRAINT selections_region_check CHECK (region_code IS NULL OR team IN ('region', 'regional_squad')),
    CONSTRAINT selections_umpire_check CHECK (role = 'player' OR team = 'international'),
    CONSTRAINT selections_division_check CHECK (division IN ('senior', 'student', 'high_school', 'primary_school')),
    CONSTRAINT selections_reason_check CHECK ((withdrawn_at IS NULL) = (reason IS NULL))
) {strict};
INSERT INTO new_selections (id, player_id, role, team, event, province_code, division, year, selected_on, reference, created_at,
    withdrawn_at, reason)
    SELECT id, player_id, role, team, event, province_code, division, year, selected_on, reference, created_at,
        withdrawn_at, reason FROM selections;
DROP TABLE selections;
ALTER TABLE new_selections RENAME TO selections;
CREATE INDEX selections_year_idx ON selections (year, team);
-- Once is enough.
CREATE UNIQUE INDEX selections_player_id_year_team_role_division_event_key
    ON selections (player_id, year, team, role, division, event) WHERE withdrawn_at IS NULL;

-- Who was selected for the team of a region has earned its colours.
UPDATE colours_criteria SET rules = replace(rules,
    '{"level": "regional", "divisions": ["senior", "student", "high_school", "primary_school"], "among": "all", "condition": {"basis": "discretion"}}',
    '{"level": "regional", "divisions": ["senior", "student", "high_school", "primary_school"], "among": "all", "condition": {"basis": "selection", "team": "region"}},
    {"level": "regional", "divisions": ["senior", "student", "high_school", "primary_school"], "among": "all", "condition": {"basis": "discretion"}}')
    WHERE version = 1 AND name = 'Preset';
