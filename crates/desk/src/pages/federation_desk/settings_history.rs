//! The changes of the settings, in the words of the forms by which they are made.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use maud::{Markup, html};
use serde_json::Value;

use crate::federation::{FederationSettings, SettingsChange};
use crate::pages::federation_desk::settings_fields::groups;
use crate::pages::field::Field;
use crate::pages::public::day;
use crate::tournaments::sheets::frame::moment;

/// The settings by the names of their fields, as they are typed. What is not set is not there.
pub(super) fn values(settings: &FederationSettings) -> BTreeMap<String, String> {
    let mut values = BTreeMap::new();
    if let Ok(settings) = serde_json::to_value(settings) {
        flatten("", &settings, &mut values);
    }
    values
}

fn flatten(name: &str, value: &Value, values: &mut BTreeMap<String, String>) {
    match value {
        Value::Object(members) => {
            for (member, value) in members {
                let below = if name.is_empty() {
                    member.clone()
                } else {
                    format!("{name}/{member}")
                };
                flatten(&below, value, values);
            }
        }
        Value::Null => {
            values.insert(name.to_owned(), String::new());
        }
        Value::String(text) => {
            values.insert(name.to_owned(), text.clone());
        }
        Value::Bool(is_so) => {
            values.insert(name.to_owned(), if *is_so { "yes" } else { "no" }.to_owned());
        }
        other => {
            values.insert(name.to_owned(), other.to_string());
        }
    }
}

/// The changes that were made, as somebody looks at them on a day.
pub(super) struct History<'a> {
    changes: &'a [SettingsChange],
    today: NaiveDate,
    fields: Vec<Field>,
}

impl<'a> History<'a> {
    pub(super) fn of(changes: &'a [SettingsChange], today: NaiveDate) -> History<'a> {
        let fields = groups().into_iter().flat_map(|group| group.fields).collect();
        History { changes, today, fields }
    }

    /// All changes, the latest first.
    pub(super) fn all(&self) -> Markup {
        self.list(&self.fields, |_| true)
    }

    /// The changes of those fields, the latest first.
    pub(super) fn of_fields(&self, fields: &[Field]) -> Markup {
        self.list(fields, |_| true)
    }

    /// The changes of those fields that are set for days to come, above the form that would go over them.
    pub(super) fn coming(&self, fields: &[Field]) -> Markup {
        let coming = |change: &SettingsChange| change.valid_from > self.today;
        let is_any = self
            .changes
            .iter()
            .any(|change| coming(change) && !lines(change, fields).is_empty());
        html! {
            @if is_any {
                section.next {
                    p { b { "Set for days to come:" } " what you leave as it is stays so." }
                    (self.list(fields, coming))
                }
            }
        }
    }

    fn list(&self, fields: &[Field], is_wanted: impl Fn(&SettingsChange) -> bool) -> Markup {
        let changes = self.changes.iter().rev().filter(|change| is_wanted(change));
        let changes: Vec<_> = changes.map(|change| (change, lines(change, fields))).collect();
        let changes: Vec<_> = changes.iter().filter(|(_, lines)| !lines.is_empty()).collect();
        html! {
            @if changes.is_empty() { p { "Nothing: everything is as it was preset." } }
            ul.things {
                @for (change, lines) in &changes {
                    li {
                        b { "From " (day(change.valid_from)) }
                        @for (field, text) in lines { p { (field.label) ": " (field.in_words(text)) } }
                        p.quiet { "Recorded " (moment(change.recorded_at)) }
                    }
                }
            }
        }
    }
}

/// The fields of those that a change is about, with what they were changed to.
fn lines<'f>(change: &SettingsChange, fields: &'f [Field]) -> Vec<(&'f Field, String)> {
    let mut values = BTreeMap::new();
    flatten("", &Value::Object(change.changes.clone()), &mut values);
    let of_field = |field: &'f Field| Some((field, values.remove(field.name.as_ref())?));
    fields.iter().filter_map(of_field).collect()
}
