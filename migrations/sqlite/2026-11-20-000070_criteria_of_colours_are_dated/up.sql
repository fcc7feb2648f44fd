-- What colours are awarded for, from which day on; the criteria in force on the first day of a gaming year are that year's.
CREATE TABLE colours_criteria (
    version INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    valid_from TEXT NOT NULL,
    -- The rules, as JSON.
    rules TEXT NOT NULL,
    -- Who awards the colours of each level, as JSON; {province} stands for the name of the province of residence.
    awarding_bodies TEXT NOT NULL,
    CONSTRAINT colours_criteria_valid_from_key UNIQUE (valid_from)
) STRICT;
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
    id TEXT PRIMARY KEY,
    player_id TEXT NOT NULL REFERENCES players (id),
    role TEXT NOT NULL,
    team TEXT NOT NULL,
    -- The international event; empty for other teams.
    event TEXT NOT NULL,
    -- Of a province's team.
    province_code TEXT REFERENCES provinces (code),
    division TEXT NOT NULL,
    year INTEGER NOT NULL,
    selected_on TEXT NOT NULL,
    -- Where it is written, such as in minutes.
    reference TEXT NOT NULL,
    created_at TEXT NOT NULL,
    withdrawn_at TEXT,
    -- Private; empty once the person's data was erased.
    reason TEXT,
    CONSTRAINT selections_role_check CHECK (role IN ('player', 'umpire')),
    CONSTRAINT selections_team_check CHECK (team IN ('province', 'national_squad', 'international')),
    CONSTRAINT selections_event_check CHECK ((event = '') = (team <> 'international')),
    CONSTRAINT selections_province_check CHECK ((province_code IS NOT NULL) = (team = 'province')),
    CONSTRAINT selections_umpire_check CHECK (role = 'player' OR team = 'international'),
    CONSTRAINT selections_division_check CHECK (division IN ('senior', 'student', 'high_school', 'primary_school')),
    CONSTRAINT selections_reason_check CHECK ((withdrawn_at IS NULL) = (reason IS NULL))
) STRICT;
CREATE INDEX selections_year_idx ON selections (year, team);
-- Once is enough.
CREATE UNIQUE INDEX selections_player_id_year_team_role_division_event_key
    ON selections (player_id, year, team, role, division, event) WHERE withdrawn_at IS NULL;
