//! One bracket by lower bounds: what it must lose, it loses, and the rest is asked one player at a time.
//!
//! The fewest who leave and their scores are those of the bracket alone, without a look at what lies below. Once their
//! number in each score is known, a place for each of them stands for the way out: everybody of that score could meet it,
//! and the bracket with these places is paired perfectly. Opponents and leavers are then chosen in order, each as good as a
//! perfect matching allows. That is the optimum if the bracket below loses as few as is thinkable and the rest can be
//! paired; otherwise there is no outcome here, and the matchings of least cost decide.

use crate::bracket::{Bracket, Outcome};
use crate::criteria::order::dropping_order;
use crate::field::{Float, Floater};
use lexicographic_matching::bits::bits;
use lexicographic_matching::{BitSet, Graph, Matching, match_greedily, satisfies_dirac};

/// A bracket alone: those moved down to it who can meet somebody, its own players, and after them the places for those who
/// leave.
struct Alone {
    places: Vec<usize>,
    /// How many of them were moved down.
    moved: usize,
    /// Those moved down who can meet nobody, or whom others keep from it.
    stuck: Vec<usize>,
    graph: Graph,
    matching: Matching,
    /// The free ones.
    lost: Vec<usize>,
}

impl Bracket<'_> {
    /// The optimum, if lower bounds show it; the witness then pairs those who leave and those below, unless there are so
    /// many of them that nothing could keep them from it.
    pub(crate) fn quick(&self, witness: &mut Matching) -> Option<Outcome> {
        let mut proven = |outcome: Outcome| self.rest_is_paired(&outcome, witness).map(|()| outcome);
        if let Some(outcome) = self.at_once().or_else(|| self.in_plenty()).and_then(&mut proven) {
            return Some(outcome);
        }
        if let Some(outcome) = self.whole().and_then(&mut proven) {
            return Some(outcome);
        }
        self.choose_among(&self.alone()?).and_then(proven)
    }

    /// Nobody moved down, nobody too many, and the fold as it is.
    fn at_once(&self) -> Option<Outcome> {
        let half = self.own.len() / 2;
        let legal = |(one, other): (&usize, &usize)| {
            self.graph.has_edge(*one, *other) && !(self.counts_clashes() && self.round.clash(*one, *other))
        };
        let whole = self.moved.is_empty() && self.own.len().is_multiple_of(2);
        (whole && self.own.iter().zip(&self.own[half..]).take(half).all(legal)).then(|| Outcome {
            rest: self.own.to_vec(),
            ..Outcome::default()
        })
    }

    /// Nobody moved down and nobody too many: all are paired with each other, whatever clashes that takes.
    fn whole(&self) -> Option<Outcome> {
        if !(self.counts_clashes() && self.moved.is_empty() && self.own.len().is_multiple_of(2)) {
            return None;
        }
        let mut matching = Matching::new(self.own.len());
        let complete = matching.maximize(&self.graph.induced(self.own, 0));
        complete.then(|| Outcome {
            rest: self.own.to_vec(),
            ..Outcome::default()
        })
    }

    /// So many of one score that everybody takes the best who is allowed, and the others are paired whoever they are.
    fn in_plenty(&self) -> Option<Outcome> {
        let together = self.moved.len() + self.own.len();
        let rest = self.own.len().checked_sub(self.moved.len() + together % 2)?;
        if self.limits() || rest <= self.most || !satisfies_dirac(rest, self.most) {
            return None;
        }
        let mut outcome = Outcome {
            rest: self.own.to_vec(),
            ..Outcome::default()
        };
        for one in self.moved {
            let place = outcome.rest.iter().position(|own| self.graph.has_edge(*one, *own))?;
            outcome.met.push((*one, outcome.rest.remove(place)));
        }
        if !outcome.rest.len().is_multiple_of(2) {
            let dropper = match self.round.config.floater {
                Floater::Median => outcome.rest.len() / 2,
                Floater::Lowest => outcome.rest.len() - 1,
            };
            outcome.leaving.push(outcome.rest.remove(dropper));
        }
        Some(outcome)
    }

    /// Whether there are criteria between the numbers of those who leave and the opponents.
    fn limits(&self) -> bool {
        self.counts_clashes() || self.round.config.repeat_floats
    }

    /// The bracket with as few left over as can be, and those as low as can be.
    fn alone(&self) -> Option<Alone> {
        let own = bits(self.graph.len(), self.own.iter().copied());
        let meets = |place: &&usize| self.graph.has_neighbour_among(**place, self.own, &own);
        let (able, mut stuck): (Vec<usize>, Vec<usize>) = self.moved.iter().partition(meets);
        let (able, idle) = self.foremost(&able, self.own);
        let moved = able.len();
        let places: Vec<usize> = able.iter().chain(self.own).copied().collect();
        let mut graph = self.graph.induced(&places, 0);
        let above = BitSet::from_numbers(places.len(), 0..moved);
        graph.remove_where(0..moved, &above, |_, _| !0);
        let pairs = graph.edge_count();
        if self.counts_clashes() {
            self.round.part_clashes(&mut graph, &places);
        }
        let own = moved..places.len();
        let again: Vec<usize> = own.filter(|one| self.round.floated(places[*one], Float::Up)).collect();
        graph.remove_where(
            0..moved,
            &BitSet::from_numbers(places.len(), again.iter().copied()),
            |_, _| !0,
        );
        graph.remove_where(again.into_iter(), &above, |_, _| !0);
        let limited = graph.edge_count() < pairs;
        let mut matching = Matching::new(places.len());
        match_greedily(&mut matching, &graph);
        let order: Vec<usize> = (0..places.len()).collect();
        matching.maximize_in_order(&graph, &order);
        let lost = matching.free();
        // What comes after in the list must not have made those who leave more or better.
        let least = idle.is_empty() && lost.len() <= places.len() % 2 && lost.iter().all(|place| *place >= moved);
        stuck.extend(idle);
        let nowhere = self.next.is_empty() && !(lost.is_empty() && stuck.is_empty());
        (!nowhere && (least || !limited)).then_some(Alone {
            places,
            moved,
            stuck,
            graph,
            matching,
            lost,
        })
    }

    /// Chooses opponents and leavers. Where a score loses some of its players and not all, places for these are matched with
    /// those who are lost so far.
    fn choose_among(&self, alone: &Alone) -> Option<Outcome> {
        let Alone { places, moved, .. } = alone;
        let (moved, count) = (*moved, places.len());
        let all: Vec<usize> = (0..count).collect();
        let score = |place: usize| self.round.scores[places[place]];
        let mut outcome = Outcome::default();
        outcome.leaving.clone_from(&alone.stuck);
        let mut exits = Vec::new();
        let mut gone = Vec::new();
        for group in all.chunk_by(|one, other| score(*one) == score(*other)) {
            let lost: Vec<usize> = group
                .iter()
                .copied()
                .filter(|place| alone.lost.binary_search(place).is_ok())
                .collect();
            if lost.len() == group.len() {
                gone.extend(lost);
            } else {
                exits.extend(lost.into_iter().map(|lost| (lost, group)));
            }
        }
        let mut graph = alone.graph.induced(&all, exits.len());
        let mut matching = Matching::new(count + exits.len());
        for one in 0..count {
            if let Some(other) = alone.matching.mate(one).filter(|other| *other > one) {
                matching.join(one, other);
            }
        }
        let repeats = |place: usize| place >= moved && self.round.floated(places[place], Float::Down);
        for (exit, (lost, group)) in (count..).zip(&exits) {
            group
                .iter()
                .filter(|place| !repeats(**place))
                .for_each(|place| graph.add_edge(exit, *place));
            if graph.has_edge(exit, *lost) {
                matching.join(exit, *lost);
            }
        }
        for place in gone {
            matching.deactivate(place);
            outcome.leaving.push(places[place]);
        }
        // Nobody who dropped in the last round drops again, if that can be; if not, it is not decided here.
        if !matching.maximize(&graph) {
            return None;
        }
        for place in 0..moved {
            if !matching.is_active(place) {
                continue;
            }
            let other = matching.settle(&graph, place, moved..count + exits.len())?;
            matching.remove_inadmissible(&mut graph, place);
            match other {
                exit if exit >= count => outcome.leaving.push(places[place]),
                own => outcome.met.push((places[place], places[own])),
            }
        }
        let left: Vec<usize> = (moved..count).filter(|place| matching.is_active(*place)).collect();
        let order = dropping_order(&left, self.round.config.floater);
        for exit in count..count + exits.len() {
            if matching.is_active(exit) {
                let leaver = matching.settle(&graph, exit, order.iter().copied())?;
                outcome.leaving.push(places[leaver]);
            }
        }
        for place in left.into_iter().filter(|place| matching.is_active(*place)) {
            outcome.rest.push(places[place]);
            let mate = matching.mate(place).filter(|mate| *mate > place);
            outcome.pairs.extend(mate.map(|mate| (places[place], places[mate])));
        }
        outcome.leaving.sort_unstable();
        Some(outcome)
    }
}
