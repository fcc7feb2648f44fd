DROP TABLE pen_findings;
DROP TABLE pen_commands;
DROP TABLE pen_bundles;
DROP TABLE pen_loans;
