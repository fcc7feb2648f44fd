ALTER TABLE certificate_codes DROP COLUMN awarding_body;
ALTER TABLE certificate_codes DROP COLUMN holder;
