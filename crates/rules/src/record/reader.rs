//! A text, read from its beginning to its end.

use alloc::string::String;

use super::{Fault, Place, RecordError};
use crate::RuleSet;

/// The rest of a text, and the place where it begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reader<'a> {
    pub(super) rest: &'a str,
    pub(super) place: Place,
    pub(super) lenient: bool,
    /// The rules of a game that names none.
    pub(super) rules: RuleSet,
    /// Whether there may be an end to a comment: once none has been found none is looked for, lest a long text of open
    /// comments be searched to its end for each.
    may_close: bool,
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str, lenient: bool) -> Self {
        // Some editors begin a file with this mark.
        let rest = text.strip_prefix('\u{feff}').unwrap_or(text);
        Self {
            rest,
            place: Place { line: 1, column: 1 },
            lenient,
            rules: RuleSet::MSSA_GAR,
            may_close: true,
        }
    }

    /// Takes a tag off the text: its name and its words.
    pub(super) fn tag_text(&mut self) -> Option<(&'a str, String)> {
        self.advance(1);
        self.line_blanks();
        let length = self.rest.bytes().take_while(u8::is_ascii_alphanumeric).count();
        let name = self.rest.get(..length)?;
        self.advance(length);
        self.line_blanks();
        let mut words = String::new();
        let mut quoted = self.rest.strip_prefix('"')?.chars();
        loop {
            match quoted.next()? {
                '"' => break,
                '\\' => match quoted.clone().next()? {
                    escaped @ ('"' | '\\') => {
                        quoted.next();
                        words.push(escaped);
                    }
                    _ if self.lenient => words.push('\\'),
                    _ => return None,
                },
                control if control.is_control() => return None,
                other => words.push(other),
            }
        }
        self.advance(self.rest.len() - quoted.as_str().len());
        self.line_blanks();
        self.rest.starts_with(']').then(|| self.advance(1))?;
        Some((name, words))
    }

    /// Skips blanks and comments.
    pub(super) fn gap(&mut self) -> Result<(), RecordError> {
        loop {
            self.blanks();
            if self.rest.starts_with('{') {
                let end = if self.may_close { self.rest.find('}') } else { None };
                let Some(end) = end else {
                    self.may_close = false;
                    return Err(self.fault(Fault::CommentOpen));
                };
                self.advance(end + 1);
            } else if self.rest.starts_with(';') {
                self.advance(self.rest.find('\n').unwrap_or(self.rest.len()));
            } else {
                return Ok(());
            }
        }
    }

    pub(super) fn blanks(&mut self) {
        self.advance(self.rest.len() - self.rest.trim_start().len());
    }

    fn line_blanks(&mut self) {
        self.advance(self.rest.len() - self.rest.trim_start_matches([' ', '\t']).len());
    }

    /// Takes a word off the text: up to a blank or a comment.
    pub(super) fn word(&mut self) -> &'a str {
        let ends = |next: char| next.is_whitespace() || matches!(next, '{' | ';');
        let (word, _) = self.rest.split_at(self.rest.find(ends).unwrap_or(self.rest.len()));
        self.advance(word.len());
        word
    }

    /// Takes so many bytes off the text.
    pub(super) fn advance(&mut self, length: usize) {
        let (passed, rest) = self.rest.split_at(length);
        for next in passed.chars() {
            if next == '\n' {
                self.place = Place {
                    line: self.place.line.saturating_add(1),
                    column: 1,
                };
            } else {
                self.place.column = self.place.column.saturating_add(1);
            }
        }
        self.rest = rest;
    }

    /// Skips to the next line that begins a game.
    pub(super) fn skip_to_event(&mut self) {
        let begins = |reader: &Self| reader.place.column == 1 && reader.rest.starts_with("[Event ");
        while !self.rest.is_empty() && !begins(self) {
            self.advance(self.rest.find('\n').map_or(self.rest.len(), |end| end + 1));
        }
    }

    pub(super) const fn fault(&self, fault: Fault) -> RecordError {
        RecordError {
            place: Some(self.place),
            fault,
        }
    }
}
