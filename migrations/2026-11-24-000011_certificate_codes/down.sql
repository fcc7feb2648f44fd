DROP TABLE certificate_codes;
