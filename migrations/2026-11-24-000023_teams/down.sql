ALTER TABLE entries ADD COLUMN team TEXT;
UPDATE entries SET team = (
    SELECT teams.name FROM teams JOIN team_members ON team_members.team_id = teams.id
    WHERE team_members.entry_id = entries.id
);
DROP TABLE team_members;
DROP TABLE teams;
ALTER TABLE tournaments DROP COLUMN team_size;
