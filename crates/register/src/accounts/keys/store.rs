//! Signing keys in the database.

use diesel::prelude::*;

use crate::accounts::keys::SigningKey;
use crate::db::Conn;
use crate::db::schema::signing_keys;
use crate::values::error::Error;

/// The signing keys, the newest first.
pub fn list(c: &mut Conn) -> Result<Vec<SigningKey>, Error> {
    let all = signing_keys::table
        .select(SigningKey::as_select())
        .order((signing_keys::created_at.desc(), signing_keys::kid));
    Ok(all.load(c)?)
}

/// Keeps a new key.
pub fn insert(c: &mut Conn, key: &SigningKey) -> Result<(), Error> {
    diesel::insert_into(signing_keys::table).values(key).execute(c)?;
    Ok(())
}
