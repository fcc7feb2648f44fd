//! The document: that it is the one committed, and that it tells an integrator everything.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use federation_records::operations::Operation;
use serde_json::Value;

use crate::contract::{document, operations, resolve, validator_of};
use crate::schema;

/// Compares with a generated file that is committed; `UPDATE=1` writes it.
fn is_committed(file: &str, generated: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("openapi").join(file);
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, generated).unwrap();
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        committed == generated,
        "openapi/{file} is not up to date: UPDATE=1 cargo test --test api openapi"
    );
}

#[test]
fn the_document_is_committed() {
    is_committed("openapi.json", &format!("{:#}\n", document()));
}

/// The operations open to strangers stand in a file of their own, so that nothing is opened without someone seeing it.
#[test]
fn the_operations_open_to_strangers_are_committed() {
    let public: BTreeSet<String> = operations()
        .filter(|(_, _, operation)| is_public(operation))
        .map(|(path, method, _)| format!("{} {path}\n", method.to_uppercase()))
        .collect();
    is_committed("public.txt", &public.into_iter().collect::<String>());
}

/// The scopes that programs need, and the operations that are for people alone, stand in a file of their own too.
#[test]
fn the_scopes_of_operations_are_committed() {
    let known =
        document()["components"]["securitySchemes"]["application"]["flows"]["clientCredentials"]["scopes"].clone();
    let secured = operations().filter(|(_, _, operation)| !is_public(operation));
    let lines: BTreeSet<String> = secured
        .map(|(path, method, operation)| {
            let ways: Vec<&Value> = operation["security"].as_array().unwrap().iter().collect();
            let scope = match ways[..] {
                [_] => "people",
                [_, application, token] => {
                    let scope = application["application"][0].as_str().unwrap();
                    assert_eq!(
                        *token,
                        serde_json::json!({ "personal_token": [scope] }),
                        "{method} {path}"
                    );
                    assert!(known[scope].is_string(), "{scope} is not explained");
                    scope
                }
                _ => panic!("{method} {path}: {ways:?}"),
            };
            format!("{scope} {} {path}\n", method.to_uppercase())
        })
        .collect();
    for scope in known.as_object().unwrap().keys() {
        assert!(
            lines.iter().any(|line| line.starts_with(scope)),
            "{scope} lets nobody in to anything"
        );
    }
    is_committed("scopes.txt", &lines.into_iter().collect::<String>());
}

fn is_public(operation: &Value) -> bool {
    operation["security"]
        .as_array()
        .unwrap()
        .contains(&serde_json::json!({}))
}

#[test]
fn operations_have_ids_of_their_own_made_of_a_verb_and_a_noun() {
    let mut ids = BTreeSet::new();
    for (path, method, operation) in operations() {
        let id = operation["operationId"].as_str().unwrap();
        assert!(ids.insert(id), "{id} twice");
        let verb = id.split('_').next().unwrap();
        let expected: &[&str] = match method {
            "get" => &["read", "list"],
            "delete" => &["delete"],
            _ => &["create", "update"],
        };
        assert!(expected.contains(&verb), "{method} {path}: {id}");
    }
}

/// Two structs of one name silently overwrite each other in the document; then one of the two does not have the fields
/// that the answers have, and the tests that meet one fail. What nothing refers to is left over.
#[test]
fn every_schema_is_used() {
    let text = document().to_string();
    for name in document()["components"]["schemas"].as_object().unwrap().keys() {
        assert!(
            text.contains(&format!("\"#/components/schemas/{name}\"")),
            "{name} is not used"
        );
    }
}

#[test]
fn the_document_has_the_operations_of_the_table() {
    let documented: BTreeSet<&str> = operations()
        .map(|(_, _, operation)| operation["operationId"].as_str().unwrap())
        .collect();
    let listed = Operation::ALL.iter().filter(|operation| operation.who().is_some());
    assert_eq!(documented, listed.map(|operation| operation.name()).collect());
}

#[test]
fn every_operation_says_who_may_use_it() {
    for (path, method, operation) in operations() {
        let roles = operation.get("x-roles").and_then(Value::as_object);
        if is_public(operation) {
            assert!(roles.is_none(), "{method} {path} is open and names roles");
        } else {
            assert_eq!(
                operation["security"][0],
                serde_json::json!({ "access_token": [] }),
                "{method} {path}"
            );
            assert!(
                roles.is_some_and(|roles| roles.contains_key("administrator")),
                "{method} {path}"
            );
        }
    }
}

/// The sentence with which every description ends, for people who do not read extensions.
#[test]
fn every_description_ends_with_those_who_may_use_the_operation() {
    const PEOPLE: [(&str, &str); 6] = [
        ("administrator", "administrators"),
        ("coordinator", "coordinators"),
        ("club_secretary", "club secretaries"),
        ("umpire", "umpires"),
        ("institution", "institutions"),
        ("account", "everyone who has signed in"),
    ];
    const WITHIN: [(&str, &str); 3] = [
        ("province", "within their province"),
        ("club", "within their club"),
        ("tournament", "within the tournaments that they run"),
    ];
    let mut seen = BTreeSet::new();
    for (path, method, operation) in operations() {
        let sentence = operation["description"].as_str().unwrap().lines().last().unwrap();
        if is_public(operation) {
            assert_eq!(sentence, "Open to everyone.", "{method} {path}");
            continue;
        }
        assert!(
            sentence.starts_with("For ") && sentence.ends_with('.'),
            "{method} {path}: {sentence}"
        );
        let roles = operation["x-roles"].as_object().unwrap();
        let is_own = roles.values().all(|scope| scope == "own");
        for (role, people) in PEOPLE {
            let is_named = roles.contains_key(role) && !(is_own && role != "account");
            assert_eq!(sentence.contains(people), is_named, "{method} {path}: {sentence}");
        }
        for (scope, words) in WITHIN {
            let is_within = roles.values().any(|of| of == scope);
            assert_eq!(sentence.contains(words), is_within, "{method} {path}: {sentence}");
        }
        seen.insert(sentence);
    }
    for sentence in [
        "For administrators.",
        "For administrators, and for coordinators within their province.",
        "For administrators, for coordinators within their province, and for club secretaries within their club.",
        "For everyone who has signed in, about what is their own.",
    ] {
        assert!(seen.contains(sentence), "{seen:#?}");
    }
}

#[test]
fn everything_is_explained() {
    let mut gaps = Vec::new();
    for (path, method, operation) in operations() {
        let at = format!("{} {path}", method.to_uppercase());
        let mut want = |what: String, there: bool| {
            if !there {
                gaps.push(format!("{at}: {what}"));
            }
        };
        want("summary".to_owned(), says(&operation["summary"]));
        want(
            "one tag".to_owned(),
            operation["tags"].as_array().is_some_and(|tags| tags.len() == 1),
        );
        for parameter in operation["parameters"].as_array().into_iter().flatten() {
            want(
                format!("description of {}", parameter["name"]),
                says(&parameter["description"]),
            );
            want(
                format!("example of {}", parameter["name"]),
                !parameter["example"].is_null(),
            );
        }
        for (status, response) in operation["responses"].as_object().unwrap() {
            let response = resolve(response);
            want(format!("description of {status}"), says(&response["description"]));
            for (media_type, content) in response["content"].as_object().into_iter().flatten() {
                if !media_type.ends_with("/json") && !media_type.ends_with("+json") {
                    want(
                        format!("example of {status} as {media_type}"),
                        says(&content["example"]),
                    );
                }
                if status.starts_with(['4', '5']) && media_type == "application/problem+json" {
                    want(format!("example of {status}"), says(&content["example"]["code"]));
                }
            }
        }
    }
    for (name, schema) in document()["components"]["schemas"].as_object().unwrap() {
        explain_schema(name, schema, &mut gaps);
    }
    for tag in document()["tags"].as_array().unwrap() {
        assert!(says(&tag["description"]), "{tag}");
    }
    assert!(gaps.is_empty(), "{gaps:#?}");
}

fn explain_schema(name: &str, schema: &Value, gaps: &mut Vec<String>) {
    if !says(&schema["description"]) && !name.starts_with("Page_") {
        gaps.push(format!("{name}: description"));
    }
    for (field, property) in schema["properties"].as_object().into_iter().flatten() {
        if !says(&property["description"]) {
            gaps.push(format!("{name}.{field}: description"));
        }
        // What refers to another schema has the example that stands there.
        let text = property.to_string();
        if property["example"].is_null() && property["examples"].is_null() && !text.contains("$ref") {
            gaps.push(format!("{name}.{field}: example"));
        }
    }
}

fn says(value: &Value) -> bool {
    value.as_str().is_some_and(|text| !text.trim().is_empty())
}

/// Lists that are read whole, and why none of them becomes long. Any other list is read in pages.
const WHOLE: [(&str, &str); 38] = [
    ("list_byes", "of one tournament, which has at most 1,000 entries"),
    ("list_appointments", "of one tournament"),
    ("list_colours_criteria", "the criteria of one gaming year"),
    (
        "list_colours_criteria_versions",
        "decisions of the federation, of which there are few",
    ),
    ("list_consent_links", "of one player"),
    ("list_consent_wordings", "decisions of the federation"),
    ("list_consents", "of one player"),
    ("list_disputes", "of one match"),
    ("list_entrants", "of one tournament, which has at most 1,000 entries"),
    ("list_entries", "of one tournament, which has at most 1,000 entries"),
    ("list_equipment_specifications", "decisions of the federation"),
    ("list_events", "a feed, which goes on by `after` and has no last page"),
    ("list_game_versions", "of one game, by its corrections"),
    ("list_matches", "of one round"),
    ("list_own_appeals", "of one player"),
    ("list_own_consents", "of one player"),
    ("list_own_disputes", "of one match"),
    ("list_pairing_bar_changes", "among the entrants of one tournament"),
    ("list_pairing_bars", "of one player"),
    (
        "list_pen_findings",
        "of one tournament, by what has changed of those who are in it",
    ),
    ("list_player_accounts", "of one player"),
    ("list_player_appeals", "of one player"),
    ("list_player_suspensions", "of one player"),
    ("list_problems", "what the program knows"),
    ("list_provinces", "nine"),
    (
        "list_ranking_clubs",
        "made of all rows of one list at once, as standings are, a row for a club",
    ),
    ("list_ranking_methods", "what the program knows"),
    ("list_regions", "reference data"),
    ("list_residences", "of one player"),
    ("list_results", "of one match, by its corrections"),
    ("list_rounds", "of one tournament"),
    ("list_teams", "of one tournament"),
    ("list_umpire_candidates", "of one course"),
    ("read_colours_candidacy", "of one player, by the criteria of one year"),
    ("read_own_players", "for whom one account holds"),
    ("read_recognition", "what one tournament needs"),
    ("read_standings", "of one tournament, which has at most 1,000 entries"),
    ("read_team_standings", "of one tournament"),
];

/// A list that can become long is read in pages, and all such lists in one way.
#[test]
fn every_list_is_read_in_pages_or_cannot_become_long() {
    let mut whole = BTreeSet::new();
    for (path, method, operation) in operations().filter(|(_, method, _)| *method == "get") {
        let content = &operation["responses"]["200"]["content"]["application/json"]["schema"];
        let schema = resolve(content);
        if !schema["properties"]["items"].is_object() {
            continue;
        }
        let parameters = operation["parameters"].as_array().into_iter().flatten();
        let names: Vec<&str> = parameters.filter_map(|parameter| parameter["name"].as_str()).collect();
        let pages = names.contains(&"limit") && names.contains(&"cursor");
        assert_eq!(
            pages,
            schema["properties"]["next_cursor"].is_object(),
            "{method} {path} goes only half of the way"
        );
        if !pages {
            whole.insert(operation["operationId"].as_str().unwrap());
        }
    }
    let known: BTreeSet<&str> = WHOLE.iter().map(|(list, _)| *list).collect();
    assert_eq!(whole, known, "a list that can become long is read in pages");
}

/// An example that its own schema refuses teaches the wrong thing.
#[test]
fn examples_fit_their_schemas() {
    for (name, schema) in document()["components"]["schemas"].as_object().unwrap() {
        for (field, property) in schema["properties"].as_object().into_iter().flatten() {
            let Some(example) = property.get("example") else {
                continue;
            };
            let validator = validator_of(property.clone(), |_, _| ());
            assert!(validator.is_valid(example), "{name}.{field}: {example}");
        }
    }
}

/// Fields that only those who look after a person or a club may see, beside the columns of a player that an erasure empties.
const PRIVATE: [&str; 18] = [
    "course",
    "course_result",
    "without_course",
    "nomination",
    "marks_regulations",
    "marks_rules",
    "sanctions",
    "email",
    "phone",
    "chairperson",
    "secretary",
    "educator_in_charge",
    "paid_on",
    "guardian",
    "password",
    "grants",
    "withdrawn_because",
    "lifted_because",
];

#[test]
fn what_strangers_read_has_no_private_field() {
    for (path, method, operation) in operations().filter(|(_, _, operation)| is_public(operation)) {
        for response in operation["responses"].as_object().unwrap().values() {
            let mut fields = BTreeMap::new();
            collect_fields(resolve(response), &mut fields, &mut BTreeSet::new());
            for private in PRIVATE.into_iter().chain(schema::columns_of_players()) {
                assert!(
                    !fields.contains_key(private),
                    "{method} {path} shows {private} in {}",
                    fields[private]
                );
            }
        }
    }
}

/// All field names that can appear in a body, with the schema they stand in.
fn collect_fields(value: &'static Value, fields: &mut BTreeMap<String, String>, seen: &mut BTreeSet<String>) {
    if let Some(reference) = value["$ref"].as_str() {
        if seen.insert(reference.to_owned()) {
            let schema = resolve(value);
            for field in schema["properties"].as_object().into_iter().flatten() {
                fields.insert(field.0.clone(), reference.to_owned());
            }
            collect_fields(schema, fields, seen);
        }
        return;
    }
    match value {
        Value::Object(members) => members.values().for_each(|member| collect_fields(member, fields, seen)),
        Value::Array(items) => items.iter().for_each(|item| collect_fields(item, fields, seen)),
        _ => {}
    }
}

/// Every code that a description names is in the catalogue, and every one of the catalogue is named somewhere, in the
/// document and in a test.
#[test]
fn every_problem_is_documented_and_tested() {
    let app = crate::app::TestApp::on_sqlite();
    let catalogue: BTreeSet<String> = app
        .anyone()
        .get("/v1/problems")
        .items()
        .iter()
        .map(|kind| kind["code"].as_str().unwrap().to_owned())
        .collect();
    let mut described = BTreeSet::new();
    for (path, _, operation) in operations() {
        for (status, response) in operation["responses"].as_object().unwrap() {
            if status == "308" || status.starts_with(['4', '5']) {
                let description = resolve(response)["description"].as_str().unwrap();
                let problem = &resolve(response)["content"]["application/problem+json"];
                // OAuth has refusals of its own.
                if !problem.is_null() || !path.starts_with("/oauth/") {
                    let example = problem["example"]["code"].as_str();
                    assert!(catalogue.contains(example.unwrap()), "{description}");
                }
                // Codes stand before the colon of their sentence, facts of a problem in brackets.
                let codes = description
                    .split('`')
                    .skip(1)
                    .step_by(2)
                    .filter(|word| catalogue.contains(*word));
                described.extend(codes.map(str::to_owned));
            }
        }
    }
    // Every path answers with the one, and no operation in particular; the other is a page's.
    described.extend(["method-not-allowed", "form-from-elsewhere"].map(str::to_owned));
    assert_eq!(catalogue, described);
    let tests: String = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/api"))
        .unwrap()
        .map(|file| file.unwrap().path())
        .filter(|path| path.is_file())
        .map(|path| std::fs::read_to_string(path).unwrap())
        .collect();
    // Nothing that a client sends leads to a fault of ours.
    for code in catalogue.iter().filter(|code| *code != "internal") {
        assert!(tests.contains(&format!("\"{code}\"")), "no test meets {code}");
    }
}
