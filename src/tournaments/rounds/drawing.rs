//! The drawing of a round: by the modified Swiss system, as the umpire pairs, or everybody against everybody.

use std::collections::{HashMap, HashSet};

use morabaraba_swiss::{
    self as swiss, Points, ResultError, Starter, Stuck, Violation, capacity, draw_and_explain, round_robin,
    starts_first, validate,
};

use crate::tournaments::TournamentSystem;
use crate::tournaments::matches::Match;
use crate::tournaments::rounds::Round;
use crate::tournaments::rounds::draws::{BARRED, Board, Draw, Pairing, Reason, Warning};
use crate::tournaments::rounds::orders::Orders;
use crate::tournaments::standings::snapshot::{TournamentSnapshot, player, seed};
use crate::values::clock::Timestamp;
use crate::values::digest::sha256;
use crate::values::id::PlayerId;

/// The reason why there is no draw.
#[derive(Debug, Clone, thiserror::Error)]
pub enum Undrawn {
    /// Nobody to meet.
    #[error("A round needs two players.")]
    TooFewPlayers,
    /// The orders contradict each other, or name somebody who does not play.
    #[error("The orders cannot be kept: {}.", .0.code())]
    Orders(swiss::FieldError),
    /// The umpire's pairing breaks rules.
    #[error("The pairing breaks the rules: {}.", codes(.0))]
    BreaksRules(Vec<Violation>),
    /// No pairing keeps the rules.
    #[error("{0}.")]
    NoLegalDraw(Box<Stuck>),
    /// The orders are for draws only.
    #[error("Everybody meets everybody; nothing can be ordered.")]
    RoundRobin,
}

fn codes(violations: &[Violation]) -> String {
    violations
        .iter()
        .map(|violation| violation.code())
        .collect::<Vec<_>>()
        .join(", ")
}

impl From<swiss::FieldError> for Undrawn {
    fn from(error: swiss::FieldError) -> Undrawn {
        match error {
            swiss::FieldError::Empty | swiss::FieldError::Alone(_) => Undrawn::TooFewPlayers,
            error => Undrawn::Orders(error),
        }
    }
}

/// The ways in which a draw fails.
#[derive(Debug, thiserror::Error)]
pub enum DrawFailure {
    /// The rules say no.
    #[error("{0}")]
    Undrawn(Undrawn),
    /// The records contradict each other, or the draw fails where it cannot.
    #[error("{0}")]
    Broken(String),
}

impl From<Undrawn> for DrawFailure {
    fn from(undrawn: Undrawn) -> DrawFailure {
        DrawFailure::Undrawn(undrawn)
    }
}

impl From<swiss::FieldError> for DrawFailure {
    fn from(error: swiss::FieldError) -> DrawFailure {
        DrawFailure::Undrawn(error.into())
    }
}

impl From<ResultError> for DrawFailure {
    fn from(error: ResultError) -> DrawFailure {
        DrawFailure::Broken(error.to_string())
    }
}

impl From<morabaraba_swiss::Undrawn> for DrawFailure {
    fn from(undrawn: morabaraba_swiss::Undrawn) -> DrawFailure {
        match undrawn {
            morabaraba_swiss::Undrawn::Field(error) => error.into(),
            morabaraba_swiss::Undrawn::NoLegalDraw(stuck) => DrawFailure::Undrawn(Undrawn::NoLegalDraw(stuck)),
            // No field is known for which this is so.
            broken @ morabaraba_swiss::Undrawn::OutOfReach => DrawFailure::Broken(broken.to_string()),
        }
    }
}

impl TournamentSnapshot {
    /// The digest of everything on which the draw of a round depends.
    ///
    /// # Errors
    /// What is on record contradicts itself.
    pub fn digest(&self, number: i64, apart: &[[u32; 2]], orders: &Orders) -> Result<String, ResultError> {
        if self.tournament.plan.system == TournamentSystem::RoundRobin {
            return Ok(sha256(format!(
                "round robin 1\n{number} {:?} {:?}",
                self.robins(),
                apart
            )));
        }
        let (field, config) = self.field(number, apart, orders)?;
        Ok(sha256(field.canonical(&config)))
    }

    /// Draws a round.
    ///
    /// # Errors
    /// Why there is no draw.
    pub fn draw(&self, number: i64, apart: &[[u32; 2]], orders: &Orders) -> Result<Draw, DrawFailure> {
        if self.tournament.plan.system == TournamentSystem::RoundRobin {
            return if orders.is_nothing() {
                self.robin(number, apart)
            } else {
                Err(Undrawn::RoundRobin.into())
            };
        }
        let (field, config) = self.field(number, apart, orders)?;
        let mut warnings = Vec::new();
        let (apart, mut reasons, mut computed) = (apart.to_vec(), Vec::new(), None);
        let pairing = match &orders.pairing {
            None => {
                let (drawn, explained) = draw_and_explain(&field, &config)?;
                reasons = explained.iter().map(Reason::of).collect();
                pairing(&drawn)
            }
            Some(own) => {
                let pairs: Vec<_> = own
                    .pairs
                    .iter()
                    .map(|[one, other]| (player(*one), player(*other)))
                    .collect();
                let validation = validate(&field, &config, &pairs, own.bye.map(player))?;
                if !validation.violations.is_empty() {
                    return Err(Undrawn::BreaksRules(validation.violations).into());
                }
                warnings.extend(
                    validation
                        .missed
                        .map(|(criterion, score)| Warning::overridden(criterion.code(), score)),
                );
                computed = validation.draw.ok().map(|drawn| pairing(&drawn));
                own.clone()
            }
        };
        let standing: HashMap<u32, (Points, u32)> = field
            .players
            .iter()
            .map(|player| (player.seed, (player.score, player.seed)))
            .collect();
        let (boards, bye) = (self.boards(number, pairing.pairs, &standing), pairing.bye);
        if number == 1 {
            let limits = capacity(&field, u32::try_from(self.tournament.plan.rounds).unwrap_or(u32::MAX))?;
            warnings.extend(Warning::of_capacity(&limits, self.tournament.plan.rounds));
        }
        warnings.extend(self.clashes(number, &boards));
        warnings.extend(orders.waivers.iter().map(|waiver| Warning::waived(*waiver)));
        Ok(Draw {
            boards,
            bye,
            reasons,
            warnings,
            computed,
            apart,
        })
    }

    /// Everything as it was known at that time: without the results that were entered, or corrected, later.
    fn known_at(&self, time: Timestamp) -> TournamentSnapshot {
        let mut then = self.clone();
        for one in &mut then.matches {
            one.results.retain(|result| result.at <= time);
        }
        then
    }

    /// A published round, drawn again from what was known when it was drawn.
    ///
    /// # Errors
    /// There is no draw, by the rules or because what is on record contradicts itself.
    pub fn drawn_again(&self, round: &Round) -> Result<Draw, DrawFailure> {
        let apart = &round.draw.apart;
        self.known_at(round.drawn_at).draw(round.number, apart, &round.orders)
    }

    /// Whether a published round is what was drawn, or what the umpire was free to pair: made again from what was known when
    /// it was drawn, it comes out the same.
    #[must_use]
    pub fn is_as_drawn(&self, round: &Round) -> bool {
        let computed = &round.draw.computed;
        self.drawn_again(round)
            .is_ok_and(|again| again.pairing() == round.draw.pairing() && again.computed == *computed)
    }

    /// The pairing that would be drawn today instead of a published round, if a result before it was corrected since it was
    /// drawn and that makes a difference. Who could not meet then could not meet.
    ///
    /// # Errors
    /// What is on record contradicts itself.
    pub fn differs(&self, round: &Round) -> Result<Option<Pairing>, ResultError> {
        let corrected = |one: &Match| one.results.iter().any(|result| result.at > round.drawn_at);
        let apart = &round.draw.apart;
        let before = self.matches.iter().filter(|one| one.number < round.number);
        if !before.clone().any(corrected) || self.digest(round.number, apart, &round.orders)? == round.digest {
            return Ok(None);
        }
        let (field, config) = self.field(round.number, apart, &round.orders)?;
        let Ok(drawn) = morabaraba_swiss::draw(&field, &config) else {
            return Ok(Some(Pairing::default()));
        };
        let set = |pairs: &mut dyn Iterator<Item = [u32; 2]>| -> HashSet<[u32; 2]> {
            pairs.map(|pair| [pair[0].min(pair[1]), pair[0].max(pair[1])]).collect()
        };
        let today = pairing(&drawn);
        let computed = round.draw.computed.clone().unwrap_or_else(|| round.draw.pairing());
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
        let starter = |place: u32| Starter {
            seed: place,
            first_starts: starts.get(&place).copied().unwrap_or_default(),
        };
        let halves = |place: u32| {
            standing
                .get(&place)
                .and_then(|(points, _)| points.as_halves())
                .unwrap_or_default()
        };
        let mut boards: Vec<Board> = pairs
            .into_iter()
            .map(|mut pair| {
                pair.sort_by_key(|place| key(*place));
                let first = starts_first(round, starter(pair[0]), starter(pair[1]));
                Board {
                    pair,
                    halves: pair.map(halves),
                    starter: if first { pair[0] } else { pair[1] },
                }
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
    #[must_use]
    pub fn kept_apart(&self, bars: &[[PlayerId; 2]]) -> Vec<[u32; 2]> {
        let place = |id: &PlayerId| self.of_player(*id).map(crate::tournaments::entries::Entry::place);
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
    fn robin(&self, number: i64, apart: &[[u32; 2]]) -> Result<Draw, DrawFailure> {
        let players = self.robins();
        if players.len() < 2 {
            return Err(Undrawn::TooFewPlayers.into());
        }
        let rounds = round_robin(&players);
        let round = usize::try_from(number - 1).ok().and_then(|index| rounds.get(index));
        let pairs: Vec<[u32; 2]> = round.map_or_else(Vec::new, |round| {
            round.pairs.iter().map(|(one, other)| [*one, *other]).collect()
        });
        let (resting, meeting): (Vec<_>, Vec<_>) = pairs
            .into_iter()
            .partition(|pair| apart.contains(&[pair[0].min(pair[1]), pair[0].max(pair[1])]));
        let (standing, _) = self.standings(number - 1)?;
        let standing = standing
            .into_iter()
            .map(|row| (seed(row.player), (row.points, seed(row.player))))
            .collect();
        let warning = |pair: [u32; 2]| Warning {
            code: BARRED.to_owned(),
            players: pair.to_vec(),
            sentence: format!("{{{}}} and {{{}}} may not meet, and rest.", pair[0], pair[1]),
        };
        Ok(Draw {
            boards: self.boards(number, meeting, &standing),
            bye: None,
            reasons: Vec::new(),
            warnings: resting.into_iter().map(warning).collect(),
            computed: None,
            apart: apart.to_vec(),
        })
    }
}

fn pairing(drawn: &morabaraba_swiss::Draw) -> Pairing {
    let pairs = drawn.pairs.iter().map(|(one, other)| [seed(*one), seed(*other)]);
    Pairing {
        pairs: pairs.collect(),
        bye: drawn.bye.map(seed),
    }
}
