//! Fields made to be slow, judged by a count of steps rather than by the clock.

use fastrand::Rng;
use morabaraba_swiss::{Config, Field, Player, PlayerId, Points, draw_and_explain, steps};

/// So many words of a row and the like are looked at in two seconds, by far.
const TWO_SECONDS: u64 = 600_000_000;

/// How many players there are, all without points.
fn players(count: u32) -> Vec<Player> {
    (1..=count).map(|seed| Player::new(PlayerId(seed.into()), seed)).collect()
}

fn in_levels(mut players: Vec<Player>, size: usize) -> Vec<Player> {
    let levels = players.len() / size + 1;
    for (place, player) in players.iter_mut().enumerate() {
        player.score = Points::halves(u32::try_from(levels - place / size).unwrap());
    }
    players
}

fn of_clubs(mut players: Vec<Player>, club: impl Fn(usize) -> Option<usize>) -> Vec<Player> {
    for (place, player) in players.iter_mut().enumerate() {
        player.club = club(place).map(|club| club.to_string());
    }
    players
}

/// Relatives of the first of each family, who are also each other's.
fn families(mut players: Vec<Player>, family: impl Fn(usize) -> Option<usize>) -> Vec<Player> {
    let all: Vec<Option<usize>> = (0..players.len()).map(family).collect();
    for one in 0..players.len() {
        if all[one].is_none() {
            continue;
        }
        let relatives = (one + 1..players.len()).filter(|other| all[*other] == all[one]);
        players[one].relatives = relatives.map(|other| PlayerId(other as u64 + 1)).collect();
    }
    players
}

fn barred(mut players: Vec<Player>, rng: &mut Rng, legal: impl Fn(usize, usize, &mut Rng) -> bool) -> Vec<Player> {
    for one in 0..players.len() {
        for other in one + 1..players.len() {
            if !legal(one, other, rng) {
                players[one].forbidden.push(PlayerId(other as u64 + 1));
            }
        }
    }
    players
}

/// Each field by its name.
fn fields(count: u32, rng: &mut Rng) -> Vec<(&'static str, Vec<Player>)> {
    let all = || players(count);
    let n = count as usize;
    vec![
        ("one club", of_clubs(in_levels(all(), 7), |_| Some(0))),
        ("60 % of a club, small levels", of_clubs(in_levels(all(), 5), |place| (place * 7919 % 10 < 6).then_some(0))),
        (
            "60 % of a club, one player a level",
            of_clubs(in_levels(all(), 1), |place| (place * 7919 % 10 < 6).then_some(0)),
        ),
        ("one level, a big family", families(all(), |place| (place % 3 == 0).then_some(0))),
        ("a big family on top", families(in_levels(all(), 1), |place| (place * 5 < n * 2).then_some(0))),
        ("a big family on top, large levels", families(in_levels(all(), 40), |place| (place * 5 < n * 2).then_some(0))),
        ("many families", families(in_levels(all(), 6), |place| Some(place % (n / 10).max(1)))),
        (
            "nearly bipartite",
            barred(in_levels(all(), 10), rng, |one, other, rng| (one + other) % 2 == 1 || rng.u32(..) % 1000 == 0),
        ),
        ("half barred", barred(in_levels(all(), 10), rng, |_, _, rng| rng.bool())),
        ("nearly all barred", barred(in_levels(all(), 10), rng, |_, _, rng| rng.usize(..n) < 16)),
        ("two clubs by turns", of_clubs(in_levels(all(), 9), |place| Some(place % 2))),
        ("two clubs by level", of_clubs(in_levels(all(), 10), |place| Some(place / 10 % 2))),
        ("two clubs, top and bottom", of_clubs(in_levels(all(), 10), |place| Some(usize::from(place * 2 < n)))),
        ("one player a level", in_levels(all(), 1)),
        (
            "stars",
            barred(in_levels(all(), 8), rng, |one, other, _| {
                one % 10 == 0 || other % 10 == 0 || one / 400 == other / 400
            }),
        ),
    ]
}

#[test]
fn no_field_takes_long() {
    let mut rng = Rng::with_seed(30);
    let only = std::env::var("ONLY").ok();
    for count in std::env::var("COUNTS").unwrap_or("300".into()).split(',').map(|c| c.parse().unwrap()) {
        for (name, players) in fields(count, &mut rng) {
            if only.as_ref().is_some_and(|only| !name.contains(only.as_str())) {
                continue;
            }
            let field = Field::new(3, players);
            let (before, t) = (steps(), std::time::Instant::now());
            let drawn = morabaraba_swiss::draw(&field, &Config::default());
            let (td, sd) = (t.elapsed().as_secs_f64() * 1e3, steps() - before);
            let (before, t) = (steps(), std::time::Instant::now());
            let _ = drawn;
            let drawn = draw_and_explain(&field, &Config::default());
            let steps = steps() - before;
            println!(
                "{count} {name}: draw {sd} {td:.0} ms; both {steps} steps {:.0} ms, {:?}",
                t.elapsed().as_secs_f64() * 1e3,
                drawn.as_ref().map(|(_, r)| r.iter().map(|r| r.passed.len()).sum::<usize>()).map_err(|e| e.to_string())
            );
        }
    }
}
