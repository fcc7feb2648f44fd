-- Tournaments that go on at the same time keep out of each other's way. PostgreSQL watches over serializable transactions by pages of
-- the index along which they have read. In one sorted by match, the matches of all rounds that are drawn on a day stand side by side:
-- each result would read the page into which the others write, and most would be run again. A hash index scatters them, the more so
-- the emptier its pages are. It costs some 200 bytes a result.
{postgres} ALTER TABLE results DROP CONSTRAINT results_pkey;
{postgres} ALTER TABLE results ADD CONSTRAINT results_pkey PRIMARY KEY (version, match_id);
{postgres} CREATE INDEX results_match_id_idx ON results USING hash (match_id) WITH (fillfactor = 10);
