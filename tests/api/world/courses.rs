//! Good requests about courses for umpires.

use serde_json::{Value, json};

use super::{Request, World, about, sending, to};
use crate::app::TestApp;
use crate::caller::text;

/// A course of the North West; its id.
fn course(app: &TestApp) -> String {
    crate::umpire_courses::course(app, "2026-11-14")
}

/// The result of somebody new in a course.
fn candidate(app: &TestApp, club: &str) -> Value {
    let player = app.player(club);
    crate::umpires::register(app, &player, club, 2027);
    crate::umpire_courses::marked(&player, 84, 91)
}

pub(super) fn of_courses(operation: &str, app: &TestApp, world: &World) -> Option<Request> {
    let recorded = || {
        let path = format!("/v1/umpire-courses/{}/candidates", course(app));
        let candidate = app.administrator().post(&path, &candidate(app, &world.club));
        text(&candidate.expect(201)["id"]).to_owned()
    };
    Some(match operation {
        "create_umpire_course" => sending(json!({
            "held_on": "2026-11-14", "venue": "Mahikeng", "province": "ZA-NW", "held_by": "Umpires' committee",
        })),
        "list_umpire_courses" => Request::default(),
        "read_umpire_course" | "list_umpire_candidates" => about(&course(app)),
        "update_umpire_course" => to(&course(app), json!({ "venue": "Rustenburg" })),
        "create_umpire_candidate" => to(&course(app), candidate(app, &world.club)),
        "read_umpire_candidate" => about(&recorded()),
        "create_umpire_candidate_correction" => to(
            &recorded(),
            json!({ "marks_regulations": 85, "marks_rules": 92, "reason": "Counted again." }),
        ),
        _ => return None,
    })
}
