//! The audit trail: a row for every change, and nothing secret in it.

use diesel::prelude::*;
use federation_records::db::schema::{audit as trail, passwords, refresh_tokens};
use serde_json::{Value, json};

use crate::app::{PASSWORD, TestApp};
use crate::caller::{Answer, text};

on_both_databases! {
    every_change_is_a_row_and_the_trail_is_whole,
    a_row_says_who_and_what,
    what_changes_nothing_leaves_no_row,
    no_secret_is_told_or_written_down,
}

fn every_change_is_a_row_and_the_trail_is_whole(app: &TestApp) {
    let mut expected = app.entries();
    assert_eq!(expected, 3, "the signing key, the administrator's account and grant");
    let mut expect = |more: i64, what: &str| {
        expected += more;
        assert_eq!(app.entries(), expected, "{what}");
    };
    let administrator = app.administrator();
    expect(1, "signing in");
    let account = json!({ "email": "kagiso@example.org", "name": "Kagiso Moatshe" });
    let account = administrator.post("/v1/accounts", &account).expect(201);
    expect(1, "an account");
    app.set_password(text(&account["id"]));
    expect(2, "an invitation, and a password");
    let grants = format!("/v1/accounts/{}/grants", text(&account["id"]));
    let grant = administrator.post(&grants, &json!({ "role": "umpire" })).expect(201);
    expect(1, "a grant");
    let club = json!({ "code": "DIT", "name": "Ditsobotla Herders", "kind": "community", "province": "ZA-NW" });
    let club = administrator.post("/v1/clubs", &club).expect(201);
    expect(1, "a club");
    let player = |family: &str| {
        let player = json!({
            "family_name": family, "birth_date": "1998-04-17", "sex": "male",
            "province": "ZA-NW", "club_id": club["id"],
        });
        administrator.post("/v1/players", &player).expect(201)
    };
    let (first, second) = (player("Mokoena"), player("Baloyi"));
    expect(2, "two players");
    let umpire = app.sign_in("kagiso@example.org");
    expect(1, "signing in");
    let game = json!({
        "first_player_id": first["id"], "second_player_id": second["id"], "played_on": "2026-11-20", "turns": ["E1"],
    });
    umpire.post("/v1/games", &game).expect(201);
    expect(1, "a game");
    administrator
        .send(
            "POST",
            &format!("/v1/grants/{}/revocations", text(&grant["id"])),
            &[],
            None,
        )
        .expect(201);
    expect(1, "a revocation");
    let sign_in = json!({ "email": "kagiso@example.org", "password": PASSWORD });
    let first = app.anyone().post("/v1/tokens", &sign_in).expect(200);
    let of = |tokens: &Value| json!({ "refresh_token": tokens["refresh_token"] });
    app.anyone().post("/v1/tokens/refreshes", &of(&first)).expect(200);
    expect(2, "signing in and refreshing");
    app.anyone()
        .post("/v1/tokens/refreshes", &of(&first))
        .refused(401, "refresh-token-refused");
    expect(1, "the end of a session whose token was shown again");
    let second = app.anyone().post("/v1/tokens", &sign_in).expect(200);
    assert_eq!(app.anyone().post("/v1/tokens/revocations", &of(&second)).status, 204);
    expect(2, "signing in and out");
    for email in ["kagiso@example.org", "nobody@example.org"] {
        let wrong = json!({ "email": email, "password": "a cow in the crawl" });
        app.anyone().post("/v1/tokens", &wrong).refused(401, "sign-in-refused");
        expect(1, "a sign-in that was refused");
    }
}

fn a_row_says_who_and_what(app: &TestApp) {
    let account = app.account();
    let grants = format!("/v1/accounts/{}/grants", account.id);
    let grant = app
        .administrator()
        .post(&grants, &json!({ "role": "coordinator", "province": "ZA-NW" }));
    let location = format!("{}/revocations", grant.header("location"));
    app.pass(chrono::TimeDelta::minutes(1));
    let revocation = app.administrator().send("POST", &location, &[], None);
    let last: (
        Option<federation_records::values::id::Id>,
        String,
        String,
        String,
        String,
        Option<String>,
    ) = trail::table
        .select((
            trail::account_id,
            trail::origin,
            trail::action,
            trail::subject,
            trail::subject_id,
            trail::changes,
        ))
        .order(trail::seq.desc())
        .first(&mut app.connection())
        .unwrap();
    let administrators = app.administrator().get("/v1/accounts").items();
    let administrator = administrators
        .iter()
        .find(|account| text(&account["email"]).starts_with("administrator@"));
    assert_eq!(last.0.unwrap().to_string(), text(&administrator.unwrap()["id"]));
    assert_eq!(
        last.1,
        format!("request {} from 127.0.0.1", revocation.header("x-request-id"))
    );
    assert_eq!((last.2.as_str(), last.3.as_str()), ("create_grant_revocation", "grant"));
    assert_eq!(last.4, text(&grant.expect(201)["id"]));
    let changes: Value = serde_json::from_str(&last.5.unwrap()).unwrap();
    assert_eq!(
        (&changes["before"], &changes["after"]),
        (&grant.json(), &revocation.expect(201))
    );
}

fn what_changes_nothing_leaves_no_row(app: &TestApp) {
    let (administrator, account) = (app.administrator(), app.account());
    let mut club = json!({ "code": "DIT", "name": "Ditsobotla Herders", "kind": "community", "province": "ZA-NW" });
    club["id"] = json!("019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f");
    administrator.post("/v1/clubs", &club).expect(201);
    let before = app.entries();
    administrator.post("/v1/clubs", &club).expect(201);
    club["name"] = json!("Others");
    administrator.post("/v1/clubs", &club).refused(409, "id-taken");
    club["id"] = Value::Null;
    administrator.post("/v1/clubs", &club).refused(409, "code-taken");
    app.anyone().post("/v1/clubs", &club).refused(401, "token-required");
    let taken = json!({ "email": account.email, "name": "Kagiso" });
    administrator.post("/v1/accounts", &taken).refused(409, "email-taken");
    let grants = format!("/v1/accounts/{}/grants", account.id);
    administrator
        .post(&grants, &json!({ "role": "coordinator", "province": "X" }))
        .refused(422, "unknown-province");
    let unknown = json!({ "refresh_token": "unknown" });
    app.anyone()
        .post("/v1/tokens/refreshes", &unknown)
        .refused(401, "refresh-token-refused");
    assert_eq!(app.anyone().post("/v1/tokens/revocations", &unknown).status, 204);
    app.anyone().get("/readyz").expect(200);
    assert_eq!(app.entries(), before);
}

fn no_secret_is_told_or_written_down(app: &TestApp) {
    const SECRET: &str = "a goat behind the hut";
    let administrator = app.administrator();
    let mut answers: Vec<Answer> = Vec::new();
    let account = json!({ "email": "kagiso@example.org", "name": "Kagiso Moatshe" });
    answers.push(administrator.post("/v1/accounts", &account));
    let path = answers[0].header("location").to_owned();
    let code = app.password_code(text(&answers[0].expect(201)["id"]));
    let password = json!({ "code": code, "password": SECRET });
    answers.push(app.anyone().post("/v1/passwords", &password));
    answers.push(administrator.post(&format!("{path}/grants"), &json!({ "role": "umpire" })));
    answers.push(administrator.post("/v1/accounts", &account));
    let tokens = |path: &str, body: &Value| app.anyone().post(path, body).expect(200);
    let first = tokens(
        "/v1/tokens",
        &json!({ "email": "kagiso@example.org", "password": SECRET }),
    );
    let used = json!({ "refresh_token": first["refresh_token"] });
    let second = tokens("/v1/tokens/refreshes", &used);
    let caller = app.bearer(text(&second["access_token"]));
    answers.extend([
        caller.get(&path),
        administrator.get(&path),
        administrator.get("/v1/accounts"),
    ]);
    answers.push(app.anyone().post("/v1/tokens/refreshes", &used));
    answers.push(app.anyone().post(
        "/v1/tokens/revocations",
        &json!({ "refresh_token": second["refresh_token"] }),
    ));
    answers.push(app.anyone().post(
        "/v1/tokens",
        &json!({ "email": "kagiso@example.com", "password": SECRET }),
    ));
    assert_eq!(
        answers.iter().map(|answer| answer.status).collect::<Vec<_>>(),
        [201, 204, 201, 409, 200, 200, 200, 401, 204, 401]
    );

    let connection = &mut app.connection();
    let mut secrets: Vec<String> = passwords::table.select(passwords::hash).load(connection).unwrap();
    let stored: Vec<String> = refresh_tokens::table
        .select(refresh_tokens::hash)
        .load(connection)
        .unwrap();
    assert!(secrets.iter().all(|hash| hash.starts_with("$argon2id$")) && stored.len() >= 3);
    secrets.extend(stored);
    secrets.extend([SECRET.to_owned(), "$argon2".to_owned(), code]);
    for tokens in [&first, &second] {
        secrets.extend(["access_token", "refresh_token"].map(|name| text(&tokens[name]).to_owned()));
    }
    let told = answers
        .iter()
        .map(|answer| format!("{:?} {}", answer.headers, answer.body_text()));
    let written: Vec<(String, Option<String>)> = trail::table
        .select((trail::origin, trail::changes))
        .load(connection)
        .unwrap();
    assert_eq!(written.len(), 12);
    let written = written.into_iter().map(|row| format!("{row:?}"));
    for (text, secret) in told
        .chain(written)
        .flat_map(|text| secrets.iter().map(move |secret| (text.clone(), secret)))
    {
        assert!(!text.contains(secret.as_str()), "{secret} stands in {text}");
    }
    // Nor are passwords and refresh tokens stored as they are.
    let stored: Vec<String> = refresh_tokens::table
        .select(refresh_tokens::hash)
        .load(connection)
        .unwrap();
    assert!(
        stored
            .iter()
            .all(|hash| hash.len() == 64 && hash != text(&first["refresh_token"]))
    );
}
