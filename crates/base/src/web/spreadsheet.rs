//! Files for spreadsheets: comma-separated values in UTF-8. What a spreadsheet would take for a formula is defused with an
//! apostrophe.

use std::borrow::Cow;

use crate::values::error::Error;
use crate::web::response::Text;

/// The media type of such a file.
pub const CSV: &str = "text/csv; charset=utf-8";

/// The file with those rows, the first of which names the columns. Spreadsheets know by the byte order mark that it is
/// UTF-8, and calculate nothing of it.
pub fn write<'a, R>(rows: impl IntoIterator<Item = R>) -> Result<Text, Error>
where
    R: IntoIterator<Item = Cow<'a, str>>,
{
    let broken = |error: String| Error::Internal(error);
    let mut writer = csv::WriterBuilder::new()
        .terminator(csv::Terminator::CRLF)
        .from_writer(Vec::new());
    for row in rows {
        let cells = row.into_iter().map(|cell| defused(&cell).into_owned());
        writer.write_record(cells).map_err(|error| broken(error.to_string()))?;
    }
    let bytes = writer.into_inner().map_err(|error| broken(error.to_string()))?;
    let text = String::from_utf8(bytes).map_err(|error| broken(error.to_string()))?;
    Ok(Text {
        media_type: CSV,
        body: format!("\u{feff}{text}"),
    })
}

/// A cell that no spreadsheet will calculate: one apostrophe stands before what begins like a formula. [`plain`] takes
/// exactly that one off again.
pub fn defused(cell: &str) -> Cow<'_, str> {
    if begins_a_formula(cell) {
        Cow::Owned(format!("'{cell}"))
    } else {
        Cow::Borrowed(cell)
    }
}

/// The cell without the apostrophe that defused it.
pub fn plain(cell: &str) -> &str {
    cell.strip_prefix('\'')
        .filter(|_| begins_a_formula(cell))
        .unwrap_or(cell)
}

/// Whether a spreadsheet would take it for a formula if the apostrophes before it were gone; full-width forms too.
fn begins_a_formula(cell: &str) -> bool {
    const SIGNS: [char; 10] = ['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'];
    cell.trim_start_matches('\'').starts_with(SIGNS)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::web::spreadsheet::*;

    #[test]
    fn what_looks_like_a_formula_gets_one_apostrophe() {
        for (text, cell) in [
            ("=1+1", "'=1+1"),
            ("-5", "'-5"),
            ("@x", "'@x"),
            ("＝x", "'＝x"),
            ("\tx", "'\tx"),
            ("'=x", "''=x"),
            ("''＋", "'''＋"),
            ("'t Hooft", "'t Hooft"),
            ("'", "'"),
            ("", ""),
            ("Mokoena", "Mokoena"),
        ] {
            assert_eq!((defused(text).as_ref(), plain(cell)), (cell, text));
        }
        // What was typed by hand stays what it is.
        assert_eq!(plain("=1+1"), "=1+1");
    }

    proptest! {
        #[test]
        fn what_is_defused_is_read_as_it_was(text in "'{0,3}[-=+@\t\r＝＋－＠a']{0,3}.{0,8}") {
            let cell = defused(&text).into_owned();
            prop_assert_eq!(plain(&cell), text.as_str());
            let begins = |c: char| "=+-@\t\r＝＋－＠".contains(c);
            prop_assert!(!cell.starts_with(begins));
        }
    }
}
