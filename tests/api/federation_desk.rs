//! Settings of the federation at its desk: from a day on, wordings, boards, keys; and the trail.

use diesel::connection::SimpleConnection;
use serde_json::{Value, json};

use crate::app::{ADMINISTRATOR, TestApp};
use crate::browser::{Browser, Form};
use crate::caller::text;
use crate::world::accounts::png;

on_both_databases! {
    a_federation_without_a_name_is_named_first,
    a_setting_holds_from_a_day_on_and_leaves_what_is_set_for_later,
    a_setting_is_refused_at_its_field,
    what_somebody_else_has_changed_is_not_gone_over,
    a_setting_is_taken_away_and_a_reading_chosen,
    every_group_of_settings_is_saved_as_it_is_shown,
    a_wording_is_set_once,
    boards_are_set_from_a_day_on,
    a_logo_is_set_shown_and_taken_away,
    another_key_signs_once_somebody_is_sure,
    the_trail_is_read_by_day_account_and_thing,
    what_is_set_is_for_administrators,
}

fn administrator(app: &TestApp) -> Browser<'_> {
    Browser::of(app, ADMINISTRATOR)
}

fn settings_on(app: &TestApp, day: &str) -> Value {
    app.anyone().get(&format!("/v1/federation?on={day}")).expect(200)
}

/// The form of a group of settings.
fn group(browser: &Browser<'_>, name: &str) -> Form {
    let path = format!("/desk/settings/{name}");
    browser.open(&path).form(&path)
}

fn a_federation_without_a_name_is_named_first(app: &TestApp) {
    app.connection()
        .batch_execute("DELETE FROM federation_changes")
        .unwrap();
    let browser = administrator(app);
    let identity = "/desk/settings/identity".to_owned();
    let asked = |browser: &Browser<'_>, path: &str| {
        let page = browser.open(path);
        assert_eq!(
            page.text().contains("The federation has no name yet."),
            page.links().contains(&identity)
        );
        page.links().contains(&identity)
    };
    assert!(asked(&browser, "/desk") && asked(&browser, "/desk/federation"));
    let umpire = app.account();
    let grants = format!("/v1/accounts/{}/grants", umpire.id);
    app.administrator()
        .post(&grants, &json!({ "role": "umpire" }))
        .expect(201);
    let umpire = Browser::of(app, &umpire.email);
    assert!(!asked(&umpire, "/desk"), "an umpire names no federation");
    browser.go(&group(&browser, "identity").with("name", "Lowveld Morabaraba Federation"));
    assert!(!asked(&browser, "/desk") && !asked(&browser, "/desk/federation"));
    // Nobody appoints whoever announces tournaments.
    let told = |browser: &Browser<'_>| browser.open("/desk/tournaments").text();
    let appointed = "A coordinator appoints you to one.";
    assert!(told(&umpire).contains("You run none now.") && told(&umpire).contains(appointed));
    assert!(told(&browser).contains("You run none now.") && !told(&browser).contains(appointed));
}

fn a_setting_holds_from_a_day_on_and_leaves_what_is_set_for_later(app: &TestApp) {
    let browser = administrator(app);
    assert!(
        browser
            .open("/desk/federation")
            .links()
            .contains(&"/desk/settings".to_owned())
    );
    let links = browser.open("/desk/settings").links();
    assert!(links.contains(&"/desk/settings/umpires".to_owned()), "{links:?}");
    let later = group(&browser, "umpires")
        .with("umpires/youngest_age", "16")
        .with("valid_from", "2027-11-01");
    let page = browser.go(&later);
    assert!(
        page.text()
            .contains("From 1 November 2027 Youngest age of an umpire: 16"),
        "{}",
        page.text()
    );
    let page = browser.open("/desk/settings/umpires");
    assert!(page.text().contains("Set for days to come"), "{}", page.text());
    let form = page.form("/desk/settings/umpires");
    assert_eq!(form.fields["umpires/youngest_age"], "18");
    browser.go(&form.with("umpires/accreditation_years", "4"));
    let umpires = |day: &str| {
        let umpires = &settings_on(app, day)["umpires"];
        (umpires["youngest_age"].clone(), umpires["accreditation_years"].clone())
    };
    assert_eq!(umpires("2026-11-19"), (json!(18), json!(3)));
    assert_eq!(umpires("2026-11-20"), (json!(18), json!(4)));
    assert_eq!(umpires("2027-11-01"), (json!(16), json!(4)));
}

fn a_setting_is_refused_at_its_field(app: &TestApp) {
    let browser = administrator(app);
    let send = |name: &str, changes: &[(&str, &str)]| {
        let form = group(&browser, name);
        browser.send(&changes.iter().fold(form, |form, (field, text)| form.with(field, text)))
    };
    for (name, changes, told) in [
        (
            "identity",
            [("website", "example.org"), ("name", "Lowveld")],
            "Website: Must begin with https:// or http://.",
        ),
        (
            "umpires",
            [("umpires/youngest_age", "forty"), ("valid_from", "2027-01-01")],
            "Youngest age of an umpire: Must be a whole number.",
        ),
        (
            "umpires",
            [("umpires/youngest_age", "40"), ("umpires/pass_mark_rules", "")],
            "Pass mark for the rules of the discipline: Must be given.",
        ),
        (
            "gaming-year",
            [
                ("gaming_year/begins_on/day", "31"),
                ("gaming_year/begins_on/month", "2"),
            ],
            "It begins on day: Must be a day that every year has.",
        ),
        (
            "divisions",
            [("divisions/student/youngest", "40"), ("divisions/student/oldest", "20")],
            "Students: youngest age: Must be from 0 to 120",
        ),
        (
            "rating",
            [("ranking/glicko_2/tau", "9.5"), ("ranking/glicko_2/rating", "1600")],
            "How much the volatility may change: Must be from 0.1 to 1.5.",
        ),
        (
            "rating",
            [("ranking/glicko_2/tau", "0.7"), ("valid_from", "2026-11-19")],
            "From which day on: A change holds from today on",
        ),
    ] {
        let page = send(name, &changes);
        assert!([409, 422].contains(&page.status), "{}", page.text());
        assert!(page.text().contains(told), "{told}: {}", page.text());
        let form = page.form(&format!("/desk/settings/{name}"));
        for (field, typed) in changes {
            assert_eq!(form.fields[field], typed, "what was typed stays");
        }
    }
    assert_eq!(
        app.anyone().get("/v1/federation/changes").expect(200)["items"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
    assert_eq!(browser.get("/desk/settings/nothing").status, 404);
}

fn what_somebody_else_has_changed_is_not_gone_over(app: &TestApp) {
    let browser = administrator(app);
    let form = group(&browser, "identity").with("short_name", "MFL");
    browser.go(&group(&browser, "ranking").with("ranking/months", "12"));
    let page = browser.send(&form);
    assert_eq!(page.status, 412);
    assert!(
        page.text().contains("Somebody has changed the settings"),
        "{}",
        page.text()
    );
    let again = page.form("/desk/settings/identity");
    assert_eq!(again.fields["short_name"], "MFL");
    let (once, twice) = (browser.send(&again), browser.send(&again));
    assert_eq!((once.status, twice.status), (303, 303), "{}", once.text());
    let settings = settings_on(app, "2026-11-20");
    assert_eq!(
        (&settings["short_name"], &settings["ranking"]["months"]),
        (&json!("MFL"), &json!(12))
    );
    assert_eq!(
        app.anyone().get("/v1/federation/changes").expect(200)["items"]
            .as_array()
            .unwrap()
            .len(),
        3
    );
}

fn a_setting_is_taken_away_and_a_reading_chosen(app: &TestApp) {
    let browser = administrator(app);
    browser.go(&group(&browser, "identity").with("contact", "PO Box 17, Mbombela"));
    assert_eq!(settings_on(app, "2026-11-20")["contact"], "PO Box 17, Mbombela");
    browser.go(&group(&browser, "identity").with("contact", ""));
    assert_eq!(settings_on(app, "2026-11-20")["contact"], json!(null));
    let form = group(&browser, "readings")
        .with("readings/tie_breaks", "direct")
        .with("readings/top_ladies", "3");
    let form = form
        .with("readings/ten_moves", "each")
        .with("readings/shot", "must")
        .with("readings/bye_value", "average")
        .with("readings/floater", "median")
        .with("readings/clubs", "round")
        .with("seeding_method", "glicko-2");
    let page = browser.go(&form);
    assert!(
        page.text()
            .contains("Equal points: The match between two players decides."),
        "{}",
        page.text()
    );
    let settings = settings_on(app, "2026-11-20");
    assert_eq!(
        (
            &settings["readings"]["tie_breaks"],
            &settings["readings"]["top_ladies"],
            &settings["seeding_method"]
        ),
        (&json!("direct"), &json!(3), &json!("glicko-2"))
    );
}

fn every_group_of_settings_is_saved_as_it_is_shown(app: &TestApp) {
    let browser = administrator(app);
    let before = settings_on(app, "2026-11-20");
    let groups = browser.open("/desk/settings").links();
    let groups = groups.iter().filter(|link| link.starts_with("/desk/settings/"));
    let groups: Vec<_> = groups.filter(|link| !link.ends_with("/readings")).collect();
    assert_eq!(groups.len(), 8);
    for path in groups {
        browser.go(&browser.open(path).form(path));
    }
    assert_eq!(settings_on(app, "2026-11-20"), before);
    assert_eq!(
        app.anyone().get("/v1/federation/changes").expect(200)["items"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
}

fn a_wording_is_set_once(app: &TestApp) {
    let browser = administrator(app);
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
    let browser = administrator(app);
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
    let browser = administrator(app);
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
    let browser = administrator(app);
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
    let browser = administrator(app);
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
    let browser = administrator(app);
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
