//! Personal tokens over HTTP.

use actix_web::web::Path;
use actix_web::{get, post};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::caller::SignedIn;
use crate::accounts::personal_tokens::{PersonalToken, use_cases};
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::{AccountId, PersonalTokenId};
use crate::values::validation::Day;
use crate::web::body::{Body, Query};
use crate::web::list::List;
use crate::web::openapi::Routes;
use crate::web::pagination::{Page, PageQuery};
use crate::web::response::Response;
use crate::web::scopes::Scope;

pub(crate) fn configure(config: &mut impl Routes) {
    config
        .service(create_personal_token)
        .service(list_personal_tokens)
        .service(create_personal_token_revocation);
}

/// A personal token as it is asked for.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreatePersonalToken {
    /// The name by which you tell it from others.
    #[schema(example = "Nightly list", min_length = 1, max_length = 120)]
    name: String,
    /// The parts of the records that it is let in to, as far as you are.
    #[schema(value_type = Vec<Scope>, min_items = 1, max_items = 8, example = json!(["read:register"]))]
    scopes: List<Scope, 1, 8>,
    /// The last day on which it is good, within a year.
    #[schema(value_type = NaiveDate, example = "2027-05-31")]
    expires_on: Day,
}

/// A personal token, but for what it is.
#[derive(Serialize, ToSchema)]
#[schema(as = PersonalToken)]
struct PersonalTokenView {
    /// Its id.
    #[schema(example = "019aa0da-1b2c-7d3e-8f4a-5b6c7d8e9f0a")]
    id: PersonalTokenId,
    /// The account as which it acts.
    #[schema(example = "019aa0c8-5b1f-7a52-9d0e-7f3b1c2a4d5e")]
    account_id: AccountId,
    /// The name by which its owner tells it from others.
    #[schema(example = "Nightly list")]
    name: String,
    /// The parts of the records that it is let in to.
    #[schema(example = json!(["read:register"]))]
    scopes: Vec<Scope>,
    /// The time at which it was made.
    #[schema(value_type = String, format = DateTime, example = "2026-11-20T08:00:00.000000Z")]
    created_at: Timestamp,
    /// The last day on which it is good.
    #[schema(example = "2027-05-31")]
    expires_on: NaiveDate,
    /// The time at which it was last used, to the hour.
    #[schema(value_type = Option<String>, format = DateTime, example = "2026-11-25T12:00:00.000000Z")]
    last_used_at: Option<Timestamp>,
    /// The time at which it was revoked.
    #[schema(value_type = Option<String>, format = DateTime, example = "2027-01-15T12:30:00.000000Z")]
    revoked_at: Option<Timestamp>,
}

impl From<PersonalToken> for PersonalTokenView {
    fn from(token: PersonalToken) -> PersonalTokenView {
        PersonalTokenView {
            id: token.id,
            account_id: token.account,
            scopes: token.scopes().into_vec(),
            name: token.name,
            created_at: token.created_at,
            expires_on: token.expires_on,
            last_used_at: token.last_used_at,
            revoked_at: token.revoked_at,
        }
    }
}

/// A personal token, and what it is.
#[derive(Serialize, ToSchema)]
struct NewPersonalToken {
    /// The token, but for what it is.
    personal_token: PersonalTokenView,
    /// The token itself: send it as `Authorization: Bearer …`. It is told this once.
    #[schema(example = "frt_q8b0m0m2H2n0mX4cZ6o3bq1f9n7J5w2t8y4u6i0o1p3")]
    token: String,
}

/// Make a personal token
///
/// Your own scripts call with it, as you, within its scopes. It changes no password, second factor or grant, and makes no
/// application and no token. The audit trail names you and the token.
#[utoipa::path(
    tag = "accounts",
    request_body = CreatePersonalToken,
    responses((status = 200, description = "The token, which is not told again.", body = NewPersonalToken)),
)]
#[post("/v1/me/tokens")]
pub(crate) async fn create_personal_token(
    caller: SignedIn,
    Body(asked, _): Body<CreatePersonalToken>,
) -> Result<Response<NewPersonalToken>, Error> {
    let (told, hash) = use_cases::fresh();
    let named = (asked.name.as_str(), &*asked.scopes);
    let token = PersonalToken::parse(caller.account(), hash, named, asked.expires_on.into(), caller.now())?;
    let kept = token.clone();
    caller.write(move |c, by| use_cases::create(c, by, &kept)).await?;
    Ok(Response::private(NewPersonalToken {
        personal_token: token.into(),
        token: told,
    }))
}

/// List an account's personal tokens
///
/// The oldest first; revoked and expired ones too. Everyone may list their own; administrators any.
#[utoipa::path(
    tag = "accounts",
    params(PageQuery),
    responses((status = 200, description = "A page of tokens, but for what they are.", body = Page<PersonalTokenView>)),
)]
#[get("/v1/accounts/{id}/tokens")]
pub(crate) async fn list_personal_tokens(
    caller: SignedIn,
    id: Path<AccountId>,
    Query(query): Query<PageQuery>,
) -> Result<Response<Page<PersonalTokenView>>, Error> {
    let (after, limit) = (query.after()?, query.limit);
    let listed = caller
        .read(move |c, by| use_cases::list(c, by, *id, after, limit.rows()))
        .await?;
    let key = |token: &PersonalToken| token.id;
    Ok(Response::private_page(Page::of(
        listed,
        limit,
        key,
        PersonalTokenView::from,
    )?))
}

/// Revoke a personal token
///
/// It is worth nothing from the next request on. Everyone may revoke their own; administrators any.
#[utoipa::path(
    tag = "accounts",
    responses(
        (status = 200, description = "The token, revoked.", body = PersonalTokenView),
        (status = 409, description = "`credential-revoked`: it was revoked before."),
    ),
)]
#[post("/v1/personal-tokens/{id}/revocations")]
pub(crate) async fn create_personal_token_revocation(
    caller: SignedIn,
    id: Path<PersonalTokenId>,
) -> Result<Response<PersonalTokenView>, Error> {
    let token = caller.write(move |c, by| use_cases::revoke(c, by, *id)).await?;
    Ok(Response::private(PersonalTokenView::from(token)))
}
