//! A field made ready: players as places in the standing order, and who may meet whom by the hard rules.

use std::collections::HashMap;

use crate::graph::Graph;
use crate::{Clubs, Config, Field, FieldError, Float, Player, PlayerId, Waiver};

/// The active players in standing order, and after them, if their number is odd, the bye as a vertex of its own.
#[derive(Clone, Debug)]
pub(crate) struct Round<'a> {
    pub(crate) players: Vec<&'a Player>,
    /// In half points.
    pub(crate) scores: Vec<u32>,
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
            config,
            avoid: config.clubs != Clubs::Off && field.round <= config.club_rounds,
            hard: Graph::complete(players.len().next_multiple_of(2)),
            players,
        };
        round.ban(&field.waivers);
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

    fn ban(&mut self, waivers: &[Waiver]) {
        let places: HashMap<PlayerId, usize> =
            self.players.iter().enumerate().map(|(place, player)| (player.id, place)).collect();
        let waived = |waiver: fn(PlayerId, PlayerId) -> Waiver, one, other| {
            waivers.contains(&waiver(one, other)) || waivers.contains(&waiver(other, one))
        };
        for (place, player) in self.players.iter().enumerate() {
            let met = player.opponents.iter().filter(|other| !waived(Waiver::Rematch, player.id, **other));
            let barred = player.forbidden.iter().filter(|other| !waived(Waiver::Forbidden, player.id, **other));
            for other in player.relatives.iter().chain(met).chain(barred).filter_map(|other| places.get(other)) {
                self.hard.remove(place, *other);
            }
        }
        if let Some(bye) = self.bye() {
            let again = |player: &Player| player.had_bye && !waivers.contains(&Waiver::SecondBye(player.id));
            for place in (0..self.len()).filter(|place| again(self.players[*place])) {
                self.hard.remove(place, bye);
            }
        }
        for (place, player) in self.players.iter().enumerate() {
            if let Some(other) = player.forced.and_then(|other| places.get(&other)) {
                self.hard.retain(place, |met| met == *other);
                self.hard.retain(*other, |met| met == place);
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
