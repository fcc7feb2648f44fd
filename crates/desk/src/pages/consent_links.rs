//! The desk's page on which a link is made by which a parent or guardian consents. The link is shown once.

use actix_web::web::{Data, Path, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse, Responder, get, post};
use maud::{Markup, html};

use crate::accounts::Caller;
use crate::accounts::caller::ClubSecretary;
use crate::db::Conn;
use crate::federation;
use crate::federation::FederationSettings;
use crate::pages::form::{Draft, Form};
use crate::pages::frame::{Page, Visit};
use crate::pages::sent::Sent;
use crate::players::consent_links::{ConsentLink, ConsentLinkState, LINK_DAYS, page_of, use_cases};
use crate::players::use_cases::{PlayerPath, find_within};
use crate::players::{Player, consent_links};
use crate::tournaments::sheets::frame::moment;
use crate::values::clock::Timestamp;
use crate::values::error::{Error, NOT_FOUND};
use crate::values::id::{ConsentLinkId, PlayerId};
use crate::values::public_url::PublicUrl;

pub(crate) fn configure(config: &mut ServiceConfig) {
    config.service(show_link).service(send_link).service(send_withdrawal);
}

/// The path of the page on which a link is made for the player.
pub(crate) fn path(player: PlayerId) -> String {
    format!("/desk/players/{player}/consent-link")
}

/// All that stands on the page.
struct LinkDesk {
    federation: FederationSettings,
    player: Player,
    links: Vec<ConsentLink>,
    now: Timestamp,
}

/// The most links that are listed.
const MOST_LISTED: usize = 20;

impl LinkDesk {
    fn read(c: &mut Conn, by: &Caller, path: &PlayerPath) -> Result<LinkDesk, Error> {
        let mut links = use_cases::list(c, by, path)?;
        links.truncate(MOST_LISTED);
        Ok(LinkDesk {
            federation: federation::store::settings(c, by.today())?,
            player: find_within(c, by, path)?,
            links,
            now: by.now,
        })
    }

    fn page(&self, visit: &Visit, draft: &Draft, made: &Markup) -> Page {
        let player = &self.player;
        let name = player
            .person
            .as_ref()
            .map(|person| person.name.full())
            .unwrap_or_default();
        let title = "A link to consent by";
        let body = html! {
            p.way { a href={ "/players/" (player.id) } { (name) } }
            h1 { (title) }
            p.lead { "For " b { (name) } ", " (player.number) "." }
            (draft.refusal(&[]))
            (made)
            section {
                h2 { "Make a link" }
                p {
                    "A parent or guardian opens it, reads what the federation asks, and answers once. No account is needed. "
                    "Send it to the parent and to nobody else: the page shows the initials of the player, the year of birth and the club."
                }
                p { "It is good for " (LINK_DAYS) " days, and takes the place of one that is still open." }
                (draft.form(&path(player.id), visit.token(), &[], "Make a link"))
            }
            section {
                h2 { "Links so far" }
                @if self.links.is_empty() { p { "None." } }
                ul.things { @for link in &self.links { (self.link(visit, link)) } }
            }
        };
        visit.page(&self.federation, title, &body).with_status(draft.status())
    }

    fn link(&self, visit: &Visit, link: &ConsentLink) -> Markup {
        html! {
            li {
                b {
                    @match link.state(self.now) {
                        ConsentLinkState::Open => "Waits for an answer",
                        ConsentLinkState::Answered => "Answered",
                        ConsentLinkState::Expired => "Has run out",
                        ConsentLinkState::Withdrawn => "Withdrawn",
                    }
                }
                p.quiet {
                    "Made " (moment(link.created_at))
                    @match (link.answered_at, link.withdrawn_at) {
                        (Some(at), _) => { ", answered " (moment(at)) }
                        (_, Some(at)) => { ", withdrawn " (moment(at)) }
                        _ => { ", good until " (moment(link.expires_at)) }
                    }
                }
                @if link.state(self.now) == ConsentLinkState::Open {
                    form method="post" action={ "/desk/consent-links/" (link.id) "/withdrawal" } {
                        (Draft::default().hidden(visit.token()))
                        button.second { "Withdraw it" }
                    }
                }
            }
        }
    }
}

/// The link as it is shown, this once.
fn shown(address: &str, until: Timestamp) -> Markup {
    html! {
        section.next {
            h2 { "The link" }
            div.field {
                label for="address" { "Copy it, and send it to the parent or guardian" }
                input #address readonly value=(address);
            }
            p { "It is shown this once, and is good until " (moment(until)) "." }
            p { a href={ "mailto:?subject=Morabaraba&body=" (address) } { "Send it by e-mail" } }
        }
    }
}

#[get("/desk/players/{id}/consent-link")]
async fn show_link(caller: ClubSecretary, visit: Visit, player: PlayerPath) -> Result<Page, Error> {
    let desk = caller.read(move |c, by| LinkDesk::read(c, by, &player)).await?;
    Ok(desk.page(&visit, &Draft::default(), &html! {}))
}

#[post("/desk/players/{id}/consent-link")]
async fn send_link(
    caller: ClubSecretary,
    visit: Visit,
    form: Form,
    player: PlayerPath,
    url: Data<PublicUrl>,
    request: HttpRequest,
) -> Result<HttpResponse, Error> {
    let id = player.id;
    // Not as other forms are done: the answer, which is kept for those, has the code in it.
    let made = caller.clone().write(move |c, by| use_cases::create(c, by, &player));
    let (draft, told) = match made.await {
        Ok((link, code)) => {
            let address = format!("{}{}", url.as_str(), page_of(&code));
            (Draft::default(), shown(&address, link.expires_at))
        }
        Err(error) => (form.refused(error)?, html! {}),
    };
    let desk = caller.read(move |c, by| LinkDesk::read(c, by, &id.into())).await?;
    Ok(desk.page(&visit, &draft, &told).respond_to(&request))
}

#[post("/desk/consent-links/{id}/withdrawal")]
async fn send_withdrawal(sent: Sent<ClubSecretary>, id: Path<ConsentLinkId>) -> Result<HttpResponse, Error> {
    let id = *id;
    sent.carry_out(
        move |c, by, _| Ok(path(use_cases::withdraw(c, by, id)?.player)),
        move |c, by| {
            let link = consent_links::store::find(c, id)?;
            let link = link.ok_or_else(|| NOT_FOUND.problem("There is no link with this id."))?;
            LinkDesk::read(c, by, &link.player.into())
        },
        |desk, visit, draft| desk.page(visit, draft, &html! {}),
    )
    .await
}
