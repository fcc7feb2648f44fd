//! Round robins, in which everybody meets everybody once, by the Berger tables.

/// One round of a round robin.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[non_exhaustive]
pub struct RobinRound<T> {
    /// The pairs; the first of each starts the first game.
    pub pairs: Vec<(T, T)>,
    /// The player who rests, if the number is odd.
    pub rests: Option<T>,
}

/// The rounds of a round robin by the Berger tables, in which everybody meets everybody once. Fewer than two players
/// play no round.
///
/// ```
/// use morabaraba_swiss::round_robin;
///
/// let rounds = round_robin(&["A", "B", "C", "D"]);
/// let pairs: Vec<_> = rounds.into_iter().map(|round| round.pairs).collect();
/// assert_eq!(pairs, [[("A", "D"), ("B", "C")], [("D", "C"), ("A", "B")], [("B", "D"), ("C", "A")]]);
/// ```
#[must_use]
pub fn round_robin<T: Clone>(players: &[T]) -> Vec<RobinRound<T>> {
    if players.len() < 2 {
        return Vec::new();
    }
    let even = players.len().next_multiple_of(2);
    let circle = even - 1;
    // In round r two players meet whose numbers from 0 sum to r, round a circle of all but the last; the one who would
    // meet itself meets the last, who is nobody if the number of players is odd.
    (0..circle)
        .map(|turn| {
            let first = turn * (even / 2) % circle;
            let mut round = RobinRound {
                pairs: Vec::new(),
                rests: None,
            };
            match players.get(circle) {
                None => round.rests = Some(players[first].clone()),
                Some(last) if turn.is_multiple_of(2) => round.pairs.push((players[first].clone(), last.clone())),
                Some(last) => round.pairs.push((last.clone(), players[first].clone())),
            }
            for step in 1..even / 2 {
                let (one, other) = ((first + step) % circle, (first + circle - step) % circle);
                round.pairs.push((players[one].clone(), players[other].clone()));
            }
            round
        })
        .collect()
}
