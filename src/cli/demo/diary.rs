//! The diary of the invented federation: what was done on which day, and the scribe who writes it down as whoever did it.

use chrono::{Datelike, Days, NaiveDate, TimeDelta};

use crate::accounts::{Account, Authority, Caller, Reach};
use crate::cli::demo::cast::Cast;
use crate::db::Conn;
use crate::db::audit::Actor;
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::gaming_calendar::GamingCalendar;
use crate::values::gaming_year::GamingYear;
use crate::values::id::Id;
use crate::web::idempotency::Creation;

/// The days of the story, all counted from the present.
#[derive(Debug, Clone, Copy)]
pub(super) struct Season {
    /// The moment at which the story is told.
    pub(super) now: Timestamp,
    /// The gaming year before this one, and this one.
    pub(super) years: [GamingYear; 2],
    /// The first day of each of the two.
    pub(super) begins: [NaiveDate; 2],
}

impl Season {
    pub(super) fn until(now: Timestamp) -> Season {
        let calendar = GamingCalendar::default();
        let this = calendar.year_of(now.day());
        let years = [this.previous(), this];
        Season {
            now,
            years,
            begins: years.map(|year| calendar.days(year).0),
        }
    }

    pub(super) fn today(self) -> NaiveDate {
        self.now.day()
    }

    /// The day so many days before today.
    pub(super) fn ago(self, days: u64) -> NaiveDate {
        before(self.today(), days)
    }

    /// The last Saturday that is so many days ago, or more.
    pub(super) fn saturday_ago(self, days: u64) -> NaiveDate {
        let day = self.ago(days);
        before(day, (u64::from(day.weekday().num_days_from_monday()) + 2) % 7)
    }

    /// The day so many days after the beginning of the gaming year before this one.
    pub(super) fn day(self, days: u64) -> NaiveDate {
        after(self.begins[0], days)
    }

    /// The gaming year of a day of the story.
    pub(super) fn year_of(day: NaiveDate) -> GamingYear {
        GamingCalendar::default().year_of(day)
    }
}

pub(super) fn before(day: NaiveDate, days: u64) -> NaiveDate {
    day.checked_sub_days(Days::new(days)).unwrap_or(day)
}

pub(super) fn after(day: NaiveDate, days: u64) -> NaiveDate {
    day.checked_add_days(Days::new(days)).unwrap_or(day)
}

/// Somebody who acts for the federation.
#[derive(Debug, Clone)]
pub(super) struct Officer {
    pub(super) account: Account,
    pub(super) authority: Authority,
}

impl Officer {
    /// The officer as a use case knows who calls, at that moment, from the command line.
    fn caller(&self, now: Timestamp) -> Caller {
        Caller {
            account: self.account.id,
            reach: Reach::of([&self.authority]),
            actor: Actor::command_line().for_account(self.account.id),
            now,
        }
    }
}

/// The hand that writes what officers do, each thing a little later than the one before.
pub(super) struct Scribe<'a> {
    pub(super) c: &'a mut Conn,
    pub(super) cast: &'a Cast,
    now: Timestamp,
}

impl<'a> Scribe<'a> {
    pub(super) fn at(c: &'a mut Conn, cast: &'a Cast, now: Timestamp) -> Scribe<'a> {
        Scribe { c, cast, now }
    }

    /// The officer, who does something now.
    pub(super) fn by(&mut self, officer: &Officer) -> Caller {
        /// The seconds that something takes that is done at a desk.
        const TAKES: TimeDelta = TimeDelta::seconds(13);
        self.now = self.now.after(TAKES);
        officer.caller(self.now)
    }

    /// The command line, by which something is done now.
    pub(super) fn command_line(&mut self) -> (Timestamp, Actor) {
        self.now = self.now.after(TimeDelta::seconds(1));
        (self.now, Actor::command_line())
    }

    /// Lets so many minutes pass.
    pub(super) fn wait(&mut self, minutes: i64) {
        self.now = self.now.after(TimeDelta::minutes(minutes));
    }

    pub(super) fn now(&self) -> Timestamp {
        self.now
    }
}

/// The creation of a thing of the story, under that id or a new one.
pub(super) fn creation<I: Copy + From<Id> + Into<Id>>(id: Option<I>, by: &Caller) -> Result<Creation<I>, Error> {
    Creation::of(id, &"invented", by.now)
}

/// The deeds of a chapter.
type Deeds = dyn Fn(&mut Scribe<'_>) -> Result<(), Error> + Send + Sync;

/// An hour or more of the story.
pub(super) struct Chapter {
    begins: Timestamp,
    deeds: Box<Deeds>,
}

impl Chapter {
    /// Writes it down, once what was before is over; the moment at which it ends.
    pub(super) fn write(&self, c: &mut Conn, cast: &Cast, since: Timestamp) -> Result<Timestamp, Error> {
        let mut scribe = Scribe::at(c, cast, self.begins.max(since));
        (self.deeds)(&mut scribe)?;
        Ok(scribe.now())
    }
}

/// The chapters of the story.
#[derive(Default)]
pub(super) struct Diary(Vec<Chapter>);

impl Diary {
    /// Notes what is done on that day from that hour on.
    pub(super) fn on(
        &mut self,
        day: NaiveDate,
        hour: i64,
        deeds: impl Fn(&mut Scribe<'_>) -> Result<(), Error> + Send + Sync + 'static,
    ) {
        self.at(Timestamp::beginning(day).after(TimeDelta::hours(hour)), deeds);
    }

    /// Notes what is done from that moment on.
    pub(super) fn at(
        &mut self,
        begins: Timestamp,
        deeds: impl Fn(&mut Scribe<'_>) -> Result<(), Error> + Send + Sync + 'static,
    ) {
        let deeds = Box::new(deeds);
        self.0.push(Chapter { begins, deeds });
    }

    /// The chapters as they follow one another.
    pub(super) fn chapters(mut self) -> Vec<Chapter> {
        self.0.sort_by_key(|chapter| chapter.begins);
        self.0
    }
}
