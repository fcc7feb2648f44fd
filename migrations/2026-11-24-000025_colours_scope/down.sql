-- What was recorded for a region's team or a squad is lost.
UPDATE colours_criteria SET rules = replace(rules,
    '{"level": "regional", "divisions": ["senior", "student", "high_school", "primary_school"], "among": "all", "condition": {"basis": "selection", "team": "region"}},
    {"level": "regional", "divisions": ["senior", "student", "high_school", "primary_school"], "among": "all", "condition": {"basis": "discretion"}}',
    '{"level": "regional", "divisions": ["senior", "student", "high_school", "primary_school"], "among": "all", "condition": {"basis": "discretion"}}')
    WHERE version = 1 AND name = 'Preset';

CREATE TABLE new_selections (
    id {id} PRIMARY KEY,
    player_id {id} NOT NULL REFERENCES players (id),
    role TEXT NOT NULL,
    team TEXT NOT NULL,
    -- The international event; empty for other teams.
    event TEXT NOT NULL,
    -- Of a province's team.
    province_code TEXT REFERENCES provinces (code),
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
    CONSTRAINT selections_team_check CHECK (team IN ('province', 'national_squad', 'international')),
    CONSTRAINT selections_event_check CHECK ((event = '') = (team <> 'international')),
    CONSTRAINT selections_province_check CHECK ((province_code IS NOT NULL) = (team = 'province')),
    CONSTRAINT selections_umpire_check CHECK (role = 'player' OR team = 'international'),
    CONSTRAINT selections_division_check CHECK (division IN ('senior', 'student', 'high_school', 'primary_school')),
    CONSTRAINT selections_reason_check CHECK ((withdrawn_at IS NULL) = (reason IS NULL))
) {strict};
INSERT INTO new_selections (id, player_id, role, team, event, province_code, division, year, selected_on, reference, created_at,
     withdrawn_at, reason)
    SELECT id, player_id, role, team, event, province_code, division, year, selected_on, reference, created_at,
        withdrawn_at, reason FROM selections
    WHERE team IN ('province', 'national_squad', 'international');
DROP TABLE selections;
ALTER TABLE new_selections RENAME TO selections;
CREATE INDEX selections_year_idx ON selections (year, team);
-- Once is enough.
CREATE UNIQUE INDEX selections_player_id_year_team_role_division_event_key
    ON selections (player_id, year, team, role, division, event) WHERE withdrawn_at IS NULL;

ALTER TABLE players DROP COLUMN nationality;

DROP INDEX tournaments_stage_idx;
ALTER TABLE tournaments DROP COLUMN stage;
