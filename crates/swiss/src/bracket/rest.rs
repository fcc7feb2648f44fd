//! Whether a bracket can come out so: what becomes of those who leave it and of everybody below.

use crate::bracket::{Bracket, Outcome};
use lexicographic_matching::bits::{bits, is_in};
use lexicographic_matching::{Matching, satisfies_dirac};

impl Bracket<'_> {
    /// Whether the next bracket loses as few as is thinkable with whoever leaves this one, and everything below can be
    /// paired. Then `witness` does so, or there are so many left that nothing could keep them from it.
    pub(crate) fn rest_is_paired(&self, outcome: &Outcome, witness: &mut Matching) -> Option<()> {
        if self.rest_is_plenty(outcome.leaving.len()) {
            return Some(());
        }
        let mut trial = witness.clone();
        let staying = outcome
            .met
            .iter()
            .flat_map(|(one, other)| [one, other])
            .chain(&outcome.rest);
        for place in staying {
            trial.unmatch(*place);
            trial.deactivate(*place);
        }
        trial.set_independent(&outcome.leaving);
        if outcome.leaving.is_empty() {
            trial.maximize(self.graph).then_some(())?;
        } else {
            self.next_and_below(outcome, &mut trial)?;
        }
        *witness = trial;
        Some(())
    }

    fn rest_is_plenty(&self, leaving: usize) -> bool {
        let together = leaving + self.next.len();
        let below = self.below.len() + together % 2;
        if leaving == 0 {
            return satisfies_dirac(together + self.below.len(), self.most);
        }
        // With one to spare, since the one who drops from the next bracket takes a place.
        let apart = self.most + leaving - 1;
        2 * together.saturating_sub(2 + apart) >= together
            && self.next.len() > leaving
            && satisfies_dirac(below, self.most)
    }

    fn next_and_below(&self, outcome: &Outcome, trial: &mut Matching) -> Option<()> {
        let window: Vec<usize> = outcome.leaving.iter().chain(self.next).copied().collect();
        let inside = bits(self.graph.len(), window.iter().copied());
        let mut crossing = Vec::new();
        for place in &window {
            if let Some(mate) = trial.mate(*place).filter(|mate| !is_in(&inside, *mate)) {
                crossing.push((*place, mate));
                trial.unmatch(*place);
            }
        }
        // Who can meet nobody of the next bracket drops from it too.
        let next = bits(self.graph.len(), self.next.iter().copied());
        let (able, stuck): (Vec<usize>, Vec<usize>) = outcome
            .leaving
            .iter()
            .partition(|place| self.graph.has_neighbour_among(**place, self.next, &next));
        let (able, idle) = self.foremost(&able, self.next);
        // They are not among those who are asked for, so that nobody there is taken for paired with them.
        for place in &idle {
            trial.unmatch(*place);
        }
        let able: Vec<usize> = able.iter().chain(self.next).copied().collect();
        trial.activate_only(able.iter().copied());
        trial.maximize_in_order(self.graph, &able);
        let mut dropping = trial.free();
        dropping.extend(stuck.into_iter().chain(idle));
        dropping.sort_unstable();
        let all_own = dropping.iter().all(|place| self.next.binary_search(place).is_ok());
        if !(dropping.len() == window.len() % 2 && all_own) {
            self.next_loses_least(outcome, &dropping, trial)?;
        }
        trial.activate_only(dropping.iter().chain(self.below).copied());
        for (place, mate) in crossing {
            if trial.is_active(place) && trial.mate(mate).is_none() {
                trial.join(place, mate);
            }
        }
        if !trial.maximize(self.graph) {
            let [dropper] = dropping[..] else { return None };
            self.join(dropper, &window, trial)?;
        }
        trial.activate_only(window.iter().chain(self.below).copied());
        Some(())
    }

    /// Whether the next bracket could not lose fewer or lower ones even if those who leave this one were others: no
    /// exchange in both brackets together does better.
    fn next_loses_least(&self, outcome: &Outcome, dropping: &[usize], trial: &Matching) -> Option<()> {
        let own = outcome.rest.len() + outcome.leaving.len() + 2 * outcome.met.len();
        if outcome.rest.len() != 2 * outcome.pairs.len() || own != self.moved.len() + self.own.len() {
            return None;
        }
        let mut both = Matching::new(self.graph.len());
        both.activate_only(self.moved.iter().chain(self.own).chain(self.next).copied());
        both.set_independent(self.moved);
        for place in self.next.iter().chain(&outcome.leaving) {
            trial.mate(*place).into_iter().for_each(|mate| both.join(*place, mate));
        }
        outcome
            .met
            .iter()
            .chain(&outcome.pairs)
            .for_each(|(one, other)| both.join(*one, *other));
        let score = |place: usize| self.round.scores[place];
        let lowest = |place: &usize| self.next.first().is_some_and(|own| score(*place) == score(*own));
        if dropping.iter().all(lowest) {
            return both.is_maximum(self.graph).then_some(());
        }
        // Whoever depends only on those on whom some who were asked depend can change places only with the same.
        let mut asked = vec![0; self.graph.len().div_ceil(64)];
        // On whom somebody depends who stands lower than the one who is asked about.
        let mut lower = asked.clone();
        let mut trees: Vec<(Vec<u64>, u32)> = Vec::new();
        let level_and_next = bits(self.graph.len(), self.own.iter().chain(self.next).copied());
        let last = self.next.last().or(self.own.last()).map_or(0, |last| last / 64 + 1);
        let words = self.own.first().map_or(0, |first| first / 64)..last;
        for place in dropping.iter().rev() {
            for (needed, _) in trees.extract_if(.., |(_, lowest)| *lowest < score(*place)) {
                lower.iter_mut().zip(&needed).for_each(|(word, more)| *word |= more);
            }
            let row = self.graph.row(*place);
            let is_moved = self.moved.binary_search(place).is_ok();
            if is_moved && words.clone().all(|at| row[at] & level_and_next[at] & !asked[at] == 0) {
                if words.clone().any(|at| row[at] & lower[at] != 0) {
                    return None;
                }
                continue;
            }
            let (others, needed) = both.hungarian_tree(self.graph, *place)?;
            let lowest = others
                .into_iter()
                .filter(|other| other != place)
                .map(score)
                .min()
                .unwrap_or(u32::MAX);
            if lowest < score(*place) {
                return None;
            }
            asked.iter_mut().zip(&needed).for_each(|(word, more)| *word |= more);
            trees.push((needed, lowest));
        }
        Some(())
    }

    /// Finds one of the window who can drop and one below who can be met, such that all others are paired.
    fn join(&self, dropper: usize, window: &[usize], trial: &mut Matching) -> Option<()> {
        trial.unmatch(dropper);
        trial.activate_only(self.below.iter().copied());
        trial.maximize(self.graph);
        let [free] = trial.free()[..] else { return None };
        let open = bits(self.graph.len(), trial.exchangeable(self.graph, free).into_iter());
        let partner = |place: usize| {
            let mut row = self.graph.row(place).iter().zip(&open).enumerate();
            row.find_map(|(place, (word, open))| Some(place * 64 + (word & open).checked_ilog2()? as usize))
        };
        trial.activate_only(window.iter().copied());
        let own = |place: &usize| self.next.binary_search(place).is_ok();
        let droppers = |others: &[usize]| {
            others
                .iter()
                .copied()
                .find(|place| own(place) && partner(*place).is_some())
        };
        if !trial.exchange_free(self.graph, dropper, droppers) {
            return None;
        }
        let [dropper] = trial.free()[..] else { return None };
        let below = partner(dropper)?;
        trial.activate_only(self.below.iter().copied());
        trial.exchange_free(self.graph, free, |_| Some(below));
        trial.join(dropper, below);
        Some(())
    }
}
