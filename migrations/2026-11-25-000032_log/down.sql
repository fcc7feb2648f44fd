CREATE TABLE counts (
    class {number} NOT NULL,
    next {number} NOT NULL,
    result TEXT NOT NULL,
    games {number} NOT NULL,
    CONSTRAINT openings_pkey PRIMARY KEY (class, next, result)
) {clustered};
INSERT INTO counts (class, next, result, games)
    SELECT class, next, result, CAST(SUM(games) AS {number}) FROM openings GROUP BY class, next, result;
DROP TABLE openings;
ALTER TABLE counts RENAME TO openings;
{postgres} DROP SEQUENCE games_serial_seq;
{postgres} DROP SEQUENCE players_number_seq;
DROP TABLE log_tiles;
DROP TABLE log_head;
DROP INDEX audit_unnumbered_idx;
DROP INDEX audit_leaf_key;
ALTER TABLE audit DROP COLUMN leaf;
{postgres} ALTER TABLE audit ALTER COLUMN seq DROP IDENTITY;
