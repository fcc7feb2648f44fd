UPDATE rankings SET settings = replace(settings, ':true', ':false');
UPDATE rankings SET settings = replace(settings, '"game_points":{"levels":{"friendly":false,"club":false,"school":false,"student":false,"regional":false,"provincial":false,"national":false,"continental":false,"world":false},"forfeits":false},', '');
UPDATE rankings SET settings = replace(settings, '"levels":{"friendly":false,"club":false,"school":false,"student":false,"regional":false,"provincial":false,"national":false,"continental":false,"world":false},"forfeits":false,', '');
