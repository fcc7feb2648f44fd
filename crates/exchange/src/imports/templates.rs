//! Templates: files with the headings of an import and nothing below them, so that nobody who is invented is imported; in a
//! workbook a second sheet says how each column is filled in.

use std::borrow::Cow;

use rust_xlsxwriter::{DataValidation, Format, Workbook, Worksheet, XlsxError};

use crate::imports::ImportFile;
use crate::values::error::Error;
use crate::web::response::Text;
use crate::web::spreadsheet;

/// A column as people have it: its heading, what stands in it, and an example.
pub struct TemplateColumn {
    pub heading: &'static str,
    pub(crate) about: &'static str,
    pub(crate) example: &'static str,
}

const fn column(heading: &'static str, about: &'static str, example: &'static str) -> TemplateColumn {
    TemplateColumn {
        heading,
        about,
        example,
    }
}

/// The column of that name in that file.
pub fn of(file: ImportFile, name: &str) -> TemplateColumn {
    match (file, name) {
        (_, "code") => column("Club code", "The short code of the club, in capitals.", "DIT"),
        (_, "name") => column("Club", "The name of the club.", "Ditsobotla Herders"),
        (_, "kind") => column("Type of club", "Community, School or University.", "Community"),
        (_, "province") => column("Province", "By its name or its code.", "North West"),
        (_, "club") => column("Club code", "The short code of the club.", "DIT"),
        (_, "year") => column("Gaming year", "The year in which the season ends.", "2027"),
        (_, "paid_on") => column(
            "Date paid",
            "The day on which the fee was paid; empty if it was not.",
            "2026-11-20",
        ),
        (ImportFile::Registrations, "number") => column(
            "Player number",
            "Of a player who has one; it may be empty if the name and the date of birth tell who it is.",
            "M-0004217-K",
        ),
        (_, "number") => column(
            "Player number",
            "Of a player who has one; empty for a new player.",
            "M-0004217-K",
        ),
        (_, "family_name") => column("Surname", "The surname.", "Mokoena"),
        (_, "given_names") => column("First names", "All first names; may be empty.", "Thandiwe Grace"),
        (_, "birth_date") => column(
            "Date of birth",
            "A date of the spreadsheet, or as 2012-04-17 or 17/04/2012: the day comes before the month.",
            "2012-04-17",
        ),
        (_, "sex") => column("Female or male", "Female or Male, or F or M.", "Female"),
        (_, "region") => column(
            "District",
            "The district or metropolitan municipality of the home; may be empty.",
            "Ngaka Modiri Molema",
        ),
        (_, "nationality") => column(
            "Nationality",
            "The country; South Africa if it is empty.",
            "South Africa",
        ),
        (_, "basis") => column(
            "Registered as",
            "Member of a club, or through an Institution: a school or a university.",
            "Member",
        ),
        (_, "division") => column(
            "Age group",
            "Senior, Student, High school or Primary school.",
            "High school",
        ),
        _ => column("", "", ""),
    }
}

/// The words among which a cell of that column is chosen.
fn choices(column: &str) -> &'static [&'static str] {
    match column {
        "kind" => &["Community", "School", "University"],
        "sex" => &["Female", "Male"],
        "basis" => &["Member", "Institution"],
        "division" => &["Senior", "Student", "High school", "Primary school"],
        _ => &[],
    }
}

/// The template as comma-separated values.
pub fn csv(file: ImportFile) -> Result<Text, Error> {
    let headings = file.columns().iter().map(|name| Cow::Borrowed(of(file, name).heading));
    spreadsheet::write([headings])
}

/// The template as a workbook.
pub fn workbook(file: ImportFile) -> Result<Vec<u8>, Error> {
    written(file).map_err(|error| Error::Internal(error.to_string()))
}

/// Rows that are prepared for what is typed: more than one person types.
const ROWS: u32 = 2000;

fn written(file: ImportFile) -> Result<Vec<u8>, XlsxError> {
    let (bold, wrapped) = (Format::new().set_bold(), Format::new().set_text_wrap());
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet().set_name(file.as_str())?;
    for (place, name) in (0..).zip(file.columns()) {
        let column = of(file, name);
        sheet.write_with_format(0, place, column.heading, &bold)?;
        // What a spreadsheet would make something else of is text, and a day is shown as one.
        let shown = if matches!(*name, "birth_date" | "paid_on") {
            "yyyy-mm-dd"
        } else {
            "@"
        };
        sheet.set_column_format(place, &Format::new().set_num_format(shown))?;
        sheet.set_column_width(place, 18)?;
        offer(sheet, place, choices(name))?;
    }
    sheet.set_freeze_panes(1, 0)?;
    let notes = workbook.add_worksheet().set_name("How to fill it in")?;
    for (place, heading) in (0..).zip(["Column", "What stands in it", "Example"]) {
        notes.write_with_format(0, place, heading, &bold)?;
    }
    for (row, name) in (1..).zip(file.columns()) {
        let column = of(file, name);
        notes.write_with_format(row, 0, column.heading, &bold)?;
        notes.write_with_format(row, 1, column.about, &wrapped)?;
        notes.write(row, 2, column.example)?;
    }
    notes
        .set_column_width(0, 18)?
        .set_column_width(1, 60)?
        .set_column_width(2, 22)?;
    workbook.save_to_buffer()
}

/// Offers those words in the cells of a column.
fn offer(sheet: &mut Worksheet, place: u16, words: &[&str]) -> Result<(), XlsxError> {
    if words.is_empty() {
        return Ok(());
    }
    let list = DataValidation::new().allow_list_strings(words)?;
    sheet.add_data_validation(1, place, ROWS, place, &list)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::imports::table::Table;
    use crate::imports::{ImportFile, templates, words};

    #[test]
    fn a_template_is_read_as_it_is_and_has_no_rows() {
        for file in ImportFile::ALL {
            let csv = templates::csv(*file).unwrap().body;
            let workbook = templates::workbook(*file).unwrap();
            for bytes in [csv.as_bytes(), &workbook] {
                let table = Table::read(*file, bytes);
                assert_eq!(
                    (table.faults.as_slice(), table.count, table.is_readable),
                    (&[][..], 0, true)
                );
                let taken: Vec<&str> = table
                    .columns
                    .iter()
                    .filter_map(|one| one.taken_for.as_deref())
                    .collect();
                assert_eq!(taken, file.columns());
            }
        }
    }

    #[test]
    fn whatever_a_template_offers_is_a_word_of_the_service() {
        for column in ["kind", "sex", "basis", "division"] {
            for word in templates::choices(column) {
                assert!(words::word(column, word).is_some(), "{column}: {word}");
            }
            let example = ImportFile::ALL.iter().map(|file| templates::of(*file, column).example);
            assert!(
                example
                    .into_iter()
                    .all(|example| words::word(column, example).is_some())
            );
        }
    }
}
