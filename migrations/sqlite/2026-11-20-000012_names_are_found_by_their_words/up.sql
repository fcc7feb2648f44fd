-- The words of players' names, folded: by them a search finds where to look.
CREATE TABLE player_words (
    word TEXT NOT NULL,
    player_id TEXT NOT NULL REFERENCES players (id),
    CONSTRAINT player_words_pkey PRIMARY KEY (word, player_id)
) STRICT;
CREATE INDEX player_words_player_id_idx ON player_words (player_id);

WITH RECURSIVE words (player_id, word, rest) AS (
    SELECT id, '', trim(name_key) || ' ' FROM players
    UNION ALL
    SELECT player_id, substr(rest, 1, instr(rest, ' ') - 1), substr(rest, instr(rest, ' ') + 1) FROM words WHERE rest <> ''
)
INSERT INTO player_words (word, player_id) SELECT DISTINCT word, player_id FROM words WHERE word <> '';
