//! Good requests about accreditations.

use serde_json::{Value, json};

use super::{Request, World, about, sending, to};
use crate::app::TestApp;
use crate::caller::text;

/// An accreditation of somebody new, who is registered.
pub fn accrediting(app: &TestApp, club: &str) -> Value {
    let player = app.player(club);
    let registration = json!({
        "player_id": player, "club_id": club, "year": 2027, "basis": "member", "division": "senior",
    });
    app.registered(&registration);
    json!({
        "player_id": player, "level": "level_1", "valid_from": "2026-11-20",
        "without_course": crate::umpires::WITHOUT_COURSE,
    })
}

/// The id of one that there is.
pub fn accreditation(app: &TestApp, club: &str) -> String {
    text(
        &app.administrator()
            .post("/v1/accreditations", &accrediting(app, club))
            .expect(201)["id"],
    )
    .to_owned()
}

fn suspension() -> Value {
    json!({ "begins_on": "2026-11-20", "reason": "Ruled on a match of a relative." })
}

pub fn of_umpires(operation: &str, app: &TestApp, world: &World) -> Option<Request> {
    Some(match operation {
        "create_accreditation" => sending(accrediting(app, &world.club)),
        "list_accreditations" => Request::default(),
        "list_due_accreditations" => {
            let mut ending = accrediting(app, &world.club);
            ending["valid_until"] = json!("2026-12-31");
            app.administrator().post("/v1/accreditations", &ending).expect(201);
            about("within=60")
        }
        "read_accreditation" | "read_accreditation_particulars" | "read_accreditation_code" => {
            about(&world.accreditation)
        }
        "create_accreditation_suspension" => to(&accreditation(app, &world.club), suspension()),
        "create_accreditation_reinstatement" => {
            let accreditation = accreditation(app, &world.club);
            let path = format!("/v1/accreditations/{accreditation}/suspensions");
            app.administrator().post(&path, &suspension()).expect(201);
            about(&accreditation)
        }
        "create_accreditation_revocation" => to(
            &accreditation(app, &world.club),
            json!({ "reason": "Took money for a result." }),
        ),
        "create_accreditation_renewal" => {
            let mut ending = accrediting(app, &world.club);
            // The next term begins in a gaming year for which the player is registered.
            ending["valid_until"] = json!("2026-12-31");
            let ending = app.administrator().post("/v1/accreditations", &ending).expect(201);
            to(text(&ending["id"]), json!({}))
        }
        _ => return None,
    })
}
