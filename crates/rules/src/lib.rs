//! The game of Morabaraba.
