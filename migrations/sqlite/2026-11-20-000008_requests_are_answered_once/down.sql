DROP TABLE creations;
DROP TABLE answers;
