//! The federation: who it is, how it is reached, and how it reads the rules where their text leaves a choice.

use actix_web::get;
use actix_web::web::ServiceConfig;
use maud::html;

use crate::accounts::caller::Anyone;
use crate::federation::readings::Readings;
use crate::federation::store;
use crate::pages::frame::{Page, Visit};
use crate::pages::readings;
use crate::values::error::Error;

pub(crate) fn configure(config: &mut ServiceConfig) {
    config.service(show_federation);
}

/// The readings, each with what it is about.
fn in_words(readings: &Readings) -> [(&'static str, &'static str); 7] {
    [
        ("Draws by moves", readings::ten_moves(readings.ten_moves)),
        ("Shots", readings::shot(readings.shot)),
        ("Equal points", readings::tie_breaks(readings.tie_breaks)),
        ("Byes", readings::bye_value(readings.bye_value)),
        ("Odd groups in the draw", readings::floater(readings.floater)),
        ("Club mates in the draw", readings::clubs(readings.clubs)),
        ("Ladies honoured", readings::top_ladies(readings.top_ladies)),
    ]
}

#[get("/federation")]
async fn show_federation(caller: Anyone, visit: Visit) -> Result<Page, Error> {
    let today = caller.today();
    let settings = caller.read(move |c| store::settings(c, today)).await?;
    let seeding = readings::seeding(settings.seeding_method);
    let umpires = settings.umpires;
    let ages = settings.divisions;
    let body = html! {
        h1 { (settings.name()) }
        dl.facts {
            @if let Some(short) = &settings.short_name { dt { "Short name" } dd { (short) } }
            @if let Some(website) = &settings.website { dt { "Website" } dd { a href=(website) { (website) } } }
            @if let Some(contact) = &settings.contact { dt { "Contact" } dd { (contact) } }
        }
        section {
            h2 { "How it reads the rules" }
            dl.facts {
                @for (about, sentence) in in_words(&settings.readings) { dt { (about) } dd { (sentence) } }
                dt { "The first round" } dd { "Players are seeded by their " (seeding) "." }
            }
        }
        section {
            h2 { "Umpires" }
            p {
                "Accredited from the age of " (umpires.youngest_age) ", for " (umpires.accreditation_years) " years; international \
                 umpires for one year."
            }
            p { a href="/umpires" { "Umpires accredited today" } }
        }
        section {
            h2 { "Divisions" }
            p { "By the age on 1 January. Among seniors everybody competes." }
            dl.facts {
                @for (name, range) in
                    [("Primary schools", ages.primary_school), ("High schools", ages.high_school), ("Students", ages.student)]
                {
                    dt { (name) } dd { (range.youngest) " to " (range.oldest) " years" }
                }
            }
            p { a href="/colours/criteria" { "The criteria of colours" } }
        }
    };
    Ok(visit.page(&settings, "The federation", &body))
}
