//! The modules of a crate and those that they use, read off the lines of `use crate::`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Each module by its path, with the code in front of its tests.
fn modules(folder: &Path, path: &str, found: &mut BTreeMap<String, String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap().path();
        let name = entry.file_stem().unwrap().to_str().unwrap().to_owned();
        let inner = format!("{path}::{name}");
        if entry.is_dir() {
            modules(&entry, &inner, found);
        } else {
            let text = std::fs::read_to_string(&entry).unwrap();
            let code = text.split("#[cfg(test)]\nmod tests").next().unwrap().to_owned();
            found.insert(if name == "mod" { path.to_owned() } else { inner }, code);
        }
    }
}

/// The names that a line of `use` or of `mod` lists after a path.
fn names(rest: &str) -> Vec<&str> {
    rest.trim_matches(|c| "{};".contains(c))
        .split(',')
        .map(|name| name.split(" as ").next().unwrap().trim())
        .filter(|name| !name.is_empty())
        .collect()
}

/// The statements of a source that begin so, without that beginning, each on one line.
fn statements<'a>(code: &'a str, begin: &'a str) -> impl Iterator<Item = String> + 'a {
    code.split(begin).skip(1).map(|rest| {
        rest.split(';')
            .next()
            .unwrap()
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
    })
}

/// The module in which a name stands that a module has or passes on.
fn home(modules: &BTreeMap<String, String>, module: &str, name: &str) -> String {
    let inner = format!("{module}::{name}");
    if modules.contains_key(&inner) {
        return inner;
    }
    let code = modules.get(module).map_or("", String::as_str);
    for begin in ["pub use ", "pub(crate) use "] {
        for statement in statements(code, begin) {
            let Some((from, rest)) = statement.split_once("::") else {
                continue;
            };
            if names(rest).contains(&name) {
                return home(modules, &format!("{module}::{from}"), name);
            }
        }
    }
    module.to_owned()
}

/// The modules that each module uses.
fn uses(modules: &BTreeMap<String, String>) -> BTreeMap<&str, BTreeSet<String>> {
    let used = |module: &str, code: &str| {
        let mut used = BTreeSet::new();
        for statement in statements(code, "use crate::") {
            let (path, listed) = statement
                .split_once("::{")
                .or_else(|| statement.rsplit_once("::"))
                .unwrap_or(("", &statement));
            let path = if path.is_empty() {
                "crate".to_owned()
            } else {
                format!("crate::{path}")
            };
            used.extend(names(listed).into_iter().map(|name| home(modules, &path, name)));
        }
        used.remove(module);
        used
    };
    modules
        .iter()
        .map(|(module, code)| (module.as_str(), used(module, code)))
        .collect()
}

/// Fails with the modules that use each other in a circle: whatever uses nothing that is left is taken away until
/// nothing is.
pub(crate) fn assert_no_circle(root: &str) {
    let mut found = BTreeMap::new();
    modules(&Path::new(root).join("src"), "crate", &mut found);
    found.remove("crate::lib");
    let mut left = uses(&found);
    assert!(
        left.values().any(|used| !used.is_empty()),
        "{root} has no lines of `use crate::`"
    );
    loop {
        let before = left.len();
        let names: BTreeSet<String> = left.keys().map(|module| (*module).to_owned()).collect();
        left.retain(|_, used| used.iter().any(|module| names.contains(module)));
        if left.len() == before {
            break;
        }
    }
    assert!(left.is_empty(), "modules in a circle, or above one: {left:#?}");
}
