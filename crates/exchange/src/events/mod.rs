//! Events: that something which everyone may read has changed, told in the order of the [log](crate::db::log) to other
//! people's programs, so that a copy of theirs follows.
//!
//! An event is an entry of the audit trail without anything private: its number in the log, what sort of thing was changed and
//! in what way, and where it is read now. What happened is not in it. Which entries become events says the table of operations;
//! every other entry leaves a hole in the numbers, and a page says up to which number it has looked.

mod following;
mod places;
pub mod routes;
pub(crate) mod store;
pub(crate) mod use_cases;

pub use crate::operations::EventType;
pub use following::{Follower, MOST_WAITING};

use serde::Serialize;
use utoipa::ToSchema;

use crate::values::clock::Timestamp;

/// The path of the stream of events of these types, in that province or in all.
pub fn stream(types: &[EventType], province: Option<&str>) -> String {
    let types: Vec<&str> = types.iter().map(|kind| kind.as_str()).collect();
    let province = province.map_or_else(String::new, |code| format!("&province={code}"));
    format!("/v1/events?type={}{province}", types.join(","))
}

/// A change, as everyone may hear of it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Event {
    /// Its number in the log. Numbers grow; those of changes that are not told are left out.
    #[schema(example = 1640)]
    pub(crate) number: i64,
    /// The time of the change.
    #[schema(value_type = String, format = DateTime, example = "2026-11-20T08:00:00.000000Z")]
    pub(crate) at: Timestamp,
    /// The sort of thing that was changed, and the way.
    #[serde(rename = "type")]
    #[schema(example = "match.changed")]
    pub(crate) kind: EventType,
    /// The id of the thing.
    #[schema(example = "019aa0d4-5c6d-7e8f-9a0b-1c2d3e4f5a6b")]
    pub(crate) id: String,
    /// The path at which it is read; absent if the thing is gone and that is not known any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "/v1/matches/019aa0d4-5c6d-7e8f-9a0b-1c2d3e4f5a6b")]
    pub(crate) path: Option<String>,
    /// The code of the province to which the thing belongs today; absent if it belongs to none, or is gone.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "ZA-NW")]
    pub(crate) province: Option<String>,
}

/// The events to list.
#[derive(Debug, Clone, Default)]
pub struct EventFilter {
    /// The types; all if there is none.
    pub types: Vec<EventType>,
    pub province: Option<String>,
}

impl EventFilter {
    /// Whether events of that type are asked for.
    fn takes(&self, event: EventType) -> bool {
        self.types.is_empty() || self.types.contains(&event)
    }

    /// Whether it is of the province that is asked for. It may be if the thing is gone: whoever keeps a copy has to hear of it.
    fn is_near(&self, event: &Event, is_gone: bool) -> bool {
        match &self.province {
            Some(province) => is_gone || event.province.as_ref() == Some(province),
            None => true,
        }
    }
}

/// A page of events.
#[derive(Debug, Serialize, ToSchema)]
pub struct EventPage {
    /// The events, in the order of their numbers.
    pub(crate) items: Vec<Event>,
    /// The number up to which the log was looked through: send it back as `after` for what follows.
    #[schema(example = 1640)]
    pub(crate) next_after: i64,
    /// Whether the log was looked through to its end.
    #[serde(skip)]
    pub is_last: bool,
}
