DROP TABLE contacts;
DROP TABLE affiliations;
