//! Limits that several instances share: whoever guesses at one has guessed at all of them.

use std::num::NonZeroU32;
use std::time::Duration;

use chrono::TimeDelta;
use federation_records::accounts::HashCost;
use federation_records::app::server::Service;
use federation_records::web::rate_limit::RateLimitSettings;
use serde_json::{Value, json};

use crate::app::{PASSWORD, Server, TestApp};

const WRONG: &str = "a cow in the crawl";

fn limits() -> RateLimitSettings {
    let eight = NonZeroU32::MIN.saturating_add(7);
    RateLimitSettings {
        sign_ins_a_minute: eight,
        asks_a_minute: eight,
        ..RateLimitSettings::unlimited()
    }
}

fn settle(service: &mut Service) {
    service.rate_limits = limits();
}

/// Runs a test with two instances that serve the same records, on both databases.
fn on_two(test: fn(&TestApp, &Server)) {
    let run = |app: &TestApp| test(app, &another(app));
    run(&TestApp::on_sqlite_with(settle));
    if let Some(app) = TestApp::on_postgres_with(settle) {
        run(&app);
    }
}

fn another(app: &TestApp) -> Server {
    app.another_server_with(|mut service| {
        settle(&mut service);
        service
            .looking_for_jobs_every(Duration::from_hours(1))
            .with_hash_cost(HashCost::least())
    })
}

/// The status of an answer, and its body.
fn sign_in(app: &TestApp, base: &str, email: &str, password: &str) -> (u16, Value) {
    let body = json!({ "email": email, "password": password });
    let request = app.agent.post(format!("{base}/v1/tokens"));
    let mut answer = request.send_json(&body).unwrap();
    (answer.status().as_u16(), answer.body_mut().read_json().unwrap())
}

fn verify(app: &TestApp, base: &str, number: u32) -> u16 {
    let path = format!("{base}/v1/verifications/7Q2K-9FMX-04TB-ZC1D-H8V{number}");
    app.agent.get(path).call().unwrap().status().as_u16()
}

#[test]
fn wrong_passwords_at_one_instance_count_at_the_other() {
    on_two(|app, other| {
        let (account, spare) = (app.account(), app.account());
        app.pass(TimeDelta::minutes(1));
        for _ in 0..5 {
            assert_eq!(sign_in(app, app.base(), &account.email, WRONG).0, 401);
        }
        let (status, told) = sign_in(app, &other.base, &account.email, WRONG);
        assert_eq!((status, &told["code"]), (429, &json!("too-many-requests")));
        // Other accounts do not pause, and whoever waits is let in anywhere, and forgiven everywhere.
        assert_eq!(sign_in(app, &other.base, &spare.email, PASSWORD).0, 200);
        app.pass(TimeDelta::minutes(1));
        assert_eq!(sign_in(app, &other.base, &account.email, PASSWORD).0, 200);
        for base in [app.base(), &other.base].into_iter().cycle().take(5) {
            assert_eq!(sign_in(app, base, &account.email, WRONG).0, 401);
        }
        for base in [app.base(), &other.base] {
            assert_eq!(sign_in(app, base, &account.email, PASSWORD).0, 429);
        }
    });
}

#[test]
fn a_network_has_one_number_of_attempts_at_all_instances() {
    on_two(|app, other| {
        app.pass(TimeDelta::minutes(1));
        for number in 0..8 {
            let base = if number % 2 == 0 { app.base() } else { &other.base };
            assert_eq!(sign_in(app, base, &format!("nobody{number}@example.org"), WRONG).0, 401);
        }
        for base in [app.base(), &other.base] {
            assert_eq!(sign_in(app, base, "nobody@example.org", WRONG).0, 429);
        }
        // One that starts anew has not forgotten it.
        let third = another(app);
        assert_eq!(sign_in(app, &third.base, "nobody@example.org", WRONG).0, 429);
        app.pass(TimeDelta::minutes(1));
        assert_eq!(sign_in(app, &third.base, "nobody@example.org", WRONG).0, 401);
    });
}

#[test]
fn checks_of_certificates_at_one_instance_count_at_the_other() {
    on_two(|app, other| {
        for number in 0..8 {
            let base = if number % 2 == 0 { app.base() } else { &other.base };
            assert_eq!(verify(app, base, number), 404);
        }
        for base in [app.base(), &other.base] {
            assert_eq!(verify(app, base, 9), 429);
        }
        app.pass(TimeDelta::minutes(1));
        assert_eq!(verify(app, &other.base, 9), 404);
    });
}

#[test]
fn a_clock_that_is_put_right_keeps_nobody_from_signing_in() {
    on_two(|app, other| {
        let account = app.account();
        app.pass(TimeDelta::minutes(1));
        for number in 0..8 {
            assert_eq!(
                sign_in(app, app.base(), &format!("nobody{number}@example.org"), WRONG).0,
                401
            );
            verify(app, app.base(), number);
        }
        app.pass(TimeDelta::days(-2));
        assert_eq!(sign_in(app, &other.base, &account.email, PASSWORD).0, 200);
        assert_eq!(verify(app, &other.base, 9), 404);
    });
}

#[test]
fn attempts_at_the_same_moment_are_counted_one_by_one() {
    on_two(|app, other| {
        app.pass(TimeDelta::minutes(1));
        let tried: Vec<u16> = std::thread::scope(|scope| {
            let tries = (0..24).map(|number| {
                let base = if number % 2 == 0 { app.base() } else { &other.base };
                scope.spawn(move || sign_in(app, base, &format!("nobody{number}@example.org"), WRONG).0)
            });
            let tries: Vec<_> = tries.collect();
            tries.into_iter().map(|tried| tried.join().unwrap()).collect()
        });
        let of = |status: u16| tried.iter().filter(|found| **found == status).count();
        assert_eq!((of(401), of(429)), (8, 16), "{tried:?}");
    });
}
