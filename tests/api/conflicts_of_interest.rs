//! Conflicts of interest: every decision on a person is refused to whose account holds for them or for a relative, and is
//! taken by somebody else.

use std::collections::BTreeSet;

use diesel::connection::SimpleConnection;
use federation_records::players::conflicts::Decision;
use serde_json::{Value, json};

use crate::app::{Account, TestApp};
use crate::caller::{Answer, Caller, text};
use crate::contract;
use crate::hall::Hall;
use crate::imports::{CLUBS, PLAYERS, REGISTRATIONS, done, faults};
use crate::permissions::{Asking, ask};
use crate::world::own_accounts::tie;
use crate::world::{Request, World, game, requests};

on_both_databases! {
    decisions_on_people_are_for_others,
    decisions_on_events_and_matches_are_for_others,
    criteria_of_a_year_in_which_one_plays_are_for_others,
    relatives_of_the_first_degree_do_not_decide,
    who_has_withdrawn_from_an_event_decides_on_it,
    the_only_administrator_grants_the_role_to_another,
    a_fee_in_a_file_is_a_fee,
}

/// The operations by which the document says that such a decision is taken are those of the list.
#[test]
fn the_document_names_the_operations_of_the_list() {
    let documented = contract::operations().filter(|(_, _, operation)| {
        operation["responses"]["403"]
            .to_string()
            .contains("`conflict-of-interest`")
    });
    let documented: BTreeSet<&str> = documented
        .map(|(_, _, operation)| text(&operation["operationId"]))
        .collect();
    let listed: BTreeSet<&str> = Decision::ALL
        .iter()
        .flat_map(|decision| decision.operations())
        .map(|operation| operation.name())
        .collect();
    assert_eq!(documented, listed);
}

/// Another administrator.
fn administrator(app: &TestApp) -> Account {
    app.account_with(&json!({ "role": "administrator" }))
}

/// Ties the account to all players but one, as their guardian, behind the service's back. One account alone can have that.
fn tie_to_all_but(app: &TestApp, account: &Account, player: &str) {
    let sql = format!(
        "INSERT INTO player_accounts (id, account_id, player_id, relation, origin, created_at) \
         SELECT id, '{}', id, 'guardian', 'existing', '2026-11-20T08:00:00.000000Z' FROM players \
         WHERE id <> '{player}' AND NOT EXISTS (SELECT 1 FROM player_accounts AS known WHERE known.id = players.id)",
        account.id
    );
    app.connection().batch_execute(&sql).unwrap();
}

fn about(parameter: &str, body: Value) -> Request {
    Request {
        parameter: parameter.to_owned(),
        body: Some(body),
        ..Request::default()
    }
}

/// A tournament that takes entries, with four players; its id and theirs.
fn field(app: &TestApp, world: &World) -> (String, Vec<String>) {
    let id = requests("create_round", app, world, None).remove(0).parameter;
    let entries = app.anyone().get(&format!("/v1/tournaments/{id}/entries")).items();
    let players = entries.iter().map(|entry| text(&entry["player"]["id"]).to_owned());
    (id, players.collect())
}

/// A good request of the operation that is about somebody.
fn deciding(operation: &str, app: &TestApp, world: &World) -> Request {
    match operation {
        "create_rounds_agreement" => {
            let reason = "The hall is to be had for one day.";
            about(&field(app, world).0, json!({ "rounds": 4, "reason": reason }))
        }
        "create_round" => {
            let (id, players) = field(app, world);
            about(
                &id,
                json!({ "barred": [[players[0], players[1]]], "reason": "They asked for it." }),
            )
        }
        "create_game" => {
            let id = requests("create_result", app, world, None).remove(0).parameter;
            let one = app.anyone().get(&format!("/v1/matches/{id}")).expect(200);
            let players = [0, 1].map(|index| text(&one["players"][index]["player"]["id"]).to_owned());
            let starts = text(&one["starter_id"]).to_owned();
            let other = players.into_iter().find(|player| *player != starts).unwrap();
            let mut game = game(&[starts, other]);
            game["match_id"] = json!(id);
            game["number"] = json!(1);
            about("", game)
        }
        _ => requests(operation, app, world, None).remove(0),
    }
}

/// Asks for each operation of these decisions: as an administrator whose account holds for the players, and as one whose account
/// holds for somebody else.
fn walk(app: &TestApp, decisions: impl Fn(Decision) -> bool) {
    let world = World::new(app);
    let asking = |who, account: &Account| Asking {
        who,
        caller: app.sign_in(&account.email),
        account: Some(account.clone()),
        role: Some("administrator"),
        in_scope: true,
    };
    let (close, free) = (administrator(app), administrator(app));
    let elsewhere = app.player(&world.club);
    tie(app, &free.id, &elsewhere);
    let (close, free) = (asking("who is close", &close), asking("who is not", &free));
    let decisions: Vec<Decision> = Decision::ALL.into_iter().filter(|one| decisions(*one)).collect();
    assert!(!decisions.is_empty());
    for decision in decisions {
        for operation in decision.operations() {
            let known = contract::operations().find(|(_, _, known)| known["operationId"] == operation.name());
            let (pattern, method, _) = known.unwrap_or_else(|| panic!("there is no operation {operation}"));
            let request = deciding(operation.name(), app, &world);
            tie_to_all_but(app, close.account.as_ref().unwrap(), &elsewhere);
            let before = app.entries();
            let refused = ask(&close, method, pattern, &request).refused(403, "conflict-of-interest");
            let detail = text(&refused["detail"]);
            assert!(detail.contains("decide"), "{operation}: {detail}");
            assert_eq!(app.entries(), before, "{operation}: nothing was done");
            let answer = ask(&free, method, pattern, &request);
            assert!(
                answer.status < 300,
                "{operation} by {}: {}",
                free.who,
                answer.body_text()
            );
        }
    }
}

/// Whether a decision is on an event, or on what happens in one.
fn is_of_event(decision: Decision) -> bool {
    let of_events = [
        Decision::Recognition,
        Decision::Appeal,
        Decision::Match,
        Decision::Orders,
        Decision::Bye,
    ];
    of_events.contains(&decision)
}

fn decisions_on_people_are_for_others(app: &TestApp) {
    walk(app, |decision| !is_of_event(decision) && decision != Decision::Criteria);
}

fn decisions_on_events_and_matches_are_for_others(app: &TestApp) {
    walk(app, is_of_event);
}

fn criteria_of_a_year_in_which_one_plays_are_for_others(app: &TestApp) {
    let hall = Hall::new(app, &json!({}), 2);
    let account = administrator(app);
    tie(app, &account.id, &hall.players[1]);
    let caller = app.sign_in(&account.email);
    let rule = json!({ "level": "provincial", "divisions": ["senior"], "basis": "discretion" });
    let criteria = |year: u16| json!({ "year": year, "name": "As decided", "items": [rule] });
    let set = |by: &Caller<'_>, year| by.post("/v1/colours-criteria", &criteria(year));
    set(&caller, 2027).refused(403, "conflict-of-interest");
    let other = administrator(app);
    tie(app, &other.id, &app.player(&app.club("ZA-NW")));
    set(&app.sign_in(&other.email), 2027).expect(201);
    // Those of a year to come are for everyone to set.
    set(&caller, 2028).expect(201);
}

fn suspension() -> Value {
    json!({ "begins_on": "2026-11-20", "reason": "Threw the board." })
}

fn relatives_of_the_first_degree_do_not_decide(app: &TestApp) {
    let club = app.club("ZA-NW");
    let [own, brother, friend, cousin] = [(); 4].map(|()| app.player(&club));
    let account = administrator(app);
    tie(app, &account.id, &own);
    let caller = app.sign_in(&account.email);
    let bar = |other: &str, relation: &str| {
        let bar = json!({ "player_ids": [own, other], "relation": relation });
        let bar = app.administrator().post("/v1/pairing-bars", &bar).expect(201);
        format!("/v1/pairing-bars/{}/withdrawals", text(&bar["id"]))
    };
    let of_brother = bar(&brother, "siblings");
    bar(&friend, "declared");
    let of_cousin = bar(&cousin, "siblings");
    let reason = json!({ "reason": "They are cousins." });
    app.administrator().post(&of_cousin, &reason).expect(201);
    let suspend = |player: &str| caller.post(&format!("/v1/players/{player}/suspensions"), &suspension());
    for player in [&own, &brother] {
        let problem = suspend(player).refused(403, "conflict-of-interest");
        let expected = "It is about you, a player for whom your account holds, or a relative of the first degree. Another \
                        coordinator of the province decides, or another administrator. Where there is none, an \
                        administrator grants somebody else a role first.";
        assert_eq!(problem["detail"], expected);
    }
    for player in [&friend, &cousin] {
        suspend(player).expect(201);
    }
    // Nor do they take away by what they are found.
    caller.post(&of_brother, &reason).refused(403, "conflict-of-interest");
    let ties = app.administrator().get(&format!("/v1/players/{own}/accounts")).items();
    let withdrawals = format!("/v1/player-accounts/{}/withdrawals", text(&ties[0]["id"]));
    caller
        .send("POST", &withdrawals, &[], None)
        .refused(403, "conflict-of-interest");
    // Somebody else does, and then it is another matter.
    app.administrator().post(&of_brother, &reason).expect(201);
    suspend(&brother).expect(201);
    app.administrator().send("POST", &withdrawals, &[], None).expect(201);
    suspend(&own).expect(201);
}

fn agree(caller: &Caller<'_>, tournament: &str) -> Answer {
    let agreement = json!({ "rounds": 4, "reason": "The hall is to be had for one day." });
    caller.post(&format!("/v1/tournaments/{tournament}/rounds-agreements"), &agreement)
}

fn who_has_withdrawn_from_an_event_decides_on_it(app: &TestApp) {
    let world = World::new(app);
    let (tournament, players) = field(app, &world);
    let account = administrator(app);
    tie(app, &account.id, &players[2]);
    let caller = app.sign_in(&account.email);
    agree(&caller, &tournament).refused(403, "conflict-of-interest");
    let entries = app
        .anyone()
        .get(&format!("/v1/tournaments/{tournament}/entries"))
        .items();
    let entry = entries
        .iter()
        .find(|entry| entry["player"]["id"] == players[2].as_str())
        .unwrap();
    let withdrawals = format!("/v1/entries/{}/withdrawals", text(&entry["id"]));
    app.administrator().send("POST", &withdrawals, &[], None).expect(201);
    agree(&caller, &tournament).expect(201);
}

fn the_only_administrator_grants_the_role_to_another(app: &TestApp) {
    let world = World::new(app);
    let (tournament, players) = field(app, &world);
    let account = administrator(app);
    tie(app, &account.id, &players[0]);
    let caller = app.sign_in(&account.email);
    let problem = agree(&caller, &tournament).refused(403, "conflict-of-interest");
    assert_eq!(
        problem["detail"],
        "You take part, or a player for whom your account holds, or a relative of the first degree. Another administrator \
         decides. Where there is none, grant somebody else that role first."
    );
    let other = app.account();
    let grants = format!("/v1/accounts/{}/grants", other.id);
    caller.post(&grants, &json!({ "role": "administrator" })).expect(201);
    agree(&app.sign_in(&other.email), &tournament).expect(201);
}

fn a_fee_in_a_file_is_a_fee(app: &TestApp) {
    let administrator = app.administrator();
    let clubs = format!("{CLUBS}AAA,Herders,community,ZA-NW\n");
    let players = format!("{PLAYERS},Mokoena,,1998-04-17,female,ZA-NW,,AAA\n,Nkosi,,1998-04-17,female,ZA-NW,,AAA\n");
    done(&administrator.import(&[("clubs", &clubs), ("players", &players)]));
    let own = app.anyone().get("/v1/players?number=1-B").items().pop().unwrap();
    let coordinator = app.account_with(&json!({ "role": "coordinator", "province": "ZA-NW" }));
    tie(app, &coordinator.id, text(&own["id"]));
    let coordinator = app.sign_in(&coordinator.email);
    let file = |own: &str, other: &str| {
        format!("{REGISTRATIONS}1-B,,,,AAA,2027,member,senior,{own}\n2-C,,,,AAA,2027,member,senior,{other}\n")
    };
    let paid = "2026-11-20";
    let job = coordinator.import(&[("registrations", &file(paid, paid))]);
    assert_eq!(faults(&job), [("registrations", 2, "paid_on", "conflict-of-interest")]);
    // To be registered is no decision; and what somebody else has recorded may stand in the file.
    done(&coordinator.import(&[("registrations", &file("", paid))]));
    done(&administrator.import(&[("registrations", &file(paid, paid))]));
    done(&coordinator.import(&[("registrations", &file(paid, paid))]));
    let job = coordinator.import(&[("registrations", &file("", paid))]);
    assert_eq!(faults(&job), [("registrations", 2, "paid_on", "conflict-of-interest")]);
}
