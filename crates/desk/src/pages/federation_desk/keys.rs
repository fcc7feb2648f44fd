//! The keys with which the service signs: listed, and another one made.

use actix_web::web::{Data, ServiceConfig};
use actix_web::{HttpResponse, get, post};
use maud::html;

use crate::accounts::Caller;
use crate::accounts::caller::Administrator;
use crate::accounts::keys::{Keyring, NewSigningKey, SigningKey, store, use_cases};
use crate::db::Conn;
use crate::pages::federation_desk::{OfFederation, part, way_back};
use crate::pages::field::{Field, FieldKind};
use crate::pages::form::Draft;
use crate::pages::frame::{Page, Visit};
use crate::pages::sent::Sent;
use crate::tournaments::sheets::frame::moment;
use crate::values::error::Error;
use crate::values::validation::{Faults, ValueError};

pub(crate) fn configure(config: &mut ServiceConfig) {
    config.service(show_keys).service(send_rotation);
}

/// The keys without their secrets, the newest first.
fn read(c: &mut Conn, by: &Caller) -> Result<OfFederation<Vec<NewSigningKey>>, Error> {
    let keys = store::list(c)?.iter().map(SigningKey::named).collect();
    OfFederation::read(c, by, keys)
}

fn fields() -> [Field; 1] {
    [Field::new("sure", "Make another key", FieldKind::YesNo)
        .with_hint("Answer yes if you are sure: the key that signs now never signs again.")]
}

fn page(desk: &OfFederation<Vec<NewSigningKey>>, visit: &Visit, draft: &Draft) -> Page {
    let body = html! {
        (way_back())
        h1 { "Signing keys" }
        p { "The newest signs certificates and the passes of programs. What the others have signed goes on being good." }
        (draft.refusal(&fields()))
        ul.things {
            @for (place, key) in desk.content.iter().enumerate() {
                li {
                    span.code { (key.kid) }
                    p.quiet {
                        "Made " (moment(key.created_at))
                        @if place == 0 { ", signs now" }
                        @else if let Some(newer) = desk.content.get(place - 1) { ", signed until " (moment(newer.created_at)) }
                    }
                }
            }
        }
        section {
            h2 { "Another key" }
            p { "Make one if the present key may have become known to somebody, or as often as your rules ask. Whoever keeps a copy of the published keys fetches them anew." }
            (part(visit, draft, "/desk/keys", &fields(), "Make another key"))
        }
    };
    desk.page(visit, draft, "Signing keys", &body)
}

#[get("/desk/keys")]
async fn show_keys(caller: Administrator, visit: Visit) -> Result<Page, Error> {
    let desk = caller.read(read).await?;
    Ok(page(&desk, &visit, &Draft::default()))
}

#[post("/desk/keys")]
async fn send_rotation(sent: Sent<Administrator>, keys: Data<Keyring>) -> Result<HttpResponse, Error> {
    let context = sent.caller.context().clone();
    let answer = sent
        .carry_out(
            |c, by, form| {
                if form.text("sure") != "yes" {
                    let unsure = ValueError::new("required", "Nothing is done unless you answer yes.");
                    return Err(Faults::of("/sure", unsure).into());
                }
                use_cases::create(c, by.now, &by.actor)?;
                Ok("/desk/keys".to_owned())
            },
            read,
            page,
        )
        .await?;
    context.read(move |c| keys.renew(c)).await?;
    Ok(answer)
}
