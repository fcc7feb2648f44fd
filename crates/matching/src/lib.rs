//! Matchings in graphs that are kept as rows of bits: as many pairs as can be, and who can meet whom when everybody is paired;
//! and perfect matchings of least cost, where a cost is a list of numbers compared from the left.
#![forbid(unsafe_code)]

mod barrier;
pub mod bits;
mod blossom;
mod budget;
mod dirac;
mod graph;
mod greedy;
mod groups;
mod impossible;
mod lightest;
mod matching;
mod maximum;
mod nest;
mod nested;
mod row;
mod search;
mod sets;
mod weigh;
mod weight;

pub use budget::Budget;
pub use dirac::is_plenty;
pub use graph::{Graph, NONE};
pub use greedy::pair_many;
pub use impossible::strike_out_impossible;
pub use matching::Matching;
pub use nested::Nested;
pub use row::Row;
pub use search::Goal;
pub use weigh::{Face, Scale, lightest};
pub use weight::Weight;
