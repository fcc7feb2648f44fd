-- What was recorded for a region's team or a squad is lost, and the place of a team becomes a place.
UPDATE colours_criteria SET rules = replace(rules,
    '{"level": "national_federation", "divisions": ["senior", "student", "high_school", "primary_school"], "among": "all", "condition": {"basis": "team_place", "event": "national", "places": 1, "entrants": 2}},
    {"level": "national_federation", "divisions": ["senior", "student", "high_school", "primary_school"], "among": "all", "condition": {"basis": "discretion"}}',
    '{"level": "national_federation", "divisions": ["senior", "student", "high_school", "primary_school"], "among": "all", "condition": {"basis": "discretion"}}')
    WHERE version = 1 AND name = 'Preset';
UPDATE colours_criteria SET rules = replace(rules,
    '{"level": "provincial", "divisions": ["senior", "student", "high_school", "primary_school"], "among": "all", "condition": {"basis": "team_place", "event": "provincial", "places": 1, "entrants": 2}},
    {"level": "provincial", "divisions": ["senior", "student", "high_school", "primary_school"], "among": "all", "condition": {"basis": "discretion"}}',
    '{"level": "provincial", "divisions": ["senior", "student", "high_school", "primary_school"], "among": "all", "condition": {"basis": "discretion"}}')
    WHERE version = 1 AND name = 'Preset';
UPDATE colours_criteria SET rules = replace(rules,
    '{"level": "regional", "divisions": ["senior", "student", "high_school", "primary_school"], "among": "all", "condition": {"basis": "selection", "team": "region"}},
    {"level": "regional", "divisions": ["senior", "student", "high_school", "primary_school"], "among": "all", "condition": {"basis": "team_place", "event": "regional", "places": 1, "entrants": 2}},
    {"level": "regional", "divisions": ["senior", "student", "high_school", "primary_school"], "among": "all", "condition": {"basis": "discretion"}}',
    '{"level": "regional", "divisions": ["senior", "student", "high_school", "primary_school"], "among": "all", "condition": {"basis": "discretion"}}')
    WHERE version = 1 AND name = 'Preset';

UPDATE colours SET basis = 'place' WHERE basis = 'team_place';
CREATE TABLE certificate_codes_before AS SELECT * FROM certificate_codes;
CREATE TABLE colours_before AS SELECT * FROM colours;
DROP TABLE certificate_codes;
DROP TABLE colours;
CREATE TABLE colours (
    id {id} PRIMARY KEY,
    player_id {id} NOT NULL REFERENCES players (id),
    level TEXT NOT NULL,
    division TEXT NOT NULL,
    year {number} NOT NULL,
    basis TEXT NOT NULL,
    -- Where the player lived on the day that counts.
    province_code TEXT NOT NULL REFERENCES provinces (code),
    -- Of regional colours alone; none once the person's data was erased.
    region_code TEXT REFERENCES regions (code),
    criteria {number} NOT NULL REFERENCES colours_criteria (version),
    -- What shows that the rule is met, as JSON.
    evidence TEXT NOT NULL,
    awarding_body TEXT NOT NULL,
    -- Why the board uses its discretion; private, and empty once the person's data was erased.
    reason TEXT,
    state TEXT NOT NULL,
    proposed_by {id} NOT NULL REFERENCES accounts (id),
    proposed_at {instant} NOT NULL,
    -- The reference of the confirmation.
    reference TEXT,
    approved_by {id} REFERENCES accounts (id),
    approved_at {instant},
    -- Who has refused, revoked or superseded it, when, and why.
    ended_by {id} REFERENCES accounts (id),
    ended_at {instant},
    ended_because TEXT,
    superseded_by {id} REFERENCES colours (id),
    CONSTRAINT colours_level_check CHECK (level IN ('regional', 'provincial', 'national_federation', 'national')),
    CONSTRAINT colours_division_check CHECK (division IN ('senior', 'student', 'high_school', 'primary_school')),
    CONSTRAINT colours_basis_check CHECK (
        basis IN ('place', 'all_rounds', 'all_games', 'top_half', 'selection', 'umpire', 'discretion')
    ),
    CONSTRAINT colours_state_check CHECK (state IN ('proposed', 'approved', 'refused', 'revoked', 'superseded')),
    CONSTRAINT colours_region_check CHECK (region_code IS NULL OR level = 'regional'),
    CONSTRAINT colours_reason_check CHECK ((reason IS NOT NULL) = (basis = 'discretion')),
    CONSTRAINT colours_approval_check CHECK (
        (approved_at IS NOT NULL) = (state IN ('approved', 'revoked', 'superseded'))
        AND (approved_at IS NULL) = (approved_by IS NULL)
        AND (approved_at IS NULL) = (reference IS NULL)
    ),
    CONSTRAINT colours_second_person_check CHECK (approved_by <> proposed_by),
    CONSTRAINT colours_end_check CHECK (
        (ended_at IS NOT NULL) = (state IN ('refused', 'revoked', 'superseded'))
        AND (ended_at IS NULL) = (ended_by IS NULL)
        AND (ended_at IS NULL) = (ended_because IS NULL)
    ),
    CONSTRAINT colours_superseded_check CHECK ((superseded_by IS NOT NULL) = (state = 'superseded'))
) {strict};
INSERT INTO colours (
    id, player_id, level, division, year, basis, province_code, region_code, criteria, evidence, awarding_body, reason, state,
    proposed_by, proposed_at, reference, approved_by, approved_at, ended_by, ended_at, ended_because, superseded_by
)
    SELECT id, player_id, level, division, year, basis, province_code, region_code, criteria, evidence, awarding_body, reason, state,
        proposed_by, proposed_at, reference, approved_by, approved_at, ended_by, ended_at, ended_because, superseded_by
    FROM colours_before;
CREATE INDEX colours_player_id_idx ON colours (player_id);
CREATE INDEX colours_year_idx ON colours (year, province_code);
-- One of a level and division in a year.
CREATE UNIQUE INDEX colours_player_id_level_division_year_key
    ON colours (player_id, level, division, year) WHERE ended_at IS NULL;
CREATE TABLE certificate_codes (
    digest TEXT PRIMARY KEY,
    colours_id {id} REFERENCES colours (id),
    accreditation_id {id} REFERENCES accreditations (id),
    code TEXT NOT NULL,
    CONSTRAINT certificate_codes_colours_id_key UNIQUE (colours_id),
    CONSTRAINT certificate_codes_accreditation_id_key UNIQUE (accreditation_id),
    CONSTRAINT certificate_codes_subject_check CHECK ((colours_id IS NULL) <> (accreditation_id IS NULL))
) {strict};
INSERT INTO certificate_codes (digest, colours_id, accreditation_id, code)
    SELECT digest, colours_id, accreditation_id, code FROM certificate_codes_before;
DROP TABLE certificate_codes_before;
DROP TABLE colours_before;

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
