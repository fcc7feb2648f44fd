ALTER TABLE pen_loans DROP COLUMN receipt;
ALTER TABLE pen_commands DROP COLUMN note;
ALTER TABLE pen_commands DROP COLUMN dismissed_by;
ALTER TABLE pen_commands DROP COLUMN dismissed_at;
