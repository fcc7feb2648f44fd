//! Good requests about clubs, players and registrations.

use serde_json::{Value, json};

use super::{Request, World, about, new, sending, to};
use crate::app::TestApp;
use crate::caller::text;
use crate::consents;

fn siblings(app: &TestApp, world: &World) -> Value {
    json!({ "player_ids": [app.player(&world.club), app.player(&world.club)], "relation": "siblings" })
}

pub fn suspended() -> Value {
    json!({ "begins_on": "2026-11-20", "reason": "Struck an opponent." })
}

/// The id of a suspension of somebody new.
fn suspension_of(app: &TestApp, world: &World) -> String {
    let path = format!("/v1/players/{}/suspensions", app.player(&world.club));
    text(&app.administrator().post(&path, &suspended()).expect(201)["id"]).to_owned()
}

/// The id of a bar between two of the club.
fn barred(app: &TestApp, world: &World) -> String {
    let bar = app.administrator().post("/v1/pairing-bars", &siblings(app, world));
    text(&bar.expect(201)["id"]).to_owned()
}

/// A transfer of somebody new from the one club to the other; its id.
fn transfer(app: &TestApp, from: &str, to: &str) -> String {
    let transfer = json!({ "player_id": app.player(from), "club_id": to });
    text(&app.administrator().post("/v1/transfers", &transfer).expect(201)["id"]).to_owned()
}

pub fn affiliation(club: &str) -> Value {
    json!({ "club_id": club, "year": 2027, "paid_on": "2026-11-20" })
}

pub fn of_clubs(operation: &str, app: &TestApp, world: &World) -> Option<Request> {
    Some(match operation {
        "list_provinces" | "list_regions" | "list_clubs" => Request::default(),
        "read_province" => about("ZA-NW"),
        "read_region" => about("DC38"),
        "create_club" => sending(json!({
            "code": format!("C{}", &new()[..10]), "name": "Herders", "kind": "school", "province": "ZA-NW",
        })),
        "read_club" | "read_club_contacts" | "read_club_standing" => about(&world.club),
        "update_club" => to(&world.club, json!({ "name": "Herders" })),
        "update_club_contacts" => to(&world.club, json!({ "secretary": { "name": "Lindiwe Qwabe" } })),
        "create_affiliation" => sending(affiliation(&app.club("ZA-NW"))),
        "list_affiliations" => about(&format!("club_id={}", world.club)),
        "read_affiliation" => about(&world.affiliation),
        "create_affiliation_withdrawal" => {
            let affiliation = affiliation(&app.club("ZA-NW"));
            let affiliation = app.administrator().post("/v1/affiliations", &affiliation).expect(201);
            to(text(&affiliation["id"]), json!({ "reason": "It was the wrong club." }))
        }
        "update_affiliation" => to(&world.affiliation, json!({ "paid_on": "2026-11-19" })),
        _ => return None,
    })
}

pub fn of_players(operation: &str, app: &TestApp, world: &World) -> Option<Request> {
    let player = &world.players[0];
    Some(match operation {
        "create_player" => sending(json!({
            "family_name": "Mokoena", "birth_date": "1998-04-17", "sex": "male",
            "province": "ZA-NW", "club_id": world.club,
        })),
        "list_players" | "list_duplicates" => Request::default(),
        "list_particulars" => about(&format!("club_id={}", world.club)),
        "read_player"
        | "read_player_particulars"
        | "list_residences"
        | "list_consents"
        | "list_pairing_bars"
        | "list_player_suspensions"
        | "read_player_export" => about(player),
        "update_player_particulars" => to(player, json!({ "sex": "male" })),
        "create_residence" => to(
            player,
            json!({ "since": "2026-11-01", "province": "ZA-NW", "region": "DC38" }),
        ),
        "create_residence_correction" => to(
            &app.player(&world.club),
            json!({ "since": "2026-11-20", "province": "ZA-GP", "reason": "The form had the school's province." }),
        ),
        "create_consent" => to(player, consents::given()),
        "read_consent" | "create_consent_withdrawal" => {
            let path = format!("/v1/players/{player}/consents");
            about(text(
                &app.administrator().post(&path, &consents::given()).expect(201)["id"],
            ))
        }
        "create_pairing_bar" => sending(siblings(app, world)),
        "read_pairing_bar" => about(&barred(app, world)),
        "create_pairing_bar_withdrawal" => to(&barred(app, world), json!({ "reason": "They are not related." })),
        "create_player_suspension" => to(&app.player(&world.club), suspended()),
        "read_suspension" => about(&suspension_of(app, world)),
        "create_suspension_lifting" => to(
            &suspension_of(app, world),
            json!({ "reason": "The appeal was upheld." }),
        ),
        "create_merger" => to(
            &app.player(&world.club),
            json!({ "duplicate_id": app.player(&world.club) }),
        ),
        "create_erasure" => about(&app.player(&world.club)),
        _ => return None,
    })
}

pub fn of_registrations(operation: &str, app: &TestApp, world: &World) -> Option<Request> {
    Some(match operation {
        "create_registration" => sending(json!({
            "player_id": app.player(&world.club), "club_id": world.club, "year": 2027, "basis": "member",
            "division": "senior",
        })),
        "list_registrations" => about(&format!("club_id={}", world.club)),
        "list_transfers" => {
            transfer(app, &world.neighbour, &world.club);
            about(&format!("club_id={}", world.club))
        }
        "read_registration" => about(&world.registration),
        "create_registration_withdrawal" => {
            let registration = json!({
                "player_id": app.player(&world.club), "club_id": world.club, "year": 2027, "basis": "member",
                "division": "senior",
            });
            let registration = app.administrator().post("/v1/registrations", &registration).expect(201);
            to(text(&registration["id"]), json!({ "reason": "It was the wrong year." }))
        }
        "update_registration" => to(&world.registration, json!({ "paid_on": "2026-11-19" })),
        "create_transfer" => sending(json!({ "player_id": app.player(&world.neighbour), "club_id": world.club })),
        "read_transfer" => about(&transfer(app, &world.neighbour, &world.club)),
        "create_transfer_release" => about(&transfer(app, &world.club, &world.neighbour)),
        "create_transfer_acceptance" => {
            let transfer = transfer(app, &world.neighbour, &world.club);
            app.administrator()
                .send("POST", &format!("/v1/transfers/{transfer}/releases"), &[], None)
                .expect(201);
            about(&transfer)
        }
        "create_transfer_refusal" => to(
            &transfer(app, &world.neighbour, &world.club),
            json!({ "reason": "The player stays." }),
        ),
        _ => return None,
    })
}
