-- All rounds or all games are won in an event that was one: the federation's preset asks for five rounds, and for eight who have
-- played, or twelve in the national championship. Criteria that it has set itself ask for what they asked.
UPDATE colours_criteria SET rules = replace(replace(replace(replace(rules,
    '{"basis": "all_rounds", "byes": 1, "event": "provincial"}', '{"basis": "all_rounds", "event": "provincial", "byes": 1, "rounds": 5, "entrants": 8}'),
    '{"basis": "all_games", "byes": 1, "event": "provincial"}', '{"basis": "all_games", "event": "provincial", "byes": 1, "rounds": 5, "entrants": 8}'),
    '{"basis": "all_rounds", "byes": 1, "event": "national"}', '{"basis": "all_rounds", "event": "national", "byes": 1, "rounds": 5, "entrants": 12}'),
    '{"basis": "all_games", "byes": 1, "event": "national"}', '{"basis": "all_games", "event": "national", "byes": 1, "rounds": 5, "entrants": 12}')
    WHERE version = 1 AND name = 'Preset';
UPDATE colours_criteria SET rules = replace(replace(rules,
    '"basis":"all_rounds",', '"basis":"all_rounds","rounds":1,"entrants":1,'),
    '"basis":"all_games",', '"basis":"all_games","rounds":1,"entrants":1,');
