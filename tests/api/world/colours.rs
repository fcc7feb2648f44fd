//! Good requests about colours.

use serde_json::{Value, json};

use super::{Request, World, about, sending, to};
use crate::app::TestApp;
use crate::caller::text;

/// A selection of somebody new for the team of the North West.
fn selection(app: &TestApp, club: &str) -> Value {
    let player = app.player(club);
    let registration = json!({
        "player_id": player, "club_id": club, "year": 2027, "basis": "member", "division": "senior",
    });
    app.registered(&registration);
    json!({
        "player_id": player, "role": "player", "team": "province", "province": "ZA-NW", "division": "senior", "year": 2027,
        "selected_on": "2026-11-20", "reference": "Minutes of 20 November 2026, item 4",
    })
}

/// Sets criteria from 2027 on that are the preset's, but that all is won in events of any size.
pub fn any_size(app: &TestApp) {
    let mut criteria = app.anyone().get("/v1/colours-criteria?year=2027").expect(200);
    let mut items = criteria["items"].take();
    for item in items.as_array_mut().unwrap() {
        let item = item.as_object_mut().unwrap();
        item.remove("sentence");
        if item["byes"].is_number() {
            item.extend([("rounds".to_owned(), json!(1)), ("entrants".to_owned(), json!(1))]);
        }
    }
    let asked = json!({ "year": 2027, "name": "For events of any size", "items": items });
    app.administrator().post("/v1/colours-criteria", &asked).expect(201);
}

/// The id of one that is doubtful: the registration was withdrawn on which it rests.
pub fn doubtful(app: &TestApp, club: &str) -> String {
    let selection = selection(app, club);
    let administrator = app.administrator();
    let id = text(&administrator.post("/v1/selections", &selection).expect(201)["id"]).to_owned();
    let of_player = format!("/v1/registrations?player_id={}", text(&selection["player_id"]));
    for registration in administrator.get(&of_player).items() {
        let path = format!("/v1/registrations/{}/withdrawals", text(&registration["id"]));
        administrator
            .post(&path, &json!({ "reason": "It was the wrong year." }))
            .expect(201);
    }
    id
}

/// The id of one that there is.
pub fn selected(app: &TestApp, club: &str) -> String {
    text(
        &app.administrator()
            .post("/v1/selections", &selection(app, club))
            .expect(201)["id"],
    )
    .to_owned()
}

fn proposal(player: &str) -> Value {
    json!({
        "player_id": player, "level": "provincial", "division": "senior", "year": 2027, "basis": "discretion",
        "reason": "Has taught the game in twelve schools.",
    })
}

/// Provincial colours of a player of the North West, proposed by a coordinator; the id.
pub fn proposed(app: &TestApp, player: &str) -> String {
    text(
        &app.coordinator("ZA-NW")
            .post("/v1/colours", &proposal(player))
            .expect(201)["id"],
    )
    .to_owned()
}

/// The same, approved by the administrator.
pub fn approved(app: &TestApp, player: &str) -> String {
    let id = proposed(app, player);
    app.administrator()
        .post(&format!("/v1/colours/{id}/approvals"), &approval())
        .expect(201);
    id
}

/// A player of age consents that institutions read which colours they have; the path of the consent.
pub fn shared(app: &TestApp, player: &str) -> String {
    let consent = json!({
        "relation": "self", "purpose": "share_colours", "wording": "2026-1", "given_on": "2026-11-20",
    });
    let consent = app
        .administrator()
        .post(&format!("/v1/players/{player}/consents"), &consent);
    consent.expect(201);
    consent.header("location").to_owned()
}

fn approval() -> Value {
    json!({ "reference": "Minutes of 21 November 2026, item 7" })
}

pub(super) fn of_colours(operation: &str, app: &TestApp, world: &World) -> Option<Request> {
    let new = || app.player(&world.club);
    Some(match operation {
        "create_selection" => sending(selection(app, &world.club)),
        "read_selection" => about(&world.selection),
        "create_selection_withdrawal" => to(&selected(app, &world.club), json!({ "reason": "Is ill." })),
        "create_colours_criteria" => sending(json!({
            "year": 2030, "name": "As decided",
            "items": [{ "level": "provincial", "divisions": ["senior"], "basis": "discretion" }],
        })),
        "list_colours_candidates" => about("year=2027&level=provincial"),
        "list_colours_holders" => about("year=2027"),
        "read_colours_candidacy" => about(&world.players[0]),
        "create_colours" => sending(proposal(&new())),
        "read_colours" | "read_colours_particulars" | "read_colours_code" => about(&world.colours),
        "create_colours_approval" => to(&proposed(app, &new()), approval()),
        "create_colours_refusal" => to(
            &proposed(app, &new()),
            json!({ "reason": "The minutes name somebody else." }),
        ),
        "create_colours_revocation" => to(&approved(app, &new()), json!({ "reason": "The result was corrected." })),
        "create_colours_supersession" => {
            let player = new();
            let mut later = proposal(&player);
            later["level"] = json!("national_federation");
            let later = app.coordinator("ZA-NW").post("/v1/colours", &later).expect(201);
            let path = format!("/v1/colours/{}/approvals", text(&later["id"]));
            app.administrator().post(&path, &approval()).expect(201);
            let reason = "Was awarded in the wrong division.";
            to(
                &approved(app, &player),
                json!({ "successor_id": later["id"], "reason": reason }),
            )
        }
        "read_verification" | "read_certificate" | "read_certificate_document" | "read_certificate_token" => {
            about(&world.code)
        }
        "create_verification" => {
            let token = app
                .anyone()
                .get(&format!("/v1/certificates/{}/token", world.code))
                .body_text();
            sending(json!({ "token": token }))
        }
        "create_upholding" => sending(json!({
            "kind": "selection", "record_id": doubtful(app, &world.club), "reason": "The board lets it be.",
        })),
        "list_doubtful_records" => {
            doubtful(app, &world.club);
            Request::default()
        }
        "list_colours"
        | "list_colours_particulars"
        | "list_colours_criteria"
        | "list_colours_criteria_versions"
        | "list_selections"
        | "list_revocations" => Request::default(),
        _ => return None,
    })
}
