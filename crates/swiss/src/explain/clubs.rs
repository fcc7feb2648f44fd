//! The players whom the rule that keeps clubs and teams apart has moved.

use crate::criteria::Criterion;
use crate::draw::drawn;
use crate::explain::answers::{InSlide, WithoutClubs};
use crate::explain::drawn::Drawn;
use crate::explain::reason::Why;
use crate::field::{Clubs, Round};
use crate::whole_round::eligibility::Method;
use lexicographic_matching::bits::{bits, is_in, numbers};
use lexicographic_matching::{Cost, Face, Target};

impl Drawn<'_> {
    /// The round without the rule; `None` if it is the same, or nothing may be spent to find it.
    fn without_clubs(&self) -> Option<&WithoutClubs> {
        let found = self.without_clubs.get_or_init(|| {
            if !self.has_mates_of_a_club() || self.is_spent() {
                return None;
            }
            let mut round = Round::clone(self.round);
            (round.avoid, round.config.clubs) = (false, Clubs::Off);
            let mates = drawn(&round, self.left(), Method::BoundsFirst).ok()?.1;
            (mates != self.mates).then(|| WithoutClubs {
                worse: self.worse_with_clubs(&mates),
                mates,
            })
        });
        found.as_ref()
    }

    /// Whether two of one club or team are to be kept apart.
    fn has_mates_of_a_club(&self) -> bool {
        self.round.avoid && self.round.has_clubs()
    }

    /// The criterion of clubs by which another round is worse that is better by all others.
    fn worse_with_clubs(&self, mates: &[usize]) -> Why {
        let clashing = |mates: &[usize], score: Option<u32>| {
            let is_here = |one: &usize| score.is_none_or(|score| self.round.scores[*one] == score);
            let own = (0..self.round.len()).filter(|one| mates[*one] < *one && is_here(one));
            own.filter(|one| self.round.clash(*one, mates[*one])).count()
        };
        if self.counts(Clubs::Round) {
            let more = clashing(mates, None) > clashing(&self.mates, None);
            let criterion = if more {
                Criterion::ClubClashes
            } else {
                Criterion::ClashPlayers
            };
            return Why::Worse(criterion, None);
        }
        // The brackets above are the same.
        let differs = |score_group: &&Vec<usize>| {
            let score = Some(self.round.scores[score_group[0]]);
            clashing(mates, score) != clashing(&self.mates, score)
        };
        let score_group = self.score_groups.iter().find(differs);
        Why::Worse(
            Criterion::BracketClashes,
            score_group.map(|score_group| self.score(score_group[0])),
        )
    }

    /// The reason for two who are not paired but would be without the rule. The second may be the bye.
    pub(crate) fn parted_by_clubs(&self, one: usize, other: usize) -> Option<Why> {
        let without = self.without_clubs()?;
        (without.mates[one] == other).then(|| self.of_clubs(one, other, without.worse))
    }

    /// The opponent of the same score or a higher one whom a moved-down player would have met without the rule, and the
    /// reason.
    pub(crate) fn moved_by_clubs(&self, one: usize) -> Option<(usize, Why)> {
        let without = self.without_clubs()?;
        let other = without.mates[one];
        let stays = other < self.round.len() && self.round.scores[other] >= self.round.scores[one];
        stays.then(|| (other, self.of_clubs(one, other, without.worse)))
    }

    /// The reason for a player who does not drop but would without the rule.
    pub(crate) fn kept_by_clubs(&self, one: usize) -> Option<Why> {
        let without = self.without_clubs()?;
        let met = self.round.scores.get(without.mates[one]);
        met.is_some_and(|score| *score < self.round.scores[one])
            .then_some(without.worse)
    }

    fn of_clubs(&self, one: usize, other: usize, worse: Why) -> Why {
        // Two who both meet somebody of their own as it is could do so with each other.
        let in_clash = |place: usize| self.round.clash(place, self.mates[place]);
        let is_free = self.counts(Clubs::Round) && in_clash(one) && in_clash(other);
        if self.round.clash(one, other) && !is_free {
            Why::SameClub(self.round.number)
        } else {
            worse
        }
    }

    /// The reason for two of one slide who do not meet but could without the rule, everything decided before them being
    /// as it is.
    pub(crate) fn parted_in_slide(&self, one: usize, other: usize) -> Option<Why> {
        let are_sliding =
            other < self.round.len() && self.is_sliding(one) && self.score_group(one) == self.score_group(other);
        if !are_sliding || !self.has_mates_of_a_club() || self.is_spent() {
            return None;
        }
        let mut asked = self.in_slide.borrow_mut();
        if asked.of != Some(one) {
            *asked = InSlide {
                of: Some(one),
                rows: self.partners_in_slide(one)?,
            };
        }
        let [all, few] = &asked.rows;
        if !is_in(all, other) {
            return None;
        }
        Some(if self.counts(Clubs::Bracket) {
            Why::Worse(Criterion::BracketClashes, Some(self.score(one)))
        } else if is_in(few, other) {
            Why::Worse(Criterion::ClashPlayers, None)
        } else {
            Why::Worse(Criterion::ClubClashes, None)
        })
    }

    fn partners_in_slide(&self, one: usize) -> Option<[Vec<u64>; 2]> {
        let mut left = self.sliding(self.score_group(one));
        left.retain(|place| *place.min(&self.mates[*place]) >= one);
        let hard = self.round.hard();
        let all = self
            .matching(left.iter().copied())
            .possible_mates(hard, one, Target::Everything);
        let clash = |one: usize, other: usize| self.round.clash(left[one], left[other]);
        let mates = left.iter().map(|place| left.binary_search(&self.mates[*place]));
        let mates: Vec<usize> = mates.collect::<Result<_, _>>().ok()?;
        let mut few = vec![0; all.len()];
        if self.counts(Clubs::Round) && (0..mates.len()).any(|one| clash(one, mates[one])) {
            let mut face = Face::new(hard.induced(&left, 0), mates);
            let narrowed = |face: &mut Face| face.narrow(|one, other| Cost::from(clash(one, other)));
            self.left().run(|| narrowed(&mut face))?.then_some(())?;
            let row = face.matching()?.possible_mates(left.binary_search(&one).ok()?);
            few = bits(self.mates.len(), numbers(&row).map(|vertex| left[vertex]));
        }
        Some([all, few])
    }
}
