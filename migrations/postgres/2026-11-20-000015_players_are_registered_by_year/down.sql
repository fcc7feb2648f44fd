DROP TABLE transfers;
DROP TABLE registrations;
