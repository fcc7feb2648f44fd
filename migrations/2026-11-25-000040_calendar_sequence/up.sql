-- When a tournament was changed last since it was announced: by it other programs tell which of two copies of a calendar's
-- event is the newer.
ALTER TABLE tournaments ADD COLUMN changed_at {instant};
