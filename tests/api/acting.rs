//! Applications that act for people who have let them: what they may do, and how that ends.

use chrono::TimeDelta;
use diesel::prelude::*;
use federation_records::db::schema::{authorization_codes, sessions};
use serde_json::{Value, json};

use crate::app::{PASSWORD, TestApp};
use crate::applications::{club, refused};
use crate::authorizations::{of_gauteng, somebody, trail};
use crate::browser::Browser;
use crate::caller::text;
use crate::forging::part;
use crate::league::{FORM, League, led_back};
use crate::own_accounts::{holder, own};

on_sqlite! {
    a_refresh_token_is_good_once,
    an_application_does_what_both_may_at_each_request,
    what_is_an_applications_is_not_a_persons,
    somebody_ends_what_acts_for_them,
    an_application_that_is_over_acts_for_nobody,
    nothing_acts_for_an_account_that_is_over,
    an_application_asks_of_its_tokens_and_revokes_them,
    what_is_over_is_cleared_away,
}

fn a_refresh_token_is_good_once(app: &TestApp) {
    let (league, other) = (League::public(app), League::public(app));
    let (_, browser) = of_gauteng(app);
    let form = browser
        .open(&league.question(&[("scope", "")]))
        .form("/oauth/authorize");
    let (_, told) = led_back(&browser.send(&form.with("answer", "allow")));
    let first = league.redeem(text(&told["code"])).expect(200);
    assert_eq!(first["scope"], "read:register write:register");
    let used = text(&first["refresh_token"]);
    // Fewer scopes may be asked for, and no others.
    let with = |scope: &str| league.send(&format!("grant_type=refresh_token&refresh_token={used}&scope={scope}"));
    refused(&with("read:trail"), 400, "invalid_scope");
    refused(&other.refresh(&first["refresh_token"]), 400, "invalid_grant");
    let second = with("read:register").expect(200);
    assert_eq!(second["scope"], "read:register");
    let caller = league.acting(&second);
    caller
        .post("/v1/clubs", &club("GPT", "ZA-GP"))
        .refused(403, "scope-required");
    caller.get("/v1/duplicates").expect(200);
    let third = league.refresh(&second["refresh_token"]).expect(200);
    assert_eq!(third["scope"], "read:register write:register");
    // A used one ends it all.
    refused(&league.refresh(&first["refresh_token"]), 400, "invalid_grant");
    league
        .acting(&third)
        .get("/v1/duplicates")
        .refused(401, "token-invalid");
    refused(&league.refresh(&third["refresh_token"]), 400, "invalid_grant");
    assert_eq!(trail(app, "reuse_refresh_token").len(), 1);
    // A session is over after ninety days, however often it was carried on.
    let mut tokens = league.tokens(&browser);
    for _ in 0..3 {
        app.pass(TimeDelta::days(30) - TimeDelta::minutes(1));
        tokens = league.refresh(&tokens["refresh_token"]).expect(200);
    }
    app.pass(TimeDelta::minutes(3));
    league
        .acting(&tokens)
        .get("/v1/duplicates")
        .refused(401, "token-invalid");
    refused(&league.refresh(&tokens["refresh_token"]), 400, "invalid_grant");
}

fn an_application_does_what_both_may_at_each_request(app: &TestApp) {
    let league = League::public(app);
    let (account, browser) = of_gauteng(app);
    let program = league.acting(&league.tokens(&browser));
    // What its maker may do elsewhere is of no use to it, and what the person may do without its scope neither.
    program
        .post("/v1/clubs", &club("DIT", "ZA-NW"))
        .refused(403, "out-of-scope");
    let problem = program.get("/v1/duplicates").refused(403, "scope-required");
    assert_eq!(problem["required_scope"], "read:register");
    for path in ["/v1/me", "/v1/accounts", "/account"] {
        program.get(path).refused(403, "scope-required");
    }
    // Grants of the person count as they are at each request.
    let grants = format!("/v1/accounts/{}/grants", account.id);
    let wider = json!({ "role": "coordinator", "province": "ZA-NW" });
    let wider = app.administrator().post(&grants, &wider).expect(201);
    program.post("/v1/clubs", &club("DIT", "ZA-NW")).expect(201);
    let path = format!("/v1/grants/{}/revocations", text(&wider["id"]));
    app.administrator().send("POST", &path, &[], None).expect(201);
    program
        .post("/v1/clubs", &club("MAH", "ZA-NW"))
        .refused(403, "out-of-scope");
    // Somebody without a role lends none.
    let (_, powerless) = somebody(app, &Value::Null);
    let program = league.acting(&league.tokens(&powerless));
    program
        .post("/v1/clubs", &club("TAU", "ZA-NW"))
        .refused(403, "role-required");
}

fn what_is_an_applications_is_not_a_persons(app: &TestApp) {
    let league = League::public(app);
    let (account, browser) = of_gauteng(app);
    let tokens = league.tokens(&browser);
    let body = json!({ "refresh_token": tokens["refresh_token"] });
    app.anyone()
        .post("/v1/tokens/refreshes", &body)
        .refused(401, "refresh-token-refused");
    assert_eq!(app.anyone().post("/v1/tokens/revocations", &body).status, 204);
    league.refresh(&tokens["refresh_token"]).expect(200);
    let own = json!({ "email": account.email, "password": PASSWORD });
    let own = app.anyone().post("/v1/tokens", &own).expect(200);
    refused(&league.refresh(&own["refresh_token"]), 400, "invalid_grant");
    // The claims that are a person's are not enough without the rest.
    let claims = part(text(&tokens["access_token"]), 1);
    assert_eq!(
        (&claims["sub"], &claims["client_id"]),
        (&json!(account.id), &json!(league.id))
    );
    assert_eq!(claims["scope"], "write:register");
}

fn somebody_ends_what_acts_for_them(app: &TestApp) {
    let league = League::public(app);
    let (account, browser) = of_gauteng(app);
    let tokens = league.tokens(&browser);
    let program = league.acting(&tokens);
    program.get("/v1/duplicates").refused(403, "scope-required");
    let page = browser.open("/account");
    let told = page.text();
    assert!(
        told.contains("Applications that act for you League website Since"),
        "{told}"
    );
    assert_eq!(told.matches("A browser").count(), 1, "it is no device: {told}");
    let administrator = app.administrator();
    let path = format!("/v1/accounts/{}/sessions", account.id);
    let listed = administrator.get(&path).items();
    let acting = listed.iter().find(|session| !session["application"].is_null()).unwrap();
    let expected = json!({ "id": league.id, "name": "League website", "scopes": ["write:register"] });
    assert_eq!(acting["application"], expected);
    let applications = format!("/v1/accounts/{}/applications", league.maker.account.id);
    assert_eq!(administrator.get(&applications).items()[0]["sessions"], 1);
    // Its owner ends it, and nobody else's maker can.
    let id = text(&acting["id"]);
    let ending = format!("/v1/sessions/{id}/endings");
    league
        .maker
        .caller
        .send("POST", &ending, &[], None)
        .refused(404, "not-found");
    let page = browser.go(&page.form(&format!("/account/sessions/{id}/ending")));
    assert!(!page.text().contains("League website"), "{}", page.text());
    program.get("/v1/duplicates").refused(401, "token-invalid");
    refused(&league.refresh(&tokens["refresh_token"]), 400, "invalid_grant");
    assert_eq!(administrator.get(&applications).items()[0]["sessions"], 0);
    assert_eq!(
        trail(app, "create_session_ending")[0]["by"]["account_id"],
        account.id.as_str()
    );
    // So does an administrator, on the account's page.
    let tokens = league.tokens(&browser);
    let (_, desk) = somebody(app, &json!({ "role": "administrator" }));
    let page = desk.open(&format!("/desk/accounts/{}", account.id));
    assert!(
        page.text().contains("Applications that act for it League website"),
        "{}",
        page.text()
    );
    let sessions = administrator.get(&path).items();
    let acting = sessions
        .iter()
        .find(|session| !session["application"].is_null())
        .unwrap();
    let page = desk.go(&page.form_to(&format!("/sessions/{}/ending", text(&acting["id"]))));
    assert!(
        page.text().contains("Applications that act for it None."),
        "{}",
        page.text()
    );
    league
        .acting(&tokens)
        .get("/v1/duplicates")
        .refused(401, "token-invalid");
}

fn an_application_that_is_over_acts_for_nobody(app: &TestApp) {
    let send = |path: &str| app.administrator().send("POST", path, &[], None).expect(201);
    let (_, browser) = of_gauteng(app);
    // Revoked: at once, and nobody is asked any more.
    let league = League::public(app);
    let (tokens, code) = (league.tokens(&browser), league.code(&browser));
    send(&format!("/v1/applications/{}/revocations", league.id));
    league
        .acting(&tokens)
        .get("/v1/duplicates")
        .refused(401, "token-invalid");
    refused(&league.refresh(&tokens["refresh_token"]), 401, "invalid_client");
    refused(&league.redeem(&code), 401, "invalid_client");
    assert_eq!(browser.get(&league.question(&[])).status, 404);
    assert!(!browser.open("/account").text().contains("League website"));
    // Its maker's grant is taken back, or the maker leaves.
    for ending in ["grant", "account"] {
        let league = League::public(app);
        let (tokens, code) = (league.tokens(&browser), league.code(&browser));
        send(&match ending {
            "grant" => format!("/v1/grants/{}/revocations", league.maker.grant),
            _ => format!("/v1/accounts/{}/deactivations", league.maker.account.id),
        });
        league
            .acting(&tokens)
            .get("/v1/duplicates")
            .refused(401, "token-invalid");
        refused(&league.refresh(&tokens["refresh_token"]), 400, "unauthorized_client");
        refused(&league.redeem(&code), 400, "unauthorized_client");
        let (_, told) = led_back(&browser.open(&league.question(&[])));
        assert_eq!(told["error"], "unauthorized_client", "{ending}");
    }
}

fn nothing_acts_for_an_account_that_is_over(app: &TestApp) {
    let league = League::public(app);
    let (account, browser) = of_gauteng(app);
    let (tokens, code) = (league.tokens(&browser), league.code(&browser));
    let send = |what: &str| {
        let path = format!("/v1/accounts/{}/{what}", account.id);
        app.administrator().send("POST", &path, &[], None).expect(201)
    };
    send("deactivations");
    league
        .acting(&tokens)
        .get("/v1/duplicates")
        .refused(401, "token-invalid");
    refused(&league.redeem(&code), 400, "invalid_grant");
    send("reactivations");
    refused(&league.refresh(&tokens["refresh_token"]), 400, "invalid_grant");
    // Another password ends it, as it ends what somebody else may have signed in to.
    let browser = Browser::of(app, &account.email);
    let tokens = league.tokens(&browser);
    let form = browser.open("/account").form("/account/password");
    let form = form
        .with("current_password", PASSWORD)
        .with("password", "four cows by the river");
    browser.go(&form);
    league
        .acting(&tokens)
        .get("/v1/duplicates")
        .refused(401, "token-invalid");
    // An account that is erased with its player takes all of it along, also what it had made.
    let home = app.club("ZA-NW");
    let player = app.player(&home);
    holder(app, &home, &player, "thandi@family.example", "self")
        .get(&own(&player, "export"))
        .expect(200);
    let browser = Browser::of(app, "thandi@family.example");
    let (tokens, code) = (league.tokens(&browser), league.code(&browser));
    let erasures = format!("/v1/players/{player}/erasures");
    app.administrator().send("POST", &erasures, &[], None).expect(201);
    league
        .acting(&tokens)
        .get("/v1/duplicates")
        .refused(401, "token-invalid");
    refused(&league.refresh(&tokens["refresh_token"]), 400, "invalid_grant");
    refused(&league.redeem(&code), 400, "invalid_grant");
}

fn an_application_asks_of_its_tokens_and_revokes_them(app: &TestApp) {
    let league = League::made(app, "confidential", &["write:register"]);
    let (public, (account, browser)) = (League::public(app), of_gauteng(app));
    let tokens = league.tokens(&browser);
    let ask = |league: &League<'_>, path: &str, token: &Value| {
        let secret = league.secret.as_ref().map(|secret| format!("&client_secret={secret}"));
        let form = format!(
            "token={}&client_id={}{}",
            text(token),
            league.id,
            secret.unwrap_or_default()
        );
        app.anyone().post_text(path, FORM, &form)
    };
    let introspect = |token: &Value| ask(&league, "/oauth/introspect", token).expect(200);
    let claims = part(text(&tokens["access_token"]), 1);
    let expected = json!({
        "active": true, "client_id": league.id, "sub": account.id, "scope": "write:register", "token_type": "Bearer",
        "iat": claims["iat"], "exp": claims["exp"],
    });
    assert_eq!(introspect(&tokens["access_token"]), expected);
    let told = introspect(&tokens["refresh_token"]);
    assert_eq!((&told["active"], &told["sub"]), (&json!(true), &json!(account.id)));
    assert_eq!(told.get("token_type"), None);
    // Others are told nothing, and a public one is not asked who it is at all.
    let inactive = json!({ "active": false });
    let other = League::made(app, "confidential", &["write:register"]);
    for token in ["access_token", "refresh_token"] {
        let told = ask(&other, "/oauth/introspect", &tokens[token]).expect(200);
        assert_eq!(told, inactive);
        assert_eq!(ask(&other, "/oauth/revoke", &tokens[token]).status, 200);
        assert_eq!(introspect(&tokens[token])["active"], true);
    }
    refused(
        &ask(&public, "/oauth/introspect", &tokens["access_token"]),
        401,
        "invalid_client",
    );
    // An access token is revoked alone, a refresh token with its session.
    assert_eq!(ask(&league, "/oauth/revoke", &tokens["access_token"]).status, 200);
    league
        .acting(&tokens)
        .get("/v1/duplicates")
        .refused(401, "token-invalid");
    assert_eq!(introspect(&tokens["access_token"]), inactive);
    let revoked = trail(app, "create_access_token_revocation").remove(0);
    assert_eq!(revoked["by"]["account_id"], account.id.as_str());
    let next = league.refresh(&tokens["refresh_token"]).expect(200);
    assert_eq!(introspect(&tokens["refresh_token"]), inactive);
    assert_eq!(ask(&league, "/oauth/revoke", &next["refresh_token"]).status, 200);
    for token in ["access_token", "refresh_token"] {
        assert_eq!(introspect(&next[token]), inactive);
    }
    league.acting(&next).get("/v1/duplicates").refused(401, "token-invalid");
    assert_eq!(trail(app, "create_token_revocation").len(), 1);
    // A public application revokes by its name alone.
    let tokens = public.tokens(&browser);
    assert_eq!(ask(&public, "/oauth/revoke", &tokens["refresh_token"]).status, 200);
    public
        .acting(&tokens)
        .get("/v1/duplicates")
        .refused(401, "token-invalid");
    // What is good no more is not told as good.
    let tokens = league.tokens(&browser);
    let path = format!("/v1/accounts/{}/deactivations", account.id);
    app.administrator().send("POST", &path, &[], None).expect(201);
    for token in ["access_token", "refresh_token"] {
        assert_eq!(introspect(&tokens[token]), inactive);
    }
}

fn what_is_over_is_cleared_away(app: &TestApp) {
    let league = League::public(app);
    let (account, browser) = of_gauteng(app);
    let count = || {
        let c = &mut app.connection();
        let codes: i64 = authorization_codes::table.count().get_result(c).unwrap();
        let acting = sessions::table.filter(sessions::application_id.is_not_null());
        (codes, acting.count().get_result::<i64>(c).unwrap())
    };
    league.tokens(&browser);
    league.code(&browser);
    assert_eq!(count(), (2, 1));
    app.pass(TimeDelta::seconds(60));
    league.code(&browser);
    assert_eq!(count(), (2, 1), "the one that was never used is gone");
    app.pass(TimeDelta::days(90));
    let browser = Browser::of(app, &account.email);
    assert_eq!(count(), (1, 0));
    league.code(&browser);
    assert_eq!(count(), (1, 0));
}
