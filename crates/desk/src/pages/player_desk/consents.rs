//! Consents for a player: recorded from the paper that was signed, and withdrawn.

use actix_web::web::{Path, ServiceConfig};
use actix_web::{HttpResponse, get, post};
use maud::{Markup, html};
use serde::Deserialize;

use crate::accounts::Caller;
use crate::accounts::caller::ClubSecretary;
use crate::db::Conn;
use crate::pages::field::{Field, FieldKind};
use crate::pages::form::Draft;
use crate::pages::frame::{Page, Visit};
use crate::pages::player_desk::words::{purpose, relation};
use crate::pages::player_desk::{PlayerDesk, at, path};
use crate::pages::public::day;
use crate::pages::sent::Sent;
use crate::players::consent_wordings::{self, ConsentWording, in_force};
use crate::players::consents::{Consent, ConsentRelation, Given, Purpose, use_cases};
use crate::tournaments::sheets::frame::moment;
use crate::values::error::Error;
use crate::values::id::{ConsentId, PlayerId};
use crate::values::validation::Day;

pub(crate) fn configure(config: &mut ServiceConfig) {
    config
        .service(show_consents)
        .service(send_consent)
        .service(send_consent_withdrawal);
}

fn fields() -> [Field; 5] {
    let purposes = Purpose::ALL
        .iter()
        .map(|one| (one.as_str().to_owned(), purpose(*one).to_owned()));
    let relations = ConsentRelation::ALL
        .iter()
        .map(|one| (one.as_str().to_owned(), relation(*one).to_owned()));
    [
        Field::new("purpose", "What is allowed", FieldKind::Choice(purposes.collect())),
        Field::new("relation", "Who has signed", FieldKind::Choice(relations.collect())),
        Field::new("guardian", "Name of the parent or guardian", FieldKind::Text)
            .optional()
            .with_hint("Leave it empty where the player has signed."),
        Field::new("wording", "Version of the wording", FieldKind::Text).with_hint("As it stands on the paper."),
        Field::new("given_on", "Day of the signature", FieldKind::Day),
    ]
}

/// A consent, as typed.
#[derive(Deserialize)]
struct TypedConsent {
    purpose: Purpose,
    relation: ConsentRelation,
    guardian: Option<String>,
    wording: String,
    given_on: Day,
}

/// The consents, and what is asked today.
struct Known {
    desk: PlayerDesk,
    /// The latest first.
    consents: Vec<Consent>,
    wordings: Vec<ConsentWording>,
}

fn read(c: &mut Conn, by: &Caller, id: PlayerId) -> Result<Known, Error> {
    let desk = PlayerDesk::read(c, by, id)?;
    let all = consent_wordings::store::list(c)?;
    let asked = Purpose::ALL.iter().filter_map(|one| in_force(&all, *one, by.today()));
    Ok(Known {
        consents: use_cases::list(c, by, &at(id))?,
        wordings: asked.cloned().collect(),
        desk,
    })
}

fn page(known: &Known, visit: &Visit, draft: &Draft) -> Page {
    let desk = &known.desk;
    let body = html! {
        @if desk.player.name_is_withheld(desk.today) {
            p { "The public reads " b { (desk.player.public_name(desk.today)) } ", until a parent or guardian allows the name." }
        }
        section {
            h2 { "On record" }
            @if known.consents.is_empty() { p { "None." } }
            ul.things { @for consent in &known.consents { (line(desk, visit, consent)) } }
        }
        section {
            h2 { "Record a consent that was signed" }
            (draft.form(&format!("{}/consents", desk.path()), visit.token(), &fields(), "Record the consent"))
        }
        @if !known.wordings.is_empty() {
            section {
                h2 { "The wordings of today" }
                @for wording in &known.wordings {
                    h3 { "Version " (wording.version) ": " (purpose(wording.purpose)) }
                    p { (wording.text) }
                }
            }
        }
    };
    desk.page(visit, draft, "Consents", &body)
}

fn line(desk: &PlayerDesk, visit: &Visit, consent: &Consent) -> Markup {
    let action = format!("{}/consents/{}/withdrawal", desk.path(), consent.id);
    html! {
        li {
            "Allowed: " (purpose(consent.purpose))
            p.quiet {
                "By " @if let Some(guardian) = &consent.guardian { (guardian) ", " } (relation(consent.relation))
                " · signed on " (day(consent.given_on)) " · version " (consent.wording)
            }
            @match consent.withdrawn_at {
                Some(at) => p.quiet { "Withdrawn, " (moment(at)) },
                None => form method="post" action=(action) {
                    (Draft::default().hidden(visit.token()))
                    button.second aria-label={ "Withdraw: " (purpose(consent.purpose)) } { "Withdraw" }
                },
            }
        }
    }
}

#[get("/desk/players/{id}/consents")]
async fn show_consents(caller: ClubSecretary, visit: Visit, id: Path<PlayerId>) -> Result<Page, Error> {
    let known = caller.read(move |c, by| read(c, by, *id)).await?;
    Ok(page(&known, &visit, &Draft::default()))
}

fn of(player: PlayerId) -> String {
    format!("{}/consents", path(player))
}

#[post("/desk/players/{id}/consents")]
async fn send_consent(sent: Sent<ClubSecretary>, id: Path<PlayerId>) -> Result<HttpResponse, Error> {
    let id = *id;
    sent.carry_out(
        move |c, by, form| {
            let typed: TypedConsent = form.read(&fields())?;
            let (guardian, given_on) = (typed.guardian.as_deref(), typed.given_on.into());
            let given = Given::parse(
                guardian,
                typed.relation,
                typed.purpose,
                &typed.wording,
                given_on,
                by.today(),
            )?;
            Ok(of(use_cases::give(c, by, &at(id), &given)?.player))
        },
        move |c, by| read(c, by, id),
        page,
    )
    .await
}

#[post("/desk/players/{id}/consents/{consent}/withdrawal")]
async fn send_consent_withdrawal(
    sent: Sent<ClubSecretary>,
    ids: Path<(PlayerId, ConsentId)>,
) -> Result<HttpResponse, Error> {
    let (id, consent) = *ids;
    sent.carry_out(
        move |c, by, _| Ok(of(use_cases::withdraw(c, by, consent)?.player)),
        move |c, by| read(c, by, id),
        page,
    )
    .await
}
