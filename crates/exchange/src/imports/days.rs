//! Days, as people and spreadsheets write them.

use chrono::{Datelike, Days, NaiveDate};

use crate::values::validation::ValueError;

/// The months, in English and in Afrikaans; three letters of a name will do.
const MONTHS: [[&str; 2]; 12] = [
    ["january", "januarie"],
    ["february", "februarie"],
    ["march", "maart"],
    ["april", "april"],
    ["may", "mei"],
    ["june", "junie"],
    ["july", "julie"],
    ["august", "augustus"],
    ["september", "september"],
    ["october", "oktober"],
    ["november", "november"],
    ["december", "desember"],
];

/// A day: year, month and day; or day, month and year, as South Africa writes them; the month in digits or by its name; or
/// the number by which a spreadsheet counts it.
///
/// # Errors
/// It is none of these, or there is no such day. Nothing is guessed: a year has four digits, and the day never comes
/// after the month.
pub(crate) fn parse(text: &str) -> Result<NaiveDate, ValueError> {
    let text = without_time(text).trim();
    let parts: Vec<&str> = text
        .split(|c: char| !c.is_alphanumeric())
        .filter(|part| !part.is_empty())
        .collect();
    let day = match parts.as_slice() {
        [_] => from_serial(text),
        [year, month, day] if year.len() == 4 => of(year, month_of(month), day),
        [day, month, year] if year.len() == 4 && number(day).is_some() => {
            if number(month).is_some_and(|month| month > 12) {
                return wrong("The day comes first and then the month, as in 17/04/2012.");
            }
            of(year, month_of(month), day)
        }
        [month, day, year] if year.len() == 4 => of(year, named(month), day),
        [_, _, year] if year.len() == 2 && number(year).is_some() => {
            return wrong("The year must have four digits, as in 17/04/2012.");
        }
        _ => None,
    };
    match day.filter(|day| day.year() > 0) {
        Some(day) => Ok(day),
        None => wrong("Expected a day, as in 2012-04-17 or 17/04/2012."),
    }
}

fn wrong(rule: &str) -> Result<NaiveDate, ValueError> {
    Err(ValueError::new("invalid-value", rule))
}

/// The text without a midnight after it, which spreadsheets add. Another time may be that of another day elsewhere.
fn without_time(text: &str) -> &str {
    let is_midnight = |time: &str| time.contains(':') && time.chars().all(|c| matches!(c, '0' | ':' | '.'));
    match text.split_once(['T', ' ']) {
        Some((day, time)) if is_midnight(time.trim()) => day,
        _ => text,
    }
}

fn number(text: &str) -> Option<u32> {
    text.parse()
        .ok()
        .filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
}

fn of(year: &str, month: Option<u32>, day: &str) -> Option<NaiveDate> {
    if day.len() > 2 {
        return None;
    }
    NaiveDate::from_ymd_opt(number(year)?.try_into().ok()?, month?, number(day)?)
}

/// The month in digits or by its name.
fn month_of(text: &str) -> Option<u32> {
    number(text).filter(|_| text.len() <= 2).or_else(|| named(text))
}

fn named(text: &str) -> Option<u32> {
    let text = text.to_lowercase();
    let is_named = |names: &&[&str; 2]| text.len() >= 3 && names.iter().any(|name| name.starts_with(&text));
    let is_short = |names: &&[&str; 2]| matches!((names[1], text.as_str()), ("maart", "mrt"));
    let place = MONTHS.iter().position(|names| is_named(&names) || is_short(&names))?;
    u32::try_from(place + 1).ok()
}

/// The day that a spreadsheet counts by this number: 1 is the first of 1900, which it takes for a leap year. Fewer than five
/// digits are a year rather than a day before 1927.
fn from_serial(text: &str) -> Option<NaiveDate> {
    let serial = number(text).filter(|_| text.len() == 5)?;
    let epoch = NaiveDate::from_ymd_opt(1899, 12, 30)?;
    epoch
        .checked_add_days(Days::new(serial.into()))
        .filter(|_| serial >= 10_000)
}

#[cfg(test)]
mod tests {
    use crate::imports::days::*;

    #[test]
    fn a_day_is_read_however_it_is_written() {
        let expected = NaiveDate::from_ymd_opt(2012, 4, 7).unwrap();
        for text in [
            "2012-04-07",
            "2012-4-7",
            "2012/04/07",
            "2012.4.7",
            "07/04/2012",
            "7/4/2012",
            "7-4-2012",
            "7.4.2012",
            "7 April 2012",
            "07-Apr-2012",
            "7 APR 2012",
            "April 7, 2012",
            "2012-04-07T00:00:00",
            "2012/04/07 00:00",
            "2012-04-07 00:00:00.000",
            "41006",
        ] {
            assert_eq!(parse(text).ok(), Some(expected), "{text}");
        }
        assert_eq!(parse("1 Mrt 2012"), parse("2012-03-01"));
        assert_eq!(parse("1 Desember 2012"), parse("2012-12-01"));
        assert_eq!(parse("1 Mei 2012"), parse("2012-05-01"));
    }

    #[test]
    fn what_may_be_another_day_is_no_day() {
        for text in [
            "",
            "x",
            "04/17/2012",
            "7/4/12",
            "12-04-07",
            "2012",
            "2012/04",
            "20120407",
            "31/02/2012",
            "2012-04-07T22:00:00",
            "2012-04-07T00:00:00Z",
            "0000-01-01",
            "07/04/2012/1",
            "٧/٤/٢٠١٢",
            "Ma 7 2012",
            "Ju 7 2012",
            "-41006",
            "999999",
            "2012-004-07",
            "April 2012",
        ] {
            let day = parse(text);
            assert!(day.is_err(), "{text}: {day:?}");
        }
        let told = |text| parse(text).unwrap_err().message;
        assert!(told("04/17/2012").contains("day comes first"));
        assert!(told("7/4/12").contains("four digits"));
    }
}
