//! Files of tables, read into rows with the columns that a file has: workbooks, and comma-separated values.

use crate::imports::{ImportColumn, ImportFault, ImportFile, OPTIONAL_COLUMNS, headings, workbook};
use crate::values::validation::ValueError;
use crate::web::text_rows::{MOST_COLUMNS, MOST_TITLES, RawRow, TextRows};

/// More rows than a province has people who play.
pub(crate) const MOST_ROWS: u64 = 100_000;

/// The most faults that are listed; the others are counted.
pub(crate) const MOST_FAULTS: usize = 20_000;

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
    /// The number of faults beyond those.
    pub(crate) more_faults: usize,
    /// Whether it has the columns that it should have: if not, nothing is known of its rows.
    pub(crate) is_readable: bool,
}

/// A row in few bytes, its cells in the order of the columns.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct TableRow {
    /// The line on which it begins, from 1.
    pub(crate) line: u64,
    /// The texts of the cells, one after the other.
    texts: Box<str>,
    /// The place at which each cell ends; none where the file lacks the column.
    ends: Box<[Option<u32>]>,
}

impl TableRow {
    fn new<'a>(line: u64, cells: impl Iterator<Item = Option<&'a str>>) -> TableRow {
        let mut texts = String::new();
        let ends = cells.map(|cell| {
            texts.push_str(cell?);
            u32::try_from(texts.len()).ok()
        });
        TableRow {
            line,
            ends: ends.collect(),
            texts: texts.into(),
        }
    }

    /// The cell in that column; none if the file lacks it.
    pub(crate) fn cell(&self, column: usize) -> Option<&str> {
        let end = usize::try_from((*self.ends.get(column)?)?).ok()?;
        let begin = self.ends[..column].iter().rev().flatten().next();
        self.texts.get(usize::try_from(*begin.unwrap_or(&0)).ok()?..end)
    }
}

/// The line with the headings: the place of each column, if it is there, and the number of cells.
struct Head {
    places: Vec<Option<usize>>,
    width: usize,
}

/// The rows, as far as they were read: until the headings are found they are kept.
#[derive(Default)]
struct Rows {
    above: Vec<RawRow>,
    head: Option<Head>,
}

impl Table {
    /// Reads a file.
    pub(crate) fn read(file: ImportFile, bytes: &[u8]) -> Table {
        let mut table = Table::empty(file);
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

    fn empty(file: ImportFile) -> Table {
        Table {
            file,
            sheet: None,
            columns: Vec::new(),
            rows: Vec::new(),
            count: 0,
            faults: Vec::new(),
            more_faults: 0,
            is_readable: false,
        }
    }

    fn note(&mut self, line: u64, column: Option<&str>, fault: ValueError) {
        if self.faults.len() == MOST_FAULTS {
            self.more_faults += 1;
        } else {
            self.faults.push(ImportFault::new(self.file, line, column, fault));
        }
    }

    fn read_workbook(&mut self, bytes: &[u8]) {
        let (mut rows, mut goes_on) = (Rows::default(), true);
        let read = workbook::read(bytes, |mut row| {
            // A sheet ends each row where nothing follows.
            let width = rows.head.as_ref().map_or(0, |head| head.width);
            row.count = row.count.max(width);
            goes_on = self.take(&mut rows, row);
            goes_on
        });
        match read {
            Ok(sheet) => self.sheet = Some(sheet),
            Err(fault) => {
                *self = Table::empty(self.file);
                return self.note(1, None, fault);
            }
        }
        if goes_on {
            self.end(rows);
        }
    }

    fn read_text(&mut self, text: TextRows<'_>) {
        let mut rows = Rows::default();
        for row in text {
            if !self.take(&mut rows, row) {
                return;
            }
        }
        self.end(rows);
    }

    /// Takes a row in which something stands; false if no more is to be read.
    fn take(&mut self, rows: &mut Rows, row: RawRow) -> bool {
        if let Some(head) = &rows.head {
            return self.add(&row, head);
        }
        let meant = row
            .cells
            .iter()
            .filter(|cell| headings::column(self.file, cell).is_some());
        if meant.count() > 1 {
            rows.above.clear();
            rows.head = self.head(&row);
            return rows.head.is_some();
        }
        rows.above.push(row);
        rows.above.len() < MOST_TITLES || self.take_first(rows)
    }

    /// Takes the first row for the headings, where none looks like them.
    fn take_first(&mut self, rows: &mut Rows) -> bool {
        let mut above = std::mem::take(&mut rows.above).into_iter();
        rows.head = above.next().and_then(|row| self.head(&row));
        let Some(head) = &rows.head else { return false };
        above.all(|row| self.add(&row, head))
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
    fn head(&mut self, row: &RawRow) -> Option<Head> {
        let columns = self.file.columns();
        let (line, cells, width) = (row.line, &row.cells, row.width);
        if width > MOST_COLUMNS {
            let rule = format!("The file may have at most {MOST_COLUMNS} columns.");
            self.note(line, None, ValueError::new("too-many-columns", rule));
            return None;
        }
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
    fn add(&mut self, row: &RawRow, head: &Head) -> bool {
        self.count += 1;
        if self.count > MOST_ROWS {
            let rule = format!("The file may have at most {MOST_ROWS} rows.");
            self.note(row.line, None, ValueError::new("too-many-rows", rule));
            return false;
        }
        if row.count >= head.width && row.width <= head.width {
            let text = |place: usize| row.cells.get(place).map_or("", String::as_str);
            let cells = head.places.iter().map(|place| place.map(text));
            self.rows.push(TableRow::new(row.line, cells));
        } else {
            let rule = format!("The row has {} cells, the first line {}.", row.count, head.width);
            self.note(row.line, None, ValueError::new("wrong-cell-count", rule));
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
        let cell = |row: &TableRow, place| row.cell(place).unwrap_or_default().to_owned();
        let rows = table.rows.iter();
        rows.map(|row| (row.line, (0..4).map(|place| cell(row, place)).collect()))
            .collect()
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
