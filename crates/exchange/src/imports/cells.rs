//! Cells of a row, read into what they mean.

use chrono::NaiveDate;
use serde::Deserialize;
use serde::de::value;
use serde::de::value::StrDeserializer;

use crate::imports::table::TableRow;
use crate::imports::{ImportFault, ImportFile, days, words};
use crate::values::country::Country;
use crate::values::gaming_year::GamingYear;
use crate::values::validation::{self, Faults, ValueError, Word};
use crate::web::spreadsheet::plain;

/// There is a fault in what need not be there; it was noted.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Faulty;

/// The cells of a row, and the faults that were found in them.
pub(crate) struct Cells<'a> {
    file: ImportFile,
    row: &'a TableRow,
    faults: Vec<ImportFault>,
}

impl<'a> Cells<'a> {
    pub(crate) fn new(file: ImportFile, row: &'a TableRow) -> Cells<'a> {
        Cells {
            file,
            row,
            faults: Vec::new(),
        }
    }

    pub(crate) fn line(&self) -> u64 {
        self.row.line
    }

    /// The faults of the row.
    pub(crate) fn into_faults(self) -> Vec<ImportFault> {
        self.faults
    }

    /// The text in the cell of that column, if there is any.
    pub(crate) fn text(&self, column: &str) -> Option<&'a str> {
        let place = self.file.columns().iter().position(|name| *name == column)?;
        Some(plain(self.row.cell(place)?).trim()).filter(|text| !text.is_empty())
    }

    /// Whether the file has that column: what it does not say stays as it is.
    pub(crate) fn has(&self, column: &str) -> bool {
        let place = self.file.columns().iter().position(|name| *name == column);
        place.is_some_and(|place| self.row.cell(place).is_some())
    }

    /// The value, if there is no fault in it; else the fault is noted.
    pub(crate) fn take<T>(&mut self, column: &str, value: Result<T, ValueError>) -> Option<T> {
        value.map_err(|invalid| self.note(Some(column), invalid)).ok()
    }

    /// The value, if there is no fault in its fields, which have the columns' names.
    pub(crate) fn take_all<T>(&mut self, value: Result<T, Faults>) -> Option<T> {
        let note = |fault: validation::FieldError| {
            let column = fault.pointer.trim_start_matches('/');
            self.note(Some(column), ValueError::new(fault.code, fault.message));
        };
        value
            .map_err(|faults| faults.into_vec().into_iter().for_each(note))
            .ok()
    }

    pub(crate) fn note(&mut self, column: Option<&str>, invalid: ValueError) {
        self.faults
            .push(ImportFault::new(self.file, self.row.line, column, invalid));
    }

    /// The text in the cell, in which there must be some.
    pub(crate) fn required(&mut self, column: &str) -> Option<&'a str> {
        let missing = || ValueError::new("required", "Must be given.");
        let text = self.text(column).ok_or_else(missing);
        self.take(column, text)
    }

    /// A code that others have given: neither long nor with control characters.
    pub(crate) fn word(&mut self, column: &str) -> Option<Word> {
        self.value(column)
    }

    /// A word that may be left out.
    pub(crate) fn optional_word(&mut self, column: &str) -> Result<Option<Word>, Faulty> {
        if self.text(column).is_some() {
            self.word(column).map(Some).ok_or(Faulty)
        } else {
            Ok(None)
        }
    }

    /// A value as JSON has it in a string, or by another word that people have for it.
    pub(crate) fn value<T: Deserialize<'a>>(&mut self, column: &str) -> Option<T> {
        let text = self.required(column)?;
        let text = words::word(column, text).unwrap_or(text);
        self.take(column, parsed(text))
    }

    /// A country, which may be left out.
    pub(crate) fn country(&mut self, column: &str) -> Result<Option<Country>, Faulty> {
        let Some(text) = self.text(column) else {
            return Ok(None);
        };
        let country = words::country(text).and_then(|code| parsed(code.unwrap_or(text)));
        self.take(column, country).map(Some).ok_or(Faulty)
    }

    /// A day.
    pub(crate) fn day(&mut self, column: &str) -> Option<NaiveDate> {
        let text = self.required(column)?;
        self.take(column, days::parse(text))
    }

    /// A day, where it may be left out.
    pub(crate) fn optional_day(&mut self, column: &str) -> Result<Option<NaiveDate>, Faulty> {
        if self.text(column).is_some() {
            self.day(column).map(Some).ok_or(Faulty)
        } else {
            Ok(None)
        }
    }

    /// A gaming year.
    pub(crate) fn year(&mut self, column: &str) -> Option<GamingYear> {
        let text = self.required(column)?;
        let year = text.parse().ok().and_then(GamingYear::new);
        self.take(
            column,
            year.ok_or_else(|| ValueError::new("invalid-value", "Expected a gaming year, as in 2027.")),
        )
    }
}

fn parsed<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, ValueError> {
    T::deserialize(StrDeserializer::<value::Error>::new(text)).map_err(|error| {
        let message = error.to_string();
        let expected = message
            .split_once("expected ")
            .map_or("another value", |(_, expected)| expected);
        ValueError::new("invalid-value", format!("Expected {expected}."))
    })
}
