-- The levels and the forfeited games that each method of ranking counts, as the lists on record were made: all levels, and what was
-- forfeited for game points alone.
UPDATE rankings SET settings = replace(replace(settings, '"super_league": {', '"super_league":{'), '"glicko_2": {', '"glicko_2":{');
UPDATE rankings SET settings = replace(settings, '"super_league":{',
    '"game_points":{"levels":{"friendly":true,"club":true,"school":true,"student":true,"regional":true,"provincial":true,"national":true,"continental":true,"world":true},"forfeits":true},"super_league":{"levels":{"friendly":false,"club":false,"school":false,"student":false,"regional":false,"provincial":true,"national":true,"continental":false,"world":false},"forfeits":false,');
UPDATE rankings SET settings = replace(settings, '"glicko_2":{', '"glicko_2":{"levels":{"friendly":true,"club":true,"school":true,"student":true,"regional":true,"provincial":true,"national":true,"continental":true,"world":true},"forfeits":false,');
