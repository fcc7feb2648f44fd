//! The house rules that a compiler does not know, read off the sources.

use std::path::{Path, PathBuf};

/// The nouns in their order: each may use those before it.
pub const NOUNS: [&str; 21] = [
    "accounts",
    "federation",
    "provinces",
    "clubs",
    "players",
    "certificate_codes",
    "umpires",
    "tournaments",
    "games",
    "rankings",
    "colours",
    "certificates",
    "doubts",
    "imports",
    "persons",
    "exports",
    "statistics",
    "trail",
    "events",
    "webhooks",
    "pens",
];

/// A file that is longer usually holds two ideas.
const LONGEST_FILE: usize = 530;

pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All Rust sources below a folder, with their path from the root and their text.
pub(crate) fn sources(folder: &str) -> Vec<(String, String)> {
    fn walk(folder: &Path, files: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                walk(&path, files);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    let mut files = Vec::new();
    walk(&root().join(folder), &mut files);
    assert!(!files.is_empty(), "{folder} has no sources");
    files
        .into_iter()
        .map(|file| {
            let name = file.strip_prefix(root()).unwrap().display().to_string();
            (name, std::fs::read_to_string(&file).unwrap())
        })
        .collect()
}

/// The folders of the service's sources: its crates from the ground up, then the program.
pub const HOUSE: [&str; 7] = [
    "crates/base/src",
    "crates/register/src",
    "crates/tournaments/src",
    "crates/honours/src",
    "crates/exchange/src",
    "crates/desk/src",
    "src",
];

/// All sources of the service.
pub fn service() -> Vec<(String, String)> {
    HOUSE.into_iter().flat_map(sources).collect()
}

/// The path of a source below the folder of its crate, as `players/store.rs`.
pub fn within(file: &str) -> &str {
    file.split_once("src/").map_or(file, |(_, path)| path)
}

/// The room of a source, which is a floor or a noun; none of the roots of crates and of the program.
pub fn room_of(file: &str) -> Option<&str> {
    Some(within(file).split_once('/')?.0)
}

/// The source without its comments: a comment may name what the code may not.
pub fn code(text: &str) -> String {
    text.lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .collect::<Vec<_>>()
        .join("\n")
}

fn noun_of(file: &str) -> Option<usize> {
    let room = room_of(file)?;
    NOUNS.iter().position(|noun| *noun == room)
}

/// The floors in their order: each may use those below it. The nouns stand between the plumbing and what puts them together.
const FLOORS: [&str; 10] = [
    "values",
    "operations",
    "languages",
    "db",
    "web",
    "nouns",
    "care",
    "pages",
    "app",
    "cli",
];

/// The floor of a room.
pub fn floor_of(room: &str) -> Option<usize> {
    let floor = if NOUNS.contains(&room) { "nouns" } else { room };
    FLOORS.iter().position(|known| *known == floor)
}

/// The parts of the service that a source names, as `use crate::part` or in passing.
fn named_parts(text: &str) -> Vec<String> {
    let mut parts: Vec<String> = code(text)
        .split("crate::")
        .skip(1)
        .map(|path| path.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect())
        .collect();
    parts.sort();
    parts.dedup();
    parts
}

#[test]
fn every_folder_of_the_service_is_a_floor_or_a_noun_with_its_files() {
    let folders = HOUSE.map(|folder| std::fs::read_dir(root().join(folder)).unwrap());
    for entry in folders.into_iter().flatten() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        if !entry.path().is_dir() {
            assert!(
                ["lib.rs", "main.rs"].contains(&name.as_str()),
                "{name} stands on no floor"
            );
        } else if NOUNS.contains(&name.as_str()) {
            // What is shared by nouns may lack HTTP, and what stands above them SQL of its own.
            let files: &[&str] = match name.as_str() {
                "certificate_codes" => &["mod.rs", "store.rs"],
                "exports" | "persons" => &["mod.rs", "routes.rs"],
                _ => &["mod.rs", "store.rs", "routes.rs"],
            };
            for file in files {
                let path = entry.path().join(file);
                let folder = path.with_extension("");
                assert!(
                    path.exists() || folder.join("mod.rs").exists(),
                    "{name}/{file} is missing"
                );
            }
        } else {
            assert!(
                FLOORS.contains(&name.as_str()),
                "{name} is no floor and no noun of the list"
            );
        }
    }
}

#[test]
fn floors_use_those_below_them() {
    let mut looked_at = 0;
    for (file, text) in service() {
        let Some(own) = room_of(&file).and_then(floor_of) else {
            continue;
        };
        assert!(
            !code(&text).contains("use crate::{"),
            "{file} names several parts in one line"
        );
        for part in named_parts(&text) {
            let Some(other) = floor_of(&part) else { continue };
            assert!(other <= own, "{file} uses {part}, which stands above it");
            looked_at += 1;
        }
    }
    assert!(looked_at > 800, "{looked_at}");
}

/// Whether code names more of diesel than what lets an entity be a row of its table.
fn names_sql(code: &str) -> bool {
    const OF_ROWS: [&str; 4] = ["AsChangeset", "Insertable", "Queryable", "Selectable"];
    code.split("diesel::").skip(1).any(|named| {
        let named = named.split(';').next().unwrap_or_default();
        let mut words = named
            .split(|c: char| !c.is_alphanumeric())
            .filter(|name| !name.is_empty());
        !words.all(|name| OF_ROWS.contains(&name))
    })
}

#[test]
fn only_routes_speak_http_and_only_stores_speak_sql() {
    for (file, text) in service() {
        if noun_of(&file).is_none() {
            continue;
        }
        let text = code(&text);
        let is_routes = file.ends_with("/routes.rs") || file.contains("/routes/") || file.ends_with("/caller.rs");
        assert!(is_routes || !text.contains("actix_web"), "{file} names actix");
        let is_store = file.ends_with("/store.rs") || file.contains("/store/");
        assert!(is_store || !names_sql(&text), "{file} names diesel");
        assert!(!is_store || !text.contains("routes::"), "{file} knows of routes");
    }
}

#[test]
fn nouns_use_those_before_them() {
    for (file, text) in service() {
        let Some(own) = noun_of(&file) else { continue };
        // Several at once could not be told apart here.
        assert!(
            !code(&text).contains("use crate::{"),
            "{file} names several modules in one line"
        );
        for (place, noun) in NOUNS.iter().enumerate().skip(own + 1) {
            let named = code(&text).contains(&format!("crate::{noun}"));
            assert!(!named, "{file} uses {noun}, which is number {place} and comes after it");
        }
    }
}

#[test]
fn routes_have_no_connection_and_are_named_by_the_app_alone() {
    for (file, text) in service() {
        let Some(_) = noun_of(&file) else { continue };
        let code = code(&text);
        if file.ends_with("/routes.rs") || file.contains("/routes/") {
            assert!(!code.contains("&mut Conn"), "{file} works with a connection");
        }
        for named in code.split("crate::").skip(1) {
            let path: &str = named
                .split(|c: char| !c.is_alphanumeric() && c != '_' && c != ':')
                .next()
                .unwrap_or_default();
            let Some((of, _)) = path.split_once("::routes") else {
                continue;
            };
            let own = within(&file).replace('/', "::");
            assert!(own.starts_with(&format!("{of}::")), "{file} names the routes of {of}");
        }
    }
}

#[test]
fn every_handler_says_first_who_may_call_it() {
    const CALLERS: [&str; 8] = [
        "Anyone",
        "SignedIn",
        "Administrator",
        "Coordinator",
        "ClubSecretary",
        "ClubSecretaryOrUmpire",
        "TournamentOfficial",
        "Institution",
    ];
    let (mut handlers, mut pages) = (0, 0);
    for (file, text) in service() {
        for macro_name in ["#[get(", "#[post(", "#[patch(", "#[put(", "#[delete("] {
            for handler in code(&text).split(macro_name).skip(1) {
                let parameters = handler.split_once("async fn").unwrap().1.split_once('(').unwrap().1;
                let first = parameters.split([',', ')']).next().unwrap();
                let caller = first.split(':').nth(1).unwrap_or_default().trim();
                if room_of(&file) != Some("pages") && !file.ends_with("_page.rs") {
                    assert!(CALLERS.contains(&caller), "{file}: the first parameter is {first:?}");
                    handlers += 1;
                    continue;
                }
                // A form comes with its caller, or beside one; and none is read but as one that only its own page sends.
                let sent = caller.strip_prefix("Sent<").and_then(|caller| caller.strip_suffix('>'));
                assert!(
                    CALLERS.contains(&sent.unwrap_or(caller)),
                    "{file}: the first parameter is {first:?}"
                );
                let is_form = sent.is_some() || parameters.split(')').next().unwrap().contains(": Form");
                assert_eq!(is_form, macro_name == "#[post(", "{file}: {parameters:.60}");
                pages += 1;
            }
        }
    }
    assert_eq!(handlers, crate::contract::operations().count());
    assert!(pages > 20, "{pages}");
}

/// The folders below a noun, with the files that stand in each.
fn slices() -> std::collections::BTreeMap<String, Vec<String>> {
    let mut slices = std::collections::BTreeMap::<String, Vec<String>>::new();
    for (file, _) in service() {
        if let (Some(_), Some((folder, name))) = (noun_of(&file), file.rsplit_once('/')) {
            slices.entry(folder.to_owned()).or_default().push(name.to_owned());
        }
    }
    slices
}

#[test]
fn a_slice_that_speaks_http_or_sql_says_in_its_mod_what_it_is() {
    let slices = slices();
    let speaking = slices.iter().filter(|(_, files)| {
        let speaks = |name: &str| files.iter().any(|file| file == name);
        speaks("routes.rs") || speaks("store.rs") || speaks("use_cases.rs")
    });
    let mut looked_at = 0;
    for (folder, files) in speaking {
        assert!(files.iter().any(|file| file == "mod.rs"), "{folder} has no mod.rs");
        let text = std::fs::read_to_string(root().join(folder).join("mod.rs")).unwrap();
        assert!(
            text.starts_with("//! "),
            "{folder}/mod.rs does not say what the slice is"
        );
        looked_at += 1;
    }
    assert!(looked_at > 40, "{looked_at}");
}

#[test]
fn every_public_item_has_a_summary() {
    const ITEMS: [&str; 8] = ["async fn", "const", "enum", "fn", "static", "struct", "trait", "type"];
    let mut looked_at = 0;
    for (file, text) in service() {
        let mut documented = false;
        for line in text.lines() {
            let named = line.strip_prefix("pub ");
            if named.is_some_and(|item| ITEMS.iter().any(|kind| item.starts_with(&format!("{kind} ")))) {
                assert!(documented, "{file}: {line}");
                looked_at += 1;
            }
            // Attributes stand between the summary and the item.
            documented =
                line.starts_with("/// ") || (documented && !line.is_empty() && line.starts_with(['#', ' ', ')']));
        }
    }
    assert!(looked_at > 1500, "{looked_at}");
}

#[test]
fn summaries_begin_with_a_noun_or_a_verb() {
    const HEADLESS: [&str; 6] = ["Who", "Whom", "Whose", "What", "Of", "So"];
    let mut looked_at = 0;
    for (file, text) in ["src", "crates"].into_iter().flat_map(sources) {
        let mut before = "";
        for line in text.lines().map(str::trim_start) {
            let summary = ["/// ", "//! "].iter().find_map(|mark| {
                let begins = !before.starts_with(mark.trim_end());
                line.strip_prefix(mark).filter(|_| begins)
            });
            if let Some(summary) = summary {
                let first = summary.split([' ', ',']).next().unwrap_or_default();
                assert!(!HEADLESS.contains(&first), "{file}: {summary}");
                looked_at += 1;
            }
            before = line;
        }
    }
    assert!(looked_at > 3000, "{looked_at}");
}

#[test]
fn files_are_short() {
    // The list of all tables is one idea.
    for (file, text) in ["src", "tests", "crates"]
        .into_iter()
        .flat_map(sources)
        .filter(|(file, _)| file != "crates/base/src/db/schema.rs")
    {
        let lines = text.lines().count();
        assert!(lines <= LONGEST_FILE, "{file} has {lines} lines");
    }
}

#[test]
fn names_are_those_of_the_glossary() {
    let glossary = std::fs::read_to_string(root().join("docs/glossary.md")).unwrap();
    let rows = glossary.lines().filter(|line| line.starts_with("| "));
    let unused = rows.filter_map(|row| row.trim_end_matches('|').rsplit('|').next());
    let unused: Vec<&str> = unused.flat_map(|names| names.split('`').skip(1).step_by(2)).collect();
    assert!(unused.len() > 10, "{unused:?}");
    for (file, text) in service() {
        let code = code(&text);
        let mut names = code.split(|c: char| !c.is_alphanumeric() && c != '_');
        if let Some(name) = names.find(|name| unused.contains(name)) {
            panic!("{file} says {name}; the glossary has another word for it");
        }
    }
}

#[test]
fn the_map_names_every_room_and_the_readme_is_short() {
    let map = std::fs::read_to_string(root().join("docs/architecture.md")).unwrap();
    for room in NOUNS.iter().chain(FLOORS.iter().filter(|floor| **floor != "nouns")) {
        assert!(map.contains(&format!("`{room}/`")), "the map lacks {room}");
    }
    let readme = std::fs::read_to_string(root().join("README.md")).unwrap();
    assert!(
        readme.len() <= 7 * 1024,
        "the README has {} bytes: what it shows further stands in docs/",
        readme.len()
    );
}
