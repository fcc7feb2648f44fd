//! The rotation of signing keys.

use chrono::TimeDelta;

use crate::accounts::keys::{SigningKey, store};
use crate::db::Conn;
use crate::db::audit::{self, Actor, Change};
use crate::operations::Operation;
use crate::values::clock::Timestamp;
use crate::values::error::Error;

/// Keeps a new key, which signs from now on.
pub fn create(c: &mut Conn, now: Timestamp, actor: &Actor) -> Result<SigningKey, Error> {
    let newest = store::list(c)?.first().map(|key| key.created_at);
    // Of two made in the same instant the later one is the newer.
    let instant = TimeDelta::microseconds(1);
    let key = SigningKey::generate(newest.map_or(now, |newest| now.max(newest.after(instant))))?;
    store::insert(c, &key)?;
    let change = Change::created(Operation::create_signing_key, "signing_key", &key.kid, &key.named())?;
    audit::append(c, now, actor, change)?;
    Ok(key)
}
