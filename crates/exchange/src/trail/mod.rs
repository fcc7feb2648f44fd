//! The trail, to be read: when, by whom and how a thing was changed, in words. What keeps it is [`audit`].
//!
//! [`audit`]: crate::db::audit

pub mod log;
pub mod routes;
pub mod store;
pub mod use_cases;

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use serde_json::Value;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, SchemaType};
use utoipa::{PartialSchema, ToSchema};

use crate::accounts::standing::Program;
use crate::operations::Operation;
use crate::trail::store::{Names, TrailRow};
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::AccountId;

/// The sentences for all actions that the trail names: those of the operations, as the document has them.
#[derive(Debug, Clone)]
pub struct ActionWords(BTreeMap<String, String>);

impl ActionWords {
    /// The sentences of that OpenAPI document, and those of actions that are no operations.
    #[must_use]
    pub fn of(document: &Value) -> ActionWords {
        let paths = document["paths"].as_object().into_iter().flatten();
        let operations = paths.flat_map(|(_, methods)| methods.as_object().into_iter().flatten());
        let sentence = |(_, operation): (&String, &Value)| {
            let (id, summary) = (operation["operationId"].as_str()?, operation["summary"].as_str()?);
            Some((id.to_owned(), summary.to_owned()))
        };
        let others = Operation::ALL.iter();
        let others = others.filter_map(|other| Some((other.name().to_owned(), other.words()?.to_owned())));
        ActionWords(operations.filter_map(sentence).chain(others).collect())
    }

    /// The sentence for an action. One that an earlier version did is told by its name.
    pub fn sentence(&self, action: &str) -> String {
        let sentence = self.0.get(action).cloned();
        sentence.unwrap_or_else(|| action.replace('_', " "))
    }
}

/// The author of a change.
#[derive(Debug, Serialize, ToSchema)]
pub struct TrailAuthor {
    /// The account; none on the command line, and of somebody who had not signed in.
    #[schema(example = "019aa0c8-5b1f-7a52-9d0e-7f3b1c2a4d5e")]
    pub(crate) account_id: Option<AccountId>,
    /// The name of the account, or the words for where the change came from.
    #[schema(example = "Nomsa Dlamini")]
    pub name: String,
    /// The application or the personal token through which the account did it, in words; none if a person did it.
    #[schema(example = "the application Results bridge")]
    pub through: Option<String>,
}

/// A value of a field, of whatever type the field has.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(transparent)]
pub struct FieldValue(Value);

impl FieldValue {
    /// The value as people read it; nothing where there is none.
    pub fn in_words(&self) -> Option<String> {
        match &self.0 {
            Value::Null => None,
            Value::Bool(is_so) => Some(if *is_so { "yes" } else { "no" }.to_owned()),
            Value::String(text) => Some(text.clone()),
            other => Some(other.to_string()),
        }
    }
}

impl PartialSchema for FieldValue {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(SchemaType::AnyValue)
            .description(Some("A value of a field, of whatever type the field has."))
            .examples([Value::from("Lindiwe Qwabe")])
            .into()
    }
}

impl ToSchema for FieldValue {}

/// A field that a change altered.
#[derive(Debug, PartialEq, Serialize, ToSchema)]
pub struct FieldChange {
    /// The field; of a part, after the name of the whole and a point.
    #[schema(example = "secretary.name")]
    pub field: String,
    /// The value before; null if there was none.
    pub before: FieldValue,
    /// The value after; null if there is none.
    pub after: FieldValue,
}

/// A change that was made.
#[derive(Debug, Serialize, ToSchema)]
pub struct TrailItem {
    /// The place of the change in the trail, from 1.
    #[schema(example = 1652)]
    pub seq: i64,
    /// The time at which it was made.
    #[schema(value_type = String, format = DateTime, example = "2026-11-20T08:00:00.000000Z")]
    pub at: Timestamp,
    /// The author.
    pub by: TrailAuthor,
    /// The operation, by its id in the document.
    #[schema(example = "update_club_contacts")]
    pub(crate) action: String,
    /// The operation in words.
    #[schema(example = "Change a club's contacts")]
    pub summary: String,
    /// The sort of thing that was changed.
    #[schema(example = "club")]
    pub subject: String,
    /// The id of the thing.
    #[schema(example = "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f")]
    pub subject_id: String,
    /// The fields that are not as they were.
    pub changes: Vec<FieldChange>,
    /// A remark, where the changes are not told.
    #[schema(example = "The person's data was erased.")]
    pub note: Option<&'static str>,
}

impl TrailItem {
    /// The item of a row; `names` are those of whoever made it.
    pub fn of(row: TrailRow, names: &Names, words: &ActionWords) -> Result<TrailItem, Error> {
        let name = match row.account_id {
            Some(account) => names.accounts.get(&account).cloned().unwrap_or_default(),
            None if row.origin == COMMAND_LINE => "the command line".to_owned(),
            None => "somebody who had not signed in".to_owned(),
        };
        let (changes, note) = match &row.changes {
            Some(changes) => (changes_of(changes)?, None),
            None => (Vec::new(), Some("The person's data was erased.")),
        };
        Ok(TrailItem {
            seq: row.seq,
            at: row.at,
            by: TrailAuthor {
                account_id: row.account_id,
                name,
                through: Program::of_origin(&row.origin).map(|program| names.of_program(program)),
            },
            summary: words.sentence(&row.action),
            action: row.action,
            subject: row.subject,
            subject_id: row.subject_id,
            changes,
            note,
        })
    }
}

/// The origin of what the command line does, as the trail keeps it.
const COMMAND_LINE: &str = "command line";

fn changes_of(kept: &str) -> Result<Vec<FieldChange>, Error> {
    let kept: Value = serde_json::from_str(kept).map_err(|error| Error::Internal(error.to_string()))?;
    Ok(differences(&kept["before"], &kept["after"]))
}

/// The fields of two versions of a thing that are not the same, by name. What is absent counts as null.
fn differences(before: &Value, after: &Value) -> Vec<FieldChange> {
    let (before, after) = (fields(before), fields(after));
    let names: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    let change = |name: &String| FieldChange {
        field: name.clone(),
        before: FieldValue(before.get(name).cloned().unwrap_or_default()),
        after: FieldValue(after.get(name).cloned().unwrap_or_default()),
    };
    let changes = names.into_iter().map(change);
    changes.filter(|change| change.before != change.after).collect()
}

/// The fields of a thing, those of its parts by the whole path; lists are values.
fn fields(thing: &Value) -> BTreeMap<String, Value> {
    fn add(path: &str, value: &Value, fields: &mut BTreeMap<String, Value>) {
        match value {
            Value::Object(members) => {
                for (name, member) in members {
                    let path = if path.is_empty() {
                        name.clone()
                    } else {
                        format!("{path}.{name}")
                    };
                    add(&path, member, fields);
                }
            }
            value => {
                // A thing that is a single word has no field to name it by.
                let path = if path.is_empty() { "value" } else { path };
                fields.insert(path.to_owned(), value.clone());
            }
        }
    }
    let mut all = BTreeMap::new();
    add("", thing, &mut all);
    all
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::db::audit::Actor;
    use crate::trail::*;

    fn told(before: &Value, after: &Value) -> Vec<(String, Value, Value)> {
        let changes = differences(before, after).into_iter();
        changes
            .map(|change| (change.field, change.before.0, change.after.0))
            .collect()
    }

    #[test]
    fn what_differs_is_told_by_field() {
        let before = json!({ "name": "Herders", "secretary": { "name": "L. Qwabe", "phone": null }, "kind": "school" });
        let after = json!({ "name": "Herders", "secretary": { "name": "T. Mokoena" }, "tags": ["a"] });
        let expected = [
            ("kind", json!("school"), Value::Null),
            ("secretary.name", json!("L. Qwabe"), json!("T. Mokoena")),
            ("tags", Value::Null, json!(["a"])),
        ];
        assert_eq!(
            told(&before, &after),
            expected.map(|(name, was, is)| (name.to_owned(), was, is))
        );
        assert_eq!(told(&before, &before), []);
    }

    #[test]
    fn what_is_new_gone_or_a_word_is_told_too() {
        let thing = json!({ "name": "Herders", "team": null });
        let name = "name".to_owned();
        assert_eq!(
            told(&Value::Null, &thing),
            [(name.clone(), Value::Null, json!("Herders"))]
        );
        assert_eq!(told(&thing, &Value::Null), [(name, json!("Herders"), Value::Null)]);
        let word = ("value".to_owned(), Value::Null, json!("invented"));
        assert_eq!(told(&Value::Null, &json!("invented")), [word]);
    }

    #[test]
    fn an_action_is_told_as_the_document_says_it() {
        let document = json!({ "paths": { "/v1/clubs/{id}": {
            "patch": { "operationId": "update_club", "summary": "Change a club" },
        } } });
        let words = ActionWords::of(&document);
        assert_eq!(words.sentence("update_club"), "Change a club");
        assert_eq!(words.sentence("refuse_sign_in"), "Refuse a sign-in");
        assert_eq!(words.sentence("create_stage"), "create stage");
    }

    #[test]
    fn the_command_line_is_known_by_its_origin() {
        assert_eq!(Actor::command_line().origin(), COMMAND_LINE);
    }
}
