//! A round with its draw, and the questions about it that all reasons have in common.

use std::cell::{Cell, OnceCell, RefCell};

use crate::criteria::CriterionValue;
use crate::draw::Draw;
use crate::explain::answers::{Asked, InSlide, Lowest, WithoutClubs};
use crate::explain::faces::Stages;
use crate::field::{Points, Round};
use crate::whole_round::eligibility::{Eligibility, Method};
use lexicographic_matching::{Budget, Matching};

/// The most players for whom every reason is sought, whatever it takes.
const ALWAYS: usize = 300;

/// The steps that may be spent on reasons that take a search where there are more.
const BUDGET: u64 = 20_000_000;

/// A round with its draw.
pub(crate) struct Drawn<'a> {
    pub(crate) round: &'a Round<'a>,
    pub(crate) mates: Vec<usize>,
    /// Whether every reason is found by another draw, as the tests do to compare.
    pub(crate) plainly: bool,
    /// Those who play, by score groups.
    pub(crate) score_groups: Vec<Vec<usize>>,
    pub(crate) score_group_of: Vec<usize>,
    pub(crate) clashes: usize,
    /// The number of steps before the first reason.
    pub(crate) began: u64,
    pub(crate) list: OnceCell<Vec<CriterionValue>>,
    eligibility: OnceCell<Option<Eligibility>>,
    pub(crate) lowest_clashes: OnceCell<Lowest>,
    /// The last answers by the hard rules, for the score of the bye, and in a bracket.
    pub(crate) asked: RefCell<Asked>,
    pub(crate) stages: RefCell<Stages>,
    /// The number of steps that other draws have taken.
    pub(crate) redrawing: Cell<u64>,
    pub(crate) without_clubs: OnceCell<Option<WithoutClubs>>,
    pub(crate) in_slide: RefCell<InSlide>,
}

impl<'a> Drawn<'a> {
    pub(crate) fn new(round: &'a Round<'a>, draw: &Draw, eligibility: Option<Eligibility>) -> Self {
        let mates = round.mates(&draw.pairs, draw.bye);
        let holder = round.bye().map(|bye| mates[bye]);
        let playing: Vec<usize> = (0..round.len()).filter(|place| Some(*place) != holder).collect();
        let same = |one: &usize, other: &usize| round.scores[*one] == round.scores[*other];
        let score_groups: Vec<Vec<usize>> = playing.chunk_by(same).map(<[usize]>::to_vec).collect();
        let mut score_group_of = vec![0; round.len()];
        for (number, score_group) in score_groups.iter().enumerate() {
            for place in score_group {
                score_group_of[*place] = number;
            }
        }
        let in_clash = |place: &usize| round.avoid && *place < mates[*place] && round.clash(*place, mates[*place]);
        Self {
            clashes: (0..round.len()).filter(in_clash).count(),
            round,
            mates,
            plainly: false,
            score_groups,
            score_group_of,
            began: Budget::spent(),
            list: OnceCell::new(),
            eligibility: eligibility.map_or_else(OnceCell::new, |eligibility| OnceCell::from(Some(eligibility))),
            lowest_clashes: OnceCell::new(),
            asked: RefCell::default(),
            stages: RefCell::default(),
            redrawing: Cell::new(0),
            without_clubs: OnceCell::new(),
            in_slide: RefCell::default(),
        }
    }

    pub(crate) fn score(&self, place: usize) -> Points {
        Points::halves(self.round.scores[place])
    }

    /// The players of a score group who meet each other.
    pub(crate) fn sliding(&self, score_group: usize) -> Vec<usize> {
        self.score_groups[score_group]
            .iter()
            .copied()
            .filter(|place| self.is_sliding(*place))
            .collect()
    }

    /// Whether a player meets one of the same score group.
    pub(crate) fn is_sliding(&self, place: usize) -> bool {
        self.score_group_of.get(self.mates[place]) == Some(&self.score_group_of[place])
    }

    pub(crate) fn score_group(&self, place: usize) -> usize {
        self.score_group_of[place]
    }

    pub(crate) fn own(&self, score_group: usize) -> &[usize] {
        &self.score_groups[score_group]
    }

    /// Whether there has been so much searching that no more is done.
    pub(crate) fn is_spent(&self) -> bool {
        Budget::spent() > self.limit()
    }

    pub(crate) fn limit(&self) -> u64 {
        if self.plainly || self.round.len() <= ALWAYS {
            u64::MAX
        } else {
            self.began.saturating_add(BUDGET)
        }
    }

    /// The steps that may still be spent.
    pub(crate) fn left(&self) -> Budget {
        Budget::new(self.limit().saturating_sub(Budget::spent()))
    }

    /// The eligible pairs, from which the brackets were drawn.
    pub(crate) fn eligibility(&self) -> Option<&Eligibility> {
        self.eligibility
            .get_or_init(|| Eligibility::new(self.round, Method::BoundsFirst).ok())
            .as_ref()
    }

    /// The draw as a matching of those places.
    pub(crate) fn matching(&self, places: impl Iterator<Item = usize> + Clone) -> Matching {
        let mut matching = Matching::new(self.mates.len());
        places.clone().for_each(|place| matching.join(place, self.mates[place]));
        matching.activate_only(places);
        matching
    }
}
