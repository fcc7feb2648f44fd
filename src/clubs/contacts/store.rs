//! Clubs' contacts in the database.

use std::collections::HashSet;

use diesel::prelude::*;

use crate::accounts::Email;
use crate::clubs::contacts::{Contact, Contacts, Phone};
use crate::db::Conn;
use crate::db::schema::contacts;
use crate::values::error::Error;
use crate::values::id::Id;

const CHAIRPERSON: &str = "chairperson";
const SECRETARY: &str = "secretary";
const EDUCATOR_IN_CHARGE: &str = "educator_in_charge";

#[derive(Queryable, Insertable)]
#[diesel(table_name = contacts)]
struct Row {
    club_id: Id,
    role: String,
    name: String,
    email: Option<String>,
    phone: Option<String>,
}

/// The contacts of a club; none of one that is not there.
pub(crate) fn find(c: &mut Conn, club: Id) -> Result<Contacts, Error> {
    let rows: Vec<Row> = contacts::table.filter(contacts::club_id.eq(club)).load(c)?;
    let mut all = Contacts::default();
    for Row {
        role,
        name,
        email,
        phone,
        ..
    } in rows
    {
        let wrong = || Error::Internal(format!("club {club}: its {role}"));
        let email = email.as_deref().map(Email::parse).transpose().map_err(|_| wrong())?;
        let phone = phone.as_deref().map(Phone::parse).transpose().map_err(|_| wrong())?;
        let contact = Some(Contact { name, email, phone });
        match role.as_str() {
            CHAIRPERSON => all.chairperson = contact,
            SECRETARY => all.secretary = contact,
            EDUCATOR_IN_CHARGE => all.educator_in_charge = contact,
            _ => return Err(wrong()),
        }
    }
    Ok(all)
}

/// The clubs that have an educator in charge.
pub(crate) fn with_educator(c: &mut Conn) -> Result<HashSet<Id>, Error> {
    let educators = contacts::table.filter(contacts::role.eq(EDUCATOR_IN_CHARGE));
    let clubs: Vec<Id> = educators.select(contacts::club_id).load(c)?;
    Ok(clubs.into_iter().collect())
}

/// Keeps the contacts of a club in place of those that it had.
pub(crate) fn keep(c: &mut Conn, club: Id, all: &Contacts) -> Result<(), Error> {
    diesel::delete(contacts::table.filter(contacts::club_id.eq(club))).execute(c)?;
    let roles = [
        (CHAIRPERSON, &all.chairperson),
        (SECRETARY, &all.secretary),
        (EDUCATOR_IN_CHARGE, &all.educator_in_charge),
    ];
    for (role, contact) in roles {
        let Some(Contact { name, email, phone }) = contact else {
            continue;
        };
        let row = Row {
            club_id: club,
            role: role.to_owned(),
            name: name.clone(),
            email: email.as_ref().map(|email| email.as_str().to_owned()),
            phone: phone.as_ref().map(|phone| phone.as_str().to_owned()),
        };
        diesel::insert_into(contacts::table).values(&row).execute(c)?;
    }
    Ok(())
}
