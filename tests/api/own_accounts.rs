//! Players' own accounts: a club invites, the person signs in, and reads and decides what is theirs and nothing else.

use diesel::prelude::*;
use federation_records::db::schema::{accounts, audit};
use serde_json::{Value, json};

use crate::app::{PASSWORD, TestApp};
use crate::caller::{Answer, Caller, text};

on_both_databases! {
    a_player_of_age_reads_and_exports_what_is_theirs_and_nothing_else,
    a_guardian_holds_the_account_of_a_child_until_the_eighteenth_birthday,
    an_account_is_held_by_who_decides,
    nobody_takes_over_an_account_by_an_invitation,
    a_withdrawal_ends_it_at_once,
    a_consent_is_given_and_withdrawn_by_the_wording_in_force,
    a_guardians_consent_shows_the_name_of_the_child,
    a_wording_stays_what_it_is,
    mergers_and_erasures_know_of_accounts,
    an_invitation_may_be_sent_again,
}

/// Invites somebody to an account that holds for the player.
pub fn invite(by: &Caller<'_>, player: &str, email: &str, relation: &str) -> Answer {
    let invitation = json!({ "email": email, "name": "Lindiwe Qwabe", "relation": relation });
    by.post(&format!("/v1/players/{player}/accounts"), &invitation)
}

/// Sets a password by a code that whoever invites has made, and signs in.
pub fn take_over<'a>(app: &'a TestApp, by: &Caller<'_>, invited: &Value, email: &str) -> Caller<'a> {
    let codes = format!("/v1/player-accounts/{}/password-codes", text(&invited["id"]));
    let code = by.send("POST", &codes, &[], None).expect(200);
    let password = json!({ "code": code["code"], "password": PASSWORD });
    assert_eq!(app.anyone().post("/v1/passwords", &password).status, 204);
    app.sign_in(email)
}

/// Somebody who has been invited by the club, with a password.
pub fn holder<'a>(app: &'a TestApp, club: &str, player: &str, email: &str, relation: &str) -> Caller<'a> {
    let secretary = app.secretary(club);
    let invited = invite(&secretary, player, email, relation).expect(201);
    take_over(app, &secretary, &invited, email)
}

pub fn own(player: &str, below: &str) -> String {
    format!("/v1/me/players/{player}/{below}")
}

/// The players for whom the account holds.
pub fn ids(own: &Caller<'_>) -> Vec<String> {
    let items = own.get("/v1/me/players").items().into_iter();
    items.map(|item| text(&item["particulars"]["id"]).to_owned()).collect()
}

fn a_player_of_age_reads_and_exports_what_is_theirs_and_nothing_else(app: &TestApp) {
    let club = app.club("ZA-NW");
    let (player, other) = (app.player(&club), app.player(&club));
    let secretary = app.secretary(&club);
    let answer = invite(&secretary, &player, "thandi@family.example", "self");
    let invited = answer.expect(201);
    assert_eq!(
        (&invited["email"], &invited["origin"], &invited["holds"]),
        (&json!("thandi@family.example"), &json!("invited"), &json!(true))
    );
    assert_eq!(secretary.get(answer.header("location")).expect(200), invited);
    let listed = secretary.get(&format!("/v1/players/{player}/accounts")).items();
    assert_eq!(listed, std::slice::from_ref(&invited));
    let caller = take_over(app, &secretary, &invited, "thandi@family.example");
    let items = caller.get("/v1/me/players").items();
    assert_eq!((items.len(), &items[0]["relation"]), (1, &json!("self")));
    let particulars = secretary.get(&format!("/v1/players/{player}/particulars")).expect(200);
    assert_eq!(items[0]["particulars"], particulars);
    let export = caller.get(&own(&player, "export")).expect(200);
    assert_eq!(export["player"]["particulars"], particulars);
    assert_eq!(export["player"]["accounts"][0]["email"], "thandi@family.example");
    assert_eq!(
        export,
        secretary.get(&format!("/v1/players/{player}/export")).expect(200)
    );
    // Nobody else's, and nothing that takes a role.
    for below in ["export", "consents"] {
        caller.get(&own(&other, below)).refused(404, "not-found");
    }
    let consent = json!({ "purpose": "share_colours", "wording": "2026-1" });
    caller
        .post(&own(&other, "consents"), &consent)
        .refused(404, "not-found");
    for path in ["particulars", "export", "consents", "accounts"] {
        let path = format!("/v1/players/{player}/{path}");
        caller.get(&path).refused(403, "role-required");
    }
    // Those who look after the player hold nothing for them.
    for looking_after in [&secretary, &app.administrator()] {
        looking_after.get(&own(&player, "export")).refused(404, "not-found");
        assert_eq!(ids(looking_after), Vec::<String>::new());
    }
    app.anyone().get(&own(&player, "export")).refused(401, "token-required");
    let trail = app.administrator().get(&format!(
        "/v1/audit?subject=player_account&subject_id={}",
        text(&invited["id"])
    ));
    assert_eq!(trail.items()[0]["summary"], "Invite a player, or a parent or guardian");
}

/// The birth date of somebody who is 18 on the second day of the tests.
pub const TOMORROW: &str = "2008-11-21";

fn a_guardian_holds_the_account_of_a_child_until_the_eighteenth_birthday(app: &TestApp) {
    let club = app.club("ZA-NW");
    let child = app.player_named(&club, "Qwabe", "Zwelibanzi", TOMORROW);
    let sister = app.player_named(&club, "Qwabe", "Nokuthula", "2012-05-05");
    let mother = holder(app, &club, &child, "lindiwe@family.example", "parent");
    // One account for several children, without another code.
    app.pass(chrono::TimeDelta::seconds(1));
    let secretary = app.secretary(&club);
    let tied = invite(&secretary, &sister, "Lindiwe@Family.example", "parent").expect(201);
    assert_eq!(tied["origin"], "existing");
    let codes = format!("/v1/player-accounts/{}/password-codes", text(&tied["id"]));
    secretary.send("POST", &codes, &[], None).refused(409, "password-set");
    assert_eq!(ids(&mother), [child.clone(), sister.clone()]);
    let export = mother.get(&own(&child, "export")).expect(200);
    assert_eq!(export["player"]["particulars"]["given_names"], "Zwelibanzi");
    // How a parent is reached is not the child's own data.
    assert_eq!(export["player"]["accounts"][0]["email"], json!(null));
    // The public still reads initials.
    let public = app.anyone().get(&format!("/v1/players/{child}")).expect(200);
    assert_eq!(
        (&public["name"], &public["name_withheld"]),
        (&json!("Z. Q."), &json!(true))
    );
    app.at("2026-11-21T08:00:00Z");
    let mother = app.sign_in("lindiwe@family.example");
    assert_eq!(ids(&mother), std::slice::from_ref(&sister));
    mother.get(&own(&child, "export")).refused(404, "not-found");
    mother.get(&own(&sister, "export")).expect(200);
    let listed = app
        .secretary(&club)
        .get(&format!("/v1/players/{child}/accounts"))
        .items();
    assert_eq!((listed.len(), &listed[0]["holds"]), (1, &json!(false)));
    // From now on it is the player's own.
    let grown = holder(app, &club, &child, "zweli@family.example", "self");
    let export = grown.get(&own(&child, "export")).expect(200);
    let emails = export["player"]["accounts"].as_array().unwrap().iter();
    let emails: Vec<&Value> = emails.map(|account| &account["email"]).collect();
    assert_eq!(emails, [&json!(null), &json!("zweli@family.example")]);
}

fn an_account_is_held_by_who_decides(app: &TestApp) {
    let club = app.club("ZA-NW");
    let (grown, child) = (app.player(&club), app.player_named(&club, "Qwabe", "Z", TOMORROW));
    let secretary = app.secretary(&club);
    for (player, relation) in [(&grown, "parent"), (&grown, "guardian"), (&child, "self")] {
        invite(&secretary, player, "somebody@family.example", relation).refused(422, "not-theirs-to-hold");
    }
    // Nothing is left of it.
    let found = app.administrator().get("/v1/accounts?limit=200").items();
    assert!(
        found
            .iter()
            .all(|account| account["email"] != "somebody@family.example")
    );
    invite(&secretary, &grown, "nowhere", "self").refused(422, "invalid-input");
    invite(&secretary, &grown, "grown@family.example", "self").expect(201);
    invite(&secretary, &grown, "grown@family.example", "self").refused(409, "already-holds");
    // Only by those who look after the player.
    for (caller, code) in [
        (app.secretary(&app.club("ZA-NW")), "out-of-scope"),
        (app.coordinator("ZA-GP"), "out-of-scope"),
        (app.umpire(), "role-required"),
    ] {
        invite(&caller, &grown, "other@family.example", "self").refused(403, code);
    }
    invite(&app.coordinator("ZA-NW"), &child, "mother@family.example", "guardian").expect(201);
}

fn nobody_takes_over_an_account_by_an_invitation(app: &TestApp) {
    let (club, elsewhere) = (app.club("ZA-NW"), app.club("ZA-GP"));
    let secretary = app.secretary(&club);
    let player = app.player(&club);
    let codes = |tied: &Value| format!("/v1/player-accounts/{}/password-codes", text(&tied["id"]));
    // An administrator's account, one whose grant was taken back, and one that an administrator has made for somebody.
    let former = app.account();
    let grants = format!("/v1/accounts/{}/grants", former.id);
    let grant = app
        .administrator()
        .post(&grants, &json!({ "role": "umpire" }))
        .expect(201);
    let revocations = format!("/v1/grants/{}/revocations", text(&grant["id"]));
    app.administrator().send("POST", &revocations, &[], None).expect(201);
    let awaited = json!({ "email": "awaited@federation.example", "name": "Kagiso Moatshe" });
    app.administrator().post("/v1/accounts", &awaited).expect(201);
    for email in [crate::app::ADMINISTRATOR, &former.email, "awaited@federation.example"] {
        invite(&secretary, &player, email, "self").refused(409, "account-of-others");
        invite(&app.coordinator("ZA-NW"), &player, email, "self").refused(409, "account-of-others");
    }
    // An administrator ties one; a code for it is still nobody's to make but an administrator's.
    let tied = invite(&app.administrator(), &player, "awaited@federation.example", "self").expect(201);
    secretary
        .send("POST", &codes(&tied), &[], None)
        .refused(409, "account-of-others");
    app.administrator()
        .send("POST", &codes(&tied), &[], None)
        .refused(409, "account-of-others");
    // An account that another club has invited is tied, and no way into what it reads there.
    let there = app.secretary(&elsewhere);
    let child = app.player_named(&elsewhere, "Qwabe", "Zwelibanzi", TOMORROW);
    let own_child = app.player_named(&club, "Qwabe", "Nokuthula", TOMORROW);
    let invited = invite(&there, &child, "mother@family.example", "parent").expect(201);
    let code = there.send("POST", &codes(&invited), &[], None).expect(200);
    let tied = invite(&secretary, &own_child, "mother@family.example", "parent").expect(201);
    secretary
        .send("POST", &codes(&tied), &[], None)
        .refused(403, "out-of-scope");
    secretary
        .send("POST", &codes(&invited), &[], None)
        .refused(403, "out-of-scope");
    // The code that there was might be in the hands of who does not look after the other child.
    let password = json!({ "code": code["code"], "password": PASSWORD });
    app.anyone()
        .post("/v1/passwords", &password)
        .refused(401, "password-code-refused");
    app.administrator()
        .send("POST", &codes(&invited), &[], None)
        .expect(200);
    // Once a role was granted to it, a club makes no code any more.
    let invited = invite(&secretary, &app.player(&club), "promoted@family.example", "self").expect(201);
    secretary.send("POST", &codes(&invited), &[], None).expect(200);
    let grants = format!("/v1/accounts/{}/grants", text(&invited["account_id"]));
    app.administrator()
        .post(&grants, &json!({ "role": "administrator" }))
        .expect(201);
    secretary
        .send("POST", &codes(&invited), &[], None)
        .refused(409, "account-of-others");
    // Nor once its owner has a password.
    let invited = invite(&secretary, &app.player(&club), "owner@family.example", "self").expect(201);
    take_over(app, &secretary, &invited, "owner@family.example");
    secretary
        .send("POST", &codes(&invited), &[], None)
        .refused(409, "password-set");
}

fn a_withdrawal_ends_it_at_once(app: &TestApp) {
    let club = app.club("ZA-NW");
    let player = app.player(&club);
    let secretary = app.secretary(&club);
    let invited = invite(&secretary, &player, "thandi@family.example", "self").expect(201);
    let caller = take_over(app, &secretary, &invited, "thandi@family.example");
    caller.get(&own(&player, "export")).expect(200);
    let path = format!("/v1/player-accounts/{}", text(&invited["id"]));
    let withdrawals = format!("{path}/withdrawals");
    app.secretary(&app.club("ZA-NW"))
        .send("POST", &withdrawals, &[], None)
        .refused(403, "out-of-scope");
    let withdrawn = secretary.send("POST", &withdrawals, &[], None).expect(201);
    assert_eq!(
        (&withdrawn["holds"], &withdrawn["withdrawn_at"]),
        (&json!(false), &json!("2026-11-20T08:00:00.000000Z"))
    );
    caller.get(&own(&player, "export")).refused(404, "not-found");
    assert_eq!(ids(&caller), Vec::<String>::new());
    secretary
        .send("POST", &withdrawals, &[], None)
        .refused(409, "already-withdrawn");
    secretary
        .send("POST", &format!("{path}/password-codes"), &[], None)
        .refused(409, "already-withdrawn");
    // A new invitation begins anew.
    invite(&secretary, &player, "thandi@family.example", "self").expect(201);
    caller.get(&own(&player, "export")).expect(200);
}

fn a_consent_is_given_and_withdrawn_by_the_wording_in_force(app: &TestApp) {
    let club = app.club("ZA-NW");
    let player = app.player(&club);
    let caller = holder(app, &club, &player, "thandi@family.example", "self");
    let consents = own(&player, "consents");
    let give =
        |purpose: &str, wording: &str| caller.post(&consents, &json!({ "purpose": purpose, "wording": wording }));
    let wordings = app.anyone().get("/v1/consent-wordings").items();
    let shown = wordings.iter().find(|one| one["purpose"] == "share_colours").unwrap();
    assert_eq!(
        (&shown["version"], &shown["in_force"]),
        (&json!("2026-1"), &json!(true))
    );
    let consent = give("share_colours", text(&shown["version"])).expect(201);
    assert_eq!(
        (
            &consent["relation"],
            &consent["guardian"],
            &consent["wording"],
            &consent["given_on"]
        ),
        (&json!("self"), &json!(null), &json!("2026-1"), &json!("2026-11-20"))
    );
    // It is a consent like any other.
    let on_record = app
        .secretary(&club)
        .get(&format!("/v1/players/{player}/consents"))
        .items();
    assert_eq!(on_record, std::slice::from_ref(&consent));
    assert_eq!(caller.get(&consents).items(), on_record);
    assert_eq!(
        give("publish_name", "2026-1").faults(),
        [("/purpose".to_owned(), "not-for-this-purpose".to_owned())]
    );
    let withdrawals = format!("/v1/me/consents/{}/withdrawals", text(&consent["id"]));
    let other = holder(app, &club, &app.player(&club), "other@family.example", "self");
    other.send("POST", &withdrawals, &[], None).refused(404, "not-found");
    app.administrator()
        .send("POST", &withdrawals, &[], None)
        .refused(404, "not-found");
    let withdrawn = caller.send("POST", &withdrawals, &[], None).expect(201);
    assert_eq!(withdrawn["withdrawn_at"], "2026-11-20T08:00:00.000000Z");
    caller
        .send("POST", &withdrawals, &[], None)
        .refused(409, "already-withdrawn");
    // Another wording, from tomorrow on.
    let wording = json!({
        "purpose": "share_colours", "version": "2027-1", "text": "I agree, and know why.", "valid_from": "2026-11-21",
    });
    app.administrator().post("/v1/consent-wordings", &wording).expect(201);
    give("share_colours", "2027-1").refused(409, "stale-wording");
    give("share_colours", "2026-1").expect(201);
    app.at("2026-11-21T08:00:00Z");
    let caller = app.sign_in("thandi@family.example");
    let give = |wording: &str| caller.post(&consents, &json!({ "purpose": "share_colours", "wording": wording }));
    let told = give("2026-1").refused(409, "stale-wording");
    assert_eq!(told["detail"], "The wording in force is the version 2027-1.");
    assert_eq!(give("2027-1").expect(201)["wording"], "2027-1");
    // The old wording can still be read.
    let versions = app.anyone().get("/v1/consent-wordings").items();
    let versions = versions.iter().filter(|one| one["purpose"] == "share_colours");
    let versions: Vec<(&str, bool)> = versions
        .map(|one| (text(&one["version"]), one["in_force"].as_bool().unwrap()))
        .collect();
    assert_eq!(versions, [("2027-1", true), ("2026-1", false)]);
}

fn a_guardians_consent_shows_the_name_of_the_child(app: &TestApp) {
    let club = app.club("ZA-NW");
    let child = app.player_named(&club, "Qwabe", "Zwelibanzi", TOMORROW);
    let mother = holder(app, &club, &child, "lindiwe@family.example", "parent");
    let name = || app.anyone().get(&format!("/v1/players/{child}")).expect(200)["name"].clone();
    assert_eq!(name(), "Z. Q.");
    let asked = json!({ "purpose": "publish_name", "wording": "2026-1" });
    let consent = mother.post(&own(&child, "consents"), &asked).expect(201);
    assert_eq!(
        (&consent["relation"], &consent["guardian"]),
        (&json!("parent"), &json!("Lindiwe Qwabe"))
    );
    assert_eq!(name(), "Zwelibanzi Qwabe");
    let withdrawals = format!("/v1/me/consents/{}/withdrawals", text(&consent["id"]));
    mother.send("POST", &withdrawals, &[], None).expect(201);
    assert_eq!(name(), "Z. Q.");
    // What the club has recorded she withdraws as well.
    let signed = json!({
        "guardian": "Sipho Qwabe", "relation": "parent", "purpose": "publish_name", "wording": "2026-1",
        "given_on": "2026-11-20",
    });
    let path = format!("/v1/players/{child}/consents");
    let signed = app.secretary(&club).post(&path, &signed).expect(201);
    assert_eq!(name(), "Zwelibanzi Qwabe");
    let withdrawals = format!("/v1/me/consents/{}/withdrawals", text(&signed["id"]));
    mother.send("POST", &withdrawals, &[], None).expect(201);
    assert_eq!(name(), "Z. Q.");
}

fn a_wording_stays_what_it_is(app: &TestApp) {
    let set = |changes: &Value| {
        let mut wording = json!({ "purpose": "publish_name", "version": "2027-1", "text": "I agree." });
        wording
            .as_object_mut()
            .unwrap()
            .extend(changes.as_object().unwrap().clone());
        app.administrator().post("/v1/consent-wordings", &wording)
    };
    set(&json!({ "valid_from": "2026-11-19" })).refused(409, "settings-in-past");
    set(&json!({ "version": "2026-1" })).refused(409, "version-taken");
    assert_eq!(set(&json!({ "text": " " })).faults().len(), 1);
    let wording = set(&json!({})).expect(201);
    assert_eq!(
        (&wording["in_force"], &wording["valid_from"]),
        (&json!(true), &json!("2026-11-20"))
    );
    // The other purpose has versions of its own.
    set(&json!({ "purpose": "share_colours" })).expect(201);
    app.coordinator("ZA-NW")
        .post("/v1/consent-wordings", &json!({}))
        .refused(403, "role-required");
}

fn mergers_and_erasures_know_of_accounts(app: &TestApp) {
    let club = app.club("ZA-NW");
    let (stays, duplicate) = (app.player(&club), app.player(&club));
    let secretary = app.secretary(&club);
    let caller = holder(app, &club, &duplicate, "thandi@family.example", "self");
    invite(&secretary, &stays, "thandi@family.example", "self").refused(409, "own-account-of-another");
    let merger = json!({ "duplicate_id": duplicate });
    let mergers = format!("/v1/players/{stays}/mergers");
    app.coordinator("ZA-NW").post(&mergers, &merger).expect(201);
    assert_eq!(ids(&caller), std::slice::from_ref(&stays));
    caller.get(&own(&stays, "export")).expect(200);
    let moved = caller.get(&own(&duplicate, "export"));
    moved.refused(308, "merged");
    assert_eq!(moved.header("location"), own(&stays, "export"));
    let listed = secretary.get(&format!("/v1/players/{stays}/accounts")).items();
    let holding = listed.iter().filter(|account| account["holds"] == true);
    assert_eq!((listed.len(), holding.count()), (1, 1));
    // An account that has a role is not the player's alone, and stays.
    let account = app.account();
    let grants = format!("/v1/accounts/{}/grants", account.id);
    app.administrator()
        .post(&grants, &json!({ "role": "umpire" }))
        .expect(201);
    withdraw(&secretary, &listed[0]);
    invite(&app.administrator(), &stays, &account.email, "self").expect(201);
    let erasures = format!("/v1/players/{stays}/erasures");
    app.administrator().send("POST", &erasures, &[], None).expect(201);
    caller.get("/v1/me/players").refused(401, "token-invalid");
    let signing_in = json!({ "email": "thandi@family.example", "password": PASSWORD });
    app.anyone()
        .post("/v1/tokens", &signing_in)
        .refused(401, "sign-in-refused");
    assert_eq!(ids(&app.sign_in(&account.email)), Vec::<String>::new());
    let c = &mut app.connection();
    let emails: Vec<String> = accounts::table.select(accounts::email).load(c).unwrap();
    assert!(
        !emails.iter().any(|email| email.ends_with("@family.example")),
        "{emails:?}"
    );
    assert!(emails.contains(&account.email));
    let trail: Vec<Option<String>> = audit::table.select(audit::changes).load(c).unwrap();
    let mut named = trail.iter().flatten();
    assert!(!named.any(|changes| changes.contains("@family.example")));
}

fn an_invitation_may_be_sent_again(app: &TestApp) {
    let club = app.club("ZA-NW");
    let (player, secretary) = (app.player(&club), app.secretary(&club));
    let invitation = json!({ "email": "thandi@family.example", "name": "Thandi", "relation": "self" }).to_string();
    let headers = [
        ("content-type", "application/json"),
        ("idempotency-key", "an-invitation"),
    ];
    let path = format!("/v1/players/{player}/accounts");
    let send = || secretary.send("POST", &path, &headers, Some(&invitation)).expect(201);
    assert_eq!(send(), send());
    assert_eq!(secretary.get(&path).items().len(), 1);
}

/// Withdraws what was tied.
#[track_caller]
pub fn withdraw(by: &Caller<'_>, tied: &Value) {
    let withdrawals = format!("/v1/player-accounts/{}/withdrawals", text(&tied["id"]));
    by.send("POST", &withdrawals, &[], None).expect(201);
}
