-- The secret of a session in a browser, as its digest: a cookie that opens the pages, and nothing of the API.
ALTER TABLE sessions ADD COLUMN cookie_hash TEXT;
CREATE UNIQUE INDEX sessions_cookie_hash_key ON sessions (cookie_hash);
