//! Pairs with which not everybody could be paired, in fields.

#[cfg(test)]
mod tests {
    use lexicographic_matching::{Graph, Matching, remove_inadmissible_edges};

    use crate::bracket::frame::{Frame, Haste};
    use crate::field::Round;
    use crate::support::small_field;

    /// The impossible pairs of the bracket and the next are told, and no others anywhere, as trying each pair tells.
    #[test]
    fn pairs_are_impossible_that_cannot_be_tried() {
        let mut rng = fastrand::Rng::with_seed(90);
        let (mut told, mut further) = (0, 0);
        while told < 2000 || further < 200 {
            let (field, config) = small_field(&mut rng, 6, 20);
            let Ok(round) = Round::new(&field, config) else {
                continue;
            };
            let Ok(Frame {
                bye,
                graph,
                mut matching,
            }) = Frame::new(&round, Haste::Quick)
            else {
                continue;
            };
            let places: Vec<usize> = (0..round.len()).filter(|place| Some(*place) != bye).collect();
            let (moved, rest) = places.split_at(rng.usize(..3));
            let (own, rest) = rest.split_at(rng.usize(1..3));
            let (next, below) = rest.split_at(rng.usize(..rest.len()));
            let can_meet = |one: usize, other: usize| {
                let mut graph = Graph::clone(&graph);
                graph.retain_neighbours(one, |met| met == other);
                graph.retain_neighbours(other, |met| met == one);
                let mut matching = Matching::new(graph.len());
                matching.set_independent(moved);
                matching.activate_only(places.iter().copied());
                matching.maximize(&graph)
            };
            for one in moved {
                matching.unmatch(*one);
            }
            matching.set_independent(moved);
            matching.activate_only(places.iter().copied());
            if !matching.maximize(&graph) {
                continue;
            }
            let mut possible = Graph::clone(&graph);
            let some = remove_inadmissible_edges(&mut possible, moved, [own, next, below], &mut matching, usize::MAX);
            let binds = |one: usize, other: usize| !below.contains(&one) && !below.contains(&other);
            let mut some_here = false;
            for (one, other) in places
                .iter()
                .flat_map(|one| graph.neighbours(*one).map(|other| (*one, other)))
            {
                let apart = moved.contains(&one) && moved.contains(&other);
                let here = binds(one, other) && !apart;
                if !possible.has_edge(one, other) {
                    assert!(apart || !can_meet(one, other), "{one} {other} {field:#?}");
                    told += usize::from(here);
                    further += usize::from(!here && !apart);
                    some_here |= here;
                } else if here {
                    assert!(can_meet(one, other), "{one} {other} {field:#?}");
                }
            }
            assert_eq!(some, some_here);
        }
    }
}
