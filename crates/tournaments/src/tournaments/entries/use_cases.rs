//! Entries, withdrawals and the starting order: loaded, decided and saved.

use crate::accounts::Caller;
use crate::clubs;
use crate::db::Conn;
use crate::db::audit::{self, Change};
use crate::federation;
use crate::operations::Operation;
use crate::players::{self, Player, unknown_player};
use crate::tournaments::entries::eligibility::Eligibility;
use crate::tournaments::entries::{self, Entries, NewEntry, store};
use crate::tournaments::model::{Contestant, Entry, Tournament};
use crate::tournaments::officials::use_cases::find_official;
use crate::tournaments::rounds::store as rounds;
use crate::tournaments::{officials, use_cases as tournaments};
use crate::values::error::{Error, NOT_FOUND};
use crate::values::gaming_year::GamingYear;
use crate::values::id::{ClubId, EntryId, PlayerId, TournamentId};
use crate::values::number::{RoundNumber, Seed};
use crate::web::idempotency::{Creation, keep_creations};

/// A player to be entered in a tournament.
pub struct EntryRequest {
    pub creation: Creation<EntryId>,
    pub tournament: TournamentId,
    pub player: PlayerId,
    /// The club or institution that the player is to represent; none if that is left open.
    pub club: Option<ClubId>,
}

/// A tournament in which players are entered, one after another.
pub struct Admissions {
    tournament: Tournament,
    next_round: RoundNumber,
    last_seed: Option<Seed>,
}

impl Admissions {
    /// Those of that tournament, as it stands.
    pub fn of(c: &mut Conn, tournament: TournamentId) -> Result<Admissions, Error> {
        let tournament = tournaments::read(c, tournament)?;
        Ok(Admissions {
            next_round: rounds::next(c, tournament.id)?,
            last_seed: store::last_seed(c, tournament.id)?,
            tournament,
        })
    }

    /// The next entry, and whether it is new.
    pub fn decide(&self, c: &mut Conn, by: &Caller, asked: &EntryRequest) -> Result<(Entry, bool), Error> {
        let tournament = &self.tournament;
        let player = players::store::find_member(c, asked.player)?
            .ok_or_else(|| unknown_player(asked.player))?
            .unerased()?;
        let eligibility = store::eligibility(c, tournament, &player, asked.club, by.today())?;
        let represented = eligibility.represented(tournament.plan.level);
        look_after(c, by, tournament, &eligibility, represented)?;
        let creation = &asked.creation;
        let existing = store::find(c, creation.id)?;
        if let Some(entry) = creation.earlier(c, existing)? {
            return Ok((entry, false));
        }
        let new = NewEntry {
            id: creation.id,
            player: player.into(),
            last_seed: self.last_seed,
            next_round: self.next_round,
        };
        let admit = || {
            let (club, division) = eligibility.admit(tournament)?;
            Ok((Some(club), division))
        };
        Ok((Entry::admit(tournament, new, admit, by.now)?, true))
    }

    /// Counts a new entry in: the next one stands behind it.
    pub fn follow(&mut self, entry: &Entry) {
        self.last_seed = Some(entry.seed);
    }

    /// Keeps new entries, with their rows in the audit trail.
    pub fn keep(c: &mut Conn, by: &Caller, action: Operation, new: &[(Creation<EntryId>, Entry)]) -> Result<(), Error> {
        let mut changes = Vec::with_capacity(new.len());
        for (_, entry) in new {
            store::insert(c, entry)?;
            let evidence = entry.public(by.today());
            changes.push(Change::created(action, "entry", entry.id, &evidence)?);
        }
        keep_creations(c, &new.iter().map(|(creation, _)| creation).collect::<Vec<_>>())?;
        audit::append_all(c, by.now, &by.actor, changes)
    }
}

/// Enters a player.
pub fn enter(c: &mut Conn, by: &Caller, asked: &EntryRequest) -> Result<Entry, Error> {
    let (entry, is_new) = Admissions::of(c, asked.tournament)?.decide(c, by, asked)?;
    if is_new {
        Admissions::keep(
            c,
            by,
            Operation::create_entry,
            &[(asked.creation.clone(), entry.clone())],
        )?;
    }
    Ok(entry)
}

/// All entries of a tournament, in the starting order.
pub fn list(c: &mut Conn, tournament: TournamentId) -> Result<Vec<Entry>, Error> {
    tournaments::read(c, tournament)?;
    store::list(c, tournament)
}

/// The entry of that id.
pub fn read(c: &mut Conn, id: EntryId) -> Result<Entry, Error> {
    let entry = store::find(c, id)?;
    Ok(entry.ok_or_else(|| NOT_FOUND.problem("There is no entry with this id."))?)
}

/// Members of the clubs that the caller looks after who are entered in a tournament of the gaming year and are not registered for
/// it; by their ids.
pub fn list_unregistered(
    c: &mut Conn,
    by: &Caller,
    year: GamingYear,
    after: Option<PlayerId>,
    rows: i64,
) -> Result<Vec<Player>, Error> {
    let days = federation::store::calendar(c)?.days(year);
    let ids = store::unregistered(c, &by.reach, (year, days), after, rows)?;
    let mut players = players::store::find_all(c, &ids)?;
    Ok(ids.iter().filter_map(|id| players.remove(id)).collect())
}

/// The entry and its tournament, if the caller runs the tournament or looks after the player.
pub fn find_within(c: &mut Conn, by: &Caller, id: EntryId) -> Result<(Entry, Tournament), Error> {
    let entry = read(c, id)?;
    let tournament = tournaments::read(c, entry.tournament)?;
    if let (Contestant::Player(player), Some(club)) = (&entry.player, entry.club) {
        let eligibility = store::eligibility(c, &tournament, player, None, by.today())?;
        look_after(c, by, &tournament, &eligibility, club)?;
    } else {
        // No club of ours looks after a visitor.
        let credentials = officials::store::find(c, tournament.id, by.account)?;
        entries::look_after(&tournament, credentials, &[], by)?;
    }
    Ok((entry, tournament))
}

/// Refuses the caller who neither runs the tournament nor looks after the player: by the member club, or by the club or
/// institution that has registered the player and is represented.
fn look_after(
    c: &mut Conn,
    by: &Caller,
    tournament: &Tournament,
    eligibility: &Eligibility,
    represented: ClubId,
) -> Result<(), Error> {
    let registered_by = Some(represented).filter(|club| eligibility.is_registered_by(*club));
    let mut found = Vec::new();
    for id in [Some(eligibility.member_of), registered_by].into_iter().flatten() {
        found.extend(clubs::store::find(c, id)?);
    }
    let credentials = officials::store::find(c, tournament.id, by.account)?;
    Ok(entries::look_after(tournament, credentials, &found, by)?)
}

/// Takes an entry back.
pub fn withdraw(c: &mut Conn, by: &Caller, id: EntryId) -> Result<Entry, Error> {
    change(
        c,
        by,
        id,
        Operation::create_entry_withdrawal,
        |_, entry, tournament, next_round| Ok(entry.withdrawn(tournament, next_round)?),
    )
}

/// Makes an entry again that was taken back.
pub fn bring_back(c: &mut Conn, by: &Caller, id: EntryId) -> Result<Entry, Error> {
    change(
        c,
        by,
        id,
        Operation::create_entry_return,
        |c, entry, tournament, next_round| {
            let days = tournament.days_left(by.today());
            let suspended = match entry.player.player() {
                Some(player) => players::suspensions::store::is_suspended(c, player.id, days)?,
                None => false,
            };
            Ok(entry.returned(tournament, next_round, suspended)?)
        },
    )
}

fn change(
    c: &mut Conn,
    by: &Caller,
    id: EntryId,
    action: Operation,
    decide: impl FnOnce(&mut Conn, Entry, &Tournament, RoundNumber) -> Result<Entry, Error>,
) -> Result<Entry, Error> {
    let (before, tournament) = find_within(c, by, id)?;
    let next_round = rounds::next(c, tournament.id)?;
    let after = decide(c, before.clone(), &tournament, next_round)?;
    store::absent(c, &after)?;
    let (before, evidence) = (before.public(by.today()), after.public(by.today()));
    by.audit(c, Change::altered(action, "entry", id, &before, &evidence)?)?;
    Ok(after)
}

/// Sets the starting order of a tournament to that of these players.
pub fn order(c: &mut Conn, by: &Caller, tournament: TournamentId, players: &[PlayerId]) -> Result<Vec<Entry>, Error> {
    let order = |c: &mut Conn, _: &[Entry]| {
        let named = players::store::find_all(c, players)?;
        let present = |id: &PlayerId| named.get(id).map_or(*id, |player| player.id);
        Ok(players.iter().map(present).collect())
    };
    start_in_order(
        c,
        by,
        tournament,
        Operation::create_starting_order,
        order,
        Entry::placed,
    )
}

/// Sets the starting order of a tournament that takes entries, for an official of it; `order` has all its players, and `set`
/// notes whether it is the official's own.
pub fn start_in_order(
    c: &mut Conn,
    by: &Caller,
    tournament: TournamentId,
    action: Operation,
    order: impl FnOnce(&mut Conn, &[Entry]) -> Result<Vec<PlayerId>, Error>,
    set: fn(Entry) -> Entry,
) -> Result<Vec<Entry>, Error> {
    let found = tournaments::read(c, tournament)?;
    find_official(c, by, &found)?;
    entries::refuse_unless_open(&found)?;
    let entries = store::list(c, tournament)?;
    let before = Entries::of(&entries, by.today());
    let order = order(c, &entries)?;
    let ordered = entries::ordered(entries, &order)?
        .into_iter()
        .map(set)
        .collect::<Vec<Entry>>();
    store::order(c, &ordered)?;
    let evidence = Entries::of(&ordered, by.today());
    by.audit(
        c,
        Change::altered(action, "tournament", tournament, &before, &evidence)?,
    )?;
    Ok(ordered)
}
