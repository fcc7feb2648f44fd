UPDATE colours_criteria SET rules = replace(replace(rules,
    '"basis":"all_rounds","rounds":1,"entrants":1,', '"basis":"all_rounds",'),
    '"basis":"all_games","rounds":1,"entrants":1,', '"basis":"all_games",');
UPDATE colours_criteria SET rules = replace(replace(replace(replace(rules,
    '{"basis": "all_rounds", "event": "provincial", "byes": 1, "rounds": 5, "entrants": 8}', '{"basis": "all_rounds", "byes": 1, "event": "provincial"}'),
    '{"basis": "all_games", "event": "provincial", "byes": 1, "rounds": 5, "entrants": 8}', '{"basis": "all_games", "byes": 1, "event": "provincial"}'),
    '{"basis": "all_rounds", "event": "national", "byes": 1, "rounds": 5, "entrants": 12}', '{"basis": "all_rounds", "byes": 1, "event": "national"}'),
    '{"basis": "all_games", "event": "national", "byes": 1, "rounds": 5, "entrants": 12}', '{"basis": "all_games", "byes": 1, "event": "national"}')
    WHERE version = 1 AND name = 'Preset';
