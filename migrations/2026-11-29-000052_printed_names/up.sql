-- Whose name the certificate bore at the award, and whose it was to give; none where that was not kept, or once the person's data
-- was erased.
ALTER TABLE certificate_codes ADD COLUMN holder TEXT;
-- Of an accreditation alone, since an award keeps its own; none where the federation had no name.
ALTER TABLE certificate_codes ADD COLUMN awarding_body TEXT;
