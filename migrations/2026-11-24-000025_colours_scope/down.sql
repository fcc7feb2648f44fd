DROP INDEX tournaments_stage_idx;
ALTER TABLE tournaments DROP COLUMN stage;
