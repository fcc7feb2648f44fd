//! Faces: all perfect matchings of least cost, and the mates that a vertex has in them.

use fastrand::Rng;
use lexicographic_matching::bits::{bits, is_in};
use lexicographic_matching::{Cost, Face, Graph, NONE};

use crate::brute_force::{perfect_matchings, random_graph};

/// Costs that are little inside the same three vertices and the same nine, so that the odd sets are nested, or any.
fn random_costs(rng: &mut Rng, len: usize) -> Vec<Cost> {
    let nested = rng.bool();
    let most = rng.u128(1..4);
    let cost = |number: usize| {
        let (u, v) = (number / len, number % len);
        if nested {
            Cost::from(u / 3 != v / 3) + Cost::from(u / 9 != v / 9)
        } else {
            rng.u128(0..most)
        }
    };
    (0..len * len).map(cost).collect()
}

/// Vertices in any order are settled with a first preference, or restricted to some mates, until nothing is left to
/// choose.
#[test]
fn faces_have_the_matchings_that_trying_finds() {
    let mut rng = Rng::with_seed(8);
    let (mut perfect, mut refused, mut bound) = (0, 0, 0);
    while perfect < 1500 || bound < 200 {
        let len = 2 * rng.usize(1..6);
        let graph = random_graph(&mut rng, len);
        let (first, second) = (random_costs(&mut rng, len), random_costs(&mut rng, len));
        let sum = |costs: &[Cost], mates: &[usize]| -> Cost {
            (0..len)
                .filter(|u| *u < mates[*u])
                .map(|u| costs[u * len + mates[u]])
                .sum()
        };
        let mut left = perfect_matchings(&graph);
        let both = |mates: &Vec<usize>| (sum(&first, mates), sum(&second, mates));
        let Some(least) = left.iter().map(both).min() else {
            continue;
        };
        left.retain(|mates| both(mates) == least);
        perfect += 1;
        let mut face = Face::new(graph, vec![NONE; len]);
        assert!(
            [&first, &second]
                .into_iter()
                .all(|costs| face.narrow(|u, v| costs[u * len + v]))
        );
        assert!(left.contains(&face.mates));
        bound += usize::from(!face.is_unconstrained());
        let mut matching = face.matching().unwrap();
        let mut order: Vec<usize> = (0..len).collect();
        rng.shuffle(&mut order);
        let (mut preferences, mut settled) = (order.clone(), vec![false; len]);
        for u in order {
            if settled[u] {
                continue;
            }
            if rng.bool() {
                rng.shuffle(&mut preferences);
                let best = preferences
                    .iter()
                    .copied()
                    .find(|v| left.iter().any(|mates| mates[u] == *v));
                assert_eq!(matching.settle(u, preferences.iter().copied()), best);
                left.retain(|mates| Some(mates[u]) == best);
                (settled[u], settled[best.unwrap()]) = (true, true);
            } else {
                let some = bits(len, (0..len).filter(|_| rng.bool()));
                let can = left.iter().any(|mates| is_in(&some, mates[u]));
                assert_eq!(matching.restrict(u, &some), can);
                left.retain(|mates| !can || is_in(&some, mates[u]));
                refused += usize::from(!can);
            }
            assert!(left.iter().any(|mates| mates == matching.mates()));
        }
    }
    assert!(refused > 500, "{refused}");
}

/// Whoever is settled stays so: asked again, they have the mate that they have, and nothing changes.
#[test]
fn the_settled_are_not_settled_again() {
    let mut rng = Rng::with_seed(9);
    let (mut kept, mut bound) = (0, 0);
    while kept < 300 || bound < 100 {
        let len = 2 * rng.usize(1..8);
        let costs = random_costs(&mut rng, len);
        let mut face = Face::new(random_graph(&mut rng, len), vec![NONE; len]);
        if !face.narrow(|u, v| costs[u * len + v]) {
            continue;
        }
        bound += usize::from(!face.is_unconstrained());
        let mut matching = face.matching().unwrap();
        for u in 0..len {
            let mate = matching.settle(u, 0..len).unwrap();
            for (one, other) in [(u, mate), (mate, u)] {
                assert_eq!(matching.settle(one, (0..len).rev()), Some(other));
                assert_eq!(matching.settle(one, (0..len).filter(|v| *v != other)), None);
                assert!(matching.restrict(one, &bits(len, [other].into_iter())));
                assert!(!matching.restrict(one, &bits(len, (0..len).filter(|v| *v != other))));
                assert_eq!(matching.mates()[one], other);
            }
            kept += 1;
        }
        let mates = matching.mates();
        assert!((0..len).all(|u| mates[mates[u]] == u && face.graph.has_edge(u, mates[u])));
    }
}

#[test]
fn a_face_without_a_perfect_matching_has_no_matchings_to_ask() {
    let mut star = Graph::empty(4);
    (1..4).for_each(|vertex| star.add_edge(0, vertex));
    for graph in [star, Graph::complete(5), Graph::empty(2)] {
        let len = graph.len();
        let mut face = Face::new(graph, vec![NONE; len]);
        assert!(face.matching().is_none());
        assert!(!face.narrow(|_, _| 0));
        assert!(face.matching().is_none());
    }
    // Nor has one whose mates are no matching of the graph.
    for mates in [vec![2, 3, 0, 1], vec![1, 2, 3, 0], vec![1, 0], vec![1, 0, 9, 9]] {
        let mut square = Graph::empty(4);
        (0..4).for_each(|vertex| square.add_edge(vertex, (vertex + 1) % 4));
        assert!(Face::new(square, mates).matching().is_none());
    }
}
