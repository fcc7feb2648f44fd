//! Personal tokens: made, listed and revoked, and their use kept.

use crate::accounts::personal_tokens::{PREFIX, PersonalToken, store};
use crate::accounts::tokens::stored_form;
use crate::accounts::{self, Caller};
use crate::db::Conn;
use crate::db::audit::Change;
use crate::values::error::{Error, NOT_FOUND};
use crate::values::id::{AccountId, PersonalTokenId};
use crate::values::random;
use crate::web::context::Context;

/// A token that nobody has, and its stored form.
pub(crate) fn fresh() -> (String, String) {
    let told = format!("{PREFIX}{}", random::secret());
    let hash = stored_form(&told);
    (told, hash)
}

/// Keeps a new token of the caller's.
pub(crate) fn create(c: &mut Conn, by: &Caller, token: &PersonalToken) -> Result<(), Error> {
    store::insert(c, token)?;
    by.audit(
        c,
        Change::created("create_personal_token", "personal_token", token.id, token)?,
    )
}

/// The tokens of an account, for its owner and for administrators.
pub(crate) fn list(c: &mut Conn, by: &Caller, account: AccountId) -> Result<Vec<PersonalToken>, Error> {
    accounts::use_cases::readable(c, by, account)?;
    store::list(c, account)
}

/// Revokes a token, the caller's own or, by an administrator, any.
pub(crate) fn revoke(c: &mut Conn, by: &Caller, id: PersonalTokenId) -> Result<PersonalToken, Error> {
    let unknown = || NOT_FOUND.problem("There is no personal token with this id.");
    let before = store::find(c, id)?.ok_or_else(unknown)?;
    if before.account != by.account && !by.reach.is_everywhere() {
        return Err(unknown().into());
    }
    let after = before.clone().revoked(by.now)?;
    store::update(c, &after)?;
    by.audit(
        c,
        Change::altered(
            "create_personal_token_revocation",
            "personal_token",
            id,
            &before,
            &after,
        )?,
    )?;
    Ok(after)
}

/// Keeps that a token was used. What it is used for does not wait for room to write that.
pub(crate) async fn keep_use(context: Context, id: PersonalTokenId) {
    let now = context.now();
    if let Err(error) = context.write(move |c| store::keep_use(c, id, now)).await {
        tracing::warn!(%error, "the use of a personal token could not be kept");
    }
}
