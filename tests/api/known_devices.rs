//! A school hall is one network: whoever has signed in there before is let in while somebody else in it tries passwords.

use std::num::NonZeroU32;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use chrono::TimeDelta;
use federation_records::accounts::HashCost;
use federation_records::app::server::Service;
use federation_records::web::rate_limit::RateLimitSettings;
use serde_json::json;

use crate::app::{Account, PASSWORD, TestApp};
use crate::browser::{Browser, Page};
use crate::caller::Answer;

const WRONG: &str = "a cow in the crawl";

/// A federation in which a network may try to sign in eight times a minute.
fn sparing(service: &mut Service) {
    service.rate_limits = RateLimitSettings {
        sign_ins_a_minute: NonZeroU32::MIN.saturating_add(7),
        ..RateLimitSettings::unlimited()
    };
}

fn on_both(settle: fn(&mut Service), test: fn(&TestApp)) {
    test(&TestApp::on_sqlite_with(settle));
    if let Some(app) = TestApp::on_postgres_with(settle) {
        test(&app);
    }
}

fn try_in(browser: &Browser<'_>, account: &Account, password: &str) -> Page {
    let form = browser.open("/sign-in").form("/sign-in");
    browser.send(&form.with("email", &account.email).with("password", password))
}

/// A program of the account's, with the device's mark if it has one.
fn by_program(app: &TestApp, account: &Account, password: &str, mark: Option<&str>) -> Answer {
    let body = json!({ "email": account.email, "password": password }).to_string();
    let mut headers = vec![("content-type", "application/json")];
    headers.extend(mark.map(|mark| ("cookie", mark)));
    app.anyone().send("POST", "/v1/tokens", &headers, Some(&body))
}

/// The mark of a device that an answer sets, as a browser sends it back.
fn mark(answer: &Answer) -> String {
    let cookie = answer.header("set-cookie");
    assert!(cookie.starts_with("device="), "{cookie}");
    cookie.split(';').next().unwrap().to_owned()
}

#[test]
fn a_network_that_has_tried_too_often_does_not_keep_out_who_is_known_there() {
    on_both(sparing, |app| {
        let (account, other) = (app.account(), app.account());
        let known = Browser::of(app, &account.email);
        app.pass(TimeDelta::minutes(1));
        // Somebody in the hall tries one address after another, and then that of the one who is known.
        for number in 0..7 {
            let nobody = json!({ "email": format!("nobody{number}@example.org"), "password": WRONG });
            app.anyone().post("/v1/tokens", &nobody).refused(401, "sign-in-refused");
        }
        by_program(app, &account, WRONG, None).refused(401, "sign-in-refused");
        by_program(app, &account, PASSWORD, None).refused(429, "too-many-requests");
        assert_eq!(try_in(&Browser::new(app), &account, PASSWORD).status, 429);
        for _ in 0..3 {
            assert_eq!(try_in(&known, &account, PASSWORD).status, 303);
        }
        // The device is known for that account alone.
        assert_eq!(try_in(&known, &other, PASSWORD).status, 429);
        assert_eq!(try_in(&known, &account, PASSWORD).status, 303);
    });
}

#[test]
fn whoever_guesses_at_an_account_in_the_hall_does_not_make_its_owner_pause() {
    on_both(crate::app::unlimited, |app| {
        let account = app.account();
        let device = mark(&by_program(app, &account, PASSWORD, None));
        for _ in 0..5 {
            by_program(app, &account, WRONG, None).refused(401, "sign-in-refused");
        }
        by_program(app, &account, PASSWORD, None).refused(429, "too-many-requests");
        let again = by_program(app, &account, PASSWORD, Some(&device));
        again.expect(200);
        assert_eq!(mark(&again), device, "a device stays the same");
    });
}

#[test]
fn a_stolen_mark_is_good_for_a_few_guesses_and_no_more() {
    on_both(crate::app::unlimited, |app| {
        let (account, other) = (app.account(), app.account());
        let device = mark(&by_program(app, &account, PASSWORD, None));
        let guess = |account: &Account, mark: &str| by_program(app, account, WRONG, Some(mark));
        // Five of its own, and then those of any network.
        for _ in 0..10 {
            guess(&account, &device).refused(401, "sign-in-refused");
        }
        guess(&account, &device).refused(429, "too-many-requests");
        // Its owner pauses no longer than without it, and elsewhere not at all.
        app.pass(TimeDelta::minutes(1));
        by_program(app, &account, PASSWORD, Some(&device)).expect(200);
        // It opens nothing.
        for path in ["/v1/me", "/account"] {
            let headers = [("cookie", device.as_str())];
            assert_ne!(app.anyone().get_with(path, &headers).status, 200, "{path}");
        }
        app.pass(TimeDelta::hours(1));
        // Altered, or of another account, it is none; and so it is with another password.
        for (account, mark) in [
            (&account, device.replace("device=", "device=x")),
            (&other, device.clone()),
        ] {
            for _ in 0..5 {
                guess(account, &mark).refused(401, "sign-in-refused");
            }
            by_program(app, account, PASSWORD, Some(&mark)).refused(429, "too-many-requests");
        }
        app.set_password(&account.id);
        by_program(app, &account, PASSWORD, Some(&device)).refused(429, "too-many-requests");
    });
}

#[test]
fn a_mark_says_nothing_of_anybody() {
    let app = TestApp::on_sqlite();
    let account = app.account();
    let answer = by_program(&app, &account, PASSWORD, None);
    let cookie = answer.header("set-cookie").to_owned();
    let rest = "; HttpOnly; SameSite=Strict; Path=/; Max-Age=34560000";
    assert!(cookie.ends_with(rest), "{cookie}");
    assert!(!cookie.contains(&account.id) && !cookie.contains('@'), "{cookie}");
    let again = by_program(&app, &account, PASSWORD, None);
    assert_ne!(mark(&again), mark(&answer), "each device has its own");
    let page = try_in(&Browser::new(&app), &account, PASSWORD);
    let mut cookies = page
        .headers
        .get_all("set-cookie")
        .iter()
        .map(|cookie| cookie.to_str().unwrap());
    assert!(
        cookies.any(|cookie| cookie.starts_with("device=") && cookie.ends_with(rest)),
        "{:?}",
        page.headers
    );
    // Nobody gets one who was not let in.
    assert_eq!(by_program(&app, &account, WRONG, None).header("set-cookie"), "");
}

/// A federation whose passwords take as long to check as they do in use.
fn in_earnest(service: &mut Service) {
    crate::app::unlimited(service);
    *service = service.clone().with_hash_cost(HashCost::default());
}

#[test]
fn a_flood_out_of_the_hall_does_not_keep_out_who_is_known_there() {
    let app = TestApp::on_sqlite_with(in_earnest);
    let account = app.account();
    let known = Browser::of(&app, &account.email);
    let (over, busy, number) = (AtomicBool::new(false), AtomicUsize::new(0), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        for _ in 0..100 {
            let (app, over, busy, number) = (&app, &over, &busy, &number);
            scope.spawn(move || {
                while !over.load(Ordering::Relaxed) {
                    let number = number.fetch_add(1, Ordering::Relaxed);
                    let nobody = json!({ "email": format!("nobody{number}@example.org"), "password": WRONG });
                    if app.anyone().post("/v1/tokens", &nobody).status == 503 {
                        busy.fetch_add(1, Ordering::Relaxed);
                    }
                }
            });
        }
        crate::patience::eventually("the flood is none", || busy.load(Ordering::Relaxed) > 200);
        let let_in: Vec<u16> = (0..5).map(|_| try_in(&known, &account, PASSWORD).status).collect();
        // Somebody who was never there waits with the flood, or is sent away.
        over.store(true, Ordering::Relaxed);
        assert_eq!(let_in, [303; 5], "of 503s there were {}", busy.load(Ordering::Relaxed));
    });
}
