//! Sessions as people see them: where one has signed in, and which applications act for one, each ended from elsewhere.

pub(crate) mod routes;
pub mod use_cases;

use diesel::{Queryable, Selectable};

use crate::accounts::applications::Application;
use crate::accounts::tokens::{BROWSER_DAYS, SESSION_DAYS};
use crate::operations::Scopes;
use crate::values::clock::Timestamp;
use crate::values::id::{AccountId, ApplicationId, SessionId};

/// A session: one sign-in, and all that was refreshed from it; or all that an application does for somebody who has let it act.
#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = crate::db::schema::sessions)]
pub struct Session {
    pub id: SessionId,
    #[diesel(column_name = account_id)]
    pub account: AccountId,
    pub started_at: Timestamp,
    pub ended_at: Option<Timestamp>,
    /// The network that signed in; of an older session it is not known.
    pub network: Option<String>,
    /// The digest of a browser's secret; of a program's session there is none.
    #[diesel(column_name = cookie_hash)]
    cookie: Option<String>,
    /// The application that acts in it; none in a person's own.
    #[diesel(column_name = application_id)]
    pub application: Option<ApplicationId>,
    scopes: Option<String>,
}

/// A session, and the application that acts in it, if one does.
pub struct SessionRecord {
    pub session: Session,
    pub application: Option<Application>,
}

impl Session {
    /// Whether somebody signed in with a browser.
    pub fn is_of_browser(&self) -> bool {
        self.cookie.is_some()
    }

    /// The scopes within which an application acts in it.
    pub fn scopes(&self) -> Scopes {
        Scopes::kept(self.scopes.as_deref().unwrap_or_default())
    }

    /// The time at which it ends, if it was not ended before.
    pub fn expires_at(&self) -> Timestamp {
        self.started_at.after(if self.is_of_browser() {
            BROWSER_DAYS
        } else {
            SESSION_DAYS
        })
    }
}
