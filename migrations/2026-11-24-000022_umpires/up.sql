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
