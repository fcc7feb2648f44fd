//! Players' own accounts over HTTP: for those who invite, and for those who were invited.

use actix_web::web::Path;
use actix_web::{get, post};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::NewAccount;
use crate::accounts::caller::{ClubSecretary, SignedIn};
use crate::accounts::passwords::PasswordCodeView;
use crate::players::Particulars;
use crate::players::consents::ConsentRelation;
use crate::players::player_accounts::Invitation;
use crate::players::player_accounts::use_cases::{self, TiedAccount};
use crate::players::player_accounts::views::PlayerAccountView;
use crate::players::use_cases::PlayerPath;
use crate::values::error::Error;
use crate::values::id::{PlayerAccountId, PlayerId};
use crate::web::body::{Body, NoBody};
use crate::web::openapi::Routes;
use crate::web::response::{Response, StoredResponse};

pub(crate) fn configure(config: &mut impl Routes) {
    config
        .service(create_player_account)
        .service(list_player_accounts)
        .service(read_player_account)
        .service(create_player_account_withdrawal)
        .service(create_player_account_code)
        .service(read_own_players);
}

/// The answer to a change: the tie, at its own address.
fn created(tied: TiedAccount, today: NaiveDate) -> Response<PlayerAccountView> {
    let location = format!("/v1/player-accounts/{}", tied.tie.id);
    Response::private(PlayerAccountView::of(tied, today)).created_at(location)
}

/// Somebody to be invited to hold an account for a player.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreatePlayerAccount {
    /// The address with which the person signs in.
    #[schema(example = "lindiwe@family.example", format = "email", max_length = 254)]
    email: String,
    /// The name of the person. An account that there is keeps its own. A consent of a parent or guardian bears it.
    #[schema(example = "Lindiwe Mokoena", min_length = 1, max_length = 120)]
    name: String,
    /// The relation to the player: `self` of a player who is of age, `parent` or `guardian` of one who is under 18.
    relation: ConsentRelation,
}

/// Invite a player, or a parent or guardian
///
/// To an account that holds for the player: it reads and exports all that is on record of them, gives and withdraws consents,
/// and disputes results. A player who is of age holds it alone; for one who is under 18 a parent or guardian does, until the
/// player is 18. Make the code by which the person sets a password next (`POST /v1/player-accounts/{id}/password-codes`).
/// An account that a club has invited before is tied to this player too, as that of a parent of several.
#[utoipa::path(
    tag = "players",
    request_body = CreatePlayerAccount,
    responses(
        (status = 201, description = "The account that holds for the player.", body = PlayerAccountView),
        (status = 409, description = "In this order: `account-of-others`: the account with this address was made for something else, or has been granted a role; an administrator ties it. `already-holds`: it holds for the player already."),
        (status = 422, description = "`not-theirs-to-hold`: the player is under 18, and the relation is `self`; or is of age, and it is another."),
    ),
)]
#[post("/v1/players/{id}/accounts")]
pub(crate) async fn create_player_account(
    caller: ClubSecretary,
    path: PlayerPath,
    Body(asked, request): Body<CreatePlayerAccount>,
) -> Result<StoredResponse, Error> {
    let NewAccount { email, name, .. } = NewAccount::parse(&asked.email, &asked.name, None)?;
    let relation = asked.relation;
    let invitation = Invitation { email, name, relation };
    caller
        .write_once(request, move |c, by| {
            let tied = use_cases::invite(c, by, &path, &invitation)?;
            Ok(created(tied, by.today()))
        })
        .await
}

/// The accounts that hold for a player.
#[derive(Serialize, ToSchema)]
struct PlayerAccounts {
    /// The oldest first; withdrawn ones too.
    items: Vec<PlayerAccountView>,
}

/// List the accounts that hold for a player
#[utoipa::path(
    tag = "players",
    responses((status = 200, description = "The accounts.", body = PlayerAccounts)),
)]
#[get("/v1/players/{id}/accounts")]
pub(crate) async fn list_player_accounts(
    caller: ClubSecretary,
    path: PlayerPath,
) -> Result<Response<PlayerAccounts>, Error> {
    let today = caller.today();
    let tied = caller.read(move |c, by| use_cases::list(c, by, &path)).await?;
    let items = tied.into_iter().map(|tied| PlayerAccountView::of(tied, today));
    Ok(Response::private(PlayerAccounts { items: items.collect() }))
}

/// Read an account that holds for a player
#[utoipa::path(
    tag = "players",
    responses((status = 200, description = "The account that holds for the player.", body = PlayerAccountView)),
)]
#[get("/v1/player-accounts/{id}")]
pub(crate) async fn read_player_account(
    caller: ClubSecretary,
    id: Path<PlayerAccountId>,
) -> Result<Response<PlayerAccountView>, Error> {
    let today = caller.today();
    let tied = caller.read(move |c, by| use_cases::find(c, by, *id)).await?;
    Ok(Response::private(PlayerAccountView::of(tied, today)))
}

/// Withdraw an account from a player
///
/// The account's next request is already without the player. The account itself stays.
#[utoipa::path(
    tag = "players",
    responses(
        (status = 201, description = "The account, which holds for the player no more.", body = PlayerAccountView),
        (status = 409, description = "`already-withdrawn`: it was withdrawn before."),
    ),
)]
#[post("/v1/player-accounts/{id}/withdrawals")]
pub(crate) async fn create_player_account_withdrawal(
    caller: ClubSecretary,
    id: Path<PlayerAccountId>,
    NoBody(request): NoBody,
) -> Result<StoredResponse, Error> {
    caller
        .write_once(request, move |c, by| {
            let tied = use_cases::withdraw(c, by, *id)?;
            Ok(created(tied, by.today()))
        })
        .await
}

/// Make a code for somebody who was invited
///
/// Good for 7 days, and once: hand it to the person, who sets a password with it (`POST /v1/passwords`), so that you never
/// learn it. A new code takes the place of the one before. Only for an account that a club has invited and that has no
/// password yet, by somebody who looks after all the players for whom it holds.
#[utoipa::path(
    tag = "players",
    responses(
        (status = 200, description = "The code.", body = PasswordCodeView),
        (status = 409, description = "In this order: `already-withdrawn`: the account holds for the player no more. `account-of-others`: the account was made for something else, or has been granted a role. `password-set`: its owner has taken it over."),
    ),
)]
#[post("/v1/player-accounts/{id}/password-codes")]
pub(crate) async fn create_player_account_code(
    caller: ClubSecretary,
    id: Path<PlayerAccountId>,
) -> Result<Response<PasswordCodeView>, Error> {
    let code = caller.write(move |c, by| use_cases::create_code(c, by, *id)).await?;
    Ok(Response::private(code.into()))
}

/// A player for whom your account holds.
#[derive(Serialize, ToSchema)]
struct OwnPlayer {
    /// The id of the tie between your account and the player.
    #[schema(example = "019aa0d8-1a2b-7c3d-8e4f-5a6b7c8d9e0f")]
    player_account_id: PlayerAccountId,
    /// Your relation to the player.
    relation: ConsentRelation,
    /// Everything that the federation keeps of the player.
    particulars: Particulars,
}

/// The players for whom your account holds.
#[derive(Serialize, ToSchema)]
struct OwnPlayers {
    /// The players, those first for whom it holds longest.
    items: Vec<OwnPlayer>,
}

/// Read the players for whom your account holds
///
/// Yourself, or your children under 18. A mistake in what is on record is mended by the club.
#[utoipa::path(
    tag = "players",
    responses((status = 200, description = "The players.", body = OwnPlayers)),
)]
#[get("/v1/me/players")]
pub(crate) async fn read_own_players(caller: SignedIn) -> Result<Response<OwnPlayers>, Error> {
    let own = caller.read(use_cases::list_own).await?;
    let items = own.into_iter().map(|(tie, player)| {
        Ok(OwnPlayer {
            player_account_id: tie.id,
            relation: tie.relation,
            particulars: player.particulars()?,
        })
    });
    let items = items.collect::<Result<_, Error>>()?;
    Ok(Response::private(OwnPlayers { items }))
}
