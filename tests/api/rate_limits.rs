//! Limits on requests: what counts, for whom, what is told of it, and whom it never keeps out.

use std::num::NonZeroU32;

use chrono::TimeDelta;
use federation_records::app::server::Service;
use federation_records::web::rate_limit::RateLimitSettings;
use serde_json::json;

use crate::app::TestApp;
use crate::applications::{sign_in, signing_in};
use crate::browser::Browser;
use crate::caller::{Answer, text};

/// A federation in which a token has 60 requests a minute, and a stranger six.
fn sparing(service: &mut Service) {
    service.rate_limits = RateLimitSettings {
        tokens_a_minute: NonZeroU32::MIN.saturating_add(59),
        strangers_a_minute: NonZeroU32::MIN.saturating_add(5),
        ..RateLimitSettings::unlimited()
    };
}

/// Runs a test in such a federation, on both databases.
fn on_both(test: fn(&TestApp)) {
    test(&TestApp::on_sqlite_with(sparing));
    if let Some(app) = TestApp::on_postgres_with(sparing) {
        test(&app);
    }
}

/// The limits that an answer tells: the policies and what is left, all lines of each.
fn told(answer: &Answer) -> [String; 2] {
    ["ratelimit-policy", "ratelimit"].map(|name| {
        let lines = answer.headers.get_all(name).iter();
        lines.map(|line| line.to_str().unwrap()).collect::<Vec<_>>().join(", ")
    })
}

/// An answer that nobody was given before.
fn new_answer(app: &TestApp, number: u32) -> Answer {
    app.anyone().get(&format!("/v1/clubs?q=x{number}"))
}

#[test]
fn a_stranger_is_told_what_is_left_and_when_to_come_back() {
    on_both(|app| {
        let policy = "\"stranger\";q=6;w=60";
        for number in 0..6 {
            let answer = new_answer(app, number);
            let left = format!("\"stranger\";r={};t={}", 5 - number, 10 * (number + 1));
            assert_eq!((answer.status, told(&answer)), (200, [policy.to_owned(), left]));
        }
        let answer = new_answer(app, 6);
        answer.refused(429, "too-many-requests");
        let seconds: i64 = answer.header("retry-after").parse().unwrap();
        assert!((1..=11).contains(&seconds), "{seconds}");
        assert_eq!(
            told(&answer),
            [policy.to_owned(), format!("\"stranger\";r=0;t={seconds}")]
        );
        // What cannot be kept counts too, and what is refused; a page and the state of the service do not.
        app.anyone()
            .post("/v1/games/validations", &json!({ "turns": ["E1"] }))
            .refused(429, "too-many-requests");
        app.anyone().get("/v1/me").refused(429, "too-many-requests");
        app.bearer("nonsense").get("/v1/me").refused(429, "too-many-requests");
        assert_eq!(told(&app.anyone().get("/readyz")), ["", ""]);
        assert_eq!(Browser::new(app).get("/clubs?q=x9").status, 200);
        // An answer that was given before is given to whoever asks, however often, and so are pages.
        for _ in 0..20 {
            let again = new_answer(app, 3);
            assert_eq!((again.status, told(&again)), (200, [String::new(), String::new()]));
        }
        app.pass(TimeDelta::seconds(seconds));
        assert_eq!(new_answer(app, 7).status, 200);
        new_answer(app, 8).refused(429, "too-many-requests");
    });
}

#[test]
fn a_hall_that_follows_a_tournament_is_never_kept_out() {
    on_both(|app| {
        let account = app.account();
        app.pass(TimeDelta::minutes(1));
        let follow = || {
            for number in 0..4 {
                assert_eq!(new_answer(app, number).status, 200);
            }
        };
        follow();
        // Each change makes them anew, for whoever asks first.
        for _ in 0..10 {
            app.club("ZA-NW");
            follow();
        }
        // Two are left for something new; a refusal keeps the next one's answer from nobody.
        assert_eq!(told(&new_answer(app, 4))[1], "\"stranger\";r=1;t=50");
        assert_eq!(new_answer(app, 5).status, 200);
        new_answer(app, 6).refused(429, "too-many-requests");
        app.pass(TimeDelta::seconds(30));
        assert_eq!(told(&new_answer(app, 6))[1], "\"stranger\";r=2;t=40");
        assert_eq!(told(&new_answer(app, 6))[1], "");
        // Signing in is counted by itself: no crowd of readers keeps an official from it.
        new_answer(app, 7);
        new_answer(app, 8);
        new_answer(app, 9).refused(429, "too-many-requests");
        app.sign_in(&account.email).get("/v1/me").expect(200);
    });
}

#[test]
fn tokens_are_counted_by_themselves() {
    on_both(|app| {
        let account = app.account();
        let (one, other) = (app.sign_in(&account.email), app.sign_in(&account.email));
        let policy = "\"token\";q=60;w=60";
        let first = one.get("/v1/me");
        assert_eq!(told(&first), [policy, "\"token\";r=59;t=1"]);
        for _ in 1..60 {
            assert_eq!(one.get("/v1/clubs").status, 200);
        }
        let refused = one.get("/v1/clubs");
        refused.refused(429, "too-many-requests");
        assert_eq!(told(&refused)[0], policy);
        one.post("/v1/clubs", &json!({})).refused(429, "too-many-requests");
        // Another session of the same person goes on, and so do strangers.
        assert_eq!(told(&other.get("/v1/me"))[1], "\"token\";r=59;t=1");
        assert_eq!(new_answer(app, 1).status, 200);
        // An application is one, however many tokens it has.
        let (id, secret) = signing_in(app);
        let token = || text(&sign_in(app, &id, &secret).expect(200)["access_token"]).to_owned();
        let (token, second) = (token(), token());
        assert_eq!(told(&app.bearer(&token).get("/v1/duplicates"))[1], "\"token\";r=59;t=1");
        assert_eq!(
            told(&app.bearer(&second).get("/v1/duplicates"))[1],
            "\"token\";r=58;t=2"
        );
    });
}

#[test]
fn several_limits_are_told_of_one_answer() {
    on_both(|app| {
        let answer = app.anyone().get("/v1/verifications/none");
        let [policies, left] = told(&answer);
        let policies: Vec<&str> = policies.split(", ").collect();
        assert_eq!(policies.len(), 2, "{policies:?}");
        assert_eq!(policies.len(), left.split(", ").count());
        assert!(policies.contains(&"\"stranger\";q=6;w=60"), "{policies:?}");
        assert!(
            policies.iter().any(|policy| policy.starts_with("\"guess\";q=")),
            "{policies:?}"
        );
    });
}

#[test]
fn a_clock_that_is_put_right_keeps_nobody_out() {
    on_both(|app| {
        for number in 0..6 {
            new_answer(app, number).expect(200);
        }
        new_answer(app, 6).refused(429, "too-many-requests");
        // It was two days ahead. What was used up comes back in a minute all the same.
        app.pass(TimeDelta::days(-2));
        new_answer(app, 6).refused(429, "too-many-requests");
        app.pass(TimeDelta::minutes(1));
        new_answer(app, 7).expect(200);
    });
}
