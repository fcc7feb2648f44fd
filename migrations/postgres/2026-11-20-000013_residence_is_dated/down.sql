DROP TABLE residences;
