//! The federation: who it is, how it is reached, and how it reads the rules where their text leaves a choice.

use actix_web::get;
use actix_web::web::ServiceConfig;
use maud::html;

use crate::accounts::caller::Anyone;
use crate::federation::readings::Readings;
use crate::federation::store;
use crate::languages::{Words, say};
use crate::pages::frame::{Page, Visit};
use crate::pages::public::division;
use crate::pages::readings;
use crate::players::registrations::Division;
use crate::values::error::Error;

pub(crate) fn configure(config: &mut ServiceConfig) {
    config.service(show_federation);
}

/// The readings, each with what it is about.
fn in_words(words: Words, readings: &Readings) -> [(String, String); 8] {
    [
        (
            say!(words, "draws-by-moves"),
            readings::ten_moves(words, readings.ten_moves),
        ),
        (say!(words, "shots"), readings::shot(words, readings.shot)),
        (
            say!(words, "equal-points"),
            readings::tie_breaks(words, readings.tie_breaks),
        ),
        (say!(words, "byes"), readings::bye_value(words, readings.bye_value)),
        (say!(words, "odd-groups"), readings::floater(words, readings.floater)),
        (say!(words, "club-mates"), readings::clubs(words, readings.clubs)),
        (
            say!(words, "ladies-honoured"),
            readings::top_ladies(words, readings.top_ladies),
        ),
        (
            say!(words, "second-person"),
            readings::confirmations(words, readings.confirmations),
        ),
    ]
}

#[get("/federation")]
async fn show_federation(caller: Anyone, visit: Visit) -> Result<Page, Error> {
    let today = caller.today();
    let settings = caller.read(move |c| store::settings(c, today)).await?;
    let words = visit.words();
    let seeding = readings::seeding(words, settings.seeding_method);
    let umpires = settings.umpires;
    let ages = settings.divisions;
    let body = html! {
        h1 { (settings.name()) }
        dl.facts {
            @if let Some(short) = &settings.short_name { dt { (say!(words, "short-name")) } dd { (short) } }
            @if let Some(website) = &settings.website { dt { (say!(words, "website")) } dd { a href=(website) { (website) } } }
            @if let Some(contact) = &settings.contact { dt { (say!(words, "contact")) } dd { (contact) } }
        }
        section {
            h2 { (say!(words, "how-it-reads-the-rules")) }
            dl.facts {
                @for (about, sentence) in in_words(words, &settings.readings) { dt { (about) } dd { (sentence) } }
                dt { (say!(words, "the-first-round")) } dd { (say!(words, "players-are-seeded-by", seeding = seeding)) }
            }
        }
        section {
            h2 { (say!(words, "umpires")) }
            p {
                (say!(words, "umpires-accredited-from", age = umpires.youngest_age, years = umpires.accreditation_years))
            }
            p { a href="/umpires" { (say!(words, "umpires-accredited-today")) } }
        }
        section {
            h2 { (say!(words, "divisions")) }
            p { (say!(words, "divisions-about")) }
            dl.facts {
                @for (of, range) in [
                    (Division::PrimarySchool, ages.primary_school), (Division::HighSchool, ages.high_school), (Division::Student, ages.student),
                ] {
                    dt { (division(words, of)) } dd { (say!(words, "years-from-to", youngest = range.youngest, oldest = range.oldest)) }
                }
            }
            p { a href="/colours/criteria" { (say!(words, "the-criteria-of-colours")) } }
        }
    };
    Ok(visit.page_in_words(&settings, &say!(words, "the-federation"), &body))
}
