-- Lists that stay as fast however many rows there are.

-- What a search for games asks stands in the index along which it walks, so that a game which is not sought is passed over
-- without its row being read. It takes the place of the index on the day and the id: it costs a game no write more, but more
-- room, some 130 bytes instead of 60.
DROP INDEX games_played_on_id_idx;
CREATE INDEX games_walk_idx ON games (played_on, id, result, termination, plies, rule_set, serial, tournament_id)
    WHERE withdrawn_at IS NULL;

-- All that an account did. It costs every change one write more, beside those of the same account.
CREATE INDEX audit_account_id_seq_idx ON audit (account_id, seq);

-- The players of a province by name. It costs a registered or renamed player one write more.
CREATE INDEX players_province_code_sort_key_number_idx ON players (province_code, sort_key, number);

-- Registrations of a year, and those that were taken back, in the order of their lists. The first costs a registration one write
-- more, the second only one that is taken back.
CREATE INDEX registrations_year_id_idx ON registrations (year, id) WHERE withdrawn_at IS NULL;
CREATE INDEX registrations_withdrawn_idx ON registrations (id) WHERE withdrawn_at IS NOT NULL;

-- Transfers that wait for somebody, and those that were refused: few, however many were accepted.
CREATE INDEX transfers_waiting_idx ON transfers (id) WHERE accepted_at IS NULL AND refused_at IS NULL;
CREATE INDEX transfers_refused_idx ON transfers (id) WHERE refused_at IS NOT NULL;

-- Tournaments by what they are, the latest first. They cost an announced tournament, and a change of its state, some writes more.
DROP INDEX tournaments_stage_idx;
CREATE INDEX tournaments_stage_idx ON tournaments (stage, starts_on, id);
CREATE INDEX tournaments_level_idx ON tournaments (level, starts_on, id);
CREATE INDEX tournaments_state_idx ON tournaments (state, starts_on, id);
CREATE INDEX tournaments_province_code_idx ON tournaments (province_code, starts_on, id);
