//! Events read off the log.

use std::collections::HashMap;

use chrono::NaiveDate;

use crate::db::Conn;
use crate::db::log::head;
use crate::events::places::{Found, Place, place_of};
use crate::events::store::{EntryRow, Whereabouts};
use crate::events::{Event, EventFilter, EventPage, EventType, store};
use crate::operations::Operation;
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
    let heard = heard(c, rows, filter)?;
    let found = find(c, &heard, today)?;
    let events = heard.into_iter().filter_map(|heard| {
        let place = heard.place;
        let found = id_of(&heard.row).and_then(|id| found.get(&place.found)?.get(&id));
        let is_gone = found.is_none() && place.found != Found::Nationwide;
        let event = heard.into_event(found)?;
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

/// An entry that becomes an event.
struct Heard {
    row: EntryRow,
    event: EventType,
    place: &'static Place,
}

impl Heard {
    /// The event, with the thing as it was found; none if nobody may know of it.
    fn into_event(self, found: Option<&Whereabouts>) -> Option<Event> {
        let Heard { row, event, place } = self;
        if found.is_none() && place.found.is_hidden_when_gone() {
            return None;
        }
        let target = found.and_then(|found| found.target).map(|target| target.to_string());
        // An event of another thing, as of the club of an affiliation, has that one's id.
        let id = if event.thing() == place.subject {
            row.subject_id
        } else {
            target.clone().unwrap_or(row.subject_id)
        };
        let path = match target {
            Some(target) => Some(place.path.replace("{target}", &target)),
            None if place.path.contains("{target}") => None,
            None => Some(place.path.to_owned()),
        };
        Some(Event {
            number: row.leaf,
            at: row.at,
            kind: event,
            path: path.map(|path| path.replace("{id}", &id)),
            id,
            province: found.and_then(|found| found.province.clone()),
        })
    }
}

/// The entries that become events of the types that are asked for.
fn heard(c: &mut Conn, rows: Vec<EntryRow>, filter: &EventFilter) -> Result<Vec<Heard>, Error> {
    let events = rows.into_iter().filter_map(|row| {
        let events: Vec<EventType> = Operation::of_name(&row.action)?.events(&row.subject).collect();
        let is_asked_for = events.iter().any(|event| filter.takes(*event));
        is_asked_for.then_some((row, events))
    });
    let events: Vec<(EntryRow, Vec<EventType>)> = events.collect();
    let doubtful = events.iter().filter(|(_, events)| events.len() > 1);
    let doubtful: Vec<i64> = doubtful.map(|(row, _)| row.leaf).collect();
    let new = store::new_ones(c, &doubtful)?;
    let heard = events.into_iter().filter_map(|(row, events)| {
        let is_new = new.contains(&row.leaf);
        let event = *if is_new { events.first() } else { events.last() }?;
        let place = place_of(&row.subject)?;
        filter.takes(event).then_some(Heard { row, event, place })
    });
    Ok(heard.collect())
}

/// Finds the things of events.
fn find(c: &mut Conn, heard: &[Heard], today: NaiveDate) -> Result<HashMap<Found, HashMap<Id, Whereabouts>>, Error> {
    let mut sought: HashMap<Found, Vec<Id>> = HashMap::new();
    for one in heard.iter().filter(|one| one.place.found != Found::Nationwide) {
        sought.entry(one.place.found).or_default().extend(id_of(&one.row));
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
