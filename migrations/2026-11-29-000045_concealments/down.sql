DROP TABLE concealments;
