DROP TABLE tries;
