//! Entries in the database.

use std::collections::{BTreeSet, HashMap};

use chrono::NaiveDate;
use diesel::dsl::{exists, not};
use diesel::prelude::*;

use crate::accounts::Reach;
use crate::clubs;
use crate::clubs::affiliations::{ClubFees, ClubStanding};
use crate::db::schema::{
    self, absences, byes, clubs as clubs_table, entries, handovers, players as players_table, registrations, rounds,
    tournaments as tournaments_table,
};
use crate::db::{BATCH, Conn, OnConflict};
use crate::federation;
use crate::players::conflicts::Close;
use crate::players::merger::{Erasure, Merger, Reassigned};
use crate::players::person::Sex;
use crate::players::registrations::{Basis, Division};
use crate::players::{self, Player};
use crate::tournaments::entries::EntryRefusal;
use crate::tournaments::entries::eligibility::{CountedRegistration, Eligibility, EntrantRecords};
use crate::tournaments::entries::mergers::{BothDrawn, MergedEntryFate, fate};
use crate::tournaments::model::{Absence, Entry, Tournament, TournamentState, contestant};
use crate::tournaments::{self, teams, visitors};
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::gaming_year::GamingYear;
use crate::values::id::{ClubId, EntryId, PlayerId, TournamentId};
use crate::values::number::{RoundNumber, Seed};

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = entries)]
struct EntryRow {
    id: EntryId,
    tournament_id: TournamentId,
    player_id: Option<PlayerId>,
    club_id: Option<ClubId>,
    seed: Seed,
    first_round: RoundNumber,
    created_at: Timestamp,
    division: Option<Division>,
    sex: Option<Sex>,
    placed: i64,
    checked_in_at: Option<Timestamp>,
}

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = absences)]
struct AbsenceRow {
    entry_id: EntryId,
    #[diesel(embed)]
    absence: Absence,
}

/// The entries of the rows, with their players, in the same order.
fn entries_of(c: &mut Conn, rows: Vec<EntryRow>) -> Result<Vec<Entry>, Error> {
    let ids = rows
        .iter()
        .map(|row| row.player_id.unwrap_or_else(|| contestant::id_of(row.id)));
    let mut ids: Vec<PlayerId> = ids.collect();
    ids.sort_unstable();
    ids.dedup();
    let players = visitors::store::find_contestants(c, &ids)?;
    let of_rows: Vec<EntryId> = rows.iter().map(|row| row.id).collect();
    let mut absences = absences_of(c, &of_rows)?;
    let mut teams = teams::store::names(c, &of_rows)?;
    let whole = |row: EntryRow| {
        let player = row.player_id.unwrap_or_else(|| contestant::id_of(row.id));
        let player = players.get(&player).cloned();
        Ok(Entry {
            id: row.id,
            tournament: row.tournament_id,
            player: player.ok_or_else(|| Error::Internal(format!("entry {}: its player", row.id)))?,
            club: row.club_id,
            team: teams.remove(&row.id),
            division: row.division,
            sex: row.sex,
            seed: row.seed,
            placed: row.placed != 0,
            checked_in_at: row.checked_in_at,
            first_round: row.first_round,
            absences: absences.remove(&row.id).unwrap_or_default(),
            created_at: row.created_at,
        })
    };
    rows.into_iter().map(whole).collect()
}

fn absences_of(c: &mut Conn, entries: &[EntryId]) -> Result<HashMap<EntryId, Vec<Absence>>, Error> {
    /// Values of a statement: the databases take so many at a time.
    const VALUES: usize = 1000;
    let mut absences: HashMap<EntryId, Vec<Absence>> = HashMap::new();
    for entries in entries.chunks(VALUES) {
        let rows: Vec<AbsenceRow> = absences::table
            .filter(absences::entry_id.eq_any(entries))
            .order((absences::entry_id, absences::first_round))
            .select(AbsenceRow::as_select())
            .load(c)?;
        for AbsenceRow { entry_id, absence } in rows {
            absences.entry(entry_id).or_default().push(absence);
        }
    }
    Ok(absences)
}

/// Keeps a new entry.
pub fn insert(c: &mut Conn, entry: &Entry) -> Result<(), Error> {
    let row = EntryRow {
        id: entry.id,
        tournament_id: entry.tournament,
        player_id: entry.player.player().map(|player| player.id),
        club_id: entry.club,
        seed: entry.seed,
        first_round: entry.first_round,
        created_at: entry.created_at,
        division: entry.division,
        sex: entry.sex,
        placed: i64::from(entry.placed),
        checked_in_at: entry.checked_in_at,
    };
    diesel::insert_into(entries::table)
        .values(&row)
        .execute(c)
        .on_conflict("entries_tournament_id_player_id_key", EntryRefusal::AlreadyEntered)?;
    match entry.player.visitor() {
        Some(visitor) => visitors::store::insert(c, entry.tournament, visitor),
        None => Ok(()),
    }
}

/// Keeps the places in the starting order.
pub fn order(c: &mut Conn, order: &[Entry]) -> Result<(), Error> {
    for entry in order {
        diesel::update(entries::table.find(entry.id))
            .set((
                entries::seed.eq(entry.seed),
                entries::placed.eq(i64::from(entry.placed)),
            ))
            .execute(c)?;
    }
    Ok(())
}

/// Keeps since when these players are there.
pub fn check_in(c: &mut Conn, ids: &[EntryId], at: Option<Timestamp>) -> Result<(), Error> {
    for ids in ids.chunks(BATCH) {
        diesel::update(entries::table.filter(entries::id.eq_any(ids)))
            .set(entries::checked_in_at.eq(at))
            .execute(c)?;
    }
    Ok(())
}

/// Keeps when a player was drawn first, and sits out.
pub fn update(c: &mut Conn, entry: &Entry) -> Result<(), Error> {
    diesel::update(entries::table.find(entry.id))
        .set(entries::first_round.eq(entry.first_round))
        .execute(c)?;
    absent(c, entry)
}

/// Keeps when a player sits out.
pub fn absent(c: &mut Conn, entry: &Entry) -> Result<(), Error> {
    diesel::delete(absences::table.filter(absences::entry_id.eq(entry.id))).execute(c)?;
    for absence in entry.absences.iter().copied() {
        let entry_id = entry.id;
        diesel::insert_into(absences::table)
            .values(&AbsenceRow { entry_id, absence })
            .execute(c)?;
    }
    Ok(())
}

/// The entry of that id.
pub fn find(c: &mut Conn, id: EntryId) -> Result<Option<Entry>, Error> {
    let row = entries::table.find(id).select(EntryRow::as_select());
    let row = row.first(c).optional()?;
    Ok(entries_of(c, row.into_iter().collect())?.pop())
}

/// All entries of a tournament, by their place in the starting order.
pub fn list(c: &mut Conn, tournament: TournamentId) -> Result<Vec<Entry>, Error> {
    list_of_all(c, &[tournament])
}

/// All entries of these tournaments, by their place in the starting order.
pub(crate) fn list_of_all(c: &mut Conn, tournaments: &[TournamentId]) -> Result<Vec<Entry>, Error> {
    let rows = entries::table
        .filter(entries::tournament_id.eq_any(tournaments))
        .order((entries::seed.asc(), entries::id.asc()))
        .select(EntryRow::as_select())
        .load(c)?;
    entries_of(c, rows)
}

/// All entries of one person, the latest first.
pub fn of_player(c: &mut Conn, player: PlayerId) -> Result<Vec<Entry>, Error> {
    let players = players::store::entries(c, player)?;
    let rows = entries::table
        .filter(entries::player_id.eq_any(players))
        .order(entries::id.desc())
        .select(EntryRow::as_select())
        .load(c)?;
    entries_of(c, rows)
}

/// The owner of the entries that are asked for.
#[derive(Debug, Clone, Copy)]
pub enum EntriesOf {
    /// All of one person.
    Player(PlayerId),
    /// All that represent the club.
    Club(ClubId),
}

/// The entries, each with its tournament; the oldest first.
pub fn with_tournaments(c: &mut Conn, of: EntriesOf) -> Result<Vec<(Entry, Tournament)>, Error> {
    let mut query = entries::table
        .select(EntryRow::as_select())
        .order(entries::id.asc())
        .into_boxed();
    query = match of {
        EntriesOf::Player(player) => query.filter(entries::player_id.eq_any(players::store::entries(c, player)?)),
        EntriesOf::Club(club) => query.filter(entries::club_id.eq(club)),
    };
    let rows = query.load(c)?;
    let entries = entries_of(c, rows)?;
    let ids: Vec<TournamentId> = entries.iter().map(|entry| entry.tournament).collect();
    let tournaments = tournaments::store::find_many(c, &ids)?;
    let with_tournament = |entry: Entry| {
        let tournament = tournaments.get(&entry.tournament).cloned();
        let tournament = tournament.ok_or_else(|| Error::Internal(format!("entry {}: its tournament", entry.id)))?;
        Ok((entry, tournament))
    };
    entries.into_iter().map(with_tournament).collect()
}

/// Those of the players who entered tournaments begun in these days.
pub fn entered_between(c: &mut Conn, of: &Close, [first, last]: [NaiveDate; 2]) -> Result<Vec<PlayerId>, Error> {
    let begun = tournaments_table::table
        .filter(tournaments_table::starts_on.between(first, last))
        .filter(tournaments_table::state.ne(TournamentState::Cancelled))
        .select(tournaments_table::id);
    let entered = entries::table
        .filter(entries::player_id.eq_any(of.players()))
        .filter(entries::tournament_id.eq_any(begun));
    let players: Vec<Option<PlayerId>> = entered.select(entries::player_id).load(c)?;
    Ok(players.into_iter().flatten().collect())
}

/// Members of clubs within reach who are entered in a tournament that begins in these days, and have no membership of the gaming
/// year on record; by their ids.
pub fn unregistered(
    c: &mut Conn,
    reach: &Reach,
    (year, (first, last)): (GamingYear, (NaiveDate, NaiveDate)),
    after: Option<PlayerId>,
    rows: i64,
) -> Result<Vec<PlayerId>, Error> {
    let of_year = tournaments_table::table
        .filter(tournaments_table::starts_on.between(first, last))
        .filter(tournaments_table::state.ne(TournamentState::Cancelled))
        .select(tournaments_table::id);
    let playing = entries::table
        .filter(entries::player_id.eq(players_table::id.nullable()))
        .filter(entries::tournament_id.eq_any(of_year));
    let membership = registrations::table
        .filter(registrations::player_id.eq(players_table::id))
        .filter(registrations::basis.eq(Basis::Member))
        .filter(registrations::withdrawn_at.is_null())
        .filter(registrations::year.eq(year));
    let mut query = players_table::table
        .select(players_table::id)
        .order(players_table::id.asc())
        .limit(rows)
        .into_boxed();
    query = query
        .filter(
            players_table::merged_into_id
                .is_null()
                .and(players_table::erased_at.is_null()),
        )
        .filter(exists(playing).and(not(exists(membership))));
    if !reach.is_everywhere() {
        let within = clubs_table::table.filter(clubs_table::province_code.eq_any(reach.provinces().to_vec()));
        query = query.filter(players_table::club_id.eq_any(within.select(clubs_table::id)));
    }
    if let Some(after) = after {
        query = query.filter(players_table::id.gt(after));
    }
    Ok(query.load(c)?)
}

/// The last place in the starting order; none before the first entry.
pub fn last_seed(c: &mut Conn, tournament: TournamentId) -> Result<Option<Seed>, Error> {
    let of_tournament = entries::table.filter(entries::tournament_id.eq(tournament));
    Ok(of_tournament.select(diesel::dsl::max(entries::seed)).first(c)?)
}

/// The facts about a player by which a tournament admits them today.
pub fn eligibility(
    c: &mut Conn,
    tournament: &Tournament,
    player: &Player,
    asked: Option<ClubId>,
    today: NaiveDate,
) -> Result<Eligibility, Error> {
    let day = tournament.plan.starts_on;
    let calendar = federation::store::calendar(c)?;
    let year = calendar.year_of(day);
    let mut registrations = Vec::new();
    for basis in Basis::ALL {
        let Some(registration) = players::registrations::store::find_of(c, player.id, year, *basis)? else {
            continue;
        };
        let fees = clubs::affiliations::store::fees(c, registration.club, year)?;
        let standing = ClubStanding::of(&fees, &calendar, day);
        registrations.push(CountedRegistration { registration, standing });
    }
    Ok(Eligibility {
        member_of: player.club,
        asked,
        suspended: players::suspensions::store::is_suspended(c, player.id, tournament.days_left(today))?,
        registrations,
        fee_due: tournament.days_left(today)[0],
    })
}

/// The records by which the entrants of the tournament are judged on each of its days.
pub fn records(c: &mut Conn, tournament: &Tournament, entries: &[Entry]) -> Result<EntrantRecords, Error> {
    let entered = entries.iter().filter_map(|entry| entry.player.player());
    let players: Vec<PlayerId> = entered.map(|player| player.id).collect();
    let suspensions = players::suspensions::store::list_of(c, &players)?;
    if tournament.plan.admits_unregistered() {
        return Ok(EntrantRecords {
            suspensions,
            registrations: Vec::new(),
        });
    }
    let (calendar, day) = (federation::store::calendar(c)?, tournament.plan.starts_on);
    let year = calendar.year_of(day);
    let mut registrations = players::registrations::store::find_of_all(c, &players)?;
    registrations.retain(|registration| registration.year == year);
    let clubs: BTreeSet<ClubId> = registrations.iter().map(|registration| registration.club).collect();
    let affiliations = clubs::affiliations::store::find_of(c, &clubs.into_iter().collect::<Vec<_>>())?;
    let first_year = clubs::affiliations::store::first_year(c)?;
    let standing = |club: ClubId| {
        let of = |year| {
            affiliations
                .iter()
                .find(|one| one.club == club && one.year == year)
                .cloned()
        };
        let fees = ClubFees {
            this_year: of(year),
            year_before: of(year.previous()),
            first_year,
        };
        ClubStanding::of(&fees, &calendar, day)
    };
    let counted = registrations.into_iter().map(|registration| CountedRegistration {
        standing: standing(registration.club),
        registration,
    });
    Ok(EntrantRecords {
        suspensions,
        registrations: counted.collect(),
    })
}

/// The entries that stand under that player's own id.
fn own_entries(c: &mut Conn, player: PlayerId) -> Result<Vec<Entry>, Error> {
    let rows = entries::table
        .filter(entries::player_id.eq(player))
        .order(entries::id.asc())
        .select(EntryRow::as_select())
        .load(c)?;
    entries_of(c, rows)
}

/// The number of the next round to be published in that tournament.
fn next_round(c: &mut Conn, tournament: TournamentId) -> Result<RoundNumber, Error> {
    let published = rounds::table
        .filter(rounds::tournament_id.eq(tournament))
        .filter(rounds::published_at.is_not_null());
    let last: Option<RoundNumber> = published.select(diesel::dsl::max(rounds::number)).first(c)?;
    Ok(last.map_or(RoundNumber::FIRST, RoundNumber::next))
}

/// An entry of the duplicate's, the own one beside it, and its fate.
type Fated = (Entry, Option<Entry>, Result<MergedEntryFate, BothDrawn>);

/// The duplicate's entries in a merger, each with its fate and the own entry beside it.
fn fates(c: &mut Conn, duplicate: PlayerId, stays: PlayerId) -> Result<Vec<Fated>, Error> {
    let own = own_entries(c, stays)?;
    let mut fates = Vec::new();
    for theirs in own_entries(c, duplicate)? {
        let beside = own.iter().find(|own| own.tournament == theirs.tournament).cloned();
        let fate = fate(&theirs, beside.as_ref(), next_round(c, theirs.tournament)?);
        fates.push((theirs, beside, fate));
    }
    Ok(fates)
}

/// Whether both have been drawn in one tournament: then they are two people.
pub fn have_both_played(c: &mut Conn, duplicate: PlayerId, stays: PlayerId) -> Result<bool, Error> {
    let fates = fates(c, duplicate, stays)?;
    Ok(fates.iter().any(|(.., fate)| *fate == Err(BothDrawn)))
}

/// Keeps the sex that the players of these entries have today, for good.
fn keep_sex(c: &mut Conn, of: &[(EntryId, Option<Sex>)]) -> Result<(), Error> {
    for sex in Sex::ALL {
        let entries = of.iter().filter(|(_, known)| *known == Some(*sex)).map(|(id, _)| *id);
        let entries: Vec<EntryId> = entries.collect();
        let unknown = entries::table
            .filter(entries::id.eq_any(entries))
            .filter(entries::sex.is_null());
        diesel::update(unknown).set(entries::sex.eq(sex)).execute(c)?;
    }
    Ok(())
}

/// Keeps for good by what the awards of a tournament are given.
pub fn settle(c: &mut Conn, tournament: TournamentId) -> Result<(), Error> {
    let entered = entries::table
        .inner_join(schema::players::table.on(schema::players::id.nullable().eq(entries::player_id)))
        .filter(entries::tournament_id.eq(tournament));
    let entered: Vec<(EntryId, Option<Sex>)> = entered.select((entries::id, schema::players::sex)).load(c)?;
    keep_sex(c, &entered)
}

/// Keeps, under the pseudonym, by what awards were given or will be.
pub fn erase(c: &mut Conn, erasure: &Erasure<'_>) -> Result<(), Error> {
    let entered = entries::table
        .inner_join(schema::players::table.on(schema::players::id.nullable().eq(entries::player_id)))
        .filter(entries::player_id.eq_any(erasure.entries));
    let entered: Vec<(EntryId, Option<Sex>)> = entered.select((entries::id, schema::players::sex)).load(c)?;
    keep_sex(c, &entered)
}

/// Gives the duplicate's entries to the entry that stays, and keeps under whom they stood, or drops them. Where both are entered,
/// one of the entries goes.
pub fn reassign(c: &mut Conn, merger: &Merger) -> Result<Vec<Reassigned>, Error> {
    let mut reassigned = Vec::new();
    for (theirs, own, fate) in fates(c, merger.duplicate, merger.stays)? {
        let fate = fate.map_err(|BothDrawn| Error::Internal(format!("entry {}: both were drawn", theirs.id)))?;
        reassigned.extend(Reassigned::all("entry", [theirs.id]));
        if let Some(own) = &own {
            let goes = if fate == MergedEntryFate::Replaces {
                own
            } else {
                &theirs
            };
            discard(c, goes)?;
            reassigned.extend(Reassigned::all("entry", Some(goes.id).filter(|id| *id != theirs.id)));
            reassigned.extend(Reassigned::all("tournament", [theirs.tournament]));
        }
        if fate != MergedEntryFate::Dropped {
            diesel::update(entries::table.find(theirs.id))
                .set(entries::player_id.eq(merger.stays))
                .execute(c)?;
            let until = (
                handovers::player_id.eq(merger.duplicate),
                handovers::until.eq(merger.at),
            );
            diesel::insert_into(handovers::table)
                .values((handovers::entry_id.eq(theirs.id), until))
                .execute(c)?;
        }
    }
    Ok(reassigned)
}

/// Takes away an entry that was never drawn.
fn discard(c: &mut Conn, entry: &Entry) -> Result<(), Error> {
    take_away(c, entry)?;
    // A draw that is not published names players by their seeds, or the one who is gone.
    let unpublished = rounds::tournament_id
        .eq(entry.tournament)
        .and(rounds::published_at.is_null());
    diesel::delete(rounds::table.filter(unpublished)).execute(c)?;
    Ok(())
}

/// Takes an entry away that was recorded by mistake.
pub fn remove(c: &mut Conn, entry: &Entry) -> Result<(), Error> {
    visitors::store::discard(c, entry.id)?;
    take_away(c, entry)
}

/// Takes away an entry that was never drawn. Those behind it move up, as long as no round was drawn since that names them by
/// their places; else the place stays empty.
fn take_away(c: &mut Conn, entry: &Entry) -> Result<(), Error> {
    teams::store::leave(c, entry.id)?;
    diesel::delete(absences::table.filter(absences::entry_id.eq(entry.id))).execute(c)?;
    diesel::delete(byes::table.filter(byes::entry_id.eq(entry.id))).execute(c)?;
    diesel::delete(handovers::table.filter(handovers::entry_id.eq(entry.id))).execute(c)?;
    diesel::delete(entries::table.find(entry.id)).execute(c)?;
    if entry.first_round >= next_round(c, entry.tournament)? {
        let behind = entries::tournament_id
            .eq(entry.tournament)
            .and(entries::seed.gt(entry.seed));
        diesel::update(entries::table.filter(behind))
            .set(entries::seed.eq(entries::seed - 1))
            .execute(c)?;
    }
    Ok(())
}
