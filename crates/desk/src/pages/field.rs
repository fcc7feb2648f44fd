//! Fields of forms: what is typed into one, how it is shown, and the JSON that it stands for.

use std::borrow::Cow;

use chrono::NaiveDate;
use serde_json::Value;

use crate::values::validation::ValueError;

/// A field of a form.
#[derive(Debug, Clone)]
pub(crate) struct Field {
    pub(super) name: Cow<'static, str>,
    pub(super) label: Cow<'static, str>,
    pub(super) hint: Option<Cow<'static, str>>,
    pub(super) kind: FieldKind,
    pub(super) required: bool,
    pub(super) autocomplete: &'static str,
}

/// The kind of what is typed.
#[derive(Debug, Clone)]
pub(crate) enum FieldKind {
    /// A line.
    Text,
    /// Some lines.
    Long,
    /// An e-mail address.
    Email,
    /// A password, which is never shown again.
    Password,
    /// A code of digits, which is never shown again.
    Code,
    /// A whole number.
    Number,
    /// A number that may have a fraction, after a point or a comma.
    Decimal,
    /// A day.
    Day,
    /// Yes or no.
    YesNo,
    /// One of several: the word that is sent, and the words that are shown.
    Choice(Vec<(String, String)>),
    /// A file, and the kinds that a browser offers to choose from, as `.csv,.xlsx`; what comes may be of any kind.
    File(&'static str),
}

impl FieldKind {
    pub(super) fn is_secret(&self) -> bool {
        matches!(self, FieldKind::Password | FieldKind::Code)
    }

    pub(super) fn is_file(&self) -> bool {
        matches!(self, FieldKind::File(_))
    }

    pub(super) fn input_type(&self) -> &'static str {
        match self {
            FieldKind::Email => "email",
            FieldKind::Password => "password",
            FieldKind::Day => "date",
            _ => "text",
        }
    }

    pub(super) fn input_mode(&self) -> Option<&'static str> {
        match self {
            FieldKind::Number | FieldKind::Code => Some("numeric"),
            FieldKind::Decimal => Some("decimal"),
            _ => None,
        }
    }
}

impl Field {
    /// A field that must be filled in.
    pub(crate) fn new(
        name: impl Into<Cow<'static, str>>,
        label: impl Into<Cow<'static, str>>,
        kind: FieldKind,
    ) -> Field {
        Field {
            name: name.into(),
            label: label.into(),
            hint: None,
            kind,
            required: true,
            autocomplete: "off",
        }
    }

    /// A field that may stay empty.
    pub(crate) fn optional(self) -> Field {
        Field {
            required: false,
            ..self
        }
    }

    /// The field with a sentence of help.
    pub(crate) fn with_hint(self, hint: impl Into<Cow<'static, str>>) -> Field {
        Field {
            hint: Some(hint.into()),
            ..self
        }
    }

    /// The field as browsers know what to fill in.
    pub(crate) fn filled_with(self, autocomplete: &'static str) -> Field {
        Field { autocomplete, ..self }
    }

    /// The name by which a page points at it.
    pub(super) fn id(&self) -> String {
        self.name.replace('/', "-")
    }

    /// The text as it is read where nothing is typed: the words of a choice, and a dash where there is none.
    pub(crate) fn in_words<'a>(&'a self, text: &'a str) -> &'a str {
        match &self.kind {
            FieldKind::Choice(choices) => {
                let chosen = choices.iter().find(|(value, _)| value == text);
                chosen.map_or(text, |(_, words)| words.as_str())
            }
            _ if text.is_empty() => "–",
            _ => text,
        }
    }

    /// The text as JSON; nothing where nothing was typed, if it may be left out.
    pub(super) fn value(&self, text: &str) -> Result<Option<Value>, ValueError> {
        let wrong = |rule: &str| Err(ValueError::new("invalid-value", rule));
        match (&self.kind, text) {
            (_, "") if self.required => Err(ValueError::new("required", "Must be given.")),
            (_, "") => Ok(None),
            (FieldKind::Number, _) => match text.parse::<i64>() {
                Ok(number) => Ok(Some(number.into())),
                Err(_) => wrong("Must be a whole number."),
            },
            (FieldKind::Decimal, _) => match text.replace(',', ".").parse::<f64>() {
                Ok(number) if number.is_finite() => Ok(Some(number.into())),
                _ => wrong("Must be a number, as in 0.06."),
            },
            (FieldKind::Day, _) => match text.parse::<NaiveDate>() {
                Ok(_) => Ok(Some(text.into())),
                Err(_) => wrong("Must be a day, as in 2027-04-17."),
            },
            (FieldKind::YesNo, _) => Ok(Some((text == "yes").into())),
            _ => Ok(Some(text.into())),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::pages::field::*;

    #[test]
    fn what_is_typed_has_the_form_of_its_field() {
        let rounds = Field::new("rounds", "Rounds", FieldKind::Number);
        assert_eq!(rounds.value("6").unwrap(), Some(6.into()));
        assert_eq!(rounds.value("six").unwrap_err().code, "invalid-value");
        assert_eq!(rounds.value("").unwrap_err().code, "required");
        assert_eq!(rounds.optional().value("").unwrap(), None);
        let tau = Field::new("tau", "Measure of change", FieldKind::Decimal);
        assert_eq!(tau.value("0,5").unwrap(), Some(0.5.into()));
        for wrong in ["NaN", "inf", "a half"] {
            assert_eq!(tau.value(wrong).unwrap_err().code, "invalid-value", "{wrong}");
        }
        let day = Field::new("day", "Day", FieldKind::Day);
        assert_eq!(day.value("2027-04-17").unwrap(), Some("2027-04-17".into()));
        assert_eq!(day.value("17 April").unwrap_err().code, "invalid-value");
    }
}
