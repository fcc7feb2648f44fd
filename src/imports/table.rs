//! Files of tables, read into rows with the columns that a file has: workbooks, and comma-separated values.

use crate::imports::{ImportColumn, ImportFault, ImportFile, OPTIONAL_COLUMNS, headings, workbook};
use crate::values::validation::ValueError;
use crate::web::text_rows::{MOST_TITLES, TextRows};

/// More than any file has; what has more is none.
pub(crate) const MOST_COLUMNS: usize = 64;

/// More rows than a province has people who play.
pub(crate) const MOST_ROWS: usize = 100_000;

/// The most characters of a heading that are told again.
const HEADING: usize = 60;

/// A file that was read.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) file: ImportFile,
    /// The sheet of a workbook that was read.
    pub(crate) sheet: Option<String>,
    /// The columns that it has, and what each was taken for.
    pub(crate) columns: Vec<ImportColumn>,
    /// Those with the right number of cells.
    pub(crate) rows: Vec<TableRow>,
    /// The number of rows in all.
    pub(crate) count: u64,
    pub(crate) faults: Vec<ImportFault>,
    /// Whether it has the columns that it should have: if not, nothing is known of its rows.
    pub(crate) is_readable: bool,
}

/// A row, its cells in the order of the columns.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct TableRow {
    /// The line on which it begins, from 1.
    pub(crate) line: u64,
    /// None of a column that the file does not have.
    pub(crate) cells: Vec<Option<String>>,
}

/// The line with the headings: the place of each column, if it is there, and the number of cells.
struct Head {
    places: Vec<Option<usize>>,
    width: usize,
}

/// A row as it stands in the file.
type RawRow = (u64, Vec<String>);

/// The rows, as far as they were read: until the headings are found they are kept.
#[derive(Default)]
struct Rows {
    above: Vec<RawRow>,
    head: Option<Head>,
}

impl Table {
    /// Reads a file.
    pub(crate) fn read(file: ImportFile, bytes: &[u8]) -> Table {
        let mut table = Table {
            file,
            sheet: None,
            columns: Vec::new(),
            rows: Vec::new(),
            count: 0,
            faults: Vec::new(),
            is_readable: false,
        };
        if workbook::is_workbook(bytes) {
            table.read_workbook(bytes);
            return table;
        }
        match TextRows::of(bytes) {
            Ok(rows) => table.read_text(rows),
            Err(line) => {
                let rule = "The file is not UTF-8 from here on. Save it as “CSV UTF-8”, or as a workbook (.xlsx).";
                table.note(line, None, ValueError::new("not-utf-8", rule));
            }
        }
        table
    }

    fn note(&mut self, line: u64, column: Option<&str>, fault: ValueError) {
        self.faults.push(ImportFault::new(self.file, line, column, fault));
    }

    fn read_workbook(&mut self, bytes: &[u8]) {
        let sheet = match workbook::read(bytes) {
            Ok(sheet) => sheet,
            Err(fault) => return self.note(1, None, fault),
        };
        self.sheet = Some(sheet.name);
        let mut rows = Rows::default();
        for (line, mut cells) in sheet.rows {
            // A sheet ends each row where nothing follows.
            let width = rows.head.as_ref().map_or(0, |head| head.width);
            cells.resize(cells.len().max(width), String::new());
            if !self.take(&mut rows, line, cells) {
                return;
            }
        }
        self.end(rows);
    }

    fn read_text(&mut self, text: TextRows<'_>) {
        let mut rows = Rows::default();
        for (line, cells) in text {
            if !self.take(&mut rows, line, cells) {
                return;
            }
        }
        self.end(rows);
    }

    /// Takes a row in which something stands; false if no more is to be read.
    fn take(&mut self, rows: &mut Rows, line: u64, cells: Vec<String>) -> bool {
        if let Some(head) = &rows.head {
            return self.add(line, &cells, head);
        }
        let is_head = cells
            .iter()
            .filter(|cell| headings::column(self.file, cell).is_some())
            .count()
            > 1;
        if is_head {
            rows.above.clear();
            rows.head = self.head(line, &cells);
            return rows.head.is_some();
        }
        rows.above.push((line, cells));
        rows.above.len() < MOST_TITLES || self.take_first(rows)
    }

    /// Takes the first row for the headings, where none looks like them.
    fn take_first(&mut self, rows: &mut Rows) -> bool {
        let mut above = std::mem::take(&mut rows.above).into_iter();
        rows.head = above.next().and_then(|(line, cells)| self.head(line, &cells));
        let Some(head) = &rows.head else { return false };
        above.all(|(line, cells)| self.add(line, &cells, head))
    }

    fn end(&mut self, mut rows: Rows) {
        if rows.head.is_none() && rows.above.is_empty() {
            let rule = "The file is empty. Its first line has the names of the columns.";
            self.note(1, None, ValueError::new("required", rule));
            return;
        }
        self.is_readable = rows.head.is_some() || self.take_first(&mut rows);
    }

    /// The place of each column in the line of the headings; none if the line is not as it should be.
    fn head(&mut self, line: u64, cells: &[String]) -> Option<Head> {
        let columns = self.file.columns();
        let is_named = |cell: &String| !cell.trim().is_empty();
        let width = cells.iter().rposition(is_named).map_or(0, |last| last + 1);
        if width > MOST_COLUMNS {
            let rule = format!("The file may have at most {MOST_COLUMNS} columns.");
            self.note(line, None, ValueError::new("too-many-columns", rule));
            return None;
        }
        let cells = &cells[..width];
        let meant: Vec<Option<&str>> = cells.iter().map(|cell| headings::column(self.file, cell)).collect();
        if meant.iter().all(Option::is_none) {
            let rule = format!(
                "None of the names of the columns is there; expected {}.",
                columns.join(", ")
            );
            self.note(line, None, ValueError::new("unknown-field", rule));
        }
        for (place, name) in meant.iter().enumerate() {
            if name.is_some() && meant[..place].contains(name) {
                self.note(
                    line,
                    *name,
                    ValueError::new("duplicate-field", "The column is there twice."),
                );
            }
        }
        let is_missing = |column: &&&str| !meant.contains(&Some(**column)) && !OPTIONAL_COLUMNS.contains(column);
        let missing: Vec<&&str> = columns.iter().filter(is_missing).collect();
        for column in &missing {
            self.note(
                line,
                Some(column),
                ValueError::new("required", "The column is missing."),
            );
        }
        // Where the headings are missing, this is what stands in a row: it is not told again.
        let is_told = |name: Option<&str>| name.is_some() || missing.is_empty();
        let told = (1..).zip(cells.iter().zip(&meant));
        let told = told.map(|(place, (heading, name))| ImportColumn {
            place,
            heading: is_told(*name).then(|| heading.trim().chars().take(HEADING).collect()),
            taken_for: name.map(str::to_owned),
        });
        self.columns = told.collect();
        let places = columns
            .iter()
            .map(|column| meant.iter().position(|name| *name == Some(*column)));
        let head = Head {
            places: places.collect(),
            width,
        };
        self.faults.is_empty().then_some(head)
    }

    /// Takes a row; false if there are too many.
    fn add(&mut self, line: u64, cells: &[String], head: &Head) -> bool {
        self.count += 1;
        if self.rows.len() == MOST_ROWS || self.faults.len() == MOST_ROWS {
            let rule = format!("The file may have at most {MOST_ROWS} rows.");
            self.note(line, None, ValueError::new("too-many-rows", rule));
            return false;
        }
        let (own, beyond) = cells.split_at(head.width.min(cells.len()));
        if own.len() == head.width && beyond.iter().all(|cell| cell.trim().is_empty()) {
            let cell = |place: &Option<usize>| place.and_then(|place| own.get(place)).cloned();
            self.rows.push(TableRow {
                line,
                cells: head.places.iter().map(cell).collect(),
            });
        } else {
            let rule = format!("The row has {} cells, the first line {}.", cells.len(), head.width);
            self.note(line, None, ValueError::new("wrong-cell-count", rule));
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use crate::imports::table::*;

    fn rows(text: &str) -> Vec<(u64, Vec<String>)> {
        let table = Table::read(ImportFile::Clubs, text.as_bytes());
        assert_eq!(table.faults, []);
        let cells = |row: TableRow| row.cells.into_iter().map(Option::unwrap_or_default).collect();
        table.rows.into_iter().map(|row| (row.line, cells(row))).collect()
    }

    fn faults(text: &[u8]) -> Vec<(u64, Option<String>, String)> {
        let faults = Table::read(ImportFile::Clubs, text).faults;
        faults
            .into_iter()
            .map(|fault| (fault.line, fault.column, fault.code))
            .collect()
    }

    #[test]
    fn columns_stand_in_any_order_and_may_be_of_nothing() {
        let expected = vec![(2, ["DIT", "Herders", "school", "ZA-NW"].map(str::to_owned).to_vec())];
        let plain = "code,name,kind,province\nDIT,Herders,school,ZA-NW";
        let ending = plain.replace('\n', ",,\n");
        for text in [
            plain,
            "province,code,kind,name\nZA-NW,DIT,school,Herders",
            &format!("{ending},,\n,,,,,\n"),
        ] {
            assert_eq!(rows(text), expected, "{text:?}");
        }
    }

    #[test]
    fn a_file_that_is_no_table_is_told_so() {
        let fault = |line, column: Option<&str>, code: &str| (line, column.map(str::to_owned), code.to_owned());
        assert_eq!(faults(b""), [fault(1, None, "required")]);
        assert_eq!(faults(b"\xef\xbb\xbf \r\n\r\n"), [fault(1, None, "required")]);
        assert_eq!(
            faults(b"code,name,kind,province\nDIT,Caf\xe9,school,ZA-NW"),
            [fault(2, None, "not-utf-8")]
        );
        assert_eq!(faults(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"), [fault(1, None, "not-utf-8")]);
        let head = b"\ncode,colour,name,Club code\nDIT,red,x,y";
        let named = [
            ("code", "duplicate-field"),
            ("kind", "required"),
            ("province", "required"),
        ];
        let named = named.map(|(column, code)| fault(2, Some(column), code));
        assert_eq!(faults(head), named);
        // A word that is a heading too, as “school”, would be taken for one.
        let rows = b"DIT,Herders,community,ZA-NW\nVAA,Vaal,community,ZA-GP";
        assert_eq!(faults(rows)[0], fault(1, None, "unknown-field"));
        let counts = b"code,name,kind,province\nA,B,C\nA,B,C,D\nA,B,C,D,E";
        assert_eq!(
            faults(counts),
            [fault(2, None, "wrong-cell-count"), fault(4, None, "wrong-cell-count")]
        );
    }

    #[test]
    fn a_table_of_ones_own_is_read() {
        let text = "Clubs of the district, 2027\n\nNr;Club;Code;Type of club;PROVINCE;Cell phone;\n\
                    1;Herders;DIT;School;NW;082;\n2;Vaal;VAA;School;GP;;\n;;;;;;\n";
        let table = Table::read(ImportFile::Clubs, text.as_bytes());
        assert_eq!(table.faults, []);
        assert_eq!((table.rows[0].line, table.count), (4, 2));
        let taken: Vec<_> = table
            .columns
            .iter()
            .map(|column| {
                (
                    column.place,
                    column.heading.as_deref().unwrap(),
                    column.taken_for.as_deref(),
                )
            })
            .collect();
        let expected = [
            (1, "Nr", None),
            (2, "Club", Some("name")),
            (3, "Code", Some("code")),
            (4, "Type of club", Some("kind")),
            (5, "PROVINCE", Some("province")),
            (6, "Cell phone", None),
        ];
        assert_eq!(taken, expected);
    }

    #[test]
    fn what_may_be_a_row_is_not_told_again() {
        let table = Table::read(ImportFile::Clubs, b"Code,Quaggafam\nx,y");
        let heading = |place: usize| table.columns[place].heading.as_deref();
        assert!(table.rows.is_empty());
        assert_eq!((heading(0), heading(1)), (Some("Code"), None));
        let told = format!("{:?}", Table::read(ImportFile::Clubs, b"Quaggafam,Xyloimport,z,w\n"));
        assert!(!told.contains("Quaggafam"), "{told}");
    }
}
