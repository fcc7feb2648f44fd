//! A record as text.

use core::fmt::{self, Write};

use super::{GameRecord, Tag};
use crate::{Position, Side};

/// No line of turns is longer, as in the records of chess.
const WIDTH: usize = 79;

/// The canonical text. Records one after the other, with an empty line between them, make a file.
impl fmt::Display for GameRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for tag in Tag::ALL.into_iter().filter(|tag| tag.is_required()) {
            line(f, tag.name(), self.tag(tag))?;
        }
        line(f, "Result", self.result)?;
        line(f, "RuleSet", self.rule_set())?;
        if let Some(termination) = self.termination {
            line(f, "Termination", termination)?;
        }
        for tag in Tag::ALL
            .into_iter()
            .filter(|tag| !tag.is_required() && !self.tag(*tag).is_empty())
        {
            line(f, tag.name(), self.tag(tag))?;
        }
        if self.start != Position::new(self.rule_set()) {
            line(f, "SetUp", 1)?;
            line(f, "Position", self.start)?;
        }
        line(f, "PlyCount", self.turns.len())?;
        f.write_char('\n')?;
        self.write_turns(f)
    }
}

impl GameRecord {
    fn write_turns(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut page = Page { f, column: 0 };
        let second_began = usize::from(self.start.side() == Side::Second);
        for (ply, turn) in self.turns.iter().enumerate() {
            let ply = ply + second_began;
            if ply % 2 == 0 {
                page.word(format_args!("{}.", ply / 2 + 1))?;
            } else if ply == second_began {
                page.word(format_args!("1..."))?;
            }
            page.word(format_args!("{turn}"))?;
        }
        page.word(format_args!("{}", self.result))?;
        page.f.write_char('\n')
    }
}

/// Words set in lines.
struct Page<'a, 'b> {
    f: &'a mut fmt::Formatter<'b>,
    column: usize,
}

impl Page<'_, '_> {
    fn word(&mut self, word: fmt::Arguments<'_>) -> fmt::Result {
        let mut length = Length(0);
        length.write_fmt(word)?;
        if self.column > 0 {
            let fits = self.column + 1 + length.0 <= WIDTH;
            self.f.write_char(if fits { ' ' } else { '\n' })?;
            self.column = if fits { self.column + 1 } else { 0 };
        }
        self.column += length.0;
        self.f.write_fmt(word)
    }
}

/// Counts what is written to it.
struct Length(usize);

impl Write for Length {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 += text.len();
        Ok(())
    }
}

fn line(f: &mut fmt::Formatter<'_>, name: &str, value: impl fmt::Display) -> fmt::Result {
    write!(f, "[{name} \"")?;
    write!(Escaping(f), "{value}")?;
    f.write_str("\"]\n")
}

/// Puts a backslash before every quotation mark and backslash.
struct Escaping<'a, 'b>(&'a mut fmt::Formatter<'b>);

impl Write for Escaping<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        text.split_inclusive(['"', '\\'])
            .try_for_each(|part| match part.chars().next_back() {
                Some(last @ ('"' | '\\')) => write!(self.0, "{}\\{last}", &part[..part.len() - 1]),
                _ => self.0.write_str(part),
            })
    }
}
