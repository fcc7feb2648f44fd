-- When an official of the tournament ticked that the player has arrived in the hall; none of who is not there.
ALTER TABLE entries ADD COLUMN checked_in_at {instant};

-- The last day on which clubs enter and withdraw players by themselves; none if that is left open.
ALTER TABLE tournaments ADD COLUMN entries_close_on {date};
