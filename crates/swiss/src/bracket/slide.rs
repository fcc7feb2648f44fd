//! The slide of a bracket (criterion 11): the residents who are left meet each other, the top half against the bottom
//! half as nearly as the rules allow.

use crate::criteria::order::Halves;
use crate::field::{Clubs, Round};
use crate::no_draw::Undrawn;
use crate::whole_round::clash_exchanges::Decomposition;
use lexicographic_matching::bits::{bits, is_in};
use lexicographic_matching::{Budget, Cost, Face, Graph, Matching, NONE, match_greedily};

/// The pairs of these players, who have a perfect matching.
pub(crate) fn slide(round: &Round, graph: &Graph, players: &[usize]) -> Result<Vec<(usize, usize)>, Undrawn> {
    let counted = round.avoid && round.config.clubs == Clubs::Bracket;
    let legal = |player: usize, opponent: usize| {
        graph.has_edge(player, opponent) && !(counted && round.clash(player, opponent))
    };
    let mut paired = first_preferences(players, legal);
    let whole = paired.len();
    // First preferences are taken from the top down as far as that goes. If the others then have no perfect matching,
    // the last pairs are given up, twice as many each time.
    let mut asked = 2;
    while 2 * paired.len() < players.len() {
        paired.truncate(whole.saturating_sub(asked));
        let taken = bits(
            graph.len(),
            paired.iter().flat_map(|(player, opponent)| [*player, *opponent]),
        );
        let tail: Vec<usize> = players.iter().copied().filter(|place| !is_in(&taken, *place)).collect();
        match slide_tail(round, graph, &tail, counted) {
            Some(pairs) => paired.extend(pairs),
            None if paired.is_empty() && counted => {
                let part = graph.induced(players, 0);
                let few = slide_with_fewest_clashes(round, &part, players);
                return few.map_or_else(|| slide_by_least_cost(round, &part, players), Ok);
            }
            None if paired.is_empty() => return Err(Undrawn::OutOfReach),
            None => asked *= 2,
        }
    }
    Ok(paired)
}

/// The slide of players who cannot all have the first preference; `None` if they have no perfect matching, or none
/// without the clashes that are counted.
fn slide_tail(round: &Round, graph: &Graph, players: &[usize], counted: bool) -> Option<Vec<(usize, usize)>> {
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

/// Settles each in turn with the first preference that leaves the others a perfect matching.
fn settle_all(part: &Graph, mut matching: Matching, players: &[usize]) -> Option<Vec<(usize, usize)>> {
    settle_each(players, |first, left| matching.settle(part, first, left.wish()))
}

/// Settles each in turn with the opponent that `settle` finds among those who are left.
fn settle_each(
    players: &[usize],
    mut settle: impl FnMut(usize, &Halves) -> Option<usize>,
) -> Option<Vec<(usize, usize)>> {
    let mut left = Halves::new(0..players.len());
    let mut paired = Vec::with_capacity(players.len() / 2);
    while let Some(first) = left.first().filter(|_| !Budget::is_spent()) {
        let opponent = settle(first, &left)?;
        let rank = left.wish().position(|place| place == opponent)?;
        left.take(rank);
        paired.push((players[first], players[opponent]));
    }
    left.first().is_none().then_some(paired)
}

/// Pairs each in turn with the first preference, whatever becomes of the others, until one has none.
fn first_preferences(players: &[usize], legal: impl Fn(usize, usize) -> bool) -> Vec<(usize, usize)> {
    let mut pairs = Vec::with_capacity(players.len() / 2);
    let mut left = Halves::new(players.iter().copied());
    while let Some(first) = left.first() {
        let found = left.wish().enumerate().find(|(_, opponent)| legal(first, *opponent));
        let Some((rank, opponent)) = found else { break };
        pairs.push((first, opponent));
        left.take(rank);
    }
    pairs
}

/// The slide with the fewest clashes, if an exchange argument shows how many these are. A maximum matching without
/// clashes leaves some players free, who must clash, two to a pair. If the inessential players (those whom some such
/// matching leaves free) can meet each other in clashes only, half the number of the free ones is enough, whoever meets
/// whom.
fn slide_with_fewest_clashes(round: &Round, graph: &Graph, players: &[usize]) -> Option<Vec<(usize, usize)>> {
    let apart = without_clashes(round, graph, players);
    let mut matching = Matching::new(players.len());
    match_greedily(&mut matching, &apart);
    let (inessential, barrier) = matching.gallai_edmonds(&apart);
    let is_inessential = |place: &usize| is_in(&inessential, *place);
    if (0..players.len())
        .filter(is_inessential)
        .any(|place| apart.has_neighbour_in(place, &inessential))
    {
        return None;
    }
    let decomposition = Decomposition {
        all: bits(players.len(), 0..players.len()),
        inessential,
        barrier,
    };
    let kept = decomposition.with_clashes(graph, &apart);
    if matching.maximize(&kept) {
        settle_all(&kept, matching, players)
    } else {
        None
    }
}

/// The pairs of a graph of players that are no clashes.
fn without_clashes(round: &Round, graph: &Graph, players: &[usize]) -> Graph {
    graph.filtered(|player, opponent| !round.clash(players[player], players[opponent]))
}

/// The slide with the fewest clashes in the face of the perfect matchings that have them.
fn slide_by_least_cost(round: &Round, graph: &Graph, players: &[usize]) -> Result<Vec<(usize, usize)>, Undrawn> {
    let mut face = Face::new(graph.clone(), vec![NONE; players.len()]);
    let clash = |player: usize, opponent: usize| Cost::from(round.clash(players[player], players[opponent]));
    face.narrow(clash).then_some(()).ok_or(Undrawn::OutOfReach)?;
    let mut nested = face.matching().ok_or(Undrawn::OutOfReach)?;
    settle_each(players, |first, left| nested.settle(first, left.wish())).ok_or(Undrawn::OutOfReach)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::{Config, PlayerId};
    use crate::support::small_field;
    use lexicographic_matching::min_cost_perfect_matching;

    /// Matchings of least cost give the same slide where the exchange argument holds.
    #[test]
    fn fewest_clashes_need_no_matching_of_least_cost() {
        let mut rng = fastrand::Rng::with_seed(23);
        let (mut same, mut clashing, mut opponent) = (0, 0, 0);
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
            match slide_with_fewest_clashes(&round, &part, &players) {
                Some(pairs) => {
                    clashing += usize::from(pairs.iter().any(|(player, opponent)| round.clash(*player, *opponent)));
                    assert_eq!(Ok(pairs), slide_by_least_cost(&round, &part, &players), "{field:#?}");
                    same += 1;
                }
                None => opponent += 1,
            }
        }
        assert!(clashing > 200 && opponent > 0, "{clashing} {opponent}");
    }

    /// The fewest clashes with which the players can be paired.
    fn clashes(round: &Round, graph: &Graph, players: &[usize]) -> Option<usize> {
        let clash = |player: usize, opponent: usize| round.clash(players[player], players[opponent]);
        let mates = min_cost_perfect_matching(graph, vec![NONE; players.len()], |player, opponent| {
            Cost::from(clash(player, opponent))
        })?;
        Some(
            (0..mates.len())
                .filter(|player| *player < mates[*player] && clash(*player, mates[*player]))
                .count(),
        )
    }

    /// Exchanges in a face with odd sets give the slide that trying one pair after the other gives.
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
                player.opponents.retain(|opponent| *opponent != player.id);
            }
            let ids: Vec<PlayerId> = field.players.iter().map(|player| player.id).collect();
            field
                .players
                .iter_mut()
                .for_each(|player| player.opponents.retain(|opponent| ids.contains(opponent)));
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
            face.narrow(|player, opponent| Cost::from(round.clash(players[player], players[opponent])));
            bound += usize::from(!face.is_unconstrained());
            asked += 1;
            let paired = slide_by_least_cost(&round, &part, &players).unwrap();
            let (mut left, mut tried) = (Halves::new(0..players.len()), Vec::new());
            while let Some(first) = left.first() {
                let with = |opponent: usize| {
                    let mut with = part.clone();
                    with.retain_neighbours(first, |met| met == opponent);
                    with.retain_neighbours(opponent, |met| met == first);
                    with
                };
                let best = |opponent: &usize| {
                    part.has_edge(first, *opponent) && clashes(&round, &with(*opponent), &players) == Some(least)
                };
                let (rank, opponent) = left.wish().enumerate().find(|(_, opponent)| best(opponent)).unwrap();
                part = with(opponent);
                left.take(rank);
                tried.push((players[first], players[opponent]));
            }
            assert_eq!(paired, tried, "{field:#?}");
        }
        assert!(asked > bound, "{asked} {bound}");
    }
}
