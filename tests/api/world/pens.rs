//! Good requests about pens.

use federation_records::pens::laptops::LaptopKeys;
use serde_json::{Value, json};

use super::{Request, World, about, to};
use crate::app::TestApp;
use crate::caller::text;
use crate::weekend::{given, handed_in, keys, lending};

/// An open tournament whose pen is lent to the laptop with these keys; its id.
fn lent(app: &TestApp, world: &World, keys: &LaptopKeys) -> String {
    let tournament = super::tournaments::open_tournament(app, world);
    let path = format!("/v1/tournaments/{tournament}/pen-loans");
    app.administrator().post(&path, &loan(world, keys)).expect(201);
    tournament
}

fn loan(world: &World, keys: &LaptopKeys) -> Value {
    lending(keys, &[&world.umpire.id])
}

/// A finding: an entrant was suspended while a laptop had the pen; its id.
fn finding(app: &TestApp, world: &World, keys: &LaptopKeys) -> String {
    let (administrator, player) = (app.administrator(), app.player(&world.club));
    let tournament = super::tournaments::open_tournament(app, world);
    let path = |what: &str| format!("/v1/tournaments/{tournament}/{what}");
    administrator
        .post(&path("entries"), &json!({ "player_id": player }))
        .expect(201);
    administrator.post(&path("pen-loans"), &loan(world, keys)).expect(201);
    administrator
        .post(
            &format!("/v1/players/{player}/suspensions"),
            &super::members::suspended(),
        )
        .expect(201);
    administrator
        .post(
            &path("pen-hand-ins"),
            &handed_in((tournament.as_str(), 1), keys, &[], false),
        )
        .expect(200);
    text(&administrator.get(&path("pen-findings")).items()[0]["id"]).to_owned()
}

/// A branch: two players were entered on a laptop whose pen was reclaimed; its tournament, and the id of the first command.
fn branch(app: &TestApp, world: &World, keys: &LaptopKeys) -> (String, String) {
    let (tournament, administrator) = (lent(app, world, keys), app.administrator());
    let path = |what: &str| format!("/v1/tournaments/{tournament}/{what}");
    administrator
        .post(&path("pen-reclaims"), &json!({ "reason": "The laptop was stolen." }))
        .expect(201);
    let entry = || json!({ "player_id": app.player(&world.club) });
    let first = given(
        (tournament.as_str(), 1),
        None,
        &world.umpire.id,
        (path("entries").as_str(), &entry()),
    );
    let second = given(
        (tournament.as_str(), 1),
        Some(&first),
        &world.umpire.id,
        (path("entries").as_str(), &entry()),
    );
    let id = text(&first["id"]).to_owned();
    administrator
        .post(
            &path("pen-hand-ins"),
            &handed_in((tournament.as_str(), 1), keys, &[first, second], false),
        )
        .expect(200);
    (tournament, id)
}

/// Good requests of an operation about pens.
pub fn of_pens(operation: &str, app: &TestApp, world: &World) -> Option<Request> {
    let keys = keys();
    Some(match operation {
        "read_pen" => about(&super::tournaments::open_tournament(app, world)),
        "create_pen_loan" => {
            let tournament = super::tournaments::open_tournament(app, world);
            to(&tournament, loan(world, &keys))
        }
        "create_pen_reclaim" => to(&lent(app, world, &keys), json!({ "reason": "The laptop was stolen." })),
        // Nothing was done there, and the laptop gives the pen back.
        "create_pen_hand_in" => {
            let tournament = lent(app, world, &keys);
            to(&tournament, handed_in((tournament.as_str(), 1), &keys, &[], true))
        }
        "list_pen_findings" => about(&lent(app, world, &keys)),
        "create_pen_finding_settlement" => to(
            &finding(app, world, &keys),
            json!({ "note": "The results of round 1 stand." }),
        ),
        "list_pen_branch_commands" => about(&branch(app, world, &keys).0),
        "create_pen_branch_adoption" => about(&branch(app, world, &keys).1),
        "create_pen_branch_dismissal" => to(
            &branch(app, world, &keys).1,
            json!({ "note": "The round was drawn again without it." }),
        ),
        _ => return None,
    })
}
