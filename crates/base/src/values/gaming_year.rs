//! The gaming year, named by its end. Memberships and registrations are by it; its days are in the
//! [calendar](crate::values::gaming_calendar).

use std::fmt;

use chrono::{Datelike, NaiveDate};
use diesel::backend::Backend;
use diesel::deserialize::{self, FromSql, FromSqlRow};
use diesel::expression::AsExpression;
use diesel::serialize::{self, Output, ToSql};
use diesel::sql_types::BigInt;
use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use crate::values::validation::ValueError;

/// A gaming year, by the calendar year in which it ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, AsExpression, FromSqlRow)]
#[serde(transparent)]
#[diesel(sql_type = BigInt)]
pub struct GamingYear(i64);

impl GamingYear {
    /// Years in which there was, or will be, a federation: what is outside is a slip.
    const KNOWN: std::ops::RangeInclusive<i64> = 1990..=2100;

    /// The day, if the gaming year in which it falls is plausible, whenever that begins.
    ///
    /// # Errors
    /// `out-of-bounds`.
    pub fn known(day: NaiveDate) -> Result<NaiveDate, ValueError> {
        let is_known = (*GamingYear::KNOWN.start()..*GamingYear::KNOWN.end()).contains(&i64::from(day.year()));
        let unknown = || ValueError::new("out-of-bounds", "Must be a day of a known gaming year.");
        is_known.then_some(day).ok_or_else(unknown)
    }

    /// The one of that number, if it is plausible.
    #[must_use]
    pub fn new(number: i64) -> Option<GamingYear> {
        GamingYear::KNOWN.contains(&number).then_some(GamingYear(number))
    }

    /// The one that ends in that calendar year.
    pub(super) fn ending_in(year: i64) -> GamingYear {
        GamingYear(year)
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
        deserializer.deserialize_i64(Number)
    }
}

/// The reader of a year's number.
struct Number;

impl Visitor<'_> for Number {
    type Value = GamingYear;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (first, last) = (GamingYear::KNOWN.start(), GamingYear::KNOWN.end());
        write!(f, "a gaming year from {first} to {last}")
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<GamingYear, E> {
        GamingYear::new(number).ok_or_else(|| E::invalid_value(Unexpected::Signed(number), &self))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<GamingYear, E> {
        let year = i64::try_from(number).ok().and_then(GamingYear::new);
        year.ok_or_else(|| E::invalid_value(Unexpected::Unsigned(number), &self))
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
                "A gaming year, named by its end. As preset, 2027 runs from 2026-11-01 to 2027-10-31.",
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
