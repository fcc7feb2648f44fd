//! Every answer that a test gets is held against the document: the status is one of those that the operation names, the
//! body has the form that goes with it and no member beside, and a problem's code is in the catalogue.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use federation_records::app::api;
use jsonschema::Validator;
use serde_json::{Map, Value, json};

use crate::caller::Answer;

/// The document.
pub fn document() -> &'static Value {
    api::openapi()
}

/// Its operations: path, method and what is said of them.
pub fn operations() -> impl Iterator<Item = (&'static str, &'static str, &'static Value)> {
    document()["paths"]
        .as_object()
        .unwrap()
        .iter()
        .flat_map(|(path, item)| {
            item.as_object()
                .unwrap()
                .iter()
                .map(move |(method, operation)| (path.as_str(), method.as_str(), operation))
        })
}

/// The media types of what an operation answers with and is done: a stream goes on.
pub fn forms(operation: &'static Value) -> impl Iterator<Item = &'static String> {
    let forms = operation["responses"]["200"]["content"].as_object().unwrap();
    forms.keys().filter(|form| *form != "text/event-stream")
}

/// Follows a reference within the document.
pub fn resolve(value: &'static Value) -> &'static Value {
    match value["$ref"].as_str() {
        Some(reference) => document().pointer(reference.trim_start_matches('#')).unwrap(),
        None => value,
    }
}

#[track_caller]
pub fn check(method: &str, path: &str, answer: &Answer) {
    let media_type = answer.header("content-type");
    // Somebody who asks for pages is refused by one; `Caller` sees to it that nobody else is.
    let is_page = media_type.starts_with("text/html");
    // OAuth has refusals of its own, whose form the document has.
    let is_oauth = path.starts_with("/oauth/") && media_type == "application/json";
    if answer.status >= 400 && method != "HEAD" && !is_page && !is_oauth {
        assert_eq!(
            media_type,
            "application/problem+json",
            "{method} {path}: {}",
            answer.body_text()
        );
        check_problem(answer);
    }
    assert!(
        !answer.header("x-request-id").is_empty(),
        "{method} {path} has no request id"
    );
    let method = if method == "HEAD" {
        "get".to_owned()
    } else {
        method.to_lowercase()
    };
    let Some(operation) = operation(&method, path) else {
        return;
    };
    let id = operation["operationId"].as_str().unwrap();
    let response = &operation["responses"][answer.status.to_string()];
    assert!(
        response.is_object(),
        "{id} answers {}, which is not documented: {}",
        answer.status,
        answer.body_text()
    );
    let content = resolve(response)["content"].as_object();
    let essence = media_type.split(';').next().unwrap();
    match content.and_then(|content| content.get(media_type).or_else(|| content.get(essence))) {
        _ if !answer.header("content-encoding").is_empty() => {}
        // Every refusal is a page for whoever asks for one.
        None if is_page && answer.status >= 400 => {}
        // What is no JSON is looked at by the tests of the operation.
        Some(_) if !essence.ends_with("/json") && !essence.ends_with("+json") => {}
        Some(content) if !answer.body.is_empty() => {
            let reference = content["schema"]["$ref"].as_str().unwrap();
            let body = answer.json();
            let faults: Vec<String> = validator(reference)
                .iter_errors(&body)
                .map(|fault| format!("{}: {fault}", fault.instance_path()))
                .collect();
            assert!(faults.is_empty(), "{id} breaks its own document: {faults:?} in {body}");
        }
        _ => assert!(
            answer.body.is_empty(),
            "{id} answers {media_type}, which is not documented"
        ),
    }
}

fn check_problem(answer: &Answer) {
    let problem = answer.json();
    assert_eq!(problem["status"], answer.status, "{problem}");
    assert_eq!(problem["instance"], answer.header("x-request-id"), "{problem}");
    assert_eq!(
        problem["type"],
        format!("/v1/problems/{}", problem["code"].as_str().unwrap()),
        "{problem}"
    );
}

/// The operation that answers to a path.
fn operation(method: &str, path: &str) -> Option<&'static Value> {
    let path = path.split('?').next().unwrap();
    // A literal segment is nearer than a parameter: validations is no game's id, and no game is read there.
    let fitting = || {
        PATHS
            .get(&length(path))
            .into_iter()
            .flatten()
            .filter(|(pattern, _)| fits(pattern, path))
    };
    let fewest = parameters(fitting().next()?.0);
    let mut nearest = fitting().take_while(|(pattern, _)| parameters(pattern) == fewest);
    nearest.find_map(|(_, item)| item.get(method))
}

/// The paths of the document by their length, those with fewer parameters first.
static PATHS: LazyLock<BTreeMap<usize, Vec<(&str, &Value)>>> = LazyLock::new(|| {
    let mut paths: BTreeMap<usize, Vec<(&str, &Value)>> = BTreeMap::new();
    for (pattern, item) in document()["paths"].as_object().unwrap() {
        paths.entry(length(pattern)).or_default().push((pattern, item));
    }
    for alike in paths.values_mut() {
        alike.sort_by_key(|(pattern, _)| parameters(pattern));
    }
    paths
});

fn parameters(pattern: &str) -> usize {
    pattern.matches('{').count()
}

/// The number of segments, with all of a tile's counted as one: its name is the one parameter that may have more.
fn length(path: &str) -> usize {
    match path.strip_prefix(TILES) {
        Some(tile) if tile.contains('/') => TILES.split('/').count() + 1,
        _ => path.split('/').count(),
    }
}

const TILES: &str = "/v1/log/tile/";

fn fits(pattern: &str, path: &str) -> bool {
    if pattern.starts_with(TILES) || path.starts_with(TILES) {
        return pattern.starts_with(TILES) && path.strip_prefix(TILES).is_some_and(|tile| tile.contains('/'));
    }
    let mut parts = pattern.split('/').zip(path.split('/'));
    parts.all(|(a, b)| a.starts_with('{') || a == b)
}

/// The validator of a schema, made when the first answer of that form comes.
fn validator(reference: &'static str) -> Arc<Validator> {
    static VALIDATORS: Mutex<BTreeMap<&str, Arc<Validator>>> = Mutex::new(BTreeMap::new());
    let known = || VALIDATORS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(validator) = known().get(reference) {
        return Arc::clone(validator);
    }
    let validator = Arc::new(validator_of(json!({ "$ref": reference }), strictly));
    known().insert(reference, Arc::clone(&validator));
    validator
}

/// An object with members has no other ones; but a problem may have facts of its own kind beside the standard members.
fn strictly(name: &str, schema: &mut Value) {
    if schema["properties"].is_object() && name != "Problem" {
        schema["additionalProperties"] = json!(false);
    }
}

/// A validator of a schema and of those that it refers to, each as `finish` leaves it, and of nothing else of the document.
pub fn validator_of(mut schema: Value, finish: fn(&str, &mut Value)) -> Validator {
    let (mut schemas, mut wanted) = (Map::new(), Vec::new());
    references(&schema, &mut wanted);
    while let Some(reference) = wanted.pop() {
        let name = reference.rsplit('/').next().unwrap();
        if schemas.contains_key(name) {
            continue;
        }
        let mut named = document().pointer(reference.trim_start_matches('#')).unwrap().clone();
        references(&named, &mut wanted);
        finish(name, &mut named);
        schemas.insert(name.to_owned(), named);
    }
    schema["components"] = json!({ "schemas": schemas });
    jsonschema::draft202012::options()
        .should_validate_formats(true)
        .build(&schema)
        .unwrap()
}

/// Every reference in a schema.
fn references(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            found.extend(members.get("$ref").and_then(Value::as_str).map(str::to_owned));
            members.values().for_each(|member| references(member, found));
        }
        Value::Array(items) => items.iter().for_each(|item| references(item, found)),
        _ => {}
    }
}
