//! Applications that act for people who let them: how they are asked, what an application gets, and how that ends.

use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::app::{Account, PASSWORD, TestApp};
use crate::applications::{club, maker, refused};
use crate::browser::Browser;
use crate::caller::text;
use crate::league::{CHALLENGE, FORM, League, OWN, VERIFIER, WEB, led_back};

on_sqlite! {
    somebody_lets_an_application_act_for_them,
    an_application_with_a_secret_shows_it_too,
    nobody_is_led_to_where_the_application_is_not,
    what_is_wrong_with_a_question_is_told_to_the_application,
    whoever_signs_in_in_between_is_asked_anew,
    a_code_is_good_for_a_minute_and_with_what_belongs_to_it,
    a_code_that_is_shown_twice_ends_what_it_gave,
    an_application_registers_where_it_is,
}

/// Somebody with a browser, and a role if there is one.
pub fn somebody<'a>(app: &'a TestApp, grant: &Value) -> (Account, Browser<'a>) {
    let account = if grant.is_null() {
        app.account()
    } else {
        app.account_with(grant)
    };
    let browser = Browser::of(app, &account.email);
    (account, browser)
}

pub fn of_gauteng(app: &TestApp) -> (Account, Browser<'_>) {
    somebody(app, &json!({ "role": "coordinator", "province": "ZA-GP" }))
}

/// The changes of that action in the trail, the newest first.
pub fn trail(app: &TestApp, action: &str) -> Vec<Value> {
    let items = app.administrator().get("/v1/audit?limit=200").items();
    items.into_iter().filter(|item| item["action"] == action).collect()
}

fn somebody_lets_an_application_act_for_them(app: &TestApp) {
    let league = League::public(app);
    let account = app.account();
    let grants = format!("/v1/accounts/{}/grants", account.id);
    let grant = json!({ "role": "coordinator", "province": "ZA-GP" });
    app.administrator().post(&grants, &grant).expect(201);
    // Whoever has not signed in comes back after that.
    let browser = Browser::new(app);
    let question = league.question(&[]);
    let page = browser.get(&question);
    assert_eq!(page.status, 303);
    let form = browser.open(page.header("location")).form("/sign-in");
    let page = browser.send(&form.with("email", &account.email).with("password", PASSWORD));
    assert_eq!((page.status, page.header("location")), (303, question.as_str()));
    let page = browser.open(&question);
    let told = page.text();
    let name = text(
        &app.administrator()
            .get(&format!("/v1/accounts/{}", league.maker.account.id))
            .expect(200)["name"],
    )
    .to_owned();
    for words in [
        "Let League website act for you?",
        account.email.as_str(),
        name.as_str(),
        "Changes clubs, players and umpires.",
        "127.0.0.1:51004",
        "no longer than 90 days",
    ] {
        assert!(told.contains(words), "{words}: {told}");
    }
    assert!(!told.contains("Reads clubs"), "{told}");
    let policy = page.header("content-security-policy");
    assert!(
        policy.contains("frame-ancestors 'none'") && policy.contains("form-action 'self'"),
        "{policy}"
    );
    assert_eq!(page.header("x-robots-tag"), "noindex, nofollow");
    // Not now: nothing is kept.
    let form = page.form("/oauth/authorize");
    let (to, told) = led_back(&browser.send(&form.clone().with("answer", "decline")));
    assert_eq!(
        (to.as_str(), &told["error"], &told["state"]),
        (OWN, &json!("access_denied"), &json!("a b&c"))
    );
    assert_eq!(told["iss"], "http://records.example");
    assert_eq!(trail(app, "create_authorization_code").len(), 0);
    // Another site can send nothing in the visitor's name.
    let elsewhere = Browser::new(app).sending("sec-fetch-site", "cross-site");
    elsewhere.cookie.replace(browser.cookie.borrow().clone());
    assert_eq!(elsewhere.send(&form.clone().with("answer", "allow")).status, 403);
    // Allowed: a code, and for it tokens.
    let (_, told) = led_back(&browser.send(&form.with("answer", "allow")));
    let answer = league.redeem(text(&told["code"]));
    let tokens = answer.expect(200);
    assert_eq!(answer.header("cache-control"), "private, no-store");
    assert_eq!(
        (&tokens["token_type"], &tokens["expires_in"], &tokens["scope"]),
        (&json!("Bearer"), &json!(900), &json!("write:register"))
    );
    let made = league
        .acting(&tokens)
        .post("/v1/clubs", &club("GPT", "ZA-GP"))
        .expect(201);
    let path = format!("/v1/audit?subject=club&subject_id={}", text(&made["id"]));
    let change = app.administrator().get(&path).items().remove(0);
    assert_eq!(change["by"]["account_id"], account.id.as_str());
    assert_eq!(change["by"]["through"], "the application League website");
    // All of it stands in the trail, as the person's, and no secret does.
    let allowed = trail(app, "create_authorization_code").remove(0);
    assert_eq!(allowed["by"]["account_id"], account.id.as_str());
    let begun = trail(app, "create_access_token").remove(0);
    assert_eq!(begun["by"]["account_id"], account.id.as_str());
    assert_eq!(begun["by"]["through"], "the application League website");
    let told = app.administrator().get("/v1/audit?limit=200").body_text();
    assert!(!told.contains("hash") && !told.contains(CHALLENGE), "{told}");
}

fn an_application_with_a_secret_shows_it_too(app: &TestApp) {
    let league = League::made(app, "confidential", &["write:register"]);
    let (_, browser) = of_gauteng(app);
    let code = league.code(&browser);
    let asked = format!(
        "grant_type=authorization_code&code={code}&code_verifier={VERIFIER}&client_id={}",
        league.id
    );
    let send = |form: &str| app.anyone().post_text("/oauth/token", FORM, form);
    refused(&send(&asked), 401, "invalid_client");
    refused(
        &send(&format!("{asked}&client_secret=fra_wrong")),
        401,
        "invalid_client",
    );
    let tokens = league.redeem(&code).expect(200);
    let refresh = format!(
        "grant_type=refresh_token&refresh_token={}&client_id={}",
        text(&tokens["refresh_token"]),
        league.id
    );
    refused(&send(&refresh), 401, "invalid_client");
    league.refresh(&tokens["refresh_token"]).expect(200);
    // It may go on acting as itself.
    let own = league.send("grant_type=client_credentials").expect(200);
    assert_eq!(own["refresh_token"], Value::Null);
    league.acting(&own).post("/v1/clubs", &club("DIT", "ZA-NW")).expect(201);
    let told = league
        .maker
        .caller
        .get(&format!("/v1/applications/{}", league.id))
        .expect(200);
    assert_eq!((&told["sessions"], told["last_used_at"].is_string()), (&json!(1), true));
}

fn nobody_is_led_to_where_the_application_is_not(app: &TestApp) {
    let league = League::public(app);
    let (_, browser) = of_gauteng(app);
    for (name, value) in [
        ("client_id", ""),
        ("client_id", "league"),
        ("client_id", "019aa0d9-1c2d-7e3f-8a4b-5c6d7e8f9a0b"),
        ("redirect_uri", ""),
        ("redirect_uri", "https://elsewhere.example/back"),
        ("redirect_uri", "https://league.example/back?a=b"),
        ("redirect_uri", "https://league.example/back/"),
        ("redirect_uri", "http://league.example/back"),
        ("redirect_uri", "http://localhost:51004/back"),
        ("redirect_uri", "http://127.0.0.1:51004/other"),
        ("redirect_uri", "http://127.0.0.1:51004@elsewhere.example/back"),
    ] {
        let page = browser.get(&league.question(&[(name, value)]));
        assert_eq!(page.status, 404, "{name}={value}: {}", page.text());
        let is_led = page.body.contains("refresh") || page.links().iter().any(|link| link.contains("://"));
        assert!(!is_led, "{name}={value}: {}", page.body);
    }
    let long = "x".repeat(1025);
    assert_eq!(browser.get(&league.question(&[("state", &long)])).status, 400);
    let twice = format!("{}&state=other", league.question(&[]));
    assert_eq!(browser.get(&twice).status, 400);
    // What is not known is ignored, and a longer state comes back after a sign-in too.
    browser.open(&format!(
        "{}&prompt=consent",
        league.question(&[("state", &"x".repeat(1024))])
    ));
    // A program allows nothing, whatever it has.
    let personal = json!({ "name": "Mine", "scopes": ["write:register"], "expires_on": "2027-05-31" });
    let script = app.administrator().post("/v1/me/tokens", &personal).expect(200);
    app.bearer(text(&script["token"]))
        .get(&league.question(&[]))
        .refused(403, "scope-required");
}

fn what_is_wrong_with_a_question_is_told_to_the_application(app: &TestApp) {
    let league = League::public(app);
    let (_, browser) = of_gauteng(app);
    for (name, value, error) in [
        ("response_type", "", "invalid_request"),
        ("response_type", "token", "unsupported_response_type"),
        ("code_challenge", "", "invalid_request"),
        ("code_challenge", "short", "invalid_request"),
        (
            "code_challenge",
            "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw!cM",
            "invalid_request",
        ),
        ("code_challenge_method", "plain", "invalid_request"),
        ("code_challenge_method", "", "invalid_request"),
        ("scope", "read:trail", "invalid_scope"),
        ("scope", "write:register read:trail", "invalid_scope"),
        ("scope", "everything", "invalid_scope"),
    ] {
        let page = browser.open(&league.question(&[(name, value)]));
        let (to, told) = led_back(&page);
        assert_eq!((to.as_str(), &told["error"]), (OWN, &json!(error)), "{name}={value}");
        assert_eq!(
            (&told["state"], &told["iss"]),
            (&json!("a b&c"), &json!("http://records.example"))
        );
        // Nor is it allowed by a form that somebody has made.
        let form = browser.open(&league.question(&[])).form("/oauth/authorize");
        let (_, told) = led_back(&browser.send(&form.with(name, value).with("answer", "allow")));
        assert_eq!(told["error"], error, "{name}={value}");
    }
    assert_eq!(trail(app, "create_authorization_code").len(), 0);
    // Without a word about scopes it asks for all that it has.
    let told = browser.open(&league.question(&[("scope", "")])).text();
    assert!(told.contains("Reads clubs") && told.contains("Changes clubs"), "{told}");
    // A page on the web is led back to as well.
    let form = browser.open(&league.question(&[("redirect_uri", WEB), ("state", "")]));
    let (to, told) = led_back(&browser.send(&form.form("/oauth/authorize").with("answer", "decline")));
    assert_eq!((to.as_str(), told.get("state")), (WEB, None));
}

fn whoever_signs_in_in_between_is_asked_anew(app: &TestApp) {
    let league = League::public(app);
    let ((first, browser), (second, _)) = (of_gauteng(app), of_gauteng(app));
    let form = browser
        .open(&league.question(&[]))
        .form("/oauth/authorize")
        .with("answer", "allow");
    browser.cookie.replace(None);
    let page = browser.send(&form);
    assert_eq!(page.status, 401);
    let form = page
        .form("/sign-in")
        .with("email", &second.email)
        .with("password", PASSWORD);
    let page = browser.send(&form);
    assert_eq!((page.status, page.header("location")), (303, "/account"));
    let told = browser.open(&league.question(&[])).text();
    assert!(told.contains("Let League website act for you?"), "{told}");
    assert!(told.contains(&second.email) && !told.contains(&first.email), "{told}");
    assert_eq!(trail(app, "create_authorization_code").len(), 0);
}

fn a_code_is_good_for_a_minute_and_with_what_belongs_to_it(app: &TestApp) {
    let league = League::public(app);
    let other = League::public(app);
    let (_, browser) = of_gauteng(app);
    let code = league.code(&browser);
    let asked = format!("grant_type=authorization_code&code={code}");
    let wrong = VERIFIER.replace('d', "e");
    for (form, error) in [
        (asked.clone(), "invalid_request"),
        (
            format!("grant_type=authorization_code&code_verifier={VERIFIER}"),
            "invalid_request",
        ),
        (format!("{asked}&code_verifier={wrong}"), "invalid_grant"),
        (format!("{asked}&code_verifier={CHALLENGE}"), "invalid_grant"),
        (format!("{asked}&code_verifier="), "invalid_grant"),
        (
            format!("{asked}&code_verifier={VERIFIER}&redirect_uri={WEB}"),
            "invalid_grant",
        ),
        (format!("{asked}x&code_verifier={VERIFIER}"), "invalid_grant"),
        ("grant_type=refresh_token".to_owned(), "invalid_request"),
        (
            format!("grant_type=refresh_token&refresh_token={code}"),
            "invalid_grant",
        ),
        // A public application has nothing by which it could act as itself.
        ("grant_type=client_credentials".to_owned(), "unauthorized_client"),
        ("grant_type=implicit".to_owned(), "unsupported_grant_type"),
    ] {
        refused(&league.send(&form), 400, error);
    }
    refused(&other.redeem(&code), 400, "invalid_grant");
    app.pass(TimeDelta::seconds(59));
    league
        .send(&format!("{asked}&code_verifier={VERIFIER}&redirect_uri={OWN}"))
        .expect(200);
    let code = league.code(&browser);
    app.pass(TimeDelta::seconds(60));
    refused(&league.redeem(&code), 400, "invalid_grant");
}

fn a_code_that_is_shown_twice_ends_what_it_gave(app: &TestApp) {
    let league = League::public(app);
    let (account, browser) = of_gauteng(app);
    let (code, kept) = (league.code(&browser), league.tokens(&browser));
    let first = league.redeem(&code).expect(200);
    let next = league.refresh(&first["refresh_token"]).expect(200);
    for tokens in [&first, &next] {
        league
            .acting(tokens)
            .get("/v1/duplicates")
            .refused(403, "scope-required");
    }
    refused(&league.redeem(&code), 400, "invalid_grant");
    for tokens in [&first, &next] {
        league
            .acting(tokens)
            .get("/v1/duplicates")
            .refused(401, "token-invalid");
    }
    refused(&league.refresh(&next["refresh_token"]), 400, "invalid_grant");
    // It stands in the trail once, and other sessions go on.
    refused(&league.redeem(&code), 400, "invalid_grant");
    let ended = trail(app, "reuse_authorization_code");
    assert_eq!(ended.len(), 1);
    assert_eq!(ended[0]["by"]["account_id"], account.id.as_str());
    league.refresh(&kept["refresh_token"]).expect(200);
}

fn an_application_registers_where_it_is(app: &TestApp) {
    let maker = maker(app, &json!({ "role": "administrator" }));
    let ask = |client_type: &str, uris: &Value| {
        let asked = json!({
            "name": "League website", "grant_id": maker.grant, "scopes": ["read:register"], "client_type": client_type,
            "redirect_uris": uris,
        });
        maker.caller.post("/v1/applications", &asked)
    };
    let faults = ask("public", &json!([])).faults();
    assert_eq!(faults, [("/redirect_uris".to_owned(), "required".to_owned())]);
    let faults = ask(
        "confidential",
        &json!([WEB, "http://league.example/back", "https://league.example/#a"]),
    )
    .faults();
    let invalid = |place: usize| (format!("/redirect_uris/{place}"), "invalid-url".to_owned());
    assert_eq!(faults, [invalid(1), invalid(2)]);
    let made = ask("public", &json!([WEB])).expect(201);
    maker
        .ask_for_secret(text(&made["id"]))
        .refused(409, "public-application");
    // One that was made without a word about it acts as itself alone, and nobody is asked for it.
    let plain = maker.make(&["read:register"]);
    let told = maker.caller.get(&format!("/v1/applications/{plain}")).expect(200);
    assert_eq!(
        (&told["client_type"], &told["redirect_uris"]),
        (&json!("confidential"), &json!([]))
    );
    let league = League {
        app,
        id: plain,
        secret: None,
        maker,
    };
    let (_, browser) = of_gauteng(app);
    assert_eq!(browser.get(&league.question(&[])).status, 404);
}
