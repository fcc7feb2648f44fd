//! Costs and duals.

/// What a pair costs, and what the duals are counted in.
pub type Weight = i128;
