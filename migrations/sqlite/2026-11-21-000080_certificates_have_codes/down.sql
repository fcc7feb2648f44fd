CREATE TABLE colours_codes (
    digest TEXT PRIMARY KEY,
    colours_id TEXT NOT NULL REFERENCES colours (id),
    code TEXT NOT NULL,
    CONSTRAINT colours_codes_colours_id_key UNIQUE (colours_id)
) STRICT;
INSERT INTO colours_codes (digest, colours_id, code)
    SELECT digest, colours_id, code FROM certificate_codes WHERE colours_id IS NOT NULL;
DROP TABLE certificate_codes;
