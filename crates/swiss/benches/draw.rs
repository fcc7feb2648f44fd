//! Speed of the draw: six-game scores, rounds 1, 2 and 6; and a field of which 60 % are of one club.

use std::hint::black_box;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use fastrand::Rng;
use morabaraba_swiss::{Config, Field, Shape, draw, explain, generate};

/// The fields of six rounds.
fn fields(players: u32) -> Vec<Field> {
    let mut rng = Rng::with_seed(1);
    let shape = Shape { players, rounds: 6, clubs: players / 8, families: 10, absences: 0 };
    generate(&shape, &Config::default(), &mut |below| rng.u32(..below)).into_iter().map(|(field, _)| field).collect()
}

fn rounds(criterion: &mut Criterion) {
    let config = Config::default();
    let mut group = criterion.benchmark_group("draw");
    group.measurement_time(Duration::from_secs(3)).sample_size(10);
    for players in [50, 200, 1000, 5000] {
        let fields = fields(players);
        for field in [&fields[0], &fields[1], &fields[5]] {
            let name = format!("{players} players, round {}", field.round);
            group.bench_function(&name, |bencher| bencher.iter(|| draw(black_box(field), &config)));
        }
        let Ok(drawn) = draw(&fields[5], &config) else { continue };
        let name = format!("{players} players, round 6, its reasons");
        group.bench_function(&name, |bencher| bencher.iter(|| explain(black_box(&fields[5]), &config, &drawn)));
    }
    group.finish();
}

fn one_club(criterion: &mut Criterion) {
    let config = Config::default();
    let mut group = criterion.benchmark_group("60 % of one club, round 3");
    group.measurement_time(Duration::from_secs(5)).sample_size(10);
    for players in [200, 400] {
        let mut field = fields(players).swap_remove(2);
        for (place, player) in field.players.iter_mut().enumerate() {
            player.team = None;
            player.club = (place * 7919 % 10 < 6).then(|| "the club".to_owned());
        }
        group.bench_with_input(BenchmarkId::from_parameter(players), &field, |bencher, field| {
            bencher.iter(|| draw(black_box(field), &config));
        });
    }
    group.finish();
}

criterion_group!(benches, rounds, one_club);
criterion_main!(benches);
