//! Every answer that a test gets is held against the document: the status is one of those that the operation names, the
//! body has the form that goes with it and no member beside, and a problem's code is in the catalogue.

use std::collections::HashMap;
use std::sync::OnceLock;

use federation_records::api;
use jsonschema::Validator;
use serde_json::{Value, json};

use crate::app::Answer;

/// The document.
pub fn document() -> &'static Value {
    static DOCUMENT: OnceLock<Value> = OnceLock::new();
    DOCUMENT.get_or_init(api::openapi)
}

/// Its operations: path, method and what is said of them.
pub fn operations() -> impl Iterator<Item = (&'static str, &'static str, &'static Value)> {
    document()["paths"].as_object().unwrap().iter().flat_map(|(path, item)| {
        item.as_object().unwrap().iter().map(move |(method, operation)| (path.as_str(), method.as_str(), operation))
    })
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
    if answer.status >= 400 && method != "HEAD" {
        assert_eq!(media_type, "application/problem+json", "{method} {path}: {}", answer.body_text());
        check_problem(answer);
    }
    assert!(!answer.header("x-request-id").is_empty(), "{method} {path} has no request id");
    let method = if method == "HEAD" { "get".to_owned() } else { method.to_lowercase() };
    let Some(operation) = operation(&method, path) else { return };
    let id = operation["operationId"].as_str().unwrap();
    let response = &operation["responses"][answer.status.to_string()];
    assert!(response.is_object(), "{id} answers {}, which is not documented: {}", answer.status, answer.body_text());
    let content = resolve(response)["content"].as_object();
    let essence = media_type.split(';').next().unwrap();
    match content.and_then(|content| content.get(media_type).or_else(|| content.get(essence))) {
        _ if !answer.header("content-encoding").is_empty() => {}
        // What is no JSON is looked at by the tests of the operation.
        Some(_) if !essence.ends_with("json") => {}
        Some(content) if !answer.body.is_empty() => {
            let reference = content["schema"]["$ref"].as_str().unwrap();
            let body = answer.json();
            let faults: Vec<String> = validator(reference)
                .iter_errors(&body)
                .map(|fault| format!("{}: {fault}", fault.instance_path()))
                .collect();
            assert!(faults.is_empty(), "{id} breaks its own document: {faults:?} in {body}");
        }
        _ => assert!(answer.body.is_empty(), "{id} answers {media_type}, which is not documented"),
    }
}

fn check_problem(answer: &Answer) {
    let problem = answer.json();
    assert_eq!(problem["status"], answer.status, "{problem}");
    assert_eq!(problem["instance"], answer.header("x-request-id"), "{problem}");
    assert_eq!(problem["type"], format!("/v1/problems/{}", problem["code"].as_str().unwrap()), "{problem}");
}

/// The operation that answers to a path.
fn operation(method: &str, path: &str) -> Option<&'static Value> {
    let path = path.split('?').next().unwrap();
    // A literal segment is nearer than a parameter: validations is no game's id.
    let mut fitting: Vec<_> =
        operations().filter(|(pattern, its_method, _)| *its_method == method && fits(pattern, path)).collect();
    fitting.sort_by_key(|(pattern, _, _)| pattern.matches('{').count());
    fitting.first().map(|(_, _, operation)| *operation)
}

fn fits(pattern: &str, path: &str) -> bool {
    let (pattern, path): (Vec<&str>, Vec<&str>) = (pattern.split('/').collect(), path.split('/').collect());
    pattern.len() == path.len() && pattern.iter().zip(path).all(|(a, b)| a.starts_with('{') || *a == b)
}

fn validator(reference: &str) -> &'static Validator {
    static VALIDATORS: OnceLock<HashMap<String, Validator>> = OnceLock::new();
    let validators = VALIDATORS.get_or_init(|| {
        let mut components = document()["components"].clone();
        for (name, schema) in components["schemas"].as_object_mut().unwrap() {
            // A problem may have facts of its own kind beside the standard members.
            if schema["properties"].is_object() && name != "Problem" {
                schema["additionalProperties"] = json!(false);
            }
        }
        let names = document()["components"]["schemas"].as_object().unwrap().keys();
        let validator = |name: &String| {
            let reference = format!("#/components/schemas/{name}");
            let schema = json!({ "$ref": reference, "components": components });
            (reference, jsonschema::draft202012::options().should_validate_formats(true).build(&schema).unwrap())
        };
        names.map(validator).collect()
    });
    &validators[reference]
}
