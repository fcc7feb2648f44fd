//! Events: that something which everyone may read has changed, told in the order of the [log](crate::db::log) to other
//! people's programs, so that a copy of theirs follows.
//!
//! An event is an entry of the audit trail without anything private: its number in the log, what sort of thing was changed and
//! in what way, and where it is read now. What happened is not in it. The entries that become events stand in `rules.rs`;
//! every other entry leaves a hole in the numbers, and a page says up to which number it has looked.

mod following;
pub mod routes;
mod rules;
pub(crate) mod store;
pub(crate) mod use_cases;

pub use following::{Follower, MOST_WAITING};
pub use rules::is_decided;

use serde::Serialize;
use utoipa::ToSchema;

use crate::events::rules::Rule;
use crate::events::store::{EntryRow, Whereabouts};
use crate::values::clock::Timestamp;

crate::string_enum! {
    /// The sort of thing that was changed, and the way.
    pub enum EventType as "EventType" {
        /// A club was registered.
        ClubCreated = "club.created",
        /// A club, or its affiliation, is not as it was.
        ClubChanged = "club.changed",
        /// A player was registered.
        PlayerCreated = "player.created",
        /// Something that is kept of a player is not as it was: not always something that everyone may read.
        PlayerChanged = "player.changed",
        /// The data of a person was erased.
        PlayerErased = "player.erased",
        /// An umpire was accredited.
        AccreditationCreated = "accreditation.created",
        /// An accreditation was suspended, revoked or reinstated, or given to another entry of the same person.
        AccreditationChanged = "accreditation.changed",
        /// A course for umpires was put on record.
        UmpireCourseCreated = "umpire_course.created",
        /// A course for umpires is not as it was.
        UmpireCourseChanged = "umpire_course.changed",
        /// A tournament was announced.
        TournamentCreated = "tournament.created",
        /// A tournament, its starting order or its recognition is not as it was; or a published round was taken back.
        TournamentChanged = "tournament.changed",
        /// A player or a visitor was entered.
        EntryCreated = "entry.created",
        /// An entry was taken back or made again, or its visitor is told of otherwise.
        EntryChanged = "entry.changed",
        /// An entry was taken away, and is gone.
        EntryRemoved = "entry.removed",
        /// A team was entered.
        TeamCreated = "team.created",
        /// A team has other members, or another order of them.
        TeamChanged = "team.changed",
        /// A team was taken back, and is gone.
        TeamWithdrawn = "team.withdrawn",
        /// An umpire was appointed.
        AppointmentCreated = "appointment.created",
        /// An appointment has ended, or was given to another entry of the same person.
        AppointmentChanged = "appointment.changed",
        /// A bye was asked for.
        ByeCreated = "bye.created",
        /// A bye was taken back, and is gone.
        ByeWithdrawn = "bye.withdrawn",
        /// A round was published, with its matches and its byes; its tournament may have begun by it.
        RoundPublished = "round.published",
        /// A round was closed or opened again, or a result before it corrected.
        RoundChanged = "round.changed",
        /// A result was entered, confirmed, disputed, corrected or undone; standings follow it.
        MatchChanged = "match.changed",
        /// A game was recorded.
        GameCreated = "game.created",
        /// The record of a game was corrected.
        GameChanged = "game.changed",
        /// A game was withdrawn.
        GameWithdrawn = "game.withdrawn",
        /// A ranking was published.
        RankingPublished = "ranking.published",
        /// A ranking was replaced by another.
        RankingChanged = "ranking.changed",
        /// Colours were awarded.
        ColoursAwarded = "colours.awarded",
        /// Colours were revoked or superseded, or given to another entry of the same person.
        ColoursChanged = "colours.changed",
        /// The criteria of colours are not as they were.
        ColoursCriteriaChanged = "colours_criteria.changed",
        /// Boards and counters are specified otherwise.
        EquipmentSpecificationChanged = "equipment_specification.changed",
        /// There is a new wording of consents.
        ConsentWordingCreated = "consent_wording.created",
        /// The federation's settings or its logo are not as they were.
        FederationChanged = "federation.changed",
    }
}

/// The path of the stream of events of these types, in that province or in all.
pub fn stream(types: &[EventType], province: Option<&str>) -> String {
    let types: Vec<&str> = types.iter().map(|kind| kind.as_str()).collect();
    let province = province.map_or_else(String::new, |code| format!("&province={code}"));
    format!("/v1/events?type={}{province}", types.join(","))
}

impl EventType {
    /// The sort of thing.
    fn thing(self) -> &'static str {
        self.as_str().split('.').next().unwrap_or_default()
    }
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

impl Event {
    /// The event of an entry, by the rule for such entries; none if strangers are not to hear of it.
    fn of(number: i64, row: EntryRow, rule: &'static Rule, found: Option<&Whereabouts>) -> Option<Event> {
        if found.is_none() && rule.found.is_hidden_when_gone() {
            return None;
        }
        let target = found.and_then(|found| found.target).map(|target| target.to_string());
        // What is told of another thing, as an affiliation of its club, has that one's id.
        let id = if rule.event.thing() == rule.subject {
            row.subject_id
        } else {
            target.clone().unwrap_or(row.subject_id)
        };
        let path = match target {
            Some(target) => Some(rule.path.replace("{target}", &target)),
            None if rule.path.contains("{target}") => None,
            None => Some(rule.path.replace("{id}", &id)),
        };
        Some(Event {
            number,
            at: row.at,
            kind: rule.event,
            path: path.map(|path| path.replace("{id}", &id)),
            id,
            province: found.and_then(|found| found.province.clone()),
        })
    }
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
