//! Sessions and refresh tokens in the database.

use diesel::prelude::*;

use crate::accounts::tokens::{Bearer, REFRESH_DAYS, stored_form};
use crate::db::Conn;
use crate::db::schema::{refresh_tokens, sessions};
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::{AccountId, SessionId};

/// Keeps a new session.
pub(crate) fn insert_session(c: &mut Conn, Bearer { account, session }: Bearer, now: Timestamp) -> Result<(), Error> {
    diesel::insert_into(sessions::table)
        .values((
            sessions::id.eq(session),
            sessions::account_id.eq(account),
            sessions::started_at.eq(now),
        ))
        .execute(c)?;
    Ok(())
}

/// Ends a session; false if it had ended.
pub(crate) fn end_session(c: &mut Conn, id: SessionId, now: Timestamp) -> Result<bool, Error> {
    let ended = diesel::update(sessions::table.find(id).filter(sessions::ended_at.is_null()))
        .set(sessions::ended_at.eq(now))
        .execute(c)?;
    Ok(ended == 1)
}

/// Whether the session is the account's own and has not ended.
pub(crate) fn is_open(c: &mut Conn, Bearer { account, session }: Bearer) -> Result<bool, Error> {
    let open = sessions::table
        .find(session)
        .filter(sessions::account_id.eq(account))
        .filter(sessions::ended_at.is_null());
    Ok(diesel::select(diesel::dsl::exists(open)).get_result(c)?)
}

/// A refresh token as it is stored, with its session.
#[derive(Queryable, Selectable)]
#[diesel(table_name = refresh_tokens)]
pub(crate) struct RefreshTokenRow {
    #[diesel(column_name = session_id)]
    pub(crate) session: SessionId,
    #[diesel(select_expression = sessions::account_id)]
    pub(crate) account: AccountId,
    pub(crate) expires_at: Timestamp,
    pub(crate) used_at: Option<Timestamp>,
    #[diesel(select_expression = sessions::ended_at)]
    pub(crate) session_ended_at: Option<Timestamp>,
}

/// Keeps a new refresh token of a session.
pub(crate) fn insert_refresh_token(c: &mut Conn, token: &str, session: SessionId, now: Timestamp) -> Result<(), Error> {
    diesel::insert_into(refresh_tokens::table)
        .values((
            refresh_tokens::hash.eq(stored_form(token)),
            refresh_tokens::session_id.eq(session),
            refresh_tokens::issued_at.eq(now),
            refresh_tokens::expires_at.eq(now.after(REFRESH_DAYS)),
        ))
        .execute(c)?;
    Ok(())
}

/// The refresh token of that hash.
pub(crate) fn find_refresh_token(c: &mut Conn, hash: &str) -> Result<Option<RefreshTokenRow>, Error> {
    let token = refresh_tokens::table
        .inner_join(sessions::table)
        .filter(refresh_tokens::hash.eq(hash))
        .select(RefreshTokenRow::as_select());
    Ok(token.first(c).optional()?)
}

/// Keeps that a refresh token was used up.
pub(crate) fn spend_refresh_token(c: &mut Conn, hash: &str, now: Timestamp) -> Result<(), Error> {
    diesel::update(refresh_tokens::table.find(hash))
        .set(refresh_tokens::used_at.eq(now))
        .execute(c)?;
    Ok(())
}
