DROP TABLE player_words;
