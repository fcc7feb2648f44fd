//! Perfect matchings that are best by costs compared from the left.

use fastrand::Rng;
use integer_blossom::max_weight_matching;
use lexicographic_matching::{Cost, Graph, lexicographic_perfect_matching, min_cost_perfect_matching};

use crate::brute_force::{perfect_matchings, random_graph};

type Costs = Vec<[usize; 3]>;

fn random_costs(rng: &mut Rng, len: usize) -> Costs {
    let most = rng.usize(1..6);
    (0..len * len).map(|_| [(); 3].map(|()| rng.usize(..most))).collect()
}

fn sum(costs: &Costs, mates: &[usize]) -> [usize; 3] {
    let len = mates.len();
    let edges = (0..len).filter(|u| *u < mates[*u]);
    edges.fold([0; 3], |sum, u| {
        std::array::from_fn(|number| sum[number] + costs[u * len + mates[u]][number])
    })
}

/// The best matching with room for all numbers at once, and with so little that each is a narrowing of its own.
fn matched(graph: &Graph, costs: &Costs) -> Option<Vec<usize>> {
    let cost = |u: usize, v: usize| {
        assert!(u < v);
        costs[u * graph.len() + v]
    };
    let mates = lexicographic_perfect_matching(graph, [5 * graph.len(); 3], cost);
    let one_by_one = lexicographic_perfect_matching(graph, [usize::MAX; 3], cost);
    let sum = |mates: &Option<Vec<usize>>| mates.as_ref().map(|mates| sum(costs, mates));
    assert_eq!(sum(&mates), sum(&one_by_one));
    mates
}

#[test]
fn small_graphs_are_matched_as_trying_tells() {
    let mut rng = Rng::with_seed(6);
    let (mut perfect, mut none, mut odd) = (0, 0, 0);
    for _ in 0..3000 {
        let len = rng.usize(1..11);
        let (graph, costs) = (random_graph(&mut rng, len), random_costs(&mut rng, len));
        let best = perfect_matchings(&graph).iter().map(|mates| sum(&costs, mates)).min();
        let found = matched(&graph, &costs);
        assert_eq!(found.map(|mates| sum(&costs, &mates)), best);
        perfect += usize::from(best.is_some());
        none += usize::from(best.is_none() && len.is_multiple_of(2));
        odd += usize::from(best.is_none() && !len.is_multiple_of(2));
    }
    assert!(perfect > 500 && none > 300 && odd > 1000, "{perfect} {none} {odd}");
}

#[test]
fn larger_graphs_are_matched_as_another_crate_matches_them() {
    let mut rng = Rng::with_seed(7);
    let mut perfect = 0;
    for _ in 0..300 {
        let len = 2 * rng.usize(5..35);
        let (graph, costs) = (random_graph(&mut rng, len), random_costs(&mut rng, len));
        let whole = |cost: [usize; 3]| cost.iter().fold(0, |sum, number| (sum << 12) + *number as i128);
        let mut weights = vec![0_i128; len * len];
        for u in 0..len {
            for v in graph.neighbours(u) {
                weights[u * len + v] = (1 << 60) - whole(costs[u.min(v) * len + u.max(v)]);
            }
        }
        let theirs: Option<Vec<usize>> = max_weight_matching(&weights, len).into_iter().collect();
        perfect += usize::from(theirs.is_some());
        let found = matched(&graph, &costs);
        assert_eq!(
            found.map(|mates| sum(&costs, &mates)),
            theirs.map(|mates| sum(&costs, &mates))
        );
    }
    assert!(perfect > 150, "{perfect}");
}

/// The searches start with all dual variables zero, which proves nothing of negative costs.
#[test]
fn no_cost_is_negative() {
    assert_eq!(Cost::MIN, 0);
    // The least of them is found beside the largest that there is room for.
    let most = (1 << 92) - 1;
    let square = Graph::complete(4);
    let cost = |u, v| if (u, v) == (0, 1) { most } else { Cost::MIN };
    let mates = min_cost_perfect_matching(&square, vec![1, 0, 3, 2], cost).unwrap();
    assert!([[2, 3, 0, 1], [3, 2, 1, 0]].iter().any(|cheap| mates == cheap));
}
