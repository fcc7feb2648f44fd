//! Files of comma-separated values, read into rows with the columns that a file has.

use crate::values::validation::ValueError;
use crate::web::text_rows::{MOST_COLUMNS, RawRow, TextRows};

/// The columns of a sort of file.
#[derive(Debug, Clone, Copy)]
pub struct Columns {
    pub names: &'static [&'static str],
    /// Those that a file need not have.
    pub optional: &'static [&'static str],
    pub most_rows: usize,
}

/// A file that was read.
#[derive(Debug)]
pub struct CsvFile {
    columns: Columns,
    /// Those with the right number of cells.
    pub rows: Vec<CsvRow>,
    /// The number of rows in all.
    pub(crate) count: u64,
    pub faults: Vec<CsvFault>,
}

/// A row, its cells in the order of the columns.
#[derive(Debug, PartialEq, Eq)]
pub struct CsvRow {
    /// The line on which it begins, from 1.
    pub line: u64,
    pub cells: Vec<String>,
}

/// A fault of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CsvFault {
    /// The line on which it stands, from 1.
    pub line: u64,
    /// The column; none if it is about the row or the file as a whole.
    pub column: Option<&'static str>,
    pub fault: ValueError,
}

impl CsvFile {
    /// Reads a file that should have those columns.
    pub fn read(columns: Columns, bytes: &[u8]) -> CsvFile {
        let mut file = CsvFile {
            columns,
            rows: Vec::new(),
            count: 0,
            faults: Vec::new(),
        };
        match TextRows::of(bytes) {
            Ok(rows) => file.read_rows(rows),
            Err(line) => {
                let rule = "The file is not UTF-8 from here on. Save it as “CSV UTF-8”.";
                file.note(line, None, "not-utf-8", rule);
            }
        }
        file
    }

    fn note(&mut self, line: u64, column: Option<&'static str>, code: &'static str, rule: impl Into<String>) {
        let fault = ValueError::new(code, rule);
        self.faults.push(CsvFault { line, column, fault });
    }

    fn read_rows(&mut self, rows: TextRows<'_>) {
        let mut places: Option<(Vec<Option<usize>>, usize)> = None;
        for row in rows {
            let Some((places, cells)) = &places else {
                let Some(found) = self.head(&row) else { return };
                places = Some((found, row.count));
                continue;
            };
            if !self.add(&row, places, *cells) {
                return;
            }
        }
        if places.is_none() {
            let rule = "The file is empty. Its first line has the names of the columns.";
            self.note(1, None, "required", rule);
        }
    }

    /// The place of each column in the first line, if it is there; none if the line is not as it should be.
    fn head(&mut self, row: &RawRow) -> Option<Vec<Option<usize>>> {
        let line = row.line;
        let Columns {
            names: columns,
            optional,
            ..
        } = self.columns;
        if row.count > MOST_COLUMNS {
            let rule = format!("The file may have at most {MOST_COLUMNS} columns.");
            self.note(line, None, "too-many-columns", rule);
            return None;
        }
        let unnamed = row.count - row.cells.len();
        let names = row.cells.iter().map(|name| name.trim());
        let names: Vec<&str> = names.chain(std::iter::repeat_n("", unnamed)).collect();
        for (place, name) in names.iter().enumerate() {
            let Some(column) = columns.iter().find(|column| *column == name) else {
                // Where the first line is missing, this is what stands in a row: it is not repeated.
                let expected = columns.join(", ");
                let rule = format!("Column {} has another name; expected {expected}.", place + 1);
                self.note(line, None, "unknown-field", rule);
                continue;
            };
            if names[..place].contains(name) {
                self.note(line, Some(column), "duplicate-field", "The column is there twice.");
            }
        }
        let is_missing = |column: &&&str| !names.contains(column) && !optional.contains(column);
        for column in columns.iter().filter(is_missing) {
            self.note(line, Some(column), "required", "The column is missing.");
        }
        let places = columns
            .iter()
            .map(|column| names.iter().position(|name| name == column))
            .collect();
        self.faults.is_empty().then_some(places)
    }

    /// Takes a row; false if there are too many.
    fn add(&mut self, row: &RawRow, places: &[Option<usize>], cells: usize) -> bool {
        let line = row.line;
        self.count += 1;
        let most = self.columns.most_rows;
        if self.rows.len() == most || self.faults.len() == most {
            self.note(
                line,
                None,
                "too-many-rows",
                format!("The file may have at most {most} rows."),
            );
            return false;
        }
        if row.count == cells {
            let cells = places
                .iter()
                .map(|place| {
                    place
                        .and_then(|place| row.cells.get(place))
                        .cloned()
                        .unwrap_or_default()
                })
                .collect();
            self.rows.push(CsvRow { line, cells });
        } else {
            let rule = format!("The row has {} cells, the first line {cells}.", row.count);
            self.note(line, None, "wrong-cell-count", rule);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use crate::web::csv_file::*;

    const CLUBS: Columns = Columns {
        names: &["code", "name", "kind", "province"],
        optional: &[],
        most_rows: 100,
    };

    fn rows(text: &str) -> Vec<(u64, Vec<String>)> {
        let file = CsvFile::read(CLUBS, text.as_bytes());
        assert_eq!(file.faults, []);
        file.rows.into_iter().map(|row| (row.line, row.cells)).collect()
    }

    fn faults(text: &[u8]) -> Vec<(u64, Option<&'static str>, &'static str)> {
        let faults = CsvFile::read(CLUBS, text).faults;
        faults
            .into_iter()
            .map(|fault| (fault.line, fault.column, fault.fault.code))
            .collect()
    }

    #[test]
    fn columns_stand_in_any_order() {
        let expected = vec![(2, ["DIT", "Herders", "school", "ZA-NW"].map(str::to_owned).to_vec())];
        assert_eq!(rows("code,name,kind,province\nDIT,Herders,school,ZA-NW\n"), expected);
        assert_eq!(rows("province;code;kind;name\nZA-NW;DIT;school;Herders"), expected);
    }

    #[test]
    fn a_file_that_is_no_table_is_told_so() {
        let fault = |line, column: Option<&'static str>, code: &'static str| (line, column, code);
        assert_eq!(faults(b""), [fault(1, None, "required")]);
        assert_eq!(faults(b"\xef\xbb\xbf \r\n\r\n"), [fault(1, None, "required")]);
        assert_eq!(
            faults(b"code,name,kind,province\nDIT,Caf\xe9,school,ZA-NW"),
            [fault(2, None, "not-utf-8")]
        );
        assert_eq!(faults(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"), [fault(1, None, "not-utf-8")]);
        let head = b"\ncode,colour,name,code\nDIT,red,x,y";
        let named = [
            ("code", "duplicate-field"),
            ("kind", "required"),
            ("province", "required"),
        ];
        let named = named.map(|(column, code)| fault(2, Some(column), code));
        assert_eq!(
            faults(head)[0],
            fault(2, None, "unknown-field"),
            "what stands there is not repeated"
        );
        assert_eq!(faults(head)[1..], named);
        let counts = b"code,name,kind,province\nA,B,C\nA,B,C,D\nA,B,C,D,E";
        assert_eq!(
            faults(counts),
            [fault(2, None, "wrong-cell-count"), fault(4, None, "wrong-cell-count")]
        );
    }
}
