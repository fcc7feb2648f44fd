DROP TABLE contacts;
DROP TABLE affiliations;
DROP TABLE clubs;
