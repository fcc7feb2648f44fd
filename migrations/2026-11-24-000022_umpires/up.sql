-- Courses for those who want to umpire. That one was held is public.
CREATE TABLE umpire_courses (
    id {id} PRIMARY KEY,
    held_on {date} NOT NULL,
    venue TEXT NOT NULL,
    province_code TEXT NOT NULL REFERENCES provinces (code),
    -- Who held it, in words.
    held_by TEXT NOT NULL,
    created_at {instant} NOT NULL
) {strict};
CREATE INDEX umpire_courses_held_on_id_idx ON umpire_courses (held_on, id);

-- What each candidate has shown in a course: the marks out of a hundred for the two things that an umpire must know. Private.
CREATE TABLE umpire_candidates (
    id {id} PRIMARY KEY,
    course_id {id} NOT NULL REFERENCES umpire_courses (id),
    player_id {id} NOT NULL REFERENCES players (id),
    marks_regulations {number} NOT NULL,
    marks_rules {number} NOT NULL,
    -- Judged by the pass marks of the day of the course.
    passed {number} NOT NULL,
    -- Why the marks are not those that were recorded first.
    reason TEXT,
    created_at {instant} NOT NULL,
    CONSTRAINT umpire_candidates_marks_check CHECK (marks_regulations BETWEEN 0 AND 100 AND marks_rules BETWEEN 0 AND 100),
    CONSTRAINT umpire_candidates_passed_check CHECK (passed IN (0, 1))
) {strict};
-- A player has one result in a course.
CREATE UNIQUE INDEX umpire_candidates_course_id_player_id_key ON umpire_candidates (course_id, player_id);
CREATE INDEX umpire_candidates_player_id_idx ON umpire_candidates (player_id);

-- An accreditation names its course, or says why none is on record. Its table is made anew, and so are those that refer to
-- it.
CREATE TABLE certificate_codes_before AS SELECT * FROM certificate_codes;
CREATE TABLE sanctions_before AS SELECT * FROM sanctions;
CREATE TABLE accreditations_before AS SELECT * FROM accreditations;
DROP TABLE certificate_codes;
DROP TABLE sanctions;
DROP TABLE accreditations;

CREATE TABLE accreditations (
    id {id} PRIMARY KEY,
    player_id {id} NOT NULL REFERENCES players (id),
    -- With which account the umpire signs in.
    account_id {id} REFERENCES accounts (id),
    level TEXT NOT NULL,
    -- Days, both included.
    valid_from {date} NOT NULL,
    valid_until {date} NOT NULL,
    -- The course that the umpire has passed, or why none is on record; neither once the person's data was erased.
    course_id {id} REFERENCES umpire_courses (id),
    without_course TEXT,
    -- Where it is written who has nominated the umpire, of an international one; none once the person's data was erased.
    nomination TEXT,
    created_at {instant} NOT NULL,
    CONSTRAINT accreditations_level_check CHECK (level IN ('level_1', 'national', 'international')),
    CONSTRAINT accreditations_term_check CHECK (valid_until >= valid_from),
    CONSTRAINT accreditations_course_check CHECK (course_id IS NULL OR without_course IS NULL),
    CONSTRAINT accreditations_nomination_check CHECK (nomination IS NULL OR level = 'international')
) {strict};
CREATE INDEX accreditations_player_id_idx ON accreditations (player_id);
CREATE INDEX accreditations_account_id_idx ON accreditations (account_id);
CREATE INDEX accreditations_valid_until_idx ON accreditations (valid_until);
INSERT INTO accreditations (id, player_id, account_id, level, valid_from, valid_until, without_course, created_at)
    SELECT id, player_id, account_id, level, valid_from, valid_until,
        CASE WHEN course_venue IS NOT NULL THEN 'Examined before courses were on record: ' || course_venue END, created_at
    FROM accreditations_before;

CREATE TABLE sanctions (
    id {id} PRIMARY KEY,
    accreditation_id {id} NOT NULL REFERENCES accreditations (id),
    kind TEXT NOT NULL,
    -- Days, both included.
    begins_on {date} NOT NULL,
    ends_on {date},
    -- The day from which a suspension no longer holds, if it was ended early.
    lifted_on {date},
    -- Private; none once the person's data was erased.
    reason TEXT,
    created_at {instant} NOT NULL,
    CONSTRAINT sanctions_kind_check CHECK (kind IN ('suspension', 'revocation')),
    CONSTRAINT sanctions_term_check CHECK (ends_on IS NULL OR (kind = 'suspension' AND ends_on >= begins_on)),
    CONSTRAINT sanctions_lifted_check CHECK (lifted_on IS NULL OR (kind = 'suspension' AND lifted_on >= begins_on))
) {strict};
CREATE INDEX sanctions_accreditation_id_idx ON sanctions (accreditation_id);
-- An accreditation is revoked once.
CREATE UNIQUE INDEX sanctions_accreditation_id_key ON sanctions (accreditation_id) WHERE kind = 'revocation';
INSERT INTO sanctions (id, accreditation_id, kind, begins_on, ends_on, lifted_on, reason, created_at)
    SELECT id, accreditation_id, kind, begins_on, ends_on, lifted_on, reason, created_at FROM sanctions_before;

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
DROP TABLE sanctions_before;
DROP TABLE accreditations_before;

-- Under which player an appointment stood until a merger: what was published before counts it for that one.
CREATE TABLE appointment_handovers (
    appointment_id {id} NOT NULL REFERENCES appointments (id),
    player_id {id} NOT NULL REFERENCES players (id),
    until {instant} NOT NULL,
    CONSTRAINT appointment_handovers_pkey PRIMARY KEY (appointment_id, player_id)
) {strict};
