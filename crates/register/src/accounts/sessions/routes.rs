//! Sessions over HTTP.

use actix_web::web::Path;
use actix_web::{get, post};
use serde::Serialize;
use utoipa::ToSchema;

use crate::accounts::caller::SignedIn;
use crate::accounts::sessions::{SessionRecord, use_cases};
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::{AccountId, ApplicationId, SessionId};
use crate::web::body::Query;
use crate::web::openapi::Routes;
use crate::web::pagination::{Page, PageQuery};
use crate::web::response::Response;
use crate::web::scopes::Scope;

pub(crate) fn configure(config: &mut impl Routes) {
    config.service(list_sessions).service(create_session_ending);
}

/// A session: one sign-in, on one device; or all that an application does for somebody who has let it act.
#[derive(Serialize, ToSchema)]
#[schema(as = Session)]
pub(crate) struct SessionView {
    /// Its id.
    #[schema(example = "019aa0c9-7f3b-7c2a-8d5e-4b6a9c1e2f30")]
    id: SessionId,
    /// The time of the sign-in.
    #[schema(value_type = String, format = DateTime, example = "2026-11-20T08:00:00.000000Z")]
    started_at: Timestamp,
    /// The time at which it ends by itself: 90 days after the sign-in, or 30 in a browser.
    #[schema(value_type = String, format = DateTime, example = "2027-02-18T08:00:00.000000Z")]
    expires_at: Timestamp,
    /// The time at which it was ended.
    #[schema(value_type = Option<String>, format = DateTime, example = "2026-11-21T08:00:00.000000Z")]
    ended_at: Option<Timestamp>,
    /// The network from which somebody signed in, if it was kept.
    #[schema(example = "192.0.2.7")]
    network: Option<String>,
    /// Whether somebody signed in with a browser, to the pages; else it is a program's.
    #[schema(example = false)]
    browser: bool,
    /// Whether it is the session of this request.
    #[schema(example = true)]
    current: bool,
    /// The application that acts in it for the account; none in a session of its owner's.
    application: Option<ActingApplication>,
}

/// An application that acts for somebody.
#[derive(Serialize, ToSchema)]
pub(crate) struct ActingApplication {
    /// Its id, which is also its `client_id`.
    #[schema(example = "019aa0d9-1c2d-7e3f-8a4b-5c6d7e8f9a0b")]
    id: ApplicationId,
    /// The name that whoever answers for it has given it.
    #[schema(example = "League website")]
    name: String,
    /// The parts of the records that it is let in to, as far as the account is.
    #[schema(example = json!(["read:register"]))]
    scopes: Vec<Scope>,
}

impl SessionView {
    pub(crate) fn of(SessionRecord { session, application }: SessionRecord, current: SessionId) -> SessionView {
        let scopes = session.scopes();
        SessionView {
            application: application.map(|application| ActingApplication {
                id: application.id,
                name: application.name,
                scopes: scopes.into_vec(),
            }),
            id: session.id,
            browser: session.is_of_browser(),
            started_at: session.started_at,
            expires_at: session.expires_at(),
            ended_at: session.ended_at,
            current: session.id == current,
            network: session.network,
        }
    }
}

/// List an account's sessions
///
/// Those that have not ended, the oldest first; those of applications that act for the account too. Everyone may list their own; administrators any.
#[utoipa::path(
    tag = "accounts",
    params(PageQuery),
    responses((status = 200, description = "A page of sessions.", body = Page<SessionView>)),
)]
#[get("/v1/accounts/{id}/sessions")]
pub(crate) async fn list_sessions(
    caller: SignedIn,
    id: Path<AccountId>,
    Query(query): Query<PageQuery>,
) -> Result<Response<Page<SessionView>>, Error> {
    let current = caller.session()?;
    let (after, limit) = (query.after()?, query.limit);
    let sessions = caller
        .read(move |c, by| use_cases::list(c, by, *id, after, limit.rows()))
        .await?;
    let view = |record| SessionView::of(record, current);
    Ok(Response::private_page(Page::of(
        sessions,
        limit,
        |record| record.session.id,
        view,
    )?))
}

/// End a session
///
/// Its access token and its refresh token are refused from now on. Everyone may end their own; administrators any.
#[utoipa::path(
    tag = "accounts",
    responses(
        (status = 200, description = "The session, ended.", body = SessionView),
        (status = 409, description = "`session-ended`: it had ended before."),
    ),
)]
#[post("/v1/sessions/{id}/endings")]
pub(crate) async fn create_session_ending(
    caller: SignedIn,
    id: Path<SessionId>,
) -> Result<Response<SessionView>, Error> {
    let current = caller.session()?;
    let session = caller.write(move |c, by| use_cases::end(c, by, *id)).await?;
    Ok(Response::private(SessionView::of(session, current)))
}
