//! The people to reach at a club.

use actix_web::web::{Path, ServiceConfig};
use actix_web::{HttpResponse, get, post};
use maud::html;
use serde::Deserialize;

use crate::accounts::Caller;
use crate::accounts::caller::ClubSecretary;
use crate::clubs::ClubKind;
use crate::clubs::contacts::{Contact, Contacts, use_cases};
use crate::db::Conn;
use crate::pages::club_desk::{ClubDesk, path};
use crate::pages::field::{Field, FieldKind};
use crate::pages::form::Draft;
use crate::pages::frame::{Page, Visit};
use crate::pages::sent::Sent;
use crate::values::error::Error;
use crate::values::id::ClubId;
use crate::values::validation::Faults;

pub(crate) fn configure(config: &mut ServiceConfig) {
    config.service(show_contacts).service(send_contacts);
}

/// The contacts, by the members of the body, as people speak of them.
const ROLES: [(&str, &str); 3] = [
    ("chairperson", "Chairperson"),
    ("secretary", "Secretary"),
    ("educator_in_charge", "Educator in charge"),
];

fn fields(role: &str) -> [Field; 3] {
    [
        Field::new(format!("{role}/name"), "Name", FieldKind::Text).optional(),
        Field::new(format!("{role}/email"), "E-mail address", FieldKind::Email).optional(),
        Field::new(format!("{role}/phone"), "Telephone", FieldKind::Text)
            .optional()
            .with_hint("As in 018 381 4200."),
    ]
}

fn all_fields() -> Vec<Field> {
    ROLES.iter().flat_map(|(role, _)| fields(role)).collect()
}

/// Somebody as typed.
#[derive(Deserialize)]
struct TypedContact {
    name: String,
    email: Option<String>,
    phone: Option<String>,
}

/// The contacts as typed.
#[derive(Deserialize)]
struct TypedContacts {
    chairperson: Option<TypedContact>,
    secretary: Option<TypedContact>,
    educator_in_charge: Option<TypedContact>,
}

impl TypedContacts {
    fn parse(self) -> Result<Contacts, Faults> {
        let mut faults = Faults::default();
        let mut read = |pointer, typed: Option<TypedContact>| {
            let TypedContact { name, email, phone } = typed?;
            Contact::parse(&name, email.as_deref(), phone.as_deref(), pointer, &mut faults)
        };
        let contacts = Contacts {
            chairperson: read("/chairperson", self.chairperson),
            secretary: read("/secretary", self.secretary),
            educator_in_charge: read("/educator_in_charge", self.educator_in_charge),
        };
        if faults.is_empty() { Ok(contacts) } else { Err(faults) }
    }
}

/// The form with the contacts that are on record.
fn filled(contacts: &Contacts) -> Draft {
    let known = [&contacts.chairperson, &contacts.secretary, &contacts.educator_in_charge];
    let known = ROLES
        .iter()
        .zip(known)
        .filter_map(|((role, _), contact)| Some((role, contact.as_ref()?)));
    let texts = known.flat_map(|(role, contact)| {
        let email = contact.email.as_ref().map_or("", |email| email.as_str());
        let phone = contact.phone.as_ref().map_or("", |phone| phone.as_str());
        [("name", contact.name.as_str()), ("email", email), ("phone", phone)]
            .map(|(field, text)| (format!("{role}/{field}"), text.to_owned()))
    });
    Draft::of(texts.collect())
}

fn page(desk: &ClubDesk, visit: &Visit, draft: &Draft) -> Page {
    let is_school = desk.club.kind == ClubKind::School;
    let body = html! {
        p { "Only those who look after the club read them. Empty the fields of somebody who is no longer to be reached." }
        form method="post" action={ (desk.path()) "/contacts" } {
            (draft.refusal(&all_fields()))
            (draft.hidden(visit.token()))
            @for (role, words) in &ROLES {
                @if is_school || *role != "educator_in_charge" {
                    fieldset {
                        legend { (words) }
                        @for field in &fields(role) { (draft.field(field)) }
                    }
                }
            }
            button { "Save the contacts" }
        }
    };
    desk.page(visit, draft, "Contacts", &body)
}

#[get("/desk/clubs/{id}/contacts")]
async fn show_contacts(caller: ClubSecretary, visit: Visit, id: Path<ClubId>) -> Result<Page, Error> {
    let read = move |c: &mut Conn, by: &Caller| Ok((ClubDesk::read(c, by, *id)?, use_cases::read(c, by, *id)?));
    let (desk, contacts) = caller.read(read).await?;
    Ok(page(&desk, &visit, &filled(&contacts)))
}

#[post("/desk/clubs/{id}/contacts")]
async fn send_contacts(sent: Sent<ClubSecretary>, id: Path<ClubId>) -> Result<HttpResponse, Error> {
    let id = *id;
    sent.carry_out(
        move |c, by, form| {
            let typed: TypedContacts = form.read(&all_fields())?;
            let contacts = typed.parse()?;
            use_cases::update(c, by, id, |_| Ok(contacts))?;
            Ok(path(id))
        },
        move |c, by| ClubDesk::read(c, by, id),
        page,
    )
    .await
}
