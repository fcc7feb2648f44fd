//! Accounts over HTTP.

use actix_web::web::{Data, Path};
use actix_web::{get, post};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::accounts::caller::{Administrator, SignedIn};
use crate::accounts::grants::{self, Grant};
use crate::accounts::password::Hasher;
use crate::accounts::{Account, NewAccount, keys, tokens, use_cases};
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::AccountId;
use crate::web::body::{Body, Query};
use crate::web::openapi::Routes;
use crate::web::pagination::{Page, PageSize, after};
use crate::web::response::{Response, StoredResponse};

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
    /// The name to call the person by.
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
    /// The grants that say what it may do, the oldest first; revoked and expired ones too.
    grants: Vec<Grant>,
}

impl AccountView {
    fn of(account: Account, grants: Vec<Grant>) -> AccountView {
        AccountView {
            id: account.id,
            email: account.email.as_str().to_owned(),
            name: account.name,
            created_at: account.created_at,
            grants,
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
    hasher: Data<Hasher>,
) -> Result<StoredResponse, Error> {
    let NewAccount { email, name, password } = NewAccount::parse(&asked.email, &asked.name, &asked.password)?;
    let hash = hasher.hash(password).await?;
    let account = Account::new(email, name, caller.now());
    caller
        .write_once(request, move |c, by| {
            use_cases::create(c, by.now, &by.actor, &account, &hash)?;
            let location = format!("/v1/accounts/{}", account.id);
            Ok(Response::private(AccountView::of(account.clone(), Vec::new())).created_at(location))
        })
        .await
}

/// The page of accounts to list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct ListAccounts {
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
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any" }))),
)]
#[get("/v1/accounts")]
async fn list_accounts(
    caller: Administrator,
    Query(query): Query<ListAccounts>,
) -> Result<Response<Page<AccountView>>, Error> {
    let (after, limit) = (after(query.cursor.as_deref())?, query.limit);
    let accounts = caller.read(move |c, _| use_cases::list(c, after, limit.rows())).await?;
    Ok(Response::private_page(Page::of(
        accounts,
        limit,
        |(account, _)| (account.email.key(), account.id),
        |(account, grants)| AccountView::of(account, grants),
    )?))
}

/// Read an account
///
/// Everyone may read their own; administrators any.
#[utoipa::path(
    tag = "accounts",
    params(("id" = AccountId, Path, description = "The account's id.", example = "019aa0c8-5b1f-7a52-9d0e-7f3b1c2a4d5e")),
    responses((status = 200, description = "The account.", body = AccountView)),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({
        "administrator": "any", "account": "own",
    }))),
)]
#[get("/v1/accounts/{id}")]
async fn read_account(caller: SignedIn, id: Path<AccountId>) -> Result<Response<AccountView>, Error> {
    let (account, grants) = caller.read(move |c, by| use_cases::read(c, by, *id)).await?;
    Ok(Response::private(AccountView::of(account, grants)))
}
