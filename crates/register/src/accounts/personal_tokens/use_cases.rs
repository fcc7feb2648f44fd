//! Personal tokens: made, listed and revoked, and their use kept.

use crate::accounts::personal_tokens::{PREFIX, PersonalToken, store};
use crate::accounts::tokens::stored_form;
use crate::accounts::{self, Caller};
use crate::db::audit::{self, Actor, Change};
use crate::db::{ALL, Conn};
use crate::operations::Operation;
use crate::values::clock::Timestamp;
use crate::values::error::{Error, NOT_FOUND};
use crate::values::id::{AccountId, PersonalTokenId};
use crate::values::random;
use crate::web::context::Context;

/// A token that nobody has, and its stored form.
pub fn fresh() -> (String, String) {
    let told = format!("{PREFIX}{}", random::secret());
    let hash = stored_form(&told);
    (told, hash)
}

/// Keeps a new token of the caller's.
pub fn create(c: &mut Conn, by: &Caller, token: &PersonalToken) -> Result<(), Error> {
    store::insert(c, token)?;
    by.audit(
        c,
        Change::created(Operation::create_personal_token, "personal_token", token.id, token)?,
    )
}

/// The tokens of an account after the one of that id, for its owner and for administrators.
pub fn list(
    c: &mut Conn,
    by: &Caller,
    account: AccountId,
    after: Option<PersonalTokenId>,
    rows: i64,
) -> Result<Vec<PersonalToken>, Error> {
    accounts::use_cases::readable(c, by, account)?;
    store::list(c, account, after, rows)
}

/// Revokes a token, the caller's own or, by an administrator, any.
pub fn revoke(c: &mut Conn, by: &Caller, id: PersonalTokenId) -> Result<PersonalToken, Error> {
    let unknown = || NOT_FOUND.problem("There is no personal token with this id.");
    let before = store::find(c, id)?.ok_or_else(unknown)?;
    if before.account != by.account && !by.reach.is_everywhere() {
        return Err(unknown().into());
    }
    revoke_one(c, by.now, &by.actor, &before)
}

/// Revokes all tokens of an account that are good, and says how many those were.
pub fn revoke_all(c: &mut Conn, now: Timestamp, actor: &Actor, account: AccountId) -> Result<usize, Error> {
    let tokens = store::list(c, account, None, ALL)?.into_iter();
    let good: Vec<PersonalToken> = tokens.filter(|token| token.is_good_at(now)).collect();
    let revoked = good.len();
    for token in good {
        revoke_one(c, now, actor, &token)?;
    }
    Ok(revoked)
}

fn revoke_one(c: &mut Conn, now: Timestamp, actor: &Actor, before: &PersonalToken) -> Result<PersonalToken, Error> {
    let after = before.clone().revoked(now)?;
    store::update(c, &after)?;
    let action = Operation::create_personal_token_revocation;
    let change = Change::altered(action, "personal_token", after.id, before, &after)?;
    audit::append(c, now, actor, change)?;
    Ok(after)
}

/// Keeps that a token was used. What it is used for does not wait for room to write that.
pub async fn keep_use(context: Context, id: PersonalTokenId) {
    let now = context.now();
    if let Err(error) = context.write(move |c| store::keep_use(c, id, now)).await {
        tracing::warn!(%error, "the use of a personal token could not be kept");
    }
}
