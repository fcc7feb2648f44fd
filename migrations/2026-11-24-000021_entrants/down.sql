ALTER TABLE tournaments DROP COLUMN opened_at;
ALTER TABLE pairing_bars DROP COLUMN withdrawn_because;
