//! Sheets of a workbook, read row by row.

use std::borrow::Cow;

use quick_xml::events::{BytesStart, Event};

use crate::imports::workbook::numbers::Formats;
use crate::imports::workbook::package::{Xml, attribute};
use crate::imports::workbook::shared::{Shared, unescaped};
use crate::imports::workbook::{too_large, unreadable};
use crate::values::validation::ValueError;
use crate::web::text_rows::{MOST_COLUMNS, RawRow};

/// The most lines that a sheet has in any program.
const MOST_LINES: u64 = 1 << 20;

/// The most bytes of text in all cells, which may share one.
///
/// Twice as much as a file of plain text may have.
const MOST_TEXT: usize = 20 << 20;

/// A sheet, read a cell after the other.
pub(super) struct Sheet<'a> {
    pub(super) xml: Xml<'a>,
    pub(super) formats: &'a Formats,
    pub(super) shared: &'a Shared,
}

/// A cell as its tag describes it.
struct Cell {
    /// The column, from 0, and the row; none if it follows another.
    place: Option<(usize, u64)>,
    kind: String,
    format: Option<usize>,
}

impl Cell {
    fn of(tag: &BytesStart<'_>) -> Result<Cell, ValueError> {
        let place = attribute(tag, "r")?.map(|place| place_of(&place).ok_or_else(unreadable));
        Ok(Cell {
            place: place.transpose()?,
            kind: attribute(tag, "t")?.unwrap_or_default(),
            format: attribute(tag, "s")?.and_then(|format| format.parse().ok()),
        })
    }
}

/// The beginning of something in a sheet.
enum Begun {
    Row(Option<u64>),
    Cell(Cell),
}

impl Sheet<'_> {
    /// Reads the rows that are not empty, while they are taken.
    ///
    /// It returns whether there were any.
    pub(super) fn read(mut self, take: &mut impl FnMut(RawRow) -> bool) -> Result<bool, ValueError> {
        let (mut row, mut column) = (RawRow::default(), 0);
        let (mut last, mut bytes) = (0, 0);
        let mut is_any = false;
        while let Some(event) = self.xml.next()? {
            let begun = match event {
                Event::Start(tag) => match tag.local_name().as_ref() {
                    "row" => Begun::Row(attribute(&tag, "r")?.and_then(|line| line.parse().ok())),
                    "c" => Begun::Cell(Cell::of(&tag)?),
                    _ => continue,
                },
                Event::End(tag) if tag.local_name().as_ref() == "row" => {
                    // Spreadsheets write them in their order.
                    if row.line <= last || row.line > MOST_LINES {
                        return Err(unreadable());
                    }
                    last = row.line;
                    if row.width == 0 {
                        continue;
                    }
                    is_any = true;
                    if !take(std::mem::take(&mut row)) {
                        break;
                    }
                    continue;
                }
                _ => continue,
            };
            let cell = match begun {
                Begun::Row(line) => {
                    row = RawRow {
                        line: line.unwrap_or(last + 1),
                        ..RawRow::default()
                    };
                    column = 0;
                    continue;
                }
                Begun::Cell(cell) => cell,
            };
            if let Some((place, line)) = cell.place {
                column = place;
                row.line = line;
            }
            let text = self.text(&cell)?;
            if !text.trim().is_empty() {
                if column >= MOST_COLUMNS {
                    let rule = format!(
                        "Something stands in row {} further right than column {MOST_COLUMNS}.",
                        row.line
                    );
                    return Err(ValueError::new("too-many-columns", rule));
                }
                bytes += text.len();
                row.put(column, &text);
            }
            if bytes > MOST_TEXT {
                return Err(too_large());
            }
            column += 1;
        }
        Ok(is_any)
    }

    /// The text of the cell that has begun, as people read it.
    fn text(&mut self, cell: &Cell) -> Result<Cow<'_, str>, ValueError> {
        let own = self.xml.depth;
        let is_inline = cell.kind == "inlineStr";
        let (mut value, mut texts) = (String::new(), String::new());
        while self.xml.depth >= own {
            let is_value = match self.xml.next()?.ok_or_else(unreadable)? {
                Event::Start(tag) => match tag.local_name().as_ref() {
                    "v" if !is_inline => true,
                    "is" => false,
                    _ => continue,
                },
                _ => continue,
            };
            if is_value {
                self.xml.text(&mut value)?;
            } else {
                self.xml.texts(&mut texts)?;
            }
        }
        if !texts.is_empty() {
            return Ok(Cow::Owned(unescaped(&texts).into_owned()));
        }
        let shared = match (value.trim(), cell.kind.as_str()) {
            ("", _) => return Ok(Cow::Borrowed("")),
            (place, "s") => place.parse().ok().and_then(|place| self.shared.get(place)),
            (value, "b") => Some(if value == "1" || value == "true" {
                "TRUE"
            } else {
                "FALSE"
            }),
            (_, "str") => return Ok(Cow::Owned(unescaped(&value).into_owned())),
            (_, "d" | "e") => return Ok(Cow::Owned(value)),
            (number, _) => {
                let number = number.parse().ok().filter(|number: &f64| number.is_finite());
                let told = number.map(|number| self.formats.text(number, cell.format));
                return Ok(Cow::Owned(told.unwrap_or(value)));
            }
        };
        shared.map(Cow::Borrowed).ok_or_else(unreadable)
    }
}

/// The column, from 0, and the row of a place as `AB12`.
fn place_of(place: &str) -> Option<(usize, u64)> {
    let (letters, digits) = place.split_at(place.find(|sign: char| sign.is_ascii_digit())?);
    let column = letters.bytes().try_fold(0_usize, |column, letter| {
        let letter = letter.to_ascii_uppercase();
        let count = letter.is_ascii_uppercase().then(|| usize::from(letter - b'A' + 1))?;
        column.checked_mul(26)?.checked_add(count)
    })?;
    Some((column.checked_sub(1)?, digits.parse().ok()?))
}
