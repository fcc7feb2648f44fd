//! Ends of games.

use core::num::NonZeroU8;

use morabaraba_rules::{Options, Outcome, Position, RuleSet, Side, TenMoves, Unit, When, WinReason};

use crate::support::{SETS, after, position};

#[test]
fn two_cows_lose_while_others_are_in_hand() {
    // Second has two cows on the board and one in hand.
    let end = after(
        position("XX....../O.O...../........ X 6 1 0 - -", RuleSet::MSSA_GAR),
        "E3xA1",
    );
    assert_eq!(end.remaining(Side::Second), 2);
    assert_eq!(end.hand(Side::Second), 1);
    assert_eq!(
        end.outcome(),
        Some(Outcome::Win {
            winner: Side::First,
            reason: WinReason::TwoCows
        })
    );
    assert!(end.legal_turns().is_empty());
}

#[test]
fn three_cows_are_enough() {
    let position = after(
        position("XX....../O.OO..O./........ X 6 0 0 - -", RuleSet::MSSA_GAR),
        "E3xA1",
    );
    assert_eq!((position.remaining(Side::Second), position.outcome()), (3, None));
}

#[test]
fn after_24_placements_without_a_shot_the_board_is_full_and_first_has_lost() {
    let turns = FULL_BOARD;
    for rules in SETS {
        let end = after(Position::new(rules), turns);
        assert!(end.vacant().is_empty());
        assert_eq!(
            end.outcome(),
            Some(Outcome::Win {
                winner: Side::Second,
                reason: WinReason::NoMove
            })
        );
    }
}

#[test]
fn a_side_without_a_move_loses() {
    let open = position("XO....OX/XO.....O/XO....O. O 0 0 0 - -", RuleSet::MSSA_GAR);
    let blocked = after(open, "R7-R8");
    assert_eq!(
        blocked.outcome(),
        Some(Outcome::Win {
            winner: Side::Second,
            reason: WinReason::NoMove
        })
    );
    assert_eq!(blocked.outcome().unwrap().to_string(), "second wins: first cannot move");
    assert_eq!(after(open, "R7-R6").outcome(), None);
}

/// First flies with three cows, Second has four; nobody makes a line.
const SHUFFLE: &str = "X......./..X...../O.O.OXO. X 0 0 0 - -";
/// Four turns that lead back to the same board.
const ROUND: &str = "E1-E2 R1-R2 E2-E1 R2-R1 ";

#[test]
fn ten_moves_by_each_side_with_three_cows_on_one_are_a_draw() {
    for rules in [RuleSet::MSSA_GAR, RuleSet::TRADITIONAL_WORLD_GAMES, RuleSet::WIKIPEDIA] {
        let before = after(position(SHUFFLE, rules), &(ROUND.repeat(4) + "E1-E2 R1-R2 E2-E1"));
        assert_eq!((before.quiet(), before.outcome()), (19, None));
        let end = after(before, "R2-R1");
        assert_eq!(end.outcome().map(Outcome::code), Some("ten-moves"));
        assert_eq!(end.outcome().and_then(Outcome::winner), None);
    }
}

#[test]
fn under_beads_there_is_no_such_draw_and_no_count() {
    let end = after(position(SHUFFLE, RuleSet::BEADS), &ROUND.repeat(10));
    assert_eq!((end.quiet(), end.outcome()), (0, None));
}

#[test]
fn ten_moves_in_total_and_of_both_sides_with_three() {
    let total = ten_moves(When::Either, 10, Unit::Total);
    assert_eq!(
        after(position(SHUFFLE, total), &(ROUND.repeat(2) + "E1-E2")).outcome(),
        None
    );
    assert!(
        after(position(SHUFFLE, total), &(ROUND.repeat(2) + "E1-E2 R1-R2"))
            .outcome()
            .is_some()
    );

    let both = ten_moves(When::Both, 1, Unit::Each);
    assert_eq!(after(position(SHUFFLE, both), ROUND).quiet(), 0);
    let three_each = position("X......./..X...../O.O..XO. X 0 0 0 - -", both);
    assert_eq!(after(three_each, "E1-E2").quiet(), 1);
    assert!(after(three_each, "E1-E2 R1-R2").outcome().is_some());
}

#[test]
fn a_shot_starts_the_count_again() {
    let start = position("X...X.../.OX...../O.O..X.. X 0 0 0 - -", RuleSet::MSSA_GAR);
    let shuffled = after(start, "E1-E2 A2-A1 E2-E1 A1-A2 E1-E2");
    assert_eq!(shuffled.quiet(), 5);
    let shot = after(shuffled, "A2-R2xE5");
    assert_eq!(shot.quiet(), 0);
    assert_eq!(after(shot, "E2-E1").quiet(), 1);
}

#[test]
fn moves_do_not_count_while_cows_are_in_hand() {
    let start = position("X......./..X...../O.O.OXO. O 0 1 0 - -", RuleSet::MSSA_GAR);
    let placed = after(start, "E8");
    assert_eq!(placed.quiet(), 0);
    assert_eq!(after(placed, "E1-E2").quiet(), 1);
    let start = position("X......./..X...../O.O.OXO. X 0 1 0 - -", RuleSet::MSSA_GAR);
    assert_eq!(after(start, "E1-E2").quiet(), 0);
}

fn ten_moves(when: When, moves: u8, unit: Unit) -> RuleSet {
    let rule = TenMoves {
        when,
        moves: NonZeroU8::new(moves).unwrap(),
        unit,
    };
    RuleSet::custom(Options {
        ten_moves: Some(rule),
        ..RuleSet::MSSA_GAR.options()
    })
}

/// Nobody makes a line.
pub(crate) const FULL_BOARD: &str = "E2 E1 E3 E4 E6 E5 E8 E7 A1 A2 A3 A4 A5 A7 A6 A8 R2 R1 R4 R3 R7 R5 R8 R6";
