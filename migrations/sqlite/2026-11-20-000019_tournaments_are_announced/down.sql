DROP TABLE entries;
DROP TABLE tournaments;
