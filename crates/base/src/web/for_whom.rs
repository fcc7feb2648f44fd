//! The sentence with which the description of each operation ends: for whom it is, for people who read no extensions.

use serde_json::{Value, json};

/// The roles as one speaks of those who have them, the widest first.
const ROLES: [(&str, &str); 6] = [
    ("administrator", "administrators"),
    ("coordinator", "coordinators"),
    ("club_secretary", "club secretaries"),
    ("umpire", "umpires"),
    ("institution", "institutions"),
    ("account", "everyone who has signed in"),
];

/// Ends the description with those who may use the operation, as `security` and `x-roles` have it.
pub(crate) fn say_for_whom(operation: &mut Value) {
    let about = operation["description"].as_str().unwrap_or_default();
    operation["description"] = json!(format!("{about}\n\n{}", for_whom(operation)).trim());
}

fn for_whom(operation: &Value) -> String {
    if !is_secured(operation) {
        return "Open to everyone.".to_owned();
    }
    let roles = &operation["x-roles"];
    let group = |(role, people): (&str, &str)| match roles[role].as_str()? {
        "any" => Some(format!("for {people}")),
        "own" if role == "account" => Some(format!("for {people}, about what is their own")),
        // Administrators have signed in too.
        "own" => None,
        "tournament" => Some(format!("for {people} within the tournaments that they run")),
        scope => Some(format!("for {people} within their {scope}")),
    };
    let groups: Vec<String> = ROLES.into_iter().filter_map(group).collect();
    let sentence = match groups.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{}, and {last}", others.join(", ")),
        None => String::new(),
    };
    format!("F{}.", sentence.trim_start_matches('f'))
}

/// Security that may be left out is written as an empty requirement.
pub(crate) fn is_secured(operation: &Value) -> bool {
    operation["security"]
        .as_array()
        .is_some_and(|security| security.iter().any(|one| *one != json!({})))
}
