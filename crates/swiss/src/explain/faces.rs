//! The faces that `stages` goes through: for each criterion of the list, all rounds that are as good as the draw up to
//! it, as a face of perfect matchings.

use crate::criteria::Criterion;
use lexicographic_matching::{Face, FaceMatching, Graph};

/// The faces of the list, as far as they were asked for.
#[derive(Default)]
pub(crate) struct Stages {
    pub(crate) whole: Option<Chain>,
    /// One for each score group.
    pub(crate) brackets: Vec<Option<Chain>>,
    pub(crate) words: usize,
}

/// The faces of one bracket, or of the criteria over the whole round, one after the other.
pub(crate) struct Chain {
    /// The places of the vertices, in order.
    pub(crate) places: Vec<usize>,
    /// The ends of those moved down, of the score group's own players, and of those of the next one.
    pub(crate) ends: [usize; 3],
    /// The draw among these.
    pub(crate) mates: Vec<usize>,
    pub(crate) face: Face,
    /// The rounds in which those moved down meet whom they meet in the draw, before anything was asked of them.
    pub(crate) settled: Option<FaceMatching>,
    /// The rounds that are left before the criteria, and after each.
    pub(crate) stages: Vec<Stage>,
    pub(crate) criteria: Vec<Criterion>,
}

/// The rounds that are left after a criterion.
pub(crate) struct Stage {
    /// The matchings of these rounds; none where there is nothing to ask, and those of the stage before stand for them.
    pub(crate) matchings: Option<FaceMatching>,
    /// The last player asked about, and whom that one could meet.
    pub(crate) asked: Option<(usize, Vec<u64>)>,
}

impl Stage {
    pub(crate) fn of(matchings: FaceMatching) -> Self {
        Self {
            matchings: Some(matchings),
            asked: None,
        }
    }
}

impl Chain {
    pub(crate) fn new(
        places: Vec<usize>,
        ends: [usize; 3],
        mates: Vec<usize>,
        graph: Graph,
        criteria: Vec<Criterion>,
    ) -> Self {
        Self {
            places,
            ends,
            face: Face::new(graph, mates.clone()),
            mates,
            settled: None,
            stages: Vec::new(),
            criteria,
        }
    }

    /// The matchings in which those moved down meet whom they meet in the draw.
    pub(crate) fn opponents_settled(&self, mut matchings: FaceMatching) -> Option<FaceMatching> {
        for one in 0..self.ends[0] {
            if self.mates[one] < self.ends[1] {
                matchings.settle(one, std::iter::once(self.mates[one]))?;
            }
        }
        Some(matchings)
    }
}
