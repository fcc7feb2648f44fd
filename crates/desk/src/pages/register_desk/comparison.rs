//! Entries that may be of one person: the pairs that look like it, and two of them side by side.

use std::collections::HashMap;

use actix_web::web::ServiceConfig;
use actix_web::{HttpRequest, get};
use maud::{Markup, html};
use serde::Deserialize;

use crate::accounts::Caller;
use crate::accounts::caller::Coordinator;
use crate::clubs::Club;
use crate::db::Conn;
use crate::federation;
use crate::federation::FederationSettings;
use crate::languages::Words;
use crate::pages::form::Search;
use crate::pages::frame::{Page, Visit};
use crate::pages::person_fields::sex;
use crate::pages::public::{day, next_page, province};
use crate::pages::register_desk::mergers::merger_path;
use crate::pages::register_desk::{at_desk, club_name, clubs_of};
use crate::players::particulars::store::duplicates;
use crate::players::registrations::{self, Registration};
use crate::players::use_cases::find_within;
use crate::players::{self, Number, Player};
use crate::provinces::{self, Province};
use crate::tournaments::entries::store::{EntriesOf, with_tournaments};
use crate::tournaments::model::{Entry, Tournament};
use crate::values::error::Error;
use crate::values::id::{ClubId, PlayerId};
use crate::values::validation::Word;
use crate::web::pagination::{self, PageSize, after};

pub(crate) fn configure(config: &mut ServiceConfig) {
    config.service(list_pairs).service(show_comparison);
}

/// The pairs to show.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ListPairs {
    cursor: Option<String>,
}

#[get("/desk/register/duplicates")]
async fn list_pairs(
    caller: Coordinator,
    visit: Visit,
    Search(query): Search<ListPairs>,
    request: HttpRequest,
) -> Result<Page, Error> {
    let limit = PageSize::default();
    let after = after(query.cursor.as_deref())?;
    let read = move |c: &mut Conn, by: &Caller| {
        let pairs = duplicates(c, &by.reach, after, limit.rows())?;
        let clubs = clubs_of(c, pairs.iter().flatten().map(|player| player.club).collect::<Vec<_>>())?;
        Ok((federation::store::settings(c, by.today())?, pairs, clubs))
    };
    let (settings, pairs, clubs) = caller.read(read).await?;
    let key = |pair: &[Player; 2]| pair.each_ref().map(|player| player.number.stored());
    let (pairs, next) = pagination::Page::of(pairs, limit, key, |pair| pair)?.into_parts();
    let body = html! {
        p.way { a href="/desk/register/players" { "Players" } }
        h1 { "Entries that may be of one person" }
        p { "They have the same name and the same day of birth. Compare both before you merge them." }
        @if pairs.is_empty() { p { "There are none." } }
        ul.things { @for pair in &pairs { (line(pair, &clubs)) } }
        (next_page(Words::ENGLISH, &request, next.as_deref()))
        section {
            h2 { "Compare two others" }
            (numbers(None))
        }
    };
    Ok(visit.page(&settings, "Entries that may be of one person", &body))
}

fn line(pair: &[Player; 2], clubs: &HashMap<ClubId, Club>) -> Markup {
    let [first, second] = pair;
    html! {
        li {
            a href={ "/desk/register/comparison?first=" (first.number) "&second=" (second.number) } {
                (first.named_in_full().name)
            }
            @for player in pair { p.quiet { (player.number) " · " (club_name(clubs, player.club)) } }
        }
    }
}

/// The form in which two numbers are typed.
fn numbers(typed: Option<[&str; 2]>) -> Markup {
    let [first, second] = typed.unwrap_or_default();
    html! {
        form.line action="/desk/register/comparison" {
            label for="first" { "Number" } input #first name="first" size="12" required value=(first);
            label for="second" { "and number" } input #second name="second" size="12" required value=(second);
            button { "Compare" }
        }
    }
}

/// An entry, and what shows whose it is.
pub(super) struct Compared {
    pub(super) player: Player,
    registrations: Vec<Registration>,
    played: Vec<(Entry, Tournament)>,
}

/// Two entries side by side.
pub(super) struct Comparison {
    pub(super) federation: FederationSettings,
    pub(super) pair: [Compared; 2],
    clubs: HashMap<ClubId, Club>,
    provinces: Vec<Province>,
}

impl Comparison {
    /// The two entries, both of whom the caller looks after.
    pub(super) fn read(c: &mut Conn, by: &Caller, ids: [PlayerId; 2]) -> Result<Comparison, Error> {
        let mut registrations = registrations::store::find_of_all(c, &ids)?;
        registrations.sort_by_key(|registration| registration.year);
        let mut compared = |id| {
            Ok::<_, Error>(Compared {
                player: find_within(c, by, &at_desk(id))?,
                registrations: registrations.iter().filter(|one| one.player == id).cloned().collect(),
                played: with_tournaments(c, EntriesOf::Player(id))?,
            })
        };
        let pair = [compared(ids[0])?, compared(ids[1])?];
        let clubs = pair
            .iter()
            .map(|one| one.player.club)
            .chain(registrations.iter().map(|one| one.club));
        Ok(Comparison {
            federation: federation::store::settings(c, by.today())?,
            clubs: clubs_of(c, clubs.collect::<Vec<_>>())?,
            provinces: provinces::store::list(c)?,
            pair,
        })
    }

    /// Both in one table, a column each.
    pub(super) fn table(&self, heads: [&str; 2]) -> Markup {
        html! {
            table.compared {
                thead { tr { th scope="col" { "" span.unseen { "Of which" } } @for head in heads { th scope="col" { (head) } } } }
                tbody {
                    (self.row("Number", |one| html! { (one.player.number) }))
                    (self.row("Name", |one| html! { (one.player.named_in_full().name) }))
                    (self.row("Born", |one| html! {
                        @if let Some(person) = &one.player.person { (day(person.birth_date)) }
                    }))
                    (self.row("Sex", |one| html! { @if let Some(person) = &one.player.person { (sex(person.sex)) } }))
                    (self.row("National of", |one| html! {
                        @match one.player.person.as_ref().and_then(|person| person.nationality) {
                            Some(country) => (country.name()),
                            None => span.quiet { "not on record" },
                        }
                    }))
                    (self.row("Lives in", |one| html! { (province(&self.provinces, &one.player.home.province)) }))
                    (self.row("Club", |one| html! { (club_name(&self.clubs, one.player.club)) }))
                    (self.row("Since", |one| html! { (day(one.player.created_at.day())) }))
                    (self.row("Registered for", |one| html! {
                        @if one.registrations.is_empty() { span.quiet { "no year" } }
                        @for of in &one.registrations { p { (of.year.number()) ", " (club_name(&self.clubs, of.club)) } }
                    }))
                    (self.row("Tournaments", |one| html! {
                        @if one.played.is_empty() { span.quiet { "none" } }
                        @for (_, tournament) in one.played.iter().rev().take(5) { p { (tournament.plan.name) } }
                        @if one.played.len() > 5 { p.quiet { "and " (one.played.len() - 5) " before" } }
                    }))
                }
            }
        }
    }

    fn row(&self, label: &str, cell: impl Fn(&Compared) -> Markup) -> Markup {
        html! { tr { th scope="row" { (label) } @for one in &self.pair { td { (cell(one)) } } } }
    }
}

/// The two entries to compare, by their numbers.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Compare {
    first: Option<Word>,
    second: Option<Word>,
}

/// The entries of two numbers.
fn find_pair(c: &mut Conn, typed: &[String; 2]) -> Result<Option<[PlayerId; 2]>, Error> {
    let numbers: Vec<Number> = typed.iter().filter_map(|number| number.parse().ok()).collect();
    let found = players::store::batches::find_by_numbers(c, &numbers)?;
    let ids: Vec<PlayerId> = numbers
        .iter()
        .filter_map(|number| Some(found.get(number)?.id))
        .collect();
    Ok(<[PlayerId; 2]>::try_from(ids)
        .ok()
        .filter(|[first, second]| first != second))
}

#[get("/desk/register/comparison")]
async fn show_comparison(caller: Coordinator, visit: Visit, Search(query): Search<Compare>) -> Result<Page, Error> {
    let typed = [query.first, query.second].map(|number| number.map(String::from).unwrap_or_default());
    let numbers_typed = typed.clone();
    let read = move |c: &mut Conn, by: &Caller| {
        let pair = find_pair(c, &typed)?;
        let comparison = pair.map(|pair| Comparison::read(c, by, pair)).transpose()?;
        Ok((federation::store::settings(c, by.today())?, comparison))
    };
    let (settings, comparison) = caller.read(read).await?;
    let body = html! {
        p.way { a href="/desk/register/duplicates" { "Entries that may be of one person" } }
        h1 { "Compare two entries" }
        @match &comparison {
            None => {
                p { "Type the numbers of two entries that are on record." }
                (numbers(Some(numbers_typed.each_ref().map(String::as_str))))
            }
            Some(comparison) => {
                p { "Are they one person? If so, choose the entry that stays. You confirm it on the next page." }
                (comparison.table(["The first", "The second"]))
                @let [first, second] = comparison.pair.each_ref().map(|one| &one.player);
                ul.things {
                    li { a href=(merger_path(first.id, second.id)) { "Keep " (first.number) ", and merge the other into it" } }
                    li { a href=(merger_path(second.id, first.id)) { "Keep " (second.number) ", and merge the other into it" } }
                }
            }
        }
    };
    Ok(visit.page(&settings, "Compare two entries", &body))
}
