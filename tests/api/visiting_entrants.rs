//! Visitors are entrants like any others: whatever takes somebody who is entered takes them.

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::browser::Browser;
use crate::caller::text;
use crate::contract;
use crate::hall::{keep_order, sheet};
use crate::season::members;
use crate::visitors::{VISITORS, come, field, id, play_round, world};

on_sqlite! {
    whatever_takes_an_entrant_takes_a_visitor,
    a_waiver_that_a_refusal_names_is_taken,
    a_visitor_is_paired_by_hand_at_the_desk,
}

/// The members of bodies that name somebody who is entered.
const ENTRANTS: [&str; 12] = [
    "player_id",
    "player_ids",
    "entry_id",
    "entry_ids",
    "pairs",
    "bye",
    "barred",
    "ordered",
    "first_starter_id",
    "forfeited_by",
    "first_player_id",
    "second_player_id",
];

/// Whether a body of that schema names somebody who is entered.
fn names_entrants(schema: &'static Value) -> bool {
    let schema = contract::resolve(schema);
    let below = |name: &str| {
        let parts = schema[name].as_array();
        parts.is_some_and(|parts| parts.iter().any(names_entrants))
    };
    let members = schema["properties"].as_object();
    members.is_some_and(|members| {
        members
            .iter()
            .any(|(name, member)| ENTRANTS.contains(&name.as_str()) || names_entrants(member))
    }) || ["oneOf", "allOf", "anyOf"].iter().any(|name| below(name))
        || schema.get("items").is_some_and(names_entrants)
}

/// The operations that take somebody who is entered in their bodies. Each of them is sent a visitor below, or in `visitors`.
const TAKING: [&str; 15] = [
    "create_check_in_batch",
    "create_correction",
    "create_game",
    "create_game_batch",
    "create_game_correction",
    "create_missing_returns",
    "create_missing_withdrawals",
    "create_result",
    "create_round",
    "create_round_results",
    "create_ruling",
    "create_starting_order",
    "create_team",
    "create_team_line_up",
    // A file has the entries of visitors by their ids: see `visitors`.
    "create_archive",
];

/// Those that take players of the register, who are entered by them, appointed, or sign in.
const OF_THE_REGISTER: [&str; 4] = [
    "create_appointment",
    "create_entry",
    "create_entry_batch",
    "create_own_dispute",
];

fn whatever_takes_an_entrant_takes_a_visitor(app: &TestApp) {
    let taking = contract::operations().filter_map(|(_, _, operation)| {
        let body = &operation["requestBody"]["content"]["application/json"]["schema"];
        let tag = text(&operation["tags"][0]);
        let takes = ["tournaments", "games"].contains(&tag) && body.is_object() && names_entrants(body);
        takes.then(|| text(&operation["operationId"]))
    });
    let mut found: Vec<&str> = taking.collect();
    let mut known = [&TAKING[..], &OF_THE_REGISTER[..]].concat();
    found.sort_unstable();
    known.sort_unstable();
    assert_eq!(found, known, "what takes an entrant takes a visitor: send one here");

    let (hall, visitors) = field(app);
    let entered: Vec<Value> = app.anyone().get(&format!("{}/entries", hall.path)).items();
    let ours: Vec<&str> = hall.players.iter().map(String::as_str).collect();
    let visiting: Vec<&str> = visitors.iter().map(id).collect();
    let send = |path: &str, body: &Value| hall.umpire.post(&format!("{}/{path}", hall.path), body).expect(201);
    let mut order = ours.clone();
    order.extend(&visiting);
    send("starting-orders", &json!({ "player_ids": order }));
    let is_visitor = |entry: &&Value| entry["player"]["country"].is_string();
    let (visits, others): (Vec<&Value>, Vec<&Value>) = entered.iter().partition(is_visitor);
    send("check-ins", &json!({ "entry_ids": [id(others[0])] }));
    send("missing-withdrawals", &json!({ "entry_ids": [id(visits[0])] }));
    send("missing-returns", &json!({ "entry_ids": [id(visits[0])] }));
    send(
        "check-ins",
        &json!({ "entry_ids": visits.iter().map(|entry| id(entry)).collect::<Vec<_>>() }),
    );
    let team = send("teams", &json!({ "name": "Neighbours", "entry_ids": &visiting[..2] }));
    let line_ups = format!("/v1/teams/{}/line-ups", id(&team));
    hall.umpire
        .post(&line_ups, &json!({ "entry_ids": &visiting[1..3] }))
        .expect(201);

    // Every sort of order, each in a draw of its own; the last is published.
    let across: Vec<[&str; 2]> = (0..4).map(|place| [ours[place], visiting[place]]).collect();
    for mut orders in [
        json!({ "barred": [across[0]] }),
        json!({ "ordered": [across[1]] }),
        json!({ "waivers": [{ "kind": "rematch", "player_ids": across[2] }] }),
        json!({ "waivers": [{ "kind": "second_bye", "player_ids": [visiting[0]] }] }),
        json!({ "pairs": across }),
    ] {
        orders["reason"] = json!("The hall is divided.");
        send("rounds", &orders);
    }
    let draw = app.administrator().get(&format!("{}/draw", hall.path)).expect(200);
    let round = format!("/v1/rounds/{}", id(&draw));
    hall.step(&format!("{round}/publications")).expect(201);

    // Results in every form, one of each match.
    let matches = hall.matches(&round);
    let visitor_of = |one: &Value| {
        let seats = one["players"].as_array().unwrap().iter();
        let mut seats = seats.map(|seat| &seat["player"]);
        seats.find(|player| player["country"].is_string()).unwrap()["id"].clone()
    };
    let starter = |one: &Value| {
        let mut sheet = sheet(one, 4);
        sheet["first_starter_id"] = visitor_of(one);
        sheet
    };
    let marks = |one: &Value| json!({ "marks": { "player_id": visitor_of(one), "games": "1 ½ 0 1 1 0" } });
    let forfeit = |one: &Value| json!({ "forfeited_by": visitor_of(one) });
    let of = |one: &Value, rest: &str| format!("/v1/matches/{}/{rest}", id(one));
    hall.umpire
        .post(&of(&matches[0], "results"), &starter(&matches[0]))
        .expect(201);
    hall.umpire
        .post(&of(&matches[1], "results"), &marks(&matches[1]))
        .expect(201);
    let rest: Vec<Value> = matches[2..]
        .iter()
        .map(|one| json!({ "match_id": one["id"], "sheet": forfeit(one) }))
        .collect();
    hall.umpire
        .post(&format!("{round}/results"), &json!({ "results": rest }))
        .expect(201);
    let corrected = &hall.matches(&round)[0];
    let correction = json!({
        "version": corrected["version"], "published_rounds": 1, "sheet": marks(corrected), "reason": "It was misread.",
    });
    hall.umpire.post(&of(corrected, "corrections"), &correction).expect(201);
    let dispute = hall
        .coordinator
        .post(&of(&matches[1], "disputes"), &json!({ "reason": "It was misread." }))
        .expect(201);
    let ruling = json!({ "ruling": "The sheet says so.", "sheet": forfeit(&matches[1]) });
    let rulings = format!("/v1/disputes/{}/rulings", id(&dispute));
    hall.umpire.post(&rulings, &ruling).expect(201);
}

/// One of ours and a visitor, who have met: the draw of round 2 names the waiver by which there would be one.
fn a_waiver_that_a_refusal_names_is_taken(app: &TestApp) {
    let mut hall = world(app, &json!({}));
    hall.enter(&members(app, 1, 1)[0]);
    let visitor = come(&hall, VISITORS[0]);
    play_round(&hall);
    let stuck = hall.draw(&json!({})).refused(409, "no-legal-draw");
    let waivers = &stuck["waivers"];
    assert!(
        waivers[0]["player_ids"].as_array().unwrap().contains(&visitor["id"]),
        "{stuck}"
    );
    // At the desk that is one step.
    let desk = format!("/desk/tournaments/{}", hall.id());
    let browser = Browser::administrator(app);
    let exceptions = format!("{desk}/exceptions");
    let form = browser.open(&format!("{desk}/pairing")).form(&exceptions);
    let page = browser.go(&form.with("exceptions_reason", "Two came."));
    assert!(page.text().contains("Two came."), "{}", page.text());
    hall.draw(&json!({ "waivers": waivers, "reason": "There is nobody else." }))
        .expect(201);
}

fn a_visitor_is_paired_by_hand_at_the_desk(app: &TestApp) {
    let (hall, _) = field(app);
    keep_order(app, &hall.path);
    let desk = format!("/desk/tournaments/{}", hall.id());
    let browser = Browser::administrator(app);
    let mut form = browser.open(&format!("{desk}/pairing")).form_to("/pairing");
    for (board, pair) in [["1", "8"], ["2", "7"], ["3", "6"], ["4", "5"]].iter().enumerate() {
        for (seat, seed) in pair.iter().enumerate() {
            form = form.with(&format!("seat-{}-{}", board + 1, seat + 1), seed);
        }
    }
    let sent = browser.send(&form.with("reason", "The boards were set up so."));
    assert_eq!(sent.status, 303, "{}", sent.text());
    let draw = app.administrator().get(&format!("{}/draw", hall.path)).expect(200);
    assert!(draw["boards"].to_string().contains("Molefe"), "{draw}");
}
