DROP TABLE pairing_bars;
DROP TABLE transfers;
DROP TABLE registrations;
DROP TABLE residences;
DROP TABLE consents;
DROP TABLE player_words;
DROP TABLE players;
