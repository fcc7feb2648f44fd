//! The feature `serde`: texts as strings.

use core::fmt::Debug;

use morabaraba_rules::{
    GameRecord, GameResult, Junction, Line, Position, Refusal, RuleSet, Setup, Side, Stage, Termination, Turn,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

fn both_ways<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T, expected: &str) {
    let json = serde_json::to_string(value).unwrap();
    assert_eq!(json, expected);
    assert_eq!(serde_json::from_str::<T>(&json).unwrap(), *value);
}

#[test]
fn what_has_a_text_is_that_string() {
    both_ways(&Junction::A6, r#""A6""#);
    both_ways(&Line::ALL[0], r#""E1-E2-E3""#);
    both_ways(&Side::Second, r#""second""#);
    both_ways(&"E6-A6xR3".parse::<Turn>().unwrap(), r#""E6-A6xR3""#);
    both_ways(&RuleSet::BOTSWANA, r#""botswana""#);
    both_ways(&Setup::START, r#""......../......../........ X 12 12 0 - -""#);
    both_ways(&GameResult::Drawn, r#""1/2-1/2""#);
    both_ways(&Termination::NoMove, r#""no-move""#);
    let record = GameRecord::from_turns(Position::new(RuleSet::BEADS), [Turn::place(Junction::E1)]).unwrap();
    both_ways(&record, &serde_json::to_string(&record.to_string()).unwrap());

    assert_eq!(serde_json::to_string(&Stage::Flying).unwrap(), r#""flying""#);
    assert_eq!(serde_json::to_string(&Refusal::MoveBack).unwrap(), r#""move-back""#);
    let start = serde_json::to_string(&Position::new(RuleSet::BEADS)).unwrap();
    assert_eq!(start, r#""......../......../........ X 12 12 0 - -""#);
}

#[test]
fn other_strings_and_other_values_are_refused() {
    for json in [r#""e6""#, "6", "null", r#"["A6"]"#, r#"{"A6": 1}"#] {
        assert!(serde_json::from_str::<Junction>(json).is_err(), "{json}");
    }
    let error = serde_json::from_str::<RuleSet>(r#""chess""#).unwrap_err();
    assert!(error.to_string().contains("mssa-gar"), "{error}");
}
