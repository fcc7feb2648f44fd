//! Time: the one place that asks what time it is.

use std::fmt;
use std::sync::Arc;

use chrono::{DateTime, Datelike, NaiveDate, NaiveDateTime, NaiveTime, SecondsFormat, SubsecRound, TimeDelta, Utc};
use diesel::deserialize::FromSqlRow;
use diesel::expression::AsExpression;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The source from which the service learns the time. Tests bring their own.
#[derive(Clone)]
pub struct Clock(Arc<dyn Fn() -> DateTime<Utc> + Send + Sync>);

impl Clock {
    /// The machine's clock.
    #[must_use]
    #[expect(clippy::disallowed_methods, reason = "this is the one place that asks for the time")]
    pub fn system() -> Clock {
        Clock(Arc::new(Utc::now))
    }

    /// A clock that tells what `time` returns.
    pub fn telling(time: impl Fn() -> DateTime<Utc> + Send + Sync + 'static) -> Clock {
        Clock(Arc::new(time))
    }

    /// The time now.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        Timestamp((self.0)().trunc_subsecs(6))
    }
}

impl fmt::Debug for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Clock({})", self.now())
    }
}

/// The time by which the clocks of South Africa are ahead of UTC.
const SOUTH_AFRICA: TimeDelta = TimeDelta::hours(2);

/// An instant in UTC, to the microsecond: the precision that both databases keep.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, AsExpression, FromSqlRow)]
#[diesel(sql_type = crate::values::sql_types::Instant)]
pub struct Timestamp(pub DateTime<Utc>);

impl Timestamp {
    /// The day on which the instant falls where the federation is: South Africa, two hours ahead of UTC all year.
    ///
    /// ```
    /// use records_base::values::clock::Clock;
    /// let clock = Clock::telling(|| "2026-10-31T22:00:00Z".parse().unwrap());
    /// assert_eq!(clock.now().day().to_string(), "2026-11-01");
    /// ```
    #[must_use]
    pub fn day(self) -> NaiveDate {
        self.local().date()
    }

    /// The instant at which a day begins there.
    #[must_use]
    pub fn beginning(day: NaiveDate) -> Timestamp {
        Timestamp((day.and_time(NaiveTime::MIN) - SOUTH_AFRICA).and_utc())
    }

    /// The date and time that the clocks there show at the instant.
    #[must_use]
    pub fn local(self) -> NaiveDateTime {
        self.0.naive_utc() + SOUTH_AFRICA
    }

    /// The instant for those who know nothing of where the federation is.
    #[must_use]
    pub fn utc(self) -> DateTime<Utc> {
        self.0
    }

    /// Whole seconds since 1970, as tokens count.
    #[must_use]
    pub fn unix_seconds(self) -> i64 {
        self.0.timestamp()
    }

    /// The instant of so many seconds since 1970, if there is one.
    #[must_use]
    pub fn of_unix(seconds: i64) -> Option<Timestamp> {
        DateTime::from_timestamp(seconds, 0).map(Timestamp)
    }

    /// The instant so much earlier.
    #[must_use]
    pub fn before(self, duration: chrono::TimeDelta) -> Timestamp {
        Timestamp(self.0 - duration)
    }

    /// The instant so much later.
    #[must_use]
    pub fn after(self, duration: chrono::TimeDelta) -> Timestamp {
        Timestamp(self.0 + duration)
    }
}

/// RFC 3339 in UTC with microseconds: `2026-11-20T09:30:00.000000Z`.
impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.to_rfc3339_opts(SecondsFormat::Micros, true))
    }
}

impl<'de> Deserialize<'de> for Timestamp {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Timestamp, D::Error> {
        let text = String::deserialize(deserializer)?;
        let instant = DateTime::parse_from_rfc3339(&text)
            .ok()
            .filter(|instant| (1..=9999).contains(&instant.year()));
        let instant = instant.ok_or_else(|| D::Error::custom("expected an instant, as in 2026-11-20T09:30:00Z"))?;
        Ok(Timestamp(instant.with_timezone(&Utc).trunc_subsecs(6)))
    }
}

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
