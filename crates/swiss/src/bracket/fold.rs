//! The players of one score who meet each other: the top half against the bottom half, as nearly as can be.

use crate::bracket::clashes::Parts;
use crate::criteria::order::Halves;
use crate::field::{Clubs, Round};
use crate::no_draw::Undrawn;
use lexicographic_matching::bits::{bits, is_in};
use lexicographic_matching::{Budget, Cost, Face, Graph, Matching, NONE, match_greedily};

/// The pairs of these players, who can all be paired with each other.
pub(crate) fn fold(round: &Round, graph: &Graph, players: &[usize]) -> Result<Vec<(usize, usize)>, Undrawn> {
    let counted = round.avoid && round.config.clubs == Clubs::Bracket;
    let legal = |one: usize, other: usize| graph.has_edge(one, other) && !(counted && round.clash(one, other));
    let mut folded = one_by_one(players, legal);
    let whole = folded.len();
    // As each would like it in turn, from the top down to where the others can still be paired; the rest is asked for.
    let mut asked = 2;
    while 2 * folded.len() < players.len() {
        folded.truncate(whole.saturating_sub(asked));
        let taken = bits(graph.len(), folded.iter().flat_map(|(one, other)| [*one, *other]));
        let tail: Vec<usize> = players.iter().copied().filter(|place| !is_in(&taken, *place)).collect();
        match fold_tail(round, graph, &tail, counted) {
            Some(pairs) => folded.extend(pairs),
            None if folded.is_empty() && counted => {
                let part = graph.induced(players, 0);
                let few = fold_with_fewest(round, &part, players);
                return few.map_or_else(|| fold_with_clashes(round, &part, players), Ok);
            }
            None if folded.is_empty() => return Err(Undrawn::OutOfReach),
            None => asked *= 2,
        }
    }
    Ok(folded)
}

/// The same for players of whom not everybody can have the first preference; `None` if they cannot all be paired, or not
/// without the clashes that are counted.
fn fold_tail(round: &Round, graph: &Graph, players: &[usize], counted: bool) -> Option<Vec<(usize, usize)>> {
    let mut part = graph.induced(players, 0);
    if counted {
        part = without_clashes(round, &part, players);
    }
    let mut matching = Matching::new(players.len());
    if matching.maximize(&part) {
        settle_all(&part, matching, players)
    } else {
        None
    }
}

/// Each in turn with the first preference that leaves the others a perfect matching.
fn settle_all(part: &Graph, mut matching: Matching, players: &[usize]) -> Option<Vec<(usize, usize)>> {
    settle_each(players, |first, left| matching.settle(part, first, left.wish()))
}

/// Each in turn with the one among those who are left whom `settle` finds.
fn settle_each(
    players: &[usize],
    mut settle: impl FnMut(usize, &Halves) -> Option<usize>,
) -> Option<Vec<(usize, usize)>> {
    let mut left = Halves::new(0..players.len());
    let mut folded = Vec::with_capacity(players.len() / 2);
    while let Some(first) = left.first().filter(|_| !Budget::is_spent()) {
        let other = settle(first, &left)?;
        let rank = left.wish().position(|place| place == other)?;
        left.take(rank);
        folded.push((players[first], players[other]));
    }
    left.first().is_none().then_some(folded)
}

/// Each in turn with the first preference, whatever becomes of the others, until there is none.
fn one_by_one(players: &[usize], legal: impl Fn(usize, usize) -> bool) -> Vec<(usize, usize)> {
    let mut pairs = Vec::with_capacity(players.len() / 2);
    let mut left = Halves::new(players.iter().copied());
    while let Some(first) = left.first() {
        let found = left.wish().enumerate().find(|(_, other)| legal(first, *other));
        let Some((rank, other)) = found else { break };
        pairs.push((first, other));
        left.take(rank);
    }
    pairs
}

/// The same where clashes cannot be avoided, if they are half as many as a largest matching without them leaves free, and
/// all whom one may leave free could meet each other in clashes only: of these so many then clash, whoever meets whom.
fn fold_with_fewest(round: &Round, graph: &Graph, players: &[usize]) -> Option<Vec<(usize, usize)>> {
    let apart = without_clashes(round, graph, players);
    let mut matching = Matching::new(players.len());
    match_greedily(&mut matching, &apart);
    let (loose, needed) = matching.gallai_edmonds(&apart);
    let is_loose = |place: &usize| is_in(&loose, *place);
    if (0..players.len())
        .filter(is_loose)
        .any(|place| apart.has_neighbour_in(place, &loose))
    {
        return None;
    }
    let parts = Parts {
        all: bits(players.len(), 0..players.len()),
        loose,
        needed,
    };
    let kept = parts.with_clashes(graph, &apart);
    if matching.maximize(&kept) {
        settle_all(&kept, matching, players)
    } else {
        None
    }
}

/// Of a graph of players the pairs that are not clashes.
fn without_clashes(round: &Round, graph: &Graph, players: &[usize]) -> Graph {
    graph.filtered(|one, other| !round.clash(players[one], players[other]))
}

/// The same by matchings of least cost: the number of clashes first, then one for each pair, until no odd set binds.
fn fold_with_clashes(round: &Round, graph: &Graph, players: &[usize]) -> Result<Vec<(usize, usize)>, Undrawn> {
    let mut face = Face::new(graph.clone(), vec![NONE; players.len()]);
    let clash = |one: usize, other: usize| Cost::from(round.clash(players[one], players[other]));
    face.narrow(clash).then_some(()).ok_or(Undrawn::OutOfReach)?;
    let mut nested = face.matching();
    settle_each(players, |first, left| nested.settle(first, left.wish())).ok_or(Undrawn::OutOfReach)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::{Config, PlayerId};
    use crate::support::small_field;
    use lexicographic_matching::min_cost_perfect_matching;

    /// Where clashes are as few as the largest matching tells, matchings of least cost give the same fold.
    #[test]
    fn fewest_clashes_need_no_matching_of_least_cost() {
        let mut rng = fastrand::Rng::with_seed(23);
        let (mut same, mut clashing, mut other) = (0, 0, 0);
        while same < 600 {
            let (mut field, config) = small_field(&mut rng, 4, 24);
            (field.round, field.waivers) = (1, Vec::new());
            let clubs = rng.usize(1..4);
            for player in &mut field.players {
                player.club = (rng.u8(..10) < 7).then(|| rng.usize(..clubs).to_string());
            }
            let config = Config {
                clubs: Clubs::Bracket,
                club_rounds: 3,
                ..config
            };
            let Ok(round) = Round::new(&field, config) else {
                continue;
            };
            let players: Vec<usize> = (0..round.len() / 2 * 2).collect();
            let part = round.hard().induced(&players, 0);
            if !Matching::new(players.len()).maximize(&part) {
                continue;
            }
            match fold_with_fewest(&round, &part, &players) {
                Some(pairs) => {
                    clashing += usize::from(pairs.iter().any(|(one, other)| round.clash(*one, *other)));
                    assert_eq!(Ok(pairs), fold_with_clashes(&round, &part, &players), "{field:#?}");
                    same += 1;
                }
                None => other += 1,
            }
        }
        assert!(clashing > 200 && other > 0, "{clashing} {other}");
    }

    /// The fewest clashes with which the players can be paired.
    fn clashes(round: &Round, graph: &Graph, players: &[usize]) -> Option<usize> {
        let clash = |one: usize, other: usize| round.clash(players[one], players[other]);
        let mates = min_cost_perfect_matching(graph, vec![NONE; players.len()], |one, other| {
            Cost::from(clash(one, other))
        })?;
        Some(
            (0..mates.len())
                .filter(|one| *one < mates[*one] && clash(*one, mates[*one]))
                .count(),
        )
    }

    /// Exchanges inside odd sets give the fold that trying one pair after the other gives.
    #[test]
    fn odd_sets_bind_whoever_exchanges() {
        let mut rng = fastrand::Rng::with_seed(24);
        let (mut bound, mut asked) = (0, 0);
        while bound < 200 {
            let (mut field, config) = small_field(&mut rng, 6, 16);
            (field.round, field.waivers) = (1, Vec::new());
            for player in &mut field.players {
                player.club = (rng.u8(..10) < 8).then(|| rng.usize(..2).to_string());
                let others = rng.usize(..6);
                player
                    .opponents
                    .extend((0..others).map(|_| PlayerId(100 + rng.u64(..16))));
                player.opponents.retain(|other| *other != player.id);
            }
            let ids: Vec<PlayerId> = field.players.iter().map(|player| player.id).collect();
            field
                .players
                .iter_mut()
                .for_each(|player| player.opponents.retain(|other| ids.contains(other)));
            let config = Config {
                clubs: Clubs::Bracket,
                club_rounds: 3,
                ..config
            };
            let Ok(round) = Round::new(&field, config) else {
                continue;
            };
            let players: Vec<usize> = (0..round.len() / 2 * 2).collect();
            let mut part = round.hard().induced(&players, 0);
            let Some(least) = clashes(&round, &part, &players) else {
                continue;
            };
            let mut face = Face::new(part.clone(), vec![NONE; players.len()]);
            face.narrow(|one, other| Cost::from(round.clash(players[one], players[other])));
            bound += usize::from(!face.is_unconstrained());
            asked += 1;
            let folded = fold_with_clashes(&round, &part, &players).unwrap();
            let (mut left, mut tried) = (Halves::new(0..players.len()), Vec::new());
            while let Some(first) = left.first() {
                let with = |other: usize| {
                    let mut with = part.clone();
                    with.retain_neighbours(first, |met| met == other);
                    with.retain_neighbours(other, |met| met == first);
                    with
                };
                let best = |other: &usize| {
                    part.has_edge(first, *other) && clashes(&round, &with(*other), &players) == Some(least)
                };
                let (rank, other) = left.wish().enumerate().find(|(_, other)| best(other)).unwrap();
                part = with(other);
                left.take(rank);
                tried.push((players[first], players[other]));
            }
            assert_eq!(folded, tried, "{field:#?}");
        }
        assert!(asked > bound, "{asked} {bound}");
    }
}
