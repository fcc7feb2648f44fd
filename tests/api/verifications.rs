//! Certificates: what anyone reads who has the code, and nobody who has not.

use std::num::NonZeroU32;

use chrono::TimeDelta;
use federation_records::web::rate_limit::RateLimitSettings;
use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::text;
use crate::world::{approved, proposed};

on_sqlite! {
    a_code_tells_what_a_bursary_officer_asks,
    a_code_is_read_however_it_is_typed,
    what_is_no_code_is_answered_alike,
    a_code_is_typed_on_a_page,
    what_no_longer_holds_says_so,
    a_child_is_verified_by_name,
}

fn code(app: &TestApp, colours: &str) -> String {
    let code = app
        .administrator()
        .get(&format!("/v1/colours/{colours}/code"))
        .expect(200);
    text(&code["code"]).to_owned()
}

fn a_code_tells_what_a_bursary_officer_asks(app: &TestApp) {
    let club = app.club("ZA-NW");
    let colours = approved(app, &app.player_named(&club, "<b>Nxele-!Xam", "Leoné", "1998-04-17"));
    let path = format!("/v1/verifications/{}", code(app, &colours));
    let answer = app.anyone().get(&path);
    // These and nothing else.
    assert_eq!(
        answer.expect(200),
        json!({
            "holder": "Leoné <b>Nxele-!Xam", "award": "Provincial colours, senior, North West", "year": 2027,
            "awarding_body": "Morabaraba federation, North West", "state": "approved",
        })
    );
    assert_eq!(answer.header("cache-control"), "private, no-store");
    let onward = app.anyone().get_with(&path, &[("accept", "text/html")]);
    assert_eq!(onward.status, 303);
    let page = app.anyone().get(onward.header("location")).body_text();
    for told in [
        "This certificate is good.",
        "Leoné &lt;b&gt;Nxele-!Xam",
        "Provincial colours, senior, North West",
        "Awarded on",
        "Checked on 20 November 2026",
    ] {
        assert!(page.contains(told), "{told} is not in {page}");
    }
    // Nothing that is listed or read has the code.
    let listed = [
        app.administrator().get("/v1/colours-particulars").body_text(),
        app.administrator()
            .get(&format!("/v1/colours/{colours}/particulars"))
            .body_text(),
        app.anyone().get("/v1/colours").body_text(),
    ];
    let code = code(app, &colours);
    assert!(listed.iter().all(|body| !body.contains(&code)));
}

fn a_code_is_read_however_it_is_typed(app: &TestApp) {
    let colours = approved(app, &app.player(&app.club("ZA-NW")));
    let code = code(app, &colours);
    let looking_alike = code.replace('0', "O").replace('1', "l");
    for typed in [
        code.to_lowercase(),
        code.replace('-', ""),
        code.replace('-', "%20"),
        code.replace('-', "%E2%80%91"),
        looking_alike.clone(),
        looking_alike.to_lowercase().replace('1', "i"),
    ] {
        app.anyone().get(&format!("/v1/verifications/{typed}")).expect(200);
    }
}

fn what_is_no_code_is_answered_alike(app: &TestApp) {
    let player = app.player(&app.club("ZA-NW"));
    let colours = approved(app, &player);
    let waiting = proposed(app, &app.player(&app.club("ZA-NW")));
    app.administrator()
        .get(&format!("/v1/colours/{waiting}/code"))
        .refused(404, "not-found");
    let code = code(app, &colours);
    let other = if code.ends_with('7') { "8" } else { "7" };
    let wrong = [
        "0000-0000-0000-0000-0000".to_owned(),
        format!("{}{other}", &code[..23]),
        code[..23].to_owned(),
        format!("{code}0"),
        format!("{code}-{code}"),
        code.replace(&code[..1], "U"),
        colours,
        "x".repeat(500),
        "%F0%9F%90%84".to_owned(),
        "%00".to_owned(),
        "'%20OR%201=1".to_owned(),
    ];
    let problem = |code: &String| {
        let mut problem: Value = app
            .anyone()
            .get(&format!("/v1/verifications/{code}"))
            .refused(404, "not-found");
        problem["instance"].take();
        problem
    };
    for code in &wrong {
        assert_eq!(problem(code), problem(&wrong[0]), "{code}");
    }
}

fn a_code_is_typed_on_a_page(app: &TestApp) {
    let colours = approved(
        app,
        &app.player_named(&app.club("ZA-NW"), "Mokoena", "Thandiwe", "1998-04-17"),
    );
    let code = code(app, &colours);
    let page = |query: &str, status: u16| {
        let answer = app
            .anyone()
            .get_with(&format!("/verify{query}"), &[("accept", "text/html")]);
        assert_eq!(
            (answer.status, answer.header("content-type")),
            (status, "text/html; charset=utf-8"),
            "{query}"
        );
        assert_eq!(answer.header("cache-control"), "private, no-store");
        answer.body_text()
    };
    let blank = page("", 200);
    assert!(blank.contains("<form") && !blank.contains("verdict"), "{blank}");
    let good = page(&format!("?code={}", code.replace('-', "+").to_lowercase()), 200);
    assert!(
        good.contains("This certificate is good.") && good.contains("Thandiwe Mokoena"),
        "{good}"
    );
    for typed in ["7Q2K", "0000-0000-0000-0000-0000", "%3Cb%3E"] {
        let nothing = page(&format!("?code={typed}"), 404);
        assert!(
            nothing.contains("There is no certificate with this code.") && !nothing.contains("<q><bdi><b>"),
            "{nothing}"
        );
    }
    // A wrong address is told in words, with the way on.
    let wrong = page("?kode=7Q2K", 400);
    assert!(wrong.contains("href=\"/verify\"") && !wrong.contains("kode"), "{wrong}");
}

fn what_no_longer_holds_says_so(app: &TestApp) {
    let player = app.player(&app.club("ZA-NW"));
    let colours = approved(app, &player);
    let path = format!("/v1/verifications/{}", code(app, &colours));
    let reason = json!({ "reason": "The result was corrected." });
    app.administrator()
        .post(&format!("/v1/colours/{colours}/revocations"), &reason)
        .expect(201);
    let told = app.anyone().get(&path).expect(200);
    assert_eq!(
        (&told["state"], told.as_object().unwrap().len()),
        (&json!("revoked"), 5)
    );
    let page = app
        .anyone()
        .get(&path.replace("/v1/verifications/", "/verify?code="))
        .body_text();
    assert!(
        page.contains("no longer good: it was revoked") && !page.contains("corrected"),
        "{page}"
    );
    // Awarded anew it has another code.
    let again = approved(app, &player);
    assert_ne!(format!("/v1/verifications/{}", code(app, &again)), path);
    assert_eq!(app.anyone().get(&path).expect(200)["state"], "revoked");
    let proposal = json!({
        "player_id": player, "level": "national_federation", "division": "senior", "year": 2027, "basis": "discretion",
        "reason": "Has taught the game.",
    });
    let later = app.coordinator("ZA-NW").post("/v1/colours", &proposal).expect(201);
    let approvals = format!("/v1/colours/{}/approvals", text(&later["id"]));
    app.administrator()
        .post(&approvals, &json!({ "reference": "Minutes" }))
        .expect(201);
    let body = json!({ "successor_id": later["id"], "reason": "Of the wrong level." });
    app.administrator()
        .post(&format!("/v1/colours/{again}/supersessions"), &body)
        .expect(201);
    let path = format!("/v1/verifications/{}", code(app, &again));
    assert_eq!(app.anyone().get(&path).expect(200)["state"], "superseded");
    let page = app
        .anyone()
        .get(&path.replace("/v1/verifications/", "/verify?code="))
        .body_text();
    assert!(page.contains("another award has taken its place"), "{page}");
}

fn a_child_is_verified_by_name(app: &TestApp) {
    let club = app.club("ZA-NW");
    let child = app.player_named(&club, "Qwabe", "Zwelibanzi", "2012-05-05");
    let colours = approved(app, &child);
    let path = format!("/v1/verifications/{}", code(app, &colours));
    assert_eq!(app.anyone().get(&path).expect(200)["holder"], "Zwelibanzi Qwabe");
    assert!(app.anyone().get("/v1/colours").items().is_empty());
    // Whose data was erased is not told by a number either, which would stand beside the name on the paper.
    app.administrator()
        .send("POST", &format!("/v1/players/{child}/erasures"), &[], None)
        .expect(201);
    app.anyone().get(&path).refused(410, "erased");
    let page = path.replace("/v1/verifications/", "/verify?code=");
    let page = app.anyone().get_with(&page, &[("accept", "text/html")]);
    assert_eq!(page.status, 410);
    assert!(
        page.body_text().contains("Nobody is certified by this code any more"),
        "{}",
        page.body_text()
    );
}

#[test]
fn strangers_ask_only_so_often() {
    let app = TestApp::among(RateLimitSettings {
        asks_a_minute: NonZeroU32::new(3).unwrap(),
        proxies: 1,
        ..RateLimitSettings::default()
    });
    let colours = approved(&app, &app.player(&app.club("ZA-NW")));
    let code = code(&app, &colours);
    let (verification, token) = (
        format!("/v1/verifications/{code}"),
        format!("/v1/certificates/{code}/token"),
    );
    let from = |address: &'static str| [("x-forwarded-for", address), ("content-type", "application/json")];
    let asked = |method: &str, path: &str, address: &'static str| {
        let body = (method == "POST").then_some(r#"{"token": "x"}"#);
        app.anyone().send(method, path, &from(address), body)
    };
    asked("GET", &verification, "203.0.113.9").expect(200);
    assert_eq!(asked("GET", &token, "198.51.100.1, 203.0.113.9").status, 200);
    asked("POST", "/v1/verifications", "203.0.113.9").refused(422, "not-our-certificate");
    for (method, path) in [("GET", &*verification), ("GET", &*token), ("POST", "/v1/verifications")] {
        let refused = asked(method, path, "203.0.113.9");
        refused.refused(429, "too-many-requests");
        assert_eq!(refused.header("retry-after"), "60");
    }
    // Guesses count as much as what there is; other addresses and other operations are free.
    asked("GET", "/v1/verifications/7Q2K", "203.0.113.9").refused(429, "too-many-requests");
    asked("GET", "/v1/verifications/7Q2K", "2001:db8::1").refused(404, "not-found");
    app.anyone()
        .get_with("/v1/revocations", &from("203.0.113.9"))
        .expect(200);
    app.pass(TimeDelta::seconds(60));
    asked("GET", &verification, "203.0.113.9").expect(200);
}
