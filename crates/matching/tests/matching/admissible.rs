//! The edges that some perfect matching has.

use fastrand::Rng;
use lexicographic_matching::bits::is_in;
use lexicographic_matching::{Graph, Matching, Target, remove_inadmissible_edges};

use crate::brute_force::{perfect_matchings, random_graph};

#[test]
fn possible_mates_are_those_of_some_perfect_matching() {
    let mut rng = Rng::with_seed(4);
    let mut perfect = 0;
    while perfect < 800 {
        let len = 2 * rng.usize(1..6);
        let graph = random_graph(&mut rng, len);
        let all = perfect_matchings(&graph);
        let mut matching = Matching::new(len);
        assert_eq!(matching.maximize(&graph), !all.is_empty());
        if all.is_empty() {
            continue;
        }
        perfect += 1;
        for u in 0..len {
            let mates = matching.possible_mates(&graph, u, Target::Everything);
            assert!((0..len).all(|v| is_in(&mates, v) == all.iter().any(|mates| mates[u] == v)));
        }
        // Settled one after the other, each has the first of its preferences that is left.
        let mut left = all;
        let mut preferences: Vec<usize> = (0..len).collect();
        for u in 0..len {
            if !matching.is_active(u) {
                continue;
            }
            rng.shuffle(&mut preferences);
            let first = preferences.iter().find(|v| left.iter().any(|mates| mates[u] == **v));
            assert_eq!(matching.settle(&graph, u, preferences.iter().copied()), first.copied());
            left.retain(|mates| Some(&mates[u]) == first);
            // Both are inactive now, and not settled again.
            let before = matching.clone();
            assert_eq!(matching.settle(&graph, u, 0..len), None);
            assert_eq!(matching.settle(&graph, *first.unwrap(), 0..len), None);
            assert!((0..len).all(|v| matching.mate(v) == before.mate(v)));
            assert!((0..len).all(|v| matching.is_active(v) == before.is_active(v)));
        }
    }
}

/// Those of the first parts are removed, and no others anywhere; no two of the independent ones are matched.
#[test]
fn inadmissible_edges_are_those_of_no_perfect_matching() {
    let mut rng = Rng::with_seed(5);
    let (mut removed, mut further) = (0, 0);
    while removed < 3000 || further < 100 {
        let len = 2 * rng.usize(2..6);
        let graph = random_graph(&mut rng, len);
        let vertices: Vec<usize> = (0..len).collect();
        let (independent, rest) = vertices.split_at(rng.usize(..3));
        let (tried, rest) = rest.split_at(rng.usize(1..=rest.len()));
        let (next, others) = rest.split_at(rng.usize(..=rest.len()));
        let mut all = perfect_matchings(&graph);
        all.retain(|mates| independent.iter().all(|u| !independent.contains(&mates[*u])));
        let mut left = Graph::clone(&graph);
        let some = remove_inadmissible_edges(
            &mut left,
            &mut Matching::new(len),
            independent,
            &[tried, next],
            others,
            usize::MAX,
        );
        if all.is_empty() {
            continue;
        }
        let mut some_here = false;
        for (u, v) in vertices.iter().flat_map(|u| graph.neighbours(*u).map(|v| (*u, v))) {
            let is_admissible = all.iter().any(|mates| mates[u] == v);
            let is_free = independent.contains(&u) && independent.contains(&v);
            let is_here = !is_free && !others.contains(&u) && !others.contains(&v);
            if is_here {
                assert_eq!(left.has_edge(u, v), is_admissible);
                removed += usize::from(!is_admissible);
                some_here |= !is_admissible;
            } else if !is_free && !left.has_edge(u, v) {
                assert!(!is_admissible);
                further += 1;
            }
        }
        assert_eq!(some, some_here);
    }
}
