//! Equipment specifications: loaded, decided and saved.

use crate::accounts::Caller;
use crate::db::Conn;
use crate::db::audit::Change;
use crate::operations::Operation;
use crate::tournaments::equipment_specifications::{EquipmentSpecification, store};
use crate::values::error::Error;

/// Sets a specification from a day on; all of its level and board as they are then.
pub fn set(c: &mut Conn, by: &Caller, new: EquipmentSpecification) -> Result<Vec<EquipmentSpecification>, Error> {
    let (level, board) = (new.level, new.board);
    let mut before = store::list(c)?;
    before.retain(|one| one.level == level && one.board == board);
    let after = new.set(&before, by.today())?;
    store::keep(c, level, board, &after)?;
    let id = format!("{} {board}", level.as_str());
    let change = Change::altered(
        Operation::create_equipment_specification,
        "equipment_specification",
        id,
        &before,
        &after,
    )?;
    by.audit(c, change)?;
    Ok(after)
}
