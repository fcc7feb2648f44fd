//! The reason for each pair, found in the cheapest of three ways: by exchanging pairs of the draw (`asked`), by
//! following the list of criteria once (`stages`), or by drawing the round again with the other pair.

use crate::criteria::order::{Halves, dropping_order};
use crate::criteria::{Criterion, list};
use crate::draw::mates_from;
use crate::explain::drawn::Drawn;
use crate::explain::reason::{Reason, Role, Why};
use crate::field::{Bar, Clubs, PlayerId, Points, Round};
use crate::no_draw::Undrawn;
use crate::whole_round::eligibility::{Eligibility, Method};
use lexicographic_matching::{Budget, Matching};

/// The steps that are spent on other draws before the list is followed.
const REDRAWING: u64 = 500_000;

/// The number of copies of all rows that are made to draw a round again.
const COPIES: usize = 4;

impl<'a> Drawn<'a> {
    /// A reason for each pair in the order of the boards, and one for the bye.
    pub(crate) fn reasons(&self) -> Result<Vec<Reason>, Undrawn> {
        let mut reasons = Vec::with_capacity(self.mates.len() / 2);
        for (one, before) in self.before_in_slides().into_iter().enumerate() {
            let other = self.mates[one];
            if one < other && other < self.round.len() {
                reasons.push(self.pair(one, other, before)?);
            }
        }
        if let Some(nobody) = self.round.bye() {
            reasons.push(self.bye(self.mates[nobody], nobody)?);
        }
        // Counted in the end, so that it takes nothing from the searches.
        Budget::spend(
            8 * reasons
                .iter()
                .map(|reason| reason.stayed.len() + reason.passed.len())
                .sum::<usize>(),
        );
        Ok(reasons)
    }

    /// Those who came before the opponent, for the first of each pair inside a score group.
    fn before_in_slides(&self) -> Vec<Vec<usize>> {
        let mut before = vec![Vec::new(); self.round.len()];
        for score_group in 0..self.score_groups.len() {
            let mut left = Halves::new(self.sliding(score_group).into_iter());
            while let Some(first) = left.first() {
                let mate = self.mates[first];
                before[first] = left.wish().take_while(|place| *place != mate).collect();
                Budget::spend(1 + before[first].len());
                left.take(before[first].len());
            }
        }
        before
    }

    fn pair(&self, one: usize, other: usize, before: Vec<usize>) -> Result<Reason, Undrawn> {
        let (from, to) = (self.score_group_of[one], self.score_group_of[other]);
        let sliding = from == to;
        let before: Vec<usize> = if sliding {
            before
        } else {
            self.score_groups[from + 1..=to]
                .iter()
                .flatten()
                .copied()
                .take_while(|place| *place != other)
                .collect()
        };
        let mut passed = self.passed(before, |place| self.why(one, place))?;
        let moved = self.moved_by_clubs(one).filter(|_| !sliding);
        if let Some((met, why)) = moved {
            passed.insert(0, (self.round.id(met), why));
        }
        Ok(Reason {
            player: self.round.id(one),
            opponent: Some(self.round.id(other)),
            bracket: self.score(other),
            role: if sliding { Role::Slide } else { Role::Moved },
            left: self.score_groups[from..to]
                .iter()
                .map(|score_group| self.score(score_group[0]))
                .collect(),
            clubs_apart: moved.map(|_| self.round.number),
            stayed: if sliding { Vec::new() } else { self.stayed(one)? },
            passed,
        })
    }

    fn bye(&self, holder: usize, nobody: usize) -> Result<Reason, Undrawn> {
        let before = (holder + 1..self.round.len()).rev().collect();
        Ok(Reason {
            player: self.round.id(holder),
            opponent: None,
            bracket: self.score(holder),
            role: Role::Bye,
            left: Vec::new(),
            clubs_apart: None,
            stayed: Vec::new(),
            passed: self.passed(before, |place| self.why(place, nobody))?,
        })
    }

    fn passed(
        &self,
        before: Vec<usize>,
        why: impl Fn(usize) -> Result<Why, Undrawn>,
    ) -> Result<Vec<(PlayerId, Why)>, Undrawn> {
        let mut passed = Vec::with_capacity(before.len());
        for place in before {
            passed.push((self.round.id(place), why(place)?));
        }
        Ok(passed)
    }

    /// Those who come before one who drops in the order of dropping, and do not drop.
    fn stayed(&self, one: usize) -> Result<Vec<(PlayerId, Why)>, Undrawn> {
        let score_group = self.score_group_of[one];
        let own = &self.score_groups[score_group];
        let met_from_above = |place: &usize| {
            self.score_group_of
                .get(self.mates[*place])
                .is_some_and(|other| *other < score_group)
        };
        let left: Vec<usize> = own.iter().copied().filter(|place| !met_from_above(place)).collect();
        Budget::spend(own.len());
        let order = dropping_order(&left, self.round.config.floater);
        let before = order.into_iter().take_while(|place| *place != one);
        self.passed(before.filter(|place| self.is_sliding(*place)).collect(), |place| {
            if let Some(why) = self.kept_by_clubs(place) {
                return Ok(why);
            }
            let lower = |met: usize| met < self.round.len() && self.round.scores[met] < self.round.scores[place];
            let others: Vec<usize> = (place + 1..self.round.len()).filter(|met| lower(*met)).collect();
            if self.is_redrawn() || self.is_legal(place, &others) == Some(false) {
                return self.again(place, |round| round.bind(place, lower));
            }
            Ok(self.worse(place, &others))
        })
    }

    /// The cause for which these two, the second of whom may be the bye, are not paired.
    fn why(&self, one: usize, other: usize) -> Result<Why, Undrawn> {
        let (one, other) = (one.min(other), one.max(other));
        if let Some(bar) = self.round.bar(one, other) {
            let met = if bar == Bar::Rematch {
                self.round.met_in(one, other)
            } else {
                None
            };
            return Ok(met.map_or(Why::Barred(bar), Why::Met));
        }
        let clash = self.round.avoid && self.round.clash(one, other);
        if clash && self.round.config.clubs == Clubs::Round && self.clashes == 0 {
            return Ok(Why::SameClub(self.round.number));
        }
        if let Some(why) = self.parted_by_clubs(one, other) {
            return Ok(why);
        }
        let holder = self.mates[other];
        let moved = |place: usize| self.round.scores[place] > self.round.scores[other];
        if other < self.round.len() && holder < one && moved(holder) && moved(one) {
            return Ok(Why::Taken(self.round.id(holder)));
        }
        if self.is_hopeless(one, other) {
            return Ok(Why::Outdone);
        }
        match self.could_meet(one, other) {
            None => return Ok(Why::Outdone),
            Some(false) => return Ok(Why::LeavesOver(self.round.id(self.mates[one].min(self.mates[other])))),
            Some(true) => (),
        }
        let known = if self.round.looks_ahead() || self.plainly {
            None
        } else {
            self.first_worse(one, other)
        };
        let why = match known {
            Some((criterion, score_group)) => self.by(criterion, score_group),
            None if self.is_redrawn() => self.again(one, |round| {
                round.bind(one, |met| met == other);
                round.bind(other, |met| met == one);
            })?,
            // Of many candidates for the bye the bye is what they have in common.
            None if Some(other) == self.round.bye() => self.worse(other, &[one]),
            None => self.worse(one, &[other]),
        };
        let clubs = [
            Criterion::ClubClashes,
            Criterion::ClashPlayers,
            Criterion::BracketClashes,
        ];
        Ok(match why {
            Why::Worse(criterion, _) if clash && clubs.contains(&criterion) => Why::SameClub(self.round.number),
            Why::Worse(criterion, _) if !clubs.contains(&criterion) => self.parted_in_slide(one, other).unwrap_or(why),
            why => why,
        })
    }

    /// Whether a reason is to be found by another draw. It must be if further rounds are looked at, since that
    /// criterion is not a sum over pairs; and for the first few reasons it is quicker than to follow the list.
    fn is_redrawn(&self) -> bool {
        self.round.looks_ahead() || self.plainly || self.redrawing.get() < REDRAWING
    }

    fn by(&self, criterion: Criterion, score_group: Option<usize>) -> Why {
        Why::Worse(
            criterion,
            score_group.map(|score_group| self.score(self.score_groups[score_group][0])),
        )
    }

    /// The criterion that is worse where a player meets one of some others.
    fn worse(&self, player: usize, others: &[usize]) -> Why {
        let found = self.excluded_by(player, others);
        found.map_or(Why::Outdone, |(criterion, score_group)| self.by(criterion, score_group))
    }

    /// The criterion that is worse in the best draw of a round that has been bound to something of a player.
    fn again(&self, player: usize, bind: impl FnOnce(&mut Round<'a>)) -> Result<Why, Undrawn> {
        if self.is_spent() {
            return Ok(Why::Outdone);
        }
        let before = Budget::spent();
        let why = self.redrawn(player, bind);
        self.redrawing.set(self.redrawing.get() + Budget::spent() - before);
        why
    }

    fn redrawn(&self, player: usize, bind: impl FnOnce(&mut Round<'a>)) -> Result<Why, Undrawn> {
        let mut round = self.round.copied();
        bind(&mut round);
        Budget::spend(COPIES * round.vertices() * round.vertices() / 64);
        // Nearly all can stay as they are.
        let mut matching = self.matching(0..round.vertices());
        (0..round.vertices())
            .filter(|one| !round.hard().has_edge(*one, self.mates[*one]))
            .for_each(|one| matching.unmatch(one));
        if !matching.maximize(round.hard()) {
            // Of those who could be left over the one is named who would be without any draw.
            let mut matching = Matching::new(round.vertices());
            matching.maximize(round.hard());
            let over = matching.free().into_iter().find(|place| *place < round.len());
            return Ok(Why::LeavesOver(self.round.id(over.unwrap_or(player))));
        }
        let drawn = self.left().run(|| {
            let eligibility = Eligibility::from(&round, Method::BoundsFirst, matching)?;
            mates_from(&round, &eligibility, Method::BoundsFirst)
        });
        let drawn = drawn.unwrap_or(Err(Undrawn::OutOfReach));
        let mates = match drawn {
            Err(Undrawn::OutOfReach) => return Ok(Why::Outdone),
            drawn => drawn?,
        };
        let now = self.list.get_or_init(|| list(self.round, &self.mates));
        let worse = list(&round, &mates)
            .into_iter()
            .zip(now)
            .find(|(then, now)| then.2 != now.2);
        let (criterion, score) = worse.map_or((Criterion::Slide, None), |(then, _)| (then.0, then.1));
        Ok(Why::Worse(criterion, score.map(Points::halves)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::{Draw, draw};
    use crate::field::{Config, Field};
    use crate::fields::{adversarial, patterned, shaped};
    use crate::support::{small_field, tournament};

    fn assert_same(field: &Field, config: Config) {
        let (Ok(draw), Ok(round)) = (draw(field, &config), Round::new(field, config)) else {
            return;
        };
        let quick = Drawn::new(&round, &draw, None);
        quick.redrawing.set(REDRAWING);
        let quick = quick.reasons();
        let mut plain = Drawn::new(&round, &draw, None);
        plain.plainly = true;
        let plain = plain.reasons();
        assert_eq!(quick, plain, "{field:#?} {config:#?}");
        if !round.looks_ahead() {
            assert_told_by_the_list(&round, &draw, &quick.unwrap_or_default());
        }
    }

    /// The list followed once shows the same criterion as an exchange that shows one.
    fn assert_told_by_the_list(round: &Round, draw: &Draw, reasons: &[Reason]) {
        let drawn = Drawn::new(round, draw, None);
        let place = |id| round.place(id).unwrap();
        for reason in reasons {
            for (id, why) in &reason.passed {
                let (one, other) = match reason.role {
                    Role::Bye => (place(*id), round.bye().unwrap()),
                    _ => (place(reason.player), place(*id)),
                };
                let (one, other) = (one.min(other), one.max(other));
                let shown = matches!(why, Why::Worse(..)).then(|| drawn.first_worse(one, other));
                if let Some(shown) = shown.flatten() {
                    assert_eq!(drawn.excluded_by(other, &[one]), Some(shown));
                }
            }
        }
    }

    /// Exchanges give the reasons that another draw gives.
    #[test]
    fn exchanges_change_no_reason() {
        let mut rng = fastrand::Rng::with_seed(17);
        for _ in 0..3000 {
            let (field, config) = small_field(&mut rng, 4, 26);
            assert_same(&field, config);
        }
        for number in 0..120 {
            let (players, config) = (rng.u32(11..50), Config::default());
            tournament(&mut rng, players, &config, |field, _| {
                let mut field = field.clone();
                for (place, player) in field.players.iter_mut().enumerate().filter(|_| number % 2 == 0) {
                    player.club = (place * 7919 % 10 < 6).then(|| "the club".to_owned());
                }
                assert_same(&field, config);
            });
        }
    }

    /// Exchanges change no reason where clubs, teams, families and bars bind most. `FIELDS=3000` looks at so many instead.
    #[test]
    fn the_list_followed_once_gives_the_reasons_of_another_draw() {
        let fields = std::env::var("FIELDS").map_or(150, |fields| fields.parse().expect("FIELDS is a number"));
        for (seed, made) in (0..fields).zip([adversarial, shaped, patterned].into_iter().cycle()) {
            let mut rng = fastrand::Rng::with_seed(seed);
            let most = rng.u32(11..37);
            let (_, field, config) = made(&mut rng, most);
            assert_same(&field, config);
        }
    }
}
