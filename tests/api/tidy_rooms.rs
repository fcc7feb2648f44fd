//! Arrows between the files of a room, read off the paths in the sources: none of them goes in a circle.

use std::collections::{BTreeMap, BTreeSet};

use crate::tidy::{code, room_of, service, within};

/// The files of a room that are in circles still, by room; a number may only fall.
const KNOTTED: [(&str, usize); 15] = [
    ("accounts", 7),
    ("app", 7),
    ("certificates", 3),
    ("cli", 15),
    ("clubs", 3),
    ("colours", 6),
    ("db", 12),
    ("games", 5),
    ("imports", 7),
    ("pages", 41),
    ("pens", 6),
    ("players", 4),
    ("rankings", 2),
    ("values", 4),
    ("web", 4),
];

/// The files of a room, by the path of their module, with their code without its unit tests.
fn modules(room: &str) -> BTreeMap<String, String> {
    let sources = service().into_iter().filter(|(file, _)| room_of(file) == Some(room));
    sources
        .map(|(file, text)| {
            let path = within(&file).trim_end_matches(".rs").trim_end_matches("/mod");
            let tested = text.split("\n#[cfg(test)]\nmod ").next().unwrap();
            (path.replace('/', "::"), code(tested))
        })
        .collect()
}

/// The names in a path that may end in a list: `a::{b, c}` are `a::b` and `a::c`.
fn listed(path: &str) -> Vec<String> {
    let end = path.find(|sign: char| !sign.is_alphanumeric() && sign != '_' && sign != ':');
    let (path, after) = path.split_at(end.unwrap_or(path.len()));
    let list = after.strip_prefix('{').and_then(|list| list.split('}').next());
    match list.filter(|_| path.ends_with("::")) {
        Some(list) => {
            let names = list.split(',').filter_map(|name| name.split_whitespace().next());
            names.map(|name| format!("{path}{name}")).collect()
        }
        None => vec![path.trim_end_matches(':').to_owned()],
    }
}

/// The names that a module re-exports of its children, with the path of each.
fn exports(module: &str, code: &str) -> BTreeMap<String, String> {
    let lists = code
        .split("pub use ")
        .skip(1)
        .filter(|rest| !rest.starts_with("crate::"));
    let names = lists.flat_map(listed).filter_map(|path| {
        let (child, name) = path.rsplit_once("::")?;
        Some((name.to_owned(), format!("{module}::{child}")))
    });
    names.collect()
}

/// The files that each file of a room names.
fn arrows(room: &str) -> BTreeMap<String, BTreeSet<String>> {
    let modules = modules(room);
    let exported: BTreeMap<&String, BTreeMap<String, String>> = modules
        .iter()
        .map(|(module, code)| (module, exports(module, code)))
        .collect();
    let resolved = |path: &str| {
        let names: Vec<&str> = path.split("::").collect();
        let module = (1..=names.len()).rev().find_map(|count| {
            let module = names[..count].join("::");
            modules.contains_key(&module).then_some((module, count))
        });
        module.map(
            |(module, count)| match names.get(count).and_then(|name| exported[&module].get(*name)) {
                Some(child) => child.clone(),
                None => module,
            },
        )
    };
    let arrows = modules.iter().map(|(module, code)| {
        let named = code.split("crate::").skip(1).flat_map(listed);
        let named = named.filter_map(|path| resolved(&path)).filter(|other| other != module);
        (module.clone(), named.collect())
    });
    arrows.collect()
}

/// The files from which arrows lead back to themselves.
fn knotted(arrows: &BTreeMap<String, BTreeSet<String>>) -> Vec<&String> {
    let reaches_itself = |start: &&String| {
        let mut reached = BTreeSet::new();
        let mut next: Vec<&String> = vec![start];
        while let Some(module) = next.pop() {
            for other in arrows.get(module).into_iter().flatten() {
                if reached.insert(other) {
                    next.push(other);
                }
            }
        }
        reached.contains(start)
    };
    arrows.keys().filter(reaches_itself).collect()
}

#[test]
fn files_of_a_room_do_not_go_in_circles() {
    let rooms: BTreeSet<String> = service()
        .iter()
        .filter_map(|(file, _)| room_of(file).map(str::to_owned))
        .collect();
    assert!(rooms.len() > 25, "{rooms:?}");
    let mut others = Vec::new();
    for room in rooms {
        let arrows = arrows(&room);
        let knotted = knotted(&arrows);
        let allowed = KNOTTED.iter().find(|(known, _)| *known == room);
        if knotted.len() != allowed.map_or(0, |(_, count)| *count) {
            others.push(format!("{room}, {}: {knotted:#?}", knotted.len()));
        }
    }
    assert!(others.is_empty(), "{}", others.join("\n"));
}

#[test]
fn a_circle_is_found() {
    let arrow = |from: &str, to: &str| (from.to_owned(), BTreeSet::from([to.to_owned()]));
    let arrows = BTreeMap::from([arrow("a", "b"), arrow("b", "c"), arrow("c", "b"), arrow("d", "a")]);
    assert_eq!(knotted(&arrows), ["b", "c"]);
}
