//! Good requests about pens.

use federation_records::pens::laptops::LaptopKeys;
use serde_json::{Value, json};

use super::{Request, World, about, to};
use crate::app::TestApp;
use crate::weekend::{keys, lending, signed};

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
            let claims = json!({ "tournament": tournament, "epoch": 1, "last": 0, "head": "", "closes": true });
            let signature = signed(&keys, &claims);
            to(
                &tournament,
                json!({ "epoch": 1, "commands": [], "signature": signature }),
            )
        }
        _ => return None,
    })
}
