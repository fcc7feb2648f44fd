UPDATE colours_criteria SET rules = replace(replace(rules, ', "entrants": 4}', '}'), ', "byes": 1', '');
