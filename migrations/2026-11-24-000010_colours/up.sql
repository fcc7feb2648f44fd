-- What colours are awarded for, from which day on; the criteria in force on the first day of a gaming year are that year's.
CREATE TABLE colours_criteria (
    version {number} PRIMARY KEY,
    name TEXT NOT NULL,
    valid_from {date} NOT NULL,
    -- The rules, as JSON.
    rules TEXT NOT NULL,
    -- Who awards the colours of each level, as JSON; {province} stands for the name of the province of residence.
    awarding_bodies TEXT NOT NULL,
    CONSTRAINT colours_criteria_valid_from_key UNIQUE (valid_from)
) {strict};

INSERT INTO colours_criteria (version, name, valid_from, rules, awarding_bodies) VALUES (1, 'Preset', '1989-11-01', '[
    {"level": "regional", "divisions": ["senior", "student"], "among": "all", "condition": {"basis": "place", "event": "regional", "places": 3}},
    {"level": "regional", "divisions": ["high_school", "primary_school"], "among": "division", "condition": {"basis": "place", "event": "regional", "places": 3}},
    {"level": "regional", "divisions": ["senior", "student", "high_school", "primary_school"], "among": "all", "condition": {"basis": "discretion"}},
    {"level": "provincial", "divisions": ["senior", "student", "high_school", "primary_school"], "among": "all", "condition": {"basis": "selection", "team": "province"}},
    {"level": "provincial", "divisions": ["senior", "student"], "among": "all", "condition": {"basis": "all_rounds", "event": "provincial"}},
    {"level": "provincial", "divisions": ["high_school", "primary_school"], "among": "division", "condition": {"basis": "all_games", "event": "provincial"}},
    {"level": "provincial", "divisions": ["senior", "student"], "among": "all", "condition": {"basis": "top_half", "events": ["provincial", "national"]}},
    {"level": "provincial", "divisions": ["high_school", "primary_school"], "among": "division", "condition": {"basis": "top_half", "events": ["provincial", "national"]}},
    {"level": "provincial", "divisions": ["senior", "student", "high_school", "primary_school"], "among": "all", "condition": {"basis": "discretion"}},
    {"level": "national_federation", "divisions": ["senior", "student", "high_school", "primary_school"], "among": "all", "condition": {"basis": "selection", "team": "national_squad"}},
    {"level": "national_federation", "divisions": ["senior", "student"], "among": "all", "condition": {"basis": "all_rounds", "event": "national"}},
    {"level": "national_federation", "divisions": ["high_school", "primary_school"], "among": "division", "condition": {"basis": "all_games", "event": "national"}},
    {"level": "national_federation", "divisions": ["senior", "student", "high_school", "primary_school"], "among": "all", "condition": {"basis": "discretion"}},
    {"level": "national", "divisions": ["senior", "student", "high_school", "primary_school"], "among": "all", "condition": {"basis": "selection", "team": "international"}},
    {"level": "national", "divisions": ["senior", "student", "high_school", "primary_school"], "among": "all", "condition": {"basis": "umpire", "team": "international"}}
]', '{
    "regional": "Morabaraba federation, {province}",
    "provincial": "Morabaraba federation, {province}",
    "national_federation": "Morabaraba federation",
    "national": "Morabaraba federation"
}');

-- Who was selected for a team, or to umpire where it plays.
CREATE TABLE selections (
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
CREATE INDEX selections_year_idx ON selections (year, team);
-- Once is enough.
CREATE UNIQUE INDEX selections_player_id_year_team_role_division_event_key
    ON selections (player_id, year, team, role, division, event) WHERE withdrawn_at IS NULL;

-- Awards.
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
CREATE INDEX colours_player_id_idx ON colours (player_id);
CREATE INDEX colours_year_idx ON colours (year, province_code);
-- One of a level and division in a year.
CREATE UNIQUE INDEX colours_player_id_level_division_year_key
    ON colours (player_id, level, division, year) WHERE ended_at IS NULL;
