//! The number that people speak, print and type: `M-0004217-K`.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};

/// A player's number. Its last letter checks the seven digits: one wrong digit, or two neighbours swapped, and it no
/// longer fits.
///
/// ```
/// use records_register::players::Number;
/// let number: Number = "m 4217 k".parse().unwrap();
/// assert_eq!(number.to_string(), "M-0004217-K");
/// assert!("M-0004271-K".parse::<Number>().is_err());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Number(u32);

/// The letters that cannot be taken for a digit or for one another: all but I, J and O. They are 23, a prime, so that
/// the number's remainder catches every single slip.
const CHECK: &[u8; 23] = b"ABCDEFGHKLMNPQRSTUVWXYZ";

impl Number {
    const MOST: u32 = 9_999_999;

    /// The number after that one; the first is 1. None are left after seven nines.
    #[must_use]
    pub fn following(last: Option<Number>) -> Option<Number> {
        let next = last.map_or(0, |last| last.0) + 1;
        (next <= Number::MOST).then_some(Number(next))
    }

    /// The number that somebody looks for: in any spelling, and without its last letter too.
    ///
    /// ```
    /// use records_register::players::Number;
    /// assert_eq!(Number::sought("4217"), "M-0004217-K".parse().ok());
    /// assert_eq!(Number::sought("4217 K"), Number::sought("4217"));
    /// assert_eq!(Number::sought("4217 L").or(Number::sought("Mokoena")), None);
    /// ```
    #[must_use]
    pub fn sought(text: &str) -> Option<Number> {
        let without_check = || {
            let digits = text.trim().trim_start_matches(['m', 'M', '-', ' ']);
            let is_whole = (1..=7).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
            let number = digits.parse().ok().filter(|_| is_whole);
            number.and_then(Number::from_stored)
        };
        text.parse().ok().or_else(without_check)
    }

    pub fn from_stored(number: i64) -> Option<Number> {
        u32::try_from(number)
            .ok()
            .filter(|number| (1..=Number::MOST).contains(number))
            .map(Number)
    }

    pub fn stored(self) -> i64 {
        i64::from(self.0)
    }

    fn check(self) -> char {
        let index = usize::try_from(self.0 % 23).unwrap_or_default();
        char::from(CHECK[index])
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "M-{:07}-{}", self.0, self.check())
    }
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The text is no player's number, or its check letter does not fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a player's number looks like M-0004217-K, and its last letter must fit")]
pub struct NotANumber;

/// Reads any spelling: case, blanks, hyphens, leading zeros and the M itself do not matter.
impl FromStr for Number {
    type Err = NotANumber;

    fn from_str(text: &str) -> Result<Number, NotANumber> {
        let plain: String = text
            .chars()
            .filter(|c| !c.is_whitespace() && !matches!(c, '-' | '–'))
            .collect();
        let plain = plain.to_ascii_uppercase();
        let plain = plain.strip_prefix('M').unwrap_or(&plain);
        let check = plain.chars().next_back().ok_or(NotANumber)?;
        let digits = &plain[..plain.len() - check.len_utf8()];
        if digits.is_empty() || digits.len() > 7 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(NotANumber);
        }
        let number = digits.parse().ok().and_then(Number::from_stored).ok_or(NotANumber)?;
        if number.check() == check {
            Ok(number)
        } else {
            Err(NotANumber)
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::players::number::*;

    #[test]
    fn any_spelling_is_read() {
        for spelling in [
            "M-0004217-K",
            "m-0004217-k",
            "M0004217K",
            "4217K",
            "0004217-k",
            " M 000 4217 K ",
            "M–4217–K",
        ] {
            assert_eq!(spelling.parse(), Ok(Number(4217)), "{spelling}");
        }
        for wrong in [
            "",
            "K",
            "M",
            "M-K",
            "M-0000000-A",
            "M-00042170-K",
            "4217",
            "M-42x7-K",
            "M-0004217-É",
            "M-٤٢١٧-K",
        ] {
            assert_eq!(wrong.parse::<Number>(), Err(NotANumber), "{wrong}");
        }
    }

    #[test]
    fn every_slip_of_a_digit_or_swap_of_neighbours_is_caught() {
        for number in [1, 42, 4217, 1_234_567, 9_999_998] {
            let printed = Number(number).to_string();
            let digits: Vec<char> = printed[2..9].chars().collect();
            let with = |digits: &[char]| format!("M-{}-{}", digits.iter().collect::<String>(), &printed[10..]);
            for place in 0..7 {
                for digit in '0'..='9' {
                    let mut slipped = digits.clone();
                    slipped[place] = digit;
                    let read = with(&slipped).parse::<Number>();
                    assert_eq!(read.is_ok(), digit == digits[place], "{printed} {slipped:?}");
                }
                if place < 6 && digits[place] != digits[place + 1] {
                    let mut swapped = digits.clone();
                    swapped.swap(place, place + 1);
                    assert!(with(&swapped).parse::<Number>().is_err(), "{printed} {swapped:?}");
                }
            }
        }
    }

    #[test]
    fn numbers_follow_one_another_to_the_last() {
        assert_eq!(Number::following(None), Some(Number(1)));
        assert_eq!(Number::following(Some(Number(1))), Some(Number(2)));
        assert_eq!(Number::following(Some(Number(Number::MOST))), None);
    }
}
