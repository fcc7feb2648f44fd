DROP TABLE upholdings;
