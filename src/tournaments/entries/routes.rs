//! Entries over HTTP.

use actix_web::web::{Data, Path};
use actix_web::{get, post};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::caller::{Anyone, Official, TournamentOfficial};
use crate::accounts::{OUT_OF_SCOPE, Reach};
use crate::clubs;
use crate::db::audit::{self, Actor, Change};
use crate::db::{Conn, Database};
use crate::players::registrations::{Division, NOT_REGISTERED};
use crate::players::{self, PlayerName, UNKNOWN_PLAYER};
use crate::tournaments::entries::{self, Absence, Entry, NewEntry, Refusal, store};
use crate::tournaments::officials::caller::Asking;
use crate::tournaments::officials::store as officials;
use crate::tournaments::rounds::store as rounds;
use crate::tournaments::routes::find;
use crate::tournaments::{
    ALREADY_ENTERED, ALREADY_SO, CLUB_LAPSED, DIVISION_NOT_ADMITTED, NOT_EVERY_ENTRY, TOURNAMENT_FULL, Tournament,
    WRONG_STATE,
};
use crate::values::clock::{Clock, Timestamp};
use crate::values::error::{Error, NOT_FOUND};
use crate::values::id::Id;
use crate::values::validation::{Faults, text};
use crate::web::body::{Body, NoBody};
use crate::web::idempotency::{earlier, fingerprint};
use crate::web::openapi::Routes;
use crate::web::response::{Answer, Reply};

pub(crate) fn configure(config: &mut impl Routes) {
    config
        .service(create_entry)
        .service(list_entries)
        .service(read_entry)
        .service(create_entry_withdrawal)
        .service(create_entry_return)
        .service(create_starting_order);
}

/// The longest name of a team that is kept.
pub(crate) const LONGEST_TEAM: usize = 80;

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Error {
        let detail = refusal.to_string();
        match refusal {
            Refusal::OutOfScope => OUT_OF_SCOPE.problem(detail),
            Refusal::Official(refusal) => return refusal.into(),
            Refusal::NotOpen(_) => WRONG_STATE.problem(detail),
            Refusal::Full => TOURNAMENT_FULL.problem(detail),
            Refusal::NotRegistered => NOT_REGISTERED.problem(detail),
            Refusal::DivisionNotAdmitted => DIVISION_NOT_ADMITTED.problem(detail),
            Refusal::ClubLapsed => CLUB_LAPSED.problem(detail),
            Refusal::AlreadyEntered => ALREADY_ENTERED.problem(detail),
            Refusal::AlreadySo(_) => ALREADY_SO.problem(detail),
            Refusal::NotEveryEntry => NOT_EVERY_ENTRY.at("/player_ids", detail),
        }
        .into()
    }
}

/// An entry as it is asked for.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateEntry {
    /// An id of your choice; the service makes one if absent.
    #[schema(example = "019aa0d1-2b3c-7d4e-8f5a-6b7c8d9e0f1a")]
    id: Option<Id>,
    /// Who plays.
    #[schema(example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")]
    player_id: Id,
    /// The team that the player represents beside the club: those of one team are kept apart as those of one club are.
    #[schema(example = "North West A", min_length = 1, max_length = 80)]
    team: Option<String>,
}

/// An entry.
#[derive(Serialize, ToSchema)]
#[schema(as = Entry)]
pub(crate) struct EntryView {
    /// Its id.
    #[schema(example = "019aa0d1-2b3c-7d4e-8f5a-6b7c8d9e0f1a")]
    id: Id,
    /// Of which tournament.
    #[schema(example = "019aa0d0-1a2b-7c3d-8e4f-5a6b7c8d9e0f")]
    tournament_id: Id,
    /// Who plays.
    player: PlayerName,
    /// The club that the player represents.
    #[schema(example = "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f")]
    club_id: Id,
    /// The team that the player represents beside the club.
    #[schema(example = "North West A")]
    team: Option<String>,
    /// The division in which the player is registered; none of who is not.
    division: Option<Division>,
    /// The place in the starting order, 1 the best.
    #[schema(example = 1)]
    seed: i64,
    /// The first round in which the player is drawn.
    #[schema(example = 1)]
    first_round: i64,
    /// Whether the player has withdrawn, and not come back.
    #[schema(example = false)]
    withdrawn: bool,
    /// When the player sat out, the earliest first.
    absences: Vec<AbsenceView>,
    /// When it was made.
    #[schema(value_type = String, format = DateTime, example = "2026-11-20T08:00:00.000000Z")]
    created_at: Timestamp,
}

/// Rounds in which an entered player is not drawn.
#[derive(Serialize, ToSchema)]
#[schema(as = Absence)]
struct AbsenceView {
    /// The first of them.
    #[schema(example = 3)]
    first_round: i64,
    /// The last of them; none until the player returns.
    #[schema(example = 4)]
    last_round: Option<i64>,
}

impl From<&Absence> for AbsenceView {
    fn from(absence: &Absence) -> AbsenceView {
        AbsenceView {
            first_round: absence.first_round,
            last_round: absence.last_round,
        }
    }
}

impl EntryView {
    pub(crate) fn of(entry: &Entry, today: NaiveDate) -> EntryView {
        EntryView {
            id: entry.id,
            tournament_id: entry.tournament,
            player: entry.player.named(today),
            club_id: entry.club,
            team: entry.team.clone(),
            division: entry.division,
            seed: entry.seed,
            first_round: entry.first_round,
            withdrawn: entry.is_withdrawn(),
            absences: entry.absences.iter().map(AbsenceView::from).collect(),
            created_at: entry.created_at,
        }
    }
}

/// All entries of a tournament.
#[derive(Serialize, ToSchema)]
pub(crate) struct Entries {
    /// In the starting order; withdrawn ones too.
    items: Vec<EntryView>,
}

impl Entries {
    fn of(entries: &[Entry], today: NaiveDate) -> Entries {
        Entries {
            items: entries.iter().map(|entry| EntryView::of(entry, today)).collect(),
        }
    }
}

/// Enter a player
///
/// By those who run the tournament, or look after the player, while the tournament takes entries. The player is last in
/// the starting order. Once it runs, those who run it enter who comes late, for the next round to be drawn.
#[utoipa::path(
    tag = "tournaments",
    params(("id" = Id, Path, description = "The tournament's id.", example = "019aa0d0-1a2b-7c3d-8e4f-5a6b7c8d9e0f")),
    request_body = CreateEntry,
    responses(
        (status = 201, description = "The entry.", body = EntryView),
        (status = 409, description = "In this order: `wrong-state`: the tournament takes no entries. `tournament-full`: it has as many as it can. `not-registered`, `division-not-admitted`, `club-lapsed`: the player is not eligible. `already-entered`: the player is entered. `id-taken`: the id is another entry's."),
        (status = 410, description = "`erased`: the person's data was erased."),
        (status = 422, description = "`unknown-player`: there is no such player."),
    ),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province", "umpire": "tournament", "club_secretary": "club" }))),
)]
#[post("/v1/tournaments/{id}/entries")]
pub(crate) async fn create_entry(
    caller: Official,
    tournament: Path<Id>,
    Body(asked, request): Body<CreateEntry>,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Answer, Error> {
    let (fingerprint, now) = (fingerprint(&asked)?, clock.now());
    let (tournament, CreateEntry { id, player_id, team }) = (tournament.into_inner(), asked);
    let id = id.unwrap_or_else(|| Id::new(now));
    let mut faults = Faults::default();
    let team = team
        .map(|team| faults.take("/team", text(&team, LONGEST_TEAM)).ok_or(faults))
        .transpose()?;
    let (actor, account, reach) = (caller.actor().clone(), caller.account(), caller.reach().clone());
    request
        .once(&database, caller.account(), now, move |c| {
            let tournament = find(c, tournament)?;
            let unknown = || UNKNOWN_PLAYER.at("/player_id", format!("There is no player with the id {player_id}."));
            let player = players::store::find_all(c, &[player_id])?
                .remove(&player_id)
                .ok_or_else(unknown)?;
            let player = player.unerased()?;
            let club = clubs::store::find(c, player.club)?;
            let club = club.ok_or_else(|| Error::Internal(format!("player {player_id}: the club")))?;
            let created =
                |entry: &Entry| Reply::public(EntryView::of(entry, now.day())).created_at(format!("/v1/entries/{id}"));
            let official = officials::find(c, &tournament, (account, &reach), now.day())?;
            entries::look_after(&tournament, &official, (&player, &club.province), &reach)?;
            if let Some(entry) = earlier(store::find_with_fingerprint(c, id)?, &fingerprint)? {
                return Ok(created(&entry));
            }
            let eligibility = store::eligibility(c, &tournament, player.id)?;
            let (last_seed, next_round) = (store::last_seed(c, tournament.id)?, rounds::next(c, tournament.id)?);
            let new = NewEntry {
                id,
                player,
                team: team.clone(),
                last_seed,
                next_round,
            };
            let entry = Entry::admit(&tournament, new, &eligibility, now)?;
            store::insert(c, &entry, &fingerprint)?;
            let view = EntryView::of(&entry, now.day());
            audit::append(c, now, &actor, Change::created("create_entry", "entry", id, &view)?)?;
            Ok(created(&entry))
        })
        .await
}

/// List the entries of a tournament
///
/// In the starting order.
#[utoipa::path(
    tag = "tournaments",
    params(("id" = Id, Path, description = "The tournament's id.", example = "019aa0d0-1a2b-7c3d-8e4f-5a6b7c8d9e0f")),
    responses((status = 200, description = "The entries.", body = Entries)),
    security(()),
)]
#[get("/v1/tournaments/{id}/entries")]
pub(crate) async fn list_entries(
    _caller: Anyone,
    tournament: Path<Id>,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Reply<Entries>, Error> {
    let tournament = tournament.into_inner();
    let entries = database
        .read(move |c| {
            find(c, tournament)?;
            store::list(c, tournament)
        })
        .await?;
    Ok(Reply::public(Entries::of(&entries, clock.now().day())))
}

fn find_entry(c: &mut Conn, id: Id) -> Result<Entry, Error> {
    let entry = store::find_with_fingerprint(c, id)?.map(|(entry, _)| entry);
    Ok(entry.ok_or_else(|| NOT_FOUND.problem("There is no entry with this id."))?)
}

/// Read an entry
#[utoipa::path(
    tag = "tournaments",
    params(("id" = Id, Path, description = "The entry's id.", example = "019aa0d1-2b3c-7d4e-8f5a-6b7c8d9e0f1a")),
    responses((status = 200, description = "The entry.", body = EntryView)),
    security(()),
)]
#[get("/v1/entries/{id}")]
pub(crate) async fn read_entry(
    _caller: Anyone,
    id: Path<Id>,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Reply<EntryView>, Error> {
    let id = id.into_inner();
    let entry = database.read(move |c| find_entry(c, id)).await?;
    Ok(Reply::public(EntryView::of(&entry, clock.now().day())))
}

/// The entry and its tournament, if the caller runs the tournament or looks after the player.
pub(crate) fn entry_within(
    c: &mut Conn,
    id: Id,
    (account, reach): (Id, &Reach),
    today: NaiveDate,
) -> Result<(Entry, Tournament), Error> {
    let entry = find_entry(c, id)?;
    let tournament = find(c, entry.tournament)?;
    let club = clubs::store::find(c, entry.player.club)?;
    let province = club.map(|club| club.province).unwrap_or_default();
    let official = officials::find(c, &tournament, (account, reach), today)?;
    entries::look_after(&tournament, &official, (&entry.player, &province), reach)?;
    Ok((entry, tournament))
}

/// Takes an entry back, or makes it again.
fn withdraw(
    c: &mut Conn,
    (id, withdrawn): (Id, bool),
    (action, actor, who): (&str, &Actor, (Id, &Reach)),
    now: Timestamp,
) -> Result<Reply<EntryView>, Error> {
    let (entry, tournament) = entry_within(c, id, who, now.day())?;
    let before = EntryView::of(&entry, now.day());
    let next_round = rounds::next(c, tournament.id)?;
    let entry = entry.withdrawn(withdrawn, &tournament, next_round)?;
    store::absent(c, &entry)?;
    let after = EntryView::of(&entry, now.day());
    audit::append(c, now, actor, Change::altered(action, "entry", id, &before, &after)?)?;
    Ok(Reply::public(after).created_at(format!("/v1/entries/{id}")))
}

/// Withdraw an entry
///
/// From the next round to be drawn on. What the player has done until then stands; a match that is drawn is played, or
/// forfeited. Once the tournament runs, those who run it withdraw players.
#[utoipa::path(
    tag = "tournaments",
    params(("id" = Id, Path, description = "The entry's id.", example = "019aa0d1-2b3c-7d4e-8f5a-6b7c8d9e0f1a")),
    responses(
        (status = 201, description = "The entry, withdrawn.", body = EntryView),
        (status = 409, description = "`wrong-state`: the tournament takes no entries. `already-so`: it was withdrawn before."),
    ),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province", "umpire": "tournament", "club_secretary": "club" }))),
)]
#[post("/v1/entries/{id}/withdrawals")]
pub(crate) async fn create_entry_withdrawal(
    caller: Official,
    id: Path<Id>,
    NoBody(request): NoBody,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Answer, Error> {
    let (id, now) = (id.into_inner(), clock.now());
    let (actor, account, reach) = (caller.actor().clone(), caller.account(), caller.reach().clone());
    let work = move |c: &mut Conn| {
        withdraw(
            c,
            (id, true),
            ("create_entry_withdrawal", &actor, (account, &reach)),
            now,
        )
    };
    request.once(&database, account, now, work).await
}

/// Return after a withdrawal
///
/// From the next round to be drawn on, without points for the rounds missed.
#[utoipa::path(
    tag = "tournaments",
    params(("id" = Id, Path, description = "The entry's id.", example = "019aa0d1-2b3c-7d4e-8f5a-6b7c8d9e0f1a")),
    responses(
        (status = 201, description = "The entry.", body = EntryView),
        (status = 409, description = "`wrong-state`: the tournament takes no entries. `already-so`: it is not withdrawn."),
    ),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province", "umpire": "tournament", "club_secretary": "club" }))),
)]
#[post("/v1/entries/{id}/returns")]
pub(crate) async fn create_entry_return(
    caller: Official,
    id: Path<Id>,
    NoBody(request): NoBody,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Answer, Error> {
    let (id, now) = (id.into_inner(), clock.now());
    let (actor, account, reach) = (caller.actor().clone(), caller.account(), caller.reach().clone());
    let work = move |c: &mut Conn| withdraw(c, (id, false), ("create_entry_return", &actor, (account, &reach)), now);
    request.once(&database, account, now, work).await
}

/// A starting order.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateStartingOrder {
    /// Every entered player once, the best first.
    #[schema(example = json!(["019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f", "019aa0cb-4b3c-7d5e-8f6a-7b8c9d0e1f2a"]))]
    player_ids: Vec<Id>,
}

/// Set the starting order
///
/// The seeds of all entries at once.
#[utoipa::path(
    tag = "tournaments",
    params(("id" = Id, Path, description = "The tournament's id.", example = "019aa0d0-1a2b-7c3d-8e4f-5a6b7c8d9e0f")),
    request_body = CreateStartingOrder,
    responses(
        (status = 201, description = "The entries, in that order.", body = Entries),
        (status = 409, description = "`wrong-state`: the tournament takes no entries."),
        (status = 422, description = "`not-every-entry`: someone is left out, named twice, or not entered."),
    ),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province", "umpire": "tournament" }))),
)]
#[post("/v1/tournaments/{id}/starting-orders")]
pub(crate) async fn create_starting_order(
    caller: TournamentOfficial,
    tournament: Path<Id>,
    Body(asked, request): Body<CreateStartingOrder>,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Answer, Error> {
    let (id, asking) = (tournament.into_inner(), Asking::new(&caller, clock.now()));
    request
        .once(&database, asking.account, asking.now, move |c| {
            start_in_order(c, id, &asking, "create_starting_order", |c, _| {
                let named = players::store::find_all(c, &asked.player_ids)?;
                let present = |id: &Id| named.get(id).map_or(*id, |player| player.id);
                Ok(asked.player_ids.iter().map(present).collect())
            })
        })
        .await
}

/// Sets the starting order of a tournament that takes entries, for an official of it; `order` has all its players.
pub(crate) fn start_in_order(
    c: &mut Conn,
    tournament: Id,
    asking: &Asking,
    action: &str,
    order: impl FnOnce(&mut Conn, &[Entry]) -> Result<Vec<Id>, Error>,
) -> Result<Reply<Entries>, Error> {
    let found = find(c, tournament)?;
    asking.official(c, &found)?;
    entries::open(&found)?;
    let entries = store::list(c, tournament)?;
    let before = Entries::of(&entries, asking.today());
    let order = order(c, &entries)?;
    let ordered = entries::ordered(entries, &order)?;
    store::order(c, &ordered)?;
    let after = Entries::of(&ordered, asking.today());
    let change = Change::altered(action, "tournament", tournament, &before, &after)?;
    audit::append(c, asking.now, &asking.actor, change)?;
    Ok(Reply::public(after).created_at(format!("/v1/tournaments/{tournament}/entries")))
}
