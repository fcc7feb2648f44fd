//! Turns as people write them.

use crate::{Junction, SyntaxError, Turn};

/// The hyphens of a move; of two that begin alike the longer one stands first.
const HYPHENS: [&str; 7] = ["->", "-", "–", "—", "−", ">", "→"];
const SHOTS: [&str; 5] = ["x", "X", "×", ":", ","];

impl Turn {
    /// Reads a turn as people write it: in any case, with blanks around its parts, the hyphen left out or written
    /// `–`, `—`, `−`, `>`, `->`, `→` or `to`, the shot marked `x`, `X`, `×`, `:` or `,`.
    ///
    /// A move without a hyphen is a move: `e1r3` goes from E1 to R3.
    ///
    /// ```
    /// use morabaraba_rules::Turn;
    ///
    /// for text in ["e6a6xr3", " E6 → a6 × R3 ", "e6 TO a6: r3", "E6-A6,R3"] {
    ///     assert_eq!(Turn::parse_lenient(text)?.to_string(), "E6-A6xR3");
    /// }
    /// # Ok::<(), morabaraba_rules::SyntaxError>(())
    /// ```
    pub fn parse_lenient(text: &str) -> Result<Self, SyntaxError> {
        let mut rest = text.trim();
        let first = junction(&mut rest)?;
        let has_hyphen = hyphen(&mut rest);
        let second = if has_hyphen || rest.starts_with(|next: char| next.is_ascii_alphabetic() && !is_shot(next)) {
            Some(junction(&mut rest)?)
        } else {
            None
        };
        let shot = if rest.is_empty() {
            None
        } else {
            one_of(&mut rest, &SHOTS)?;
            Some(junction(&mut rest)?)
        };
        match (rest.is_empty(), second) {
            (false, _) => Err(SyntaxError),
            (true, Some(to)) => Ok(Self {
                from: Some(first),
                to,
                shot,
            }),
            (true, None) => Ok(Self {
                from: None,
                to: first,
                shot,
            }),
        }
    }
}

fn is_shot(mark: char) -> bool {
    SHOTS.iter().any(|shot| shot.starts_with(mark))
}

/// Takes a junction and the blanks after it off the text.
fn junction(rest: &mut &str) -> Result<Junction, SyntaxError> {
    let &[letter, number, ..] = rest.as_bytes() else {
        return Err(SyntaxError);
    };
    let junction = Junction::from_ascii(letter.to_ascii_uppercase(), number).ok_or(SyntaxError)?;
    *rest = rest.get(2..).ok_or(SyntaxError)?.trim_start();
    Ok(junction)
}

/// Takes a hyphen, if there is one, and the blanks after it off the text.
fn hyphen(rest: &mut &str) -> bool {
    if one_of(rest, &HYPHENS).is_ok() {
        return true;
    }
    match rest.get(..2) {
        Some(word) if word.eq_ignore_ascii_case("to") => {
            *rest = rest[2..].trim_start();
            true
        }
        _ => false,
    }
}

/// Takes one of the marks and the blanks after it off the text.
fn one_of(rest: &mut &str, marks: &[&str]) -> Result<(), SyntaxError> {
    let left = marks
        .iter()
        .find_map(|mark| rest.strip_prefix(mark))
        .ok_or(SyntaxError)?;
    *rest = left.trim_start();
    Ok(())
}

/// Whether a word of a record, written with blanks between the parts of its turns, goes on with the word before it.
pub(crate) fn continues(word: &str) -> bool {
    let mut rest = word;
    hyphen(&mut rest) || word.starts_with(['x', 'X', '×', ':'])
}

/// Whether a word of a record goes on with the word after it. Not with a comma: that may as well part two turns.
pub(crate) fn to_be_continued(word: &str) -> bool {
    let to = word.len().checked_sub(2).and_then(|start| word.get(start..));
    HYPHENS.iter().any(|hyphen| word.ends_with(hyphen))
        || word.ends_with(['x', 'X', '×', ':'])
        || to.is_some_and(|to| to.eq_ignore_ascii_case("to"))
}
