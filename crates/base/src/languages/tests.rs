//! The texts of the six languages, held against each other and against what the code says.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use chrono::NaiveDate;
use fluent_bundle::FluentResource;
use maud::html;

use crate::languages::texts::{FILES, files};
use crate::languages::*;

/// The messages of a language by their keys, each as it is written.
fn messages(language: Language) -> BTreeMap<String, String> {
    let mut messages = BTreeMap::new();
    for (name, file) in FILES.iter().zip(files(language)) {
        let mut key = String::new();
        for line in file.lines().filter(|line| !line.starts_with('#')) {
            if let Some((begun, text)) = line.split_once(" = ").filter(|_| !line.starts_with(' ')) {
                key = begun.to_owned();
                let before = messages.insert(key.clone(), text.to_owned());
                assert_eq!(before, None, "{}/{name} has {key} twice", language.as_str());
            } else if let Some(text) = messages.get_mut(&key) {
                text.push_str(line);
            }
        }
    }
    messages
}

/// The names in a text that follow that mark.
fn names_after(text: &str, mark: &str) -> BTreeSet<String> {
    let named = text.split(mark).skip(1);
    named
        .map(|rest| rest.chars().take_while(char::is_ascii_alphanumeric).collect())
        .collect()
}

/// A text of the code: a key, and the names of the values and pieces that go with it.
struct Said {
    file: String,
    key: String,
    names: BTreeSet<String>,
}

/// All sources of the service with their texts.
fn sources(folder: &Path, found: &mut Vec<(String, String)>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push((path.display().to_string(), std::fs::read_to_string(&path).unwrap()));
        }
    }
}

/// The folder of the whole project.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn all_sources() -> Vec<(String, String)> {
    let mut found = Vec::new();
    for folder in ["src", "crates"] {
        sources(&root().join(folder), &mut found);
    }
    // What stands here is no text of the service.
    found.retain(|(path, _)| !path.ends_with("languages/tests.rs"));
    found
}

/// The names before the equal signs of a call's arguments, without what stands deeper in them.
fn names_given(arguments: &str) -> BTreeSet<String> {
    let (mut depth, mut quoted, mut before, mut names) = (0, false, String::new(), BTreeSet::new());
    let mut signs = arguments.chars().peekable();
    while let Some(sign) = signs.next() {
        match sign {
            '\\' if quoted => {
                signs.next();
            }
            '"' => quoted = !quoted,
            _ if quoted => {}
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' if depth == 0 => break,
            ')' | ']' | '}' => depth -= 1,
            ',' | ';' if depth == 0 => before.clear(),
            '=' if depth == 0 && signs.peek() != Some(&'=') => {
                names.insert(before.trim().to_owned());
            }
            _ if depth == 0 => before.push(sign),
            _ => {}
        }
    }
    names
}

/// All that the code says.
fn said() -> Vec<Said> {
    let mut said = Vec::new();
    for (file, text) in all_sources() {
        for mark in ["say!(", "weave!("] {
            for call in text.split(mark).skip(1) {
                // The macros themselves pass a key on.
                let Some((_, rest)) = call.split_once('"').filter(|_| !call.starts_with("$words")) else {
                    continue;
                };
                let Some((key, rest)) = rest.split_once('"') else {
                    continue;
                };
                said.push(Said {
                    file: file.clone(),
                    key: key.to_owned(),
                    names: names_given(rest),
                });
            }
        }
    }
    said
}

/// The codes of all kinds of problem.
fn codes() -> BTreeSet<String> {
    let mut codes = BTreeSet::new();
    for (_, text) in all_sources() {
        for kinds in text.split("problem_kinds! {").skip(1) {
            let kinds = kinds.split("\n}").next().unwrap_or_default();
            for kind in kinds.split(" = ").skip(1) {
                let (status, rest) = kind.split_once(" \"").unwrap();
                if status.parse::<u16>().is_ok() {
                    codes.insert(rest.split('"').next().unwrap_or_default().to_owned());
                }
            }
        }
    }
    codes
}

#[test]
fn every_line_is_read() {
    for language in Language::ALL {
        for (name, file) in FILES.iter().zip(files(*language)) {
            let faults = FluentResource::try_new(file.to_owned()).err();
            let faults = faults.map(|(_, faults)| faults);
            assert_eq!(faults, None, "{}/{name}", language.as_str());
        }
    }
}

#[test]
fn all_languages_say_the_same_with_the_same_values() {
    let english = messages(Language::English);
    for language in Language::ALL {
        let own = messages(*language);
        let keys = |of: &BTreeMap<String, String>| -> BTreeSet<String> {
            of.keys().filter(|key| !key.starts_with("problem-")).cloned().collect()
        };
        assert_eq!(keys(&own), keys(&english), "{}", language.as_str());
        for (key, text) in own.iter().filter(|(key, _)| english.contains_key(*key)) {
            let (named, in_english) = (names_after(text, "$"), names_after(&english[key], "$"));
            assert_eq!(named, in_english, "{key} in {}", language.as_str());
        }
    }
}

#[test]
fn what_is_said_is_there_and_what_is_there_is_said() {
    let (english, said) = (messages(Language::English), said());
    assert!(said.len() > 400, "{}", said.len());
    for Said { file, key, names } in &said {
        let text = english
            .get(key)
            .unwrap_or_else(|| panic!("{file} says {key}, which is not there"));
        assert_eq!(*names, names_after(text, "$"), "{key} in {file}");
    }
    let said: BTreeSet<&str> = said.iter().map(|one| one.key.as_str()).collect();
    let unsaid: Vec<_> = english.keys().filter(|key| !said.contains(key.as_str())).collect();
    assert!(unsaid.is_empty(), "nobody says {unsaid:?}");
}

#[test]
fn every_kind_of_problem_has_a_title_in_each_language() {
    let codes = codes();
    assert!(codes.len() > 150, "{}", codes.len());
    for language in Language::ALL.iter().filter(|language| **language != Language::English) {
        let own = messages(*language);
        let titled: BTreeSet<String> = own
            .keys()
            .filter_map(|key| key.strip_prefix("problem-"))
            .map(str::to_owned)
            .collect();
        assert_eq!(titled, codes, "{}", language.as_str());
    }
    // In English the titles stand where the kinds are declared.
    assert!(
        messages(Language::English)
            .keys()
            .all(|key| !key.starts_with("problem-"))
    );
}

#[test]
fn what_is_counted_has_all_forms_of_the_language() {
    let counted = |language: Language| {
        let mut counted = Vec::new();
        for (key, text) in messages(language) {
            // In all six there is the form for one, or for none and one, and that for all else.
            for choice in text.split("->").skip(1) {
                assert!(choice.contains("[one]") && choice.contains("*[other]"), "{key}");
                assert_eq!(choice.split('}').next().unwrap_or_default().matches("[few]").count(), 0);
                counted.push(key.clone());
            }
        }
        counted.sort_unstable();
        counted
    };
    let in_english = counted(Language::English);
    assert!(in_english.len() > 5, "{in_english:?}");
    for language in Language::ALL {
        assert_eq!(counted(*language), in_english, "{}", language.as_str());
    }
    let games = |language, turns: usize| say!(Words::of(language), "turns-counted", turns = turns);
    assert_eq!(games(Language::English, 1), "1 turn");
    assert_eq!(games(Language::English, 0), "0 turns");
    assert_eq!(games(Language::Afrikaans, 41), "41 beurte");
    for language in Language::ALL {
        assert_ne!(
            games(*language, 1).replace('1', "2"),
            games(*language, 2),
            "{}",
            language.as_str()
        );
    }
}

#[test]
fn the_words_of_the_game_are_those_of_the_list() {
    let path = root().join("docs/languages.md");
    let list = std::fs::read_to_string(path).unwrap();
    let rows: Vec<Vec<&str>> = list
        .lines()
        .filter(|line| line.starts_with("| "))
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .skip(2)
        .collect();
    assert!(rows.len() > 20, "{}", rows.len());
    for (column, language) in Language::ALL.iter().enumerate() {
        let texts = files(*language).concat().to_lowercase();
        for row in &rows {
            assert_eq!(row.len(), Language::ALL.len(), "{row:?}");
            for word in row[column].split(", ") {
                assert!(
                    texts.contains(&word.to_lowercase()),
                    "{}: {word} is nowhere",
                    language.as_str()
                );
            }
        }
    }
}

#[test]
fn a_language_is_taken_by_how_much_it_is_wanted() {
    for (header, language) in [
        ("", Language::English),
        ("zu", Language::Zulu),
        ("zu-ZA,en;q=0.5", Language::Zulu),
        ("ZU-za", Language::Zulu),
        ("en;q=0.5,zu;q=0.9", Language::Zulu),
        ("de,fr;q=0.9,af;q=0.1", Language::Afrikaans),
        ("de, fr", Language::English),
        ("*", Language::English),
        ("*;q=0.1, st", Language::Sotho),
        ("tn;q=0", Language::English),
        ("tn;q=0, xh;q=0.001", Language::Xhosa),
        ("xh, tn", Language::Xhosa),
        ("xh;q=much, tn;q=0.2", Language::Tswana),
        ("xh;q=1.5, tn;q=0.2", Language::Tswana),
        ("zulu", Language::English),
        (",;,-;q=", Language::English),
    ] {
        assert_eq!(Language::accepted(header), language, "{header:?}");
    }
}

#[test]
fn days_are_said_as_people_write_them() {
    let day = |text: &str| text.parse::<NaiveDate>().unwrap();
    let english = Words::ENGLISH;
    assert_eq!(english.day_of_week(day("2026-12-04")), "Friday 4 December 2026");
    assert_eq!(english.month_of_year(day("2026-12-04")), "December 2026");
    for (first, last, told) in [
        ("2027-04-17", "2027-04-17", "17 April 2027"),
        ("2027-04-17", "2027-04-18", "17–18 April 2027"),
        ("2027-04-30", "2027-05-01", "30 April – 1 May 2027"),
        ("2027-12-31", "2028-01-01", "31 December 2027 – 1 January 2028"),
    ] {
        assert_eq!(english.days(day(first), day(last)), told);
    }
    let told = Language::ALL
        .iter()
        .map(|language| Words::of(*language).day(day("2026-03-14")));
    let told: Vec<String> = told.collect();
    let expected = [
        "14 March 2026",
        "14 Mashi 2026",
        "14 Matshi 2026",
        "14 Hlakubele 2026",
        "14 Mopitlwe 2026",
        "14 Maart 2026",
    ];
    assert_eq!(told, expected);
}

#[test]
fn what_is_woven_in_is_escaped_and_stands_where_it_belongs() {
    let code = html! { q { "<b> & \u{e000}" } };
    let woven = weave!(Words::ENGLISH, "asked-for-was"; code = code);
    assert_eq!(woven.into_string(), "Asked for was <q>&lt;b&gt; &amp; \u{e000}</q>.");
    let other = html! { a href="/" { "T. M." } };
    let bout = weave!(Words::ENGLISH, "bout", round = 3, own = "1½", theirs = "<"; other = other);
    assert_eq!(bout.into_string(), "Round 3: <a href=\"/\">T. M.</a>, 1½ to &lt;");
}

#[test]
fn what_has_no_text_is_said_by_its_key() {
    assert_eq!(Words::of(Language::Zulu).say("no-such-text", None), "no-such-text");
}

#[test]
fn names_of_arguments_are_read_off_the_code() {
    let names = names_given(r#", a = f(x, y == 1), b = "c = d"; e = html! { p { "x" } }) } rest = 1"#);
    assert_eq!(names.into_iter().collect::<Vec<_>>(), ["a", "b", "e"]);
}
