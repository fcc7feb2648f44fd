-- Why a bar was taken back; private.
ALTER TABLE pairing_bars ADD COLUMN withdrawn_because TEXT;
-- Since when a tournament takes entries; of those that were opened before this was kept, since they were announced.
ALTER TABLE tournaments ADD COLUMN opened_at {instant};
UPDATE tournaments SET opened_at = created_at WHERE state IN ('open', 'running', 'finished', 'ratified');
