//! Accounts over HTTP.

use actix_web::web::{Data, Path};
use actix_web::{get, post};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::accounts::caller::{Administrator, SignedIn};
use crate::accounts::grants::routes::GrantView;
use crate::accounts::password::Hasher;
use crate::accounts::{Account, Authority, Grant, NewAccount, grants, keys, store, tokens};
use crate::db::audit::{self, Actor, Change};
use crate::db::{Conn, Database};
use crate::values::clock::{Clock, Timestamp};
use crate::values::error::{Error, NOT_FOUND};
use crate::values::id::Id;
use crate::web::body::{Body, Query};
use crate::web::openapi::Routes;
use crate::web::pagination::{Limit, Page, after};
use crate::web::response::{Answer, Reply};

pub(crate) fn configure(config: &mut impl Routes) {
    tokens::routes::configure(config);
    keys::routes::configure(config);
    config
        .service(create_account)
        .service(list_accounts)
        .service(read_account);
    grants::routes::configure(config);
}

/// An account as it is asked for.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateAccount {
    /// The address to sign in with. No two accounts share one.
    #[schema(example = "nomsa@federation.example", format = "email", max_length = 254)]
    email: String,
    /// What to call the person.
    #[schema(example = "Nomsa Dlamini", max_length = 120)]
    name: String,
    /// The first password.
    #[schema(
        example = "a cow in the kraal",
        format = "password",
        min_length = 12,
        max_length = 128
    )]
    password: String,
}

/// An account, for its owner and for administrators.
#[derive(Serialize, ToSchema)]
#[schema(as = Account)]
struct AccountView {
    /// Its id.
    #[schema(example = "019aa0c8-5b1f-7a52-9d0e-7f3b1c2a4d5e")]
    id: Id,
    /// The address it signs in with.
    #[schema(example = "nomsa@federation.example")]
    email: String,
    /// What to call the person.
    #[schema(example = "Nomsa Dlamini")]
    name: String,
    /// When it was made.
    #[schema(value_type = String, format = DateTime, example = "2026-11-20T08:00:00.000000Z")]
    created_at: Timestamp,
    /// What it may do, the oldest grant first; revoked and expired ones too.
    grants: Vec<GrantView>,
}

impl AccountView {
    fn new(account: Account, grants: Vec<Grant>) -> AccountView {
        AccountView {
            id: account.id,
            email: account.email.as_str().to_owned(),
            name: account.name,
            created_at: account.created_at,
            grants: grants.into_iter().map(GrantView::new).collect(),
        }
    }
}

/// Create an account
///
/// It can do nothing until it is granted a role.
#[utoipa::path(
    tag = "accounts",
    request_body = CreateAccount,
    responses(
        (status = 201, description = "The account.", body = AccountView),
        (status = 409, description = "`email-taken`: another account signs in with this address."),
    ),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any" }))),
)]
#[post("/v1/accounts")]
async fn create_account(
    caller: Administrator,
    Body(asked, request): Body<CreateAccount>,
    database: Data<Database>,
    clock: Data<Clock>,
    hasher: Data<Hasher>,
) -> Result<Answer, Error> {
    let NewAccount { email, name, password } = NewAccount::parse(&asked.email, &asked.name, &asked.password)?;
    let hash = hasher.hash(password).await?;
    let (now, actor) = (clock.now(), caller.actor().clone());
    let account = Account {
        id: Id::new(now),
        email,
        name,
        created_at: now,
    };
    request
        .once(&database, caller.account(), now, move |c| {
            keep(c, now, &actor, &account, &hash)?;
            let location = format!("/v1/accounts/{}", account.id);
            Ok(Reply::private(AccountView::new(account.clone(), Vec::new())).created_at(location))
        })
        .await
}

fn keep(c: &mut Conn, now: Timestamp, actor: &Actor, account: &Account, hash: &str) -> Result<(), Error> {
    store::insert(c, account, hash)?;
    let view = AccountView::new(account.clone(), Vec::new());
    audit::append(
        c,
        now,
        actor,
        Change::created("create_account", "account", account.id, &view)?,
    )
}

/// Creates an account, and if asked with its first authority, in one transaction: what the command line does.
pub(crate) async fn create(
    database: &Database,
    hasher: &Hasher,
    now: Timestamp,
    actor: Actor,
    new: NewAccount,
    authority: Option<Authority>,
) -> Result<Account, Error> {
    let NewAccount { email, name, password } = new;
    let hash = hasher.hash(password).await?;
    let account = Account {
        id: Id::new(now),
        email,
        name,
        created_at: now,
    };
    database
        .write(move |c| {
            keep(c, now, &actor, &account, &hash)?;
            if let Some(authority) = &authority {
                grants::routes::give(c, now, &actor, grants::routes::open(account.id, authority.clone(), now))?;
            }
            Ok(account.clone())
        })
        .await
}

/// How to page through a list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct ListAccounts {
    /// How many items a page holds.
    #[serde(default)]
    #[param(value_type = Option<u16>, minimum = 1, maximum = 200, default = 25, example = 25)]
    limit: Limit,
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
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any" }))),
)]
#[get("/v1/accounts")]
async fn list_accounts(
    _caller: Administrator,
    Query(query): Query<ListAccounts>,
    database: Data<Database>,
) -> Result<Reply<Page<AccountView>>, Error> {
    let after = after(query.cursor.as_deref())?;
    let accounts = database
        .read(move |c| {
            let accounts = store::list(c, after, query.limit.rows())?;
            let ids: Vec<Id> = accounts.iter().map(|account| account.id).collect();
            let grants = store::grants_of_all(c, &ids)?;
            let with_grants = |account: Account| {
                let own = grants
                    .iter()
                    .filter(|grant| grant.account == account.id)
                    .cloned()
                    .collect();
                (account.email.key(), AccountView::new(account, own))
            };
            Ok(accounts.into_iter().map(with_grants).collect::<Vec<_>>())
        })
        .await?;
    let page = Page::of(
        accounts,
        query.limit,
        |(key, account)| (key.clone(), account.id),
        |(_, account)| account,
    )?;
    Ok(Reply::private_page(page))
}

/// Read an account
///
/// Everyone may read their own; administrators any.
#[utoipa::path(
    tag = "accounts",
    params(("id" = Id, Path, description = "The account's id.", example = "019aa0c8-5b1f-7a52-9d0e-7f3b1c2a4d5e")),
    responses((status = 200, description = "The account.", body = AccountView)),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({
        "administrator": "any", "account": "own",
    }))),
)]
#[get("/v1/accounts/{id}")]
async fn read_account(caller: SignedIn, id: Path<Id>, database: Data<Database>) -> Result<Reply<AccountView>, Error> {
    let id = id.into_inner();
    let unknown = || NOT_FOUND.problem("There is no account with this id.");
    if id != caller.account() && !caller.reach().is_everywhere() {
        return Err(unknown().into());
    }
    let account = database
        .read(move |c| {
            let Some(account) = store::find(c, id)? else {
                return Ok(None);
            };
            Ok(Some(AccountView::new(account, store::grants_of(c, id)?)))
        })
        .await?;
    Ok(Reply::private(account.ok_or_else(unknown)?))
}
