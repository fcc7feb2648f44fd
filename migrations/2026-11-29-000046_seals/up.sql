-- What the entry has left in the tables on which rights rest: by table and key the salted digest of what is there, or null where
-- nothing is. The digest of the entry is over it too, and it is never emptied.
ALTER TABLE audit ADD COLUMN seals TEXT;
