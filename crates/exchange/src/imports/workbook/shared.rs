//! Texts that cells share, kept one after the other.

use std::borrow::Cow;

use quick_xml::events::Event;

use crate::imports::workbook::package::Xml;
use crate::imports::workbook::too_large;
use crate::values::validation::ValueError;

/// The most texts that cells share: nine columns of a full sheet.
const MOST_SHARED: usize = 1_000_000;

/// The most bytes of the texts that cells share.
const MOST_SHARED_TEXT: usize = 12 << 20;

/// The texts that cells share, one after the other.
#[derive(Debug, Default)]
pub(super) struct Shared {
    texts: String,
    ends: Vec<usize>,
}

impl Shared {
    pub(super) fn read(&mut self, mut part: Xml<'_>) -> Result<(), ValueError> {
        let mut text = String::new();
        while let Some(event) = part.next()? {
            if !matches!(event, Event::Start(tag) if tag.local_name().as_ref() == "si") {
                continue;
            }
            text.clear();
            part.texts(&mut text)?;
            self.texts.push_str(&unescaped(&text));
            self.ends.push(self.texts.len());
            if self.ends.len() > MOST_SHARED || self.texts.len() > MOST_SHARED_TEXT {
                return Err(too_large());
            }
        }
        Ok(())
    }

    pub(super) fn get(&self, place: usize) -> Option<&str> {
        let end = *self.ends.get(place)?;
        let begin = place
            .checked_sub(1)
            .map_or(Some(0), |before| self.ends.get(before).copied())?;
        self.texts.get(begin..end)
    }
}

/// The text with the signs that workbooks write by their numbers, as `_x000D_`.
pub(super) fn unescaped(text: &str) -> Cow<'_, str> {
    let sign_at = |at: usize| {
        let number = text
            .get(at + 2..at + 6)
            .filter(|_| text.get(at + 6..at + 7) == Some("_"))?;
        let is_number = number.bytes().all(|byte| byte.is_ascii_hexdigit());
        let number = u32::from_str_radix(number, 16).ok().filter(|_| is_number)?;
        Some(char::from_u32(number).unwrap_or(char::REPLACEMENT_CHARACTER))
    };
    let (mut told, mut taken) = (String::new(), 0);
    for (at, _) in text.match_indices("_x") {
        if at < taken {
            continue;
        }
        if let Some(sign) = sign_at(at) {
            told.push_str(&text[taken..at]);
            told.push(sign);
            taken = at + 7;
        }
    }
    if taken == 0 {
        return Cow::Borrowed(text);
    }
    told.push_str(&text[taken..]);
    Cow::Owned(told)
}
