//! Holds: things that others leave as they are while work that takes several transactions is not done with them.
//!
//! Writes are serializable, and every one tells the [audit trail](crate::db::audit) what it changes. So whoever writes after
//! a hold was committed meets it there, and is told to come back; and what was read after it is still true when the holder
//! writes.

use diesel::prelude::*;

use crate::db::audit::Change;
use crate::db::schema::holds;
use crate::db::{BATCH, Conn};
use crate::on_either;
use crate::values::error::Error;
use crate::values::id::Id;

/// The subjects of which a change may concern what is held: those that an import writes. A game or a result is none.
const SUBJECTS: [&str; 4] = ["affiliation", "club", "player", "registration"];

/// Holds what is named so. It comes to hold nothing of it if others hold some.
///
/// # Errors
/// Another one holds some of it.
pub fn hold(c: &mut Conn, holder: Id, names: &[String]) -> Result<(), Error> {
    for names in names.chunks(BATCH) {
        refuse(c, names)?;
        let rows: Vec<_> = names
            .iter()
            .map(|name| (holds::name.eq(name), holds::holder_id.eq(holder)))
            .collect();
        on_either!(&mut *c, c => diesel::insert_into(holds::table).values(&rows).execute(c))?;
    }
    Ok(())
}

/// Lets go of what is named so.
pub fn release(c: &mut Conn, holder: Id, names: &[String]) -> Result<(), Error> {
    for names in names.chunks(BATCH) {
        let own = holds::holder_id.eq(holder).and(holds::name.eq_any(names));
        diesel::delete(holds::table.filter(own)).execute(c)?;
    }
    Ok(())
}

/// Lets go of so many things; whether there may be more.
pub fn release_some(c: &mut Conn, holder: Id, most: i64) -> Result<bool, Error> {
    let own = holds::table.filter(holds::holder_id.eq(holder));
    let names: Vec<String> = own.select(holds::name).limit(most).load(c)?;
    release(c, holder, &names)?;
    Ok(!names.is_empty())
}

/// Refuses changes of what is held, until it is let go.
pub fn refuse_held(c: &mut Conn, changes: &[Change<'_>]) -> Result<(), Error> {
    let concerned = changes.iter().filter(|change| SUBJECTS.contains(&change.subject()));
    let texts: Vec<&str> = concerned.flat_map(Change::texts).collect();
    texts.chunks(BATCH).try_for_each(|texts| refuse(c, texts))
}

fn refuse(c: &mut Conn, names: &[impl AsRef<str>]) -> Result<(), Error> {
    let names = names.iter().map(AsRef::as_ref);
    let held = holds::table.filter(holds::name.eq_any(names));
    if diesel::select(diesel::dsl::exists(held)).get_result(c)? {
        return Err(Error::Unavailable("an import holds what is to be changed".to_owned()));
    }
    Ok(())
}
