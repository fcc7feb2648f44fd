ALTER TABLE equipment_confirmations DROP COLUMN reason;
ALTER TABLE equipment_confirmations DROP COLUMN found_on;
ALTER TABLE equipment_confirmations DROP COLUMN federation_mark;
ALTER TABLE equipment_confirmations DROP COLUMN counter_size;
ALTER TABLE equipment_specifications DROP COLUMN counter_size;
ALTER TABLE appointments DROP COLUMN reason;
ALTER TABLE appointments DROP COLUMN until_day;
ALTER TABLE appointments DROP COLUMN from_day;
