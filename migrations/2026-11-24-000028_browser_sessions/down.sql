DROP INDEX sessions_cookie_hash_key;
ALTER TABLE sessions DROP COLUMN cookie_hash;
