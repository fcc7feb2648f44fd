//! The draw of a round: by the modified Swiss system, as the umpire pairs, or everybody against everybody.

use std::collections::HashMap;

use morabaraba_swiss::{
    self as swiss, Bar, Clubs, Config, Field, Player, Points, ResultError, Starter, Stuck, Violation, capacity,
    draw_and_explain, round_robin, starts_first, validate,
};

use crate::federation::readings::{ClubSeparation, Floater};
use crate::tournaments::model::draw::{BARRED, Board, Draw, Pairing, Reason, Warning, player, round_of_draw, seed};
use crate::tournaments::model::{Bye, ByeKind, Match, Orders, Round, TournamentSnapshot, TournamentSystem, opponent};
use crate::values::clock::Timestamp;
use crate::values::digest::sha256;
use crate::values::id::PlayerId;
use crate::values::number::{RoundNumber, Seed};

/// The reason why there is no draw.
#[derive(Debug, Clone, thiserror::Error)]
pub enum Undrawn {
    /// Nobody to meet.
    #[error("A round needs two players.")]
    TooFewPlayers,
    /// The orders contradict each other, or name somebody who does not play.
    #[error("The orders cannot be kept; players by their seeds: {}.", .0)]
    Orders(swiss::FieldError),
    /// The umpire's pairing breaks rules.
    #[error("The pairing breaks the rules; players by their seeds: {}.", sentences(.0))]
    BreaksRules(Vec<Violation>),
    /// No pairing keeps the rules.
    #[error("{0} (players by their seeds).")]
    NoLegalDraw(Box<Stuck>),
    /// The orders are for draws only.
    #[error("Everybody meets everybody; nothing can be ordered.")]
    RoundRobin,
}

fn sentences(violations: &[Violation]) -> String {
    violations
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join("; ")
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

/// The rank of keeping club mates apart, to the draw.
fn clubs(separation: ClubSeparation) -> Clubs {
    match separation {
        ClubSeparation::Round => Clubs::Round,
        ClubSeparation::Bracket => Clubs::Bracket,
    }
}

/// The player who drops, to the draw.
fn floater(floater: Floater) -> swiss::Floater {
    match floater {
        Floater::Median => swiss::Floater::Median,
        Floater::Lowest => swiss::Floater::Lowest,
    }
}

impl TournamentSnapshot {
    /// All that the draw of a round depends on: what was played before it, who is kept apart, and the umpire's orders.
    ///
    /// # Errors
    /// The results contradict each other, which cannot be.
    pub fn field(
        &self,
        number: RoundNumber,
        never_meets: &[[Seed; 2]],
        orders: &Orders,
    ) -> Result<(Field, Config), swiss::ResultError> {
        let standings = swiss::standings(&self.results(number.previous().get(), false))?;
        let points: HashMap<swiss::PlayerId, Points> = standings.iter().map(|row| (row.player, row.points)).collect();
        let mut players: HashMap<Seed, Player> = HashMap::new();
        for entry in &self.entries {
            let rests = self
                .byes
                .iter()
                .any(|bye| bye.entry == entry.id && bye.round == number && bye.kind == ByeKind::Requested);
            let id = player(entry.seed);
            let had_bye = |bye: &Bye| bye.entry == entry.id && bye.round < number && bye.kind == ByeKind::Allocated;
            let byes = self.byes.iter().filter(|bye| had_bye(bye)).count();
            let drawn = Player {
                score: points.get(&id).copied().unwrap_or(Points::ZERO),
                club: entry.club.map(|club| club.to_string()),
                team: entry.team.clone(),
                had_bye: byes > 0,
                extra_byes: u32::try_from(byes.saturating_sub(1)).unwrap_or(u32::MAX),
                active: entry.plays_in(number) && !rests,
                ..Player::new(id, entry.seed.get())
            };
            players.insert(entry.seed, drawn);
        }
        for played in self.matches.iter().filter(|played| played.round_number < number) {
            for seed in played.pair {
                let Some(drawn) = players.get_mut(&seed) else { continue };
                drawn.opponents.push(player(opponent(played.pair, seed)));
                drawn.rounds_met.push(Some(round_of_draw(played.round_number)));
            }
        }
        for [left, right] in never_meets {
            players
                .entry(*left)
                .and_modify(|drawn| drawn.relatives.push(player(*right)));
        }
        orders.apply(&mut players);
        let round = round_of_draw(number);
        let mut players: Vec<Player> = players.into_values().collect();
        players.sort_unstable_by_key(|player| player.seed);
        let field = Field {
            waivers: orders.waivers.clone(),
            ..Field::new(round, players)
        };
        Ok((field, self.config(number)))
    }

    fn config(&self, number: RoundNumber) -> Config {
        let plan = &self.tournament.plan;
        Config {
            club_rounds: u32::try_from(plan.club_rounds).unwrap_or(u32::MAX),
            look_ahead: u32::try_from(plan.rounds - number.get()).unwrap_or(0),
            clubs: clubs(self.tournament.readings.clubs),
            floater: floater(self.tournament.readings.floater),
            ..Config::default()
        }
    }

    /// The number of first games that each player has started before that round.
    #[must_use]
    pub fn first_starts(&self, number: RoundNumber) -> HashMap<Seed, u32> {
        let mut starts = HashMap::new();
        for played in self.matches.iter().filter(|played| played.round_number < number) {
            *starts.entry(played.starts()).or_default() += 1;
        }
        starts
    }

    /// The digest of everything on which the draw of a round depends.
    ///
    /// # Errors
    /// What is on record contradicts itself.
    pub fn digest(
        &self,
        number: RoundNumber,
        never_meets: &[[Seed; 2]],
        orders: &Orders,
    ) -> Result<String, ResultError> {
        if self.tournament.plan.system == TournamentSystem::RoundRobin {
            // Plain numbers: the text is part of what digests on record were made from.
            let robins: Vec<u32> = self.robins().into_iter().map(Seed::get).collect();
            let never_meets: Vec<[u32; 2]> = never_meets.iter().map(|pair| pair.map(Seed::get)).collect();
            return Ok(sha256(format!("round robin 1\n{number} {robins:?} {never_meets:?}")));
        }
        let (field, config) = self.field(number, never_meets, orders)?;
        Ok(sha256(field.canonical(&config)))
    }

    /// Draws a round.
    ///
    /// # Errors
    /// Why there is no draw.
    pub fn draw(&self, number: RoundNumber, never_meets: &[[Seed; 2]], orders: &Orders) -> Result<Draw, DrawFailure> {
        if self.tournament.plan.system == TournamentSystem::RoundRobin {
            return if orders.is_nothing() {
                self.robin(number, never_meets)
            } else {
                Err(Undrawn::RoundRobin.into())
            };
        }
        let (field, config) = self.field(number, never_meets, orders)?;
        let related = |[left, right]: &&[Seed; 2]| never_meets.contains(&[*left.min(right), *left.max(right)]);
        let related = orders.ordered.iter().filter(related);
        let related = related.map(|[left, right]| Violation::Barred(player(*left), player(*right), Bar::Relatives));
        let related: Vec<Violation> = related.collect();
        if !related.is_empty() {
            return Err(Undrawn::BreaksRules(related).into());
        }
        let mut warnings = Vec::new();
        let (mut reasons, mut computed) = (Vec::new(), None);
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
                    .map(|[left, right]| (player(*left), player(*right)))
                    .collect();
                let validation = validate(&field, &config, &pairs, own.bye.map(player))?;
                if !validation.violations.is_empty() {
                    return Err(Undrawn::BreaksRules(validation.violations).into());
                }
                warnings.extend(
                    validation
                        .missed
                        .map(|(criterion, score)| Warning::overridden(criterion, score)),
                );
                computed = validation.draw.ok().map(|drawn| pairing(&drawn));
                own.clone()
            }
        };
        let scores: HashMap<Seed, Points> = field
            .players
            .iter()
            .map(|player| (seed(player.id), player.score))
            .collect();
        let unordered = self.unordered(number, never_meets, orders, computed.as_ref())?;
        let (boards, bye) = (self.boards(number, pairing.pairs, &scores), pairing.bye);
        if number == RoundNumber::FIRST {
            let limits = capacity(&field, u32::try_from(self.tournament.plan.rounds).unwrap_or(u32::MAX))?;
            warnings.extend(Warning::of_capacity(&limits, self.tournament.plan.rounds));
        }
        warnings.extend(self.clashes(number, &boards, unordered.as_ref()));
        warnings.extend(orders.waivers.iter().map(|waiver| Warning::waived(*waiver)));
        Ok(Draw {
            boards,
            bye,
            reasons,
            warnings,
            computed,
            never_meets: never_meets.to_vec(),
            starting_order: None,
        })
    }

    /// Everything as it was known at that time: without the results that were entered, or corrected, later.
    pub(crate) fn known_at(&self, time: Timestamp) -> TournamentSnapshot {
        let mut then = self.clone();
        for played in &mut then.matches {
            played.results.retain(|result| result.at <= time);
        }
        then
    }

    /// A published round, drawn again from what was known when it was drawn.
    ///
    /// # Errors
    /// There is no draw, by the rules or because what is on record contradicts itself.
    pub fn drawn_again(&self, round: &Round) -> Result<Draw, DrawFailure> {
        let never_meets = &round.draw.never_meets;
        self.known_at(round.drawn_at)
            .draw(round.number, never_meets, &round.orders)
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
        let corrected = |played: &Match| played.results.iter().any(|result| result.at > round.drawn_at);
        let never_meets = &round.draw.never_meets;
        let before = self.matches.iter().filter(|played| played.round_number < round.number);
        if !before.clone().any(corrected) || self.digest(round.number, never_meets, &round.orders)? == round.digest {
            return Ok(None);
        }
        let (field, config) = self.field(round.number, never_meets, &round.orders)?;
        let Ok(drawn) = morabaraba_swiss::draw(&field, &config) else {
            return Ok(Some(Pairing::default()));
        };
        let today = pairing(&drawn);
        let computed = round.draw.computed.clone().unwrap_or_else(|| round.draw.pairing());
        Ok((!today.is_same(&computed)).then_some(today))
    }

    /// The boards of a pairing: the higher player first, by the standing order of the higher player.
    fn boards(&self, number: RoundNumber, pairs: Vec<[Seed; 2]>, scores: &HashMap<Seed, Points>) -> Vec<Board> {
        let starts = self.first_starts(number);
        let round = round_of_draw(number);
        let score = |seed: Seed| scores.get(&seed).copied().unwrap_or(Points::ZERO);
        let order = |seed: Seed| (std::cmp::Reverse(score(seed)), seed);
        let starter = |seed: Seed| Starter {
            seed: seed.get(),
            first_starts: starts.get(&seed).copied().unwrap_or_default(),
        };
        let halves = |seed: Seed| score(seed).as_halves().unwrap_or_default();
        let mut boards: Vec<Board> = pairs
            .into_iter()
            .map(|mut pair| {
                pair.sort_by_key(|seed| order(*seed));
                let first = starts_first(round, starter(pair[0]), starter(pair[1]));
                Board {
                    pair,
                    halves: pair.map(halves),
                    starter: if first { pair[0] } else { pair[1] },
                }
            })
            .collect();
        boards.sort_by_key(|board| order(board.pair[0]));
        boards
    }

    /// The pairing that would be drawn if nothing were ordered but waivers; none if nothing else is ordered, or if there is no
    /// such draw. `computed` is the draw beside an umpire's own pairing.
    fn unordered(
        &self,
        number: RoundNumber,
        never_meets: &[[Seed; 2]],
        orders: &Orders,
        computed: Option<&Pairing>,
    ) -> Result<Option<Pairing>, ResultError> {
        if orders.barred.is_empty() && orders.ordered.is_empty() {
            return Ok(computed.cloned());
        }
        let waived = Orders {
            waivers: orders.waivers.clone(),
            ..Orders::default()
        };
        let (field, config) = self.field(number, never_meets, &waived)?;
        let drawn = morabaraba_swiss::draw(&field, &config);
        Ok(drawn.ok().map(|drawn| pairing(&drawn)))
    }

    /// Those of one club or team who meet while these are kept apart. They need not have if they do not in the pairing that
    /// would be drawn without the umpire's orders.
    fn clashes(&self, number: RoundNumber, boards: &[Board], unordered: Option<&Pairing>) -> Vec<Warning> {
        if number.get() > self.tournament.plan.club_rounds {
            return Vec::new();
        }
        let clash = |board: &&Board| {
            let [upper, lower] = board.pair.map(|seed| self.at(seed));
            upper.zip(lower).is_some_and(|(upper, lower)| {
                (upper.club.is_some() && upper.club == lower.club) || (upper.team.is_some() && upper.team == lower.team)
            })
        };
        let warning = |board: &Board| {
            let need = match unordered {
                Some(unordered) if !unordered.has(board.pair) => "could have been avoided",
                Some(_) | None => "could not be avoided",
            };
            let [upper, lower] = board.pair;
            Warning {
                code: "same-club".to_owned(),
                players: board.pair.to_vec(),
                sentence: format!("{{{upper}}} and {{{lower}}} are of one club or team, which {need}."),
            }
        };
        boards.iter().filter(clash).map(warning).collect()
    }

    /// The pairs of those entered who never meet, given the bars between players.
    #[must_use]
    pub fn never_meets(&self, bars: &[[PlayerId; 2]]) -> Vec<[Seed; 2]> {
        let seed = |id: &PlayerId| self.of_player(*id).map(|entry| entry.seed);
        let mut never_meets: Vec<[Seed; 2]> = bars
            .iter()
            .filter_map(|[left, right]| {
                let (left, right) = (seed(left)?, seed(right)?);
                Some([left.min(right), left.max(right)])
            })
            .collect();
        never_meets.sort_unstable();
        never_meets
    }

    /// A round in which everybody meets everybody in the end, but for those who are barred from meeting: they rest.
    fn robin(&self, number: RoundNumber, never_meets: &[[Seed; 2]]) -> Result<Draw, DrawFailure> {
        let players = self.robins();
        if players.len() < 2 {
            return Err(Undrawn::TooFewPlayers.into());
        }
        let rounds = round_robin(&players);
        let round = usize::try_from(number.previous().get())
            .ok()
            .and_then(|index| rounds.get(index));
        let pairs: Vec<[Seed; 2]> = round.map_or_else(Vec::new, |round| {
            round.pairs.iter().map(|(left, right)| [*left, *right]).collect()
        });
        let (resting, meeting): (Vec<_>, Vec<_>) = pairs
            .into_iter()
            .partition(|pair| never_meets.contains(&[pair[0].min(pair[1]), pair[0].max(pair[1])]));
        let (standings, _) = self.standings(number.previous().get())?;
        let scores = standings
            .into_iter()
            .map(|row| (seed(row.player), row.points))
            .collect();
        let warning = |pair: [Seed; 2]| Warning {
            code: BARRED.to_owned(),
            players: pair.to_vec(),
            sentence: format!("{{{}}} and {{{}}} may not meet, and rest.", pair[0], pair[1]),
        };
        Ok(Draw {
            boards: self.boards(number, meeting, &scores),
            bye: None,
            reasons: Vec::new(),
            warnings: resting.into_iter().map(warning).collect(),
            computed: None,
            never_meets: never_meets.to_vec(),
            starting_order: None,
        })
    }
}

fn pairing(drawn: &morabaraba_swiss::Draw) -> Pairing {
    let pairs = drawn.pairs.iter().map(|(left, right)| [seed(*left), seed(*right)]);
    Pairing {
        pairs: pairs.collect(),
        bye: drawn.bye.map(seed),
    }
}
