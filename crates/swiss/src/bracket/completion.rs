//! Completion of a bracket's outcome: whether its downfloaters and everybody below can be paired such that the next
//! bracket has as few and as low downfloaters as is possible at all (criterion 6).

use crate::bracket::{Bracket, Outcome};
use lexicographic_matching::bits::{bits, is_in};
use lexicographic_matching::{Matching, satisfies_dirac};

impl Bracket<'_> {
    /// Shows, if it can, that with this outcome the next bracket can have as few downfloaters as is possible at all
    /// while everybody below is paired; `None` if it cannot show it. `completion` becomes such a matching, unless
    /// Dirac's theorem shows that there is one.
    pub(crate) fn is_completed(&self, outcome: &Outcome, completion: &mut Matching) -> Option<()> {
        if self.is_completed_by_dirac(outcome.downfloaters.len()) {
            return Some(());
        }
        let mut trial = completion.clone();
        let staying = outcome
            .moved_down_pairs
            .iter()
            .flat_map(|(player, opponent)| [player, opponent])
            .chain(&outcome.sliding);
        for place in staying {
            trial.unmatch(*place);
            trial.deactivate(*place);
        }
        trial.set_independent(&outcome.downfloaters);
        if outcome.downfloaters.is_empty() {
            trial.maximize(self.graph).then_some(())?;
        } else {
            self.completes_next_and_below(outcome, &mut trial)?;
        }
        *completion = trial;
        Some(())
    }

    fn is_completed_by_dirac(&self, downfloaters: usize) -> bool {
        let together = downfloaters + self.next.len();
        let below = self.below.len() + together % 2;
        if downfloaters == 0 {
            return satisfies_dirac(together + self.below.len(), self.most);
        }
        // With one to spare, since the downfloater of the next bracket takes a place.
        let apart = self.most + downfloaters - 1;
        2 * together.saturating_sub(2 + apart) >= together
            && self.next.len() > downfloaters
            && satisfies_dirac(below, self.most)
    }

    fn completes_next_and_below(&self, outcome: &Outcome, trial: &mut Matching) -> Option<()> {
        let both_brackets: Vec<usize> = outcome.downfloaters.iter().chain(self.next).copied().collect();
        let inside = bits(self.graph.len(), both_brackets.iter().copied());
        let mut crossing = Vec::new();
        for place in &both_brackets {
            if let Some(mate) = trial.mate(*place).filter(|mate| !is_in(&inside, *mate)) {
                crossing.push((*place, mate));
                trial.unmatch(*place);
            }
        }
        // Downfloaters who have no opponent in the next bracket float on.
        let next = bits(self.graph.len(), self.next.iter().copied());
        let (able, blocked): (Vec<usize>, Vec<usize>) = outcome
            .downfloaters
            .iter()
            .partition(|place| self.graph.has_neighbour_among(**place, self.next, &next));
        let able: Vec<usize> = able.iter().chain(self.next).copied().collect();
        trial.activate_only(able.iter().copied());
        trial.maximize_in_order(self.graph, &able);
        let mut dropping = trial.free();
        dropping.extend(blocked);
        dropping.sort_unstable();
        let all_own = dropping.iter().all(|place| self.next.binary_search(place).is_ok());
        if !(dropping.len() == both_brackets.len() % 2 && all_own) {
            self.next_bracket_is_optimal(outcome, &dropping, trial)?;
        }
        trial.activate_only(dropping.iter().chain(self.below).copied());
        for (place, mate) in crossing {
            if trial.is_active(place) && trial.mate(mate).is_none() {
                trial.join(place, mate);
            }
        }
        if !trial.maximize(self.graph) {
            let [floater] = dropping[..] else { return None };
            self.exchange_with_below(floater, &both_brackets, trial)?;
        }
        trial.activate_only(both_brackets.iter().chain(self.below).copied());
        Some(())
    }

    /// Whether the next bracket could not have fewer or lower downfloaters even if other players left this one: no
    /// augmenting path and no exchange in both brackets together leads to a better outcome.
    fn next_bracket_is_optimal(&self, outcome: &Outcome, dropping: &[usize], trial: &Matching) -> Option<()> {
        let residents = outcome.sliding.len() + outcome.downfloaters.len() + 2 * outcome.moved_down_pairs.len();
        if outcome.sliding.len() != 2 * outcome.sliding_pairs.len()
            || residents != self.moved_down.len() + self.residents.len()
        {
            return None;
        }
        let mut both = Matching::new(self.graph.len());
        both.activate_only(self.moved_down.iter().chain(self.residents).chain(self.next).copied());
        both.set_independent(self.moved_down);
        for place in self.next.iter().chain(&outcome.downfloaters) {
            trial.mate(*place).into_iter().for_each(|mate| both.join(*place, mate));
        }
        outcome
            .moved_down_pairs
            .iter()
            .chain(&outcome.sliding_pairs)
            .for_each(|(player, opponent)| both.join(*player, *opponent));
        let score = |place: usize| self.round.scores[place];
        let lowest = |place: &usize| {
            self.next
                .first()
                .is_some_and(|residents| score(*place) == score(*residents))
        };
        if dropping.iter().all(lowest) {
            return both.is_maximum(self.graph).then_some(());
        }
        // The barriers of the trees so far: a player all of whose opponents are in them can be exchanged for the same
        // players only.
        let mut asked = vec![0; self.graph.len().div_ceil(64)];
        // The barriers of trees in which somebody stands lower than the downfloater at hand.
        let mut lower = asked.clone();
        let mut trees: Vec<(Vec<u64>, u32)> = Vec::new();
        let residents_and_next = bits(self.graph.len(), self.residents.iter().chain(self.next).copied());
        let last = self
            .next
            .last()
            .or(self.residents.last())
            .map_or(0, |last| last / 64 + 1);
        let words = self.residents.first().map_or(0, |first| first / 64)..last;
        for place in dropping.iter().rev() {
            for (barrier, _) in trees.extract_if(.., |(_, lowest)| *lowest < score(*place)) {
                lower.iter_mut().zip(&barrier).for_each(|(word, more)| *word |= more);
            }
            let row = self.graph.row(*place);
            let is_moved = self.moved_down.binary_search(place).is_ok();
            if is_moved
                && words
                    .clone()
                    .all(|at| row[at] & residents_and_next[at] & !asked[at] == 0)
            {
                if words.clone().any(|at| row[at] & lower[at] != 0) {
                    return None;
                }
                continue;
            }
            let (others, barrier) = both.hungarian_tree(self.graph, *place)?;
            let lowest = others
                .into_iter()
                .filter(|opponent| opponent != place)
                .map(score)
                .min()
                .unwrap_or(u32::MAX);
            if lowest < score(*place) {
                return None;
            }
            asked.iter_mut().zip(&barrier).for_each(|(word, more)| *word |= more);
            trees.push((barrier, lowest));
        }
        Some(())
    }

    /// Finds a downfloater of the next bracket and an opponent below with whom everybody else can be paired.
    fn exchange_with_below(&self, floater: usize, both_brackets: &[usize], trial: &mut Matching) -> Option<()> {
        trial.unmatch(floater);
        trial.activate_only(self.below.iter().copied());
        trial.maximize(self.graph);
        let [free] = trial.free()[..] else { return None };
        let open = bits(self.graph.len(), trial.exchangeable(self.graph, free).into_iter());
        let partner = |place: usize| {
            let mut row = self.graph.row(place).iter().zip(&open).enumerate();
            row.find_map(|(place, (word, open))| Some(place * 64 + (word & open).checked_ilog2()? as usize))
        };
        trial.activate_only(both_brackets.iter().copied());
        let residents = |place: &usize| self.next.binary_search(place).is_ok();
        let floaters = |others: &[usize]| {
            others
                .iter()
                .copied()
                .find(|place| residents(place) && partner(*place).is_some())
        };
        if !trial.exchange_free(self.graph, floater, floaters) {
            return None;
        }
        let [floater] = trial.free()[..] else { return None };
        let below = partner(floater)?;
        trial.activate_only(self.below.iter().copied());
        trial.exchange_free(self.graph, free, |_| Some(below));
        trial.join(floater, below);
        Some(())
    }
}
