//! Accounts over HTTP.

use actix_web::web::{Data, Path};
use actix_web::{get, post};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::accounts::caller::{Administrator, SignedIn};
use crate::accounts::grants::{self, Grant};
use crate::accounts::policy::SignInPolicy;
use crate::accounts::use_cases::AccountRecord;
use crate::accounts::{
    Account, Authority, NewAccount, Role, applications, keys, oauth, passwords, personal_tokens, second_factors,
    sessions, tokens, use_cases,
};
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::{AccountId, ClubId, SessionId};
use crate::values::names::Search;
use crate::web::body::{Body, NoBody, Query};
use crate::web::openapi::Routes;
use crate::web::pagination::{Page, PageSize, after};
use crate::web::response::{Response, StoredResponse};

/// Adds the routes.
pub fn configure(config: &mut impl Routes) {
    tokens::routes::configure(config);
    keys::routes::configure(config);
    config
        .service(create_account)
        .service(list_accounts)
        .service(read_account)
        .service(create_account_deactivation)
        .service(create_account_reactivation)
        .service(read_own_account);
    passwords::routes::configure(config);
    second_factors::routes::configure(config);
    sessions::routes::configure(config);
    grants::routes::configure(config);
    applications::routes::configure(config);
    personal_tokens::routes::configure(config);
    oauth::routes::configure(config);
}

/// An account as it is asked for.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateAccount {
    /// The address to sign in with. No two accounts share one.
    #[schema(example = "nomsa@federation.example", format = "email", max_length = 254)]
    email: String,
    /// The name to call the person by.
    #[schema(example = "Nomsa Dlamini", min_length = 1, max_length = 120)]
    name: String,
}

/// An account, for its owner and for administrators.
#[derive(Serialize, ToSchema)]
#[schema(as = Account)]
struct AccountView {
    /// Its id.
    #[schema(example = "019aa0c8-5b1f-7a52-9d0e-7f3b1c2a4d5e")]
    id: AccountId,
    /// The address it signs in with.
    #[schema(example = "nomsa@federation.example")]
    email: String,
    /// The name to call the person by.
    #[schema(example = "Nomsa Dlamini")]
    name: String,
    /// The time at which it was made.
    #[schema(value_type = String, format = DateTime, example = "2026-11-20T08:00:00.000000Z")]
    created_at: Timestamp,
    /// The time since when it is not in use: it does not sign in, and its grants are worth nothing.
    #[schema(value_type = Option<String>, format = DateTime, example = "2027-01-15T12:30:00.000000Z")]
    deactivated_at: Option<Timestamp>,
    /// Whether its owner has set a password; until then a code invites them to.
    #[schema(example = true)]
    has_password: bool,
    /// Whether a sign-in asks for a code too.
    #[schema(example = false)]
    has_second_factor: bool,
    /// The grants that say what it may do, the oldest first; revoked and expired ones too.
    grants: Vec<Grant>,
}

impl From<AccountRecord> for AccountView {
    fn from(record: AccountRecord) -> AccountView {
        let Account {
            id,
            email,
            name,
            created_at,
            deactivated_at,
        } = record.account;
        AccountView {
            id,
            email: email.as_str().to_owned(),
            name,
            created_at,
            deactivated_at,
            has_password: record.has_password,
            has_second_factor: record.has_second_factor,
            grants: record.grants,
        }
    }
}

/// The answer to a change: the account, at its own address.
fn created(record: AccountRecord) -> Response<AccountView> {
    let location = format!("/v1/accounts/{}", record.account.id);
    Response::private(AccountView::from(record)).created_at(location)
}

/// Create an account
///
/// It can do nothing until it is granted a role. Its owner chooses the password: make a code for them
/// (`POST /v1/accounts/{id}/password-codes`), and hand it over.
#[utoipa::path(
    tag = "accounts",
    request_body = CreateAccount,
    responses(
        (status = 201, description = "The account.", body = AccountView),
        (status = 409, description = "`email-taken`: another account signs in with this address."),
    ),
)]
#[post("/v1/accounts")]
async fn create_account(
    caller: Administrator,
    Body(asked, request): Body<CreateAccount>,
) -> Result<StoredResponse, Error> {
    let NewAccount { email, name, .. } = NewAccount::parse(&asked.email, &asked.name, None)?;
    let account = Account::new(email, name, caller.now());
    caller
        .write_once(request, move |c, by| {
            use_cases::create(c, by.now, &by.actor, &account, None)?;
            Ok(created(use_cases::read(c, by, account.id)?))
        })
        .await
}

/// The page of accounts to list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct ListAccounts {
    /// Lists only accounts with this in their e-mail address or their name.
    #[param(value_type = Option<String>, example = "nomsa", min_length = 0, max_length = 400)]
    q: Option<Search>,
    /// The number of items on a page.
    #[serde(default)]
    #[param(value_type = Option<u16>, minimum = 1, maximum = 200, default = 25, example = 25)]
    limit: PageSize,
    /// `next_cursor` of the page before.
    #[param(example = "WyJub21zYUBmZWRlcmF0aW9uLmV4YW1wbGUiLCIwMTlhYTBjOC01YjFmLTdhNTItOWQwZS03ZjNiMWMyYTRkNWUiXQ")]
    cursor: Option<String>,
}

/// List accounts
///
/// By e-mail address.
#[utoipa::path(
    tag = "accounts",
    params(ListAccounts),
    responses((status = 200, description = "A page of accounts.", body = Page<AccountView>)),
)]
#[get("/v1/accounts")]
async fn list_accounts(
    caller: Administrator,
    Query(query): Query<ListAccounts>,
) -> Result<Response<Page<AccountView>>, Error> {
    let (after, limit) = (after(query.cursor.as_deref())?, query.limit);
    let search = query.q.map(String::from);
    let accounts = caller
        .read(move |c, _| use_cases::list(c, search.as_deref(), after, limit.rows()))
        .await?;
    Ok(Response::private_page(Page::of(
        accounts,
        limit,
        |record| (record.account.email.key(), record.account.id),
        AccountView::from,
    )?))
}

/// Read an account
///
/// Everyone may read their own; administrators any.
#[utoipa::path(
    tag = "accounts",
    responses((status = 200, description = "The account.", body = AccountView)),
)]
#[get("/v1/accounts/{id}")]
async fn read_account(caller: SignedIn, id: Path<AccountId>) -> Result<Response<AccountView>, Error> {
    let record = caller.read(move |c, by| use_cases::read(c, by, *id)).await?;
    Ok(Response::private(AccountView::from(record)))
}

/// Deactivate an account
///
/// It does not sign in any more, its sessions end at once, and its grants are worth nothing, until it is reactivated.
#[utoipa::path(
    tag = "accounts",
    responses(
        (status = 201, description = "The account, deactivated.", body = AccountView),
        (status = 409, description = "`already-deactivated`: it was deactivated before. `last-administrator`: nobody else could grant roles."),
    ),
)]
#[post("/v1/accounts/{id}/deactivations")]
async fn create_account_deactivation(
    caller: Administrator,
    id: Path<AccountId>,
    NoBody(request): NoBody,
) -> Result<StoredResponse, Error> {
    caller
        .write_once(request, move |c, by| Ok(created(use_cases::deactivate(c, by, *id)?)))
        .await
}

/// Reactivate an account
///
/// It signs in with the password that it had, and may do what its grants say.
#[utoipa::path(
    tag = "accounts",
    responses(
        (status = 201, description = "The account, in use again.", body = AccountView),
        (status = 409, description = "`not-deactivated`: it is in use."),
    ),
)]
#[post("/v1/accounts/{id}/reactivations")]
async fn create_account_reactivation(
    caller: Administrator,
    id: Path<AccountId>,
    NoBody(request): NoBody,
) -> Result<StoredResponse, Error> {
    caller
        .write_once(request, move |c, by| Ok(created(use_cases::reactivate(c, by, *id)?)))
        .await
}

/// The account that calls, and what it may do today.
#[derive(Serialize, ToSchema)]
struct OwnAccountView {
    /// The account, as an administrator sees it.
    account: AccountView,
    /// The session of this request.
    #[schema(example = "019aa0c9-7f3b-7c2a-8d5e-4b6a9c1e2f30")]
    session_id: SessionId,
    /// Whether a second factor is asked for, and must be set up before anything else.
    #[schema(example = false)]
    second_factor_required: bool,
    /// The roles that it has today, each with the province or the club for which it is given.
    scopes: Vec<ScopeView>,
}

/// A role, and for what it is given.
#[derive(Serialize, ToSchema)]
#[schema(as = Scope)]
struct ScopeView {
    /// The role.
    role: Role,
    /// A coordinator's province, by its code.
    #[schema(example = "ZA-LP")]
    province: Option<String>,
    /// A club secretary's club.
    #[schema(example = "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f")]
    club_id: Option<ClubId>,
}

impl From<Authority> for ScopeView {
    fn from(authority: Authority) -> ScopeView {
        let role = authority.role();
        let (province, club_id) = authority.scope();
        ScopeView {
            role,
            province,
            club_id,
        }
    }
}

/// Read your own account
///
/// The account that the access token speaks for, its grants, and what they let you do today.
#[utoipa::path(
    tag = "accounts",
    responses((status = 200, description = "Your account.", body = OwnAccountView)),
)]
#[get("/v1/me")]
async fn read_own_account(caller: SignedIn, policy: Data<SignInPolicy>) -> Result<Response<OwnAccountView>, Error> {
    let session_id = caller.session()?;
    let (record, authorities) = caller
        .read(|c, by| {
            let authorities = use_cases::authorities(c, by.account, by.today())?;
            Ok((use_cases::read(c, by, by.account)?, authorities))
        })
        .await?;
    let sensitive = authorities.iter().any(|authority| authority.role().is_sensitive());
    Ok(Response::private(OwnAccountView {
        session_id,
        second_factor_required: policy.require_second_factor && sensitive && !record.has_second_factor,
        scopes: authorities.into_iter().map(ScopeView::from).collect(),
        account: record.into(),
    }))
}
