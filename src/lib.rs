//! The records service of a Morabaraba federation.
