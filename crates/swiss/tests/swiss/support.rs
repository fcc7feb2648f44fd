//! Random fields and tournaments.

use fastrand::Rng;
use morabaraba_swiss::{Clubs, Config, Draw, Field, Float, Floater, Player, PlayerId, Points, Waiver};

/// A field of `most` players or fewer with whatever a field can have, and settings for it.
pub(crate) fn small_field(rng: &mut Rng, least: usize, most: usize) -> (Field, Config) {
    let count = rng.usize(least..=most);
    let away = if rng.u8(..4) == 0 { rng.usize(..3) } else { 0 };
    let all = count + away;
    let mut seeds: Vec<u32> = (1..).take(all).collect();
    rng.shuffle(&mut seeds);
    let spread = rng.u32(1..8);
    let density = [0.0, 0.1, 0.2, 0.35, 0.5][rng.usize(..5)];
    let (clubs, teams) = (rng.u32(1..5), rng.u32(2..6));
    let clubbed = [0.0, 0.4, 0.8, 1.0][rng.usize(..4)];
    let mut players: Vec<Player> = (0..all)
        .map(|place| Player {
            score: Points::halves(rng.u32(..spread)),
            club: (rng.f64() < clubbed).then(|| rng.u32(..clubs).to_string()),
            team: (rng.u8(..6) == 0).then(|| rng.u32(..teams).to_string()),
            had_bye: rng.f64() < density,
            floated: [None, Some(Float::Down), Some(Float::Up)][rng.usize(..3)],
            active: place < count,
            ..Player::new(PlayerId(100 + place as u64), seeds[place])
        })
        .collect();
    for one in 0..all {
        for other in (0..all).filter(|other| *other != one) {
            let id = players[other].id;
            match rng.u8(..8) {
                0 if rng.f64() < density => players[one].relatives.push(id),
                1 if rng.f64() < density => players[one].forbidden.push(id),
                2..=5 if rng.f64() < density => players[one].opponents.push(id),
                _ => (),
            }
        }
    }
    if rng.u8(..10) == 0 && count >= 2 {
        players[0].forced = Some(players[1].id);
    }
    rng.shuffle(&mut players);
    let mut field = Field::new(rng.u32(1..6), players);
    if rng.u8(..6) == 0 {
        let id = |rng: &mut Rng| PlayerId(100 + rng.u64(..all as u64));
        field.waivers =
            vec![Waiver::Rematch(id(rng), id(rng)), Waiver::Forbidden(id(rng), id(rng)), Waiver::SecondBye(id(rng))];
    }
    let config = Config {
        clubs: [Clubs::Round, Clubs::Bracket, Clubs::Off][rng.usize(..3)],
        club_rounds: rng.u32(..6),
        floater: [Floater::Median, Floater::Lowest][rng.usize(..2)],
        repeat_floats: rng.bool(),
        look_ahead: 0,
    };
    (field, config)
}

/// Players with clubs, teams and families, as a tournament has them.
pub(crate) fn entrants(rng: &mut Rng, count: usize) -> Vec<Player> {
    let clubs = rng.usize(1..=(count / 4).max(2));
    let mut players: Vec<Player> = (1..)
        .take(count)
        .map(|seed| Player {
            club: (rng.u8(..10) > 0).then(|| rng.usize(..clubs).min(rng.usize(..clubs)).to_string()),
            team: (rng.u8(..10) == 0).then(|| rng.u32(..4).to_string()),
            ..Player::new(PlayerId(seed.into()), seed)
        })
        .collect();
    for one in 0..count {
        if rng.u8(..8) == 0 {
            let other = rng.usize(..count);
            if other != one {
                let id = players[other].id;
                players[one].relatives.push(id);
            }
        }
    }
    players
}

/// Plays so many rounds of six games, with late entries and withdrawals, and shows each field to `draw`, until it gives none.
/// How many rounds were played.
pub(crate) fn tournament(rng: &mut Rng, count: usize, rounds: u32, draw: impl FnMut(&Field) -> Option<Draw>) -> u32 {
    let mut field = Field::new(1, entrants(rng, count));
    for player in &mut field.players {
        player.active = rng.u8(..30) > 0;
    }
    play(rng, &mut field, rounds, true, draw)
}

/// The same for entrants who are there already, with or without comings and goings.
pub(crate) fn play(
    rng: &mut Rng,
    field: &mut Field,
    rounds: u32,
    comings: bool,
    mut draw: impl FnMut(&Field) -> Option<Draw>,
) -> u32 {
    for round in 1..=rounds {
        field.round = round;
        let Some(draw) = draw(field) else { return round - 1 };
        let places: std::collections::HashMap<PlayerId, usize> =
            field.players.iter().enumerate().map(|(place, player)| (player.id, place)).collect();
        let halves = |player: &Player| player.score.as_halves().unwrap();
        let mut floats = vec![None; field.players.len()];
        for (one, other) in &draw.pairs {
            let (one, other) = (places[one], places[other]);
            if field.players[one].score != field.players[other].score {
                (floats[one], floats[other]) = (Some(Float::Down), Some(Float::Up));
            }
            // The better seed wins more games, and some games are drawn.
            let edge = if field.players[one].seed < field.players[other].seed { 9 } else { 7 };
            let won: u32 = (0..6).map(|_| if rng.u8(..8) == 0 { 1 } else { 2 * u32::from(rng.u8(..16) < edge) }).sum();
            for (player, opponent, gain) in [(one, other, won), (other, one, 12 - won)] {
                let id = field.players[opponent].id;
                let player = &mut field.players[player];
                player.opponents.push(id);
                player.score = Points::halves(halves(player) + gain);
            }
        }
        if let Some(bye) = draw.bye {
            let player = &mut field.players[places[&bye]];
            player.had_bye = true;
            player.score = Points::halves(halves(player) + 6);
        }
        for (player, float) in field.players.iter_mut().zip(floats) {
            player.floated = float;
            if comings {
                player.active = if player.active { rng.u8(..100) > 0 } else { rng.u8(..4) == 0 };
            }
        }
        if field.players.iter().filter(|player| player.active).count() < 2 {
            return round;
        }
    }
    rounds
}
