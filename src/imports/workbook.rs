//! Workbooks of spreadsheets (`.xlsx`), read into rows of text. A workbook is an archive, and a small one may unpack to
//! more than a machine holds: it is measured before it is read, and what is made of it is counted.

use std::collections::BTreeMap;
use std::io::{Cursor, Read, copy, sink};

use calamine::{DataRef, ExcelDateTime, Reader, SheetVisible, Xlsx};
use zip::ZipArchive;

use crate::imports::table::{MOST_COLUMNS, MOST_ROWS};
use crate::values::validation::ValueError;

/// The most bytes that it may unpack to: a full sheet of rows has a third of it.
const MOST_BYTES: u64 = 64 * 1024 * 1024;

/// The most files in the archive; workbooks of people have some dozens.
const MOST_PARTS: usize = 1000;

/// The most sheets that are looked at for rows.
const MOST_SHEETS: usize = 16;

/// The most cells, with empty ones before others, and the most bytes of text in them: one text may stand in many cells.
const MOST_CELLS: usize = 2_000_000;
const MOST_TEXT: usize = 64 * 1024 * 1024;

/// The first sheet of a workbook in which something stands.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Sheet {
    pub(crate) name: String,
    /// The rows in which something stands, by their numbers from 1.
    pub(crate) rows: BTreeMap<u64, Vec<String>>,
}

/// Whether the bytes are those of a workbook, of the kind that is read or of an old or locked one.
pub(crate) fn is_workbook(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04") || is_old(bytes)
}

/// Whether it is a compound file: a workbook as before 2007, or one with a password.
fn is_old(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\xd0\xcf\x11\xe0")
}

/// Reads the first sheet with rows that is not hidden.
///
/// # Errors
/// It is no such workbook, has a password, or is too large.
pub(crate) fn read(bytes: &[u8]) -> Result<Sheet, ValueError> {
    if is_old(bytes) {
        let rule = "The workbook is of the old kind (.xls), or has a password. Save it as .xlsx, without one.";
        return Err(ValueError::new("unreadable-workbook", rule));
    }
    measure(bytes)?;
    let mut workbook = Xlsx::new(Cursor::new(bytes)).map_err(unreadable)?;
    let visible = workbook.sheets_metadata().iter();
    let visible = visible.filter(|sheet| sheet.visible == SheetVisible::Visible);
    let names: Vec<String> = visible.map(|sheet| sheet.name.clone()).take(MOST_SHEETS).collect();
    for name in &names {
        // A chart is a sheet without cells.
        let rows = match rows(&mut workbook, name)? {
            Some(rows) if !rows.is_empty() => rows,
            _ => continue,
        };
        return Ok(Sheet {
            name: name.chars().take(100).collect(),
            rows,
        });
    }
    Ok(Sheet {
        name: names.into_iter().next().unwrap_or_default(),
        rows: BTreeMap::new(),
    })
}

fn unreadable(_: impl std::error::Error) -> ValueError {
    let rule = "The file cannot be read as a workbook (.xlsx). Save it again as .xlsx, or as “CSV UTF-8”.";
    ValueError::new("unreadable-workbook", rule)
}

fn too_large() -> ValueError {
    let rule = "There is more in the workbook than is read. Save the sheet with the table alone, or as “CSV UTF-8”.";
    ValueError::new("workbook-too-large", rule)
}

/// Unpacks the archive into nothing, as far as it may go: the sizes that it tells need not be true.
fn measure(bytes: &[u8]) -> Result<(), ValueError> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(unreadable)?;
    if archive.len() > MOST_PARTS {
        return Err(too_large());
    }
    let mut left = MOST_BYTES;
    for place in 0..archive.len() {
        let part = archive.by_index(place).map_err(unreadable)?;
        let read = copy(&mut part.take(left + 1), &mut sink()).map_err(unreadable)?;
        left = left.checked_sub(read).ok_or_else(too_large)?;
    }
    Ok(())
}

/// The rows of a sheet; none if it has no cells to be read. They are taken one cell after the other: a library that makes a
/// whole table of them makes one as large as the cells lie apart.
fn rows(workbook: &mut Xlsx<Cursor<&[u8]>>, sheet: &str) -> Result<Option<BTreeMap<u64, Vec<String>>>, ValueError> {
    let Ok(mut cells) = workbook.worksheet_cells_reader(sheet) else {
        return Ok(None);
    };
    let mut rows: BTreeMap<u64, Vec<String>> = BTreeMap::new();
    let (mut count, mut bytes) = (0, 0);
    while let Some(cell) = cells.next_cell().map_err(unreadable)? {
        let text = text(cell.get_value());
        if text.trim().is_empty() {
            continue;
        }
        let (row, column) = cell.get_position();
        let column = usize::try_from(column).unwrap_or(usize::MAX);
        if column >= MOST_COLUMNS {
            let rule = format!(
                "Something stands in row {} further right than column {MOST_COLUMNS}.",
                row + 1
            );
            return Err(ValueError::new("too-many-columns", rule));
        }
        let row = rows.entry(u64::from(row) + 1).or_default();
        if row.len() <= column {
            count += column + 1 - row.len();
            row.resize(column + 1, String::new());
        }
        bytes += text.len();
        row[column] = text;
        // The table tells that there are too many rows.
        if rows.len() > MOST_ROWS + 1 {
            break;
        }
        if count > MOST_CELLS || bytes > MOST_TEXT {
            return Err(too_large());
        }
    }
    Ok(Some(rows))
}

/// A cell as people read it: a day as a day, and a whole number without a point.
fn text(cell: &DataRef<'_>) -> String {
    match cell {
        DataRef::Empty => String::new(),
        DataRef::Int(number) => number.to_string(),
        DataRef::Float(number) => number.to_string(),
        DataRef::String(text) | DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => text.clone(),
        DataRef::SharedString(text) => (*text).to_owned(),
        DataRef::Bool(is_true) => if *is_true { "TRUE" } else { "FALSE" }.to_owned(),
        DataRef::DateTime(time) => day(time),
        DataRef::Error(error) => error.to_string(),
    }
}

fn day(time: &ExcelDateTime) -> String {
    if time.is_duration() {
        return time.as_f64().to_string();
    }
    let (year, month, day, ..) = time.to_ymd_hms_milli();
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use rust_xlsxwriter::{ExcelDateTime, Format, Workbook};
    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    use crate::imports::workbook::*;

    fn archive(parts: &[(&str, Vec<u8>)]) -> Vec<u8> {
        let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, content) in parts {
            writer.start_file(*name, SimpleFileOptions::default()).unwrap();
            writer.write_all(content).unwrap();
        }
        writer.finish().unwrap().into_inner()
    }

    #[test]
    fn cells_are_text_as_people_read_them() {
        let mut workbook = Workbook::new();
        workbook.add_worksheet().set_name("Cover").unwrap();
        let hidden = workbook.add_worksheet();
        hidden.write(0, 0, "hidden").unwrap();
        hidden.set_hidden(true);
        let sheet = workbook.add_worksheet().set_name("Players 2027").unwrap();
        let day = Format::new().set_num_format("d mmm yyyy");
        sheet.write(1, 0, "Leoné").unwrap();
        sheet.write(1, 2, 2027).unwrap();
        sheet.write(1, 3, 0.5).unwrap();
        sheet.write(1, 4, true).unwrap();
        let born = ExcelDateTime::from_ymd(2012, 4, 17).unwrap();
        sheet.write_with_format(3, 1, &born, &day).unwrap();
        sheet.write(4, 0, " ").unwrap();
        let read = read(&workbook.save_to_buffer().unwrap()).unwrap();
        let rows = [
            (2, vec!["Leoné", "", "2027", "0.5", "TRUE"]),
            (4, vec!["", "2012-04-17"]),
        ];
        let rows = rows.map(|(line, cells)| (line, cells.into_iter().map(str::to_owned).collect::<Vec<_>>()));
        assert_eq!((read.name.as_str(), read.rows), ("Players 2027", BTreeMap::from(rows)));
    }

    #[test]
    fn an_archive_that_unpacks_to_too_much_is_not_unpacked() {
        let bomb = archive(&[("xl/workbook.xml", vec![b' '; 65 * 1024 * 1024])]);
        assert!(bomb.len() < 128 * 1024);
        assert_eq!(read(&bomb).unwrap_err().code, "workbook-too-large");
        let half = vec![b' '; 33 * 1024 * 1024];
        let two = archive(&[("a", half.clone()), ("b", half)]);
        assert_eq!(read(&two).unwrap_err().code, "workbook-too-large");
        let parts: Vec<(String, Vec<u8>)> = (0..1001).map(|place| (place.to_string(), Vec::new())).collect();
        let parts: Vec<(&str, Vec<u8>)> = parts.iter().map(|(name, _)| (name.as_str(), Vec::new())).collect();
        assert_eq!(read(&archive(&parts)).unwrap_err().code, "workbook-too-large");
    }

    #[test]
    fn cells_far_apart_make_no_table() {
        let mut workbook = Workbook::new();
        let sheet = workbook.add_worksheet();
        sheet.write(0, 0, "code").unwrap();
        sheet.write(1_048_575, 0, "DIT").unwrap();
        let read_rows = read(&workbook.save_to_buffer().unwrap()).unwrap().rows;
        assert_eq!(read_rows.keys().copied().collect::<Vec<_>>(), [1, 1_048_576]);
        let mut workbook = Workbook::new();
        workbook.add_worksheet().write(0, 16_383, "code").unwrap();
        let refused = read(&workbook.save_to_buffer().unwrap()).unwrap_err();
        assert_eq!(refused.code, "too-many-columns");
    }

    #[test]
    fn one_text_in_many_cells_is_counted_in_each() {
        let mut workbook = Workbook::new();
        let sheet = workbook.add_worksheet();
        let long = "x".repeat(32_000);
        for row in 0..2200 {
            sheet.write(row, 0, &long).unwrap();
        }
        let bytes = workbook.save_to_buffer().unwrap();
        assert!(bytes.len() < 1024 * 1024);
        assert_eq!(read(&bytes).unwrap_err().code, "workbook-too-large");
    }

    #[test]
    fn what_is_no_workbook_is_told_so() {
        for bytes in [
            b"PK\x03\x04 and nothing".to_vec(),
            archive(&[]),
            archive(&[("mimetype", b"application/vnd.oasis.opendocument.spreadsheet".to_vec())]),
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1".to_vec(),
        ] {
            assert_eq!(read(&bytes).unwrap_err().code, "unreadable-workbook");
        }
        let mut cut = Workbook::new();
        cut.add_worksheet().write(0, 0, "code").unwrap();
        let bytes = cut.save_to_buffer().unwrap();
        for end in (0..bytes.len()).step_by(97) {
            assert!(read(&bytes[..end]).is_err(), "{end}");
        }
    }
}
