-- The words of players' names, folded: by them a search finds where to look.
CREATE TABLE player_words (
    word TEXT COLLATE "C" NOT NULL,
    player_id UUID NOT NULL REFERENCES players (id),
    CONSTRAINT player_words_pkey PRIMARY KEY (word, player_id)
);
CREATE INDEX player_words_player_id_idx ON player_words (player_id);

INSERT INTO player_words (word, player_id)
    SELECT DISTINCT word, id FROM players, regexp_split_to_table(trim(name_key), ' ') AS word WHERE word <> '';
