//! A round with its draw, asked for reasons.

use std::cell::{Cell, OnceCell, RefCell};

use crate::bracket::frame::{Frame, Haste};
use crate::criteria::Entry;
use crate::draw::Draw;
use crate::explain::answers::{Asked, Lowest};
use crate::explain::clubs::{InFold, WithoutClubs};
use crate::explain::stages::Stages;
use crate::field::{Points, Round};
use lexicographic_matching::{Matching, steps};

/// So many players are few enough for every reason to be sought, whatever it takes.
const ALWAYS: usize = 300;

/// So many steps may be spent on reasons that take a search where there are more.
const BUDGET: u64 = 20_000_000;

/// A round with its draw.
pub(crate) struct Drawn<'a> {
    pub(crate) round: &'a Round<'a>,
    pub(crate) mates: Vec<usize>,
    /// Whether every other pair is drawn again: what the tests compare with.
    pub(crate) plainly: bool,
    /// Those who play, by levels.
    pub(crate) levels: Vec<Vec<usize>>,
    pub(crate) level_of: Vec<usize>,
    pub(crate) clashes: usize,
    /// The number of steps before the first reason.
    pub(crate) began: u64,
    pub(crate) list: OnceCell<Vec<Entry>>,
    frame: OnceCell<Option<Frame>>,
    pub(crate) lowest_clashes: OnceCell<Lowest>,
    /// What was last asked of the hard rules, of the score of the bye, and of a bracket.
    pub(crate) asked: RefCell<Asked>,
    pub(crate) stages: RefCell<Stages>,
    /// The number of steps that other draws have taken.
    pub(crate) redrawing: Cell<u64>,
    pub(crate) without_clubs: OnceCell<Option<WithoutClubs>>,
    pub(crate) in_fold: RefCell<InFold>,
}

impl<'a> Drawn<'a> {
    pub(crate) fn new(round: &'a Round<'a>, draw: &Draw, frame: Option<Frame>) -> Self {
        let mates = round.mates(&draw.pairs, draw.bye);
        let holder = round.bye().map(|bye| mates[bye]);
        let playing: Vec<usize> = (0..round.len()).filter(|place| Some(*place) != holder).collect();
        let same = |one: &usize, other: &usize| round.scores[*one] == round.scores[*other];
        let levels: Vec<Vec<usize>> = playing.chunk_by(same).map(<[usize]>::to_vec).collect();
        let mut level_of = vec![0; round.len()];
        for (number, level) in levels.iter().enumerate() {
            for place in level {
                level_of[*place] = number;
            }
        }
        let in_clash = |place: &usize| round.avoid && *place < mates[*place] && round.clash(*place, mates[*place]);
        Self {
            clashes: (0..round.len()).filter(in_clash).count(),
            round,
            mates,
            plainly: false,
            levels,
            level_of,
            began: steps::steps(),
            list: OnceCell::new(),
            frame: frame.map_or_else(OnceCell::new, |frame| OnceCell::from(Some(frame))),
            lowest_clashes: OnceCell::new(),
            asked: RefCell::default(),
            stages: RefCell::default(),
            redrawing: Cell::new(0),
            without_clubs: OnceCell::new(),
            in_fold: RefCell::default(),
        }
    }

    pub(crate) fn score(&self, place: usize) -> Points {
        Points::halves(self.round.scores[place])
    }

    /// Of the players of a level those who meet each other.
    pub(crate) fn folded(&self, level: usize) -> Vec<usize> {
        self.levels[level]
            .iter()
            .copied()
            .filter(|place| self.is_folded(*place))
            .collect()
    }

    /// Whether a player meets one of the same level.
    pub(crate) fn is_folded(&self, place: usize) -> bool {
        self.level_of.get(self.mates[place]) == Some(&self.level_of[place])
    }

    pub(crate) fn level(&self, place: usize) -> usize {
        self.level_of[place]
    }

    pub(crate) fn own(&self, level: usize) -> &[usize] {
        &self.levels[level]
    }

    /// Whether there has been so much searching that no more is done.
    pub(crate) fn is_spent(&self) -> bool {
        steps::steps() > self.limit()
    }

    pub(crate) fn limit(&self) -> u64 {
        if self.plainly || self.round.len() <= ALWAYS {
            u64::MAX
        } else {
            self.began.saturating_add(BUDGET)
        }
    }

    /// What the brackets were drawn from.
    pub(crate) fn frame(&self) -> Option<&Frame> {
        self.frame
            .get_or_init(|| Frame::new(self.round, Haste::Quick).ok())
            .as_ref()
    }

    /// The draw as a matching of those places.
    pub(crate) fn matching(&self, places: impl Iterator<Item = usize> + Clone) -> Matching {
        let mut matching = Matching::new(self.mates.len());
        places.clone().for_each(|place| matching.pair(place, self.mates[place]));
        matching.keep(places);
        matching
    }
}
