//! Sessions: listed and ended, by their owner or an administrator.

use serde_json::json;

use crate::accounts::sessions::Session;
use crate::accounts::{self, AccountRefusal, Caller, tokens};
use crate::db::Conn;
use crate::db::audit::Change;
use crate::values::error::{Error, NOT_FOUND};
use crate::values::id::{AccountId, SessionId};

/// The open sessions of an account after the one of that id, for its owner and for administrators.
pub(crate) fn list(
    c: &mut Conn,
    by: &Caller,
    account: AccountId,
    after: Option<SessionId>,
    rows: i64,
) -> Result<Vec<Session>, Error> {
    accounts::use_cases::readable(c, by, account)?;
    tokens::store::list_open(c, account, by.now, after, rows)
}

/// Ends a session, the caller's own or, by an administrator, any. Its tokens are worth nothing from then on.
pub(crate) fn end(c: &mut Conn, by: &Caller, id: SessionId) -> Result<Session, Error> {
    let unknown = || NOT_FOUND.problem("There is no session with this id.");
    let session = tokens::store::find_session(c, id)?.ok_or_else(unknown)?;
    if session.account != by.account && !by.reach.is_everywhere() {
        return Err(unknown().into());
    }
    if !tokens::store::end_session(c, id, by.now)? {
        return Err(AccountRefusal::SessionEnded.into());
    }
    let (before, after) = (json!({ "ended_at": null }), json!({ "ended_at": by.now }));
    by.audit(
        c,
        Change::altered("create_session_ending", "session", id, &before, &after)?,
    )?;
    Ok(Session {
        ended_at: Some(by.now),
        ..session
    })
}
