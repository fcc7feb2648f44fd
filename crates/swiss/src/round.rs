//! A field made ready: players as places in the standing order, and who may meet whom by the hard rules.

use std::collections::HashMap;

use crate::ahead;
use crate::graph::Graph;
use crate::matching::NONE;
use crate::{Bar, Clubs, Config, Field, FieldError, Float, Player, PlayerId, Waiver};

/// The active players in standing order, and after them, if their number is odd, the bye as a vertex of its own.
#[derive(Clone, Debug)]
pub(crate) struct Round<'a> {
    pub(crate) players: Vec<&'a Player>,
    /// In half points.
    pub(crate) scores: Vec<u32>,
    pub(crate) number: u32,
    given: &'a [Waiver],
    /// For each player the one whom the umpire orders them to meet.
    ordered: Vec<Option<usize>>,
    clubs: Vec<Option<usize>>,
    teams: Vec<Option<usize>>,
    pub(crate) config: Config,
    /// Whether clubs and teams are kept apart in this round.
    pub(crate) avoid: bool,
    /// Whom the hard rules allow to meet, the bye included.
    pub(crate) hard: Graph,
}

impl<'a> Round<'a> {
    pub(crate) fn new(field: &'a Field, config: Config) -> Result<Self, FieldError> {
        field.check()?;
        let mut players: Vec<&Player> = field.players.iter().filter(|player| player.active).collect();
        players.sort_by(|one, other| other.score.cmp(&one.score).then(one.seed.cmp(&other.seed)));
        let mut round = Self {
            scores: players.iter().filter_map(|player| player.score.as_halves()).collect(),
            clubs: numbered(players.iter().map(|player| player.club.as_deref())),
            teams: numbered(players.iter().map(|player| player.team.as_deref())),
            number: field.round,
            given: &field.waivers,
            ordered: vec![None; players.len()],
            config,
            avoid: config.clubs != Clubs::Off && field.round <= config.club_rounds,
            hard: Graph::complete(players.len().next_multiple_of(2)),
            players,
        };
        round.ban();
        Ok(round)
    }

    pub(crate) const fn len(&self) -> usize {
        self.players.len()
    }

    pub(crate) fn bye(&self) -> Option<usize> {
        (self.hard.len() > self.len()).then_some(self.len())
    }

    pub(crate) fn id(&self, place: usize) -> PlayerId {
        self.players[place].id
    }

    /// Whether two players are of one club or of one team.
    pub(crate) fn clash(&self, one: usize, other: usize) -> bool {
        let same = |names: &[Option<usize>]| {
            names.get(one).copied().flatten().is_some_and(|name| names.get(other).copied().flatten() == Some(name))
        };
        same(&self.clubs) || same(&self.teams)
    }

    /// Every pair that is a clash.
    pub(crate) fn clashes(&self) -> Vec<(usize, usize)> {
        let mut pairs = Vec::new();
        for names in [&self.clubs, &self.teams] {
            let mut members: Vec<(usize, usize)> =
                names.iter().enumerate().filter_map(|(place, name)| name.map(|name| (name, place))).collect();
            members.sort_unstable();
            for group in members.chunk_by(|one, other| one.0 == other.0) {
                for (place, one) in group.iter().enumerate() {
                    pairs.extend(group[place + 1..].iter().map(|other| (one.1, other.1)));
                }
            }
        }
        pairs
    }

    pub(crate) fn floated(&self, place: usize, float: Float) -> bool {
        self.config.repeat_floats && self.players[place].floated == Some(float)
    }

    /// Whether the rounds to come are looked at.
    pub(crate) const fn looks_ahead(&self) -> bool {
        self.config.look_ahead > 0 && self.hard.len() <= ahead::MOST
    }

    /// Whether two may meet in a later round if they do not meet in this one: orders and waivers are for this one only.
    pub(crate) fn lasting(&self, one: usize, other: usize) -> bool {
        let (one, other) = (one.min(other), one.max(other));
        if Some(other) == self.bye() {
            return !self.players[one].had_bye;
        }
        let (first, second) = (self.players[one], self.players[other]);
        let names = |player: &Player, id| {
            player.relatives.contains(&id) || player.opponents.contains(&id) || player.forbidden.contains(&id)
        };
        !names(first, second.id) && !names(second, first.id)
    }

    /// A pairing of all players as the mates of the places, the bye included.
    pub(crate) fn mates(
        &self,
        pairs: &[(PlayerId, PlayerId)],
        bye: Option<PlayerId>,
        places: &HashMap<PlayerId, usize>,
    ) -> Vec<usize> {
        let mut mates = vec![NONE; self.hard.len()];
        let place = |id: &PlayerId| places.get(id).copied();
        let rest = bye.as_ref().and_then(place).zip(self.bye());
        let known = pairs.iter().filter_map(|(one, other)| place(one).zip(place(other)));
        for (one, other) in known.chain(rest) {
            mates[one] = other;
            mates[other] = one;
        }
        mates
    }

    /// Why two may not meet, the second of whom may be the bye.
    pub(crate) fn bar(&self, one: usize, other: usize) -> Option<Bar> {
        if self.hard.has(one, other) {
            return None;
        }
        if self.orders(one).is_some_and(|met| met != other) || self.orders(other).is_some_and(|met| met != one) {
            // Whatever else there is between them is said first.
            return self.bars(one, other).first().copied().or(Some(Bar::Forced));
        }
        self.bars(one, other).first().copied()
    }

    /// The bars between two that are not waived, but for the umpire's orders.
    fn bars(&self, one: usize, other: usize) -> Vec<Bar> {
        if Some(other) == self.bye() {
            return if self.may_rest(one) { Vec::new() } else { vec![Bar::SecondBye] };
        }
        let (first, second) = (self.players[one], self.players[other]);
        let named =
            |list: fn(&Player) -> &Vec<PlayerId>| list(first).contains(&second.id) || list(second).contains(&first.id);
        let mut bars = Vec::new();
        if named(|player| &player.relatives) {
            bars.push(Bar::Relatives);
        }
        if named(|player| &player.opponents) && !self.waived(Waiver::Rematch, one, other) {
            bars.push(Bar::Rematch);
        }
        if named(|player| &player.forbidden) && !self.waived(Waiver::Forbidden, one, other) {
            bars.push(Bar::Forbidden);
        }
        bars
    }

    /// What the umpire would have to waive for two to meet; `None` if that cannot be waived.
    pub(crate) fn waivers(&self, one: usize, other: usize) -> Option<Vec<Waiver>> {
        if self.orders(one).is_some_and(|met| met != other) || self.orders(other).is_some_and(|met| met != one) {
            return None;
        }
        let waiver = |bar: Bar| match bar {
            Bar::Rematch => Some(Waiver::Rematch(self.id(one), self.id(other))),
            Bar::Forbidden => Some(Waiver::Forbidden(self.id(one), self.id(other))),
            Bar::SecondBye => Some(Waiver::SecondBye(self.id(one))),
            Bar::Relatives | Bar::Forced => None,
        };
        self.bars(one, other).into_iter().map(waiver).collect()
    }

    /// Whether the player has no bye that counts against another.
    pub(crate) fn may_rest(&self, place: usize) -> bool {
        let player = self.players[place];
        !player.had_bye || self.given.contains(&Waiver::SecondBye(player.id))
    }

    /// Whom the umpire orders the player to meet.
    pub(crate) fn orders(&self, place: usize) -> Option<usize> {
        self.ordered.get(place).copied().flatten()
    }

    fn waived(&self, waiver: fn(PlayerId, PlayerId) -> Waiver, one: usize, other: usize) -> bool {
        let (one, other) = (self.id(one), self.id(other));
        self.given.contains(&waiver(one, other)) || self.given.contains(&waiver(other, one))
    }

    fn ban(&mut self) {
        let places: HashMap<PlayerId, usize> =
            self.players.iter().enumerate().map(|(place, player)| (player.id, place)).collect();
        for (place, player) in self.players.iter().enumerate() {
            let place_of = |id: &PlayerId| places.get(id).copied();
            let met = player.opponents.iter().filter_map(place_of);
            let met = met.filter(|other| !self.waived(Waiver::Rematch, place, *other));
            let barred = player.forbidden.iter().filter_map(place_of);
            let barred = barred.filter(|other| !self.waived(Waiver::Forbidden, place, *other));
            let all: Vec<usize> = player.relatives.iter().filter_map(place_of).chain(met).chain(barred).collect();
            for other in all {
                self.hard.remove(place, other);
            }
        }
        if let Some(bye) = self.bye() {
            let again: Vec<usize> = (0..self.len()).filter(|place| !self.may_rest(*place)).collect();
            for place in again {
                self.hard.remove(place, bye);
            }
        }
        for (place, player) in self.players.iter().enumerate() {
            if let Some(other) = player.forced.and_then(|other| places.get(&other).copied()) {
                self.ordered[place] = Some(other);
                self.ordered[other] = Some(place);
                self.hard.retain(place, |met| met == other);
                self.hard.retain(other, |met| met == place);
            }
        }
    }
}

/// Names as numbers.
fn numbered<'a>(names: impl Iterator<Item = Option<&'a str>>) -> Vec<Option<usize>> {
    let mut known: HashMap<&str, usize> = HashMap::new();
    names
        .map(|name| {
            let next = known.len();
            name.map(|name| *known.entry(name).or_insert(next))
        })
        .collect()
}
