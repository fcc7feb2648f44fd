//! Games to submit, from the opening on.

/// First wins: Second has two cows left.
pub const WON: [&str; 25] = [
    "A4", "R7", "A5", "E6", "A3xR7", "A8", "A1", "A6", "A2xA8", "R6xA5", "A5xA6", "A6xA1", "A1xR6", "R6xA3", "A3xA6",
    "A6xA2", "A2xA6", "A6xA4", "A4xE6", "E6xA4", "A4xA6", "A6xA3", "A3xR6", "R6xA3", "A2-A3xA6",
];

/// E6-A6 breaks the line E5-E6-E7 and makes A5-A6-A7; the last turn moves back and makes the first line again.
pub const MADE_AND_BROKEN: [&str; 27] = [
    "E6", "E3", "A7", "R7", "A5", "E2", "E7", "R5", "E5xR7", "A8", "A4", "R3", "R7xA8", "A3xA4", "A8", "A2", "R6",
    "A4", "E1", "A1xA8", "R4", "R2xR6", "R6", "E8", "E6-A6xE8", "E3-E4", "A6-E6xE4",
];

/// E6-A6 breaks the line E5-E6-E7 and makes none; the last turn moves back and makes it again.
pub const ONLY_BROKEN: [&str; 27] = [
    "E6", "E2", "A7", "R1", "E7", "A8", "E5xA8", "E1", "R8", "A8", "R7xE2", "A4", "A1", "R3", "E4", "R6", "R2", "R4",
    "E3xA8", "E8", "A8xR6", "A2", "R5", "A3", "E6-A6", "E1-E2", "A6-E6xE2",
];
