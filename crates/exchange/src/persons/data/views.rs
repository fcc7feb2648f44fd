//! The view of all that the federation keeps of one person.

use chrono::NaiveDate;
use serde::Serialize;
use utoipa::ToSchema;

use crate::colours::views::{ParticularsView as ColoursView, SelectionView};
use crate::games::views::GameSummary;
use crate::persons::data::players::PlayerData;
use crate::persons::data::use_cases::PersonRecord;
use crate::tournaments::appeals::views::AppealView;
use crate::tournaments::appointments::PublicAppointment;
use crate::tournaments::entries::PublicEntry;
use crate::umpires::courses::Course;
use crate::umpires::courses::candidates::Candidate;
use crate::umpires::views::{AccreditationParticulars, CourseTaken};
use crate::values::error::Error;

/// Everything on record of one person.
#[derive(Serialize, ToSchema)]
pub struct PlayerExport {
    /// The record of the person as a player.
    player: PlayerData,
    /// The accreditations as an umpire.
    accreditations: Vec<AccreditationParticulars>,
    /// The courses for umpires that the person has taken, with the results.
    umpire_courses: Vec<CourseTaken>,
    /// The appointments to tournaments, as an umpire.
    appointments: Vec<PublicAppointment>,
    /// The entries in tournaments, as a player.
    entries: Vec<PublicEntry>,
    /// The appeals, the latest first.
    appeals: Vec<AppealView>,
    /// The games, the latest first.
    games: Vec<GameSummary>,
    /// Selections for teams, the latest first.
    selections: Vec<SelectionView>,
    /// Colours, awarded or proposed, the latest first.
    colours: Vec<ColoursView>,
}

impl PlayerExport {
    pub fn of(record: PersonRecord, today: NaiveDate) -> Result<PlayerExport, Error> {
        let player = record.player;
        let accreditations = record.accreditations.iter();
        let accreditations =
            accreditations.map(|(one, record)| AccreditationParticulars::of(one, &player, record, today));
        let taken = |(course, candidate): &(Course, Candidate)| CourseTaken::of(course, candidate, &player);
        let umpire_courses = record.courses.iter().map(taken).collect();
        let appointments = record.appointments.iter().map(|one| one.public(today));
        let entries = record.entries.iter().map(|entry| entry.public(today));
        let games = record.games.iter().map(|game| GameSummary::new(game, today));
        let selections = record.selections.iter().map(|one| SelectionView::of(one, &player));
        let colours = record
            .awards
            .iter()
            .map(|award| ColoursView::of(award, &player, &record.lacking));
        Ok(PlayerExport {
            player: PlayerData::of(record.as_player, &player, today)?,
            accreditations: accreditations.collect::<Result<_, _>>()?,
            umpire_courses,
            appointments: appointments.collect(),
            entries: entries.collect(),
            appeals: record.appeals.into_iter().map(AppealView::from).collect(),
            games: games.collect(),
            selections: selections.collect(),
            colours: colours.collect(),
        })
    }
}
