//! Each reason for refusing a turn, and their order.

use morabaraba_rules::{Options, Position, Refusal, RuleSet, Shot, replay};

use crate::support::{position, refusal, refused};

const START: &str = "......../......../........ X 12 12 0 - -";
// First has E1 and E3 and cows in hand; Second stands in a line on A3-A4-A5 and alone on R1.
const PLACING: &str = "X.X...../..OOO.../O....... X 10 8 0 - -";
// The same with empty hands, and a First that neither flies nor is blocked.
const MOVING: &str = "X.X....X/.XOOO.../O....... X 0 0 0 - -";

#[test]
fn a_refusal_for_each_reason() {
    for (text, turn, expected) in [
        (START, "E1", None),
        (START, "E1-E2", Some(Refusal::MustPlace)),
        (START, "E1-E1xE1", Some(Refusal::MustPlace)),
        (START, "E1xE2", Some(Refusal::ShotNotEarned)),
        (
            "XXX...../OO....../........ O 0 0 0 - -",
            "A1-A8",
            Some(Refusal::GameOver),
        ),
        ("XXX...../OO....../........ O 0 0 0 - -", "E1", Some(Refusal::GameOver)),
        (MOVING, "E2", Some(Refusal::MustMove)),
        (MOVING, "E1", Some(Refusal::MustMove)),
        (MOVING, "E2-E4", Some(Refusal::OriginEmpty)),
        (MOVING, "A3-E3", Some(Refusal::OriginOpponent)),
        (MOVING, "A2-A3", Some(Refusal::Occupied)),
        (MOVING, "A2-A2", Some(Refusal::Occupied)),
        (MOVING, "E1-E8", Some(Refusal::Occupied)),
        (MOVING, "A2-A6", Some(Refusal::NotAdjacent)),
        (MOVING, "E1-R1", Some(Refusal::Occupied)),
        (MOVING, "E1-E2", None),
        (PLACING, "E1", Some(Refusal::Occupied)),
        (PLACING, "A3", Some(Refusal::Occupied)),
        (PLACING, "E4xR1", Some(Refusal::ShotNotEarned)),
        (PLACING, "E2", Some(Refusal::ShotMissing)),
        (PLACING, "E2xE7", Some(Refusal::ShotEmpty)),
        (PLACING, "E2xE1", Some(Refusal::ShotOwn)),
        (PLACING, "E2xE2", Some(Refusal::ShotOwn)),
        (PLACING, "E2xA4", Some(Refusal::ShotProtected)),
        (PLACING, "E2xR1", None),
    ] {
        assert_eq!(refusal(text, RuleSet::MSSA_GAR, turn), expected, "{turn} in {text}");
    }
}

#[test]
fn a_shot_is_judged_after_the_move() {
    // The junction that the cow has left is empty, the one to which it has gone is its own.
    assert_eq!(refusal(MOVING, RuleSet::MSSA_GAR, "A2-E2xR1"), None);
    assert_eq!(refusal(MOVING, RuleSet::MSSA_GAR, "A2-E2xA2"), Some(Refusal::ShotEmpty));
    assert_eq!(refusal(MOVING, RuleSet::MSSA_GAR, "A2-E2xE2"), Some(Refusal::ShotOwn));
    assert_eq!(
        refusal(MOVING, RuleSet::MSSA_GAR, "A2-E2xA3"),
        Some(Refusal::ShotProtected)
    );
}

#[test]
fn one_cow_is_shot_even_if_two_lines_are_made() {
    let text = ".XX...../.O....../.O.....X X 6 9 0 - -";
    assert_eq!(refusal(text, RuleSet::MSSA_GAR, "E1xR2"), None);
    let text = ".XX....X/.O....X./......O. X 6 9 0 - -";
    let after = position(text, RuleSet::MSSA_GAR)
        .play("E1xA2".parse().unwrap())
        .unwrap();
    assert_eq!(after.to_string(), "XXX....X/......X./......O. O 5 9 0 - -");
}

#[test]
fn any_cow_may_be_shot_if_all_stand_in_lines() {
    let text = "XX....../..OOO.../........ X 10 9 0 - -";
    assert_eq!(refusal(text, RuleSet::MSSA_GAR, "E3xA4"), None);
    assert_eq!(refusal(text, RuleSet::MSSA_GAR, "E3"), Some(Refusal::ShotMissing));
}

#[test]
fn under_all_in_lines_none_such_a_line_earns_no_shot() {
    let rules = custom(|options| options.all_in_lines = morabaraba_rules::AllInLines::None);
    let text = "XX....../..OOO.../........ X 10 9 0 - -";
    assert_eq!(refusal(text, rules, "E3xA4"), Some(Refusal::ShotProtected));
    assert_eq!(refusal(text, rules, "E3"), None);
    assert_eq!(refusal(PLACING, rules, "E2"), Some(Refusal::ShotMissing));
}

#[test]
fn under_shot_may_a_shot_can_be_left_out() {
    let rules = custom(|options| options.shot = Shot::May);
    assert_eq!(refusal(PLACING, rules, "E2"), None);
    assert_eq!(refusal(PLACING, rules, "E2xR1"), None);
    assert_eq!(refusal(PLACING, rules, "E2xA4"), Some(Refusal::ShotProtected));
}

#[test]
fn a_side_with_three_cows_flies_and_its_opponent_does_not() {
    let text = "X......./..XX..../OOO..O.. X 0 0 0 - -";
    assert_eq!(refusal(text, RuleSet::MSSA_GAR, "E1-R7"), None);
    let text = "X......./..XX..../OOO..O.. O 0 0 0 - -";
    assert_eq!(refusal(text, RuleSet::MSSA_GAR, "R6-E6"), Some(Refusal::NotAdjacent));
    // Three on the board and one in hand is no flying.
    let text = "X......./..XX..../OOO..O.. X 1 0 0 - -";
    assert_eq!(refusal(text, RuleSet::MSSA_GAR, "E1-R7"), Some(Refusal::MustPlace));
}

#[test]
fn an_illegal_turn_says_where_it_stands() {
    let start = Position::new(RuleSet::MSSA_GAR);
    let illegal = refused(start, "E1 E1");
    assert_eq!(
        (illegal.ply, illegal.side.code(), illegal.text.as_str()),
        (2, "second", "E1")
    );
    assert_eq!(illegal.position, start.play("E1".parse().unwrap()).unwrap());
    assert_eq!(
        illegal.to_string(),
        "ply 2, second, “E1”: the junction where the cow should go is occupied"
    );

    let illegal = refused(start, "E1 R1 nonsense");
    assert_eq!((illegal.ply, illegal.refusal), (3, Refusal::Syntax));
}

#[test]
fn only_the_canonical_notation_is_read() {
    let start = Position::new(RuleSet::MSSA_GAR);
    for text in [
        "", "e1", "E0", "E9", "B1", "E1 ", " E1", "E1x", "E1-", "E1XE2", "E1E2", "E1-E2-E3", "E1xE2xE3", "E１", "×",
    ] {
        let illegal = replay(start, [text]).find_map(Result::err).unwrap();
        assert_eq!(illegal.refusal, Refusal::Syntax, "{text}");
    }
}

#[test]
fn a_long_text_is_cut() {
    let start = Position::new(RuleSet::MSSA_GAR);
    let illegal = replay(start, ["\u{1b}é".repeat(100_000)])
        .find_map(Result::err)
        .unwrap();
    assert_eq!(illegal.text.chars().count(), 41);
    assert!(illegal.to_string().len() < 400);
    assert!(!illegal.to_string().contains('\u{1b}'));
}

#[test]
fn turns_after_the_end_are_refused() {
    let lost = position("XXX...../OO....../........ O 0 0 0 - -", RuleSet::MSSA_GAR);
    assert_eq!(refused(lost, "A1-A8").refusal, Refusal::GameOver);
    assert_eq!(refused(lost, "A1-A9").refusal, Refusal::Syntax);
    assert!(lost.legal_turns().is_empty());
}

#[test]
fn codes_are_as_published() {
    assert_eq!(
        Refusal::ALL.map(Refusal::code).join(" "),
        "syntax game-over must-place must-move origin-empty origin-opponent occupied not-adjacent move-back \
         shot-not-earned shot-missing shot-empty shot-own shot-protected"
    );
    assert!(Refusal::ALL.is_sorted());
}

fn custom(change: impl FnOnce(&mut Options)) -> RuleSet {
    let mut options = RuleSet::MSSA_GAR.options();
    change(&mut options);
    RuleSet::custom(options)
}
