//! Consents that players give themselves, and parents and guardians for a child: read, given, and taken back.

use actix_web::web::{Path, ServiceConfig};
use actix_web::{HttpResponse, get, post};
use maud::{Markup, html};

use crate::accounts::Caller;
use crate::accounts::caller::SignedIn;
use crate::db::Conn;
use crate::languages::Words;
use crate::pages::consents::{relation, subject};
use crate::pages::form::Draft;
use crate::pages::frame::{Page, Visit};
use crate::pages::own_record::{Own, path};
use crate::pages::public::day;
use crate::pages::sent::Sent;
use crate::players::consent_wordings::{self, ConsentWording, in_force};
use crate::players::consents::{Consent, Purpose, concerned, store, use_cases};
use crate::players::use_cases::PlayerPath;
use crate::tournaments::sheets::frame::moment;
use crate::values::error::{Error, NOT_FOUND};
use crate::values::id::{ConsentId, PlayerId};

pub(crate) fn configure(config: &mut ServiceConfig) {
    config
        .service(show_consents)
        .service(send_consent)
        .service(send_withdrawal);
}

fn consents_path(player: PlayerId) -> String {
    format!("{}/consents", path(player))
}

/// The consents of a player, and what is asked of whoever holds the account.
struct OwnConsents {
    own: Own,
    consents: Vec<Consent>,
    wordings: Vec<ConsentWording>,
    /// The wordings in force, of what it is theirs to allow.
    asked: Vec<ConsentWording>,
}

impl OwnConsents {
    fn read(c: &mut Conn, by: &Caller, path: &PlayerPath) -> Result<OwnConsents, Error> {
        let own = Own::read(c, by, path)?;
        let wordings = consent_wordings::store::list(c)?;
        let theirs = Purpose::ALL.iter().copied();
        let theirs = theirs.filter(|purpose| concerned(own.tie.relation, *purpose).is_ok());
        let asked = theirs.filter_map(|purpose| in_force(&wordings, purpose, by.today()).cloned());
        Ok(OwnConsents {
            consents: use_cases::list_own(c, by, path)?,
            asked: asked.collect(),
            wordings,
            own,
        })
    }

    /// The consents that hold: those of whoever decides today, and not taken back.
    fn holding(&self, purpose: Purpose) -> impl Iterator<Item = &Consent> {
        let is_minor = self.own.tie.relation.decides_for(true);
        self.consents.iter().filter(move |consent| {
            consent.purpose == purpose && consent.withdrawn_at.is_none() && consent.relation.decides_for(is_minor)
        })
    }

    fn page(&self, visit: &Visit, draft: &Draft) -> Page {
        let ended = self.consents.iter().filter(|consent| {
            let holds = self.holding(consent.purpose).any(|one| one.id == consent.id);
            !holds
        });
        let ended: Vec<&Consent> = ended.collect();
        let body = html! {
            (self.own.way_back())
            h1 { "Consents" }
            p { "Whoever allows nothing plays all the same. What you allow, you can take back at any time." }
            (draft.refusal(&[]))
            @for wording in &self.asked { (self.question(visit, wording)) }
            @if !ended.is_empty() {
                section {
                    h2 { "No longer in force" }
                    ul.things { @for consent in ended { li { (self.told(consent)) } } }
                }
            }
        };
        visit
            .page(&self.own.federation, "Consents", &body)
            .with_status(draft.status())
    }

    fn question(&self, visit: &Visit, wording: &ConsentWording) -> Markup {
        let purpose = wording.purpose;
        let holding: Vec<&Consent> = self.holding(purpose).collect();
        html! {
            section {
                h2 { (subject(Words::ENGLISH, purpose)) }
                @if holding.is_empty() {
                    blockquote.wording { (wording.text) }
                    form method="post" action={ (consents_path(self.own.player.id)) "/" (purpose.as_str()) } {
                        (Draft::default().hidden(visit.token()))
                        input type="hidden" name="wording" value=(wording.version);
                        button { "I agree" }
                    }
                } @else {
                    p { "This is allowed." }
                    ul.things {
                        @for consent in holding {
                            li {
                                (self.told(consent))
                                form method="post" action={ "/account/consents/" (consent.id) "/withdrawal" } {
                                    (Draft::default().hidden(visit.token()))
                                    button.second { "Take it back" }
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    /// A consent: by whom, when, and to what wording.
    fn told(&self, consent: &Consent) -> Markup {
        let agreed = |one: &&ConsentWording| one.purpose == consent.purpose && one.version == consent.wording;
        let wording = self.wordings.iter().find(agreed);
        html! {
            b { (subject(Words::ENGLISH, consent.purpose)) }
            p.quiet {
                "Given " (day(consent.given_on)) " by "
                @match &consent.guardian {
                    Some(guardian) => { (guardian) ", " (relation(Words::ENGLISH, consent.relation)) }
                    None => "the player",
                }
                @if consent.link.is_some() { ", by a link" }
                @if let Some(at) = consent.withdrawn_at { "; taken back " (moment(at)) }
            }
            @if let Some(wording) = wording {
                details { summary { "What was agreed to" } blockquote.wording { (wording.text) } }
            }
        }
    }
}

#[get("/account/players/{id}/consents")]
async fn show_consents(caller: SignedIn, visit: Visit, path: PlayerPath) -> Result<Page, Error> {
    let consents = caller.read(move |c, by| OwnConsents::read(c, by, &path)).await?;
    Ok(consents.page(&visit, &Draft::default()))
}

#[post("/account/players/{id}/consents/{purpose}")]
async fn send_consent(sent: Sent<SignedIn>, path: Path<(PlayerId, Purpose)>) -> Result<HttpResponse, Error> {
    let (player, purpose) = *path;
    sent.carry_out(
        move |c, by, form| {
            let consent = use_cases::give_own(c, by, &player.into(), purpose, form.text("wording"))?;
            Ok(consents_path(consent.player))
        },
        move |c, by| OwnConsents::read(c, by, &player.into()),
        OwnConsents::page,
    )
    .await
}

#[post("/account/consents/{id}/withdrawal")]
async fn send_withdrawal(sent: Sent<SignedIn>, id: Path<ConsentId>) -> Result<HttpResponse, Error> {
    let id = *id;
    sent.carry_out(
        move |c, by, _| Ok(consents_path(use_cases::withdraw_own(c, by, id)?.player)),
        move |c, by| {
            let consent = store::find(c, id)?;
            let consent = consent.ok_or_else(|| NOT_FOUND.problem("There is no consent with this id."))?;
            OwnConsents::read(c, by, &consent.player.into())
        },
        OwnConsents::page,
    )
    .await
}
