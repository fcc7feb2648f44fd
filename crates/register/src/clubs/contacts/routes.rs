//! Clubs' contacts over HTTP.

use actix_web::web::Path;
use actix_web::{get, patch};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::caller::ClubSecretary;
use crate::clubs::contacts::{Contact, Contacts, use_cases};
use crate::values::error::Error;
use crate::values::id::ClubId;
use crate::values::validation::Faults;
use crate::web::merge_patch::MergePatch;
use crate::web::openapi::Routes;
use crate::web::response::{Response, StoredResponse};

pub(crate) fn configure(config: &mut impl Routes) {
    config.service(read_club_contacts).service(update_club_contacts);
}

/// The details that may be changed of someone who can be reached.
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

impl From<Contact> for UpdateContact {
    fn from(Contact { name, email, phone }: Contact) -> UpdateContact {
        UpdateContact {
            name,
            email: email.map(|email| email.as_str().to_owned()),
            phone: phone.map(|phone| phone.as_str().to_owned()),
        }
    }
}

/// The contacts that may be changed.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct UpdateContacts {
    /// The person who leads the club; `null` if nobody does.
    chairperson: Option<UpdateContact>,
    /// The person who does its paperwork; `null` if nobody does.
    secretary: Option<UpdateContact>,
    /// The person who answers for the learners, at a school alone; `null` if nobody does.
    educator_in_charge: Option<UpdateContact>,
}

impl From<Contacts> for UpdateContacts {
    fn from(contacts: Contacts) -> UpdateContacts {
        UpdateContacts {
            chairperson: contacts.chairperson.map(UpdateContact::from),
            secretary: contacts.secretary.map(UpdateContact::from),
            educator_in_charge: contacts.educator_in_charge.map(UpdateContact::from),
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
    responses((status = 200, description = "The contacts.", body = Contacts)),
)]
#[get("/v1/clubs/{id}/contacts")]
pub(crate) async fn read_club_contacts(caller: ClubSecretary, id: Path<ClubId>) -> Result<Response<Contacts>, Error> {
    let contacts = caller.read(move |c, by| use_cases::read(c, by, *id)).await?;
    Ok(Response::private(contacts))
}

/// Change a club's contacts
///
/// By a JSON Merge Patch, which reaches into each contact: what is sent is changed, and nothing else. When one person
/// follows another, send all of the contact, with `null` for what the new person does not have; `null` for the contact
/// takes it out.
#[utoipa::path(
    tag = "clubs",
    request_body(content = UpdateContacts, content_type = "application/merge-patch+json"),
    responses(
        (status = 200, description = "The contacts as they are now.", body = Contacts),
        (status = 422, description = "`not-a-school`: only a school has an educator in charge."),
    ),
)]
#[patch("/v1/clubs/{id}/contacts")]
pub(crate) async fn update_club_contacts(
    caller: ClubSecretary,
    id: Path<ClubId>,
    MergePatch(change, request): MergePatch,
) -> Result<StoredResponse, Error> {
    caller
        .write_once(request, move |c, by| {
            let contacts = use_cases::update(c, by, *id, |contacts| {
                let form = UpdateContacts::from(contacts.clone());
                Ok(change.applied_to(contacts, &form)?.parse()?)
            })?;
            Ok(Response::private(contacts))
        })
        .await
}
