//! All matchings of small graphs, by trying.

use fastrand::Rng;
use lexicographic_matching::{Graph, NONE};

/// A graph of so many vertices, sparse or dense.
pub(crate) fn random_graph(rng: &mut Rng, len: usize) -> Graph {
    let density = rng.u32(1..10);
    let mut graph = Graph::empty(len);
    for v in 0..len {
        for u in 0..v {
            if rng.u32(..10) < density {
                graph.add_edge(u, v);
            }
        }
    }
    graph
}

/// All perfect matchings of a graph, as the mates of the vertices.
pub(crate) fn perfect_matchings(graph: &Graph) -> Vec<Vec<usize>> {
    fn extend(graph: &Graph, mates: &mut Vec<usize>, found: &mut Vec<Vec<usize>>) {
        let Some(u) = mates.iter().position(|mate| *mate == NONE) else {
            found.push(mates.clone());
            return;
        };
        for v in graph.neighbours(u) {
            if mates[v] == NONE {
                (mates[u], mates[v]) = (v, u);
                extend(graph, mates, found);
                (mates[u], mates[v]) = (NONE, NONE);
            }
        }
    }
    let mut found = Vec::new();
    extend(graph, &mut vec![NONE; graph.len()], &mut found);
    found
}

/// The sets of vertices that maximum matchings of a graph leave free, as bits.
pub(crate) fn free_sets(graph: &Graph) -> Vec<u32> {
    let mut can = vec![false; 1 << graph.len()];
    can[0] = true;
    for matched in 1..can.len() {
        let u = matched.trailing_zeros() as usize;
        can[matched] = graph
            .neighbours(u)
            .any(|v| matched >> v & 1 == 1 && can[matched & !(1 << u) & !(1 << v)]);
    }
    let most = (0..can.len())
        .filter(|set| can[*set])
        .map(usize::count_ones)
        .max()
        .unwrap();
    let all = (1_u32 << graph.len()) - 1;
    (0..=all)
        .filter(|set| set.count_ones() == most && can[*set as usize])
        .map(|set| all & !set)
        .collect()
}
