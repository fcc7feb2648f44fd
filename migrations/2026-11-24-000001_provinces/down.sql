DROP TABLE regions;
DROP TABLE provinces;
