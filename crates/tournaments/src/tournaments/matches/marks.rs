//! Marks: the results of a match as they stand on a score sheet beside a player's name, `1`, `½` or `0` for each game,
//! whoever started it.

use std::fmt;

use crate::tournaments::model::{Game, MatchGameEnding, MatchGameResult, ScoreSheet, opponent};
use crate::values::number::Seed;
use crate::values::validation::ValueError;

/// The result of a game for one of the two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// `1`: won on the board.
    Won,
    /// `½`: drawn.
    Drawn,
    /// `0`: lost on the board.
    Lost,
    /// `+`: won, since the other forfeited it.
    WonByForfeit,
    /// `-`: forfeited.
    Forfeited,
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Mark::Won => "1",
            Mark::Drawn => "½",
            Mark::Lost => "0",
            Mark::WonByForfeit => "+",
            Mark::Forfeited => "-",
        })
    }
}

/// Reads marks, as people type them: `1½0110`, `1 ½ 0 1 1 0`, `1,0.5,0`. A half is `½`, `1/2`, `0.5`, `5`, `=`.
///
/// ```
/// use records_tournaments::tournaments::matches::marks::{Mark, read};
/// assert_eq!(read("1½0").unwrap(), [Mark::Won, Mark::Drawn, Mark::Lost]);
/// assert_eq!(read("1 1/2 0").unwrap(), read("150").unwrap());
/// ```
///
/// # Errors
/// `invalid-mark`: there is another sign.
pub fn read(text: &str) -> Result<Vec<Mark>, ValueError> {
    let half = text.replace("1/2", "½").replace("0.5", "½");
    let signs = half
        .chars()
        .filter(|sign| !sign.is_whitespace() && !matches!(sign, ',' | ';' | '|'));
    signs
        .map(|sign| match sign {
            '1' => Ok(Mark::Won),
            '½' | '5' | '=' => Ok(Mark::Drawn),
            '0' => Ok(Mark::Lost),
            '+' => Ok(Mark::WonByForfeit),
            '-' | '−' | '–' => Ok(Mark::Forfeited),
            _ => Err(ValueError::new(
                "invalid-mark",
                "May have 1, ½ (or 5) and 0, and + or - for a game that was forfeited.",
            )),
        })
        .collect()
}

/// The games of a match by the marks of that player; the pair start them in turn, first `starter`.
#[must_use]
pub fn games(marks: &[Mark], player: Seed, pair: [Seed; 2], starter: Seed) -> Vec<Game> {
    let starters = [starter, opponent(pair, starter)].into_iter().cycle();
    let game = |(mark, starts): (&Mark, Seed)| {
        let won = |by: Seed| {
            if by == starts {
                MatchGameResult::First
            } else {
                MatchGameResult::Second
            }
        };
        let (result, ended) = match mark {
            Mark::Won => (won(player), MatchGameEnding::Played),
            Mark::Drawn => (MatchGameResult::Drawn, MatchGameEnding::Played),
            Mark::Lost => (won(opponent(pair, player)), MatchGameEnding::Played),
            Mark::WonByForfeit => (won(player), MatchGameEnding::Forfeit),
            Mark::Forfeited => (won(opponent(pair, player)), MatchGameEnding::Forfeit),
        };
        Game { result, ended }
    };
    marks.iter().zip(starters).map(game).collect()
}

impl ScoreSheet {
    /// The marks of a player of the pair. A game that both forfeited is forfeited.
    pub fn marks(&self, player: Seed, pair: [Seed; 2]) -> impl Iterator<Item = Mark> {
        self.games.iter().zip(self.starters(pair)).map(move |(game, starts)| {
            let is_forfeit = game.ended == MatchGameEnding::Forfeit;
            let won = match game.result {
                MatchGameResult::Drawn => return Mark::Drawn,
                MatchGameResult::Neither => false,
                MatchGameResult::First => starts == player,
                MatchGameResult::Second => starts != player,
            };
            match (won, is_forfeit) {
                (true, false) => Mark::Won,
                (true, true) => Mark::WonByForfeit,
                (false, false) => Mark::Lost,
                (false, true) => Mark::Forfeited,
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::tournaments::matches::marks::*;

    #[test]
    fn marks_are_read_as_people_type_them() {
        let sheet = read("1½0110").unwrap();
        for typed in [
            "1 ½ 0 1 1 0",
            "150110",
            "1=0110",
            "1 1/2 0 1 1 0",
            "1,0.5,0,1,1,0",
            " 1|½|0|1|1|0 ",
        ] {
            assert_eq!(read(typed).unwrap(), sheet, "{typed}");
        }
        assert_eq!(read("+-").unwrap(), [Mark::WonByForfeit, Mark::Forfeited]);
        for typed in ["2", "won", "1x0"] {
            assert_eq!(read(typed).unwrap_err().code, "invalid-mark", "{typed}");
        }
    }

    #[test]
    fn a_player_has_the_marks_that_were_given_and_the_opponent_the_others() {
        let pair = [3, 7].map(Seed::new);
        let others = |mark: &Mark| match mark {
            Mark::Won => Mark::Lost,
            Mark::Drawn => Mark::Drawn,
            Mark::Lost => Mark::Won,
            Mark::WonByForfeit => Mark::Forfeited,
            Mark::Forfeited => Mark::WonByForfeit,
        };
        for starter in pair {
            for player in pair {
                let given = read("1½0+-1").unwrap();
                let sheet = ScoreSheet {
                    starter,
                    games: games(&given, player, pair, starter),
                };
                assert!(sheet.marks(player, pair).eq(given.iter().copied()));
                let opponents = given.iter().map(others);
                assert!(sheet.marks(opponent(pair, player), pair).eq(opponents));
                let halves = sheet.halves(pair);
                assert_eq!(halves, if player == pair[0] { [7, 5] } else { [5, 7] });
            }
        }
    }
}
