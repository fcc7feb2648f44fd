//! A score sheet: the games of a match and their points.

use crate::values::counted::counted;
use crate::values::number::Seed;
use crate::values::validation::{Faults, ValueError};

crate::string_enum! {
    /// The winner of a game of a match, if there is one.
    pub enum MatchGameResult as "MatchGameResult" {
        /// The player who started it.
        First = "first",
        /// The other player.
        Second = "second",
        /// Nobody: it was drawn.
        Drawn = "drawn",
        /// Nobody: both forfeited it.
        Neither = "neither",
    }
}

crate::string_enum! {
    /// The way in which a game of a match came to its result.
    pub enum MatchGameEnding as "MatchGameEnding" {
        /// Play on the board decided it.
        Played = "played",
        /// A player was not there, or gave it up.
        Forfeit = "forfeit",
        /// An umpire decided it.
        Adjudicated = "adjudicated",
    }
}

/// A game of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Game {
    /// The winner.
    pub result: MatchGameResult,
    /// The way in which it came to that.
    pub ended: MatchGameEnding,
}

/// The games of a match as they were filled in; the players start them in turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScoreSheet {
    /// The seed of the player who started the first game.
    pub starter: Seed,
    /// The games in their order.
    pub games: Vec<Game>,
}

impl ScoreSheet {
    /// A sheet with so many games, if these are as many and each is in order; `pointer` is where the sheet stands.
    ///
    /// # Errors
    /// All faults are noted.
    pub fn parse(
        starter: Seed,
        games: Vec<Game>,
        count: i64,
        pointer: &str,
        faults: &mut Faults,
    ) -> Option<ScoreSheet> {
        let before = faults.len();
        if i64::try_from(games.len()) != Ok(count) {
            let sentence = format!("A match of this tournament has {}.", counted(count, "game", "games"));
            let wrong = ValueError::new("wrong-number", sentence);
            faults.check::<()>(&format!("{pointer}/games"), Err(wrong));
        }
        for (index, game) in games.iter().enumerate() {
            if game.result == MatchGameResult::Neither && game.ended != MatchGameEnding::Forfeit {
                let wrong = ValueError::new(
                    "neither-needs-forfeit",
                    "Only a game that both forfeited has no winner and is not drawn.",
                );
                faults.check::<()>(&format!("{pointer}/games/{index}/result"), Err(wrong));
            }
        }
        (faults.len() == before).then_some(ScoreSheet { starter, games })
    }

    /// A sheet on which one of the pair gave up all games.
    #[must_use]
    pub fn forfeited(by: Seed, pair: [Seed; 2], starter: Seed, count: i64) -> ScoreSheet {
        let winner = if by == pair[0] { pair[1] } else { pair[0] };
        let game = |number: i64| {
            let starts = if number % 2 == 0 {
                starter
            } else {
                opponent(pair, starter)
            };
            let result = if starts == winner {
                MatchGameResult::First
            } else {
                MatchGameResult::Second
            };
            Game {
                result,
                ended: MatchGameEnding::Forfeit,
            }
        };
        ScoreSheet {
            starter,
            games: (0..count).map(game).collect(),
        }
    }

    /// The player who starts each game, of the pair.
    pub fn starters(&self, pair: [Seed; 2]) -> impl Iterator<Item = Seed> {
        let starters = [self.starter, opponent(pair, self.starter)];
        starters.into_iter().cycle().take(self.games.len())
    }

    /// The half points that each of the pair has won.
    #[must_use]
    pub fn halves(&self, pair: [Seed; 2]) -> [u32; 2] {
        let mut halves = [0; 2];
        for (game, starter) in self.games.iter().zip(self.starters(pair)) {
            let first = usize::from(starter != pair[0]);
            match game.result {
                MatchGameResult::First => halves[first] += 2,
                MatchGameResult::Second => halves[1 - first] += 2,
                MatchGameResult::Drawn => halves = halves.map(|halves| halves + 1),
                MatchGameResult::Neither => {}
            }
        }
        halves
    }

    /// Whether both sat at the board: a game was not forfeited.
    #[must_use]
    pub fn is_played(&self) -> bool {
        self.games.iter().any(|game| game.ended != MatchGameEnding::Forfeit)
    }

    /// Whether a game was forfeited.
    #[must_use]
    pub fn is_forfeited(&self) -> bool {
        self.games.iter().any(|game| game.ended == MatchGameEnding::Forfeit)
    }
}

/// The one of the pair who is not that player.
pub fn opponent(pair: [Seed; 2], player: Seed) -> Seed {
    if pair[0] == player { pair[1] } else { pair[0] }
}

#[cfg(test)]
mod tests {
    use crate::tournaments::model::score_sheet::*;

    const PLAYED: MatchGameEnding = MatchGameEnding::Played;

    fn sheet(starter: Seed, results: &[MatchGameResult]) -> ScoreSheet {
        ScoreSheet {
            starter,
            games: results
                .iter()
                .map(|result| Game {
                    result: *result,
                    ended: PLAYED,
                })
                .collect(),
        }
    }

    #[test]
    fn the_players_start_in_turn() {
        use MatchGameResult::{Drawn, First, Neither, Second};
        let games = [First, First, Second, Drawn, Second, First];
        let (three, seven) = (Seed::new(3), Seed::new(7));
        let pair = [three, seven];
        assert_eq!(
            sheet(seven, &games).starters(pair).collect::<Vec<_>>(),
            [seven, three, seven, three, seven, three]
        );
        // The starter 7 wins 1, 3 wins 2, 3 wins 3, half each, 3 wins 5, 3 wins 6.
        assert_eq!(sheet(seven, &games).halves(pair), [9, 3]);
        assert_eq!(sheet(three, &games).halves(pair), [3, 9]);
        assert_eq!(sheet(three, &[Neither; 6]).halves(pair), [0, 0]);
    }

    #[test]
    fn a_walkover_is_forfeited_whole() {
        let pair = [3, 7].map(Seed::new);
        let mut forfeited = ScoreSheet::forfeited(pair[0], pair, pair[0], 6);
        assert!(!forfeited.is_played() && forfeited.is_forfeited());
        forfeited.games[5].ended = PLAYED;
        assert!(forfeited.is_played() && forfeited.is_forfeited());
        forfeited.games[5].ended = MatchGameEnding::Adjudicated;
        assert!(forfeited.is_played());
    }

    #[test]
    fn who_forfeits_gets_nothing() {
        let pair = [3, 7].map(Seed::new);
        for by in pair {
            for starter in pair {
                let halves = ScoreSheet::forfeited(by, pair, starter, 6).halves(pair);
                assert_eq!(halves, if by == pair[0] { [0, 12] } else { [12, 0] });
            }
        }
    }
}
