//! Turns, positions and rule sets from any text: what is read is written back as it was, and can be played or is
//! refused.

#![no_main]

use libfuzzer_sys::fuzz_target;
use morabaraba_rules::{Junction, Line, Position, RuleSet, Setup, Turn, board_svg, replay};

fuzz_target!(|text: &str| {
    if let Ok(junction) = text.parse::<Junction>() {
        assert_eq!(junction.to_string(), text);
    }
    if let Ok(line) = text.parse::<Line>() {
        assert_eq!(line.to_string(), text);
    }
    if let Ok(rules) = text.parse::<RuleSet>() {
        assert_eq!(rules.to_string(), text);
    }
    if let Ok(turn) = text.parse::<Turn>() {
        assert_eq!(turn.to_string(), text);
        assert_eq!(Turn::parse_lenient(text), Ok(turn));
    }
    if let Ok(turn) = Turn::parse_lenient(text) {
        assert_eq!(turn.to_string().parse(), Ok(turn));
    }
    for rules in RuleSet::all() {
        let mut game = replay(Position::new(*rules), text.split_whitespace()).lenient();
        game.by_ref().for_each(drop);
        let position = game.position();
        assert_eq!(position.setup().into_position(*rules), Ok(position));
    }
    if let Ok(setup) = text.parse::<Setup>() {
        assert_eq!(setup.to_string(), text);
        for rules in RuleSet::all() {
            let Ok(position) = setup.into_position(*rules) else { continue };
            assert_eq!(position.outcome().is_some(), position.legal_turns().is_empty());
            for turn in &position.legal_turns() {
                let after = position.play(*turn).expect("a legal turn is admitted");
                assert_eq!(after.setup().into_position(*rules), Ok(after));
                assert!(board_svg(&after, Some(*turn)).ends_with("</svg>\n"));
            }
            assert_eq!(position.canonical().canonical(), position.canonical());
        }
    }
});
