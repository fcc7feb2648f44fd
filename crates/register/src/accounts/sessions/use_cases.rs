//! Sessions: listed and ended, by their owner or an administrator.

use serde_json::json;

use crate::accounts::sessions::{Session, SessionRecord};
use crate::accounts::{self, AccountRefusal, Caller, applications, tokens};
use crate::db::Conn;
use crate::db::audit::Change;
use crate::operations::Operation;
use crate::values::error::{Error, NOT_FOUND};
use crate::values::id::{AccountId, ApplicationId, SessionId};

/// The open sessions of an account after the one of that id, for its owner and for administrators.
pub fn list(
    c: &mut Conn,
    by: &Caller,
    account: AccountId,
    after: Option<SessionId>,
    rows: i64,
) -> Result<Vec<SessionRecord>, Error> {
    accounts::use_cases::readable(c, by, account)?;
    let sessions = tokens::store::list_open(c, account, by.now, after, rows)?;
    records(c, sessions)
}

fn records(c: &mut Conn, sessions: Vec<Session>) -> Result<Vec<SessionRecord>, Error> {
    let acting: Vec<ApplicationId> = sessions.iter().filter_map(|session| session.application).collect();
    let applications = if acting.is_empty() {
        Vec::new()
    } else {
        applications::store::find_all(c, &acting)?
    };
    let of = |session: &Session| applications.iter().find(|one| Some(one.id) == session.application);
    let record = |session: Session| SessionRecord {
        application: of(&session).cloned(),
        session,
    };
    Ok(sessions.into_iter().map(record).collect())
}

/// Ends a session, the caller's own or, by an administrator, any. Its tokens are worth nothing from then on.
pub fn end(c: &mut Conn, by: &Caller, id: SessionId) -> Result<SessionRecord, Error> {
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
        Change::altered(Operation::create_session_ending, "session", id, &before, &after)?,
    )?;
    let application = match session.application {
        Some(application) => applications::store::find(c, application)?,
        None => None,
    };
    Ok(SessionRecord {
        session: Session {
            ended_at: Some(by.now),
            ..session
        },
        application,
    })
}
