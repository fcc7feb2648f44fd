//! Selections over HTTP.

use actix_web::web::{Data, Path};
use actix_web::{get, post};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::accounts::caller::Coordinator;
use crate::colours::criteria::rules::Team;
use crate::colours::selections::{Known, LONGEST_REASON, NewSelection, Role, Selection, store, within};
use crate::db::audit::{self, Change};
use crate::db::{Conn, Database};
use crate::values::clock::{Clock, Timestamp};
use crate::values::error::{Error, NOT_FOUND};
use crate::web::body::{Body, Query};
use crate::web::idempotency::{earlier, fingerprint};
use crate::web::openapi::Routes;

use crate::players::registrations::{Basis, Division};
use crate::players::{self, Player, PlayerName};
use crate::provinces;
use crate::umpires;
use crate::values::gaming_year::GamingYear;
use crate::values::id::Id;
use crate::values::validation::{Day, Faults, Word, text};
use crate::web::pagination::{Limit, Page, after};
use crate::web::response::{Answer, Reply};

pub(crate) fn configure(config: &mut impl Routes) {
    config
        .service(create_selection)
        .service(list_selections)
        .service(read_selection)
        .service(create_selection_withdrawal);
}

/// A selection as it is recorded.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateSelection {
    /// An id of your choice; the service makes one if absent.
    #[schema(example = "019aa0e2-3c4d-7e5f-8071-82a3b4c5d6e7")]
    id: Option<Id>,
    /// Who is selected.
    #[schema(example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")]
    player_id: Id,
    /// As what.
    role: Role,
    /// For which team. Only administrators select for the whole country.
    team: Team,
    /// The international event, of an international team alone.
    #[schema(example = "African championship 2027", min_length = 1, max_length = 120)]
    event: Option<String>,
    /// The code of the province, of a province's team alone.
    #[schema(value_type = Option<String>, example = "ZA-NW")]
    province: Option<Word>,
    /// In which division; the player is registered in it.
    division: Division,
    /// For which gaming year.
    #[schema(example = 2027)]
    year: GamingYear,
    /// On which day: today or earlier. Where the player lives on it counts.
    #[schema(value_type = NaiveDate, example = "2027-03-06")]
    selected_on: Day,
    /// Where it is written.
    #[schema(example = "Minutes of 6 March 2027, item 4", min_length = 1, max_length = 200)]
    reference: String,
}

impl From<CreateSelection> for NewSelection {
    fn from(asked: CreateSelection) -> NewSelection {
        let CreateSelection {
            player_id,
            role,
            team,
            event,
            province,
            division,
            year,
            selected_on,
            reference,
            ..
        } = asked;
        let (province, selected_on) = (province.map(String::from), selected_on.into());
        NewSelection {
            player: player_id,
            role,
            team,
            event,
            province,
            division,
            year,
            selected_on,
            reference,
        }
    }
}

/// A selection.
#[derive(Serialize, ToSchema)]
#[schema(as = Selection)]
pub(crate) struct SelectionView {
    /// Its id.
    #[schema(example = "019aa0e2-3c4d-7e5f-8071-82a3b4c5d6e7")]
    id: Id,
    /// Who is selected; the name is never withheld.
    player: PlayerName,
    /// As what.
    role: Role,
    /// For which team.
    team: Team,
    /// The international event.
    #[schema(example = "African championship 2027")]
    event: Option<String>,
    /// The code of the province.
    #[schema(example = "ZA-NW")]
    province: Option<String>,
    /// In which division.
    division: Division,
    /// For which gaming year.
    #[schema(example = 2027)]
    year: GamingYear,
    /// On which day.
    #[schema(example = "2027-03-06")]
    selected_on: NaiveDate,
    /// Where it is written.
    #[schema(example = "Minutes of 6 March 2027, item 4")]
    reference: String,
    /// When it was recorded.
    #[schema(value_type = String, format = DateTime, example = "2027-03-06T16:00:00.000000Z")]
    created_at: Timestamp,
    /// When it was withdrawn.
    #[schema(value_type = Option<String>, format = DateTime, example = "2027-03-20T08:00:00.000000Z")]
    withdrawn_at: Option<Timestamp>,
    /// Why.
    #[schema(example = "Is ill.")]
    reason: Option<String>,
}

impl SelectionView {
    pub(crate) fn of(selection: &Selection, player: &Player) -> SelectionView {
        let Selection {
            role,
            team,
            event,
            province,
            division,
            year,
            selected_on,
            reference,
            ..
        } = selection.clone();
        let (withdrawn_at, reason) = selection.withdrawn.clone().unzip();
        SelectionView {
            id: selection.id,
            player: player.named_in_full(),
            role,
            team,
            event,
            province,
            division,
            year,
            selected_on,
            reference,
            created_at: selection.created_at,
            withdrawn_at,
            reason,
        }
    }
}

fn views(c: &mut Conn, selections: &[Selection]) -> Result<Vec<SelectionView>, Error> {
    let ids: Vec<Id> = selections.iter().map(|selection| selection.player).collect();
    let players = players::store::find_all(c, &ids)?;
    let view = |one: &Selection| {
        let player = players.get(&one.player);
        let player = player.ok_or_else(|| Error::Internal(format!("selection {}: the player", one.id)))?;
        Ok(SelectionView::of(one, player))
    };
    selections.iter().map(view).collect()
}

fn view(c: &mut Conn, selection: &Selection) -> Result<SelectionView, Error> {
    let view = views(c, std::slice::from_ref(selection))?.pop();
    view.ok_or_else(|| Error::Internal("a selection without a view".to_owned()))
}

fn told(view: SelectionView) -> Reply<SelectionView> {
    let path = format!("/v1/selections/{}", view.id);
    Reply::private(view).created_at(path.clone()).read_at(path)
}

fn find(c: &mut Conn, id: Id) -> Result<Selection, Error> {
    let found = store::find_with_fingerprint(c, id)?;
    let found = found.ok_or_else(|| NOT_FOUND.problem("There is no selection with this id."))?;
    Ok(found.0)
}

/// What is known of the player who is to be selected.
fn known(c: &mut Conn, new: &NewSelection) -> Result<Known, Error> {
    let Some(player) = players::store::find_all(c, &[new.player])?.remove(&new.player) else {
        return Ok(Known::default());
    };
    let mut registered = false;
    for basis in Basis::ALL {
        let found = players::registrations::store::find_of(c, player.id, new.year, *basis)?;
        registered |= found.is_some_and(|registration| registration.division == new.division);
    }
    let accreditations = umpires::store::of_player(c, player.id)?;
    let holds = |one: &umpires::Accreditation| one.state_on(new.selected_on) == umpires::AccreditationState::Valid;
    Ok(Known {
        player: Some(player),
        registered,
        accredited: accreditations.iter().any(holds),
    })
}

/// Record a selection
///
/// For a province's team by who looks after the province; for the national squad and for international events by an
/// administrator. Sent again with the same id and content, it answers as the first time.
#[utoipa::path(
    tag = "colours",
    request_body = CreateSelection,
    responses(
        (status = 201, description = "The selection.", body = SelectionView),
        (status = 409, description = "In this order: `id-taken`: the id is another selection's. `not-registered`: the player is not registered in the division for the year. `not-accredited`: an umpire has no accreditation that is valid on the day. `already-selected`: the player is selected for this already."),
        (status = 410, description = "`erased`: the person's data was erased."),
        (status = 422, description = "`unknown-province`, `unknown-player`: there is no such province or player."),
    ),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province" }))),
)]
#[post("/v1/selections")]
pub(crate) async fn create_selection(
    caller: Coordinator,
    Body(asked, request): Body<CreateSelection>,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Answer, Error> {
    let (fingerprint, now) = (fingerprint(&asked)?, clock.now());
    let id = asked.id.unwrap_or_else(|| Id::new(now));
    let new = NewSelection::from(asked).parse(now.day())?;
    let (actor, reach) = (caller.actor().clone(), caller.reach().clone());
    request
        .once(&database, caller.account(), now, move |c| {
            if let Some(selection) = earlier(store::find_with_fingerprint(c, id)?, &fingerprint)? {
                within(selection.province.as_deref(), &reach)?;
                return Ok(told(view(c, &selection)?));
            }
            let province = new
                .province
                .as_deref()
                .map(|code| provinces::store::find(c, code))
                .transpose()?
                .flatten();
            let known = known(c, &new)?;
            let selection = Selection::admit(new.clone(), id, province, (known, &reach), now)?;
            store::insert(c, &selection, &fingerprint)?;
            let view = view(c, &selection)?;
            audit::append(
                c,
                now,
                &actor,
                Change::created("create_selection", "selection", id, &view)?,
            )?;
            Ok(told(view))
        })
        .await
}

/// Which selections to list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct ListSelections {
    /// Only those for this gaming year.
    #[param(value_type = Option<i32>, example = 2027)]
    year: Option<GamingYear>,
    /// Only those for such a team.
    #[param(inline, example = "province")]
    team: Option<Team>,
    /// Only those of this player.
    #[param(example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")]
    player_id: Option<Id>,
    /// How many items a page holds.
    #[serde(default)]
    #[param(value_type = Option<u16>, minimum = 1, maximum = 200, default = 25, example = 25)]
    limit: Limit,
    /// `next_cursor` of the page before.
    #[param(example = "IjAxOWFhMGUyLTNjNGQtN2U1Zi04MDcxLTgyYTNiNGM1ZDZlNyI")]
    cursor: Option<String>,
}

/// List selections
///
/// For the teams that you look after, the latest first.
#[utoipa::path(
    tag = "colours",
    params(ListSelections),
    responses((status = 200, description = "A page of selections.", body = Page<SelectionView>)),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province" }))),
)]
#[get("/v1/selections")]
pub(crate) async fn list_selections(
    caller: Coordinator,
    Query(query): Query<ListSelections>,
    database: Data<Database>,
) -> Result<Reply<Page<SelectionView>>, Error> {
    let ListSelections {
        year,
        team,
        player_id: player,
        limit,
        cursor,
    } = query;
    let (after, reach) = (after(cursor.as_deref())?, caller.reach().clone());
    let views = database
        .read(move |c| {
            let found = store::list(
                c,
                store::Filter {
                    year,
                    team,
                    player,
                    after,
                },
                &reach,
                limit.rows(),
            )?;
            views(c, &found)
        })
        .await?;
    Ok(Reply::private_page(Page::of(
        views,
        limit,
        |view| view.id,
        |view| view,
    )?))
}

/// Read a selection
#[utoipa::path(
    tag = "colours",
    params(("id" = Id, Path, description = "The selection's id.", example = "019aa0e2-3c4d-7e5f-8071-82a3b4c5d6e7")),
    responses((status = 200, description = "The selection.", body = SelectionView)),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province" }))),
)]
#[get("/v1/selections/{id}")]
pub(crate) async fn read_selection(
    caller: Coordinator,
    id: Path<Id>,
    database: Data<Database>,
) -> Result<Reply<SelectionView>, Error> {
    let (id, reach) = (id.into_inner(), caller.reach().clone());
    let view = database
        .read(move |c| {
            let selection = find(c, id)?;
            within(selection.province.as_deref(), &reach)?;
            view(c, &selection)
        })
        .await?;
    Ok(Reply::private(view))
}

/// Why a selection is withdrawn.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateSelectionWithdrawal {
    /// The reason, which the public does not read.
    #[schema(example = "Is ill.", min_length = 1, max_length = 400)]
    reason: String,
}

/// Withdraw a selection
///
/// It is no evidence any more. Awards that rest on it stay what they are.
#[utoipa::path(
    tag = "colours",
    params(("id" = Id, Path, description = "The selection's id.", example = "019aa0e2-3c4d-7e5f-8071-82a3b4c5d6e7")),
    request_body = CreateSelectionWithdrawal,
    responses(
        (status = 201, description = "The selection, withdrawn.", body = SelectionView),
        (status = 409, description = "`selection-withdrawn`: it was withdrawn before."),
    ),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province" }))),
)]
#[post("/v1/selections/{id}/withdrawals")]
pub(crate) async fn create_selection_withdrawal(
    caller: Coordinator,
    id: Path<Id>,
    Body(asked, request): Body<CreateSelectionWithdrawal>,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Answer, Error> {
    let (id, now) = (id.into_inner(), clock.now());
    let mut faults = Faults::default();
    let reason = faults
        .take("/reason", text(&asked.reason, LONGEST_REASON))
        .ok_or(faults)?;
    let (actor, reach) = (caller.actor().clone(), caller.reach().clone());
    request
        .once(&database, caller.account(), now, move |c| {
            let selection = find(c, id)?;
            let before = view(c, &selection)?;
            let withdrawn = selection.withdrawn(reason.clone(), &reach, now)?;
            store::withdraw(c, &withdrawn)?;
            let after = view(c, &withdrawn)?;
            let change = Change::altered("create_selection_withdrawal", "selection", id, &before, &after)?;
            audit::append(c, now, &actor, change)?;
            Ok(told(after))
        })
        .await
}
