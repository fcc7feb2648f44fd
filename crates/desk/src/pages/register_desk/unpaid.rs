//! Clubs without this year's affiliation, players who play without a registration, and members who have none; with the files for a
//! spreadsheet.

use std::collections::HashMap;

use actix_web::web::{Path, ServiceConfig};
use actix_web::{HttpRequest, get};
use chrono::NaiveDate;
use maud::{Markup, html};
use serde::Deserialize;

use crate::accounts::Caller;
use crate::accounts::caller::Coordinator;
use crate::clubs::affiliations::ClubStanding;
use crate::clubs::store::ClubFilter;
use crate::clubs::{self, Club};
use crate::db::Conn;
use crate::exports;
use crate::exports::use_cases::ExportFilter;
use crate::federation;
use crate::federation::FederationSettings;
use crate::imports::ImportFile;
use crate::languages::Words;
use crate::pages::form::Search;
use crate::pages::frame::{Page, Visit};
use crate::pages::public::clubs::standing;
use crate::pages::public::next_page;
use crate::pages::register_desk::club::club_path;
use crate::pages::register_desk::payments;
use crate::pages::register_desk::players::{line, name_key};
use crate::pages::register_desk::{choose_within, clubs_of, province_to_show, provinces_within, way_to_inbox};
use crate::players::Player;
use crate::players::particulars::store::{self, ParticularsFilter, ParticularsOrder};
use crate::players::registrations::MembershipState;
use crate::provinces::Province;
use crate::tournaments::entries::use_cases::list_unregistered;
use crate::values::error::Error;
use crate::values::gaming_year::GamingYear;
use crate::values::id::{ClubId, PlayerId};
use crate::values::names;
use crate::values::validation::Word;
use crate::web::pagination::{self, PageSize, after};
use crate::web::response::{Response, Text};
use crate::web::spreadsheet;

pub(crate) fn configure(config: &mut ServiceConfig) {
    config.service(list_unpaid).service(read_year_file);
}

crate::string_enum! {
    /// A list of those who have not paid.
    pub enum Unpaid as "Unpaid" {
        /// Clubs whose fee of this year is not paid.
        Clubs = "clubs",
        /// Players who are entered in a tournament of this year, and not registered for it.
        Playing = "playing",
        /// Members who are not registered for this year.
        Unregistered = "unregistered",
    }
}

impl Unpaid {
    fn path(self) -> String {
        format!("/desk/register/unpaid?show={}", self.as_str())
    }

    fn title(self) -> &'static str {
        match self {
            Unpaid::Clubs => "Clubs without this year's fee",
            Unpaid::Playing => "Playing without a registration",
            Unpaid::Unregistered => "Not registered this year",
        }
    }

    fn about(self) -> &'static str {
        match self {
            Unpaid::Clubs => "They are affiliated once the fee is paid.",
            Unpaid::Playing => {
                "They are entered in a tournament of this year. Friendly and regional tournaments admit them."
            }
            Unpaid::Unregistered => "Members of your clubs who have no registration of this year.",
        }
    }
}

/// The ways to the lists of what is not paid, of which one is open.
pub(super) fn tabs(open: &str) -> Markup {
    let lists = Unpaid::ALL.iter().map(|one| (one.path(), one.title()));
    let payments = (payments::LIST.to_owned(), "Registered, not paid");
    html! {
        nav.tabs aria-label="Lists" {
            @for (path, title) in std::iter::once(payments).chain(lists) {
                a href=(path) aria-current=[(path == open).then_some("page")] { (title) }
            }
        }
    }
}

/// The list to show.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ListUnpaid {
    show: Option<Unpaid>,
    province: Option<Word>,
    cursor: Option<String>,
}

/// The items of a list, with the way to what follows.
enum Found {
    Clubs(Vec<(Club, ClubStanding)>),
    Players(Vec<Player>),
}

/// All that the page shows.
struct Listed {
    federation: FederationSettings,
    year: GamingYear,
    last_of_grace: NaiveDate,
    provinces: Vec<Province>,
    everywhere: bool,
    chosen: Option<String>,
    found: Found,
    clubs: HashMap<ClubId, Club>,
    next: Option<String>,
}

/// A page of clubs with how each stands, and the cursor of the next.
type UnpaidClubs = (Vec<(Club, ClubStanding)>, Option<String>);

/// The clubs whose fee is not paid: those in grace and those without, in one list by name.
fn clubs_unpaid(
    c: &mut Conn,
    by: &Caller,
    province: Option<&String>,
    cursor: Option<&str>,
) -> Result<UnpaidClubs, Error> {
    let (limit, after) = (PageSize::default(), after::<(String, ClubId)>(cursor)?);
    let mut found = Vec::new();
    for standing in [ClubStanding::Grace, ClubStanding::Lapsed] {
        let filter = ClubFilter {
            province: province.cloned(),
            standing: Some((standing, by.today())),
            after: after.clone(),
            ..ClubFilter::default()
        };
        let clubs = clubs::store::list(c, filter, limit.rows())?;
        found.extend(clubs.into_iter().map(|club| (club, standing)));
    }
    let key = |(club, _): &(Club, ClubStanding)| (names::fold(&club.name), club.id);
    found.sort_by_key(key);
    Ok(pagination::Page::of(found, limit, key, |found| found)?.into_parts())
}

fn unregistered(
    c: &mut Conn,
    by: &Caller,
    year: GamingYear,
    cursor: Option<&str>,
) -> Result<(Vec<Player>, Option<String>), Error> {
    let limit = PageSize::default();
    let filter = ParticularsFilter {
        registration: Some((MembershipState::None, year)),
        order: ParticularsOrder::Name { after: after(cursor)? },
        ..ParticularsFilter::default()
    };
    let players = store::list(c, filter, &by.reach, Some(limit.rows()))?;
    Ok(pagination::Page::of(players, limit, name_key, |player| player)?.into_parts())
}

fn playing(
    c: &mut Conn,
    by: &Caller,
    year: GamingYear,
    cursor: Option<&str>,
) -> Result<(Vec<Player>, Option<String>), Error> {
    let (limit, after) = (PageSize::default(), after::<PlayerId>(cursor)?);
    let players = list_unregistered(c, by, year, after, limit.rows())?;
    Ok(pagination::Page::of(players, limit, |player| player.id, |player| player)?.into_parts())
}

impl Listed {
    fn read(c: &mut Conn, by: &Caller, show: Unpaid, query: ListUnpaid) -> Result<Listed, Error> {
        let calendar = federation::store::calendar(c)?;
        let year = calendar.year_of(by.today());
        let chosen = province_to_show(query.province.map(String::from), &by.reach);
        let cursor = query.cursor.as_deref();
        let (found, next) = match show {
            Unpaid::Clubs => {
                let (clubs, next) = clubs_unpaid(c, by, chosen.as_ref(), cursor)?;
                (Found::Clubs(clubs), next)
            }
            Unpaid::Playing => of_players(playing(c, by, year, cursor)?),
            Unpaid::Unregistered => of_players(unregistered(c, by, year, cursor)?),
        };
        let clubs = match &found {
            Found::Clubs(_) => HashMap::new(),
            Found::Players(players) => clubs_of(c, players.iter().map(|player| player.club).collect::<Vec<_>>())?,
        };
        Ok(Listed {
            federation: federation::store::settings(c, by.today())?,
            provinces: provinces_within(c, &by.reach)?,
            everywhere: by.reach.is_everywhere(),
            year,
            last_of_grace: calendar.last_of_grace(by.today()),
            chosen,
            found,
            clubs,
            next,
        })
    }

    fn items(&self) -> Markup {
        html! {
            @match &self.found {
                Found::Clubs(clubs) => {
                    @if clubs.is_empty() { p { "None." } }
                    ul.things {
                        @for (club, stands) in clubs {
                            li { a href=(club_path(club.id)) { (club.name) } p.quiet { (club.code) " · " (standing(Words::ENGLISH, *stands, self.last_of_grace)) } }
                        }
                    }
                }
                Found::Players(players) => {
                    @if players.is_empty() { p { "Nobody." } }
                    ul.things { @for player in players { (line(player, &self.clubs)) } }
                }
            }
        }
    }
}

fn of_players((players, next): (Vec<Player>, Option<String>)) -> (Found, Option<String>) {
    (Found::Players(players), next)
}

#[get("/desk/register/unpaid")]
async fn list_unpaid(
    caller: Coordinator,
    visit: Visit,
    Search(query): Search<ListUnpaid>,
    request: HttpRequest,
) -> Result<Page, Error> {
    let show = query.show.unwrap_or(Unpaid::Clubs);
    let listed = caller.read(move |c, by| Listed::read(c, by, show, query)).await?;
    let year = listed.year.number();
    let title = format!("{} ({year})", show.title());
    let body = html! {
        (way_to_inbox())
        h1 { (title) }
        (tabs(&show.path()))
        p { (show.about()) }
        @if show == Unpaid::Clubs && listed.provinces.len() > 1 {
            form.line action="/desk/register/unpaid" {
                input type="hidden" name="show" value=(show.as_str());
                (choose_within(&listed.provinces, listed.everywhere, listed.chosen.as_deref()))
                button { "Show" }
            }
        }
        (listed.items())
        (next_page(Words::ENGLISH, &request, listed.next.as_deref()))
        section {
            h2 { "For a spreadsheet" }
            p { "All that is on record of " (year) " for your clubs, with the day of payment; it is empty where nothing is paid." }
            ul.things {
                li { a href={ "/desk/register/files/affiliations/" (year) } { "Affiliations of " (year) } }
                li { a href={ "/desk/register/files/registrations/" (year) } { "Registrations of " (year) } }
            }
        }
    };
    Ok(visit.page(&listed.federation, &title, &body))
}

#[get("/desk/register/files/{file}/{year}")]
async fn read_year_file(caller: Coordinator, path: Path<(ImportFile, GamingYear)>) -> Result<Response<Text>, Error> {
    let (file, year) = path.into_inner();
    let filter = ExportFilter {
        year: Some(year),
        ..ExportFilter::default()
    };
    let things = caller
        .read(move |c, by| exports::use_cases::export(c, by, file, &filter))
        .await?;
    let text = spreadsheet::write(exports::rows(file, &things))?;
    Ok(Response::private(text).kept_as(&format!("{}-{}.csv", file.as_str(), year.number())))
}
