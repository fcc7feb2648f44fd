//! Players of the game for games that nobody has played: they see a line and block one, and more or less of everything else.

use std::cmp::Reverse;

use morabaraba_rules::{GameRecord, GameResult, Position, RuleSet, Side, Termination, Turn};

use crate::players::Number;

/// The strength of a player: how seldom a worse turn is taken for a better one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Strength(u8);

impl Strength {
    /// The strength of those who make no slips.
    const BEST: u8 = 100;

    /// A strength from 0 to 100.
    #[must_use]
    pub fn new(strength: u8) -> Strength {
        Strength(strength.min(Strength::BEST))
    }

    /// The strength of an invented player, which goes by the number. Most are of middling strength, few are very good or very weak.
    #[must_use]
    pub(crate) fn of(number: Number) -> Strength {
        let mut chance = fastrand::Rng::with_seed(u64::try_from(number.stored()).unwrap_or_default());
        let strength = (0..2).map(|_| chance.u8(..=Strength::BEST / 2)).sum();
        Strength::new(strength)
    }

    /// The most by which the worth of a turn is misjudged.
    fn slip(self) -> i32 {
        let lacks = i32::from(Strength::BEST - self.0);
        2 + lacks * lacks * lacks / 15_000
    }

    /// The number of turns of which the answer is looked at too.
    fn breadth(self) -> usize {
        1 + usize::from(self.0) / 25
    }
}

/// The worth of a cow: more than of anything that can be seen on the board.
const COW: i32 = 100;
/// The worth of a threat that the other side may still block, and of one that comes first.
const THREAT: [i32; 2] = [14, 40];
/// The worth of a line, of which a cow can move out and in again.
const LINE: i32 = 8;
/// The worth of a junction to which a cow can go.
const WAY: i32 = 2;

/// A game between two of that strength, the first of whom begins.
#[must_use]
pub fn play(rule_set: RuleSet, strengths: [Strength; 2], chance: &mut fastrand::Rng) -> GameRecord {
    let start = Position::new(rule_set);
    let (mut position, mut turns, mut calm) = (start, Vec::new(), 0);
    let (result, termination) = loop {
        if let Some(outcome) = position.outcome() {
            break (Some(outcome).into(), None);
        }
        if let Some((result, termination)) = settled(&position, calm, chance) {
            break (result, Some(termination));
        }
        let Some(turn) = choice(&position, strengths[position.side() as usize], chance) else {
            break (GameResult::Unfinished, None);
        };
        calm = if turn.from.is_some() && turn.shot.is_none() {
            calm + 1
        } else {
            0
        };
        position = position.play_unchecked(turn);
        turns.push(turn);
    };
    GameRecord::new(start, turns).with_result(result, termination)
}

/// The turn that seems best to whoever is to play: of those that seem good, the one with the least harmful answer.
fn choice(position: &Position, strength: Strength, chance: &mut fastrand::Rng) -> Option<Turn> {
    let (side, slip) = (position.side(), strength.slip() + habit(position));
    let mut seen: Vec<(i32, Turn)> = Vec::new();
    for turn in position.legal_turns() {
        let seems = worth(&position.play_unchecked(turn), side) + chance.i32(0..slip);
        seen.push((seems, turn));
    }
    seen.sort_by_key(|(seems, _)| Reverse(*seems));
    seen.truncate(strength.breadth());
    if seen.len() > 1 {
        for (seems, turn) in &mut seen {
            *seems = answered(&position.play_unchecked(*turn), side) + chance.i32(0..slip);
        }
    }
    seen.into_iter().max_by_key(|(seems, _)| *seems).map(|(_, turn)| turn)
}

/// The most by which a turn is misjudged besides while the board is nearly empty: there people go by habit, and begin in many ways.
fn habit(position: &Position) -> i32 {
    /// Before the first turn, and the turn by which it is nothing.
    const HABIT: [i32; 2] = [24, 8];
    let in_hand = [Side::First, Side::Second].map(|side| i32::from(position.hand(side)));
    let placed = 24 - in_hand[0] - in_hand[1];
    (HABIT[0] - HABIT[0] * placed / HABIT[1]).max(0)
}

/// The worth of a position to the side that has just played, once the other has given its best answer.
fn answered(position: &Position, side: Side) -> i32 {
    let answers = position.legal_turns().into_iter();
    let best = answers
        .map(|turn| worth(&position.play_unchecked(turn), side.other()))
        .max();
    best.map_or_else(|| worth(position, side), |best| -best)
}

/// The worth of a position to the side that has just played.
fn worth(position: &Position, side: Side) -> i32 {
    let other = side.other();
    if let Some(outcome) = position.outcome() {
        let wins = |winner| if winner == side { 100 * COW } else { -100 * COW };
        return outcome.winner().map_or(0, wins);
    }
    let [own, theirs] = [(side, THREAT[0]), (other, THREAT[1])].map(|(of, threat)| shape(position, of, threat));
    own - theirs
}

/// The worth of the cows of a side, and of how they stand.
fn shape(position: &Position, side: Side, threat: i32) -> i32 {
    let cows = position.cows(side);
    let ways = (cows.linked() & position.vacant()).len();
    i32::from(position.remaining(side)) * COW
        + i32::from(position.threats(side).len()) * threat
        + i32::from(cows.in_lines().len()) * LINE / 3
        + i32::from(ways) * WAY
}

/// The end of a game that its players settle: one gives up, or they agree on a draw when nothing has happened for long.
fn settled(position: &Position, calm: u32, chance: &mut fastrand::Rng) -> Option<(GameResult, Termination)> {
    /// The cows that somebody is behind who gives up.
    const HOPELESS: u8 = 6;
    /// The moves of both sides without a shot after which a draw is in the air, and after which all agree on it.
    const CALM: [u32; 2] = [20, 90];
    let (side, other) = (position.side(), position.side().other());
    let [own, theirs] = [side, other].map(|side| position.remaining(side));
    if own + HOPELESS <= theirs && position.hand(side) == 0 && chance.u8(..12) == 0 {
        let result = match other {
            Side::First => GameResult::FirstWins,
            Side::Second => GameResult::SecondWins,
        };
        return Some((result, Termination::Resignation));
    }
    let agrees = own.abs_diff(theirs) <= 1 && calm >= CALM[0] && chance.u8(..10) == 0;
    (agrees || calm >= CALM[1]).then_some((GameResult::Drawn, Termination::Agreement))
}

#[cfg(test)]
mod tests {
    use crate::cli::demo::player::*;

    fn best(turns: &str) -> String {
        let mut position = Position::new(RuleSet::default());
        for turn in turns.split_whitespace() {
            position = position.play(turn.parse().unwrap()).unwrap();
        }
        let mut chance = fastrand::Rng::with_seed(1);
        choice(&position, Strength::new(100), &mut chance).unwrap().to_string()
    }

    #[test]
    fn a_line_is_made_and_another_blocked() {
        assert!(best("E1 A5 E2 R4").starts_with("E3x"));
        assert_eq!(best("E1 A5 E2"), "E3");
        // Two threats at once: one is blocked.
        assert!(["E3", "E7"].contains(&best("E1 A5 E2 R4 E8").as_str()));
    }

    #[test]
    fn the_stronger_win_and_every_game_is_legal() {
        let (strong, weak) = (Strength::new(95), Strength::new(20));
        let mut chance = fastrand::Rng::with_seed(7);
        let (mut halves, mut plies) = (0, 0);
        for game in 0..100 {
            let begins = [strong, weak][game % 2];
            let other = [weak, strong][game % 2];
            let record = play(RuleSet::default(), [begins, other], &mut chance);
            record.validate().unwrap();
            plies += record.turns().len();
            halves += match (record.result(), begins == strong) {
                (GameResult::Drawn, _) => 1,
                (GameResult::FirstWins, true) | (GameResult::SecondWins, false) => 2,
                _ => 0,
            };
        }
        assert!(halves > 150, "{halves} half points of 200");
        assert!((3_500..10_000).contains(&plies), "{plies} turns in 100 games");
    }
}
