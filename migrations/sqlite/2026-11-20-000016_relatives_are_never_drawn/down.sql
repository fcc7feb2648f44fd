DROP TABLE pairing_bars;
