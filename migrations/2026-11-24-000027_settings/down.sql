ALTER TABLE rankings DROP COLUMN settings;
DROP INDEX audit_at_idx;
DROP TABLE federation_logos;
