//! Pairs that are made before anything is searched for: the better they are chosen, the less is left to mend.

use crate::bits::numbers;
use crate::budget::Budget;
use crate::graph::Graph;
use crate::matching::Matching;
use crate::row::Row;

/// Pairs many of the free: the first half with the second if nearly all of these may meet, which is mostly near what is wanted;
/// and then those first who have few to meet.
pub fn pair_many(matching: &mut Matching, graph: &Graph) {
    let free = matching.free();
    let half = free.len() / 2;
    let folded = free.iter().copied().zip(free[half..].iter().copied()).take(half);
    let legal = |(one, other): &(usize, usize)| graph.has(*one, *other) && !matching.are_apart(*one, *other);
    let pairs: Vec<(usize, usize)> = folded.filter(legal).collect();
    if 8 * pairs.len() >= 7 * half {
        for (one, other) in pairs {
            matching.pair(one, other);
        }
    }
    scarce_first(matching, graph);
}

/// Of the free those first who have the fewest to meet, each with the one who has the fewest. How many they have left is counted
/// again each time that an eighth of them has been asked.
fn scarce_first(matching: &mut Matching, graph: &Graph) {
    let apart = matching.apart().map(<[u64]>::to_vec);
    let apart = apart.as_deref();
    let mut degrees = vec![0; graph.len()];
    let mut left = Row::of(graph.len(), matching.free().into_iter());
    loop {
        for vertex in numbers(left.words()) {
            let words = graph.words_of(vertex, &left, apart);
            degrees[vertex] = words.map(|(_, word)| word.count_ones() as usize).sum();
        }
        let (mut order, alone): (Vec<usize>, Vec<usize>) =
            numbers(left.words()).partition(|vertex| degrees[*vertex] > 0);
        if order.is_empty() {
            return;
        }
        for vertex in alone {
            left.take(vertex);
        }
        order.sort_by_key(|vertex| degrees[*vertex]);
        for vertex in order.iter().copied().take(order.len() / 8 + 1) {
            if !left.has(vertex) {
                continue;
            }
            left.take(vertex);
            let others = graph.neighbours_of(vertex, &left, apart).inspect(|_| Budget::spend(1));
            if let Some(other) = others.min_by_key(|other| degrees[*other]) {
                left.take(other);
                matching.pair(vertex, other);
            }
        }
    }
}
