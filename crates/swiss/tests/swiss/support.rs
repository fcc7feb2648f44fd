//! Random fields and tournaments.

use fastrand::Rng;
use morabaraba_swiss::{
    Clubs, Config, Draw, Field, Float, Floater, Player, PlayerId, Points, Shape, Undrawn, Waiver, generate,
};

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
        field.waivers = vec![
            Waiver::Rematch(id(rng), id(rng)),
            Waiver::Forbidden(id(rng), id(rng)),
            Waiver::SecondBye(id(rng)),
        ];
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

/// Plays so many rounds, with late entries and withdrawals, and shows each field and its draw. How many rounds were
/// drawn.
pub(crate) fn tournament(
    rng: &mut Rng,
    players: u32,
    config: &Config,
    mut show: impl FnMut(&Field, &Result<Draw, Undrawn>),
) -> usize {
    let shape = Shape {
        players,
        rounds: 6,
        clubs: rng.u32(1..=(players / 4).max(2)),
        families: 12,
        absences: 2,
    };
    let rounds = generate(&shape, config, &mut |below| rng.u32(..below));
    for (field, draw) in &rounds {
        show(field, draw);
    }
    rounds.iter().filter(|(_, draw)| draw.is_ok()).count()
}
