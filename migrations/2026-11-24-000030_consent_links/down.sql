ALTER TABLE consents DROP COLUMN link_id;
DROP TABLE consent_links;
