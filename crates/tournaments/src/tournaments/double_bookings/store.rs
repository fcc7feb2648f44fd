//! Double bookings in the database.

use chrono::NaiveDate;
use diesel::prelude::*;

use crate::db::schema::{appointments, entries, matches, rounds, tournaments};
use crate::db::{BATCH, Conn};
use crate::tournaments::double_bookings::OtherEvent;
use crate::tournaments::model::{Tournament, TournamentState};
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::{PlayerId, TournamentId};

/// The other tournaments to which these umpires are appointed in the days of this one.
pub(crate) fn umpired(c: &mut Conn, tournament: &Tournament, umpires: &[PlayerId]) -> Result<Vec<OtherEvent>, Error> {
    let rows: Vec<(PlayerId, TournamentId, String, String, NaiveDate, NaiveDate)> = appointments::table
        .inner_join(tournaments::table.on(tournaments::id.eq(appointments::tournament_id)))
        .filter(appointments::player_id.eq_any(umpires))
        .filter(appointments::tournament_id.ne(tournament.id))
        .filter(appointments::from_day.le(tournament.plan.ends_on))
        .filter(appointments::until_day.ge(tournament.plan.starts_on))
        .filter(tournaments::state.ne(TournamentState::Cancelled))
        .order(appointments::id)
        .select((
            appointments::player_id,
            tournaments::id,
            tournaments::name,
            tournaments::venue,
            appointments::from_day,
            appointments::until_day,
        ))
        .load(c)?;
    let event = |(person, tournament, name, venue, from, until)| OtherEvent {
        person,
        tournament,
        name,
        venue,
        days: [from, until],
    };
    // One that ended before its first day held on none.
    let holds = |event: &OtherEvent| event.days[0] <= event.days[1];
    Ok(rows.into_iter().map(event).filter(holds).collect())
}

/// A player at a board of another tournament, in a round that was published at that time.
type Seated = (Option<PlayerId>, TournamentId, String, String, Option<Timestamp>);

/// The other tournaments in which these players have a match in a round that was published in the days of this one.
pub(crate) fn drawn(c: &mut Conn, tournament: &Tournament, players: &[PlayerId]) -> Result<Vec<OtherEvent>, Error> {
    let (first, last) = (tournament.plan.starts_on, tournament.plan.ends_on);
    let mut found: Vec<OtherEvent> = Vec::new();
    for players in players.chunks(BATCH) {
        let seated = matches::upper_entry_id
            .eq(entries::id)
            .or(matches::lower_entry_id.eq(entries::id));
        let rows: Vec<Seated> = entries::table
            .inner_join(tournaments::table.on(tournaments::id.eq(entries::tournament_id)))
            .inner_join(rounds::table.on(rounds::tournament_id.eq(entries::tournament_id)))
            .inner_join(matches::table.on(matches::round_id.eq(rounds::id).and(seated)))
            .filter(entries::player_id.eq_any(players))
            .filter(entries::tournament_id.ne(tournament.id))
            .filter(tournaments::starts_on.le(last))
            .filter(tournaments::ends_on.ge(first))
            .filter(tournaments::state.ne(TournamentState::Cancelled))
            .order((entries::id, rounds::number))
            .select((
                entries::player_id,
                tournaments::id,
                tournaments::name,
                tournaments::venue,
                rounds::published_at,
            ))
            .load(c)?;
        for (person, tournament, name, venue, published_at) in rows {
            let Some((person, day)) = person.zip(published_at.map(Timestamp::day)) else {
                continue;
            };
            let event = OtherEvent {
                person,
                tournament,
                name,
                venue,
                days: [day; 2],
            };
            if event.is_within([first, last]) && !found.contains(&event) {
                found.push(event);
            }
        }
    }
    Ok(found)
}
