//! Players of the provinces that somebody looks after: found by name, number, club and the fee of a year.

use std::collections::HashMap;

use actix_web::web::ServiceConfig;
use actix_web::{HttpRequest, get};
use maud::{Markup, html};
use serde::Deserialize;

use crate::accounts::Caller;
use crate::accounts::caller::Coordinator;
use crate::clubs::{Club, ClubCode};
use crate::db::Conn;
use crate::federation;
use crate::federation::FederationSettings;
use crate::languages::Words;
use crate::pages::form::Search;
use crate::pages::frame::{Page, Visit};
use crate::pages::public::{choose, day};
use crate::pages::register_desk::search::Register;
use crate::pages::register_desk::{club_name, club_with, clubs_of};
use crate::players::Player;
use crate::players::particulars::store::{self, ParticularsFilter, ParticularsOrder};
use crate::players::registrations::MembershipState;
use crate::values::error::Error;
use crate::values::gaming_year::GamingYear;
use crate::values::id::ClubId;
use crate::values::names;
use crate::values::validation::Word;
use crate::web::pagination::{self, PageSize, after};

pub(crate) fn configure(config: &mut ServiceConfig) {
    config.service(list_registered_players);
}

/// The state of a membership in a year, as people say it.
fn membership(state: MembershipState) -> &'static str {
    match state {
        MembershipState::None => "not registered",
        MembershipState::Unpaid => "registered, not paid",
        MembershipState::Paid => "registered and paid",
    }
}

const REGISTER: Register = Register {
    title: "Players",
    path: "/desk/register/players",
    words: "Name or number",
    new: ("/desk/register/player", "Register a player"),
    beside: ("/desk/register/duplicates", "Entries that may be of one person"),
};

/// The players to show.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ListPlayers {
    /// Words of a name, or a number.
    q: Option<names::Search>,
    /// The code of a club.
    club: Option<Word>,
    membership: Option<MembershipState>,
    year: Option<GamingYear>,
    cursor: Option<String>,
}

/// All that the list shows.
struct Listed {
    federation: FederationSettings,
    players: Vec<Player>,
    clubs: HashMap<ClubId, Club>,
    year: GamingYear,
    /// Whether the code is no club's.
    unknown_club: bool,
}

impl ListPlayers {
    fn read(
        self,
        c: &mut Conn,
        by: &Caller,
        (limit, after): (PageSize, Option<(String, i64)>),
    ) -> Result<Listed, Error> {
        let this_year = federation::store::calendar(c)?.year_of(by.today());
        let year = self.year.unwrap_or(this_year);
        let (asked, code) = (self.q.map(String::from), self.club.map(String::from));
        let club = match code.as_deref().map(ClubCode::parse) {
            Some(Ok(code)) => club_with(c, &code)?,
            _ => None,
        };
        let unknown_club = code.is_some() && club.is_none();
        let players = if unknown_club {
            Vec::new()
        } else {
            let filter = ParticularsFilter {
                club: club.map(|club| club.id),
                search: asked,
                registration: self.membership.map(|state| (state, year)),
                order: ParticularsOrder::Name { after },
                ..ParticularsFilter::default()
            };
            store::list(c, filter, &by.reach, Some(limit.rows()))?
        };
        let clubs = clubs_of(c, players.iter().map(|player| player.club).collect::<Vec<_>>())?;
        Ok(Listed {
            federation: federation::store::settings(c, by.today())?,
            players,
            clubs,
            year,
            unknown_club,
        })
    }
}

#[get("/desk/register/players")]
async fn list_registered_players(
    caller: Coordinator,
    visit: Visit,
    Search(query): Search<ListPlayers>,
    request: HttpRequest,
) -> Result<Page, Error> {
    let limit = PageSize::default();
    let after = after(query.cursor.as_deref())?;
    let (state, code) = (query.membership, query.club.clone().map(String::from));
    let mut listed = caller.read(move |c, by| query.read(c, by, (limit, after))).await?;
    let players = std::mem::take(&mut listed.players);
    let (players, next) = pagination::Page::of(players, limit, name_key, |player| player)?.into_parts();
    let states = MembershipState::ALL.iter().map(|one| (one.as_str(), membership(*one)));
    let filters = html! {
        label for="club" { "Code of the club" }
        input #club name="club" size="8" maxlength="12" value=[code];
        (choose(Words::ENGLISH, "membership", "Membership", states, state.map(MembershipState::as_str)))
        label for="year" { "in" }
        input #year name="year" size="5" inputmode="numeric" maxlength="4" value=(listed.year.number());
    };
    let found = html! {
        @if listed.unknown_club { p { "There is no club with this code." } }
        @else if players.is_empty() { p { "Nobody is found among those whom you look after." } }
        ul.things { @for player in &players { (line(player, &listed.clubs)) } }
    };
    let body = REGISTER.body(&request, &filters, &found, next.as_deref());
    Ok(visit.page(&listed.federation, "Players", &body))
}

/// The place in a list by name.
pub(super) fn name_key(player: &Player) -> (String, i64) {
    let name = player.person.as_ref().map(|person| &person.name);
    let key = name.map(|name| names::sort_key(&name.family, name.given.as_deref()));
    (key.unwrap_or_default(), player.number.stored())
}

/// A player with the way to the page at the desk.
pub(super) fn line(player: &Player, clubs: &HashMap<ClubId, Club>) -> Markup {
    html! {
        li {
            a href={ "/desk/players/" (player.id) } { (player.named_in_full().name) }
            p.quiet {
                (player.number) " · " (club_name(clubs, player.club))
                @if let Some(person) = &player.person { " · born " (day(person.birth_date)) }
            }
        }
    }
}
