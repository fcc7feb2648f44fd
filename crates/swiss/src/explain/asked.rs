//! Search for a reason by exchanges of pairs of the draw: where these show it, the first criterion by which a round
//! with another pair would be worse.

use std::cell::OnceCell;

use crate::criteria::Criterion;
use crate::explain::answers::{Beside, Lowest};
use crate::explain::drawn::Drawn;
use crate::field::Clubs;
use crate::whole_round::eligibility::Eligibility;
use lexicographic_matching::bits::is_in;
use lexicographic_matching::{Budget, Graph, Matching, Target, satisfies_dirac};

impl Drawn<'_> {
    /// Whether two can be paired, everybody else being paired too; `None` if nothing may be spent to find it.
    pub(crate) fn could_meet(&self, one: usize, other: usize) -> Option<bool> {
        // Of many candidates for the bye the bye is what they have in common.
        let (who, whom) = if Some(other) == self.round.bye() {
            (other, one)
        } else {
            (one, other)
        };
        let mut asked = self.asked.borrow_mut();
        // Eligible pairs are all legal by the hard rules, of which no graph is made where those are enough.
        let enough = |eligibility: &Eligibility| asked.by_eligibility.allow(&eligibility.graph, &self.mates, who, whom);
        if !self.round.is_hard_known() && self.eligibility().is_some_and(enough) {
            return Some(true);
        }
        let hard = self.round.hard();
        if asked.by_rules.allow(hard, &self.mates, who, whom) {
            return Some(true);
        }
        let all: Vec<usize> = if asked.most.is_none() {
            (0..hard.len()).collect()
        } else {
            Vec::new()
        };
        let most = *asked.most.get_or_insert_with(|| hard.max_non_neighbours(&all));
        if satisfies_dirac(hard.len() - 2, most) {
            return Some(true);
        }
        asked.hard.has(who, whom, self.is_spent(), || {
            self.matching(0..hard.len())
                .possible_mates(hard, who, Target::Everything)
        })
    }

    /// Whether nothing can be found out about a pair any more: all has been spent, nothing is known of the first, and
    /// no exchange of two pairs tells what is worse.
    pub(crate) fn is_hopeless(&self, one: usize, other: usize) -> bool {
        if !self.is_spent() || Some(other) == self.round.bye() || self.counts(Clubs::Round) {
            return false;
        }
        let asked = self.asked.borrow();
        let is_known = [&asked.hard, &asked.scored, &asked.bracket]
            .iter()
            .any(|reach| reach.of == Some(one));
        let exchanged = |eligibility: &Eligibility| eligibility.graph.has_edge(self.mates[one], self.mates[other]);
        !is_known && (self.counts(Clubs::Bracket) || !self.eligibility().is_some_and(exchanged))
    }

    /// Whether clashes are counted over so much.
    pub(crate) fn counts(&self, clubs: Clubs) -> bool {
        self.round.avoid && self.round.config.clubs == clubs
    }

    /// The first criterion, and the score group if it is one of a bracket, by which the best round with this pair is
    /// worse.
    pub(crate) fn first_worse(&self, one: usize, other: usize) -> Option<(Criterion, Option<usize>)> {
        let round = self.round;
        let over_clubs = self.counts(Clubs::Round);
        if let Some(nobody) = round.bye() {
            if other == nobody {
                // The score is the same, and the rank better: there must be more clashes.
                let same = round.scores[one] == round.scores[self.mates[nobody]];
                return (over_clubs && same).then_some((Criterion::ClubClashes, None));
            }
            if !self.could_meet_with_bye(one, other, nobody)? {
                return Some((Criterion::ByeScore, None));
            }
        }
        let eligibility = self.eligibility()?;
        if !eligibility.graph.has_edge(one, other) {
            return over_clubs
                .then(|| self.worse_clashes(one, other))
                .flatten()
                .map(|criterion| (criterion, None));
        }
        let score_group = self.score_group(other);
        let sliding = self.score_group(one) == score_group && self.score_group(self.mates[one]) == score_group;
        if self.counts(Clubs::Bracket) || (round.config.repeat_floats && !sliding) {
            return None;
        }
        if sliding {
            let slide = || self.matching(self.sliding(score_group).into_iter());
            let could = self.is_sliding(other) && self.could_meet_in(&eligibility.graph, one, other, slide)?;
            return could.then_some((Criterion::Slide, Some(score_group)));
        }
        (self.score_group(self.mates[one]) == score_group
            && self.could_be_met(&eligibility.graph, score_group, one, other)?)
        .then_some((Criterion::MovedDownOpponents, Some(score_group)))
    }

    fn could_meet_with_bye(&self, one: usize, other: usize, nobody: usize) -> Option<bool> {
        let mates = [self.mates[one], self.mates[other]];
        let exchanges = |graph: &Graph| {
            !mates.contains(&nobody) && graph.has_edge(one, other) && graph.has_edge(mates[0], mates[1])
        };
        if self
            .eligibility()
            .is_some_and(|eligibility| exchanges(&eligibility.graph))
            || exchanges(self.round.hard())
        {
            return Some(true);
        }
        let hard = self.round.hard();
        let mut asked = self.asked.borrow_mut();
        asked.scored.has(one, other, self.is_spent(), || {
            let mut scored = Graph::clone(hard);
            let score = self.round.scores[self.mates[nobody]];
            scored.retain_neighbours(nobody, |place| self.round.scores[place] == score);
            self.matching(0..hard.len())
                .possible_mates(&scored, one, Target::Everything)
        })
    }

    /// Whether two of some players could meet, everybody else of them meeting one of them.
    fn could_meet_in(
        &self,
        graph: &Graph,
        one: usize,
        other: usize,
        players: impl FnOnce() -> Matching,
    ) -> Option<bool> {
        if graph.has_edge(one, other) && graph.has_edge(self.mates[one], self.mates[other]) {
            return Some(true);
        }
        let find = || players().possible_mates(graph, one, Target::Everything);
        self.asked.borrow_mut().bracket.has(one, other, self.is_spent(), find)
    }

    /// Whether one who was moved down could meet another of the score group with the same players leaving it, or with
    /// the present opponent leaving it instead of the other.
    fn could_be_met(&self, graph: &Graph, score_group: usize, one: usize, other: usize) -> Option<bool> {
        let (mate, opposite) = (self.mates[one], self.mates[other]);
        if opposite < self.round.len() && self.score_group(opposite) > score_group {
            return Some(graph.has_edge(mate, opposite));
        }
        self.could_meet_in(graph, one, other, || {
            let own = self.own(score_group).iter().copied();
            let mates = own.clone().map(|place| self.mates[place]);
            let moved: Vec<usize> = mates.filter(|mate| self.score_group(*mate) < score_group).collect();
            let staying = own.filter(|place| self.score_group(self.mates[*place]) <= score_group);
            let mut matching = self.matching(moved.iter().copied().chain(staying));
            matching.set_independent(&moved);
            matching
        })
    }

    /// The criterion of clashes that a pair misses which is not eligible.
    fn worse_clashes(&self, one: usize, other: usize) -> Option<Criterion> {
        let clash = self.round.clash(one, other);
        if clash && self.round.bye().is_none() {
            // More clashes or higher ones: it is the same reason.
            return Some(Criterion::ClubClashes);
        }
        if self.as_few_clashes(one, other) {
            return Some(Criterion::ClashPlayers);
        }
        let asked = self.asked.borrow();
        if self.is_spent() && asked.parts.get().is_none() {
            return None;
        }
        let (loose, needed) = asked.parts.get_or_init(|| self.parts());
        let pair = [one, other];
        let impossible = if clash {
            pair.iter().any(|place| !is_in(loose, *place))
        } else {
            pair.iter().any(|place| is_in(needed, *place)) && pair.iter().all(|place| !is_in(loose, *place))
        };
        impossible.then_some(Criterion::ClubClashes)
    }

    /// Whether an exchange of two or three pairs has the two meet with as few clashes.
    fn as_few_clashes(&self, one: usize, other: usize) -> bool {
        let (hard, clash) = (self.round.hard(), |one: usize, other: usize| {
            usize::from(self.round.clash(one, other))
        });
        let (mate, opposite) = (self.mates[one], self.mates[other]);
        let now = clash(one, mate) + clash(other, opposite);
        let together = clash(one, other);
        if hard.has_edge(mate, opposite) && now == together + clash(mate, opposite) {
            return true;
        }
        let (left, right) = (self.beside_clashes(mate), self.beside_clashes(opposite));
        let as_many = |one: u64, other: u64| match now + 1 - together {
            0 => !(one | other),
            1 => one ^ other,
            2 => one & other,
            _ => 0,
        };
        let parts = |side: usize| {
            let other = 1 - side;
            left.meets[side] & right.meets[other] & as_many(left.clashes[side], right.clashes[other])
        };
        Budget::spend(4);
        (parts(0) | parts(1)) & !(left.own | right.own) != 0
    }

    fn beside_clashes(&self, place: usize) -> Beside {
        let Lowest { pairs, beside } = self.lowest_clashes.get_or_init(|| {
            let clashing = |place: &usize| *place < self.mates[*place] && self.round.clash(*place, self.mates[*place]);
            let last = (0..self.round.len()).rev().filter(clashing).take(64);
            Lowest {
                pairs: last.map(|first| [first, self.mates[first]]).collect(),
                beside: vec![OnceCell::new(); self.mates.len()],
            }
        });
        *beside[place].get_or_init(|| {
            let those = |is_so: &dyn Fn(&[usize; 2]) -> bool| {
                let numbers = pairs.iter().enumerate().filter(|(_, pair)| is_so(pair));
                numbers.fold(0, |row, (number, _)| row | 1 << number)
            };
            Budget::spend(8 * pairs.len());
            Beside {
                own: those(&|pair| pair.contains(&place)),
                meets: [0, 1].map(|side| those(&|pair| self.round.hard().has_edge(place, pair[side]))),
                clashes: [0, 1].map(|side| those(&|pair| self.round.clash(place, pair[side]))),
            }
        })
    }

    fn without_clashes(&self) -> Graph {
        let mut apart = Graph::clone(self.round.hard());
        self.round.part_clashes(&mut apart, &self.round.everybody());
        if let Some(nobody) = self.round.bye() {
            let score = self.round.scores[self.mates[nobody]];
            apart.retain_neighbours(nobody, |place| self.round.scores[place] == score);
        }
        apart
    }

    fn parts(&self) -> (Vec<u64>, Vec<u64>) {
        let free =
            |place: &usize| self.mates[*place] < self.round.len() && self.round.clash(*place, self.mates[*place]);
        let clashing: Vec<usize> = (0..self.round.len()).filter(free).collect();
        let mut matching = self.matching(0..self.mates.len());
        for place in &clashing {
            matching.unmatch(*place);
        }
        let parts = matching.gallai_edmonds(&self.without_clashes());
        if matching.free().len() == clashing.len() {
            parts
        } else {
            (vec![!0; parts.0.len()], parts.1)
        }
    }
}
