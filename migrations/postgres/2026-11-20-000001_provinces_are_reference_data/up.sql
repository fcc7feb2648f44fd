CREATE TABLE provinces (
    code TEXT PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
);

-- ISO 3166-2:ZA
INSERT INTO provinces (code, name) VALUES
    ('ZA-EC', 'Eastern Cape'),
    ('ZA-FS', 'Free State'),
    ('ZA-GP', 'Gauteng'),
    ('ZA-KZN', 'KwaZulu-Natal'),
    ('ZA-LP', 'Limpopo'),
    ('ZA-MP', 'Mpumalanga'),
    ('ZA-NC', 'Northern Cape'),
    ('ZA-NW', 'North West'),
    ('ZA-WC', 'Western Cape');
