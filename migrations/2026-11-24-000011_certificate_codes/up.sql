-- What stands on the certificates, of colours and of accreditations. Codes are looked up by their digests, so that how long a
-- comparison takes tells nothing of a code; and they are kept apart from what they are for, so that no list can show one by
-- mistake. They are kept, and not derived from a secret: a lost certificate is printed again with the same code, and there is
-- no secret whose loss betrays all codes to come or whose change voids all those that are printed.
CREATE TABLE certificate_codes (
    digest TEXT PRIMARY KEY,
    colours_id {id} REFERENCES colours (id),
    accreditation_id {id} REFERENCES accreditations (id),
    code TEXT NOT NULL,
    CONSTRAINT certificate_codes_colours_id_key UNIQUE (colours_id),
    CONSTRAINT certificate_codes_accreditation_id_key UNIQUE (accreditation_id),
    CONSTRAINT certificate_codes_subject_check CHECK ((colours_id IS NULL) <> (accreditation_id IS NULL))
) {strict};
