DROP INDEX audit_at_idx;
DROP TABLE federation_logos;
