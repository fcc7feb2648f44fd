//! Clubs' contacts in the database.

use std::collections::HashSet;

use diesel::prelude::*;

use crate::clubs::contacts::{Contact, Contacts};
use crate::db::Conn;
use crate::db::schema::contacts;
use crate::values::error::Error;
use crate::values::id::ClubId;

const CHAIRPERSON: &str = "chairperson";
const SECRETARY: &str = "secretary";
const EDUCATOR_IN_CHARGE: &str = "educator_in_charge";

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = contacts)]
struct ContactRow {
    club_id: ClubId,
    role: String,
    #[diesel(embed)]
    contact: Contact,
}

/// The contacts of a club; none of one that is not there.
pub fn find(c: &mut Conn, club: ClubId) -> Result<Contacts, Error> {
    let of_club = contacts::table.filter(contacts::club_id.eq(club));
    let rows: Vec<ContactRow> = of_club.select(ContactRow::as_select()).load(c)?;
    let mut all = Contacts::default();
    for ContactRow { role, contact, .. } in rows {
        match role.as_str() {
            CHAIRPERSON => all.chairperson = Some(contact),
            SECRETARY => all.secretary = Some(contact),
            EDUCATOR_IN_CHARGE => all.educator_in_charge = Some(contact),
            _ => return Err(Error::Internal(format!("club {club}: its {role}"))),
        }
    }
    Ok(all)
}

/// The clubs that have an educator in charge.
pub fn with_educator(c: &mut Conn) -> Result<HashSet<ClubId>, Error> {
    let educators = contacts::table.filter(contacts::role.eq(EDUCATOR_IN_CHARGE));
    let clubs: Vec<ClubId> = educators.select(contacts::club_id).load(c)?;
    Ok(clubs.into_iter().collect())
}

/// Keeps the contacts of a club in place of those that it had.
pub fn keep(c: &mut Conn, club: ClubId, all: &Contacts) -> Result<(), Error> {
    diesel::delete(contacts::table.filter(contacts::club_id.eq(club))).execute(c)?;
    let roles = [
        (CHAIRPERSON, &all.chairperson),
        (SECRETARY, &all.secretary),
        (EDUCATOR_IN_CHARGE, &all.educator_in_charge),
    ];
    for (role, contact) in roles {
        let Some(contact) = contact.clone() else { continue };
        let row = ContactRow {
            club_id: club,
            role: role.to_owned(),
            contact,
        };
        diesel::insert_into(contacts::table).values(row).execute(c)?;
    }
    Ok(())
}
