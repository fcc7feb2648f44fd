//! The umpires who are accredited today.

use actix_web::web::ServiceConfig;
use actix_web::{HttpRequest, get};
use maud::html;
use serde::Deserialize;

use crate::accounts::caller::Anyone;
use crate::db::Conn;
use crate::federation;
use crate::pages::form::Search;
use crate::pages::frame::{Page, Visit};
use crate::pages::public::{choose, choose_province, day, next_page, province};
use crate::provinces;
use crate::umpires::store::AccreditationFilter;
use crate::umpires::{Accreditation, AccreditationState, UmpireLevel, use_cases};
use crate::values::error::Error;
use crate::values::id::AccreditationId;
use crate::values::validation::{Day, Word};
use crate::web::pagination::{self, PageSize, after};

pub(crate) fn configure(config: &mut ServiceConfig) {
    config.service(list_umpires_page);
}

pub(crate) fn level(level: UmpireLevel) -> &'static str {
    match level {
        UmpireLevel::Level1 => "Level 1 umpire",
        UmpireLevel::National => "National umpire",
        UmpireLevel::International => "International umpire",
    }
}

/// The umpires to show.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ListUmpires {
    level: Option<UmpireLevel>,
    province: Option<Word>,
    cursor: Option<String>,
}

#[get("/umpires")]
async fn list_umpires_page(
    caller: Anyone,
    visit: Visit,
    Search(query): Search<ListUmpires>,
    request: HttpRequest,
) -> Result<Page, Error> {
    let today = caller.today();
    let limit = PageSize::default();
    let after = after::<(Day, AccreditationId)>(query.cursor.as_deref())?;
    let chosen = (query.level, query.province.map(String::from));
    let filter = AccreditationFilter {
        state: AccreditationState::Valid,
        on: today,
        level: chosen.0,
        lapses_by: None,
        player: None,
        province: chosen.1.clone(),
        after: after.map(|(day, id)| (day.into(), id)),
    };
    let read = move |c: &mut Conn| {
        let settings = federation::store::settings(c, today)?;
        Ok((
            settings,
            provinces::store::list(c)?,
            use_cases::list(c, filter, limit.rows())?,
        ))
    };
    let (settings, provinces, umpires) = caller.read(read).await?;
    let key = |(accreditation, _): &(Accreditation, _)| (accreditation.valid_until, accreditation.id);
    let (umpires, next) = pagination::Page::of(umpires, limit, key, |umpire| umpire)?.into_parts();
    let levels = UmpireLevel::ALL.iter().map(|one| (one.as_str(), level(*one)));
    let body = html! {
        h1 { "Umpires" }
        p.lead { "Accredited on " (day(today)) "." }
        form.line action="/umpires" {
            (choose("level", "Level", levels, chosen.0.map(UmpireLevel::as_str)))
            (choose_province(&provinces, chosen.1.as_deref()))
            button { "Show" }
        }
        @if umpires.is_empty() { p { "None is found." } }
        ul.things {
            @for (accreditation, umpire) in &umpires {
                li {
                    a href={ "/players/" (umpire.id) } { (umpire.public_name(today)) }
                    p.quiet {
                        (level(accreditation.level)) " · " (province(&provinces, &umpire.home.province)) " · until "
                        (day(accreditation.valid_until))
                    }
                }
            }
        }
        (next_page(&request, next.as_deref()))
    };
    Ok(visit.page(&settings, "Umpires", &body))
}
