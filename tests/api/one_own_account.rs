//! An account is the own one of one person, and a person has one such account.

use diesel::connection::SimpleConnection;
use serde_json::{Value, json};

use crate::app::TestApp;
use crate::own_accounts::{TOMORROW, holder, ids, invite, withdraw};

on_both_databases! {
    an_account_is_the_own_one_of_one_person,
    an_umpires_account_is_their_own,
    a_merger_leaves_one_own_account,
    the_database_keeps_one_own_account,
}

fn an_account_is_the_own_one_of_one_person(app: &TestApp) {
    let (club, elsewhere) = (app.club("ZA-NW"), app.club("ZA-GP"));
    let (player, other) = (app.player(&club), app.player(&elsewhere));
    let (secretary, there) = (app.secretary(&club), app.secretary(&elsewhere));
    let child = app.player_named(&club, "Qwabe", "Nokuthula", TOMORROW);
    let tied = invite(&secretary, &player, "thandi@family.example", "self").expect(201);
    let problem = invite(&there, &other, "Thandi@family.example", "self").refused(409, "own-account-of-another");
    assert_eq!(problem["detail"], "The account is another person's own.");
    invite(&app.administrator(), &other, "thandi@family.example", "self").refused(409, "own-account-of-another");
    let problem = invite(&secretary, &player, "second@family.example", "self").refused(409, "has-own-account");
    assert_eq!(problem["detail"], "The player has another account of their own.");
    invite(&secretary, &player, "thandi@family.example", "self").refused(409, "already-holds");
    // Nothing is left of what was refused.
    let accounts = app.administrator().get("/v1/accounts?limit=200").items();
    assert!(
        accounts
            .iter()
            .all(|account| account["email"] != "second@family.example")
    );
    assert!(there.get(&format!("/v1/players/{other}/accounts")).items().is_empty());
    // It may hold for a child beside that.
    invite(&secretary, &child, "thandi@family.example", "parent").expect(201);
    withdraw(&secretary, &tied);
    invite(&secretary, &player, "second@family.example", "self").expect(201);
    invite(&there, &other, "thandi@family.example", "self").expect(201);
}

fn an_umpires_account_is_their_own(app: &TestApp) {
    let (umpire, player, _) = crate::hall::umpire(app);
    assert_eq!(ids(&umpire), std::slice::from_ref(&player));
    let listed = app
        .administrator()
        .get(&format!("/v1/players/{player}/accounts"))
        .items();
    let account = listed[0]["account_id"].clone();
    assert_eq!(
        (&listed[0]["relation"], &listed[0]["origin"]),
        (&json!("self"), &json!("existing"))
    );
    // Of nobody else, and with no other.
    let club = app.club("ZA-NW");
    let accredit = |player: &str, account: &Value, level: &str| {
        let asked = json!({
            "player_id": player, "account_id": account, "level": level, "valid_from": "2026-11-20",
            "without_course": crate::umpires::WITHOUT_COURSE,
        });
        app.administrator().post("/v1/accreditations", &asked)
    };
    let other = app.player(&club);
    crate::hall::register(app, &other, &club, "senior");
    accredit(&other, &account, "level_1").refused(409, "own-account-of-another");
    accredit(&player, &json!(app.account().id), "national").refused(409, "has-own-account");
    assert!(
        app.anyone()
            .get(&format!("/v1/accreditations?player_id={other}"))
            .items()
            .is_empty()
    );
    // For the next level it is the same one.
    accredit(&player, &account, "national").expect(201);
    assert_eq!(ids(&umpire), [player]);
}

fn a_merger_leaves_one_own_account(app: &TestApp) {
    let club = app.club("ZA-NW");
    let (stays, duplicate) = (app.player(&club), app.player(&club));
    let kept = holder(app, &club, &stays, "thandi@family.example", "self");
    let ended = holder(app, &club, &duplicate, "thandiwe@family.example", "self");
    let mergers = format!("/v1/players/{stays}/mergers");
    let merger = json!({ "duplicate_id": duplicate });
    app.coordinator("ZA-NW").post(&mergers, &merger).expect(201);
    assert_eq!(ids(&kept), std::slice::from_ref(&stays));
    assert_eq!(ids(&ended), Vec::<String>::new());
    let listed = app
        .secretary(&club)
        .get(&format!("/v1/players/{stays}/accounts"))
        .items();
    let holding: Vec<&Value> = listed.iter().filter(|tied| tied["holds"] == true).collect();
    assert_eq!((listed.len(), holding.len()), (2, 1));
    assert_eq!(holding[0]["email"], "thandi@family.example");
    // What was ended can be somebody else's.
    invite(
        &app.secretary(&club),
        &app.player(&club),
        "thandiwe@family.example",
        "self",
    )
    .expect(201);
}

fn the_database_keeps_one_own_account(app: &TestApp) {
    let club = app.club("ZA-NW");
    let (player, other) = (app.player(&club), app.player(&club));
    let (own, second) = (app.account(), app.account());
    invite(&app.administrator(), &player, &own.email, "self").expect(201);
    let insert = |id: u8, account: &str, player: &str, relation: &str| {
        let sql = format!(
            "INSERT INTO player_accounts (id, account_id, player_id, relation, origin, created_at) VALUES \
             ('019aa0d8-1a2b-7c3d-8a5b-0000000000{id:02x}', '{account}', '{player}', '{relation}', 'existing', \
             '2026-11-20T08:00:00.000000Z')"
        );
        app.connection().batch_execute(&sql).map_err(|error| error.to_string())
    };
    let refused = [
        insert(1, &own.id, &other, "self"),
        insert(2, &second.id, &player, "self"),
    ];
    for refused in refused {
        assert!(refused.unwrap_err().to_lowercase().contains("unique"));
    }
    insert(3, &own.id, &other, "parent").unwrap();
    insert(4, &second.id, &other, "self").unwrap();
}
