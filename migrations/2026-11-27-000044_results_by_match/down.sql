{postgres} DROP INDEX results_match_id_idx;
{postgres} ALTER TABLE results DROP CONSTRAINT results_pkey;
{postgres} ALTER TABLE results ADD CONSTRAINT results_pkey PRIMARY KEY (match_id, version);
