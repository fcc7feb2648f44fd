//! Grants: given, read and taken back.

use crate::accounts::grants::{Grant, store};
use crate::accounts::{self, Caller};
use crate::db::Conn;
use crate::db::audit::{self, Actor, Change};
use crate::operations::Operation;
use crate::values::clock::Timestamp;
use crate::values::error::{Error, NOT_FOUND};
use crate::values::id::GrantId;

/// Gives a grant to an account.
pub fn create(c: &mut Conn, by: &Caller, grant: &Grant) -> Result<(), Error> {
    accounts::store::find(c, grant.account)?.ok_or_else(|| NOT_FOUND.problem("There is no account with this id."))?;
    give(c, by.now, &by.actor, grant)
}

/// Keeps a grant of an account, if what it is for exists.
pub fn give(c: &mut Conn, now: Timestamp, actor: &Actor, grant: &Grant) -> Result<(), Error> {
    store::insert(c, grant)?;
    audit::append(
        c,
        now,
        actor,
        Change::created(Operation::create_grant, "grant", grant.id, grant)?,
    )
}

/// The grant of that id.
pub fn read(c: &mut Conn, id: GrantId) -> Result<Grant, Error> {
    store::find(c, id)?.ok_or_else(|| NOT_FOUND.problem("There is no grant with this id.").into())
}

/// Takes a grant back; not the last by which somebody can grant roles.
pub fn revoke(c: &mut Conn, by: &Caller, id: GrantId) -> Result<Grant, Error> {
    let before = read(c, id)?;
    let after = before.clone().revoked(by.now)?;
    store::update(c, &after)?;
    accounts::use_cases::keep_an_administrator(c, by.now)?;
    by.audit(
        c,
        Change::altered(Operation::create_grant_revocation, "grant", id, &before, &after)?,
    )?;
    Ok(after)
}
