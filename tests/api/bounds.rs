//! Bounds of what is sent: the document states them, and the service keeps them.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::{Answer, text};
use crate::contract::{operations, resolve};
use crate::world::{World, path, requests};

on_sqlite! {
    numbers_in_a_query_are_told_of_in_plain_words,
    what_is_out_of_bounds_is_refused,
    what_is_within_bounds_is_not_too_long,
}

/// Whether a schema is of that type, or of that or null.
fn is_of(schema: &Value, kind: &str) -> bool {
    schema["type"] == kind
        || schema["type"]
            .as_array()
            .is_some_and(|kinds| kinds.contains(&json!(kind)))
}

/// Whether a schema says what is too long, too many or too much, and what is too little of it.
fn is_bounded(schema: &Value) -> bool {
    let has = |names: &[&str]| names.iter().all(|name| !schema[*name].is_null());
    let in_form = has(&["enum"]) || has(&["pattern"]) || has(&["format"]) && schema["format"] != "password";
    (!is_of(schema, "string") || in_form || has(&["minLength", "maxLength"]))
        && (!is_of(schema, "array") || has(&["minItems", "maxItems"]))
        && (!is_of(schema, "integer") && !is_of(schema, "number") || has(&["minimum", "maximum"]))
}

/// Notes every part of a schema that has no bounds, by the schema and the field in which it stands.
fn note_unbounded(place: &str, schema: &'static Value, seen: &mut BTreeSet<String>, unbounded: &mut BTreeSet<String>) {
    if let Some(reference) = schema["$ref"].as_str() {
        if seen.insert(reference.to_owned()) {
            let name = reference.rsplit('/').next().unwrap();
            note_unbounded(name, resolve(schema), seen, unbounded);
        }
        return;
    }
    if !is_bounded(schema) {
        unbounded.insert(place.to_owned());
    }
    for choice in ["oneOf", "anyOf", "allOf"]
        .into_iter()
        .filter_map(|name| schema[name].as_array())
        .flatten()
    {
        note_unbounded(place, choice, seen, unbounded);
    }
    if schema["items"].is_object() {
        note_unbounded(&format!("{place}[]"), &schema["items"], seen, unbounded);
    }
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        note_unbounded(&format!("{place}.{name}"), property, seen, unbounded);
    }
}

#[test]
fn everything_that_is_sent_has_bounds() {
    let (mut seen, mut unbounded) = (BTreeSet::new(), BTreeSet::new());
    for (path, method, operation) in operations() {
        for parameter in operation["parameters"].as_array().into_iter().flatten() {
            let place = format!("{} of {method} {path}", text(&parameter["name"]));
            note_unbounded(&place, &parameter["schema"], &mut seen, &mut unbounded);
        }
        for content in operation["requestBody"]["content"]
            .as_object()
            .into_iter()
            .flat_map(|content| content.values())
        {
            note_unbounded(
                &format!("{method} {path}"),
                &content["schema"],
                &mut seen,
                &mut unbounded,
            );
        }
    }
    assert!(seen.len() > 60, "{seen:?}");
    assert!(unbounded.is_empty(), "{unbounded:#?}");
}

/// A part of a body, and its schema.
struct Part {
    pointer: String,
    schema: &'static Value,
}

/// The parts of a body of that schema: those that it has, and those that it could have.
fn parts(pointer: &str, schema: &'static Value, body: &Value, found: &mut Vec<Part>) {
    let schema = resolve(schema);
    if let Some(choices) = schema["oneOf"].as_array() {
        return choices.iter().for_each(|choice| parts(pointer, choice, body, found));
    }
    found.push(Part {
        pointer: pointer.to_owned(),
        schema,
    });
    if let Some(item) = body.get(0) {
        parts(&format!("{pointer}/0"), &schema["items"], item, found);
    }
    if body.is_object() {
        for (name, property) in schema["properties"].as_object().into_iter().flatten() {
            parts(&format!("{pointer}/{name}"), property, &body[name], found);
        }
    }
}

/// Values of a part, each beyond one of its bounds.
fn beyond(part: &Part, value: &Value) -> Vec<Value> {
    let bound = |name: &str| part.schema[name].as_i64();
    let length = |name: &str| bound(name).map(|bound| usize::try_from(bound).unwrap());
    let mut beyond = Vec::new();
    if is_of(part.schema, "string") {
        beyond.extend(length("maxLength").map(|most| json!("x".repeat(most + 1))));
        if let Some(least @ 1..) = length("minLength") {
            beyond.push(json!("x".repeat(least - 1)));
        }
    }
    if is_of(part.schema, "array") {
        let items = value.as_array().or_else(|| part.schema["example"].as_array());
        if let (Some(most), Some(item)) = (length("maxItems"), items.and_then(|items| items.first())) {
            beyond.push(json!(vec![item; most + 1]));
        }
        if let (Some(least @ 1..), Some(items)) = (length("minItems"), items) {
            beyond.push(json!(items.iter().take(least - 1).collect::<Vec<_>>()));
        }
    }
    if is_of(part.schema, "integer") {
        beyond.extend(bound("minimum").map(|least| json!(least - 1)));
        beyond.extend(bound("maximum").map(|most| json!(most + 1)));
    }
    beyond
}

/// The body with another value at that place.
fn with(body: &Value, pointer: &str, value: Value) -> Value {
    let mut body = body.clone();
    let (above, name) = pointer.rsplit_once('/').unwrap();
    let above = body.pointer_mut(above).unwrap();
    match above {
        Value::Array(items) => items[name.parse::<usize>().unwrap()] = value,
        object => object[name] = value,
    }
    body
}

/// An operation that takes JSON, and a good request for it.
struct Good {
    method: &'static str,
    pattern: &'static str,
    id: &'static str,
    schema: &'static Value,
    path: String,
    body: Value,
}

impl Good {
    fn send(&self, app: &TestApp, body: &Value) -> Answer {
        match self.method {
            "patch" => app.administrator().patch(&self.path, "*", body),
            _ => app.administrator().post(&self.path, body),
        }
    }

    fn parts(&self) -> Vec<Part> {
        let mut found = Vec::new();
        parts("", self.schema, &self.body, &mut found);
        // A game of a batch is judged by itself, as if it were sent alone.
        found.retain(|part| !part.pointer.is_empty() && !part.pointer.starts_with("/games/0"));
        found
    }
}

/// A good request for each operation that takes JSON, new each time.
fn good(id: &'static str, app: &TestApp, world: &World) -> Option<Good> {
    let (pattern, method, operation) = operations().find(|(_, _, operation)| operation["operationId"] == id)?;
    let content = operation["requestBody"]["content"].as_object()?;
    let (_, content) = content.iter().find(|(media_type, _)| media_type.ends_with("json"))?;
    let request = requests(id, app, world, None).pop()?;
    Some(Good {
        method,
        pattern,
        id,
        schema: &content["schema"],
        path: path(pattern, &request.parameter),
        body: request.body?,
    })
}

fn ids() -> impl Iterator<Item = &'static str> {
    operations().map(|(_, _, operation)| text(&operation["operationId"]))
}

/// Whether a problem points to the part, to something in it, or to something of which it is a part.
fn names(answer: &Answer, pointer: &str) -> bool {
    let problem = answer.json();
    let errors = problem["errors"].as_array().into_iter().flatten();
    let mut pointers = errors.map(|error| text(&error["pointer"]));
    pointers.any(|told| !told.is_empty() && (told.starts_with(pointer) || pointer.starts_with(told)))
}

fn what_is_out_of_bounds_is_refused(app: &TestApp) {
    let world = World::new(app);
    let (mut sent, mut faults) = (0, Vec::new());
    for good in ids().filter_map(|id| good(id, app, &world)) {
        for part in good.parts() {
            let value = good.body.pointer(&part.pointer).cloned().unwrap_or_default();
            for value in beyond(&part, &value) {
                let answer = good.send(app, &with(&good.body, &part.pointer, value.clone()));
                // What is beyond the bounds of a number may also be what nobody has read, or what there is not.
                let is_told = names(&answer, &part.pointer) || value.is_number();
                if !(400..500).contains(&answer.status) || !is_told {
                    let value: String = value.to_string().chars().take(30).collect();
                    faults.push(format!(
                        "{} {}: {value}: {} {}",
                        good.id,
                        part.pointer,
                        answer.status,
                        answer.body_text()
                    ));
                }
                sent += 1;
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
    assert!(sent > 200, "{sent}");
}

fn what_is_within_bounds_is_not_too_long(app: &TestApp) {
    let world = World::new(app);
    let mut sent = 0;
    for first in ids().filter_map(|id| good(id, app, &world)) {
        for part in first.parts() {
            let Some(most) = part.schema["maxLength"].as_u64() else {
                continue;
            };
            let good = good(first.id, app, &world).unwrap();
            let longest = "x".repeat(usize::try_from(most).unwrap());
            let answer = good.send(app, &with(&good.body, &part.pointer, json!(longest)));
            let problem: Value = serde_json::from_slice(&answer.body).unwrap_or_default();
            let mut errors = problem["errors"].as_array().into_iter().flatten();
            let is_too_long = errors.any(|error| error["pointer"] == part.pointer && error["code"] == "too-long");
            assert!(
                !is_too_long,
                "{} {}: {}",
                good.pattern,
                part.pointer,
                answer.body_text()
            );
            sent += 1;
        }
    }
    assert!(sent > 60, "{sent}");
}

fn numbers_in_a_query_are_told_of_in_plain_words(app: &TestApp) {
    let mut told = 0;
    for (path, _, operation) in operations().filter(|(path, method, _)| *method == "get" && !path.contains('{')) {
        let parameters = operation["parameters"].as_array().into_iter().flatten();
        for parameter in parameters.filter(|one| one["in"] == "query" && one["schema"].to_string().contains("integer"))
        {
            for value in ["-1", "x", "", "1.5", "99999999999999999999", "-99999999999999999999"] {
                let path = format!("{path}?{}={value}", text(&parameter["name"]));
                let answer = app.administrator().get(&path);
                if answer.status != 400 {
                    continue;
                }
                let detail = text(&answer.json()["detail"]).to_owned();
                let technical = ["digit found", "parse integer", "target type"];
                assert!(
                    !technical.iter().any(|words| detail.contains(words)),
                    "{path}: {detail}"
                );
                told += 1;
            }
        }
    }
    assert!(told > 50, "{told}");
}
