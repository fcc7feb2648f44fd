//! Greedy matchings to start the searches from: each edge that they find is one augmenting path less to search for.

use crate::budget::Budget;
use crate::cardinality::matching::Matching;
use crate::graph::BitSet;
use crate::graph::Graph;
use crate::graph::bits::numbers;

/// Adds edges to a matching without a search. If at least seven eighths of the edges between the i-th and the (i +
/// n/2)-th of the n free vertices are there, it takes these; then it goes on from vertices of small degree.
pub fn match_greedily(matching: &mut Matching, graph: &Graph) {
    let free = matching.free();
    let half = free.len() / 2;
    let halves = free.iter().copied().zip(free[half..].iter().copied()).take(half);
    let legal = |(u, v): &(usize, usize)| graph.has_edge(*u, *v) && !matching.are_independent(*u, *v);
    let pairs: Vec<(usize, usize)> = halves.filter(legal).collect();
    if 8 * pairs.len() >= 7 * half {
        for (u, v) in pairs {
            matching.join(u, v);
        }
    }
    scarce_first(matching, graph);
}

/// Matches the free vertices of least degree first, each with the neighbour of least degree. The degrees are counted
/// again after each eighth of the vertices.
fn scarce_first(matching: &mut Matching, graph: &Graph) {
    let apart = matching.independent().map(<[u64]>::to_vec);
    let apart = apart.as_deref();
    let mut degrees = vec![0; graph.len()];
    let mut left = BitSet::from_numbers(graph.len(), matching.free().into_iter());
    loop {
        for vertex in numbers(left.words()) {
            let words = graph.words_within(vertex, &left, apart);
            degrees[vertex] = words.map(|(_, word)| word.count_ones() as usize).sum();
        }
        let (mut order, alone): (Vec<usize>, Vec<usize>) =
            numbers(left.words()).partition(|vertex| degrees[*vertex] > 0);
        if order.is_empty() {
            return;
        }
        for vertex in alone {
            left.remove(vertex);
        }
        order.sort_by_key(|vertex| degrees[*vertex]);
        for vertex in order.iter().copied().take(order.len() / 8 + 1) {
            if !left.contains(vertex) {
                continue;
            }
            left.remove(vertex);
            let others = graph
                .neighbours_within(vertex, &left, apart)
                .inspect(|_| Budget::spend(1));
            if let Some(v) = others.min_by_key(|v| degrees[*v]) {
                left.remove(v);
                matching.join(vertex, v);
            }
        }
    }
}
