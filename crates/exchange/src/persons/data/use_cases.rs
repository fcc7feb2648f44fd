//! All that is on record of one person, in all nouns.

use crate::accounts::Caller;
use crate::colours::lacks::{Lacking, lacking};
use crate::colours::selections::Selection;
use crate::colours::{self, Award};
use crate::db::Conn;
use crate::games::{self, Game};
use crate::persons::data::players::PlayerRecord;
use crate::players::Player;
use crate::players::player_accounts::use_cases::find_own;
use crate::players::use_cases::{PlayerPath, find_within};
use crate::tournaments::appeals::{self, Appeal};
use crate::tournaments::appointments::{self, Appointment};
use crate::tournaments::entries::{self};
use crate::tournaments::model::Entry;
use crate::umpires::courses::Course;
use crate::umpires::courses::candidates::Candidate;
use crate::umpires::{self, Accreditation, CourseRecord};
use crate::values::error::Error;

/// The record of a person.
pub struct PersonRecord {
    /// The player, as they read of themselves.
    pub(crate) player: Player,
    pub(crate) as_player: PlayerRecord,
    pub(crate) accreditations: Vec<(Accreditation, CourseRecord)>,
    pub(crate) courses: Vec<(Course, Candidate)>,
    pub(crate) appointments: Vec<Appointment>,
    pub(crate) entries: Vec<Entry>,
    pub(crate) appeals: Vec<Appeal>,
    pub(crate) games: Vec<Game>,
    pub(crate) selections: Vec<Selection>,
    pub(crate) awards: Vec<Award>,
    /// Reasons why they would not be awarded today.
    pub(crate) lacking: Lacking,
}

/// Everything on record of the player, whose own name is withheld nowhere.
pub fn read(c: &mut Conn, by: &Caller, path: &PlayerPath) -> Result<PersonRecord, Error> {
    let player = find_within(c, by, path)?;
    record(c, by, player)
}

/// Everything on record of a player for whom the caller's account holds.
pub fn read_own(c: &mut Conn, by: &Caller, path: &PlayerPath) -> Result<PersonRecord, Error> {
    let (player, _) = find_own(c, by, path)?;
    record(c, by, player)
}

fn record(c: &mut Conn, by: &Caller, player: Player) -> Result<PersonRecord, Error> {
    let player = player.to_themselves();
    let of_player = games::store::GameFilter {
        player: Some(player.id),
        ..Default::default()
    };
    let mut games = games::store::list(c, of_player, i64::MAX)?;
    let mut entries = entries::store::of_player(c, player.id)?;
    let mut appointments = appointments::store::of_player(c, player.id)?;
    let sides = games.iter_mut().flat_map(|game| [&mut game.first, &mut game.second]);
    let entered = entries.iter_mut().map(|entry| &mut entry.player);
    for own in sides.chain(entered).filter(|named| named.id() == player.id) {
        *own = player.clone().into();
    }
    let appointed = appointments.iter_mut().map(|appointment| &mut appointment.umpire);
    for own in appointed.filter(|umpire| umpire.id == player.id) {
        own.clone_from(&player);
    }
    let awards = colours::store::of_player(c, player.id)?;
    Ok(PersonRecord {
        as_player: PlayerRecord::load(c, by, &player)?,
        accreditations: umpires::use_cases::of_player(c, player.id)?,
        courses: umpires::courses::candidates::use_cases::of_player(c, player.id)?,
        appointments,
        entries,
        appeals: appeals::store::of_player(c, player.id)?,
        games,
        selections: colours::selections::store::of_player(c, player.id)?,
        lacking: lacking(c, &awards)?,
        awards,
        player,
    })
}
