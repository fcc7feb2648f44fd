//! The rule against breaking a line and making it again.

use morabaraba_rules::{NoMoveBack, Options, Outcome, Refusal, RuleSet, Scope, Side, Trigger, WinReason};

use crate::support::{after, position, refused};

/// The example of the Generally Accepted Rules: E6-A6 breaks E5-E6-E7 and makes A5-A6-A7.
const BREAKS_AND_MAKES: &str = "O.O.XXX./.OO.X.X./.X.O...O X 0 0 0 - -";
/// The example without A5, so that E6-A6 only breaks.
const BREAKS: &str = "O.O.XXX./.OO...X./.X.O...O X 0 0 0 - -";

#[test]
fn under_mssa_gar_the_cow_of_the_example_may_not_move_back() {
    let start = position(BREAKS_AND_MAKES, RuleSet::MSSA_GAR);
    let illegal = refused(start, "E6-A6xR8 E1-E2 A6-E6xE2");
    assert_eq!(
        (illegal.ply, illegal.refusal, illegal.side.code()),
        (3, Refusal::MoveBack, "first")
    );
    assert_eq!(
        illegal.position.to_string(),
        ".OO.X.X./.OO.XXX./.X.O.... X 0 0 0 E6-A6 -"
    );
}

#[test]
fn one_turn_later_it_is_forgotten() {
    let start = position(BREAKS_AND_MAKES, RuleSet::MSSA_GAR);
    after(start, "E6-A6xR8 E1-E2 R2-R1 E2-E1 A6-E6xE1");
}

#[test]
fn under_traditional_world_games_it_may() {
    after(
        position(BREAKS_AND_MAKES, RuleSet::TRADITIONAL_WORLD_GAMES),
        "E6-A6xR8 E1-E2 A6-E6xE2",
    );
}

#[test]
fn under_beads_also_a_move_that_only_broke_forbids_the_return() {
    for rules in [RuleSet::BEADS, RuleSet::BOTSWANA] {
        let illegal = refused(position(BREAKS, rules), "E6-A6 E1-E2 A6-E6xE2");
        assert_eq!((illegal.ply, illegal.refusal), (3, Refusal::MoveBack));
    }
    for rules in [RuleSet::MSSA_GAR, RuleSet::WIKIPEDIA, RuleSet::TRADITIONAL_WORLD_GAMES] {
        after(position(BREAKS, rules), "E6-A6 E1-E2 A6-E6xE2");
    }
}

#[test]
fn the_return_is_allowed_if_it_makes_no_line() {
    // Second makes A1-A2-A3 and shoots E5 out of the broken line.
    let start = position("O.O.XXX./.OO...X./.X.O...O X 0 0 0 - -", RuleSet::BEADS);
    after(start, "E6-A6 E1-A1xE5 A6-E6");
}

#[test]
fn it_stays_refused_if_the_line_made_meanwhile_has_lost_a_cow() {
    // After E5-A5 all cows of First stand in lines, so that Second may shoot one out of the new line A5-A6-A7.
    let start = position("..O.XXX./OO...XX./O..O.XX. X 0 0 0 - -", RuleSet::MSSA_GAR);
    let illegal = refused(start, "E5-A5xR1 E3-A3xA7 A5-E5xR4");
    assert_eq!((illegal.ply, illegal.refusal), (3, Refusal::MoveBack));
}

#[test]
fn under_wikipedia_no_cow_may_complete_the_broken_line() {
    let text = "XXX.O.OX/.XX...../..OO..O. X 0 0 0 - -";
    let turns = "E1-A1xE5 R3-R2 E8-E1xE7";
    let illegal = refused(position(text, RuleSet::WIKIPEDIA), turns);
    assert_eq!((illegal.ply, illegal.refusal), (3, Refusal::MoveBack));
    after(position(text, RuleSet::MSSA_GAR), turns);
}

#[test]
fn under_scope_line_a_move_to_the_same_junction_that_completes_another_line_is_allowed() {
    // E1-A1 breaks E1-E2-E3 only: the way down E1-A1-R1 runs through both ends of the move and was never complete.
    let text = "XXX.O.O./.XX...../X.OO..O. X 0 0 0 - -";
    let after = after(position(text, RuleSet::WIKIPEDIA), "E1-A1xE5 R3-R2");
    assert_eq!(after.check("E2-E1xE7".parse().unwrap()), Ok(()));
    assert_eq!(after.check("A1-E1xE7".parse().unwrap()), Err(Refusal::MoveBack));
}

#[test]
fn a_side_that_flies_is_bound_only_if_the_rules_say_so() {
    let text = "XXX...../O.O.O.O./........ X 0 0 0 - -";
    let turns = "E1-R5 A1-A8 R5-E1xA8";
    assert_eq!(
        refused(position(text, RuleSet::BEADS), turns).refusal,
        Refusal::MoveBack
    );
    let free = NoMoveBack {
        trigger: Trigger::AnyBreak,
        scope: Scope::Cow,
        binds_flying: false,
    };
    let rules = RuleSet::custom(Options {
        no_move_back: Some(free),
        ..RuleSet::BEADS.options()
    });
    after(position(text, rules), turns);
}

#[test]
fn under_wikipedia_the_rule_may_leave_a_side_without_a_move() {
    // E1-A1 broke two lines, and whichever cow goes to E1, the only way out, completes one of them again.
    let text = ".XXO.OXX/XXXO..OO/OOO..... X 0 0 0 E1-A1 -";
    let blocked = position(text, RuleSet::WIKIPEDIA);
    assert_eq!(
        blocked.outcome(),
        Some(Outcome::Win {
            winner: Side::Second,
            reason: WinReason::NoMove
        })
    );
    assert!(blocked.legal_turns().is_empty());
    // Under mssa-gar the other cows may go there.
    let free = position(text, RuleSet::MSSA_GAR);
    assert_eq!(free.outcome(), None);
    assert!(free.check("E2-E1xE4".parse().unwrap()).is_ok());
    assert_eq!(free.check("A1-E1xE4".parse().unwrap()), Err(Refusal::MoveBack));
}
