//! Matchings by the number of their edges: maximum matchings, perfect ones, and the edges that these can have.

mod alternating_tree;
mod barrier;
mod dirac;
mod greedy;
mod inadmissible;
mod matching;
mod maximum;

pub use alternating_tree::Target;
pub use dirac::satisfies_dirac;
pub use greedy::match_greedily;
pub use inadmissible::remove_inadmissible_edges;
pub use matching::Matching;
