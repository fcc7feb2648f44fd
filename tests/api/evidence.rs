//! The evidence for OWASP ASVS in `docs/asvs.md`: each requirement has its row, each row evidence, and what it names is there.

use std::path::Path;

use crate::tidy::{HOUSE, root};

/// The requirements of levels 1 and 2 in each chapter of version 5.0.0.
const REQUIREMENTS: [usize; 17] = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7];

/// The words with which evidence begins that is no test.
const WORDS: [&str; 5] = [
    "By construction: ",
    "Documented: ",
    "Operator: ",
    "Not applicable: ",
    "Not met: ",
];

fn read(path: &str) -> Option<String> {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).ok()
}

fn page() -> String {
    read("docs/asvs.md").unwrap()
}

/// The numbers of the requirements, each with its evidence.
fn rows(page: &str) -> Vec<([usize; 3], &str)> {
    let of_requirements = page.lines().filter(|line| {
        let cell = line.strip_prefix("| ").unwrap_or_default();
        cell.starts_with(|first: char| first.is_ascii_digit())
    });
    of_requirements
        .map(|line| {
            let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
            let [number, level, requirement, evidence] = cells[..] else {
                panic!("{line}")
            };
            assert!(["1", "2"].contains(&level) && requirement.len() > 5, "{line}");
            let number: Vec<usize> = number.split('.').map(|part| part.parse().unwrap()).collect();
            (number.try_into().unwrap(), evidence)
        })
        .collect()
}

/// The texts between backticks.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

#[test]
fn every_requirement_has_a_row_with_evidence() {
    let page = page();
    let rows = rows(&page);
    assert!(
        rows.is_sorted_by(|(one, _), (next, _)| one < next),
        "not in order, or twice"
    );
    for (chapter, count) in (1..).zip(REQUIREMENTS) {
        let there = rows.iter().filter(|([of, ..], _)| *of == chapter).count();
        assert_eq!(there, count, "rows of chapter {chapter}");
    }
    assert_eq!(rows.len(), REQUIREMENTS.iter().sum::<usize>());
    for (number, evidence) in &rows {
        let rest = WORDS.iter().find_map(|word| evidence.strip_prefix(word));
        let is_test = evidence.starts_with('`') && quoted(evidence).next().is_some_and(|name| name.contains("::"));
        assert!(
            is_test || rest.is_some_and(|rest| rest.len() > 4),
            "{number:?}: {evidence}"
        );
    }
}

#[test]
fn the_sums_are_those_of_the_rows() {
    let page = page();
    let rows = rows(&page);
    let beginning_with = |word: &str| rows.iter().filter(|(_, evidence)| evidence.starts_with(word)).count();
    for word in WORDS.into_iter().chain(["`"]) {
        let label = if word == "`" {
            "`file::function`"
        } else {
            word.trim_end_matches(": ")
        };
        let line = page.lines().find(|line| line.starts_with(&format!("| {label} |")));
        let sum = line.unwrap().trim_matches('|').rsplit('|').next().unwrap().trim();
        assert_eq!(sum, beginning_with(word).to_string(), "{label}");
    }
}

/// The file that a name's first part stands for: of the tests over HTTP, of a crate, or of the service.
fn source_of(file: &str) -> String {
    if Path::new(file).extension().is_none() {
        format!("tests/api/{file}.rs")
    } else if file.starts_with("crates/") {
        file.to_owned()
    } else {
        let places = HOUSE.iter().map(|folder| format!("{folder}/{file}"));
        let mut there = places.filter(|place| root().join(place).is_file());
        there.next().unwrap_or_else(|| panic!("{file} is not there"))
    }
}

/// Whether the source has a test of that name: marked as one, or in the list of those that run on both databases.
fn has_test(source: &str, function: &str) -> bool {
    let is_listed = source.lines().any(|line| line.trim() == format!("{function},"));
    let marks = source.split_once(&format!("fn {function}(")).map(|(before, _)| before);
    let is_marked = marks.is_some_and(|before| {
        let above = before.rsplit('\n').skip(1).map(str::trim);
        let mut marks = above.take_while(|line| line.starts_with("#[") || line.starts_with("//"));
        marks.any(|line| line.ends_with("test]"))
    });
    marks.is_some() && (is_listed || is_marked)
}

#[test]
fn every_test_that_is_named_exists() {
    let page = page();
    let rows = rows(&page);
    let mut named = 0;
    for (number, name) in rows
        .iter()
        .flat_map(|(number, evidence)| quoted(evidence).map(move |name| (number, name)))
    {
        let Some((file, function)) = name.split_once("::") else {
            continue;
        };
        let source = read(&source_of(file)).unwrap_or_default();
        assert!(
            has_test(&source, function),
            "{number:?} names {name}, and there is no such test"
        );
        named += 1;
    }
    assert!(named > 150, "{named}");
}

#[test]
fn every_test_of_the_threat_model_exists() {
    let page = read("docs/security.md").unwrap();
    let doors = page.lines().filter(|line| line.starts_with("| "));
    let mut named = 0;
    for (file, function) in doors.flat_map(quoted).filter_map(|name| name.split_once("::")) {
        let source = read(&source_of(file)).unwrap_or_default();
        assert!(has_test(&source, function), "{file}::{function} is no test");
        named += 1;
    }
    assert!(named > 50, "{named}");
}

/// The anchor of a heading, as forges make it.
fn anchor(heading: &str) -> String {
    let kept = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = kept
        .chars()
        .filter(|c| c.is_alphanumeric() || [' ', '-', '_'].contains(c));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

#[test]
fn every_link_leads_somewhere() {
    let page = page();
    let links = page
        .split("](")
        .skip(1)
        .filter_map(|rest| Some(rest.split_once(')')?.0));
    let mut followed = 0;
    for link in links.filter(|link| !link.starts_with("https://")) {
        let (file, heading) = link.split_once('#').unwrap_or((link, ""));
        let text = read(&format!("docs/{file}")).unwrap_or_else(|| panic!("{link} leads nowhere"));
        let mut headings = text.lines().filter(|line| line.starts_with('#'));
        assert!(
            heading.is_empty() || headings.any(|line| anchor(line) == heading),
            "{link}"
        );
        followed += 1;
    }
    assert!(followed > 40, "{followed}");
}
