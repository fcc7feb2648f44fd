//! The languages in which people read pages, sheets and certificates, and the texts in each.
//!
//! A text is said by its key, `say!(words, "round-number", round = 3)`, or woven around pieces of a page, with `weave!`. The
//! texts stand in `texts/`, a folder for each language, in Fluent's form: plain lines, with the plurals of the language where
//! something is counted. What is written there in English is what the others are made from.

mod texts;
mod words;

pub use words::Words;
pub use words::{Value, Values, say, weave};

crate::string_enum! {
    /// A language in which people read what is for them.
    pub enum Language as "Language" {
        /// English.
        English = "en",
        /// isiZulu.
        Zulu = "zu",
        /// isiXhosa.
        Xhosa = "xh",
        /// Sesotho.
        Sotho = "st",
        /// Setswana.
        Tswana = "tn",
        /// Afrikaans.
        Afrikaans = "af",
    }
}

impl Language {
    /// The tag by which browsers and readers of screens know it, as it is spoken in South Africa.
    #[must_use]
    pub fn tag(self) -> &'static str {
        match self {
            Language::English => "en-ZA",
            Language::Zulu => "zu-ZA",
            Language::Xhosa => "xh-ZA",
            Language::Sotho => "st-ZA",
            Language::Tswana => "tn-ZA",
            Language::Afrikaans => "af-ZA",
        }
    }

    /// Its name among those who speak it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Language::English => "English",
            Language::Zulu => "isiZulu",
            Language::Xhosa => "isiXhosa",
            Language::Sotho => "Sesotho",
            Language::Tswana => "Setswana",
            Language::Afrikaans => "Afrikaans",
        }
    }

    /// The one that whoever sends this `Accept-Language` would rather read; English if none fits.
    ///
    /// A language is taken by its first part, wherever it is spoken: `zu` for `zu-ZA`. Of those that are wanted alike the first
    /// is taken, and what is wanted with the quality 0 is not.
    #[must_use]
    pub fn accepted(header: &str) -> Language {
        let mut best = (0, Language::English);
        for range in header.split(',') {
            let (tag, parameters) = range.split_once(';').unwrap_or((range, ""));
            let primary = tag.trim().split('-').next().unwrap_or_default().to_ascii_lowercase();
            let wanted = match primary.as_str() {
                "*" => Some(Language::English),
                primary => Language::from_word(primary),
            };
            if let Some(language) = wanted
                && let Some(quality) = thousandths(parameters)
                && quality > best.0
            {
                best = (quality, language);
            }
        }
        best.1
    }
}

/// The quality of a range in thousandths, as RFC 9110, 12.4.2, has it; 1 where none is told, nothing where it is none.
fn thousandths(parameters: &str) -> Option<u16> {
    let parameters = parameters.trim();
    if parameters.is_empty() {
        return Some(1000);
    }
    let value = parameters
        .strip_prefix("q=")
        .or_else(|| parameters.strip_prefix("Q="))?;
    let (whole, decimals) = value.split_once('.').unwrap_or((value, ""));
    let is_well_formed = decimals.len() <= 3 && decimals.bytes().all(|digit| digit.is_ascii_digit());
    match whole {
        "0" if is_well_formed => format!("{decimals:0<3}").parse().ok(),
        "1" if is_well_formed && decimals.bytes().all(|digit| digit == b'0') => Some(1000),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
