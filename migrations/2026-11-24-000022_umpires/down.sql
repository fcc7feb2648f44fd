DROP TABLE umpire_candidates;
DROP TABLE umpire_courses;
