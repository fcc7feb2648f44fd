//! What the brackets are drawn from.

use std::rc::Rc;

use crate::field::Round;
use lexicographic_matching::{Graph, Matching};

/// What the brackets are to be drawn from.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    /// Who has the bye.
    pub(crate) bye: Option<usize>,
    /// Who may still meet whom. The bye and its player have no edges.
    pub(crate) graph: Rc<Graph>,
    /// One way to pair everybody in `graph`.
    pub(crate) matching: Matching,
}

impl Frame {
    /// The lowest seed that can has the bye.
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

/// Whether a bracket is first tried by lower bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Haste {
    Quick,
    /// Only the matchings of least cost, which need no argument about bounds: what the tests compare with.
    #[cfg(test)]
    Never,
}
