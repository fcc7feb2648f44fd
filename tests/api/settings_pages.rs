//! Settings of the federation at its desk, each from a day on.

use diesel::connection::SimpleConnection;
use serde_json::{Value, json};

use crate::app::TestApp;
use crate::browser::{Browser, Form};

on_sqlite! {
    a_federation_without_a_name_is_named_first,
    a_setting_holds_from_a_day_on_and_leaves_what_is_set_for_later,
    a_setting_is_refused_at_its_field,
    what_somebody_else_has_changed_is_not_gone_over,
    a_setting_is_taken_away_and_a_reading_chosen,
    every_group_of_settings_is_saved_as_it_is_shown,
    what_counts_for_rankings_is_chosen,
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
    let browser = Browser::administrator(app);
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
    let browser = Browser::administrator(app);
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
    let browser = Browser::administrator(app);
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
    let browser = Browser::administrator(app);
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
    let browser = Browser::administrator(app);
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
        .with("readings/confirmations", "by_level")
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
    let browser = Browser::administrator(app);
    let before = settings_on(app, "2026-11-20");
    let groups = browser.open("/desk/settings").links();
    let groups = groups.iter().filter(|link| link.starts_with("/desk/settings/"));
    let has_choices = |link: &str| link.ends_with("/readings") || link.ends_with("/counted");
    let groups: Vec<_> = groups.filter(|link| !has_choices(link)).collect();
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

fn what_counts_for_rankings_is_chosen(app: &TestApp) {
    let browser = Browser::administrator(app);
    let before = settings_on(app, "2026-11-20")["ranking"].clone();
    let mut form = group(&browser, "counted");
    for method in ["game_points", "super_league", "glicko_2"] {
        let levels = before[method]["levels"].as_object().unwrap();
        let championships = ["provincial", "national"];
        let shown = levels
            .iter()
            .filter(|(level, _)| method != "super_league" || championships.contains(&level.as_str()));
        for (level, counts) in shown {
            let word = if *counts == json!(true) { "yes" } else { "no" };
            form = form.with(&format!("ranking/{method}/levels/{level}"), word);
        }
        form = form.with(&format!("ranking/{method}/forfeits"), "no");
    }
    let page = browser.go(&form.with("ranking/game_points/levels/club", "yes"));
    assert!(
        page.text().contains("Game points: tournaments of clubs count: yes"),
        "{}",
        page.text()
    );
    let mut after = before;
    after["game_points"]["levels"]["club"] = json!(true);
    assert_eq!(settings_on(app, "2026-11-20")["ranking"], after);
}
