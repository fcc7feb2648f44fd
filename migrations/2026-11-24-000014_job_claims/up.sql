-- What was sent for a job, as JSON, until the work is done. In a table of its own, since it is long, and the state of a job
-- is read and written often.
CREATE TABLE job_inputs (
    job_id {id} PRIMARY KEY REFERENCES jobs (id),
    input TEXT NOT NULL
) {strict};
INSERT INTO job_inputs (job_id, input) SELECT id, input FROM jobs WHERE input IS NOT NULL;
ALTER TABLE jobs DROP COLUMN input;

-- Which instance works on the job, and until when no other one may.
ALTER TABLE jobs ADD COLUMN claimed_by {id};
ALTER TABLE jobs ADD COLUMN claimed_until {instant};
-- How many rows are done, and of how many.
ALTER TABLE jobs ADD COLUMN done {number} NOT NULL DEFAULT 0;
ALTER TABLE jobs ADD COLUMN total {number} NOT NULL DEFAULT 0;
CREATE INDEX jobs_waiting_idx ON jobs (created_at) WHERE state = 'waiting';

-- What is left to be carried out of an import that was judged good, in parts, from 1. The report, as 0, comes last: once it is
-- there the import is decided, and will be taken whole.
CREATE TABLE job_steps (
    job_id {id} NOT NULL REFERENCES jobs (id),
    step {number} NOT NULL,
    -- As JSON.
    content TEXT NOT NULL,
    CONSTRAINT job_steps_pkey PRIMARY KEY (job_id, step)
) {strict};

-- What others leave as it is until a job that works in several transactions is done with it: ids, and codes to be taken.
CREATE TABLE holds (
    name TEXT {bytes} NOT NULL,
    holder_id {id} NOT NULL,
    CONSTRAINT holds_pkey PRIMARY KEY (name)
) {strict};
CREATE INDEX holds_holder_id_idx ON holds (holder_id);
