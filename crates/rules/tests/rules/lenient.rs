//! Turns and records as people write them.

use morabaraba_rules::{GameRecord, GameResult, Position, RuleSet, Tag, Turn, replay};

use crate::records::wrong;

#[test]
fn people_write_turns_in_many_ways() {
    for (text, expected) in [
        ("e1", "E1"),
        ("\u{a0}E1\t", "E1"),
        ("E1R3", "E1-R3"),
        ("e1 r3", "E1-R3"),
        ("e1xr3", "E1xR3"),
        ("E1 X R3", "E1xR3"),
        ("E1,R3", "E1xR3"),
        ("E1 : R3", "E1xR3"),
        ("E1×r3", "E1xR3"),
        ("E6-A6", "E6-A6"),
        ("E6–A6", "E6-A6"),
        ("E6—A6", "E6-A6"),
        ("E6−A6", "E6-A6"),
        ("E6>A6", "E6-A6"),
        ("E6->A6", "E6-A6"),
        ("E6 -> A6", "E6-A6"),
        ("E6→A6", "E6-A6"),
        ("E6 to A6", "E6-A6"),
        ("e6toa6xr3", "E6-A6xR3"),
        ("E6 To A6 × R3", "E6-A6xR3"),
        ("e6a6r3", ""),
        ("e6 a6 r3", ""),
        ("E6--A6", ""),
        ("E6- >A6", ""),
        ("E6-", ""),
        ("E6x", ""),
        ("xE6", ""),
        ("-E6", ""),
        ("E 6", ""),
        ("E٦", ""),
        ("E６", ""),
        ("E9", ""),
        ("B1", ""),
        ("E1x R3 x R4", ""),
        ("E1.R3", ""),
        ("E1é", ""),
        ("E1 R", ""),
        ("Eé", ""),
        ("", ""),
    ] {
        let read = Turn::parse_lenient(text)
            .map(|turn| turn.to_string())
            .unwrap_or_default();
        assert_eq!(read, expected, "{text}");
    }
}

#[test]
fn people_write_records_in_many_ways() {
    let plain = GameRecord::parse_lenient("E1 E4 E2 E5 E3xE4 A4 E3-E4 *").unwrap();
    assert_eq!(plain.tag(Tag::Event), "?");
    for text in [
        "1. e1 e4 2. e2 e5 3. e3 xe4 a4 4. e3e4 *",
        "1 E1 E4 2 E2 E5 3 E3 x E4 A4 4 E3 - E4 *",
        "[RuleSet \"mssa-gar\"] [Colour \"blue\"]\n7.e1 8... e4 e2 e5 e3×e4 a4 e3 to e4 {and so on} *",
        "e1 e4 e2 e5 e3:e4 a4 e3→ e4 *",
        "e1 e4 e2 e5 e3x\ne4 a4 e3 ->e4 *",
    ] {
        assert_eq!(GameRecord::parse_lenient(text), Ok(plain.clone()), "{text}");
    }
    let drawn = "[Result \"½-½\"]\n[Termination \"agreement\"]\ne1 1/2–1/2";
    assert_eq!(
        GameRecord::parse_lenient(drawn).unwrap().validate().unwrap().result,
        GameResult::Drawn
    );
    assert_eq!(wrong(GameRecord::parse_lenient("e1 e4\ne1, e5 *")), (2, 1, "syntax"));
    assert_eq!(wrong(GameRecord::parse_lenient("e1 - -")), (1, 1, "syntax"));
}

#[test]
fn a_list_of_turns_may_be_replayed_leniently() {
    let start = Position::new(RuleSet::MSSA_GAR);
    assert!(replay(start, ["e1", " E4 "]).lenient().all(|played| played.is_ok()));
    assert_eq!(replay(start, ["e1"]).filter_map(Result::err).count(), 1);
    let illegal = replay(start, ["e1", "e4", "e2", "e5", "e3", "r1"])
        .lenient()
        .find_map(Result::err)
        .unwrap();
    assert_eq!(
        (illegal.ply, illegal.text.as_str(), illegal.refusal.code()),
        (5, "e3", "shot-missing")
    );
}
