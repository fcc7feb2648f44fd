//! A player's own pages: what is on record, consents, results disputed, appeals; for nobody else.

use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::app::{ADMINISTRATOR, TestApp};
use crate::browser::{Browser, Page};
use crate::caller::text;
use crate::hall::Hall;
use crate::own_accounts::holder;
use crate::season::{members, ratified};

on_sqlite! {
    a_player_reads_what_is_on_record_and_keeps_it,
    own_pages_are_for_whoever_holds_for_the_player,
    a_parent_gives_a_consent_and_takes_it_back,
    a_player_of_age_decides_about_colours_alone,
    a_result_is_disputed_and_the_ruling_appealed_against,
    a_ratified_result_is_appealed_against_once,
}

/// The browser of somebody whose account holds for the player.
fn own<'a>(app: &'a TestApp, player: &str, email: &str, relation: &str) -> Browser<'a> {
    holder(app, &app.club_of(player), player, email, relation);
    Browser::of(app, email)
}

fn path(player: &str) -> String {
    format!("/account/players/{player}")
}

fn a_player_reads_what_is_on_record_and_keeps_it(app: &TestApp) {
    let players = members(app, 4, 1);
    ratified(app, ("regional", "2026-11-20", 1), &players, |_| 6);
    let player = &players[0];
    let browser = own(app, player, "thandi@family.example", "self");
    let own_path = path(player);
    for from in ["/account", "/desk"] {
        assert!(browser.open(from).links().contains(&own_path), "{from}");
    }
    let page = browser.open(&own_path);
    assert_eq!(page.header("cache-control"), "private, no-store");
    let particulars = app
        .administrator()
        .get(&format!("/v1/players/{player}/particulars"))
        .expect(200);
    let told = page.text();
    for known in [&particulars["number"], &particulars["family_name"]] {
        assert!(told.contains(text(known)), "{known}: {told}");
    }
    for known in ["Born", "regional event of 2026-11-20", "Registrations", "Seniors"] {
        assert!(told.contains(known), "{known}: {told}");
    }
    // Everything that the page leads to is there.
    for link in page.links().into_iter().filter(|link| link.starts_with(&own_path)) {
        browser.open(&link);
    }
    let export = browser.open(&format!("{own_path}/export"));
    assert!(export.header("content-disposition").starts_with("attachment"));
    let export: Value = serde_json::from_str(&export.body).unwrap();
    let by_club = app
        .administrator()
        .get(&format!("/v1/players/{player}/export"))
        .expect(200);
    assert_eq!(export["player"]["particulars"], by_club["player"]["particulars"]);
}

fn own_pages_are_for_whoever_holds_for_the_player(app: &TestApp) {
    let hall = Hall::new(app, &json!({}), 4);
    let round = hall.publish();
    let one = hall.matches(&round)[0].clone();
    let [mine, theirs] = [0, 1].map(|index| text(&one["players"][index]["player"]["id"]).to_owned());
    let elsewhere = hall
        .players
        .iter()
        .find(|player| **player != mine && **player != theirs)
        .unwrap();
    let browser = own(app, &mine, "thandi@family.example", "self");
    let tournament = hall.path.rsplit('/').next().unwrap().to_owned();
    let id = text(&one["id"]);
    for below in [
        String::new(),
        "/consents".to_owned(),
        "/export".to_owned(),
        format!("/tournaments/{tournament}"),
        format!("/matches/{id}"),
    ] {
        assert_eq!(browser.get(&format!("{}{below}", path(&mine))).status, 200, "{below}");
        let other = format!("{}{below}", path(&theirs));
        assert_eq!(browser.get(&other).status, 404, "{other}");
        // An administrator holds for nobody.
        let administrator = Browser::of(app, ADMINISTRATOR);
        assert_eq!(
            administrator.get(&format!("{}{below}", path(&mine))).status,
            404,
            "{below}"
        );
        let stranger = Browser::new(app).get(&format!("{}{below}", path(&mine)));
        assert_eq!(stranger.status, 303, "{below}");
    }
    // A match and a tournament of others are none of theirs.
    let third = own(app, elsewhere, "sipho@family.example", "self");
    assert_eq!(third.get(&format!("{}/matches/{id}", path(elsewhere))).status, 404);
    let other = Hall::new(app, &json!({}), 0).path;
    let other = other.rsplit('/').next().unwrap();
    assert_eq!(browser.get(&format!("{}/tournaments/{other}", path(&mine))).status, 404);
}

fn a_parent_gives_a_consent_and_takes_it_back(app: &TestApp) {
    let child = app.player_named(&app.club("ZA-NW"), "Qwabe", "Zwelibanzi", "2012-02-29");
    let browser = own(app, &child, "lindiwe@family.example", "parent");
    let consents = format!("{}/consents", path(&child));
    let page = browser.open(&consents);
    for wording in app.anyone().get("/v1/consent-wordings").items() {
        assert!(page.text().contains(text(&wording["text"])), "{}", page.text());
    }
    let name = || app.anyone().get(&format!("/v1/players/{child}")).expect(200)["name"].clone();
    let form = page.form(&format!("{consents}/publish_name"));
    let done = browser.go(&form);
    assert!(done.text().contains("This is allowed."), "{}", done.text());
    assert_eq!(name(), "Zwelibanzi Qwabe");
    assert_eq!(browser.send(&form).header("idempotency-replayed"), "true");
    let kept = app
        .administrator()
        .get(&format!("/v1/players/{child}/consents"))
        .items();
    assert_eq!((kept.len(), &kept[0]["guardian"]), (1, &json!("Lindiwe Qwabe")));
    let withdrawal = browser.open(&consents).form_to("/withdrawal");
    let page = browser.go(&withdrawal);
    assert!(page.text().contains("taken back"), "{}", page.text());
    assert_eq!(name(), "Z. Q.");
    assert_eq!(browser.send(&withdrawal).status, 303, "sent twice");
    // Another's consents are not theirs to take back.
    let sister = app.player_named(&app.club("ZA-NW"), "Zulu", "Nokuthula", "2012-05-05");
    let other = own(app, &sister, "nomsa@family.example", "parent");
    let form = browser.open(&consents).form(&format!("{consents}/publish_name"));
    browser.go(&form);
    let withdrawal = browser.open(&consents).form_to("/withdrawal");
    let mut forged = other
        .open(&format!("{}/consents", path(&sister)))
        .forms()
        .pop()
        .unwrap();
    forged.action = withdrawal.action;
    assert_eq!(other.send(&forged).status, 404);
    assert_eq!(name(), "Zwelibanzi Qwabe");
    // The wording that was read is agreed to, and no other.
    let page = browser.open(&consents);
    app.pass(TimeDelta::minutes(1));
    let wording = json!({
        "purpose": "share_colours", "version": "2026-2", "text": "I agree to more.", "valid_from": "2026-11-20",
    });
    app.administrator().post("/v1/consent-wordings", &wording).expect(201);
    let page = browser.send(&page.form(&format!("{consents}/share_colours")));
    assert_eq!(page.status, 409);
    let told = page.text();
    assert!(
        told.contains("The wording is another by now") && told.contains("I agree to more."),
        "{told}"
    );
}

fn a_player_of_age_decides_about_colours_alone(app: &TestApp) {
    let player = app.player(&app.club("ZA-NW"));
    let browser = own(app, &player, "thandi@family.example", "self");
    let consents = format!("{}/consents", path(&player));
    let page = browser.open(&consents);
    let asked: Vec<_> = page.forms().into_iter().map(|form| form.action).collect();
    assert_eq!(asked.iter().filter(|action| action.starts_with(&consents)).count(), 1);
    let mut form = page.form(&format!("{consents}/share_colours"));
    browser.go(&form);
    let kept = app
        .administrator()
        .get(&format!("/v1/players/{player}/consents"))
        .items();
    assert_eq!(
        (&kept[0]["relation"], &kept[0]["purpose"]),
        (&json!("self"), &json!("share_colours"))
    );
    form.action = format!("{consents}/publish_name");
    assert_eq!(browser.send(&form.with("form_key", "another")).status, 422);
}

/// The match of the player in the round, as the API has it.
fn match_of(hall: &Hall<'_>, round: &str, player: &str) -> Value {
    let matches = hall.matches(round);
    let plays = |one: &&Value| one["players"].to_string().contains(player);
    matches.iter().find(plays).unwrap().clone()
}

fn a_result_is_disputed_and_the_ruling_appealed_against(app: &TestApp) {
    let mut hall = Hall::new(app, &json!({}), 3);
    let child = app.player_named(&app.club("ZA-NW"), "Qwabe", "Zwelibanzi", "2012-05-05");
    hall.enter(&child);
    let browser = own(app, &child, "lindiwe@family.example", "parent");
    let round = hall.publish();
    let one = match_of(&hall, &round, &child);
    let own_match = format!("{}/matches/{}", path(&child), text(&one["id"]));
    let tournament = format!("{}/tournaments/{}", path(&child), hall.path.rsplit('/').next().unwrap());
    assert!(browser.open(&tournament).links().contains(&own_match));
    let disputing = |page: &Page| page.forms().into_iter().find(|form| form.action.ends_with("/dispute"));
    let page = browser.open(&own_match);
    assert!(page.text().contains("No result yet") && disputing(&page).is_none());
    hall.enter_results(&round, |_| 4);
    let form = disputing(&browser.open(&own_match)).unwrap();
    let refused = browser.send(&form);
    assert_eq!(refused.status, 422);
    let told = refused.text();
    assert!(
        told.contains("What is wrong with the result: Must not be empty."),
        "{told}"
    );
    let form = form.with("reason", "The fourth game was drawn.");
    let page = browser.go(&form);
    let told = page.text();
    assert!(
        told.contains("The fourth game was drawn.") && told.contains("an umpire rules on it"),
        "{told}"
    );
    assert!(disputing(&page).is_none());
    assert_eq!(browser.send(&form).status, 303, "sent twice");
    let disputes = format!("/v1/matches/{}/disputes", text(&one["id"]));
    let disputes = hall.umpire.get(&disputes).items();
    assert_eq!(disputes.len(), 1);
    let rulings = format!("/v1/disputes/{}/rulings", text(&disputes[0]["id"]));
    let ruling = json!({ "ruling": "The sheet is right." });
    hall.umpire.post(&rulings, &ruling).expect(201);
    hall.close(&round);
    let page = browser.open(&own_match);
    assert!(page.text().contains("The sheet is right.") && disputing(&page).is_none());
    let told = page.text();
    assert!(told.contains("An appeal is taken until 4 December 2026"), "{told}");
    let appeal = page.form_to("/appeal");
    let refused = browser.send(&appeal);
    assert!(refused.status == 422 && refused.text().contains("Why you appeal: Must not be empty."));
    let page = browser.go(&appeal.with("grounds", "The umpire did not look at my notes."));
    let told = page.text();
    assert!(
        told.contains("The umpire did not look at my notes.") && told.contains("Not decided yet"),
        "{told}"
    );
    let again = browser
        .open(&own_match)
        .form_to("/appeal")
        .with("grounds", "Once more.");
    let refused = browser.send(&again);
    assert!(
        refused.status == 409 && refused.body.contains("Once more."),
        "{}",
        refused.text()
    );
    app.at("2026-12-04T22:00:00Z");
    let page = Browser::of(app, "lindiwe@family.example").open(&own_match);
    assert!(page.text().contains("The sheet is right.") && !offers_an_appeal(&page));
}

fn offers_an_appeal(page: &Page) -> bool {
    page.forms().iter().any(|form| form.action.ends_with("/appeal"))
}

fn a_ratified_result_is_appealed_against_once(app: &TestApp) {
    let players = members(app, 4, 1);
    let hall = ratified(app, ("regional", "2026-11-20", 1), &players, |_| 6);
    let browser = own(app, &players[0], "thandi@family.example", "self");
    let tournament = format!(
        "{}/tournaments/{}",
        path(&players[0]),
        hall.path.rsplit('/').next().unwrap()
    );
    let form = browser.open(&tournament).form(&format!("{tournament}/appeal"));
    assert_eq!(browser.send(&form).status, 422);
    let page = browser.go(&form.with("grounds", "Round 1 was drawn wrongly."));
    assert!(page.text().contains("Round 1 was drawn wrongly."), "{}", page.text());
    let form = browser.open(&tournament).form(&format!("{tournament}/appeal"));
    let page = browser.send(&form.with("grounds", "Once more."));
    assert!(
        page.status == 409 && page.body.contains("Once more."),
        "{}",
        page.text()
    );
    let appeals = app.administrator().get("/v1/appeals").items();
    assert_eq!(appeals.len(), 1);
    // On the last day it is still offered, and to whoever keeps the page open for longer it is said that it is too late.
    app.at("2026-12-04T21:59:00Z");
    let browser = Browser::of(app, "thandi@family.example");
    let form = browser.open(&tournament).form(&format!("{tournament}/appeal"));
    app.at("2026-12-04T22:00:00Z");
    let page = browser.send(&form.with("grounds", "Too late."));
    let told = page.text();
    assert!(page.status == 409 && told.contains("until 2026-12-04"), "{told}");
    assert!(!offers_an_appeal(&page) && !offers_an_appeal(&browser.open(&tournament)));
}
