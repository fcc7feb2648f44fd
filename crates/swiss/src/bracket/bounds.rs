//! A quick way through criteria 5 to 10 of one bracket, by lower bounds and exchange arguments. It decides nearly all
//! brackets of real fields, and leaves the others to `least_cost`.
//!
//! A maximum matching of the bracket alone gives a lower bound: whatever lies below, the downfloaters cannot be fewer,
//! nor their scores lower. Once it is known how many of each score float, as many *slots*, vertices for a downfloater
//! to be matched with, are added to the graph, so that the bracket with its slots has a perfect matching. Opponents and
//! downfloaters are then settled in the order of the criteria, each with the first choice that some perfect matching
//! has. The outcome is optimal if the next bracket reaches its lower bound as well and everybody below can be paired
//! (`completion`). Otherwise nothing is decided here, and perfect matchings of least cost decide (`least_cost`).

use crate::bracket::{Bracket, Outcome};
use crate::criteria::order::dropping_order;
use crate::field::{Float, Floater};
use lexicographic_matching::bits::bits;
use lexicographic_matching::{BitSet, Graph, Matching, match_greedily, satisfies_dirac};

/// A bracket without what lies below it: moved-down players who can be paired in it, the residents, and later the
/// slots.
struct Alone {
    places: Vec<usize>,
    /// The number of moved-down players.
    moved_down: usize,
    /// Moved-down players who have no opponent here, or for whom too few are left.
    blocked: Vec<usize>,
    graph: Graph,
    matching: Matching,
    /// The players whom the matching leaves free.
    unpaired: Vec<usize>,
}

impl Bracket<'_> {
    /// The optimum, if lower bounds prove it. `completion` then pairs the downfloaters and the players below, unless
    /// Dirac's theorem proves that they can be paired.
    pub(crate) fn by_bounds(&self, completion: &mut Matching) -> Option<Outcome> {
        let mut proven = |outcome: Outcome| self.is_completed(&outcome, completion).map(|()| outcome);
        if let Some(outcome) = self
            .unrestricted_slide()
            .or_else(|| self.by_dirac())
            .and_then(&mut proven)
        {
            return Some(outcome);
        }
        if let Some(outcome) = self.without_floaters().and_then(&mut proven) {
            return Some(outcome);
        }
        self.choose_opponents_and_floaters(&self.alone()?).and_then(proven)
    }

    /// The slide as it is, if nobody was moved down, the number is even, and all of its pairs are eligible.
    fn unrestricted_slide(&self) -> Option<Outcome> {
        let half = self.residents.len() / 2;
        let legal = |(player, opponent): (&usize, &usize)| {
            self.graph.has_edge(*player, *opponent) && !(self.counts_clashes() && self.round.clash(*player, *opponent))
        };
        let whole = self.moved_down.is_empty() && self.residents.len().is_multiple_of(2);
        (whole && self.residents.iter().zip(&self.residents[half..]).take(half).all(legal)).then(|| Outcome {
            sliding: self.residents.to_vec(),
            ..Outcome::default()
        })
    }

    /// All residents with each other, if nobody was moved down and the number is even, with whatever clashes that
    /// takes.
    fn without_floaters(&self) -> Option<Outcome> {
        if !(self.counts_clashes() && self.moved_down.is_empty() && self.residents.len().is_multiple_of(2)) {
            return None;
        }
        let mut matching = Matching::new(self.residents.len());
        let complete = matching.maximize(&self.graph.induced(self.residents, 0));
        complete.then(|| Outcome {
            sliding: self.residents.to_vec(),
            ..Outcome::default()
        })
    }

    /// Each moved-down player with the first opponent on the list, and as the downfloater, if there must be one, the
    /// first in the order of dropping; if by Dirac's theorem the residents that are left can be paired, whoever they
    /// are.
    fn by_dirac(&self) -> Option<Outcome> {
        let together = self.moved_down.len() + self.residents.len();
        let sliding = self.residents.len().checked_sub(self.moved_down.len() + together % 2)?;
        if self.charges_in_between() || sliding <= self.most || !satisfies_dirac(sliding, self.most) {
            return None;
        }
        let mut outcome = Outcome {
            sliding: self.residents.to_vec(),
            ..Outcome::default()
        };
        for player in self.moved_down {
            let place = outcome
                .sliding
                .iter()
                .position(|residents| self.graph.has_edge(*player, *residents))?;
            outcome.moved_down_pairs.push((*player, outcome.sliding.remove(place)));
        }
        if !outcome.sliding.len().is_multiple_of(2) {
            let floater = match self.round.config.floater {
                Floater::Median => outcome.sliding.len() / 2,
                Floater::Lowest => outcome.sliding.len() - 1,
            };
            outcome.downfloaters.push(outcome.sliding.remove(floater));
        }
        Some(outcome)
    }

    /// Whether criteria 7 or 8 count, which stand between the downfloaters and the opponents.
    fn charges_in_between(&self) -> bool {
        self.counts_clashes() || self.round.config.repeat_floats
    }

    /// The bracket with the fewest downfloaters, and those the lowest; `None` if that might not be the optimum.
    fn alone(&self) -> Option<Alone> {
        let residents = bits(self.graph.len(), self.residents.iter().copied());
        let meets = |place: &&usize| self.graph.has_neighbour_among(**place, self.residents, &residents);
        let (able, blocked): (Vec<usize>, Vec<usize>) = self.moved_down.iter().partition(meets);
        let moved_down = able.len();
        let places: Vec<usize> = able.iter().chain(self.residents).copied().collect();
        let mut graph = self.graph.induced(&places, 0);
        let above = BitSet::from_numbers(places.len(), 0..moved_down);
        graph.remove_where(0..moved_down, &above, |_, _| !0);
        let pairs = graph.edge_count();
        if self.counts_clashes() {
            self.round.part_clashes(&mut graph, &places);
        }
        let residents = moved_down..places.len();
        let again: Vec<usize> = residents
            .filter(|player| self.round.floated(places[*player], Float::Up))
            .collect();
        graph.remove_where(
            0..moved_down,
            &BitSet::from_numbers(places.len(), again.iter().copied()),
            |_, _| !0,
        );
        graph.remove_where(again.into_iter(), &above, |_, _| !0);
        let limited = graph.edge_count() < pairs;
        let mut matching = Matching::new(places.len());
        match_greedily(&mut matching, &graph);
        let order: Vec<usize> = (0..places.len()).collect();
        matching.maximize_in_order(&graph, &order);
        let unpaired = matching.free();
        // The criteria in between must not have made the downfloaters more or higher.
        let least = unpaired.len() <= places.len() % 2 && unpaired.iter().all(|place| *place >= moved_down);
        let nowhere = self.next.is_empty() && !(unpaired.is_empty() && blocked.is_empty());
        (!nowhere && (least || !limited)).then_some(Alone {
            places,
            moved_down,
            blocked,
            graph,
            matching,
            unpaired,
        })
    }

    /// The slots of a bracket, each with a player who floats so far and the players of that score; and the players of
    /// scores that float as a whole, who need no slot.
    fn float_slots<'b>(&self, alone: &Alone, all: &'b [usize]) -> (Vec<(usize, &'b [usize])>, Vec<usize>) {
        let (mut slots, mut gone) = (Vec::new(), Vec::new());
        let score = |place: usize| self.round.scores[alone.places[place]];
        for group in all.chunk_by(|player, next| score(*player) == score(*next)) {
            let unpaired = group
                .iter()
                .copied()
                .filter(|place| alone.unpaired.binary_search(place).is_ok());
            if unpaired.clone().count() == group.len() {
                gone.extend(unpaired);
            } else {
                slots.extend(unpaired.map(|unpaired| (unpaired, group)));
            }
        }
        (slots, gone)
    }

    /// Settles opponents and downfloaters in the order of the criteria. Where some of a score float and others do not,
    /// slots are matched with those who float so far.
    fn choose_opponents_and_floaters(&self, alone: &Alone) -> Option<Outcome> {
        let Alone { places, moved_down, .. } = alone;
        let (moved_down, count) = (*moved_down, places.len());
        let all: Vec<usize> = (0..count).collect();
        let mut outcome = Outcome::default();
        outcome.downfloaters.clone_from(&alone.blocked);
        let (float_slots, gone) = self.float_slots(alone, &all);
        let mut graph = alone.graph.induced(&all, float_slots.len());
        let mut matching = Matching::new(count + float_slots.len());
        for player in 0..count {
            if let Some(opponent) = alone.matching.mate(player).filter(|opponent| *opponent > player) {
                matching.join(player, opponent);
            }
        }
        let repeats = |place: usize| place >= moved_down && self.round.floated(places[place], Float::Down);
        for (slot, (unpaired, group)) in (count..).zip(&float_slots) {
            group
                .iter()
                .filter(|place| !repeats(**place))
                .for_each(|place| graph.add_edge(slot, *place));
            if graph.has_edge(slot, *unpaired) {
                matching.join(slot, *unpaired);
            }
        }
        for place in gone {
            matching.deactivate(place);
            outcome.downfloaters.push(places[place]);
        }
        // No resident is to float down twice in a row; if one must, it is not decided here.
        if !matching.maximize(&graph) {
            return None;
        }
        for place in 0..moved_down {
            if !matching.is_active(place) {
                continue;
            }
            let opponent = matching.settle(&graph, place, moved_down..count + float_slots.len())?;
            matching.remove_inadmissible(&mut graph, place);
            match opponent {
                slot if slot >= count => outcome.downfloaters.push(places[place]),
                resident => outcome.moved_down_pairs.push((places[place], places[resident])),
            }
        }
        let left: Vec<usize> = (moved_down..count).filter(|place| matching.is_active(*place)).collect();
        let order = dropping_order(&left, self.round.config.floater);
        for slot in count..count + float_slots.len() {
            if matching.is_active(slot) {
                let floater = matching.settle(&graph, slot, order.iter().copied())?;
                outcome.downfloaters.push(places[floater]);
            }
        }
        for place in left.into_iter().filter(|place| matching.is_active(*place)) {
            outcome.sliding.push(places[place]);
            let mate = matching.mate(place).filter(|mate| *mate > place);
            outcome
                .sliding_pairs
                .extend(mate.map(|mate| (places[place], places[mate])));
        }
        outcome.downfloaters.sort_unstable();
        Some(outcome)
    }
}
