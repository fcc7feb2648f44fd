//! Tournaments by their days.

use chrono::NaiveDate;
use diesel::prelude::*;
use diesel::sql_types::Date;

use crate::db::Conn;
use crate::db::keyset::beyond;
use crate::db::schema::tournaments;
use crate::tournaments::model::{Tournament, TournamentLevel, TournamentStage, TournamentState};
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::TournamentId;
use crate::values::sql_types::Uid;

/// The tournaments to list in a calendar.
#[derive(Debug)]
pub struct CalendarFilter {
    pub province: Option<String>,
    pub level: Option<TournamentLevel>,
    pub stage: Option<TournamentStage>,
    /// Those that end on that day or later.
    pub from: NaiveDate,
    /// Those that start on that day or earlier.
    pub until: Option<NaiveDate>,
    /// The first day and the id after which to begin.
    pub after: Option<(NaiveDate, TournamentId)>,
}

/// A tournament as the calendar tells of it.
#[derive(Debug, Queryable, Selectable)]
#[diesel(table_name = tournaments)]
pub struct Announced {
    #[diesel(embed)]
    pub(crate) tournament: Tournament,
    /// The time of the last change since it was announced.
    changed_at: Option<Timestamp>,
}

impl Announced {
    /// The time since which it is as it is.
    pub fn since(&self) -> Timestamp {
        self.changed_at.unwrap_or(self.tournament.created_at)
    }

    /// The place of what is told in a sequence: the seconds after which it was changed. Before the time of a change was kept,
    /// what was cancelled was the second in its sequence.
    pub fn sequence(&self) -> u32 {
        let seconds = (self.since().utc() - self.tournament.created_at.utc()).num_seconds();
        let least = u32::from(self.tournament.state == TournamentState::Cancelled);
        u32::try_from(seconds).unwrap_or_default().max(least)
    }
}

/// The first so many of them, the soonest first.
pub fn list(c: &mut Conn, filter: CalendarFilter, most: i64) -> Result<Vec<Tournament>, Error> {
    let announced = announced(c, filter, most)?.into_iter();
    Ok(announced.map(|announced| announced.tournament).collect())
}

/// The first so many of them, each with the time of its last change.
pub fn announced(c: &mut Conn, filter: CalendarFilter, most: i64) -> Result<Vec<Announced>, Error> {
    let order = (tournaments::starts_on.asc(), tournaments::id.asc());
    let mut query = tournaments::table
        .select(Announced::as_select())
        .filter(tournaments::ends_on.ge(filter.from))
        .order(order)
        .limit(most)
        .into_boxed();
    if let Some(province) = filter.province {
        query = query.filter(tournaments::province_code.eq(province));
    }
    if let Some(level) = filter.level {
        query = query.filter(tournaments::level.eq(level));
    }
    if let Some(stage) = filter.stage {
        query = query.filter(tournaments::stage.eq(stage));
    }
    if let Some(until) = filter.until {
        query = query.filter(tournaments::starts_on.le(until));
    }
    if let Some((day, id)) = filter.after {
        query = query.filter(beyond!(
            "(tournaments.starts_on, tournaments.id) >",
            Date = day,
            Uid = id
        ));
    }
    Ok(query.load(c)?)
}
