//! Sessions and refresh tokens in the database.

use std::collections::BTreeMap;
use std::net::IpAddr;

use diesel::dsl::count_star;
use diesel::prelude::*;

use crate::accounts::authorizations;
use crate::accounts::sessions::Session;
use crate::accounts::tokens::{BROWSER_DAYS, Bearer, SESSION_DAYS, stored_form};
use crate::db::schema::{authorization_codes, refresh_tokens, sessions};
use crate::db::{ALL, Conn};
use crate::operations::Scopes;
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::{AccountId, ApplicationId, SessionId};

/// Keeps a new session.
pub fn insert_session(
    c: &mut Conn,
    Bearer { account, session }: Bearer,
    now: Timestamp,
    network: IpAddr,
) -> Result<(), Error> {
    diesel::insert_into(sessions::table)
        .values((
            sessions::id.eq(session),
            sessions::account_id.eq(account),
            sessions::started_at.eq(now),
            sessions::network.eq(network.to_string()),
        ))
        .execute(c)?;
    Ok(())
}

/// Keeps the secret by which a browser goes on with a session.
pub fn set_cookie(c: &mut Conn, session: SessionId, secret: &str) -> Result<(), Error> {
    diesel::update(sessions::table.find(session))
        .set(sessions::cookie_hash.eq(stored_form(secret)))
        .execute(c)?;
    Ok(())
}

/// Keeps for which application a session is, and within which scopes it acts in it.
pub fn set_application(
    c: &mut Conn,
    session: SessionId,
    application: ApplicationId,
    scopes: &Scopes,
) -> Result<(), Error> {
    diesel::update(sessions::table.find(session))
        .set((
            sessions::application_id.eq(application),
            sessions::scopes.eq(scopes.to_string()),
        ))
        .execute(c)?;
    Ok(())
}

/// The account and the session that a browser's secret speaks for, unless it is too old.
pub fn find_by_cookie(c: &mut Conn, secret: &str, now: Timestamp) -> Result<Option<Bearer>, Error> {
    let session = sessions::table
        .filter(sessions::cookie_hash.eq(stored_form(secret)))
        .filter(sessions::started_at.gt(now.before(BROWSER_DAYS)))
        .select(Session::as_select());
    let session = session.first(c).optional()?;
    Ok(session.map(|session| Bearer {
        account: session.account,
        session: session.id,
    }))
}

/// Ends a session; false if it had ended.
pub(crate) fn end_session(c: &mut Conn, id: SessionId, now: Timestamp) -> Result<bool, Error> {
    let ended = diesel::update(sessions::table.find(id).filter(sessions::ended_at.is_null()))
        .set(sessions::ended_at.eq(now))
        .execute(c)?;
    Ok(ended == 1)
}

/// Ends the sessions of an account but that one, and says how many those were. The codes for which applications would begin
/// others go with them.
pub fn end_sessions(
    c: &mut Conn,
    account: AccountId,
    except: Option<SessionId>,
    now: Timestamp,
) -> Result<usize, Error> {
    authorizations::store::delete(c, account)?;
    let mut ended = Vec::new();
    for session in list_open(c, account, now, None, ALL)? {
        if except != Some(session.id) && end_session(c, session.id, now)? {
            ended.push(session.id);
        }
    }
    Ok(ended.len())
}

/// Ends the sessions in which that application acts for people.
pub fn end_sessions_of_application(c: &mut Conn, id: ApplicationId, now: Timestamp) -> Result<(), Error> {
    let open = sessions::table
        .filter(sessions::application_id.eq(id))
        .filter(sessions::ended_at.is_null());
    diesel::update(open).set(sessions::ended_at.eq(now)).execute(c)?;
    Ok(())
}

/// The number of sessions in which each of these applications acts for people; those that act for nobody are left out.
pub fn count_open_of(
    c: &mut Conn,
    of: &[ApplicationId],
    now: Timestamp,
) -> Result<BTreeMap<ApplicationId, i64>, Error> {
    let open = sessions::table
        .filter(sessions::application_id.eq_any(of))
        .filter(sessions::ended_at.is_null())
        .filter(sessions::started_at.gt(now.before(SESSION_DAYS)))
        .group_by(sessions::application_id)
        .select((sessions::application_id, count_star()));
    let counted: Vec<(Option<ApplicationId>, i64)> = open.load(c)?;
    Ok(counted
        .into_iter()
        .filter_map(|(application, count)| Some((application?, count)))
        .collect())
}

/// Whether the session is the account's own, no application's, and has not ended.
pub(crate) fn is_open(c: &mut Conn, Bearer { account, session }: Bearer, now: Timestamp) -> Result<bool, Error> {
    let open = sessions::table
        .find(session)
        .filter(sessions::account_id.eq(account))
        .filter(sessions::application_id.is_null())
        .filter(sessions::ended_at.is_null())
        .filter(sessions::started_at.gt(now.before(SESSION_DAYS)));
    Ok(diesel::select(diesel::dsl::exists(open)).get_result(c)?)
}

/// The session of that id.
pub fn find_session(c: &mut Conn, id: SessionId) -> Result<Option<Session>, Error> {
    let session = sessions::table.find(id).select(Session::as_select());
    Ok(session.first(c).optional()?)
}

/// The sessions of the account that have not ended, after the one of that id; the oldest first.
pub(crate) fn list_open(
    c: &mut Conn,
    account: AccountId,
    now: Timestamp,
    after: Option<SessionId>,
    rows: i64,
) -> Result<Vec<Session>, Error> {
    // A browser's is over earlier.
    let lasts = sessions::cookie_hash
        .is_null()
        .or(sessions::started_at.gt(now.before(BROWSER_DAYS)));
    let mut open = sessions::table
        .filter(sessions::account_id.eq(account))
        .filter(sessions::ended_at.is_null())
        .filter(sessions::started_at.gt(now.before(SESSION_DAYS)))
        .filter(lasts)
        .select(Session::as_select())
        .order(sessions::id)
        .limit(rows)
        .into_boxed();
    if let Some(after) = after {
        open = open.filter(sessions::id.gt(after));
    }
    Ok(open.load(c)?)
}

/// Takes away the sessions whose time is over, with their tokens. One that was ended is kept until then, so that its tokens
/// go on being known.
pub fn clear(c: &mut Conn, now: Timestamp) -> Result<(), Error> {
    let over = sessions::table
        .filter(sessions::started_at.le(now.before(SESSION_DAYS)))
        .select(sessions::id);
    let codes =
        authorization_codes::table.filter(authorization_codes::session_id.eq_any(over.select(sessions::id.nullable())));
    diesel::delete(codes).execute(c)?;
    diesel::delete(refresh_tokens::table.filter(refresh_tokens::session_id.eq_any(over))).execute(c)?;
    diesel::delete(sessions::table.filter(sessions::started_at.le(now.before(SESSION_DAYS)))).execute(c)?;
    Ok(())
}

/// A refresh token as it is stored, with its session.
#[derive(Queryable, Selectable)]
#[diesel(table_name = refresh_tokens)]
pub struct RefreshTokenRow {
    #[diesel(column_name = session_id)]
    pub(crate) session: SessionId,
    #[diesel(select_expression = sessions::account_id)]
    pub(crate) account: AccountId,
    /// The application that acts in the session, and its scopes; none in a person's own.
    #[diesel(select_expression = sessions::application_id)]
    pub(crate) application: Option<ApplicationId>,
    #[diesel(select_expression = sessions::scopes)]
    pub(crate) scopes: Option<String>,
    pub(crate) issued_at: Timestamp,
    pub(crate) expires_at: Timestamp,
    pub(crate) used_at: Option<Timestamp>,
    #[diesel(select_expression = sessions::started_at)]
    pub(crate) session_started_at: Timestamp,
    #[diesel(select_expression = sessions::ended_at)]
    pub(crate) session_ended_at: Option<Timestamp>,
}

impl RefreshTokenRow {
    /// Whether it can be used at that time.
    pub fn is_good_at(&self, now: Timestamp) -> bool {
        self.used_at.is_none() && self.session_ended_at.is_none() && now < self.expires_at
    }
}

/// Keeps a new refresh token of a session.
pub fn insert_refresh_token(
    c: &mut Conn,
    token: &str,
    session: SessionId,
    now: Timestamp,
    expires_at: Timestamp,
) -> Result<(), Error> {
    diesel::insert_into(refresh_tokens::table)
        .values((
            refresh_tokens::hash.eq(stored_form(token)),
            refresh_tokens::session_id.eq(session),
            refresh_tokens::issued_at.eq(now),
            refresh_tokens::expires_at.eq(expires_at),
        ))
        .execute(c)?;
    Ok(())
}

/// The refresh token of that hash.
pub fn find_refresh_token(c: &mut Conn, hash: &str) -> Result<Option<RefreshTokenRow>, Error> {
    let token = refresh_tokens::table
        .inner_join(sessions::table)
        .filter(refresh_tokens::hash.eq(hash))
        .select(RefreshTokenRow::as_select());
    Ok(token.first(c).optional()?)
}

/// Keeps that a refresh token was used up.
pub fn spend_refresh_token(c: &mut Conn, hash: &str, now: Timestamp) -> Result<(), Error> {
    diesel::update(refresh_tokens::table.find(hash))
        .set(refresh_tokens::used_at.eq(now))
        .execute(c)?;
    Ok(())
}
