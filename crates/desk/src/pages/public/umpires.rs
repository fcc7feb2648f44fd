//! The umpires who are accredited today.

use actix_web::web::ServiceConfig;
use actix_web::{HttpRequest, get};
use maud::html;
use serde::Deserialize;

use crate::accounts::caller::Anyone;
use crate::db::Conn;
use crate::federation;
use crate::languages::{Words, say};
use crate::pages::form::Search;
use crate::pages::frame::{Page, Visit};
use crate::pages::public::{choose, choose_province, next_page, province};
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

/// The level of an umpire, as people say it.
pub(crate) fn level(words: Words, level: UmpireLevel) -> String {
    match level {
        UmpireLevel::Level1 => say!(words, "umpire-level-1"),
        UmpireLevel::National => say!(words, "umpire-national"),
        UmpireLevel::International => say!(words, "umpire-international"),
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
    let words = visit.words();
    let levels = UmpireLevel::ALL.iter().map(|one| (one.as_str(), level(words, *one)));
    let body = html! {
        h1 { (say!(words, "umpires")) }
        p.lead { (say!(words, "accredited-on", day = words.day(today))) }
        form.line action="/umpires" {
            (choose(words, "level", &say!(words, "level"), levels, chosen.0.map(UmpireLevel::as_str)))
            (choose_province(words, &provinces, chosen.1.as_deref()))
            button { (say!(words, "show")) }
        }
        @if umpires.is_empty() { p { (say!(words, "no-umpire-is-found")) } }
        ul.things {
            @for (accreditation, umpire) in &umpires {
                li {
                    a href={ "/players/" (umpire.id) } { (umpire.public_name(today)) }
                    p.quiet {
                        (level(words, accreditation.level)) " · " (province(&provinces, &umpire.home.province)) " · "
                        (say!(words, "until-day", day = words.day(accreditation.valid_until)))
                    }
                }
            }
        }
        (next_page(words, &request, next.as_deref()))
    };
    Ok(visit.page_in_words(&settings, &say!(words, "umpires"), &body))
}
