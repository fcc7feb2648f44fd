//! Points as they are answered: a decimal where there is one, and always a fraction.

use morabaraba_swiss::Points;

/// The decimal, if it is exact: 17.4 for 87/5, nothing for 1/3.
pub fn decimal(points: Points) -> Option<f64> {
    const MOST_DIGITS: u32 = 6;
    let (above, below) = points.parts();
    let (above, below) = (u128::from(above), u128::from(below));
    let digits = (0..=MOST_DIGITS).find(|digits| (above * 10_u128.pow(*digits)).is_multiple_of(below))?;
    let (whole, rest) = (above / below, above % below * 10_u128.pow(digits) / below);
    // Read from its digits, the number is the nearest there is to them, and is written with the same digits.
    format!("{whole}.{rest:0width$}", width = usize::try_from(digits).ok()?)
        .parse()
        .ok()
}

/// The fraction in lowest terms: `87/5`, or `6` if it is whole.
pub fn fraction(points: Points) -> String {
    match points.parts() {
        (above, 1) => above.to_string(),
        (above, below) => format!("{above}/{below}"),
    }
}

/// The points that a fraction says, if it is one.
pub fn points(fraction: &str) -> Option<Points> {
    let (above, below) = fraction.split_once('/').unwrap_or((fraction, "1"));
    let digits = |part: &str| {
        part.bytes()
            .all(|byte| byte.is_ascii_digit())
            .then(|| part.parse().ok())?
    };
    Points::new(digits(above)?, digits(below)?)
}

/// Points that are written as fractions in files.
pub(crate) mod in_fractions {
    use morabaraba_swiss::Points;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    use crate::tournaments::points::{fraction, points};

    pub(crate) fn serialize<S: Serializer>(points: &Points, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&fraction(*points))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Points, D::Error> {
        let text = String::deserialize(deserializer)?;
        points(&text)
            .ok_or_else(|| D::Error::custom("points are a fraction such as \"87/5\", or a whole number as text"))
    }
}

#[cfg(test)]
mod tests {
    use crate::tournaments::points::*;

    #[test]
    fn points_are_written_exactly() {
        let points = |above, below| Points::new(above, below).unwrap();
        let written = |above, below| {
            (
                serde_json::to_string(&decimal(points(above, below))).unwrap(),
                fraction(points(above, below)),
            )
        };
        let expect = |decimal: &str, fraction: &str| (decimal.to_owned(), fraction.to_owned());
        assert_eq!(written(87, 5), expect("17.4", "87/5"));
        assert_eq!(written(9, 2), expect("4.5", "9/2"));
        assert_eq!(written(6, 1), expect("6.0", "6"));
        assert_eq!(written(0, 1), expect("0.0", "0"));
        assert_eq!(written(35, 3), expect("null", "35/3"));
        assert_eq!(written(1, 8), expect("0.125", "1/8"));
    }

    #[test]
    fn a_fraction_is_read_as_it_is_written() {
        for (above, below) in [(87, 5), (6, 1), (0, 1), (u64::MAX, u64::MAX - 1)] {
            let written = Points::new(above, below).unwrap();
            assert_eq!(points(&fraction(written)), Some(written));
        }
        assert_eq!(points("4/8"), Points::new(1, 2));
        for wrong in ["", "/", "1/", "/2", "1/0", "-1", "+1", "1.5", "1 1/2", "1/2/3"] {
            assert_eq!(points(wrong), None, "{wrong}");
        }
    }
}
