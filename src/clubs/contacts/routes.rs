//! Clubs' contacts over HTTP.

use actix_web::web::{Data, Path};
use actix_web::{get, patch};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::caller::ClubSecretary;
use crate::clubs::contacts::{Contact, Contacts, store};
use crate::clubs::routes::find_within;
use crate::db::Database;
use crate::db::audit::{self, Change};
use crate::values::clock::Clock;
use crate::values::error::Error;
use crate::values::id::Id;
use crate::values::validation::Faults;
use crate::web::merge_patch::Edit;
use crate::web::openapi::Routes;
use crate::web::response::{Answer, Reply};

pub(crate) fn configure(config: &mut impl Routes) {
    config.service(read_club_contacts).service(update_club_contacts);
}

/// Someone who can be reached at a club.
#[derive(Serialize, ToSchema)]
#[schema(as = Contact)]
struct ContactView {
    /// The person's name.
    #[schema(example = "Lindiwe Qwabe")]
    name: String,
    /// An e-mail address, if there is one.
    #[schema(example = "lindiwe@example.org")]
    email: Option<String>,
    /// A telephone number, if there is one; as it was written.
    #[schema(example = "+27 18 381 4200")]
    phone: Option<String>,
}

impl From<Contact> for ContactView {
    fn from(contact: Contact) -> ContactView {
        let email = contact.email.map(|email| email.as_str().to_owned());
        let phone = contact.phone.map(|phone| phone.as_str().to_owned());
        ContactView {
            name: contact.name,
            email,
            phone,
        }
    }
}

/// Whom to reach at a club, as far as that is known.
#[derive(Serialize, ToSchema)]
#[schema(as = Contacts)]
struct ContactsView {
    /// Who leads the club.
    chairperson: Option<ContactView>,
    /// Who does its paperwork.
    secretary: Option<ContactView>,
    /// Who answers for the learners; at a school alone.
    educator_in_charge: Option<ContactView>,
}

impl From<Contacts> for ContactsView {
    fn from(contacts: Contacts) -> ContactsView {
        ContactsView {
            chairperson: contacts.chairperson.map(ContactView::from),
            secretary: contacts.secretary.map(ContactView::from),
            educator_in_charge: contacts.educator_in_charge.map(ContactView::from),
        }
    }
}

/// What may be changed of someone who can be reached.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct UpdateContact {
    /// The person's name; of a new contact it must be given.
    #[schema(required = false, example = "Lindiwe Qwabe", min_length = 1, max_length = 200)]
    name: String,
    /// An e-mail address; `null` if there is none.
    #[schema(example = "lindiwe@example.org", min_length = 1, max_length = 254)]
    email: Option<String>,
    /// A telephone number of 7 to 15 digits; `null` if there is none.
    #[schema(example = "+27 18 381 4200", min_length = 1, max_length = 40)]
    phone: Option<String>,
}

impl From<ContactView> for UpdateContact {
    fn from(ContactView { name, email, phone }: ContactView) -> UpdateContact {
        UpdateContact { name, email, phone }
    }
}

/// What may be changed of the contacts.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct UpdateContacts {
    /// Who leads the club; `null` if nobody does.
    chairperson: Option<UpdateContact>,
    /// Who does its paperwork; `null` if nobody does.
    secretary: Option<UpdateContact>,
    /// Who answers for the learners, at a school alone; `null` if nobody does.
    educator_in_charge: Option<UpdateContact>,
}

impl From<Contacts> for UpdateContacts {
    fn from(contacts: Contacts) -> UpdateContacts {
        let ContactsView {
            chairperson,
            secretary,
            educator_in_charge,
        } = contacts.into();
        UpdateContacts {
            chairperson: chairperson.map(UpdateContact::from),
            secretary: secretary.map(UpdateContact::from),
            educator_in_charge: educator_in_charge.map(UpdateContact::from),
        }
    }
}

impl UpdateContacts {
    /// Reads what was asked for: all faults at once.
    fn parse(self) -> Result<Contacts, Faults> {
        let mut faults = Faults::default();
        let mut read = |pointer, asked: Option<UpdateContact>| match asked {
            Some(UpdateContact { name, email, phone }) => {
                Contact::parse(&name, email.as_deref(), phone.as_deref(), pointer, &mut faults).map(Some)
            }
            None => Some(None),
        };
        let chairperson = read("/chairperson", self.chairperson);
        let secretary = read("/secretary", self.secretary);
        let educator_in_charge = read("/educator_in_charge", self.educator_in_charge);
        match (chairperson, secretary, educator_in_charge) {
            (Some(chairperson), Some(secretary), Some(educator_in_charge)) => Ok(Contacts {
                chairperson,
                secretary,
                educator_in_charge,
            }),
            _ => Err(faults),
        }
    }
}

/// Read a club's contacts
///
/// For those who look after the club.
#[utoipa::path(
    tag = "clubs",
    params(("id" = Id, Path, description = "The club's id.", example = "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f")),
    responses((status = 200, description = "The contacts.", body = ContactsView)),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province", "club_secretary": "club" }))),
)]
#[get("/v1/clubs/{id}/contacts")]
pub(crate) async fn read_club_contacts(
    caller: ClubSecretary,
    id: Path<Id>,
    database: Data<Database>,
) -> Result<Reply<ContactsView>, Error> {
    let (id, reach) = (id.into_inner(), caller.reach().clone());
    let contacts = database
        .read(move |c| {
            find_within(c, id, &reach)?;
            store::find(c, id)
        })
        .await?;
    Ok(Reply::private(contacts.into()))
}

/// Change a club's contacts
///
/// By a JSON Merge Patch, which reaches into each contact: what is sent is changed, and nothing else. When one person
/// follows another, send all of the contact, with `null` for what the new person does not have; `null` for the contact
/// takes it out.
#[utoipa::path(
    tag = "clubs",
    params(("id" = Id, Path, description = "The club's id.", example = "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f")),
    request_body(content = UpdateContacts, content_type = "application/merge-patch+json"),
    responses(
        (status = 200, description = "The contacts as they are now.", body = ContactsView),
        (status = 422, description = "`not-a-school`: only a school has an educator in charge."),
    ),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province", "club_secretary": "club" }))),
)]
#[patch("/v1/clubs/{id}/contacts")]
pub(crate) async fn update_club_contacts(
    caller: ClubSecretary,
    id: Path<Id>,
    edit: Edit,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Answer, Error> {
    let (id, now) = (id.into_inner(), clock.now());
    let (actor, reach) = (caller.actor().clone(), caller.reach().clone());
    edit.once(&database, caller.account(), now, move |c, change| {
        let club = find_within(c, id, &reach)?;
        let contacts = store::find(c, id)?;
        let before = ContactsView::from(contacts.clone());
        let changed = change
            .made_to(&before, &UpdateContacts::from(contacts))?
            .parse()?
            .of(&club)?;
        store::keep(c, id, &changed)?;
        let after = ContactsView::from(changed);
        audit::append(
            c,
            now,
            &actor,
            Change::altered("update_club_contacts", "club", id, &before, &after)?,
        )?;
        Ok(Reply::private(after))
    })
    .await
}
