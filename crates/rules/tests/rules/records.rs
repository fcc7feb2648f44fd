//! Games as text.

use std::fmt::Write as _;

use morabaraba_rules::{
    GameRecord, GameResult, Place, Position, RecordError, RuleSet, Setup, Side, Tag, Termination, Turn,
};
use proptest::collection::vec;
use proptest::prelude::*;

use crate::properties::{games, turns_of};

const TAGS: &str = r#"[Event "League"]
[Site "Tzaneen"]
[Date "2026.11.20"]
[Round "3"]
[First "Mokoena, Thabo"]
[Second "van der Merwe, Ilse"]
[Result "*"]
[RuleSet "mssa-gar"]
"#;

fn whole(turns: &str) -> String {
    format!("{TAGS}\n{turns}\n")
}

/// Line, column and code of what is wrong.
pub(crate) fn wrong(read: Result<GameRecord, RecordError>) -> (u32, u32, &'static str) {
    let error = read.and_then(|record| record.validate()).unwrap_err();
    let Place { line, column } = error.place.unwrap();
    (line, column, error.code())
}

#[test]
fn a_record_says_who_played_what() {
    let record = GameRecord::parse(&whole("1. E2 A2 2. R2 *")).unwrap();
    assert_eq!(record.tag(Tag::Second), "van der Merwe, Ilse");
    assert_eq!(record.rule_set(), RuleSet::MSSA_GAR);
    assert_eq!(
        record.turns().iter().map(Turn::to_string).collect::<Vec<_>>(),
        ["E2", "A2", "R2"]
    );
    assert_eq!((record.result(), record.termination()), (GameResult::Unfinished, None));
    assert_eq!(record.validate().unwrap().termination, Termination::Unfinished);
    assert_eq!(
        record.to_string(),
        format!("{TAGS}[PlyCount \"3\"]\n\n1. E2 A2 2. R2 *\n")
    );
}

#[test]
fn every_tag_has_its_place() {
    let text = r#"[Event "?"]
[Site "?"]
[Date "?"]
[Round "?"]
[First "a \"quoted\" \\ name"]
[Second "?"]
[Result "1-0"]
[RuleSet "beads"]
[Termination "two-cows"]
[Umpire "Dlamini"]
[FirstId "M-0004217-K"]
[SecondId "M-0000001-A"]
[SetUp "1"]
[Position "XX....../O.O...../........ O 6 2 0 - -"]
[PlyCount "2"]

1... R5 2. E3xR5 1-0
"#;
    let record = GameRecord::parse(text).unwrap();
    assert_eq!(record.to_string(), text);
    assert_eq!(record.tag(Tag::First), "a \"quoted\" \\ name");
    assert_eq!(record.start().side(), Side::Second);
    assert_eq!(wrong(Ok(record)), (9, 1, "termination-contradicted"));
    let text = text.replace(" O 6 2 0", " O 6 1 0");
    let validated = GameRecord::parse(&text).unwrap().validate().unwrap();
    assert_eq!(
        (validated.result, validated.termination, validated.plies),
        (GameResult::FirstWins, Termination::TwoCows, 2)
    );
}

#[test]
fn comments_and_lines_may_stand_anywhere_between() {
    let plain = GameRecord::parse(&whole("1. E2 A2 2. R2 *")).unwrap();
    for turns in [
        "E2 A2 R2 *",
        "1.E2 A2 2.R2 *",
        "1. E2 1... A2 2. R2 *",
        "{a}1.{b}E2{c}A2{d}2.{e}R2{f}*{g}",
        "1. ; E1 was better\nE2 A2\n\n\n2.\n\tR2\r\n*; end",
        "{{{{{{ E9 ;}E2 A2 R2 *",
        "{\n}E2 ;}\nA2 R2 * {} ;",
    ] {
        assert_eq!(GameRecord::parse(&whole(turns)).as_ref(), Ok(&plain), "{turns}");
    }
    let shuffled: Vec<&str> = TAGS.lines().rev().collect();
    assert_eq!(
        GameRecord::parse(&format!("\u{feff}{};\n{{}}E2 A2 R2 *", shuffled.join(" "))),
        Ok(plain)
    );
}

#[test]
fn what_cannot_be_read_is_shown() {
    for (turns, expected) in [
        ("1. E2 A2 2. E9 *", (10, 13, "syntax")),
        ("1. E2 A2 2. é9 *", (10, 13, "syntax")),
        ("1. E2 A2\n2. E2 *", (11, 4, "occupied")),
        ("1. E2 E2\n2. nonsense *", (10, 7, "occupied")),
        ("1. E2 {é} A2xE2 *", (10, 11, "shot-not-earned")),
        ("1. E2 e2 *", (10, 7, "syntax")),
        ("1. E2 A2 3. R2 *", (10, 10, "turn-number")),
        ("1. E2 2. A2 *", (10, 7, "turn-number")),
        ("1... E2 A2 *", (10, 1, "turn-number")),
        ("1.. E2 A2 *", (10, 1, "turn-number")),
        ("99999999999999999999. E2 A2 *", (10, 1, "turn-number")),
        ("1. E2 A2 2. *", (10, 10, "turn-number")),
        ("1 E2 A2 *", (10, 1, "syntax")),
        ("1. 1. E2 *", (10, 4, "syntax")),
        ("1. E2 A2", (11, 1, "result-missing")),
        ("", (11, 1, "result-missing")),
        ("1. E2 A2 [Event \"?\"]", (10, 10, "result-missing")),
        ("1. E2 A2 1-0", (10, 10, "result-unlike")),
        ("1. E2 A2 * E1", (10, 12, "more-text")),
        ("1. E2 A2 * }", (10, 12, "more-text")),
        ("1. E2 { A2 * ;", (10, 7, "comment-open")),
        ("1. E2 } A2 *", (10, 7, "syntax")),
        ("1. E2 (A2) *", (10, 7, "syntax")),
    ] {
        assert_eq!(wrong(GameRecord::parse(&whole(turns))), expected, "{turns}");
    }
}

#[test]
fn tags_are_checked() {
    for (from, to, expected) in [
        ("[Site", "[Sites", (2, 1, "tag-unknown")),
        ("[Site", "[Event", (2, 1, "tag-repeated")),
        (
            "[Result \"*\"]",
            "[Result \"*\"][Result \"*\"]",
            (7, 13, "tag-repeated"),
        ),
        ("[Site \"Tzaneen\"]\n", "", (9, 1, "tag-missing")),
        ("[Result \"*\"]\n", "", (9, 1, "tag-missing")),
        ("[RuleSet \"mssa-gar\"]\n", "", (9, 1, "tag-missing")),
        ("\"*\"", "\"2-0\"", (7, 1, "tag-value")),
        ("mssa-gar", "chess", (8, 1, "tag-value")),
        (
            "\"mssa-gar\"]",
            "\"mssa-gar\"][Termination \"boredom\"]",
            (8, 21, "tag-value"),
        ),
        ("\"mssa-gar\"]", "\"mssa-gar\"][PlyCount \"3\"]", (8, 21, "ply-count")),
        (
            "\"mssa-gar\"]",
            "\"mssa-gar\"][PlyCount \"three\"]",
            (8, 21, "tag-value"),
        ),
        ("\"mssa-gar\"]", "\"mssa-gar\"][SetUp \"1\"]", (10, 1, "tag-missing")),
        ("\"mssa-gar\"]", "\"mssa-gar\"][SetUp \"0\"]", (8, 21, "tag-value")),
        (
            "\"mssa-gar\"]",
            "\"mssa-gar\"][SetUp \"1\"][Position \"-\"]",
            (8, 32, "position"),
        ),
        (
            "\"mssa-gar\"]",
            "\"mssa-gar\"][Position \"......../......../........ X 12 12 0 - -\"]",
            (10, 1, "tag-missing"),
        ),
        (
            "\"mssa-gar\"]",
            "\"mssa-gar\"][Position \"......../......../........ X 1 1 0 - -\"][SetUp \"1\"]",
            (8, 21, "position"),
        ),
        ("\"Tzaneen\"]", "\"Tzaneen]", (2, 1, "tag-syntax")),
        ("\"Tzaneen\"]", "Tzaneen]", (2, 1, "tag-syntax")),
        ("\"Tzaneen\"]", "\"Tzaneen\"", (2, 1, "tag-syntax")),
        ("\"Tzaneen\"]", "\"Tza\\neen\"]", (2, 1, "tag-syntax")),
        ("\"Tzaneen\"]", "\"Tza\u{7}neen\"]", (2, 1, "tag-syntax")),
        ("\"Tzaneen\"]", "\"Tzaneen\\", (2, 1, "tag-syntax")),
    ] {
        let text = whole("1. E2 A2 *").replacen(from, to, 1);
        assert_ne!(text, whole("1. E2 A2 *"));
        assert_eq!(wrong(GameRecord::parse(&text)), expected, "{to}");
    }
}

/// First has won on the board after this; before its last turn nobody has.
const WON: &str = "XX....../O.O...../........ X 6 1 0 - -";
const DRAWN: &str = "XXX...../......../....OOOO O 0 0 20 - -";

#[test]
fn a_finished_board_decides() {
    let won = position(WON);
    let record = GameRecord::from_turns(won, ["E3xA1".parse().unwrap()]).unwrap();
    assert_eq!(
        (record.result(), record.termination()),
        (GameResult::FirstWins, Some(Termination::TwoCows))
    );
    for result in GameResult::ALL {
        for termination in Termination::ALL.into_iter().map(Some).chain([None]) {
            let given = record.clone().with_result(result, termination);
            let code = given.validate().map_err(|error| error.code());
            let expected = match (result, termination) {
                (GameResult::FirstWins, Some(Termination::TwoCows) | None) => Ok(Termination::TwoCows),
                (GameResult::FirstWins, _) => Err("termination-contradicted"),
                _ => Err("result-contradicted"),
            };
            assert_eq!(
                code.map(|validated| validated.termination),
                expected,
                "{result} {termination:?}"
            );
        }
    }
    let drawn = GameRecord::from_turns(position(DRAWN), []).unwrap();
    assert_eq!(
        (drawn.result(), drawn.termination()),
        (GameResult::Drawn, Some(Termination::TenMoves))
    );
}

#[test]
fn an_unfinished_board_needs_a_reason_for_a_result() {
    let record = GameRecord::from_turns(position(WON), []).unwrap();
    for result in GameResult::ALL {
        for termination in Termination::ALL.into_iter().map(Some).chain([None]) {
            let allowed: &[&str] = match result {
                GameResult::FirstWins | GameResult::SecondWins => &["resignation", "umpire", "time", "forfeit"],
                GameResult::Drawn => &["agreement", "umpire"],
                GameResult::Unfinished => &["unfinished"],
            };
            let expected = match termination {
                Some(reason) if allowed.contains(&reason.code()) => Ok(reason.code()),
                Some(_) => Err("termination-contradicted"),
                None if result == GameResult::Unfinished => Ok("unfinished"),
                None => Err("termination-missing"),
            };
            let given = record.clone().with_result(result, termination);
            let verdict = given
                .validate()
                .map(|validated| validated.termination.code())
                .map_err(|error| error.code());
            assert_eq!(verdict, expected, "{result} {termination:?}");
        }
    }
}

#[test]
fn a_file_holds_any_number_of_games() {
    let good = whole("1. E2 A2 *");
    let text = format!("{good}\n{good}{{between}}\n{good}");
    assert!(GameRecord::parse_all(&text).all(|record| record.is_ok()));
    assert_eq!(GameRecord::parse_all(&text).count(), 3);

    // Each fault costs its own game only, and is shown where it stands in the file.
    let text = format!("{good}{}{good}{}{good}", whole("1. E2 E9 *"), whole("1. E2 A2"));
    let places: Vec<Option<u32>> = GameRecord::parse_all(&text)
        .map(|record| record.err().and_then(|error| error.place).map(|at| at.line))
        .collect();
    assert_eq!(places, [None, Some(20), None, Some(41), None]);

    let text = format!("{}{good}{{", good.replace("E2", "{E2"));
    let codes: Vec<Option<&str>> = GameRecord::parse_all(&text)
        .map(|record| record.err().map(|error| error.code()))
        .collect();
    assert_eq!(codes, [Some("comment-open"), None, Some("comment-open")]);

    assert_eq!(GameRecord::parse_all("").count(), 0);
    assert_eq!(GameRecord::parse_all("no record\nat all").count(), 1);
}

#[test]
fn a_custom_rule_set_is_written_out() {
    let text = "no-move-back=any-break/line/free ten-moves=both/7/total shot=may all-in-lines=none";
    let rules: RuleSet = text.parse().unwrap();
    let record = GameRecord::from_turns(Position::new(rules), []).unwrap();
    assert!(record.to_string().contains(&format!("[RuleSet \"{text}\"]")));
    assert_eq!(GameRecord::parse(&record.to_string()), Ok(record));
    for broken in [
        text.replace("any-break", "some-break"),
        text.replace("/7/", "/0/"),
        text.replace("/7/", "/07/"),
        text.replace("/7/", "/256/"),
        text.replace("/free", ""),
        text.replace("/free", "/free/free"),
        text.replace(" shot=may", ""),
        text.replace("may", "must not"),
        format!("{text} "),
        format!(" {text}"),
        "custom".to_owned(),
        String::new(),
    ] {
        assert!(broken.parse::<RuleSet>().is_err(), "{broken}");
    }
}

#[test]
fn no_line_of_turns_is_longer_than_79() {
    let turns = crate::outcomes::FULL_BOARD.split(' ').map(|turn| turn.parse().unwrap());
    let record = GameRecord::from_turns(Position::new(RuleSet::MSSA_GAR), turns).unwrap();
    let text = record.to_string();
    assert!(text.lines().all(|line| line.len() < 80));
    assert!(text.lines().any(|line| line.len() > 70));
    assert!(text.ends_with(" 0-1\n"));
}

#[test]
fn hostile_texts_are_refused_quickly() {
    let shuffle = "XXXX..../......../....OOOO X 0 0 0 - -";
    let long = format!(
        "[SetUp \"1\"][Position \"{shuffle}\"]\n{}*",
        "E4-E5 R8-R1 E5-E4 R1-R8\n".repeat(25_000)
    );
    let validated = GameRecord::parse_lenient(&long).unwrap().validate().unwrap();
    assert_eq!(
        (validated.plies, validated.end.to_string().as_str()),
        (100_000, shuffle)
    );
    let wrong_at_last = long.replace('*', "E1-E2");
    assert_eq!(
        wrong(GameRecord::parse_lenient(&wrong_at_last)),
        (25_002, 6, "result-missing")
    );
    assert_eq!(
        wrong(GameRecord::parse_lenient(&(wrong_at_last + " *"))),
        (25_002, 1, "occupied")
    );

    let too_long = "E4-E5\n".repeat((1 << 17) + 1);
    assert_eq!(
        wrong(GameRecord::parse_lenient(&too_long)),
        ((1 << 17) + 1, 1, "too-many-turns")
    );

    let megabyte = 1 << 20;
    for unit in [
        "{", "}", "[", "]", "\"", "\\", "x", "x ", "- ", "E1", "E1 ", "1", "1.", "1. ", "*", "é", "\0", ";", " to",
        "[a \"\"]",
    ] {
        let text = unit.repeat(megabyte / unit.len());
        for text in [&text, &whole(&text)] {
            let read = [GameRecord::parse(text), GameRecord::parse_lenient(text)];
            assert!(
                read.iter()
                    .all(|read| read.as_ref().is_err_and(|error| error.to_string().len() < 400)),
                "{unit}"
            );
            assert!(GameRecord::parse_all(text).all(|record| record.is_err()));
        }
    }
    for byte in 0..=u8::MAX {
        let text = String::from_utf8_lossy(&[byte]).repeat(10_000);
        assert!(
            GameRecord::parse(&text).is_err() || GameRecord::parse_lenient(&text).is_err(),
            "{byte}"
        );
    }
    let mut games = String::new();
    (0..20_000).for_each(|_| games.write_str("[Event \"\n[Event \"\"]{\n").unwrap());
    assert_eq!(GameRecord::parse_all(&games).count(), 40_000);
    // Were any of this not linear it would take hours.
}

fn position(text: &str) -> Position {
    text.parse::<Setup>().unwrap().into_position(RuleSet::MSSA_GAR).unwrap()
}

/// Words with everything that could confuse a reader.
fn words() -> impl Strategy<Value = String> {
    prop_oneof!["[\"\\\\\\[\\]{};*é a-z]{0,20}", "\\PC{0,20}"]
}

fn records() -> impl Strategy<Value = GameRecord> {
    let result = proptest::sample::select(&GameResult::ALL[..]);
    let termination = proptest::option::of(proptest::sample::select(&Termination::ALL[..]));
    (
        games(),
        0..200_usize,
        vec(words(), 9),
        proptest::option::of((result, termination)),
    )
        .prop_map(|((rules, choices), skip, words, end)| {
            let (turns, _) = turns_of(rules, &choices);
            let skip = skip % (turns.len() + 1);
            // Some games begin at a position in the middle.
            let start = if skip % 2 == 0 { 0 } else { skip };
            let position = turns[..start]
                .iter()
                .fold(Position::new(rules), |position, turn| position.play_unchecked(*turn));
            let mut record = GameRecord::from_turns(position, turns[start..].iter().copied()).unwrap();
            for (tag, words) in Tag::ALL.into_iter().zip(&words) {
                record = record.with_tag(tag, words);
            }
            end.into_iter().fold(record, |record, (result, termination)| {
                record.with_result(result, termination)
            })
        })
}

proptest! {
    #[test]
    fn what_is_written_is_read_again(record in records()) {
        let text = record.to_string();
        let read = GameRecord::parse(&text);
        prop_assert_eq!(read.as_ref(), Ok(&record), "{}", text);
        prop_assert_eq!(read.unwrap().to_string(), &*text);
        prop_assert_eq!(GameRecord::parse_lenient(&text), Ok(record.clone()));
        let file = format!("{text}\n{text}");
        prop_assert!(GameRecord::parse_all(&file).eq([Ok(record.clone()), Ok(record)]));
    }

    #[test]
    fn games_that_end_on_the_board_are_valid((rules, choices) in games()) {
        let (turns, end) = turns_of(rules, &choices);
        let record = GameRecord::from_turns(Position::new(rules), turns).unwrap();
        let validated = record.validate().unwrap();
        prop_assert_eq!((validated.end, validated.outcome, validated.plies), (end, end.outcome(), record.turns().len()));
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in "\\PC*", near in "([EAR][1-8x-]|[EAR1-8x.*{};\n-]|1-0|\\[Event \"|\"\\]| ){0,40}") {
        for text in [&text, &near, &whole(&near)] {
            for record in [GameRecord::parse(text), GameRecord::parse_lenient(text)].into_iter().flatten() {
                prop_assert_eq!(GameRecord::parse(&record.to_string()), Ok(record.clone()));
                drop(record.validate());
            }
            prop_assert!(GameRecord::parse_all(text).count() <= text.len());
            prop_assert!(GameRecord::parse_all(text).lenient().count() <= text.len());
        }
    }
}
