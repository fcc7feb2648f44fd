//! The certificate of an accreditation, for whoever hands it out.

use actix_web::get;
use actix_web::web::{Path, ServiceConfig};
use maud::html;

use crate::accounts::Caller;
use crate::accounts::caller::Coordinator;
use crate::certificate_codes::Subject;
use crate::db::Conn;
use crate::federation;
use crate::federation::FederationSettings;
use crate::languages::Words;
use crate::pages::certificate::Issued;
use crate::pages::frame::{Page, Visit};
use crate::pages::public::day;
use crate::pages::public::umpires::level;
use crate::pages::register_desk::accreditations::LIST;
use crate::pages::register_desk::{clubs_of, name_for};
use crate::umpires::{Accreditation, AccreditationState, use_cases};
use crate::values::error::Error;
use crate::values::id::AccreditationId;

pub(crate) fn configure(config: &mut ServiceConfig) {
    config.service(show_umpire_certificate);
}

/// The path of its page.
pub(super) fn path(id: AccreditationId) -> String {
    format!("{LIST}/{id}/certificate")
}

/// An accreditation with its certificate, if that is handed out.
struct Certified {
    federation: FederationSettings,
    accreditation: Accreditation,
    state: AccreditationState,
    umpire: String,
    certificate: Option<Issued>,
}

impl Certified {
    fn read(c: &mut Conn, by: &Caller, id: AccreditationId) -> Result<Certified, Error> {
        let (accreditation, umpire) = use_cases::read(c, id)?;
        let clubs = clubs_of(c, [umpire.club])?;
        Ok(Certified {
            federation: federation::store::settings(c, by.today())?,
            state: accreditation.state_on(by.today()),
            umpire: name_for(by, &umpire, &clubs),
            certificate: Issued::find(c, Subject::Accreditation(id), by.today())?,
            accreditation,
        })
    }

    fn page(&self, visit: &Visit) -> Page {
        let one = &self.accreditation;
        let title = format!("{}, {}", level(Words::ENGLISH, one.level), self.umpire);
        let body = html! {
            p.way { a href=(LIST) { "Accreditations that end soon" } }
            h1 { (title) }
            dl.facts {
                dt { "Term" } dd { (day(one.valid_from)) " to " (day(one.valid_until)) }
                dt { "State" } dd { (self.state.as_str()) }
            }
            @match &self.certificate {
                Some(certificate) => (certificate.section()),
                None => p { "There is no certificate of it now." },
            }
        };
        visit.page(&self.federation, &title, &body)
    }
}

#[get("/desk/register/accreditations/{id}/certificate")]
async fn show_umpire_certificate(caller: Coordinator, visit: Visit, id: Path<AccreditationId>) -> Result<Page, Error> {
    let certified = caller.read(move |c, by| Certified::read(c, by, *id)).await?;
    Ok(certified.page(&visit))
}
