//! Events read off the log.

use std::collections::HashMap;

use chrono::NaiveDate;

use crate::db::Conn;
use crate::db::log::head;
use crate::events::rules::{Found, Rule, rules_of};
use crate::events::store::{EntryRow, Whereabouts};
use crate::events::{Event, EventFilter, EventPage, store};
use crate::values::error::Error;
use crate::values::id::Id;

/// The most entries that are looked at for a page: so one takes as long however long the log is.
const LOOKED_AT: i64 = 500;

/// The events after that number, no more than so many.
pub(crate) fn list(
    c: &mut Conn,
    filter: &EventFilter,
    after: i64,
    most: usize,
    today: NaiveDate,
) -> Result<EventPage, Error> {
    let rows = store::entries_after(c, after, LOOKED_AT)?;
    let end = rows.last().map_or(after, |row| row.leaf);
    let is_whole = i64::try_from(rows.len()).is_ok_and(|looked_at| looked_at < LOOKED_AT);
    let told = told(c, rows, filter)?;
    let places = find(c, &told, today)?;
    let events = told.into_iter().filter_map(|(row, rule)| {
        let found = id_of(&row).and_then(|id| places.get(&rule.found)?.get(&id));
        let is_gone = found.is_none() && rule.found != Found::Nationwide;
        let event = Event::of(row.leaf, row, rule, found)?;
        filter.is_near(&event, is_gone).then_some(event)
    });
    let items: Vec<Event> = events.take(most).collect();
    let full = items.last().filter(|_| items.len() == most);
    Ok(EventPage {
        next_after: full.map_or(end, |last| last.number),
        is_last: is_whole && full.is_none(),
        items,
    })
}

/// The entries that are told and asked for, each with its rule.
fn told(c: &mut Conn, rows: Vec<EntryRow>, filter: &EventFilter) -> Result<Vec<(EntryRow, &'static Rule)>, Error> {
    let ruled = rows.into_iter().map(|row| {
        let rules = rules_of(&row.subject, &row.action);
        (row, rules)
    });
    let ruled: Vec<(EntryRow, Vec<&Rule>)> = ruled
        .filter(|(_, rules)| rules.iter().any(|rule| filter.takes(rule.event)))
        .collect();
    let doubtful = ruled.iter().filter(|(_, rules)| rules.len() > 1);
    let doubtful: Vec<i64> = doubtful.map(|(row, _)| row.leaf).collect();
    let new = store::new_ones(c, &doubtful)?;
    let told = ruled.into_iter().filter_map(|(row, rules)| {
        let is_new = new.contains(&row.leaf);
        let rule = if is_new { rules.first() } else { rules.last() }?;
        filter.takes(rule.event).then_some((row, *rule))
    });
    Ok(told.collect())
}

/// The places of the things of which is told.
fn find(
    c: &mut Conn,
    told: &[(EntryRow, &'static Rule)],
    today: NaiveDate,
) -> Result<HashMap<Found, HashMap<Id, Whereabouts>>, Error> {
    let mut sought: HashMap<Found, Vec<Id>> = HashMap::new();
    for (row, rule) in told.iter().filter(|(_, rule)| rule.found != Found::Nationwide) {
        sought.entry(rule.found).or_default().extend(id_of(row));
    }
    let found = sought.into_iter().map(|(found, mut ids)| {
        ids.sort_unstable();
        ids.dedup();
        Ok((found, store::find(c, found, &ids, today)?))
    });
    found.collect()
}

/// The id of the thing, if its subject goes by ids.
fn id_of(row: &EntryRow) -> Option<Id> {
    row.subject_id.parse().ok()
}

/// The last number that was given.
pub(crate) fn last_number(c: &mut Conn) -> Result<i64, Error> {
    Ok(head::find(c)?.map_or(0, |head| head.size - 1))
}
