//! The federation's desk: wordings, boards, the logo, keys, and the trail.

use serde_json::json;

use crate::app::{ADMINISTRATOR, TestApp};
use crate::browser::Browser;
use crate::caller::text;
use crate::world::accounts::png;

on_sqlite! {
    a_wording_is_set_once,
    boards_are_set_from_a_day_on,
    a_logo_is_set_shown_and_taken_away,
    another_key_signs_once_somebody_is_sure,
    the_trail_is_read_by_day_account_and_thing,
    what_is_set_is_for_administrators,
}

fn a_wording_is_set_once(app: &TestApp) {
    let browser = Browser::administrator(app);
    let set = |version: &str, from: &str| {
        let form = browser.open("/desk/wordings").form("/desk/wordings");
        let form = form.with("purpose", "publish_name").with("version", version);
        browser.send(
            &form
                .with("text", "My child’s name may appear.")
                .with("valid_from", from),
        )
    };
    assert_eq!(set("2027-1", "").status, 303);
    let page = browser.open("/desk/wordings");
    assert!(
        page.text()
            .contains("Version 2027-1 , in force My child’s name may appear."),
        "{}",
        page.text()
    );
    let page = set("2027-1", "2027-01-01");
    assert_eq!(page.status, 409);
    assert!(
        page.text()
            .contains("Name of the version: There is a version 2027-1 already."),
        "{}",
        page.text()
    );
    let page = set("2027-2", "2026-11-19");
    assert!(
        page.text().contains("From which day on: A change holds from today on"),
        "{}",
        page.text()
    );
    assert!(
        page.body.contains("My child’s name may appear.</textarea>"),
        "{}",
        page.body
    );
    assert_eq!(set("2027-2", "2027-01-01").status, 303);
    assert!(
        browser
            .open("/desk/wordings")
            .text()
            .contains("Version 2027-2 , from 1 January 2027 on")
    );
}

fn boards_are_set_from_a_day_on(app: &TestApp) {
    let browser = Browser::administrator(app);
    let set = |junction: &str, from: &str| {
        let form = browser.open("/desk/equipment").form("/desk/equipment");
        let form = form
            .with("level", "provincial")
            .with("board", "490")
            .with("counter_size", "25");
        browser.send(&form.with("junction", junction).with("valid_from", from))
    };
    let page = set("300", "2027-01-01");
    assert_eq!(page.status, 422);
    assert!(
        page.text()
            .contains("Largest diameter of a junction in millimetres: Must be from 1 to 200."),
        "{}",
        page.text()
    );
    assert_eq!(page.form("/desk/equipment").fields["counter_size"], "25");
    let page = set("24", "2026-11-19");
    assert!(
        page.text().contains("From which day on: A change holds from today on"),
        "{}",
        page.text()
    );
    assert_eq!(set("24", "2027-01-01").status, 303);
    let page = browser.open("/desk/equipment");
    assert!(
        page.text()
            .contains("Junctions to 24 mm, counters to 25 mm, from 1 January 2027"),
        "{}",
        page.text()
    );
}

fn a_logo_is_set_shown_and_taken_away(app: &TestApp) {
    let browser = Browser::administrator(app);
    let form = || browser.open("/desk/logo").form("/desk/logo");
    let page = browser.send(&form());
    assert_eq!(page.status, 422);
    assert!(page.text().contains("Picture: Choose a file."), "{}", page.text());
    let page = browser.send(&form().with_file("logo", "logo.png", &png()[..50]));
    assert_eq!(page.status, 422);
    assert!(
        page.text().contains("Picture: It is no PNG that can be drawn."),
        "{}",
        page.text()
    );
    let page = browser.go(&form().with_file("logo", "logo.png", png()));
    assert!(page.body.contains("src=\"/v1/federation/logo\""), "{}", page.body);
    assert_eq!(app.anyone().get("/v1/federation/logo").body, png());
    browser.go(&page.form_to("/removal"));
    assert_eq!(app.anyone().get("/v1/federation/logo").status, 404);
}

fn another_key_signs_once_somebody_is_sure(app: &TestApp) {
    let browser = Browser::administrator(app);
    let kids = || {
        let keys = app.anyone().get("/.well-known/jwks.json").expect(200);
        let keys = keys["keys"].as_array().unwrap().clone();
        keys.iter().map(|key| text(&key["kid"]).to_owned()).collect::<Vec<_>>()
    };
    let before = kids();
    let form = browser.open("/desk/keys").form("/desk/keys");
    let page = browser.send(&form);
    assert_eq!(page.status, 422);
    assert!(
        page.text().contains("Nothing is done unless you answer yes."),
        "{}",
        page.text()
    );
    assert_eq!(kids(), before);
    let form = form.with("sure", "yes");
    let page = browser.go(&form);
    assert_eq!(browser.send(&form).header("idempotency-replayed"), "true");
    let after = kids();
    assert_eq!(after.len(), before.len() + 1);
    assert!(after.iter().all(|kid| page.text().contains(kid)), "{}", page.text());
    assert!(page.text().contains(", signs now"), "{}", page.text());
    app.sign_in(ADMINISTRATOR).get("/v1/me").expect(200);
}

fn the_trail_is_read_by_day_account_and_thing(app: &TestApp) {
    let browser = Browser::administrator(app);
    let someone = app.account();
    let own = format!("/desk/accounts/{}", someone.id);
    browser.go(&browser.open(&own).form_to("/deactivation"));
    let of_account = browser
        .open(&own)
        .links()
        .into_iter()
        .find(|link| link.starts_with("/desk/trail?"))
        .unwrap();
    let page = browser.open(&of_account);
    assert!(
        page.text().contains("Deactivate an account") && page.text().contains("Create an account"),
        "{}",
        page.text()
    );
    assert!(
        page.text().contains("deactivated at 20 November 2026"),
        "{}",
        page.text()
    );
    let found = |query: &str| browser.open(&format!("/desk/trail?{query}")).text();
    assert!(found("from=2026-11-20&until=2026-11-20").contains("Deactivate an account"));
    assert!(found("until=2026-11-19").contains("Nothing is found."));
    assert!(found(&format!("by={}", ADMINISTRATOR.to_uppercase())).contains("Deactivate an account"));
    assert!(found(&format!("by={}", someone.email)).contains("Set a password by a code"));
    assert!(!found(&format!("by={}", someone.email)).contains("Deactivate an account"));
    assert!(found("by=nobody@nowhere.example").contains("Nothing is found."));
    assert!(found("subject=account&from=&until=").contains("Deactivate an account"));
    assert!(!found("subject=club").contains("Deactivate an account"));
    for _ in 0..26 {
        app.club("ZA-NW");
    }
    let page = browser.open("/desk/trail?subject=club");
    assert_eq!(page.text().matches("Register a club").count(), 25, "{}", page.text());
    let next = page.links().into_iter().find(|link| link.contains("cursor=")).unwrap();
    assert!(browser.open(&next).text().contains("Register a club"), "{next}");
    // A coordinator reads of one thing in the province.
    let coordinator = app.account();
    let grant = json!({ "role": "coordinator", "province": "ZA-NW" });
    app.administrator()
        .post(&format!("/v1/accounts/{}/grants", coordinator.id), &grant)
        .expect(201);
    let theirs = Browser::of(app, &coordinator.email);
    let club = app.club("ZA-NW");
    let of_club = format!("/desk/trail?subject=club&subject_id={club}");
    assert!(theirs.open(&of_club).text().contains("Register a club"));
    assert_eq!(theirs.get("/desk/trail").status, 403);
    assert_eq!(theirs.get(&of_account).status, 403);
}

fn what_is_set_is_for_administrators(app: &TestApp) {
    let umpire = app.account();
    let grant = json!({ "role": "umpire" });
    app.administrator()
        .post(&format!("/v1/accounts/{}/grants", umpire.id), &grant)
        .expect(201);
    let theirs = Browser::of(app, &umpire.email);
    for path in ["settings", "settings/umpires", "wordings", "equipment", "keys", "trail"] {
        let path = format!("/desk/{path}");
        assert_eq!(theirs.get(&path).status, 403, "{path}");
        assert_eq!(Browser::new(app).get(&path).status, 303, "{path}");
    }
    let browser = Browser::administrator(app);
    let own = theirs.open("/account");
    let mark = own.forms()[0].fields["form_token"].clone();
    for path in [
        "/desk/settings/umpires",
        "/desk/wordings",
        "/desk/equipment",
        "/desk/keys",
    ] {
        let form = browser.open(path).form(path).with("form_token", &mark);
        assert_eq!(theirs.send(&form).status, 403, "{path}");
    }
}
