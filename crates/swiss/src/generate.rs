//! Random tournaments, for tests and for trying things out. The random numbers are the caller's.

use std::collections::HashMap;

use crate::draw::{Draw, draw};
use crate::field::{Config, Field, Float, Player, PlayerId, Points};
use crate::no_draw::Undrawn;

/// The kind of tournament to make up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The number of players who enter.
    pub players: u32,
    /// The number of rounds, each of six games.
    pub rounds: u32,
    /// The number of clubs.
    pub clubs: u32,
    /// The number of players of a hundred who have a relative in the field.
    pub families: u32,
    /// The number of players of a hundred who come late, and who leave for a round or for good.
    pub absences: u32,
}

impl Default for Shape {
    /// Forty players from eight clubs, six rounds.
    fn default() -> Self {
        Self {
            players: 40,
            rounds: 6,
            clubs: 8,
            families: 10,
            absences: 2,
        }
    }
}

/// Makes up players with clubs, a few teams, and families. `chance` gives a random number below its argument, from 0
/// on.
///
/// ```
/// use morabaraba_swiss::{Shape, entrants};
///
/// let players = entrants(&Shape::default(), &mut |_| 0);
/// assert_eq!((players.len(), players[39].seed), (40, 40));
/// ```
pub fn entrants(shape: &Shape, chance: &mut impl FnMut(u32) -> u32) -> Vec<Player> {
    let mut players: Vec<Player> = (1..=shape.players)
        .map(|seed| Player::new(PlayerId(seed.into()), seed))
        .collect();
    for player in &mut players {
        // Clubs differ in size, and some players have none.
        if shape.clubs > 0 && chance(10) > 0 {
            player.club = Some(chance(shape.clubs).min(chance(shape.clubs)).to_string());
        }
        player.team = (chance(10) == 0).then(|| chance(4).to_string());
        let other = PlayerId((1 + chance(shape.players)).into());
        if chance(100) < shape.families && other != player.id {
            player.relatives.push(other);
        }
        player.active = chance(100) >= shape.absences;
    }
    players
}

/// Draws and plays the rounds of a tournament one after the other, and returns each field with its draw. Where a round
/// cannot be drawn the tournament ends, and the last entry has the reason. The better seed wins somewhat more of the
/// six games of a match; a bye scores three.
///
/// ```
/// use morabaraba_swiss::{Config, Shape, generate};
///
/// let mut state = 1_u32;
/// let mut chance = |below: u32| {
///     state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
///     (state >> 16) % below
/// };
/// let rounds = generate(&Shape::default(), &Config::default(), &mut chance);
/// assert_eq!(rounds.len(), 6);
/// assert!(rounds.iter().all(|(_, draw)| draw.is_ok()));
/// ```
pub fn generate(
    shape: &Shape,
    config: &Config,
    chance: &mut impl FnMut(u32) -> u32,
) -> Vec<(Field, Result<Draw, Undrawn>)> {
    let mut field = Field::new(1, entrants(shape, chance));
    let mut rounds = Vec::new();
    for round in 1..=shape.rounds {
        field.round = round;
        let drawn = draw(&field, config);
        rounds.push((field.clone(), drawn.clone()));
        let Ok(drawn) = drawn else { break };
        play(&mut field, &drawn, shape, chance);
    }
    rounds
}

/// Plays a round: scores, opponents, byes and floats, and who is there for the next one.
fn play(field: &mut Field, draw: &Draw, shape: &Shape, chance: &mut impl FnMut(u32) -> u32) {
    let places: HashMap<PlayerId, usize> = field
        .players
        .iter()
        .enumerate()
        .map(|(place, player)| (player.id, place))
        .collect();
    for player in &mut field.players {
        player.floated = None;
    }
    let pairs = draw
        .pairs
        .iter()
        .filter_map(|(one, other)| Some((*places.get(one)?, *places.get(other)?)));
    for (one, other) in pairs {
        if field.players[one].score != field.players[other].score {
            (field.players[one].floated, field.players[other].floated) = (Some(Float::Down), Some(Float::Up));
        }
        let edge = if field.players[one].seed < field.players[other].seed {
            9
        } else {
            7
        };
        let mut won = 0;
        for _ in 0..6 {
            won += if chance(8) == 0 {
                1
            } else {
                2 * u32::from(chance(16) < edge)
            };
        }
        for (place, opponent, gain) in [(one, other, won), (other, one, 12 - won)] {
            let id = field.players[opponent].id;
            let player = &mut field.players[place];
            player.rounds_met.resize(player.opponents.len(), None);
            player.opponents.push(id);
            player.rounds_met.push(Some(field.round));
            gain_halves(&mut field.players[place], gain);
        }
    }
    if let Some(place) = draw.bye.and_then(|bye| places.get(&bye).copied()) {
        field.players[place].had_bye = true;
        gain_halves(&mut field.players[place], 6);
    }
    for player in &mut field.players {
        let left = chance(100) < shape.absences;
        player.active = if player.active {
            !left
        } else {
            shape.absences > 0 && chance(4) == 0
        };
    }
}

fn gain_halves(player: &mut Player, gain: u32) {
    player.score = player.score.checked_add(Points::halves(gain)).unwrap_or(player.score);
}
