//! The draw of a round as it is kept: who meets whom, and why.
//!
//! Players stand in it by their places in the starting order, which no longer change once a round is published, and in its
//! sentences as `{17}`: their names are put in when the draw is read, since a name may be hidden by then.

use std::collections::{HashMap, HashSet};

use morabaraba_swiss::{
    Bar, FieldError, Player, Points, Role, Starter, Stuck, Violation, Waiver, Why, capacity, draw_and_explain,
    round_robin, starts_first, validate,
};
use serde::{Deserialize, Serialize};

use super::System;
use super::matches::Match;
use super::proceedings::{Proceedings, player, seed};
use super::rounds::Round;
use crate::digest::sha256;
use crate::id::Id;

crate::words! {
    /// Which rule an umpire sets aside.
    pub enum WaiverKind as "WaiverKind" {
        /// Two may meet again.
        Rematch = "rematch",
        /// An umpire's bar between two does not hold.
        Barred = "barred",
        /// A player may have another bye.
        SecondBye = "second_bye",
    }
}

/// A pairing: the boards in their order, and who rests.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pairing {
    /// The two at each board.
    pub pairs: Vec<[u32; 2]>,
    /// Who has the bye.
    pub bye: Option<u32>,
}

/// What the umpire orders for a round.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Orders {
    /// The umpire's own pairing instead of the draw.
    pub pairing: Option<Pairing>,
    /// Rules that are set aside.
    pub waivers: Vec<Waiver>,
    /// Who does not meet.
    pub barred: Vec<[u32; 2]>,
    /// Who meets.
    pub ordered: Vec<[u32; 2]>,
    /// Why.
    pub reason: Option<String>,
}

impl Orders {
    /// Writes into the players of a field whom the umpire keeps apart or brings together.
    pub(crate) fn apply(&self, players: &mut HashMap<u32, Player>) {
        for [one, other] in &self.barred {
            players.entry(*one).and_modify(|drawn| drawn.forbidden.push(player(*other)));
        }
        for [one, other] in &self.ordered {
            players.entry(*one).and_modify(|drawn| drawn.forced = Some(player(*other)));
            players.entry(*other).and_modify(|drawn| drawn.forced = Some(player(*one)));
        }
    }

    /// Whether nothing is ordered.
    #[must_use]
    pub fn is_nothing(&self) -> bool {
        self.pairing.is_none() && self.waivers.is_empty() && self.barred.is_empty() && self.ordered.is_empty()
    }
}

/// Two at a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Board {
    /// The player who stands higher, and the other.
    pub pair: [u32; 2],
    /// What each had before the round, in half points.
    pub halves: [u32; 2],
    /// Who starts the first game.
    pub starter: u32,
}

/// Why somebody who came first in the order of preference is not the opponent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Passed {
    /// Who.
    pub player: u32,
    /// Why, as a code.
    pub why: String,
    /// The round of which the reason speaks.
    pub round: Option<u32>,
    /// The other player of whom the reason speaks.
    pub other: Option<u32>,
    /// The score of which the reason speaks, in half points.
    pub halves: Option<u32>,
}

/// Why two meet, or somebody rests.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reason {
    /// The player who stands higher, or rests.
    pub player: u32,
    /// The opponent.
    pub opponent: Option<u32>,
    /// How it came about: `fold`, `moved` or `bye`.
    pub role: String,
    /// The score of the lower player, in half points.
    pub halves: u32,
    /// Those who would have dropped before the player, and did not.
    pub stayed: Vec<Passed>,
    /// Those who came before the opponent.
    pub passed: Vec<Passed>,
    /// What an umpire can read out.
    pub sentence: String,
}

/// What an umpire should know of a draw before publishing it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Warning {
    /// As a code.
    pub code: String,
    /// Of whom it speaks.
    pub players: Vec<u32>,
    /// What an umpire can read out.
    pub sentence: String,
}

/// A draw as it is kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Draw {
    /// The boards in their order.
    pub boards: Vec<Board>,
    /// Who has the bye.
    pub bye: Option<u32>,
    /// Why.
    pub reasons: Vec<Reason>,
    /// What the umpire should know.
    pub warnings: Vec<Warning>,
    /// What would have been drawn, if the umpire paired otherwise.
    pub computed: Option<Pairing>,
}

/// Why there is no draw.
#[derive(Debug, Clone, thiserror::Error)]
pub enum Undrawn {
    /// Nobody to meet.
    #[error("A round needs two players.")]
    TooFewPlayers,
    /// The orders contradict each other, or name somebody who does not play.
    #[error("The orders cannot be kept: {}.", .0.code())]
    Orders(FieldError),
    /// The umpire's pairing breaks rules.
    #[error("The pairing breaks the rules: {}.", codes(.0))]
    BreaksRules(Vec<Violation>),
    /// No pairing keeps the rules.
    #[error("{0}.")]
    NoLegalDraw(Box<Stuck>),
    /// The best pairing was not found.
    #[error("The best pairing was not found; order some of the pairs, or enter your own.")]
    OutOfReach,
    /// The orders are for draws only.
    #[error("Everybody meets everybody; nothing can be ordered.")]
    RoundRobin,
}

fn codes(violations: &[Violation]) -> String {
    violations.iter().map(|violation| violation.code()).collect::<Vec<_>>().join(", ")
}

impl From<FieldError> for Undrawn {
    fn from(error: FieldError) -> Undrawn {
        match error {
            FieldError::Empty | FieldError::Alone(_) => Undrawn::TooFewPlayers,
            error => Undrawn::Orders(error),
        }
    }
}

impl From<morabaraba_swiss::Undrawn> for Undrawn {
    fn from(undrawn: morabaraba_swiss::Undrawn) -> Undrawn {
        match undrawn {
            morabaraba_swiss::Undrawn::Field(error) => error.into(),
            morabaraba_swiss::Undrawn::NoLegalDraw(stuck) => Undrawn::NoLegalDraw(stuck),
            morabaraba_swiss::Undrawn::OutOfReach => Undrawn::OutOfReach,
        }
    }
}

/// What a failed draw can end in.
#[derive(Debug)]
pub enum Failure {
    /// The rules say no.
    Undrawn(Undrawn),
    /// What is on record contradicts itself.
    Broken(morabaraba_swiss::ResultError),
}

impl<E: Into<Undrawn>> From<E> for Failure {
    fn from(error: E) -> Failure {
        Failure::Undrawn(error.into())
    }
}

impl Proceedings {
    /// The digest of everything on which the draw of a round depends.
    ///
    /// # Errors
    /// What is on record contradicts itself.
    pub fn digest(
        &self,
        number: i64,
        bars: &[[Id; 2]],
        orders: &Orders,
    ) -> Result<String, morabaraba_swiss::ResultError> {
        if self.tournament.plan.system == System::RoundRobin {
            return Ok(sha256(format!("round robin 1\n{number} {:?} {:?}", self.robins(), self.kept_apart(bars))));
        }
        let (field, config) = self.field(number, bars, orders)?;
        Ok(sha256(field.canonical(&config)))
    }

    /// Draws a round.
    ///
    /// # Errors
    /// Why there is no draw.
    pub fn draw(&self, number: i64, bars: &[[Id; 2]], orders: &Orders) -> Result<Draw, Failure> {
        if self.tournament.plan.system == System::RoundRobin {
            return if orders.is_nothing() { Ok(self.robin(number, bars)?) } else { Err(Undrawn::RoundRobin.into()) };
        }
        let (field, config) = self.field(number, bars, orders).map_err(Failure::Broken)?;
        let mut warnings = Vec::new();
        let mut draw =
            Draw { boards: Vec::new(), bye: None, reasons: Vec::new(), warnings: Vec::new(), computed: None };
        let pairing = match &orders.pairing {
            None => {
                let (drawn, reasons) = draw_and_explain(&field, &config)?;
                draw.reasons = reasons.iter().map(|reason| Reason::of(reason, &field)).collect();
                pairing(&drawn)
            }
            Some(own) => {
                let pairs: Vec<_> = own.pairs.iter().map(|[one, other]| (player(*one), player(*other))).collect();
                let validation = validate(&field, &config, &pairs, own.bye.map(player))?;
                if !validation.violations.is_empty() {
                    return Err(Undrawn::BreaksRules(validation.violations).into());
                }
                warnings
                    .extend(validation.missed.map(|(criterion, score)| Warning::overridden(criterion.code(), score)));
                draw.computed = validation.draw.ok().map(|drawn| pairing(&drawn));
                own.clone()
            }
        };
        let standing: HashMap<u32, (Points, u32)> =
            field.players.iter().map(|player| (player.seed, (player.score, player.seed))).collect();
        draw.boards = self.boards(number, pairing.pairs, &standing);
        draw.bye = pairing.bye;
        if number == 1 {
            let limits = capacity(&field, u32::try_from(self.tournament.plan.rounds).unwrap_or(u32::MAX))?;
            warnings.extend(Warning::of_capacity(&limits, self.tournament.plan.rounds));
        }
        warnings.extend(self.clashes(number, &draw.boards));
        warnings.extend(orders.waivers.iter().map(|waiver| Warning::waived(*waiver)));
        Ok(Draw { warnings, ..draw })
    }

    /// What would be drawn today instead of a published round, if a result before it was corrected since it was drawn and that
    /// makes a difference.
    ///
    /// # Errors
    /// What is on record contradicts itself.
    pub fn differs(&self, round: &Round, bars: &[[Id; 2]]) -> Result<Option<Pairing>, morabaraba_swiss::ResultError> {
        let corrected = |one: &Match| one.results.iter().any(|result| result.at > round.drawn_at);
        let before = self.matches.iter().filter(|one| one.number < round.number);
        if !before.clone().any(corrected) || self.digest(round.number, bars, &round.orders)? == round.digest {
            return Ok(None);
        }
        let (field, config) = self.field(round.number, bars, &round.orders)?;
        let Ok(drawn) = morabaraba_swiss::draw(&field, &config) else { return Ok(Some(Pairing::default())) };
        let set = |pairs: &mut dyn Iterator<Item = [u32; 2]>| -> HashSet<[u32; 2]> {
            pairs.map(|pair| [pair[0].min(pair[1]), pair[0].max(pair[1])]).collect()
        };
        let today = pairing(&drawn);
        let computed = round.draw.computed.clone().unwrap_or_else(|| Pairing {
            pairs: round.draw.boards.iter().map(|board| board.pair).collect(),
            bye: round.draw.bye,
        });
        let same = today.bye == computed.bye
            && set(&mut today.pairs.iter().copied()) == set(&mut computed.pairs.iter().copied());
        Ok((!same).then_some(today))
    }

    /// The boards of a pairing: the higher player first, by the standing order of the higher player.
    fn boards(&self, number: i64, pairs: Vec<[u32; 2]>, standing: &HashMap<u32, (Points, u32)>) -> Vec<Board> {
        let starts = self.first_starts(number);
        let round = u32::try_from(number).unwrap_or(u32::MAX);
        let key = |place: u32| {
            let (points, seed) = standing.get(&place).copied().unwrap_or((Points::ZERO, place));
            (std::cmp::Reverse(points), seed)
        };
        let starter =
            |place: u32| Starter { seed: place, first_starts: starts.get(&place).copied().unwrap_or_default() };
        let halves = |place: u32| standing.get(&place).and_then(|(points, _)| points.as_halves()).unwrap_or_default();
        let mut boards: Vec<Board> = pairs
            .into_iter()
            .map(|mut pair| {
                pair.sort_by_key(|place| key(*place));
                let first = starts_first(round, starter(pair[0]), starter(pair[1]));
                Board { pair, halves: pair.map(halves), starter: if first { pair[0] } else { pair[1] } }
            })
            .collect();
        boards.sort_by_key(|board| key(board.pair[0]));
        boards
    }

    /// Those of one club or team who meet while these are kept apart.
    fn clashes(&self, number: i64, boards: &[Board]) -> Vec<Warning> {
        if number > self.tournament.plan.club_rounds {
            return Vec::new();
        }
        let clash = |board: &&Board| {
            let [one, other] = board.pair.map(|place| self.at(place));
            one.zip(other)
                .is_some_and(|(one, other)| one.club == other.club || (one.team.is_some() && one.team == other.team))
        };
        let warning = |board: &Board| Warning {
            code: "same-club".to_owned(),
            players: board.pair.to_vec(),
            sentence: format!(
                "{{{}}} and {{{}}} are of one club or team, which could not be avoided.",
                board.pair[0], board.pair[1]
            ),
        };
        boards.iter().filter(clash).map(warning).collect()
    }

    /// Those of one tournament who may not meet, by their places.
    fn kept_apart(&self, bars: &[[Id; 2]]) -> Vec<[u32; 2]> {
        let place = |id: &Id| self.of_player(*id).map(super::entries::Entry::place);
        let mut apart: Vec<[u32; 2]> = bars
            .iter()
            .filter_map(|[one, other]| {
                let (one, other) = (place(one)?, place(other)?);
                Some([one.min(other), one.max(other)])
            })
            .collect();
        apart.sort_unstable();
        apart
    }

    /// A round in which everybody meets everybody in the end, but for those who are barred from meeting: they rest.
    fn robin(&self, number: i64, bars: &[[Id; 2]]) -> Result<Draw, Undrawn> {
        let players = self.robins();
        if players.len() < 2 {
            return Err(Undrawn::TooFewPlayers);
        }
        let rounds = round_robin(&players);
        let round = usize::try_from(number - 1).ok().and_then(|index| rounds.get(index));
        let pairs: Vec<[u32; 2]> =
            round.map_or_else(Vec::new, |round| round.pairs.iter().map(|(one, other)| [*one, *other]).collect());
        let apart = self.kept_apart(bars);
        let (resting, meeting): (Vec<_>, Vec<_>) =
            pairs.into_iter().partition(|pair| apart.contains(&[pair[0].min(pair[1]), pair[0].max(pair[1])]));
        let (standing, _) = self.standings(number - 1).map_err(|_| Undrawn::TooFewPlayers)?;
        let standing = standing.into_iter().map(|row| (seed(row.player), (row.points, seed(row.player)))).collect();
        let warning = |pair: [u32; 2]| Warning {
            code: "barred".to_owned(),
            players: pair.to_vec(),
            sentence: format!("{{{}}} and {{{}}} may not meet, and rest.", pair[0], pair[1]),
        };
        Ok(Draw {
            boards: self.boards(number, meeting, &standing),
            bye: None,
            reasons: Vec::new(),
            warnings: resting.into_iter().map(warning).collect(),
            computed: None,
        })
    }
}

fn pairing(drawn: &morabaraba_swiss::Draw) -> Pairing {
    let pairs = drawn.pairs.iter().map(|(one, other)| [seed(*one), seed(*other)]);
    Pairing { pairs: pairs.collect(), bye: drawn.bye.map(seed) }
}

impl Reason {
    fn of(reason: &morabaraba_swiss::Reason, field: &morabaraba_swiss::Field) -> Reason {
        let passed = |list: &[(morabaraba_swiss::PlayerId, Why)]| {
            list.iter().map(|(id, why)| Passed::of(seed(*id), *why)).collect()
        };
        Reason {
            player: seed(reason.player),
            opponent: reason.opponent.map(seed),
            role: match reason.role {
                Role::Fold => "fold",
                Role::Moved => "moved",
                Role::Bye => "bye",
            }
            .to_owned(),
            halves: reason.bracket.as_halves().unwrap_or_default(),
            stayed: passed(&reason.stayed),
            passed: passed(&reason.passed),
            sentence: reason.sentence(field),
        }
    }

    /// The reason as everyone may read it: that two may not meet, not that they are relatives.
    #[must_use]
    pub fn discreet(mut self) -> Reason {
        let (relatives, barred) = (Bar::Relatives, Bar::Forbidden);
        for passed in self.stayed.iter_mut().chain(&mut self.passed) {
            if passed.why == relatives.code() || passed.why == barred.code() {
                BARRED.clone_into(&mut passed.why);
            }
        }
        for bar in [relatives, barred] {
            self.sentence = self.sentence.replace(&bar.to_string(), "they may not meet");
        }
        self
    }
}

/// Why two do not meet, told to everyone.
const BARRED: &str = "barred";

impl Passed {
    fn of(player: u32, why: Why) -> Passed {
        let mut passed = Passed { player, why: why.code().to_owned(), round: None, other: None, halves: None };
        match why {
            Why::Barred(_) | Why::Outdone => {}
            Why::SameClub(round) | Why::Met(round) => passed.round = Some(round),
            Why::Taken(other) | Why::LeavesOver(other) => passed.other = Some(seed(other)),
            Why::Worse(_, score) => passed.halves = score.and_then(Points::as_halves),
        }
        passed
    }
}

impl Warning {
    fn overridden(criterion: &str, score: Option<Points>) -> Warning {
        let among = score.map_or_else(String::new, |score| format!(" among those on {score} points"));
        Warning {
            code: "worse-than-the-draw".to_owned(),
            players: Vec::new(),
            sentence: format!("The pairing is not the draw; it is first worse by {criterion}{among}."),
        }
    }

    fn of_capacity(limits: &morabaraba_swiss::Capacity, rounds: i64) -> Vec<Warning> {
        let mut warnings = Vec::new();
        if i64::from(limits.rounds) < rounds {
            let sentence = format!("Nobody can meet a new opponent in more than {} rounds.", limits.rounds);
            warnings.push(Warning { code: "too-many-rounds".to_owned(), players: Vec::new(), sentence });
        }
        if !limits.short.is_empty() {
            let short = |(id, reach): &(morabaraba_swiss::PlayerId, u32)| format!("{{{id}}} has {reach}");
            let list: Vec<String> = limits.short.iter().map(short).collect();
            warnings.push(Warning {
                code: "too-few-opponents".to_owned(),
                players: limits.short.iter().map(|(id, _)| seed(*id)).collect(),
                sentence: format!("There are fewer opponents than {rounds} rounds for some: {}.", list.join(", ")),
            });
        }
        if limits.round_robin {
            let sentence = "With fewer than seven players everybody can meet everybody instead.".to_owned();
            warnings.push(Warning { code: "round-robin-advised".to_owned(), players: Vec::new(), sentence });
        }
        warnings
    }

    fn waived(waiver: Waiver) -> Warning {
        let (players, sentence) = match waiver {
            Waiver::Rematch(one, other) => {
                (vec![seed(one), seed(other)], format!("The umpire allows {{{one}}} and {{{other}}} to meet again."))
            }
            Waiver::Forbidden(one, other) => {
                (vec![seed(one), seed(other)], format!("The umpire lifts the bar between {{{one}}} and {{{other}}}."))
            }
            Waiver::SecondBye(one) => (vec![seed(one)], format!("The umpire allows {{{one}}} another bye.")),
        };
        Warning { code: "waived".to_owned(), players, sentence }
    }
}

/// A sentence with its players' names put in.
#[must_use]
pub fn with_names(sentence: &str, name: impl Fn(u32) -> Option<String>) -> String {
    let mut text = String::with_capacity(sentence.len());
    let mut rest = sentence;
    while let Some((before, after)) = rest.split_once('{') {
        text.push_str(before);
        match after.split_once('}').map(|(place, after)| (place.parse().ok().and_then(&name), place, after)) {
            Some((Some(name), _, after)) => {
                text.push_str(&name);
                rest = after;
            }
            _ => {
                text.push('{');
                rest = after;
            }
        }
    }
    text + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_put_in() {
        let name = |place: u32| (place == 17).then(|| "Thandi {3} Mokoena".to_owned());
        assert_eq!(
            with_names("{17} meets {4}, {x} and { rests.", name),
            "Thandi {3} Mokoena meets {4}, {x} and { rests."
        );
    }
}
