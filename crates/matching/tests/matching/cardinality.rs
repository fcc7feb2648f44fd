//! Maximum matchings and the decomposition of Gallai and Edmonds.

use std::iter::repeat_n;

use fastrand::Rng;
use integer_blossom::max_weight_matching;
use lexicographic_matching::bits::numbers;
use lexicographic_matching::{Graph, Matching, match_greedily};

use crate::brute_force::{free_sets, random_graph};

fn as_bits(row: &[u64]) -> u32 {
    numbers(row).fold(0, |set, vertex| set | 1 << vertex)
}

/// The number of components with an odd number of vertices when a set is taken away.
fn odd_components(graph: &Graph, removed: u32) -> u32 {
    let (mut seen, mut odd) = (removed, 0);
    for first in 0..graph.len() {
        let (mut open, mut size) = (vec![first], 0);
        while let Some(vertex) = open.pop() {
            if seen >> vertex & 1 == 0 {
                seen |= 1 << vertex;
                size += 1;
                open.extend(graph.neighbours(vertex));
            }
        }
        odd += size % 2;
    }
    odd
}

#[test]
fn a_maximum_matching_and_its_decomposition_are_those_that_trying_finds() {
    let mut rng = Rng::with_seed(1);
    for _ in 0..3000 {
        let len = rng.usize(1..11);
        let graph = random_graph(&mut rng, len);
        let free = free_sets(&graph);
        let mut matching = Matching::new(len);
        assert_eq!(matching.clone().is_maximum(&graph), graph.edge_count() == 0);
        assert_eq!(matching.maximize(&graph), free == [0]);
        assert_eq!(matching.free().len(), free[0].count_ones() as usize);
        assert!(matching.is_maximum(&graph));
        for u in 0..len {
            assert!(
                matching
                    .mate(u)
                    .is_none_or(|v| graph.has_edge(u, v) && matching.mate(v) == Some(u))
            );
        }
        let (inessential, neighbours) = matching.gallai_edmonds(&graph);
        assert_eq!(as_bits(&inessential), free.iter().fold(0, |all, set| all | set));
        let next_to =
            |vertex: &usize| as_bits(&inessential) >> vertex & 1 == 0 && graph.has_neighbour_in(*vertex, &inessential);
        let barrier = (0..len).filter(next_to).fold(0, |set, vertex| set | 1 << vertex);
        assert_eq!(as_bits(&neighbours), barrier);
        // The formula of Tutte and Berge.
        assert_eq!(
            free[0].count_ones(),
            odd_components(&graph, barrier) - barrier.count_ones()
        );
    }
}

#[test]
fn the_last_of_an_order_stay_free() {
    let mut rng = Rng::with_seed(2);
    let mut several = 0;
    for _ in 0..3000 {
        let len = rng.usize(1..11);
        let graph = random_graph(&mut rng, len);
        let mut order: Vec<usize> = (0..len).collect();
        rng.shuffle(&mut order);
        let mut matching = Matching::new(len);
        if rng.bool() {
            match_greedily(&mut matching, &graph);
        }
        matching.maximize_in_order(&graph, &order);
        let places =
            |set: &u32| -> Vec<usize> { (0..len).rev().filter(|place| set >> order[*place] & 1 == 1).collect() };
        let sets = free_sets(&graph);
        several += usize::from(sets.len() > 1 && sets[0] > 0);
        let found = matching.free().into_iter().fold(0, |set, vertex| set | 1 << vertex);
        assert_eq!(places(&found), sets.iter().map(places).max().unwrap());
    }
    assert!(several > 1000, "{several}");
}

#[test]
fn large_graphs_are_matched_as_another_crate_matches_them() {
    let mut rng = Rng::with_seed(3);
    for _ in 0..300 {
        let len = rng.usize(2..90);
        let mut graph = Graph::empty(len);
        for _ in 0..rng.usize(..2 * len) {
            let (u, v) = (rng.usize(..len), rng.usize(..len));
            if u != v {
                graph.add_edge(u, v);
            }
        }
        let mut weights: Vec<i64> = repeat_n(0, len * len).collect();
        for u in 0..len {
            graph.neighbours(u).for_each(|v| weights[u * len + v] = 1);
        }
        let mates = max_weight_matching(&weights, len);
        let mut matching = Matching::new(len);
        matching.maximize(&graph);
        assert_eq!(
            matching.free().len(),
            mates.iter().filter(|mate| mate.is_none()).count()
        );
    }
}
