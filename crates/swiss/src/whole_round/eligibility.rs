//! The *eligible* pairs: those that are left to choose from once the criteria of the whole round (1 to 4) are decided.

use std::rc::Rc;

use crate::field::Round;
use lexicographic_matching::{Graph, Matching};

/// The player with the bye and the pairs that criteria 1 to 4 leave, from which the brackets are drawn.
#[derive(Clone, Debug)]
pub(crate) struct Eligibility {
    /// The player with the bye.
    pub(crate) bye: Option<usize>,
    /// The eligible pairs. The bye and its player have none.
    pub(crate) graph: Rc<Graph>,
    /// A perfect matching of `graph`.
    pub(crate) matching: Matching,
}

impl Eligibility {
    /// Gives the bye to the lowest seed that can have it.
    pub(crate) fn with_bye(mut self, round: &Round) -> Self {
        if let Some(bye) = round.bye() {
            self.bye = self.matching.settle(&self.graph, bye, (0..round.len()).rev());
            if let Some(holder) = self.bye {
                let graph = Rc::make_mut(&mut self.graph);
                graph.retain_neighbours(holder, |_| false);
                graph.retain_neighbours(bye, |_| false);
            }
        }
        self
    }
}

/// The way in which a bracket is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Method {
    BoundsFirst,
    /// Perfect matchings of least cost alone, which need no argument about bounds: the tests compare with it.
    #[cfg(test)]
    LeastCostOnly,
}
