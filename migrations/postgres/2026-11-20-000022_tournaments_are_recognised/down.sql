DROP TABLE equipment_confirmations;
DROP TABLE equipment_specifications;
