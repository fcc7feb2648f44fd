//! Sticks and bundles on their way: in parts and in any order, and some of them altered.

use std::ops::Range;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use fastrand::Rng;
use federation_records::app::server::Service;
use federation_records::db::Url;
use federation_records::pens::bundles::SealedBundle;
use federation_records::pens::laptops::LaptopKeys;
use federation_records::values::clock::Clock;
use hpke::aead::ChaCha20Poly1305;
use hpke::kdf::HkdfSha256;
use hpke::kem::X25519HkdfSha256;
use hpke::{Deserializable, Kem, OpModeR, OpModeS, Serializable};
use serde_json::{Value, json};

use crate::app::{migrated, scratch};
use crate::caller::text;
use crate::venue_weekends::away::Away;
use crate::weekend::{Weekend, handed_in, keys, own_account, with_member};

/// The words to which the seal of a bundle is bound.
const PURPOSE: &[u8] = b"federation-records pen bundle 1";

/// A digest of nothing that there is.
const NO_DIGEST: &str = "0000000000000000000000000000000000000000000000000000000000000000";

/// Parts which have all of that between them, in any order. Some have a bit more.
pub fn parts(all: &Range<usize>, rng: &mut Rng) -> Vec<Range<usize>> {
    let cuts = rng.usize(..3);
    let mut ends: Vec<usize> = (0..cuts).map(|_| rng.usize(all.clone())).collect();
    ends.push(all.end);
    ends.sort_unstable();
    let (mut parts, mut begins) = (Vec::new(), all.start);
    for end in ends {
        if end > begins {
            parts.push(begins.saturating_sub(rng.usize(..3))..end);
            begins = end;
        }
    }
    rng.shuffle(&mut parts);
    parts
}

/// A hand-in of that part which is not what the laptop has signed, or not what it has done.
pub fn altered(away: &Away<'_>, part: &Range<usize>, rng: &mut Rng) -> Value {
    let (loan, own_keys) = (away.weekend.loan(), &away.weekend.keys);
    let mut form = away.part(part.clone(), false);
    let commands = form["commands"].as_array_mut().unwrap();
    let (many, one) = (commands.len(), rng.usize(..commands.len()));
    let last_here = away.commands.iter().rfind(|command| away.is_here(command));
    let another = last_here.map(|last| with_member(loan, last, "seed", json!("another")));
    let follows_one_here = part.start == 0 || away.is_here(&away.commands[part.start - 1]);
    match rng.u8(..10) {
        0 if many > 1 => drop(commands.pop()),
        1 if many > 1 => commands.swap(one, (one + 1) % many),
        2 if many > 2 => drop(commands.remove(1 + rng.usize(..many - 2))),
        // Another laptop has signed it, or this one for another loan, or nobody.
        3 => return handed_in(loan, &keys(), commands, false),
        4 => {
            form = handed_in((loan.0, loan.1 + 1), own_keys, commands, false);
            form["epoch"] = json!(loan.1);
        }
        5 => form["signature"] = json!("x"),
        // What it has signed is another thing than it has handed in before, or follows one.
        6 | 7 if another.is_some() => return handed_in(loan, own_keys, another.as_slice(), false),
        8 if follows_one_here => {
            let apart = with_member(loan, &commands[0], "previous", json!(NO_DIGEST));
            return handed_in(loan, own_keys, &[apart], false);
        }
        _ => alter_member(&mut commands[one], rng),
    }
    form
}

/// A hand-in of the first command of that part, given for somebody who was not named when the pen was lent, and signed all the same.
pub fn of_another_account(away: &Away<'_>, part: &Range<usize>) -> Value {
    let (loan, own_keys) = (away.weekend.loan(), &away.weekend.keys);
    let administrator = own_account(&away.weekend.hall.app.administrator()).0;
    let command = with_member(loan, &away.commands[part.start], "account_id", json!(administrator));
    handed_in(loan, own_keys, &[command], false)
}

/// Puts something else in the place of a member of a command.
fn alter_member(command: &mut Value, rng: &mut Rng) {
    let others = [
        ("path", json!("/v1/clubs")),
        ("method", json!("PUT")),
        ("media_type", json!("text/plain")),
        ("body", json!("eyJhIjoxfQ")),
        ("seed", json!("another")),
        ("at", json!("2026-11-01T09:00:00.000000Z")),
        ("account_id", command["id"].clone()),
        ("id", command["account_id"].clone()),
        ("changes_digest", json!(NO_DIGEST)),
        ("previous", json!(NO_DIGEST)),
        ("hash", json!(NO_DIGEST)),
        ("n", json!(command["n"].as_u64().unwrap() + 1)),
    ];
    let (name, other) = &others[rng.usize(..others.len())];
    command[*name] = other.clone();
}

/// The bundle of a laptop, altered on its way.
pub fn altered_bundle(weekend: &Weekend<'_>, rng: &mut Rng) -> Value {
    let mut lent = weekend.lent.clone();
    let bundle = &mut lent["bundle"];
    let sealed = text(&bundle["sealed"]).to_owned();
    match rng.u8(..6) {
        0 => bundle["sealed"] = json!(sealed[..sealed.len() - 4]),
        1 => {
            let place = rng.usize(..sealed.len() - 2);
            let other = if sealed[place..].starts_with('A') { "B" } else { "A" };
            bundle["sealed"] = json!(format!("{}{other}{}", &sealed[..place], &sealed[place + 1..]));
        }
        2 => bundle["delegation"] = json!(text(&bundle["delegation"]).replacen('.', ".e", 1)),
        3 => bundle["keys"] = json!([]),
        // Anybody can seal something to the laptop's public key.
        _ => bundle["sealed"] = json!(sealed_again(weekend)),
    }
    lent
}

/// The content of a bundle, sealed by somebody else than the federation.
fn sealed_again(weekend: &Weekend<'_>) -> String {
    let secret = serde_json::to_value(&weekend.keys).unwrap();
    let secret = URL_SAFE_NO_PAD.decode(text(&secret["sealing"])).unwrap();
    let secret = <X25519HkdfSha256 as Kem>::PrivateKey::from_bytes(&secret).unwrap();
    let public = X25519HkdfSha256::sk_to_pk(&secret);
    let sealed = URL_SAFE_NO_PAD.decode(text(&weekend.lent["bundle"]["sealed"])).unwrap();
    let (encapsulated, content) = sealed.split_at(32);
    let encapsulated = <X25519HkdfSha256 as Kem>::EncappedKey::from_bytes(encapsulated).unwrap();
    let (tournament, epoch) = weekend.loan();
    let bound_to = format!("{tournament} {epoch}");
    let content = hpke::single_shot_open::<ChaCha20Poly1305, HkdfSha256, X25519HkdfSha256>(
        &OpModeR::Base,
        &secret,
        &encapsulated,
        PURPOSE,
        content,
        bound_to.as_bytes(),
    );
    let sealed = hpke::single_shot_seal::<ChaCha20Poly1305, HkdfSha256, X25519HkdfSha256>(
        &OpModeS::Base,
        &public,
        PURPOSE,
        &content.unwrap(),
        bound_to.as_bytes(),
    );
    let (encapsulated, content) = sealed.unwrap();
    URL_SAFE_NO_PAD.encode([encapsulated.to_bytes().as_slice(), &content].concat())
}

/// Whether a laptop with these keys takes that bundle in.
pub fn is_taken_in(bundle: &Value, keys: &LaptopKeys) -> bool {
    let folder = tempfile::tempdir_in(scratch()).unwrap();
    let file = folder.path().join("laptop.sqlite");
    std::fs::copy(migrated(), &file).unwrap();
    let url = Url::Sqlite(file.display().to_string());
    let bundle = SealedBundle::read(&bundle.to_string()).unwrap();
    let clock = Clock::telling(|| "2026-12-02T08:00:00Z".parse().unwrap());
    actix_web::rt::System::new().block_on(async {
        let service = Service::open(&url, clock, "http://records.example").await.unwrap();
        service.at_venue(&bundle, keys).await.is_ok()
    })
}
