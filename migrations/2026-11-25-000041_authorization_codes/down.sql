-- Of the schema before, a session is a person's own: those of applications go.
DROP TABLE authorization_codes;
DELETE FROM refresh_tokens WHERE session_id IN (SELECT id FROM sessions WHERE application_id IS NOT NULL);
DELETE FROM sessions WHERE application_id IS NOT NULL;
DROP INDEX sessions_application_id_idx;
ALTER TABLE sessions DROP COLUMN scopes;
ALTER TABLE sessions DROP COLUMN application_id;
ALTER TABLE applications DROP COLUMN redirect_uris;
ALTER TABLE applications DROP COLUMN client_type;
