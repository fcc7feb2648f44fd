//! Wordings of consents: loaded, decided and saved.

use crate::accounts::Caller;
use crate::db::Conn;
use crate::db::audit::Change;
use crate::operations::Operation;
use crate::players::consent_wordings::{ConsentWording, store};
use crate::values::error::Error;

/// Sets another wording from a day on.
pub fn set(c: &mut Conn, by: &Caller, wording: &ConsentWording) -> Result<(), Error> {
    wording.refuse_past(by.today())?;
    store::insert(c, wording)?;
    let id = format!("{} {}", wording.purpose.as_str(), wording.version);
    by.audit(
        c,
        Change::created(Operation::create_consent_wording, "consent_wording", id, wording)?,
    )
}
