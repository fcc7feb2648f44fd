//! Limits on guessing: what a flood of sign-ins is told, and whom it does not keep out.

use std::num::NonZeroU32;

use chrono::TimeDelta;
use diesel::prelude::*;
use federation_records::db::schema::audit as trail;
use federation_records::web::rate_limit::RateLimitSettings;
use serde_json::{Value, json};

use crate::app::{Account, PASSWORD, TestApp};
use crate::caller::Answer;

on_sqlite! {
    whoever_guesses_has_to_pause_ever_longer,
    a_refused_sign_in_is_in_the_trail,
}

/// A service behind one proxy, which says where each request comes from.
fn behind_a_proxy() -> TestApp {
    TestApp::among(RateLimitSettings {
        sign_ins_a_minute: NonZeroU32::new(8).unwrap(),
        proxies: 1,
        ..RateLimitSettings::default()
    })
}

fn from(app: &TestApp, network: &str, account: &Account, password: &str) -> Answer {
    let body = json!({ "email": account.email, "password": password }).to_string();
    let headers = [("content-type", "application/json"), ("x-forwarded-for", network)];
    app.anyone().send("POST", "/v1/tokens", &headers, Some(&body))
}

fn whoever_guesses_has_to_pause_ever_longer(app: &TestApp) {
    let (account, other) = (app.account(), app.account());
    let guess = |account: &Account| {
        let body = json!({ "email": account.email, "password": "a cow in the crawl" });
        app.anyone().post("/v1/tokens", &body)
    };
    for _ in 0..5 {
        guess(&account).refused(401, "sign-in-refused");
    }
    for pause in [2, 4, 8, 16, 32, 60, 60] {
        let answer = guess(&account);
        answer.refused(429, "too-many-requests");
        assert_eq!(answer.header("retry-after"), pause.to_string());
        app.pass(TimeDelta::seconds(pause));
        guess(&account).refused(401, "sign-in-refused");
    }
    guess(&other).refused(401, "sign-in-refused");
    app.pass(TimeDelta::minutes(1));
    app.sign_in(&account.email);
    // The right password makes good for the wrong ones.
    for _ in 0..5 {
        guess(&account).refused(401, "sign-in-refused");
    }
}

#[test]
fn on_sqlite_nobody_is_locked_out_from_elsewhere() {
    let app = behind_a_proxy();
    let account = app.account();
    for network in 1..=60 {
        for _ in 0..5 {
            from(&app, &format!("192.0.2.{network}"), &account, "a cow in the crawl");
        }
    }
    from(&app, "203.0.113.9", &account, PASSWORD).expect(200);
    // Nor does it help whoever guesses: each new network has one attempt.
    from(&app, "198.51.100.1", &account, "a cow in the crawl").refused(401, "sign-in-refused");
    from(&app, "198.51.100.1", &account, PASSWORD).refused(429, "too-many-requests");
}

#[test]
fn on_sqlite_a_network_is_told_how_often_it_may_sign_in() {
    let app = behind_a_proxy();
    let accounts: Vec<Account> = (0..3).map(|_| app.account()).collect();
    let (here, elsewhere) = ("192.0.2.7", "2001:db8:1:2::7");
    for left in (0..8).rev() {
        let account = &accounts[left % 3];
        let answer = from(&app, here, account, PASSWORD);
        answer.expect(200);
        assert_eq!(answer.header("ratelimit-policy"), "\"sign-in\";q=8;w=60");
        assert_eq!(answer.header("ratelimit"), format!("\"sign-in\";r={left};t=60"));
    }
    app.pass(TimeDelta::seconds(20));
    let answer = from(&app, here, &accounts[0], PASSWORD);
    answer.refused(429, "too-many-requests");
    assert_eq!(
        (answer.header("retry-after"), answer.header("ratelimit")),
        ("40", "\"sign-in\";r=0;t=40")
    );
    from(&app, elsewhere, &accounts[0], PASSWORD).expect(200);
    app.pass(TimeDelta::seconds(40));
    from(&app, here, &accounts[0], PASSWORD).expect(200);
}

fn a_refused_sign_in_is_in_the_trail(app: &TestApp) {
    let account = app.account();
    let last = |email: &str| {
        let body = json!({ "email": email, "password": "a cow in the crawl" });
        app.anyone().post("/v1/tokens", &body).refused(401, "sign-in-refused");
        let row: (String, String, String, Option<String>) = trail::table
            .select((trail::action, trail::subject, trail::subject_id, trail::changes))
            .order(trail::seq.desc())
            .first(&mut app.connection())
            .unwrap();
        let changes: Value = serde_json::from_str(&row.3.unwrap()).unwrap();
        assert_eq!(
            (row.0.as_str(), &changes["after"]),
            ("refuse_sign_in", &json!({ "network": "127.0.0.1" }))
        );
        (row.1, row.2)
    };
    assert_eq!(last(&account.email), ("account".to_owned(), account.id.clone()));
    // What was typed is not written down: it may be a password.
    let guessed = ("network".to_owned(), "127.0.0.1".to_owned());
    assert_eq!(last("a cow in the kraal"), guessed);
}
