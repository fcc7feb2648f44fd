//! Clubs: the search, and what everyone may read of one.

use actix_web::web::{Path, ServiceConfig};
use actix_web::{HttpRequest, get};
use chrono::NaiveDate;
use maud::{Markup, html};
use serde::Deserialize;

use crate::accounts::caller::Anyone;
use crate::clubs::affiliations::{self, ClubStanding};
use crate::clubs::store::ClubFilter;
use crate::clubs::{self, Club, ClubKind};
use crate::db::Conn;
use crate::federation;
use crate::languages::{Words, say};
use crate::pages::form::Search;
use crate::pages::frame::{Page, Visit};
use crate::pages::public::players::typed;
use crate::pages::public::{choose_province, next_page, province};
use crate::players;
use crate::players::store::PlayerFilter;
use crate::provinces;
use crate::rankings;
use crate::rankings::methods::Method;
use crate::rankings::rows::ClubRow;
use crate::values::error::Error;
use crate::values::id::{ClubId, RankingId};
use crate::values::names;
use crate::values::validation::Word;
use crate::web::pagination::{self, PageSize, after};

pub(crate) fn configure(config: &mut ServiceConfig) {
    config.service(list_clubs_page).service(show_club);
}

/// The kind of club, as people say it.
pub(crate) fn kind(words: Words, kind: ClubKind) -> String {
    match kind {
        ClubKind::Community => say!(words, "club-community"),
        ClubKind::School => say!(words, "club-school"),
        ClubKind::University => say!(words, "club-university"),
    }
}

/// The standing of a club, as people say it, in a year of which that is the last day of grace.
pub(crate) fn standing(words: Words, standing: ClubStanding, last_of_grace: NaiveDate) -> String {
    match standing {
        ClubStanding::Good => say!(words, "standing-good"),
        ClubStanding::Grace => say!(words, "standing-grace", day = words.day(last_of_grace)),
        ClubStanding::Lapsed => say!(words, "standing-lapsed"),
    }
}

/// The clubs to show.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ListClubs {
    q: Option<names::Search>,
    province: Option<Word>,
    cursor: Option<String>,
}

#[get("/clubs")]
async fn list_clubs_page(
    caller: Anyone,
    visit: Visit,
    Search(query): Search<ListClubs>,
    request: HttpRequest,
) -> Result<Page, Error> {
    let today = caller.today();
    let limit = PageSize::default();
    let chosen = query.province.map(String::from);
    let filter = ClubFilter {
        province: chosen.clone(),
        kind: None,
        standing: None,
        search: query.q.map(String::from),
        after: after(query.cursor.as_deref())?,
    };
    let read = move |c: &mut Conn| {
        let settings = federation::store::settings(c, today)?;
        Ok((
            settings,
            provinces::store::list(c)?,
            clubs::store::list(c, filter, limit.rows())?,
        ))
    };
    let (settings, provinces, clubs) = caller.read(read).await?;
    let key = |club: &Club| (names::fold(&club.name), club.id);
    let (clubs, next) = pagination::Page::of(clubs, limit, key, |club| club)?.into_parts();
    let words = visit.words();
    let body = html! {
        h1 { (say!(words, "clubs")) }
        form.line action="/clubs" role="search" {
            label for="q" { (say!(words, "name")) }
            input #q name="q" type="search" maxlength="200" value=[typed(&request)];
            (choose_province(words, &provinces, chosen.as_deref()))
            button { (say!(words, "search")) }
        }
        @if clubs.is_empty() { p { (say!(words, "no-club-is-found")) } }
        ul.things {
            @for club in &clubs {
                li {
                    a href={ "/clubs/" (club.id) } { (club.name) }
                    p.quiet { (kind(words, club.kind)) " · " (province(&provinces, &club.province)) }
                }
            }
        }
        (next_page(words, &request, next.as_deref()))
    };
    Ok(visit.page_in_words(&settings, &say!(words, "clubs"), &body))
}

/// The members to show.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ListMembers {
    cursor: Option<String>,
}

#[get("/clubs/{id}")]
async fn show_club(
    caller: Anyone,
    visit: Visit,
    id: Path<ClubId>,
    Search(query): Search<ListMembers>,
    request: HttpRequest,
) -> Result<Page, Error> {
    let (today, id) = (caller.today(), *id);
    let limit = PageSize::default();
    let filter = PlayerFilter {
        club: Some(id),
        after: after(query.cursor.as_deref())?,
        ..PlayerFilter::default()
    };
    let read = move |c: &mut Conn| {
        let club = clubs::use_cases::read(c, id)?;
        let mut places = Vec::new();
        for method in Method::ALL {
            if let Some((list, on)) = rankings::store::newest(c, *method, today)? {
                let (_, listed) = rankings::clubs::use_cases::list(c, list)?;
                let own = listed.into_iter().find(|one| one.row.club == id);
                places.extend(own.map(|own| (*method, list, on, own.row)));
            }
        }
        Ok((
            federation::store::settings(c, today)?,
            provinces::store::list(c)?,
            affiliations::use_cases::read_standing(c, id, today)?.1,
            federation::store::calendar(c)?.last_of_grace(today),
            players::store::list(c, filter, limit.rows())?,
            places,
            club,
        ))
    };
    let (settings, provinces, stands, last_of_grace, members, places, club) = caller.read(read).await?;
    let members = pagination::Page::of(members, limit, |player| player.number.stored(), |player| player)?;
    let (members, next) = members.into_parts();
    let words = visit.words();
    let body = html! {
        p.way { a href="/clubs" { (say!(words, "clubs")) } }
        h1 { (club.name) }
        dl.facts {
            dt { (say!(words, "kind")) } dd { (kind(words, club.kind)) }
            dt { (say!(words, "province")) } dd { (province(&provinces, &club.province)) }
            dt { (say!(words, "standing")) } dd { (standing(words, stands, last_of_grace)) }
        }
        @if !places.is_empty() { (places_among_clubs(words, id, &places)) }
        section {
            h2 { (say!(words, "members")) }
            @if members.is_empty() { p { (say!(words, "no-member-is-on-record")) } }
            ul.things {
                @for player in &members {
                    li { a href={ "/players/" (player.id) } { (player.public_name(today)) } p.quiet { (player.number) } }
                }
            }
            (next_page(words, &request, next.as_deref()))
        }
    };
    Ok(visit.page_in_words(&settings, &club.name, &body))
}

/// The places that the club has in the newest list of each method.
fn places_among_clubs(words: Words, club: ClubId, places: &[(Method, RankingId, NaiveDate, ClubRow)]) -> Markup {
    html! {
        section {
            h2 { (say!(words, "places-among-the-clubs")) }
            table {
                thead { tr {
                        th { (say!(words, "method")) } th { (say!(words, "list-of")) }
                        th.figure { (say!(words, "place")) } th.figure { (say!(words, "points")) }
                    } }
                tbody {
                    @for (method, list, on, row) in places {
                        tr {
                            td { a href={ "/rankings/" (list) "?club=" (club) } { (super::rankings::method(words, *method)) } }
                            td { (words.day(*on)) }
                            td.figure { (row.rank) }
                            td.figure { (row.figure.text()) }
                        }
                    }
                }
            }
        }
    }
}
