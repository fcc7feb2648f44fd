//! The criteria set for a gaming year: loaded, decided and saved.

use crate::accounts::Caller;
use crate::colours::criteria::rules::{Criteria, NewCriteria};
use crate::colours::criteria::store;
use crate::db::Conn;
use crate::db::audit::Change;
use crate::federation;
use crate::operations::Operation;
use crate::values::error::Error;

/// Sets the criteria from a gaming year on. Until colours are proposed by them they can be set anew.
pub fn set(c: &mut Conn, by: &Caller, new: NewCriteria) -> Result<Criteria, Error> {
    const ACTION: Operation = Operation::create_colours_criteria;
    let all = store::list(c)?;
    let calendar = federation::store::calendar(c)?;
    let first = new.first_day(&calendar, by.today())?;
    // They may have been set for it when it was to begin on another day.
    let of_year = all.iter().filter(|known| known.first_year(&calendar) == new.year);
    let before = of_year.max_by_key(|known| known.valid_from);
    let version = match before {
        Some(before) if store::are_used(c, before.version)? => return Err(new.in_use().into()),
        Some(before) => before.version,
        None => all.last().map_or(1, |last| last.version + 1),
    };
    let after = Criteria::of_version(new, version, first);
    store::keep(c, &after)?;
    let change = match before {
        Some(before) => Change::altered(ACTION, "colours_criteria", version, before, &after)?,
        None => Change::created(ACTION, "colours_criteria", version, &after)?,
    };
    by.audit(c, change)?;
    Ok(after)
}
