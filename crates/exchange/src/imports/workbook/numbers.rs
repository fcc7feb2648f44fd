//! Numbers of a workbook as people read them: with some formats they are days.

use std::collections::BTreeMap;

use chrono::{Days, NaiveDate};
use quick_xml::events::Event;

use crate::imports::workbook::package::{Xml, attribute};
use crate::imports::workbook::too_large;
use crate::values::validation::ValueError;

/// The most formats of cells: spreadsheets take no more either.
const MOST_FORMATS: usize = 1 << 16;

/// The meaning of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Meaning {
    Number,
    Day,
}

/// The meaning of each format of cells, in their order.
#[derive(Debug, Default)]
pub(super) struct Formats {
    of_cells: Vec<Meaning>,
    /// Whether days are counted from 1904, as on old machines.
    pub(super) from_1904: bool,
}

impl Formats {
    /// Reads the formats of cells; all else of the styles is passed over.
    pub(super) fn read(&mut self, mut styles: Xml<'_>) -> Result<(), ValueError> {
        let mut own: BTreeMap<String, Meaning> = BTreeMap::new();
        let mut is_of_cells = false;
        while let Some(event) = styles.next()? {
            match event {
                Event::Start(tag) => match tag.local_name().as_ref() {
                    "cellXfs" => is_of_cells = true,
                    "numFmt" => {
                        let code = attribute(&tag, "formatCode")?.unwrap_or_default();
                        own.insert(attribute(&tag, "numFmtId")?.unwrap_or_default(), meaning(&code));
                    }
                    "xf" if is_of_cells => {
                        let id = attribute(&tag, "numFmtId")?.unwrap_or_default();
                        let meant = own.get(&id).copied();
                        self.of_cells.push(meant.unwrap_or_else(|| known(&id)));
                    }
                    _ => {}
                },
                Event::End(tag) if tag.local_name().as_ref() == "cellXfs" => is_of_cells = false,
                _ => {}
            }
            if own.len().max(self.of_cells.len()) > MOST_FORMATS {
                return Err(too_large());
            }
        }
        Ok(())
    }

    /// The text of a number in a cell of that format.
    pub(super) fn text(&self, number: f64, format: Option<usize>) -> String {
        let meaning = format.and_then(|format| self.of_cells.get(format));
        let day = match meaning {
            Some(Meaning::Day) => self.day(number),
            _ => None,
        };
        day.map_or_else(|| number.to_string(), |day| day.to_string())
    }

    /// The day that spreadsheets count by that number.
    ///
    /// For them there was a 29 February in 1900.
    fn day(&self, number: f64) -> Option<NaiveDate> {
        let count = format!("{:.0}", number.floor()).parse().ok()?;
        let begin = match count {
            _ if self.from_1904 => NaiveDate::from_ymd_opt(1904, 1, 1),
            ..60 => NaiveDate::from_ymd_opt(1899, 12, 31),
            _ => NaiveDate::from_ymd_opt(1899, 12, 30),
        };
        begin?.checked_add_days(Days::new(count))
    }
}

/// The meaning of a format that has a number alone.
///
/// No day is made of hours that are counted, as by 46.
fn known(id: &str) -> Meaning {
    match id.parse() {
        Ok(14..=22 | 27..=36 | 45 | 47 | 50..=58) => Meaning::Day,
        _ => Meaning::Number,
    }
}

/// The meaning of a format by the letters in its first part.
fn meaning(code: &str) -> Meaning {
    let mut signs = code.chars();
    while let Some(sign) = signs.next() {
        match sign {
            // The sign after it is itself.
            '\\' | '_' | '*' => {
                signs.next();
            }
            '"' => {
                signs.find(|sign| *sign == '"');
            }
            '[' => {
                let inner: String = signs.by_ref().take_while(|sign| *sign != ']').collect();
                let counts_hours = !inner.is_empty() && inner.chars().all(|sign| "hmsHMS".contains(sign));
                if counts_hours {
                    return Meaning::Number;
                }
            }
            ';' => break,
            sign if "dmyhsDMYHS".contains(sign) => return Meaning::Day,
            _ => {}
        }
    }
    Meaning::Number
}

#[cfg(test)]
mod tests {
    use crate::imports::workbook::numbers::*;

    #[test]
    fn a_format_of_days_is_known_by_its_letters() {
        for (code, expected) in [
            ("dd/mm/yyyy", Meaning::Day),
            ("[$-1C09]d mmmm yyyy;@", Meaning::Day),
            ("m\"M\"d\"D\";@", Meaning::Day),
            ("H:MM", Meaning::Day),
            ("General", Meaning::Number),
            ("0.00E+00", Meaning::Number),
            ("[h]:mm:ss", Meaning::Number),
            ("#,##0\\d [$\u{20bd}-46D]", Meaning::Number),
            ("\"Y: \"0.00\"m\";\"Y: \"-0.00\"m\";d", Meaning::Number),
            ("_d0_);[Red](0)", Meaning::Number),
        ] {
            assert_eq!(meaning(code), expected, "{code}");
        }
        assert_eq!(
            ["14", "22", "46", "0", "x"].map(known).map(|one| one == Meaning::Day),
            [true, true, false, false, false]
        );
    }

    #[test]
    fn days_are_counted_as_spreadsheets_do() {
        let told = |number, from_1904| {
            let formats = Formats {
                of_cells: vec![Meaning::Number, Meaning::Day],
                from_1904,
            };
            [0, 1].map(|format| formats.text(number, Some(format)))
        };
        assert_eq!(told(41016.0, false), ["41016", "2012-04-17"]);
        assert_eq!(told(39554.75, true), ["39554.75", "2012-04-17"]);
        assert_eq!(told(1.0, false)[1], "1900-01-01");
        assert_eq!(told(61.0, false)[1], "1900-03-01");
        for none in [-1.0, 1e300, f64::NAN] {
            assert_eq!(told(none, false)[0], told(none, false)[1], "{none}");
        }
    }
}
