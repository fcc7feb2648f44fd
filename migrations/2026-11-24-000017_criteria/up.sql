-- How large a field must be, and how many byes leave all rounds won: chosen, since the texts have it not in figures.
UPDATE colours_criteria SET rules = replace(replace(replace(rules,
    '"places": 3}', '"places": 3, "entrants": 4}'),
    '"basis": "all_rounds"', '"basis": "all_rounds", "byes": 1'),
    '"basis": "all_games"', '"basis": "all_games", "byes": 1');
