//! Good requests of players' own accounts, and about them.

use diesel::connection::SimpleConnection;
use serde_json::{Value, json};

use super::{Request, World, about, new, sending, to, tournaments};
use crate::app::{Account, TestApp};
use crate::caller::text;

/// The operations that an account may use of what is its own.
pub const HAS_OWN: [&str; 26] = [
    "read_account",
    "read_job",
    "read_own_account",
    "list_sessions",
    "create_session_ending",
    "create_own_password",
    "create_second_factor",
    "create_second_factor_confirmation",
    "create_second_factor_removal",
    "read_own_players",
    "read_own_export",
    "list_own_consents",
    "create_own_consent",
    "create_own_consent_withdrawal",
    "create_own_dispute",
    "list_own_disputes",
    "create_own_appeal",
    "list_own_appeals",
    "list_applications",
    "read_application",
    "create_application_revocation",
    "create_application_secret",
    "create_application_secret_revocation",
    "create_personal_token",
    "list_personal_tokens",
    "create_personal_token_revocation",
];

/// Makes the account the own one of a player who is of age, and of nobody else, behind the service's back.
pub fn tie(app: &TestApp, account: &str, player: &str) {
    let id = format!("019aa0d8-1a2b-7c3d-8a5b-{:012x}", fastrand::u64(..1 << 48));
    let sql = format!(
        "UPDATE player_accounts SET withdrawn_at = created_at \
         WHERE relation = 'self' AND withdrawn_at IS NULL AND (account_id = '{account}' OR player_id = '{player}'); \
         INSERT INTO player_accounts (id, account_id, player_id, relation, origin, created_at) \
         VALUES ('{id}', '{account}', '{player}', 'self', 'existing', '2026-11-20T08:00:00.000000Z')"
    );
    app.connection().batch_execute(&sql).unwrap();
}

fn allowing() -> Value {
    json!({ "purpose": "share_colours", "wording": "2026-1" })
}

/// Good requests of an operation about a player for whom the caller's account holds, and about somebody else's.
pub fn of_own(operation: &str, app: &TestApp, world: &World, caller: Option<&Account>) -> Option<Vec<Request>> {
    let request = |account: &Account| -> Option<Request> {
        let tied = || {
            let player = app.player(&world.club);
            tie(app, &account.id, &player);
            player
        };
        Some(match operation {
            "read_own_export" | "list_own_consents" | "list_own_appeals" => about(&tied()),
            "create_own_appeal" => {
                let (dispute, player) = tournaments::ruled(app, world);
                tie(app, &account.id, &player);
                to(&player, appealing(&dispute))
            }
            "create_own_consent" => to(&tied(), allowing()),
            "create_own_consent_withdrawal" => {
                let consent = json!({
                    "relation": "self", "purpose": "share_colours", "wording": "2026-1", "given_on": "2026-11-20",
                });
                let path = format!("/v1/players/{}/consents", tied());
                about(text(&app.administrator().post(&path, &consent).expect(201)["id"]))
            }
            "list_own_disputes" | "create_own_dispute" => {
                let (id, player) = tournaments::played_match(app, world);
                tie(app, &account.id, &player);
                match operation {
                    "list_own_disputes" => about(&id),
                    _ => to(
                        &id,
                        json!({ "player_id": player, "reason": "The fourth game was drawn." }),
                    ),
                }
            }
            _ => return None,
        })
    };
    if operation == "read_own_players" {
        let own = true;
        return Some(vec![Request {
            own,
            ..Request::default()
        }]);
    }
    let of_another = request(&world.account)?;
    let own = caller.and_then(request).map(|request| Request { own: true, ..request });
    Some(own.into_iter().chain([of_another]).collect())
}

fn invitation() -> Value {
    json!({ "email": format!("{}@family.example", new()), "name": "Lindiwe Mokoena", "relation": "self" })
}

/// The id of an account that was made for somebody of the club.
fn invited(app: &TestApp, world: &World) -> String {
    let path = format!("/v1/players/{}/accounts", app.player(&world.club));
    text(&app.administrator().post(&path, &invitation()).expect(201)["id"]).to_owned()
}

fn appealing(dispute: &str) -> Value {
    json!({ "dispute_id": dispute, "grounds": "The umpire did not look at my notes." })
}

/// The id of an appeal against a ruling of the world's umpire.
fn appeal(app: &TestApp, world: &World) -> String {
    let (dispute, player) = tournaments::ruled(app, world);
    let path = format!("/v1/players/{player}/appeals");
    let by = app.secretary(&world.club);
    text(&by.post(&path, &appealing(&dispute)).expect(201)["id"]).to_owned()
}

/// A link by which the parents of a new child of the club consent, with its code.
fn consent_link(app: &TestApp, world: &World) -> Value {
    let child = app.player_named(&world.club, "Mokoena", "Thandi", "2012-05-05");
    let path = format!("/v1/players/{child}/consent-links");
    app.administrator().send("POST", &path, &[], None).expect(200)
}

fn answering(code: &Value) -> Value {
    let answer = |purpose: &str| json!({ "purpose": purpose, "wording": "2026-1", "agrees": true });
    json!({
        "code": code, "guardian": "Lindiwe Mokoena", "relation": "parent",
        "answers": [answer("publish_name"), answer("share_colours")],
    })
}

fn of_consent_links(operation: &str, app: &TestApp, world: &World) -> Option<Request> {
    Some(match operation {
        "create_consent_link" => about(&app.player_named(&world.club, "Mokoena", "Thandi", "2012-05-05")),
        "list_consent_links" => about(&world.players[0]),
        "create_consent_link_withdrawal" => about(text(&consent_link(app, world)["link"]["id"])),
        "create_consent_questions" => sending(json!({ "code": consent_link(app, world)["code"] })),
        "create_consent_answers" => sending(answering(&consent_link(app, world)["code"])),
        _ => return None,
    })
}

pub fn of_players(operation: &str, app: &TestApp, world: &World) -> Option<Request> {
    if let Some(request) = of_consent_links(operation, app, world) {
        return Some(request);
    }
    Some(match operation {
        "create_player_account" => to(&app.player(&world.club), invitation()),
        "list_player_accounts" | "list_player_appeals" => about(&world.players[0]),
        "read_player_account" | "create_player_account_withdrawal" | "create_player_account_code" => {
            about(&invited(app, world))
        }
        "create_appeal" => {
            let (dispute, player) = tournaments::ruled(app, world);
            to(&player, appealing(&dispute))
        }
        "list_appeals" => {
            appeal(app, world);
            about("pending=true")
        }
        "read_appeal" => about(&appeal(app, world)),
        "create_appeal_decision" => to(
            &appeal(app, world),
            json!({ "outcome": "dismissed", "reason": "The notes show a loss." }),
        ),
        "list_consent_wordings" => Request::default(),
        "create_consent_wording" => sending(json!({
            "purpose": "share_colours", "version": new(), "text": "I agree.", "valid_from": "2030-01-01",
        })),
        _ => return None,
    })
}
