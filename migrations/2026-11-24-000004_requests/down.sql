DROP TABLE creations;
DROP TABLE answers;
DROP TABLE audit;
