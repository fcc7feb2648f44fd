DROP TABLE entries;
DROP TABLE appointments;
DROP TABLE tournaments;
