-- The accounts of the officials who were named when the pen was lent, by their ids, with blanks between: nothing is taken home of
-- others. None of loans that were made before they were kept.
ALTER TABLE pen_loans ADD COLUMN officials TEXT;
