//! The papers from which pages are written: loaded.

use std::collections::HashMap;

use chrono::NaiveDate;

use crate::clubs;
use crate::db::Conn;
use crate::federation;
use crate::languages::Words;
use crate::provinces;
use crate::tournaments::model::{RoundState, TournamentSnapshot};
use crate::tournaments::rounds::use_cases::{published_in, tournament_of};
use crate::tournaments::sheets::papers::{Papers, RoundPapers};
use crate::tournaments::{store, use_cases};
use crate::values::error::Error;
use crate::values::id::{ClubId, RoundId, TournamentId};

/// The papers of the tournament of that id.
pub fn read_tournament(c: &mut Conn, id: TournamentId, today: NaiveDate) -> Result<Papers, Error> {
    let tournament = use_cases::read(c, id)?;
    let snapshot = store::snapshot(c, tournament)?;
    of_snapshot(c, snapshot, today)
}

/// The papers of a tournament whose snapshot was taken.
pub fn of_snapshot(c: &mut Conn, mut snapshot: TournamentSnapshot, today: NaiveDate) -> Result<Papers, Error> {
    let tournament = &snapshot.tournament;
    let province = provinces::store::find(c, &tournament.province)?;
    let province = province.map_or_else(|| tournament.province.clone(), |province| province.name);
    // What is not published is not there.
    snapshot.rounds.retain(|round| round.state != RoundState::Drawn);
    let mut clubs: Vec<ClubId> = snapshot.entries.iter().filter_map(|entry| entry.club).collect();
    clubs.sort_unstable();
    clubs.dedup();
    let clubs = clubs::store::find_all(c, &[], &clubs)?;
    let clubs: HashMap<_, _> = clubs.into_iter().map(|club| (club.id, club)).collect();
    Ok(Papers {
        snapshot,
        clubs,
        province,
        federation: federation::store::settings(c, today)?.name,
        today,
        are_for_officials: false,
        words: Words::ENGLISH,
    })
}

/// The papers of the tournament of the round of that id, if the round is published.
pub fn read_round(c: &mut Conn, id: RoundId, today: NaiveDate) -> Result<RoundPapers, Error> {
    let tournament = tournament_of(c, id)?;
    let tournament = read_tournament(c, tournament, today)?;
    let round = published_in(&tournament.snapshot, id)?.clone();
    Ok(RoundPapers { tournament, round })
}
