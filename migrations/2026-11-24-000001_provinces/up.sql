-- Provinces and their codes by ISO 3166-2:ZA.
CREATE TABLE provinces (
    code TEXT PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
) {strict};

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

-- The metropolitan and district municipalities, by the codes of the Municipal Demarcation Board.
CREATE TABLE regions (
    code TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    province_code TEXT NOT NULL REFERENCES provinces (code)
) {strict};
CREATE INDEX regions_province_code_idx ON regions (province_code);

INSERT INTO regions (code, name, province_code) VALUES
    ('BUF', 'Buffalo City', 'ZA-EC'),
    ('NMA', 'Nelson Mandela Bay', 'ZA-EC'),
    ('DC10', 'Sarah Baartman', 'ZA-EC'),
    ('DC12', 'Amathole', 'ZA-EC'),
    ('DC13', 'Chris Hani', 'ZA-EC'),
    ('DC14', 'Joe Gqabi', 'ZA-EC'),
    ('DC15', 'OR Tambo', 'ZA-EC'),
    ('DC44', 'Alfred Nzo', 'ZA-EC'),
    ('MAN', 'Mangaung', 'ZA-FS'),
    ('DC16', 'Xhariep', 'ZA-FS'),
    ('DC18', 'Lejweleputswa', 'ZA-FS'),
    ('DC19', 'Thabo Mofutsanyana', 'ZA-FS'),
    ('DC20', 'Fezile Dabi', 'ZA-FS'),
    ('EKU', 'Ekurhuleni', 'ZA-GP'),
    ('JHB', 'Johannesburg', 'ZA-GP'),
    ('TSH', 'Tshwane', 'ZA-GP'),
    ('DC42', 'Sedibeng', 'ZA-GP'),
    ('DC48', 'West Rand', 'ZA-GP'),
    ('ETH', 'eThekwini', 'ZA-KZN'),
    ('DC21', 'Ugu', 'ZA-KZN'),
    ('DC22', 'uMgungundlovu', 'ZA-KZN'),
    ('DC23', 'uThukela', 'ZA-KZN'),
    ('DC24', 'uMzinyathi', 'ZA-KZN'),
    ('DC25', 'Amajuba', 'ZA-KZN'),
    ('DC26', 'Zululand', 'ZA-KZN'),
    ('DC27', 'uMkhanyakude', 'ZA-KZN'),
    ('DC28', 'King Cetshwayo', 'ZA-KZN'),
    ('DC29', 'iLembe', 'ZA-KZN'),
    ('DC43', 'Harry Gwala', 'ZA-KZN'),
    ('DC33', 'Mopani', 'ZA-LP'),
    ('DC34', 'Vhembe', 'ZA-LP'),
    ('DC35', 'Capricorn', 'ZA-LP'),
    ('DC36', 'Waterberg', 'ZA-LP'),
    ('DC47', 'Sekhukhune', 'ZA-LP'),
    ('DC30', 'Gert Sibande', 'ZA-MP'),
    ('DC31', 'Nkangala', 'ZA-MP'),
    ('DC32', 'Ehlanzeni', 'ZA-MP'),
    ('DC6', 'Namakwa', 'ZA-NC'),
    ('DC7', 'Pixley ka Seme', 'ZA-NC'),
    ('DC8', 'ZF Mgcawu', 'ZA-NC'),
    ('DC9', 'Frances Baard', 'ZA-NC'),
    ('DC45', 'John Taolo Gaetsewe', 'ZA-NC'),
    ('DC37', 'Bojanala Platinum', 'ZA-NW'),
    ('DC38', 'Ngaka Modiri Molema', 'ZA-NW'),
    ('DC39', 'Dr Ruth Segomotsi Mompati', 'ZA-NW'),
    ('DC40', 'Dr Kenneth Kaunda', 'ZA-NW'),
    ('CPT', 'Cape Town', 'ZA-WC'),
    ('DC1', 'West Coast', 'ZA-WC'),
    ('DC2', 'Cape Winelands', 'ZA-WC'),
    ('DC3', 'Overberg', 'ZA-WC'),
    ('DC4', 'Garden Route', 'ZA-WC'),
    ('DC5', 'Central Karoo', 'ZA-WC');
