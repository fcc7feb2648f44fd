ALTER TABLE pen_loans DROP COLUMN officials;
