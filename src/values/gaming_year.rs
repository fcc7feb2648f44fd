//! The gaming year: 1 November to 31 October, named by its end. Memberships and registrations are by it.

use chrono::{Datelike, NaiveDate};
use diesel::backend::Backend;
use diesel::deserialize::{self, FromSql, FromSqlRow};
use diesel::expression::AsExpression;
use diesel::serialize::{self, Output, ToSql};
use diesel::sql_types::BigInt;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

use crate::values::validation::ValueError;

/// A gaming year, by the calendar year in which it ends: 2027 runs from 2026-11-01 to 2027-10-31.
///
/// ```
/// use federation_records::values::gaming_year::GamingYear;
/// let year = |day: &str| GamingYear::of(day.parse().unwrap()).number();
/// assert_eq!((year("2026-10-31"), year("2026-11-01")), (2026, 2027));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, AsExpression, FromSqlRow)]
#[serde(transparent)]
#[diesel(sql_type = BigInt)]
pub struct GamingYear(i64);

impl GamingYear {
    const FIRST_MONTH: u32 = 11;
    /// Years in which there was, or will be, a federation: what is outside is a slip.
    const KNOWN: std::ops::RangeInclusive<i64> = 1990..=2100;

    /// The gaming year in which a day falls.
    #[must_use]
    pub fn of(day: NaiveDate) -> GamingYear {
        let is_next = day.month() >= GamingYear::FIRST_MONTH;
        GamingYear(i64::from(day.year()) + i64::from(is_next))
    }

    /// The gaming year in which a day falls, if it is plausible.
    #[must_use]
    pub fn known(day: NaiveDate) -> Option<GamingYear> {
        GamingYear::new(GamingYear::of(day).0)
    }

    /// The one of that number, if it is plausible.
    #[must_use]
    pub fn new(number: i64) -> Option<GamingYear> {
        GamingYear::KNOWN.contains(&number).then_some(GamingYear(number))
    }

    /// Its number, as people name it.
    #[must_use]
    pub fn number(self) -> i64 {
        self.0
    }

    /// The one after it.
    #[must_use]
    pub fn next(self) -> GamingYear {
        GamingYear(self.0 + 1)
    }

    /// The one before it.
    #[must_use]
    pub fn previous(self) -> GamingYear {
        GamingYear(self.0 - 1)
    }

    /// The last day on which a club that has not paid is still in grace: 31 January.
    #[must_use]
    pub fn last_day_of_grace(self) -> Option<NaiveDate> {
        day(self.0, 1, 31)
    }

    /// The year, if one may pay and register for it on that day: the next one at most. What is later is a slip.
    ///
    /// # Errors
    /// `too-far-ahead`.
    pub fn open_on(self, today: NaiveDate) -> Result<GamingYear, ValueError> {
        let last = GamingYear::of(today).next();
        if self <= last {
            return Ok(self);
        }
        Err(ValueError::new(
            "too-far-ahead",
            format!("May be {} at most, the gaming year after this one.", last.number()),
        ))
    }

    /// Its first and its last day.
    #[must_use]
    pub fn days(self) -> Option<(NaiveDate, NaiveDate)> {
        Some((day(self.0 - 1, GamingYear::FIRST_MONTH, 1)?, day(self.0, 10, 31)?))
    }
}

fn day(year: i64, month: u32, day: u32) -> Option<NaiveDate> {
    NaiveDate::from_ymd_opt(i32::try_from(year).ok()?, month, day)
}

impl<B: Backend> ToSql<BigInt, B> for GamingYear
where
    i64: ToSql<BigInt, B>,
{
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, B>) -> serialize::Result {
        self.0.to_sql(out)
    }
}

impl<B: Backend> FromSql<BigInt, B> for GamingYear
where
    i64: FromSql<BigInt, B>,
{
    fn from_sql(value: B::RawValue<'_>) -> deserialize::Result<Self> {
        let number = i64::from_sql(value)?;
        GamingYear::new(number).ok_or_else(|| format!("{number} is no gaming year").into())
    }
}

impl<'de> Deserialize<'de> for GamingYear {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<GamingYear, D::Error> {
        let (first, last) = (GamingYear::KNOWN.start(), GamingYear::KNOWN.end());
        let number = i64::deserialize(deserializer).ok().and_then(GamingYear::new);
        number.ok_or_else(|| D::Error::custom(format!("expected a gaming year from {first} to {last}")))
    }
}

impl utoipa::PartialSchema for GamingYear {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        use utoipa::openapi::schema::{ObjectBuilder, Type};
        ObjectBuilder::new()
            .schema_type(Type::Integer)
            .minimum(Some(*GamingYear::KNOWN.start()))
            .maximum(Some(*GamingYear::KNOWN.end()))
            .description(Some(
                "A gaming year, named by its end: 2027 runs from 2026-11-01 to 2027-10-31.",
            ))
            .examples([2027])
            .into()
    }
}

impl utoipa::ToSchema for GamingYear {
    fn name() -> std::borrow::Cow<'static, str> {
        "GamingYear".into()
    }
}

#[cfg(test)]
mod tests {
    use crate::values::gaming_year::*;

    #[test]
    fn a_year_begins_in_november() {
        let year = |day: &str| GamingYear::of(day.parse().unwrap());
        assert_eq!(year("2027-10-31"), year("2026-11-01"));
        assert_eq!(year("2027-11-01"), year("2026-11-01").next());
        let (today, next) = ("2026-10-31".parse().unwrap(), year("2026-11-01"));
        assert!(next.open_on(today).is_ok());
        assert_eq!(next.next().open_on(today).unwrap_err().code, "too-far-ahead");
        assert!(next.next().open_on("2026-11-01".parse().unwrap()).is_ok());
        assert_eq!(
            year("2026-12-31").last_day_of_grace(),
            Some("2027-01-31".parse().unwrap())
        );
    }
}
