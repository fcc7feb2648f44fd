//! Files of an import, read into rows with the columns that each sort of file has.

use crate::imports::{ImportFault, ImportFile, OPTIONAL_COLUMNS};
use crate::web::table::{self, Columns, TableRow};

/// More rows than a province has people who play.
const MOST_ROWS: usize = 100_000;

/// A file that was read.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) file: ImportFile,
    /// Those with the right number of cells.
    pub(crate) rows: Vec<TableRow>,
    /// The number of rows in all.
    pub(crate) count: u64,
    pub(crate) faults: Vec<ImportFault>,
}

impl Table {
    /// Reads a file.
    pub(crate) fn read(file: ImportFile, bytes: &[u8]) -> Table {
        let columns = Columns {
            names: file.columns(),
            optional: &OPTIONAL_COLUMNS,
            most_rows: MOST_ROWS,
        };
        let read = table::Table::read(columns, bytes);
        let faults = read.faults.into_iter();
        Table {
            file,
            rows: read.rows,
            count: read.count,
            faults: faults
                .map(|one| ImportFault::new(file, one.line, one.column, one.fault))
                .collect(),
        }
    }
}
