//! The federation: who it is, how it is reached, and how it reads the rules where their text leaves a choice.

use actix_web::get;
use actix_web::web::ServiceConfig;
use maud::html;

use crate::accounts::caller::Anyone;
use crate::federation::readings::{
    ByeValue, ClubSeparation, Floater, Readings, ShotReading, TenMovesReading, TieBreaks,
};
use crate::federation::{SeedingMethod, store};
use crate::pages::frame::{Page, Visit};
use crate::values::error::Error;

pub(crate) fn configure(config: &mut ServiceConfig) {
    config.service(show_federation);
}

/// The readings, each with what it is about.
fn in_words(readings: &Readings) -> [(&'static str, &'static str); 7] {
    [
        (
            "Draws by moves",
            match readings.ten_moves {
                TenMovesReading::Each => "In an endgame without a shot the game is drawn after ten moves by each side.",
                TenMovesReading::Both => {
                    "In an endgame without a shot the game is drawn after ten moves by both sides together."
                }
            },
        ),
        (
            "Shots",
            match readings.shot {
                ShotReading::Must => "Who makes a line must shoot a cow.",
                ShotReading::May => "Who makes a line may decline to shoot.",
            },
        ),
        (
            "Equal points",
            match readings.tie_breaks {
                TieBreaks::OpponentsThenDirect => {
                    "The points of the opponents together decide, then the match between two players."
                }
                TieBreaks::DirectThenOpponents => {
                    "The match between two players decides, then the points of the opponents together."
                }
                TieBreaks::Opponents => "The points of the opponents together decide.",
                TieBreaks::Direct => "The match between two players decides.",
            },
        ),
        (
            "Byes",
            match readings.bye_value {
                ByeValue::Average => "A bye counts the average of the player’s own matches.",
                ByeValue::Zero => "A bye counts nothing.",
                ByeValue::Half => "A bye counts half of what a match can bring.",
                ByeValue::Full => "A bye counts all that a match can bring.",
            },
        ),
        (
            "Odd groups in the draw",
            match readings.floater {
                Floater::Median => {
                    "Of a group of equal points that cannot all be paired, the one nearest the middle drops."
                }
                Floater::Lowest => "Of a group of equal points that cannot all be paired, the lowest drops.",
            },
        ),
        (
            "Club mates in the draw",
            match readings.clubs {
                ClubSeparation::Round => "As few club mates meet as can be, even if players then leave their groups.",
                ClubSeparation::Bracket => "Club mates meet rather than that one more player leaves a group.",
            },
        ),
        (
            "Ladies honoured",
            if readings.top_ladies == 1 {
                "The best lady of a tournament is honoured."
            } else {
                "The three best ladies of a tournament are honoured."
            },
        ),
    ]
}

#[get("/federation")]
async fn show_federation(caller: Anyone, visit: Visit) -> Result<Page, Error> {
    let today = caller.today();
    let settings = caller.read(move |c| store::settings(c, today)).await?;
    let seeding = match settings.seeding_method {
        SeedingMethod::GamePoints => "game points",
        SeedingMethod::SuperLeague => "super league points",
        SeedingMethod::Glicko2 => "rating",
    };
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
