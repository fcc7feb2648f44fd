//! A reader's words: texts by their keys, days, and the titles of problems.

use std::borrow::Cow;

use chrono::{Datelike, NaiveDate, NaiveDateTime};
pub use fluent_bundle::{FluentArgs as Values, FluentValue as Value};
use maud::{Markup, PreEscaped, Render};

use crate::languages::Language;
use crate::languages::texts::texts;
use crate::values::error::ProblemKind;

/// Says the text of that key, with values in it: `say!(words, "round-number", round = 3)`.
#[macro_export]
macro_rules! say {
    ($words:expr, $key:literal) => {
        $words.say($key, None)
    };
    ($words:expr, $key:literal, $($name:ident = $value:expr),+ $(,)?) => {{
        let values = [$((stringify!($name), $crate::languages::Value::from($value))),+];
        $words.say($key, Some(&$crate::languages::Values::from_iter(values)))
    }};
}
pub use say;

/// Says the text of that key as a part of a page, with values in it and, after a semicolon, pieces of the page:
/// `weave!(words, "its-own-pages"; website = html! { a href=(website) { (website) } })`.
#[macro_export]
macro_rules! weave {
    ($words:expr, $key:literal $(, $value_name:ident = $value:expr)*; $($name:ident = $piece:expr),+ $(,)?) => {{
        let pieces = [$((stringify!($name), maud::Render::render(&$piece))),+];
        let values = [$((stringify!($value_name), $crate::languages::Value::from($value))),*];
        let values = $crate::languages::Words::with_marks(&pieces, values);
        $crate::languages::Words::woven(&$words.say($key, Some(&values)), &pieces)
    }};
}
pub use weave;

/// A sign that no text has: it stands for the first of the pieces, the next for the second, until they are put in.
const FIRST_MARK: u32 = 0xE000;

/// The words of a language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Words(Language);

impl Words {
    /// The words in which the desk is written, and what programs read.
    pub const ENGLISH: Words = Words(Language::English);

    /// The words of that language.
    #[must_use]
    pub fn of(language: Language) -> Words {
        Words(language)
    }

    /// The language of the words.
    #[must_use]
    pub fn language(self) -> Language {
        self.0
    }

    /// The tag of another language, on an element whose words are in that one.
    pub fn unless(self, language: Language) -> Option<&'static str> {
        (self.0 != language).then(|| language.tag())
    }

    /// The text of that key: in English where the language has none, and the key itself where there is none at all.
    pub fn say(self, key: &str, values: Option<&Values<'_>>) -> String {
        let said = self.find(key, values);
        let said = said.or_else(|| Words::ENGLISH.find(key, values));
        said.unwrap_or_else(|| key.to_owned())
    }

    fn find(self, key: &str, values: Option<&Values<'_>>) -> Option<String> {
        let bundle = texts(self.0)?;
        let pattern = bundle.get_message(key)?.value()?;
        // What a text asks for and is not given is shown by its name; the tests compare the two.
        Some(bundle.format_pattern(pattern, values, &mut Vec::new()).into_owned())
    }

    /// The values, and the marks by which pieces are known until they are woven in.
    pub fn with_marks<'v>(
        pieces: &[(&'static str, Markup)],
        values: impl IntoIterator<Item = (&'v str, Value<'v>)>,
    ) -> Values<'v> {
        let mark = |index: u32| char::from_u32(index).map(String::from).unwrap_or_default();
        let marks = (FIRST_MARK..).map(|index| Value::from(mark(index)));
        let marks = pieces
            .iter()
            .zip(marks)
            .map(|((name, _), mark)| -> (&'v str, Value<'v>) { (*name, mark) });
        marks.chain(values).collect()
    }

    /// The text with the pieces in the places of their marks.
    pub fn woven(text: &str, pieces: &[(&'static str, Markup)]) -> Markup {
        let mut woven = String::new();
        for sign in text.render().into_string().chars() {
            let index = u32::from(sign).checked_sub(FIRST_MARK);
            match index.and_then(|index| pieces.get(usize::try_from(index).ok()?)) {
                Some((_, piece)) => woven.push_str(&piece.0),
                None => woven.push(sign),
            }
        }
        PreEscaped(woven)
    }

    /// The title of a kind of problem.
    pub fn title_of(self, kind: &ProblemKind) -> Cow<'static, str> {
        // The English titles stand where the kinds are declared.
        let said = match self.0 {
            Language::English => None,
            _ => self.find(&format!("problem-{}", kind.code), None),
        };
        said.map_or(Cow::Borrowed(kind.title), Cow::Owned)
    }

    /// A day: `14 March 2026`.
    pub fn day(self, day: NaiveDate) -> String {
        format!("{} {}", self.day_of_year(day), day.year())
    }

    /// A day without its year: `14 March`.
    fn day_of_year(self, day: NaiveDate) -> String {
        format!("{} {}", day.day(), self.month(day))
    }

    /// A month: `March`.
    fn month(self, day: NaiveDate) -> String {
        match day.month() {
            1 => say!(self, "month-1"),
            2 => say!(self, "month-2"),
            3 => say!(self, "month-3"),
            4 => say!(self, "month-4"),
            5 => say!(self, "month-5"),
            6 => say!(self, "month-6"),
            7 => say!(self, "month-7"),
            8 => say!(self, "month-8"),
            9 => say!(self, "month-9"),
            10 => say!(self, "month-10"),
            11 => say!(self, "month-11"),
            _ => say!(self, "month-12"),
        }
    }

    /// A month of a year: `March 2026`.
    pub fn month_of_year(self, day: NaiveDate) -> String {
        format!("{} {}", self.month(day), day.year())
    }

    /// A day with its place in the week: `Saturday 14 March 2026`.
    pub fn day_of_week(self, day: NaiveDate) -> String {
        let weekday = match day.weekday().number_from_monday() {
            1 => say!(self, "weekday-1"),
            2 => say!(self, "weekday-2"),
            3 => say!(self, "weekday-3"),
            4 => say!(self, "weekday-4"),
            5 => say!(self, "weekday-5"),
            6 => say!(self, "weekday-6"),
            _ => say!(self, "weekday-7"),
        };
        format!("{weekday} {}", self.day(day))
    }

    /// The days from the first to the last, as people write them: `17–18 April 2027`.
    pub fn days(self, first: NaiveDate, last: NaiveDate) -> String {
        let end = self.day(last);
        if first == last {
            end
        } else if first.year() != last.year() {
            format!("{} – {end}", self.day(first))
        } else if first.month() != last.month() {
            format!("{} – {end}", self.day_of_year(first))
        } else {
            format!("{}–{end}", first.day())
        }
    }

    /// A moment: `17 April 2027, 11:24`.
    pub fn moment(self, moment: NaiveDateTime) -> String {
        format!("{}, {}", self.day(moment.date()), moment.format("%H:%M"))
    }
}
