//! Speed, next to that of a chess library in the same run, and of the validation of games from their text.
//!
//! Perft is counted twice: with every leaf position made and counted as one, and in bulk, the turns of the last but one
//! position counted without making them.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use morabaraba_rules::{GameRecord, Position, RuleSet, Turn, replay};
use shakmaty::{Chess, Position as _};

const DEPTH: u32 = 5;

fn morabaraba(position: Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    position
        .legal_turns()
        .iter()
        .map(|turn| morabaraba(position.play_unchecked(*turn), depth - 1))
        .sum()
}

fn chess(position: &Chess, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut count = 0;
    for turn in position.legal_moves() {
        let mut child = position.clone();
        child.play_unchecked(turn);
        count += chess(&child, depth - 1);
    }
    count
}

fn leaves(criterion: &mut Criterion) {
    let start = Position::new(RuleSet::MSSA_GAR);
    let mut group = criterion.benchmark_group("perft, every leaf made");
    group.measurement_time(Duration::from_secs(8)).sample_size(20);
    group.throughput(Throughput::Elements(morabaraba(start, DEPTH)));
    group.bench_function("morabaraba", |bencher| {
        bencher.iter(|| morabaraba(black_box(start), DEPTH));
    });
    group.throughput(Throughput::Elements(chess(&Chess::new(), DEPTH)));
    group.bench_function("shakmaty", |bencher| {
        bencher.iter(|| chess(black_box(&Chess::new()), DEPTH));
    });
}

fn bulk(criterion: &mut Criterion) {
    let start = Position::new(RuleSet::MSSA_GAR);
    let mut group = criterion.benchmark_group("perft, in bulk");
    group.measurement_time(Duration::from_secs(8)).sample_size(20);
    group.throughput(Throughput::Elements(morabaraba(start, DEPTH)));
    group.bench_function("morabaraba", |bencher| {
        bencher.iter(|| morabaraba_rules::perft(black_box(&start), DEPTH));
    });
    group.throughput(Throughput::Elements(chess(&Chess::new(), DEPTH)));
    group.bench_function("shakmaty", |bencher| {
        bencher.iter(|| shakmaty::perft(black_box(&Chess::new()), DEPTH));
    });
}

/// Games of turns chosen as if by lot, each played to its end.
fn games() -> Vec<Vec<Turn>> {
    let mut chance = 1_u64;
    let mut choose = |among: usize| {
        chance = chance
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(chance >> 33).unwrap_or_default() % among
    };
    let mut games = Vec::new();
    for _ in 0..1_000 {
        let (mut position, mut turns) = (Position::new(RuleSet::MSSA_GAR), Vec::new());
        while position.outcome().is_none() {
            let legal = position.legal_turns();
            turns.push(legal[choose(legal.len())]);
            position = position.play_unchecked(turns[turns.len() - 1]);
        }
        games.push(turns);
    }
    games
}

fn texts(criterion: &mut Criterion) {
    let start = Position::new(RuleSet::MSSA_GAR);
    let games = games();
    let plies: usize = games.iter().map(Vec::len).sum();
    let lists: Vec<Vec<String>> = games
        .iter()
        .map(|turns| turns.iter().map(Turn::to_string).collect())
        .collect();
    let records: Vec<String> = games
        .iter()
        .filter_map(|turns| GameRecord::from_turns(start, turns.iter().copied()).ok())
        .map(|record| record.to_string())
        .collect();
    let mut group = criterion.benchmark_group(format!("{} games of {plies} plies", games.len()));
    group.throughput(Throughput::Elements(games.len() as u64));
    group.bench_function("from lists of turns, the outcome judged at each ply", |bencher| {
        bencher.iter(|| {
            let ended = |turns: &Vec<String>| {
                replay(start, turns)
                    .flatten()
                    .filter(|(_, position)| position.outcome().is_some())
                    .count()
            };
            assert_eq!(black_box(&lists).iter().map(ended).sum::<usize>(), games.len());
        });
    });
    group.bench_function("from records, read and validated", |bencher| {
        bencher.iter(|| {
            let is_valid = |text: &&String| GameRecord::parse(text).is_ok_and(|record| record.validate().is_ok());
            assert_eq!(black_box(&records).iter().filter(is_valid).count(), games.len());
        });
    });
}

criterion_group!(benches, leaves, bulk, texts);
criterion_main!(benches);
