//! The trail of a thing, for those who look after it.

use std::str::FromStr;

use crate::accounts::{Caller, OUT_OF_SCOPE};
use crate::clubs;
use crate::colours;
use crate::db::Conn;
use crate::games;
use crate::players;
use crate::tournaments;
use crate::trail::store::{self, Names, TrailFilter, TrailRow};
use crate::umpires;
use crate::values::error::{Error, NOT_FOUND};
use crate::values::id::{PlayerId, TournamentId};

/// Rows that were found, and where the walk ended if it did before there were enough.
pub type Walked = (Vec<TrailRow>, Option<i64>);

/// The rows that the filter asks for, with the names of those who made them.
pub fn list(c: &mut Conn, by: &Caller, filter: TrailFilter, rows: i64) -> Result<(Walked, Names), Error> {
    if !by.reach.is_everywhere() {
        let whole = "The whole trail is for administrators. Name one thing: `subject` and `subject_id`.";
        let (Some(subject), Some(id)) = (&filter.subject, &filter.subject_id) else {
            return Err(OUT_OF_SCOPE.problem(whole).into());
        };
        refuse_out_of_reach(c, by, subject, id)?;
    }
    let found = store::list(c, filter, rows)?;
    let names = store::authors(c, &found.0)?;
    Ok((found, names))
}

/// Refuses a coordinator who may not read all that is kept of the thing, as the operation does that reads it.
fn refuse_out_of_reach(c: &mut Conn, by: &Caller, subject: &str, id: &str) -> Result<(), Error> {
    match subject {
        "club" => clubs::use_cases::read_within(c, of(id)?, &by.reach).map(drop),
        "affiliation" => clubs::affiliations::use_cases::read(c, by, of(id)?).map(drop),
        "player" => player_within(c, by, of(id)?),
        "registration" => players::registrations::use_cases::read(c, by, of(id)?).map(drop),
        "transfer" => players::transfers::use_cases::read(c, by, of(id)?).map(drop),
        "consent" => {
            let consent = players::consents::store::find(c, of(id)?)?.ok_or_else(nothing)?;
            player_within(c, by, consent.player)
        }
        "player_account" => players::player_accounts::use_cases::find(c, by, of(id)?).map(drop),
        "pairing_bar" => players::pairing_bars::use_cases::find(c, by, of(id)?).map(drop),
        "accreditation" => {
            let accreditation = umpires::use_cases::find(c, of(id)?)?;
            player_within(c, by, accreditation.player)
        }
        "pen" | "tournament" => tournament_within(c, by, of(id)?),
        "entry" => {
            let entry = tournaments::entries::use_cases::read(c, of(id)?)?;
            tournament_within(c, by, entry.tournament)
        }
        "appointment" => {
            let appointment = tournaments::appointments::use_cases::read(c, of(id)?)?;
            tournament_within(c, by, appointment.tournament)
        }
        "bye" => {
            let bye = tournaments::byes::store::find(c, of(id)?)?.ok_or_else(nothing)?;
            let entry = tournaments::entries::use_cases::read(c, bye.entry)?;
            tournament_within(c, by, entry.tournament)
        }
        "team" => {
            let team = tournaments::teams::store::find(c, of(id)?)?.ok_or_else(nothing)?;
            tournament_within(c, by, team.tournament)
        }
        "round" => {
            let tournament = tournaments::rounds::use_cases::tournament_of(c, of(id)?)?;
            tournament_within(c, by, tournament)
        }
        "match" => {
            let tournament = tournaments::matches::store::tournament(c, of(id)?)?;
            tournament_within(c, by, tournament.ok_or_else(nothing)?)
        }
        "appeal" => tournaments::appeals::use_cases::read(c, by, of(id)?).map(drop),
        "dispute" => tournaments::matches::disputes::use_cases::read(c, by, of(id)?).map(drop),
        "game" => match games::use_cases::find(c, of(id)?)?.tournament {
            Some(tournament) => tournament_within(c, by, tournament),
            None => Err(out_of_scope()),
        },
        "selection" => colours::selections::use_cases::read(c, by, of(id)?).map(drop),
        "colours" => colours::use_cases::find_within(c, by, of(id)?).map(drop),
        // Accounts, grants, sessions, keys, the federation's own settings, rankings.
        _ => Err(out_of_scope()),
    }
}

/// The id that a text is; what is none stands for nothing.
fn of<T: FromStr>(id: &str) -> Result<T, Error> {
    id.parse().map_err(|_| nothing())
}

/// Refuses a coordinator of another province than that of the player's club; of an entry that was merged, that of the one
/// that stays.
fn player_within(c: &mut Conn, by: &Caller, player: PlayerId) -> Result<(), Error> {
    let club = players::store::club(c, player)?.ok_or_else(nothing)?;
    clubs::use_cases::read_within(c, club, &by.reach).map(drop)
}

fn tournament_within(c: &mut Conn, by: &Caller, tournament: TournamentId) -> Result<(), Error> {
    tournaments::use_cases::find_within(c, by, tournament).map(drop)
}

fn nothing() -> Error {
    NOT_FOUND.problem("There is no such thing with this id.").into()
}

fn out_of_scope() -> Error {
    OUT_OF_SCOPE.problem("The trail of this is for administrators.").into()
}
