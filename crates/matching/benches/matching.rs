//! Speed of maximum matchings, of perfect ones of least cost, and of settling all vertices of a face.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};
use fastrand::Rng;
use lexicographic_matching::{Cost, Face, Graph, Matching, NONE};

/// A graph of so many random edges.
fn random_graph(len: usize, edges: usize) -> Graph {
    let (mut rng, mut graph) = (Rng::with_seed(1), Graph::empty(len));
    for _ in 0..edges {
        let (u, v) = (rng.usize(..len), rng.usize(..len));
        if u != v {
            graph.add_edge(u, v);
        }
    }
    graph
}

fn matchings(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("matching");
    group.measurement_time(Duration::from_secs(3)).sample_size(10);
    for len in [100, 1000] {
        let mut rng = Rng::with_seed(2);
        let costs: Vec<Cost> = (0..len * len).map(|_| rng.u128(0..1000)).collect();
        for (name, graph) in [
            ("sparse", random_graph(len, 3 * len)),
            ("complete", Graph::complete(len)),
        ] {
            group.bench_function(format!("maximum, {name}, {len} vertices"), |bencher| {
                bencher.iter(|| Matching::new(len).maximize(black_box(&graph)));
            });
            group.bench_function(format!("least cost, {name}, {len} vertices"), |bencher| {
                bencher.iter(|| Face::new(graph.clone(), vec![NONE; len]).narrow(|u, v| costs[u * len + v]));
            });
        }
        // Few costs, so that many matchings are as good.
        let mut face = Face::new(Graph::complete(len), vec![NONE; len]);
        face.narrow(|u, v| Cost::from(u % 3 == v % 3));
        group.bench_function(format!("settled in a face, {len} vertices"), |bencher| {
            bencher.iter(|| {
                let mut matching = face.matching()?;
                (0..len).for_each(|u| {
                    matching.settle(u, (0..len).rev());
                });
                Some(matching)
            });
        });
    }
    group.finish();
}

criterion_group!(benches, matchings);
criterion_main!(benches);
