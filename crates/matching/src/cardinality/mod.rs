//! Matchings without costs: maximum matchings, perfect ones, and the edges that perfect ones can have (Schrijver,
//! *Combinatorial Optimization*, chapter 24).

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
