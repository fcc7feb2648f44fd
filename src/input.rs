//! Reading input by its rules of form: each value is parsed into a type that proves it, and all faults are told at
//! once.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;

/// Why a value has the wrong form: a stable code, and a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invalid {
    /// Stable, kebab-case.
    pub code: &'static str,
    /// What a person should do about it.
    pub message: String,
}

impl Invalid {
    /// A fault of that code, told in that sentence.
    pub fn new(code: &'static str, message: impl Into<String>) -> Invalid {
        Invalid { code, message: message.into() }
    }
}

/// What is wrong with one field of the input.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Fault {
    /// JSON pointer (RFC 6901) to the field in the body.
    #[schema(example = "/name")]
    pub(crate) pointer: String,
    /// The fault for a program; never changes.
    #[schema(example = "too-long")]
    pub(crate) code: &'static str,
    /// The fault for a person.
    #[schema(example = "May have at most 120 characters.")]
    pub(crate) message: String,
}

/// The faults found so far.
///
/// ```
/// use federation_records::input::{Faults, text};
/// let mut faults = Faults::default();
/// let name = faults.take("/name", text("Ditsobotla Herders", 120));
/// let code = faults.take("/code", text("", 12));
/// assert_eq!((name.as_deref(), code), (Some("Ditsobotla Herders"), None));
/// ```
#[derive(Debug, Default)]
pub struct Faults(Vec<Fault>);

impl Faults {
    /// The value, if it has the right form; else the fault is noted under that JSON pointer.
    pub fn take<T>(&mut self, pointer: &str, value: Result<T, Invalid>) -> Option<T> {
        value
            .map_err(|Invalid { code, message }| self.0.push(Fault { pointer: pointer.to_owned(), code, message }))
            .ok()
    }

    pub(crate) fn into_vec(self) -> Vec<Fault> {
        self.0
    }
}

/// A code or a name that programs give: one to 64 characters, none of them a control character. PostgreSQL cannot keep a
/// NUL, and no code has one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Word(String);

impl Word {
    const MOST: usize = 64;

    /// The word as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<Word> for String {
    fn from(word: Word) -> String {
        word.0
    }
}

impl<'de> Deserialize<'de> for Word {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Word, D::Error> {
        let word = String::deserialize(deserializer)?;
        if (1..=Word::MOST).contains(&word.chars().count()) && !word.chars().any(char::is_control) {
            Ok(Word(word))
        } else {
            Err(D::Error::custom(format!("expected 1 to {} printable characters", Word::MOST)))
        }
    }
}

/// In the document a word is a string.
impl utoipa::PartialSchema for Word {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        String::schema()
    }
}

impl ToSchema for Word {}

/// A line of text that a person wrote: trimmed, inner blanks made one, from 1 to `most` characters, nothing invisible
/// that could hide or reorder it.
///
/// # Errors
/// `required`, `too-long`, `not-printable`.
pub fn text(value: &str, most: usize) -> Result<String, Invalid> {
    let value = value.split_whitespace().collect::<Vec<_>>().join(" ");
    if value.is_empty() {
        return Err(Invalid::new("required", "Must not be empty."));
    }
    if value.chars().count() > most {
        return Err(Invalid::new("too-long", format!("May have at most {most} characters.")));
    }
    if value.chars().any(is_hidden) {
        return Err(Invalid::new(
            "not-printable",
            "Has a control character or one that changes the writing direction.",
        ));
    }
    Ok(value)
}

fn is_hidden(c: char) -> bool {
    // Marks that override the direction of the text around them (Unicode TR36) are no part of any name.
    c.is_control() || matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{FEFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_tidied() {
        assert_eq!(text("  van  der\tMerwe ", 40).unwrap(), "van der Merwe");
    }

    #[test]
    fn text_is_refused_with_its_code() {
        let code = |value: &str| text(value, 5).unwrap_err().code;
        assert_eq!(code(" \t"), "required");
        assert_eq!(code("123456"), "too-long");
        assert_eq!(code("a\0b"), "not-printable");
        assert_eq!(code("a\u{202E}b"), "not-printable");
    }

    #[test]
    fn length_is_counted_in_characters() {
        assert!(text("ééééé", 5).is_ok());
    }
}
