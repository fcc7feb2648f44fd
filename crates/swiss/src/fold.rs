//! The players of one score who meet each other: the top half against the bottom half, as nearly as can be.

use crate::graph::Graph;
use crate::matching::Matching;
use crate::round::Round;
use crate::weigh::{Scale, lightest};
use crate::{Clubs, Undrawn};

/// The places in a list whom the first may meet, in the order of preference.
pub(crate) fn preferences(len: usize) -> impl Iterator<Item = usize> {
    (len / 2..len).chain((1..len / 2).rev())
}

/// The pairs of these players, who can all be paired with each other.
pub(crate) fn fold(round: &Round, graph: &Graph, players: &[usize]) -> Result<Vec<(usize, usize)>, Undrawn> {
    let half = players.len() / 2;
    let pairs = || players.iter().copied().zip(players[half..].iter().copied()).take(half);
    let counted = round.avoid && round.config.clubs == Clubs::Bracket;
    if pairs().all(|(one, other)| graph.has(one, other) && !(counted && round.clash(one, other))) {
        return Ok(pairs().collect());
    }
    let mut part = graph.part(players, 0);
    if counted {
        let mut apart = part.clone();
        for one in 0..players.len() {
            apart.retain(one, |other| !round.clash(players[one], players[other]));
        }
        if !Matching::new(players.len()).complete(&apart) {
            return fold_with_clashes(round, &part, players);
        }
        part = apart;
    }
    let mut matching = as_preferred(&part);
    matching.complete(&part);
    let mut left: Vec<usize> = (0..players.len()).collect();
    let mut folded = Vec::with_capacity(half);
    while let Some(first) = left.first().copied() {
        let wish = preferences(left.len()).map(|place| left[place]);
        let other = matching.settle(&part, first, wish).ok_or(Undrawn::OutOfReach)?;
        left.retain(|place| *place != first && *place != other);
        folded.push((players[first], players[other]));
    }
    Ok(folded)
}

/// Each in turn with the first preference that is free. What cannot be so is changed later, and that is little.
fn as_preferred(graph: &Graph) -> Matching {
    let mut matching = Matching::new(graph.len());
    let mut left: Vec<usize> = (0..graph.len()).collect();
    while let Some(first) = left.first().copied() {
        let other = preferences(left.len()).map(|place| left[place]).find(|other| graph.has(first, *other));
        if let Some(other) = other {
            matching.pair(first, other);
        }
        left.retain(|place| *place != first && Some(*place) != other);
    }
    matching
}

/// The same where clashes cannot be avoided and are to be as few as can be.
fn fold_with_clashes(round: &Round, graph: &Graph, players: &[usize]) -> Result<Vec<(usize, usize)>, Undrawn> {
    let mut left: Vec<usize> = (0..players.len()).collect();
    let mut folded = Vec::with_capacity(players.len() / 2);
    while !left.is_empty() {
        let mut scale = Scale::new(left.len());
        let (clashes, wish) = (scale.push(left.len()), scale.push(left.len()));
        let mut ranks = vec![0; left.len()];
        preferences(left.len()).enumerate().for_each(|(rank, place)| ranks[place] = rank);
        let cost = |one: usize, other: usize| {
            graph.has(left[one], left[other]).then(|| {
                let clash = round.clash(players[left[one]], players[left[other]]);
                vec![(clashes, usize::from(clash)), (wish, if one == 0 { ranks[other] } else { 0 })]
            })
        };
        let mates = lightest(left.len(), &scale, cost).ok_or(Undrawn::OutOfReach)?;
        let (first, other) = (left[0], left[mates[0]]);
        left.retain(|place| *place != first && *place != other);
        folded.push((players[first], players[other]));
    }
    Ok(folded)
}
