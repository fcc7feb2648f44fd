//! Speed of the draw with its reasons: six-game scores, rounds 1, 2 and 6; and a tournament in which 60 % are of one club,
//! rounds 1 to 3, in which clubs are kept apart; and large fields made to be slow.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};
use fastrand::Rng;
use morabaraba_swiss::{
    Clubs, Config, Field, Player, PlayerId, Points, Shape, draw, draw_and_explain, entrants, generate,
};

/// The fields of six rounds.
fn fields(players: u32) -> Vec<Field> {
    let mut rng = Rng::with_seed(1);
    let shape = Shape {
        players,
        rounds: 6,
        clubs: players / 8,
        families: 10,
        absences: 0,
    };
    generate(&shape, &Config::default(), &mut |below| rng.u32(..below))
        .into_iter()
        .map(|(field, _)| field)
        .collect()
}

/// The fields of three rounds in which six of ten players are of one club.
fn one_club(players: u32) -> Vec<Field> {
    let mut rng = Rng::with_seed(2);
    let shape = Shape {
        players,
        families: 3,
        ..Shape::default()
    };
    let mut field = Field::new(
        1,
        entrants(&Shape { absences: 0, ..shape }, &mut |below| rng.u32(..below)),
    );
    for (place, player) in field.players.iter_mut().enumerate() {
        player.team = None;
        player.club = (place * 7919 % 10 < 6).then(|| "the club".to_owned());
    }
    let mut fields = Vec::new();
    for round in 1..=3 {
        field.round = round;
        fields.push(field.clone());
        let Ok(drawn) = draw(&field, &Config::default()) else {
            break;
        };
        for (one, other) in drawn.pairs {
            let won = rng.u32(..=12);
            for (id, opponent, won) in [(one, other, won), (other, one, 12 - won)] {
                let Some(player) = field.players.iter_mut().find(|player| player.id == id) else {
                    continue;
                };
                player.opponents.push(opponent);
                player.score = player.score.checked_add(Points::halves(won)).unwrap_or(player.score);
            }
        }
    }
    fields
}

fn measure(criterion: &mut Criterion, name: &str, sizes: &[u32], fields: impl Fn(u32) -> Vec<Field>, rounds: &[u32]) {
    let config = Config::default();
    let mut group = criterion.benchmark_group(name);
    group.measurement_time(Duration::from_secs(3)).sample_size(10);
    for players in sizes {
        for field in fields(*players).iter().filter(|field| rounds.contains(&field.round)) {
            let round = format!("{players} players, round {}", field.round);
            group.bench_function(&round, |bencher| bencher.iter(|| draw(black_box(field), &config)));
            let with_reasons = format!("{round}, with reasons");
            group.bench_function(&with_reasons, |bencher| {
                bencher.iter(|| draw_and_explain(black_box(field), &config));
            });
        }
    }
    group.finish();
}

fn plain(criterion: &mut Criterion) {
    measure(criterion, "draw", &[50, 200, 1000, 5000], fields, &[1, 2, 6]);
}

fn club(criterion: &mut Criterion) {
    measure(criterion, "60 % of one club", &[200, 400, 1000], one_club, &[1, 2, 3]);
}

/// Fields of the size in which nearly everybody has met nearly everybody: the players who are left to each other are those
/// of a few random pairings.
fn exhausted(players: u32, pairings: usize, level: usize) -> Field {
    let mut rng = Rng::with_seed(3);
    let count = players as usize;
    let mut left = vec![false; count * count];
    for _ in 0..pairings {
        let mut order: Vec<usize> = (0..count).collect();
        rng.shuffle(&mut order);
        for pair in order.chunks_exact(2) {
            left[pair[0] * count + pair[1]] = true;
            left[pair[1] * count + pair[0]] = true;
        }
    }
    let mut listed: Vec<Player> = (1..=players)
        .map(|seed| Player::new(PlayerId(seed.into()), seed))
        .collect();
    for (place, player) in listed.iter_mut().enumerate() {
        let met = (place + 1..count).filter(|other| !left[place * count + other]);
        player.opponents = met.map(|other| PlayerId(other as u64 + 1)).collect();
        player.score = Points::halves(players - u32::try_from(place / level).unwrap_or(0));
    }
    Field::new(4, listed)
}

fn adversary(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("adversary");
    group.measurement_time(Duration::from_secs(3)).sample_size(10);
    for (pairings, level) in [(2, 1), (3, 10), (4, 100), (16, 10)] {
        let field = exhausted(5000, pairings, level);
        let name = format!("5000 players in levels of {level}, {pairings} opponents left");
        group.bench_function(name, |bencher| {
            bencher.iter(|| draw(black_box(&field), &Config::default()));
        });
    }
    let config = Config {
        clubs: Clubs::Bracket,
        ..Config::default()
    };
    let mut listed: Vec<Player> = (1..=5000)
        .map(|seed| Player::new(PlayerId(seed.into()), seed))
        .collect();
    for (place, player) in listed.iter_mut().enumerate() {
        player.score = Points::halves(if place < 2501 { 2 } else { 1 });
        player.club = (place * 7919 % 10 < 6).then(|| "the club".to_owned());
    }
    let field = Field::new(3, listed);
    let name = "5000 players in two odd levels, 60 % of one club, clashes counted in brackets";
    group.bench_function(name, |bencher| bencher.iter(|| draw(black_box(&field), &config)));
    group.finish();
}

criterion_group!(benches, plain, club, adversary);
criterion_main!(benches);
