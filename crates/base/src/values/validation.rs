//! Reading input by its rules of form: each value is parsed into a type that proves it, and all faults are told at
//! once.

use chrono::{Datelike, NaiveDate};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use unicode_normalization::char::is_combining_mark;
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};
use utoipa::ToSchema;

/// The reason why a value has the wrong form: a stable code, and a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ValueError {
    /// Stable, kebab-case.
    pub code: &'static str,
    /// A sentence that tells a person what to do about it.
    pub message: String,
}

impl ValueError {
    /// A fault of that code, told in that sentence.
    pub fn new(code: &'static str, message: impl Into<String>) -> ValueError {
        ValueError {
            code,
            message: message.into(),
        }
    }
}

/// A fault in one field of the input.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct FieldError {
    /// JSON pointer (RFC 6901) to the field in the body.
    #[schema(example = "/name")]
    pub pointer: String,
    /// The fault for a program; never changes.
    #[schema(example = "too-long")]
    pub code: &'static str,
    /// The fault for a person.
    #[schema(example = "May have at most 120 characters.")]
    pub message: String,
}

/// A fault in one parameter of a query.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ParameterError {
    /// The name of the parameter.
    #[schema(example = "limit")]
    pub(crate) parameter: String,
    /// The fault for a program; never changes.
    #[schema(example = "invalid-value")]
    pub(crate) code: &'static str,
    /// The fault for a person.
    #[schema(example = "Expected a whole number from 1 to 200.")]
    pub(crate) message: String,
}

impl ParameterError {
    /// A fault of the parameter of that name.
    pub fn of(parameter: &str, ValueError { code, message }: ValueError) -> ParameterError {
        ParameterError {
            parameter: parameter.to_owned(),
            code,
            message,
        }
    }
}

/// The faults found so far.
///
/// ```
/// use records_base::values::validation::{Faults, text};
/// let mut faults = Faults::default();
/// let name = faults.check("/name", text("Ditsobotla Herders", 120));
/// let code = faults.check("/code", text("", 12));
/// assert_eq!((name.as_deref(), code), (Some("Ditsobotla Herders"), None));
/// ```
#[derive(Debug, Default)]
pub struct Faults(Vec<FieldError>);

impl Faults {
    /// The value, if it has the right form; else the fault is noted under that JSON pointer.
    pub fn check<T>(&mut self, pointer: &str, value: Result<T, ValueError>) -> Option<T> {
        value
            .map_err(|ValueError { code, message }| {
                self.0.push(FieldError {
                    pointer: pointer.to_owned(),
                    code,
                    message,
                });
            })
            .ok()
    }

    /// One fault alone.
    pub fn of(pointer: &str, ValueError { code, message }: ValueError) -> Faults {
        Faults(vec![FieldError {
            pointer: pointer.to_owned(),
            code,
            message,
        }])
    }

    /// The faults of something that stands further down in the body.
    pub fn below(mut self, pointer: &str) -> Faults {
        for fault in &mut self.0 {
            fault.pointer.insert_str(0, pointer);
        }
        self
    }

    /// Notes the faults of a part as well.
    pub fn extend(&mut self, of_part: Faults) {
        self.0.extend(of_part.0);
    }

    /// The number of faults.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn into_vec(self) -> Vec<FieldError> {
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

    /// A word that is on record.
    pub fn known(word: String) -> Word {
        Word(word)
    }

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
            Err(D::Error::custom(format!(
                "expected 1 to {} printable characters",
                Word::MOST
            )))
        }
    }
}

/// The words for a text that is too long.
pub const TOO_LONG: &str = "too long";

/// A text of at most `MOST` characters, which is judged where it is used: notation, a token, a search.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Limited<const MOST: usize>(String);

impl<const MOST: usize> Limited<MOST> {
    /// A text of the service's own.
    pub fn known(text: String) -> Limited<MOST> {
        Limited(text)
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl<const MOST: usize> From<Limited<MOST>> for String {
    fn from(text: Limited<MOST>) -> String {
        text.0
    }
}

impl<'de, const MOST: usize> Deserialize<'de> for Limited<MOST> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Limited<MOST>, D::Error> {
        let text = String::deserialize(deserializer)?;
        if text.chars().count() > MOST {
            return Err(D::Error::custom(format!("{TOO_LONG}, expected at most {MOST}")));
        }
        Ok(Limited(text))
    }
}

/// A day as people write it: `2026-11-20`. Years have four digits, which both databases can keep and every client can
/// read back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Day(NaiveDate);

impl From<Day> for NaiveDate {
    fn from(day: Day) -> NaiveDate {
        day.0
    }
}

impl From<NaiveDate> for Day {
    fn from(day: NaiveDate) -> Day {
        Day(day)
    }
}

impl<'de> Deserialize<'de> for Day {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Day, D::Error> {
        let day = String::deserialize(deserializer)?;
        let is_plain = day.len() == 10 && day.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
        day.parse()
            .ok()
            .filter(|day: &NaiveDate| is_plain && day.year() > 0)
            .map(Day)
            .ok_or_else(|| D::Error::custom("expected a day, as in 2026-11-20"))
    }
}

/// Reads a whole number. In JSON 85.0 is one too.
pub fn whole<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i64, D::Error> {
    let number = serde_json::Number::deserialize(deserializer)
        .ok()
        .map(|number| number.to_string());
    let whole = number.and_then(|number| number.strip_suffix(".0").unwrap_or(&number).parse().ok());
    whole.ok_or_else(|| D::Error::custom("expected a whole number"))
}

/// A string in the document.
impl utoipa::PartialSchema for Word {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        String::schema()
    }
}

impl ToSchema for Word {}

/// A line of text that a person wrote: trimmed, inner blanks made one, from 1 to `most` characters, nothing invisible
/// that could hide or reorder it, nothing that has no meaning.
///
/// # Errors
/// `required`, `too-long`, `not-printable`.
pub fn text(value: &str, most: usize) -> Result<String, ValueError> {
    let value = value.split_whitespace().collect::<Vec<_>>().join(" ");
    if value.is_empty() {
        return Err(ValueError::new("required", "Must not be empty."));
    }
    if value.chars().count() > most {
        return Err(ValueError::new(
            "too-long",
            format!("May have at most {most} characters."),
        ));
    }
    let is_shown = |c| !is_hidden(c) && !is_unassigned(c);
    if !value.chars().all(is_shown) || value.chars().all(is_joiner) {
        return Err(ValueError::new(
            "not-printable",
            "Has a character that cannot be seen, that stands for nothing, or that reorders the text.",
        ));
    }
    Ok(value)
}

/// A day on which something has happened: today or earlier.
///
/// # Errors
/// `in-future`.
pub fn past(day: NaiveDate, today: NaiveDate) -> Result<NaiveDate, ValueError> {
    if day <= today {
        Ok(day)
    } else {
        Err(ValueError::new("in-future", "Must not be in the future."))
    }
}

/// The last day, if it is not before the first one.
///
/// # Errors
/// `before-start`.
pub fn not_before(from: NaiveDate, until: NaiveDate) -> Result<NaiveDate, ValueError> {
    if until < from {
        return Err(ValueError::new("before-start", "Must not be before the first day."));
    }
    Ok(until)
}

/// A number from the least to the most, both included.
///
/// # Errors
/// `out-of-range`.
pub fn within(value: i64, least: i64, most: i64) -> Result<i64, ValueError> {
    if (least..=most).contains(&value) {
        return Ok(value);
    }
    Err(ValueError::new(
        "out-of-range",
        format!("Must be from {least} to {most}."),
    ))
}

/// A day in the life of someone who was born on that day.
///
/// # Errors
/// `before-birth`.
pub fn in_life(day: NaiveDate, birth_date: NaiveDate) -> Result<NaiveDate, ValueError> {
    if day >= birth_date {
        Ok(day)
    } else {
        Err(ValueError::new("before-birth", "Must not be before the birth."))
    }
}

/// Control characters, and what Unicode says to leave out of display (`Default_Ignorable_Code_Point`): marks that
/// override the direction of the text, fillers, blanks of no width. Two names must not differ by them alone.
fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}'..='\u{1160}' | '\u{17B4}'..='\u{17B5}'
            | '\u{180B}'..='\u{180F}' | '\u{200B}' | '\u{200E}'..='\u{200F}' | '\u{202A}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}' | '\u{3164}' | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFB}'
            | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{E0FFF}')
}

/// Code points that stand for nothing, or for what two parties have agreed upon: each reader sees another picture, or a
/// box.
fn is_unassigned(c: char) -> bool {
    matches!(
        c.general_category(),
        GeneralCategory::Unassigned | GeneralCategory::PrivateUse
    )
}

/// Joins or shapes the characters beside it, in scripts and in emoji; nothing by itself.
fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200C}' | '\u{200D}' | '\u{FE00}'..='\u{FE0F}') || is_combining_mark(c)
}

#[cfg(test)]
mod tests {
    use crate::values::validation::*;

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
        for hidden in [
            "a\u{202E}b",
            "\u{200B}",
            "a\u{AD}",
            "\u{3164}",
            "A\u{E0041}",
            "\u{200D}",
            "\u{FE0F}",
            "\u{301}",
        ] {
            assert_eq!(code(hidden), "not-printable", "{hidden:?}");
        }
    }

    #[test]
    fn a_character_means_something() {
        // Of private use; not assigned; never to be assigned.
        for nothing in [
            '\u{E000}',
            '\u{F8FF}',
            '\u{F0000}',
            '\u{10FFFD}',
            '\u{378}',
            '\u{40000}',
            '\u{FDD0}',
            '\u{FFFF}',
        ] {
            let name = format!("Thandiwe{nothing}");
            assert_eq!(text(&name, 40).unwrap_err().code, "not-printable", "{nothing:?}");
        }
        // Letters of many scripts, clicks, marks, joiners and emoji do.
        for name in [
            "ǃXóõ ǂAkhoe",
            "Mme. Tshwaané",
            "नेत्‍रा",
            "زهراء",
            "李 明",
            "𐌰𐌱",
            "👩🏽‍🌾",
            "N\u{308}",
        ] {
            assert_eq!(text(name, 40).as_deref(), Ok(name));
        }
    }

    #[test]
    fn a_day_has_a_year_of_four_digits() {
        let day = |text: &str| {
            serde_json::from_value::<Day>(text.into())
                .map(|day| day.0.to_string())
                .ok()
        };
        assert_eq!(day("2026-11-20").as_deref(), Some("2026-11-20"));
        for other in [
            "+10000-01-01",
            "-0044-03-15",
            "0000-01-01",
            "2026-1-1",
            "2026-02-30",
            "20261120",
            " 2026-11-2",
            "",
        ] {
            assert_eq!(day(other), None, "{other}");
        }
    }

    #[test]
    fn a_whole_number_may_be_written_with_a_point() {
        let read = |text: &str| whole(&mut serde_json::Deserializer::from_str(text)).ok();
        assert_eq!(
            ["85", "85.0", "8.5e1", "-1", "0"].map(read),
            [85, 85, 85, -1, 0].map(Some)
        );
        assert_eq!(["85.5", "\"85\"", "1e300", "null", "[85]", "true"].map(read), [None; 6]);
    }

    #[test]
    fn length_is_counted_in_characters() {
        assert!(text("ééééé", 5).is_ok());
    }
}
