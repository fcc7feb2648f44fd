DROP TABLE appointment_handovers;

-- The table of accreditations is made anew as it was, without what it said of courses.
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
    -- The course, and the marks out of a hundred for the two things that an umpire must know; none once the person's
    -- data was erased.
    course_held_on {date},
    course_venue TEXT,
    marks_regulations {number},
    marks_rules {number},
    created_at {instant} NOT NULL,
    CONSTRAINT accreditations_level_check CHECK (level IN ('level_1', 'national', 'international')),
    CONSTRAINT accreditations_term_check CHECK (valid_until >= valid_from),
    CONSTRAINT accreditations_course_check CHECK (
        (course_held_on IS NULL) = (course_venue IS NULL)
        AND (course_held_on IS NULL) = (marks_regulations IS NULL)
        AND (course_held_on IS NULL) = (marks_rules IS NULL)
    ),
    CONSTRAINT accreditations_marks_check CHECK (marks_regulations BETWEEN 0 AND 100 AND marks_rules BETWEEN 0 AND 100)
) {strict};
CREATE INDEX accreditations_player_id_idx ON accreditations (player_id);
CREATE INDEX accreditations_account_id_idx ON accreditations (account_id);
CREATE INDEX accreditations_valid_until_idx ON accreditations (valid_until);
INSERT INTO accreditations (id, player_id, account_id, level, valid_from, valid_until, created_at)
    SELECT id, player_id, account_id, level, valid_from, valid_until, created_at FROM accreditations_before;

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

DROP TABLE umpire_candidates;
DROP TABLE umpire_courses;
