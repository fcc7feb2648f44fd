//! The desk's beginning: the ways to what somebody works on, by the roles of the account.

use actix_web::get;
use actix_web::web::ServiceConfig;
use maud::html;

use crate::accounts::caller::SignedIn;
use crate::accounts::{self, Authority};
use crate::federation;
use crate::pages::club_desk;
use crate::pages::federation_desk;
use crate::pages::frame::{Page, Visit};
use crate::pages::imports;
use crate::pages::own_record;
use crate::pages::register_desk;
use crate::pages::tournament_desk;
use crate::values::error::Error;

pub(crate) fn configure(config: &mut ServiceConfig) {
    config.service(show_desk);
}

/// A way from the desk's beginning to a part of the work.
pub(crate) struct Way {
    pub(crate) path: String,
    pub(crate) label: String,
    /// The work that is done there, in a sentence.
    pub(crate) about: &'static str,
}

#[get("/desk")]
async fn show_desk(caller: SignedIn, visit: Visit) -> Result<Page, Error> {
    let (settings, ways, administers) = caller
        .read(|c, by| {
            let authorities = accounts::use_cases::authorities(c, by.account, by.today())?;
            let mut ways: Vec<Way> = tournament_desk::way(&authorities).into_iter().collect();
            ways.extend(club_desk::ways(c, &authorities)?);
            ways.extend(register_desk::ways(&authorities));
            ways.extend(imports::ways(&authorities));
            ways.extend(own_record::ways(c, by)?);
            ways.extend(federation_desk::ways(&authorities));
            let administers = authorities.contains(&Authority::Administrator);
            Ok((federation::store::settings(c, by.today())?, ways, administers))
        })
        .await?;
    let body = html! {
        h1 { "Your desk" }
        @if administers { (federation_desk::first_step(&settings)) }
        @if ways.is_empty() {
            p { "There is no work here for the roles of your account. An administrator can give it others." }
        }
        ul.things {
            @for way in &ways {
                li { a href=(way.path) { (way.label) } p.quiet { (way.about) } }
            }
        }
        p { a href="/account" { "Your account" } }
    };
    Ok(visit.page(&settings, "Your desk", &body))
}
