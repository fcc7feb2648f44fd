DROP TABLE provinces;
