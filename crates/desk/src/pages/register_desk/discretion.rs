//! Colours at the discretion of the board, proposed with a reason.

use actix_web::web::ServiceConfig;
use actix_web::{HttpResponse, get, post};
use maud::html;
use serde::Deserialize;

use crate::accounts::Caller;
use crate::accounts::caller::Coordinator;
use crate::colours::{ColoursBasis, ColoursLevel, LONGEST_REASON, Proposal, use_cases};
use crate::db::Conn;
use crate::federation;
use crate::federation::FederationSettings;
use crate::languages::Words;
use crate::pages::field::{Field, FieldKind};
use crate::pages::form::{Draft, Form};
use crate::pages::frame::{Page, Visit};
use crate::pages::public::{colours_of, division};
use crate::pages::register_desk::proposal;
use crate::pages::sent::Sent;
use crate::pages::tournament_desk::player_of;
use crate::players::registrations::Division;
use crate::values::error::Error;
use crate::values::gaming_year::GamingYear;
use crate::values::validation::{Faults, ValueError, text};
use crate::web::idempotency::Creation;

pub(crate) fn configure(config: &mut ServiceConfig) {
    config.service(show_discretion).service(send_discretion);
}

/// The parts from which the form is made.
struct Discretion {
    federation: FederationSettings,
    year: GamingYear,
}

impl Discretion {
    fn read(c: &mut Conn, by: &Caller) -> Result<Discretion, Error> {
        Ok(Discretion {
            federation: federation::store::settings(c, by.today())?,
            year: federation::store::calendar(c)?.year_of(by.today()),
        })
    }

    fn page(&self, visit: &Visit, draft: &Draft) -> Page {
        let fields = fields(&[self.year, self.year.previous()]);
        let body = html! {
            p.way { a href="/desk/register/colours" { "Colours" } }
            h1 { "Propose at the board's discretion" }
            p { "For whoever has earned colours in another way than by the rules. Somebody else approves." }
            (draft.form("/desk/register/discretion", visit.token(), &fields, "Propose the colours"))
        };
        visit
            .page(&self.federation, "Propose at the board's discretion", &body)
            .with_status(draft.status())
    }
}

fn fields(years: &[GamingYear]) -> Vec<Field> {
    let levels = ColoursLevel::ALL
        .iter()
        .map(|one| (one.as_str().to_owned(), colours_of(Words::ENGLISH, *one)));
    let divisions = Division::ALL
        .iter()
        .map(|one| (one.as_str().to_owned(), division(Words::ENGLISH, *one)));
    let years = years
        .iter()
        .map(|one| (one.number().to_string(), one.number().to_string()));
    vec![
        Field::new("number", "Number of the player", FieldKind::Text).with_hint("As on the card, M-0004217-K."),
        Field::new("level", "Colours", FieldKind::Choice(levels.collect())),
        Field::new("division", "Division", FieldKind::Choice(divisions.collect())),
        Field::new("year", "Gaming year", FieldKind::Choice(years.collect())),
        Field::new("reason", "Why", FieldKind::Long).with_hint("As in: has taught the game in twelve schools."),
    ]
}

/// A proposal as it is typed.
#[derive(Deserialize)]
struct Proposed {
    level: ColoursLevel,
    division: Division,
    year: String,
    reason: String,
}

fn asked(c: &mut Conn, form: &Form) -> Result<Proposal, Error> {
    let typed: Proposed = form.read(&fields(&[]))?;
    let year = typed.year.parse().ok().and_then(GamingYear::new);
    let wrong = || ValueError::new("invalid-value", "Must be a gaming year, as in 2027.");
    let mut faults = Faults::default();
    let year = faults.check("/year", year.ok_or_else(wrong));
    let reason = faults.check("/reason", text(&typed.reason, LONGEST_REASON));
    let (Some(year), Some(reason)) = (year, reason) else {
        return Err(faults.into());
    };
    Ok(Proposal {
        player: player_of(c, form, "number")?,
        level: typed.level,
        division: typed.division,
        year,
        basis: ColoursBasis::Discretion,
        reason: Some(reason),
    })
}

#[get("/desk/register/discretion")]
async fn show_discretion(caller: Coordinator, visit: Visit) -> Result<Page, Error> {
    let discretion = caller.read(Discretion::read).await?;
    let this_year = ("year".to_owned(), discretion.year.number().to_string());
    Ok(discretion.page(&visit, &Draft::of(vec![this_year])))
}

#[post("/desk/register/discretion")]
async fn send_discretion(sent: Sent<Coordinator>) -> Result<HttpResponse, Error> {
    sent.carry_out(
        |c, by, form| {
            let asked = asked(c, form)?;
            let named = (asked.player, asked.division, asked.year, asked.level);
            let creation = Creation::of(None, &named, by.now)?;
            let (award, _) = use_cases::propose(c, by, &creation, &asked)?;
            Ok(proposal::path(award.id))
        },
        Discretion::read,
        Discretion::page,
    )
    .await
}
