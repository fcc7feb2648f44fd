ALTER TABLE tournaments DROP COLUMN opened_at;
DROP TABLE suspensions;
ALTER TABLE pairing_bars DROP COLUMN withdrawn_because;
