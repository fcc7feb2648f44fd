//! Rows of comma-separated values as people's programs write them. Spreadsheets of South Africa write semicolons between the
//! cells, others tabs; all are read, with and without a byte order mark.

use csv_core::{ReadFieldResult, Reader, ReaderBuilder};

/// The rows in which headings are looked for: a title may stand above them.
pub const MOST_TITLES: usize = 10;

/// More columns than any file has.
pub const MOST_COLUMNS: usize = 64;

/// A row of a table, without memory for empty cells at its end.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct RawRow {
    /// The line on which it begins, from 1.
    pub line: u64,
    /// The cells to the last that is not empty, at most [`MOST_COLUMNS`].
    pub cells: Vec<String>,
    /// The number of cells to the last that is not empty.
    pub width: usize,
    /// The number of all cells.
    pub count: usize,
}

impl RawRow {
    /// Puts a text into the cell at that place, from 0.
    pub fn put(&mut self, place: usize, text: &str) {
        self.count = self.count.max(place + 1);
        if text.trim().is_empty() {
            return;
        }
        self.width = self.width.max(place + 1);
        if place < MOST_COLUMNS {
            if self.cells.len() <= place {
                self.cells.resize(place + 1, String::new());
            }
            text.clone_into(&mut self.cells[place]);
        }
    }
}

/// The rows of a text that are not empty, read cell by cell.
pub struct TextRows<'a> {
    bytes: &'a [u8],
    at: usize,
    reader: Reader,
    /// The cell that was read, and room for a longer one.
    cell: Vec<u8>,
    lines: Lines<'a>,
}

impl<'a> TextRows<'a> {
    /// The rows of a file.
    ///
    /// # Errors
    /// The line from which on it is not UTF-8.
    pub fn of(bytes: &'a [u8]) -> Result<TextRows<'a>, u64> {
        let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
        let not_utf8 = |error: std::str::Utf8Error| Lines::new(bytes).line_at(error.valid_up_to());
        let text = std::str::from_utf8(bytes).map_err(not_utf8)?;
        Ok(TextRows {
            bytes,
            at: 0,
            reader: ReaderBuilder::new().delimiter(separator(text)).build(),
            cell: vec![0; 256],
            lines: Lines::new(bytes),
        })
    }

    /// The next cell, and whether it is the last of its row; none at the end.
    fn next_cell(&mut self) -> Option<(&str, bool)> {
        let mut length = 0;
        loop {
            if length == self.cell.len() {
                self.cell.resize(2 * length, 0);
            }
            let (left, room) = (&self.bytes[self.at..], &mut self.cell[length..]);
            let (read, taken, written) = self.reader.read_field(left, room);
            self.at += taken;
            length += written;
            match read {
                ReadFieldResult::InputEmpty | ReadFieldResult::OutputFull => {}
                // Signs between cells are no part of a character, so a cell is text as well.
                ReadFieldResult::Field { record_end } => {
                    let cell = std::str::from_utf8(&self.cell[..length]).unwrap_or_default();
                    return Some((cell, record_end));
                }
                ReadFieldResult::End => return None,
            }
        }
    }
}

impl Iterator for TextRows<'_> {
    type Item = RawRow;

    fn next(&mut self) -> Option<RawRow> {
        loop {
            let (begin, mut row) = (self.at, RawRow::default());
            loop {
                let (cell, is_last) = self.next_cell()?;
                row.put(row.count, cell);
                if is_last {
                    break;
                }
            }
            if row.width > 0 {
                row.line = self.lines.line_of_record(begin);
                return Some(row);
            }
        }
    }
}

/// The sign between the cells: the one that the first line has more of in which there are several; a title has none.
fn separator(text: &str) -> u8 {
    const SIGNS: [u8; 3] = [b'\t', b';', b','];
    let most = |line: &str| {
        let count = |sign: &u8| line.bytes().filter(|byte| byte == sign).count();
        // Of as many, the comma.
        SIGNS
            .iter()
            .map(|sign| (count(sign), *sign))
            .max_by_key(|(count, _)| *count)
    };
    let lines = || text.trim_start().lines().take(MOST_TITLES).filter_map(most);
    let several = lines().find(|(count, _)| *count > 1);
    several
        .or_else(|| lines().next())
        .filter(|(count, _)| *count > 0)
        .map_or(b',', |(_, sign)| sign)
}

/// Counts lines, from one place to a later one.
struct Lines<'a> {
    bytes: &'a [u8],
    at: usize,
    line: u64,
}

impl<'a> Lines<'a> {
    fn new(bytes: &'a [u8]) -> Lines<'a> {
        Lines { bytes, at: 0, line: 1 }
    }

    /// The line on which a record begins that was read from that place on: ends of lines before it are skipped.
    fn line_of_record(&mut self, from: usize) -> u64 {
        let ends = self.bytes.get(from..).unwrap_or_default();
        let skipped = ends.iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
        self.line_at(from + skipped)
    }

    fn line_at(&mut self, place: usize) -> u64 {
        while self.at < place {
            let is_end = match self.bytes.get(self.at) {
                // One end of a line is written in two characters.
                Some(b'\r') => self.bytes.get(self.at + 1) != Some(&b'\n'),
                Some(byte) => *byte == b'\n',
                None => break,
            };
            self.line += u64::from(is_end);
            self.at += 1;
        }
        self.line
    }
}

#[cfg(test)]
mod tests {
    use crate::web::text_rows::*;

    fn rows(text: &str) -> Vec<(u64, Vec<String>)> {
        let rows = TextRows::of(text.as_bytes()).unwrap();
        rows.map(|row| (row.line, row.cells)).collect()
    }

    #[test]
    fn spreadsheets_write_in_many_ways() {
        let expected = [(1, "code,name,kind"), (2, "DIT,Herders,school"), (3, "VAA,Vaal,school")]
            .map(|(line, cells)| (line, cells.split(',').map(str::to_owned).collect()));
        let plain = "code,name,kind\nDIT,Herders,school\nVAA,Vaal,school";
        for text in [
            plain.to_owned(),
            format!("{plain}\n"),
            format!("\u{feff}{plain}"),
            plain.replace('\n', "\r\n"),
            plain.replace('\n', "\r"),
            plain.replace(',', ";"),
            plain.replace(',', "\t"),
            format!("{}\r\n;;\r\n\r\n", plain.replace(',', ";").replace('\n', "\r\n")),
            "\"code\",\"name\",kind\n\"DIT\",\"Herders\",\"school\"\nVAA,Vaal,school\n".to_owned(),
        ] {
            assert_eq!(rows(&text), expected, "{text:?}");
        }
    }

    #[test]
    fn a_title_above_the_headings_says_nothing_of_the_sign() {
        let titled = "Clubs, 2027\n\nCode;Name;Kind\nDIT;Herders;school";
        let lines: Vec<u64> = rows(titled).iter().map(|(line, _)| *line).collect();
        assert_eq!((lines, rows(titled)[1].1.len()), (vec![1, 3, 4], 3));
    }

    #[test]
    fn a_row_is_found_by_the_line_on_which_it_begins() {
        for end in ["\n", "\r\n", "\r"] {
            let lines = [
                "code,name,kind",
                "",
                "A,\"of two",
                "lines\",school",
                "",
                "",
                "B,x,school",
            ];
            let lines: Vec<u64> = rows(&lines.join(end)).iter().map(|(line, _)| *line).collect();
            assert_eq!(lines, [1, 3, 7], "{end:?}");
        }
    }

    #[test]
    fn cells_in_which_nothing_stands_take_no_memory() {
        let many = ";".repeat(1_000_000);
        let text = format!("code;name\n{many}\nA;B{many}\n{many}x\n\"{many}\";B");
        let rows: Vec<RawRow> = TextRows::of(text.as_bytes()).unwrap().collect();
        let told: Vec<_> = rows.iter().map(|row| (row.line, row.width, row.count)).collect();
        assert_eq!(
            told,
            [(1, 2, 2), (3, 2, 1_000_002), (4, 1_000_001, 1_000_001), (5, 2, 2)]
        );
        let kept: Vec<_> = rows.iter().map(|row| row.cells.capacity()).collect();
        assert!(kept.iter().all(|cells| *cells <= MOST_COLUMNS), "{kept:?}");
        assert_eq!(rows[3].cells[0], many);
    }

    #[test]
    fn what_is_no_text_is_told_by_its_line() {
        let line = |bytes: &[u8]| TextRows::of(bytes).err();
        assert_eq!(line(b"code\nCaf\xe9"), Some(2));
        assert_eq!(line(b"\x89PNG\r\n\x1a\n"), Some(1));
        assert_eq!(line(b"code\nCaf\xc3\xa9"), None);
    }
}
