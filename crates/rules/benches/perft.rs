//! Speed, next to that of a chess library in the same run, and of the validation of games from their text.
//!
//! Perft is counted twice: with every leaf position made and counted as one, and in bulk, the turns of the last but one
//! position counted without making them.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use morabaraba_rules::{Position, RuleSet};
use shakmaty::{Chess, Position as _};

const DEPTH: u32 = 5;

fn morabaraba(position: Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    position.legal_turns().iter().map(|turn| morabaraba(position.play_unchecked(*turn), depth - 1)).sum()
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
    group.bench_function("morabaraba", |bencher| bencher.iter(|| morabaraba(black_box(start), DEPTH)));
    group.throughput(Throughput::Elements(chess(&Chess::new(), DEPTH)));
    group.bench_function("shakmaty", |bencher| bencher.iter(|| chess(black_box(&Chess::new()), DEPTH)));
}

fn bulk(criterion: &mut Criterion) {
    let start = Position::new(RuleSet::MSSA_GAR);
    let mut group = criterion.benchmark_group("perft, in bulk");
    group.measurement_time(Duration::from_secs(8)).sample_size(20);
    group.throughput(Throughput::Elements(morabaraba(start, DEPTH)));
    group.bench_function("morabaraba", |bencher| bencher.iter(|| morabaraba_rules::perft(black_box(&start), DEPTH)));
    group.throughput(Throughput::Elements(chess(&Chess::new(), DEPTH)));
    group.bench_function("shakmaty", |bencher| bencher.iter(|| shakmaty::perft(black_box(&Chess::new()), DEPTH)));
}

criterion_group!(benches, leaves, bulk);
criterion_main!(benches);
