DROP TABLE clubs;
