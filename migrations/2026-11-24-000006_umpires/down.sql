DROP TABLE sanctions;
DROP TABLE accreditations;
