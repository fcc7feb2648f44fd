//! Fields that answers always have, in the document.

use std::collections::BTreeSet;

use serde_json::{Value, json};

/// Requires the fields of answers that may be null: they are always there. What may be left out of an answer is never null.
/// In what is sent, and so in what is both sent and answered, a field that may be null may also be left out.
pub(crate) fn complete(document: &mut Value) {
    let mut sent = BTreeSet::new();
    let operations = document["paths"].as_object().into_iter().flatten();
    let operations = operations.flat_map(|(_, item)| item.as_object().into_iter().flatten());
    for (_, operation) in operations {
        add_named(&operation["requestBody"], &document["components"]["schemas"], &mut sent);
    }
    let schemas = document["components"]["schemas"].as_object_mut().into_iter().flatten();
    for (_, schema) in schemas.filter(|(name, _)| !sent.contains(*name)) {
        require_in(schema);
    }
}

/// Adds the names of the schemas to which the value refers, and of those to which they do.
fn add_named(value: &Value, schemas: &Value, named: &mut BTreeSet<String>) {
    match value {
        Value::Object(members) => {
            let reference = members.get("$ref").and_then(Value::as_str);
            if let Some(name) = reference.and_then(|path| path.strip_prefix("#/components/schemas/"))
                && named.insert(name.to_owned())
            {
                add_named(&schemas[name], schemas, named);
            }
            members.values().for_each(|member| add_named(member, schemas, named));
        }
        Value::Array(items) => items.iter().for_each(|item| add_named(item, schemas, named)),
        _ => {}
    }
}

fn require_in(schema: &mut Value) {
    for parts in ["allOf", "oneOf", "anyOf"] {
        let parts = schema.get_mut(parts).and_then(Value::as_array_mut);
        parts.into_iter().flatten().for_each(require_in);
    }
    let Some(properties) = schema.get("properties").and_then(Value::as_object) else {
        return;
    };
    let is_required = |name: &String| {
        let required = schema["required"].as_array();
        required.is_some_and(|required| required.iter().any(|required| required == name))
    };
    let required: Vec<&String> = properties
        .iter()
        .filter(|(name, property)| is_required(name) || may_be_null(property))
        .map(|(name, _)| name)
        .collect();
    if !required.is_empty() {
        schema["required"] = json!(required);
    }
}

fn may_be_null(property: &Value) -> bool {
    let is_null = |kind: &Value| kind == "null";
    let either = property["oneOf"].as_array().into_iter().flatten();
    is_null(&property["type"])
        || property["type"]
            .as_array()
            .is_some_and(|kinds| kinds.iter().any(is_null))
        || either.into_iter().any(|one| is_null(&one["type"]))
}
