#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod budget;
mod cardinality;
mod cost;
mod face;
mod graph;

pub use budget::Budget;
pub use cardinality::{Matching, Target, match_greedily, remove_inadmissible_edges, satisfies_dirac};
pub use cost::{Cost, Scale};
pub use face::{Face, FaceMatching, lexicographic_perfect_matching, min_cost_perfect_matching};
pub use graph::{BitSet, Graph, NONE, bits};
