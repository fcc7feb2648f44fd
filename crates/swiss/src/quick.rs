//! One bracket by lower bounds: what it must lose, it loses, and the rest is asked one player at a time.
//!
//! The fewest who leave and their scores are those of the bracket alone, without a look at what lies below. Once their
//! number in each score is known, a place for each of them stands for the way out: everybody of that score could meet it,
//! and the bracket with these places is paired perfectly. Opponents and leavers are then chosen in order, each as good as a
//! perfect matching allows. That is the optimum if the bracket below loses as few as is thinkable and the rest can be
//! paired; otherwise there is no outcome here, and the matchings of least cost decide.

use crate::bracket::{Bracket, Outcome, dropping_order};
use crate::graph::Graph;
use crate::matching::Matching;
use crate::{Clubs, Float};

/// A bracket alone: those moved down to it, its own players, and after them the places for those who leave.
struct Alone {
    graph: Graph,
    matching: Matching,
    /// The free ones, by their scores.
    lost: Vec<usize>,
}

impl Bracket<'_> {
    /// The optimum, if lower bounds show it; the witness then pairs those who leave and those below.
    pub(crate) fn quick(&self, witness: &mut Matching) -> Option<Outcome> {
        if let Some(outcome) = self.at_once(witness) {
            return Some(outcome);
        }
        let places: Vec<usize> = self.moved.iter().chain(self.own).copied().collect();
        let alone = self.alone(&places)?;
        let outcome = self.choose_among(&places, &alone)?;
        let mut trial = witness.clone();
        self.rest_is_paired(&outcome, &mut trial)?;
        *witness = trial;
        Some(outcome)
    }

    /// Nobody moved down, nobody too many, and the fold as it is.
    fn at_once(&self, witness: &mut Matching) -> Option<Outcome> {
        let half = self.own.len() / 2;
        let legal = |(one, other): (&usize, &usize)| {
            self.graph.has(*one, *other) && !(self.counts_clashes() && self.round.clash(*one, *other))
        };
        if !self.moved.is_empty()
            || self.own.len() % 2 == 1
            || !self.own.iter().zip(&self.own[half..]).take(half).all(legal)
        {
            return None;
        }
        let outcome = Outcome { rest: self.own.to_vec(), ..Outcome::default() };
        let broken = self.own.iter().any(|place| witness.mate(*place).is_some_and(|mate| !self.is_own(mate)));
        if broken {
            let mut trial = witness.clone();
            self.rest_is_paired(&outcome, &mut trial)?;
            *witness = trial;
        }
        Some(outcome)
    }

    fn is_own(&self, place: usize) -> bool {
        self.own.binary_search(&place).is_ok()
    }

    fn counts_clashes(&self) -> bool {
        self.round.avoid && self.round.config.clubs == Clubs::Bracket
    }

    /// The bracket with as few left over as can be, and those as low as can be.
    fn alone(&self, places: &[usize]) -> Option<Alone> {
        let mut graph = self.graph.part(places, 0);
        for one in 0..self.moved.len() {
            graph.retain(one, |other| other >= self.moved.len());
        }
        let mut limited = false;
        let limits = self.counts_clashes() || self.round.config.repeat_floats;
        for one in (0..places.len()).filter(|_| limits) {
            let before = graph.degree(one);
            graph.retain(one, |other| {
                let again = one < self.moved.len() && self.round.floated(places[other], Float::Up);
                let clash = self.counts_clashes() && self.round.clash(places[one], places[other]);
                !again && !clash
            });
            limited |= before != graph.degree(one);
        }
        let mut matching = Matching::new(places.len());
        matching.complete(&graph);
        let score = |place: usize| self.round.scores[places[place]];
        let mut lost = matching.free();
        // Of those who leave, as few as can be of the highest score, then of the next: exchange while one is lower.
        while lost.iter().any(|root| {
            let lower = |others: &[usize]| {
                others.iter().copied().min_by_key(|other| score(*other)).filter(|other| score(*other) < score(*root))
            };
            matching.hand_over(&graph, *root, lower)
        }) {
            lost = matching.free();
        }
        // What comes after in the list must not have made those who leave more or better.
        let least = lost.len() <= places.len() % 2 && lost.iter().all(|place| *place >= self.moved.len());
        if limited && !least || !lost.is_empty() && self.next.is_empty() {
            return None;
        }
        Some(Alone { graph, matching, lost })
    }

    /// Chooses opponents and leavers, the places for these being matched with those who are lost so far.
    fn choose_among(&self, places: &[usize], alone: &Alone) -> Option<Outcome> {
        let count = places.len();
        let all: Vec<usize> = (0..count).collect();
        let mut graph = alone.graph.part(&all, alone.lost.len());
        let mut matching = Matching::new(count + alone.lost.len());
        for one in 0..count {
            if let Some(other) = alone.matching.mate(one).filter(|other| *other > one) {
                matching.pair(one, other);
            }
        }
        let repeats = |place: usize| place >= self.moved.len() && self.round.floated(places[place], Float::Down);
        for (exit, lost) in (count..).zip(&alone.lost) {
            let same = |place: &usize| self.round.scores[places[*place]] == self.round.scores[places[*lost]];
            all.iter().filter(|place| same(place) && !repeats(**place)).for_each(|place| graph.add(exit, *place));
            if graph.has(exit, *lost) {
                matching.pair(exit, *lost);
            }
        }
        // Nobody who dropped in the last round drops again, if that can be; if not, it is not decided here.
        if !matching.complete(&graph) {
            return None;
        }
        let mut outcome = Outcome::default();
        for place in 0..self.moved.len() {
            match matching.settle(&graph, place, self.moved.len()..count + alone.lost.len())? {
                exit if exit >= count => outcome.leaving.push(places[place]),
                own => outcome.met.push((places[place], places[own])),
            }
        }
        let left: Vec<usize> = (self.moved.len()..count).filter(|place| matching.is_alive(*place)).collect();
        let order = dropping_order(&left, self.round.config.floater);
        for exit in count..count + alone.lost.len() {
            if matching.is_alive(exit) {
                outcome.leaving.push(places[matching.settle(&graph, exit, order.iter().copied())?]);
            }
        }
        outcome.rest = left.into_iter().filter(|place| matching.is_alive(*place)).map(|place| places[place]).collect();
        outcome.leaving.sort_unstable();
        Some(outcome)
    }

    /// Whether the next bracket loses as few as is thinkable with whoever leaves this one, and everything below can be
    /// paired. Then `witness` does so.
    fn rest_is_paired(&self, outcome: &Outcome, witness: &mut Matching) -> Option<()> {
        let staying = outcome.met.iter().flat_map(|(one, other)| [one, other]).chain(&outcome.rest);
        for place in staying {
            witness.part(*place);
            witness.retire(*place);
        }
        if outcome.leaving.is_empty() {
            return witness.complete(self.graph).then_some(());
        }
        let next = Bracket { moved: outcome.leaving.clone(), own: self.next, next: &[], below: &[], ..self.clone() };
        let places: Vec<usize> = next.moved.iter().chain(next.own).copied().collect();
        let mut graph = self.graph.part(&places, 0);
        for one in 0..next.moved.len() {
            graph.retain(one, |other| other >= next.moved.len());
        }
        let mut inside = Matching::new(places.len());
        inside.complete(&graph);
        let lost = inside.free();
        if lost.len() != places.len() % 2 {
            return None;
        }
        for place in &places {
            witness.part(*place);
            witness.retire(*place);
        }
        witness.complete(self.graph);
        let dropper = lost.first().copied();
        match (dropper, witness.free().as_slice()) {
            (None, []) => (),
            (Some(dropper), [free]) => {
                next.join(&graph, &mut inside, dropper, *free, witness, &places)?;
            }
            _ => return None,
        }
        for (one, place) in places.iter().enumerate() {
            witness.restore(*place);
            if let Some(other) = inside.mate(one) {
                witness.pair(*place, places[other]);
            }
        }
        Some(())
    }

    /// Finds one of the level who can drop and one below who can be met, such that all others are paired.
    fn join(
        &self,
        graph: &Graph,
        inside: &mut Matching,
        dropper: usize,
        free: usize,
        witness: &mut Matching,
        places: &[usize],
    ) -> Option<()> {
        // Mostly the first of them will do.
        let any = |others: &[usize]| others.iter().copied().find(|place| *place >= self.moved.len());
        if !inside.hand_over(graph, dropper, any) {
            return None;
        }
        let dropper = inside.free().first().copied()?;
        witness.restore(places[dropper]);
        if witness.augment(self.graph, free) {
            return Some(());
        }
        witness.retire(places[dropper]);
        let open = witness.reachable(self.graph, free);
        let partner = |place: usize| open.iter().copied().find(|below| self.graph.has(places[place], *below));
        let droppers = |others: &[usize]| {
            others.iter().copied().find(|place| *place >= self.moved.len() && partner(*place).is_some())
        };
        if !inside.hand_over(graph, dropper, droppers) {
            return None;
        }
        let dropper = inside.free().first().copied()?;
        let below = partner(dropper)?;
        witness.hand_over(self.graph, free, |_| Some(below));
        witness.restore(places[dropper]);
        witness.pair(places[dropper], below);
        Some(())
    }
}
