//! Personal tokens in the database.

use diesel::prelude::*;

use crate::accounts::personal_tokens::PersonalToken;
use crate::db::Conn;
use crate::db::schema::personal_tokens;
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::{AccountId, PersonalTokenId};

/// Keeps a new token.
pub(crate) fn insert(c: &mut Conn, token: &PersonalToken) -> Result<(), Error> {
    diesel::insert_into(personal_tokens::table).values(token).execute(c)?;
    Ok(())
}

/// Keeps that a token was revoked.
pub(crate) fn update(c: &mut Conn, token: &PersonalToken) -> Result<(), Error> {
    diesel::update(personal_tokens::table.find(token.id))
        .set(personal_tokens::revoked_at.eq(token.revoked_at))
        .execute(c)?;
    Ok(())
}

/// Keeps when a token was last used.
pub(crate) fn keep_use(c: &mut Conn, id: PersonalTokenId, now: Timestamp) -> Result<(), Error> {
    diesel::update(personal_tokens::table.find(id))
        .set(personal_tokens::last_used_at.eq(now))
        .execute(c)?;
    Ok(())
}

/// Takes an account's tokens away.
pub(crate) fn delete(c: &mut Conn, account: AccountId) -> Result<(), Error> {
    diesel::delete(personal_tokens::table.filter(personal_tokens::account_id.eq(account))).execute(c)?;
    Ok(())
}

/// The token of that id.
pub(crate) fn find(c: &mut Conn, id: PersonalTokenId) -> Result<Option<PersonalToken>, Error> {
    let token = personal_tokens::table.find(id).select(PersonalToken::as_select());
    Ok(token.first(c).optional()?)
}

/// The token of that stored form.
pub(crate) fn find_by_hash(c: &mut Conn, hash: &str) -> Result<Option<PersonalToken>, Error> {
    let token = personal_tokens::table.filter(personal_tokens::hash.eq(hash));
    Ok(token.select(PersonalToken::as_select()).first(c).optional()?)
}

/// The tokens of an account after the one of that id, the oldest first, revoked and expired ones included.
pub(crate) fn list(
    c: &mut Conn,
    account: AccountId,
    after: Option<PersonalTokenId>,
    rows: i64,
) -> Result<Vec<PersonalToken>, Error> {
    let mut of_account = personal_tokens::table
        .filter(personal_tokens::account_id.eq(account))
        .select(PersonalToken::as_select())
        .order(personal_tokens::id)
        .limit(rows)
        .into_boxed();
    if let Some(after) = after {
        of_account = of_account.filter(personal_tokens::id.gt(after));
    }
    Ok(of_account.load(c)?)
}
