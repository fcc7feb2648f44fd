//! A player at the desk of those who look after them: particulars, registrations, consents, relatives and accounts.

use serde_json::json;

use crate::app::{ADMINISTRATOR, TestApp};
use crate::browser::{Browser, says};
use crate::caller::text;
use crate::club_desk::secretary;

on_sqlite! {
    a_player_is_shown_to_those_who_look_after_them_alone,
    particulars_are_corrected,
    a_move_is_recorded,
    a_registration_is_made_and_taken_back,
    a_consent_is_recorded_and_withdrawn,
    relatives_are_recorded,
    a_guardian_is_invited_and_the_code_is_shown_once,
    a_merged_entry_leads_to_the_one_that_stays,
}

const PARTS: [&str; 4] = ["particulars", "consents", "relatives", "accounts"];

fn a_player_is_shown_to_those_who_look_after_them_alone(app: &TestApp) {
    let club = app.club("ZA-NW");
    let child = app.player_named(&club, "Qwabe", "Zwelibanzi", "2012-02-29");
    let (own, desk) = (secretary(app, &club), format!("/desk/players/{child}"));
    assert!(own.open(&format!("/desk/clubs/{club}")).links().contains(&desk));
    let page = own.open(&desk);
    for told in [
        "Zwelibanzi Qwabe",
        "29 February 2012, under 18",
        "Z. Q.",
        "South Africa",
    ] {
        says(&page, told);
    }
    assert!(page.links().contains(&format!("/desk/clubs/{club}")));
    let stranger = secretary(app, &app.club("ZA-NW"));
    let abroad = Browser::coordinator(app, "ZA-GP");
    let nobody = Browser::of(app, &app.account().email);
    for path in std::iter::once(desk.clone()).chain(PARTS.map(|part| format!("{desk}/{part}"))) {
        assert!(path == desk || page.links().contains(&path), "{path}");
        own.open(&path);
        Browser::coordinator(app, "ZA-NW").open(&path);
        for browser in [&stranger, &abroad, &nobody] {
            let refused = browser.get(&path);
            assert_eq!(refused.status, 403, "{path}");
            assert!(!refused.text().contains("Qwabe"), "{path}");
        }
        assert_eq!(Browser::new(app).get(&path).status, 303, "{path}");
    }
    let unknown = own.get("/desk/players/019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f");
    assert_eq!(unknown.status, 404);
}

fn particulars_are_corrected(app: &TestApp) {
    let club = app.club("ZA-NW");
    let player = app.player(&club);
    let (browser, path) = (secretary(app, &club), format!("/desk/players/{player}/particulars"));
    let page = browser.open(&path);
    let form = page.form(&path);
    assert_eq!(form.fields["family_name"], "Mokoena");
    assert!(page.body.contains("value=\"female\" selected"), "{}", page.body);
    let form = form.with("sex", "female").with("nationality", "BW");
    let refused = browser.send(&form.clone().with("family_name", "").with("given_names", "Thandi"));
    assert_eq!(refused.status, 422);
    says(&refused, "Surname: Must be given.");
    assert!(refused.body.contains("value=\"Thandi\""), "{}", refused.body);
    let page = browser.go(&form
        .with("family_name", "Mokoena-Nkosi")
        .with("birth_date", "1998-04-18"));
    for told in ["Thandiwe Mokoena-Nkosi", "18 April 1998", "Botswana"] {
        says(&page, told);
    }
    let stranger = secretary(app, &app.club("ZA-NW"));
    assert_eq!(stranger.get(&path).status, 403);
}

fn a_move_is_recorded(app: &TestApp) {
    let club = app.club("ZA-NW");
    let player = app.player(&club);
    let browser = secretary(app, &club);
    let desk = format!("/desk/players/{player}");
    let form = browser
        .open(&format!("{desk}/particulars"))
        .form(&format!("{desk}/residences"));
    let refused = browser.send(&form.clone().with("since", "2026-11-21").with("province", "ZA-GP"));
    assert_eq!(refused.status, 422, "tomorrow");
    says(&refused, "Lives there since:");
    let wrong = browser.send(
        &form
            .clone()
            .with("since", "2026-11-01")
            .with("province", "ZA-GP")
            .with("region", "DC38"),
    );
    says(
        &wrong,
        "Region of that province: There is no region DC38 in that province.",
    );
    let page = browser.go(&form
        .with("since", "2026-11-01")
        .with("province", "ZA-NW")
        .with("region", "DC38"));
    says(&page, "Ngaka Modiri Molema, North West");
    says(&page, "since 1 November 2026");
}

fn a_registration_is_made_and_taken_back(app: &TestApp) {
    let club = app.club("ZA-NW");
    let player = app.player(&club);
    let (browser, desk) = (secretary(app, &club), format!("/desk/players/{player}"));
    let form = browser.open(&desk).form(&format!("{desk}/registrations"));
    let refused = browser.send(&form);
    says(&refused, "Gaming year: Must be given.");
    says(&refused, "Division: Must be given.");
    let form = form.with("year", "2027");
    let refused = browser.send(&form.clone().with("division", "primary_school"));
    says(&refused, "Division: In this division a player is");
    assert!(
        refused.body.contains("value=\"primary_school\" selected"),
        "{}",
        refused.body
    );
    let form = form.with("division", "senior");
    let page = browser.go(&form);
    says(&page, "2027 Seniors, fee not paid");
    assert!(!page.text().contains("Recorded by mistake?"), "a coordinator's");
    let twice = browser.send(
        &browser
            .open(&desk)
            .form(&format!("{desk}/registrations"))
            .with("year", "2027")
            .with("division", "senior"),
    );
    says(&twice, "The player is registered for this year already.");
    let province = Browser::coordinator(app, "ZA-NW");
    let link = province
        .open(&desk)
        .links()
        .into_iter()
        .find(|link| link.contains("/registrations/"))
        .unwrap();
    assert_eq!(browser.get(&link).status, 403);
    let withdrawal = province.open(&link).form_to("/withdrawal");
    says(&province.send(&withdrawal), "Why it was a mistake: Must not be empty.");
    let page = province.go(&withdrawal.with("reason", "It was the wrong year."));
    assert!(!page.text().contains("2027 Seniors"), "{}", page.text());
    says(&province.open(&link), "It was withdrawn, and counts no more.");
}

fn a_consent_is_recorded_and_withdrawn(app: &TestApp) {
    let club = app.club("ZA-NW");
    let child = app.player_named(&club, "Qwabe", "Zwelibanzi", "2012-02-29");
    let (browser, path) = (secretary(app, &club), format!("/desk/players/{child}/consents"));
    let page = browser.open(&path);
    says(&page, "The public reads Z. Q.");
    let form = page
        .form(&path)
        .with("purpose", "publish_name")
        .with("wording", "2026-1")
        .with("given_on", "2026-11-19");
    let refused = browser.send(&form.clone().with("relation", "parent"));
    says(&refused, "Name of the parent or guardian: Must be given.");
    let refused = browser.send(&form.clone().with("purpose", "share_colours").with("relation", "self"));
    assert_eq!(refused.status, 422);
    assert!(refused.body.contains("value=\"2026-1\""), "{}", refused.body);
    let form = form.with("relation", "parent").with("guardian", "Lindiwe Qwabe");
    let (once, twice) = (browser.send(&form), browser.send(&form));
    assert_eq!((once.status, twice.status), (303, 303), "{}", once.text());
    let page = browser.open(once.header("location"));
    assert_eq!(page.text().matches("By Lindiwe Qwabe").count(), 1, "{}", page.text());
    let name = || text(&app.anyone().get(&format!("/v1/players/{child}")).expect(200)["name"]).to_owned();
    assert_eq!(name(), "Zwelibanzi Qwabe");
    let withdrawal = page.form_to("/withdrawal");
    let page = browser.go(&withdrawal);
    says(&page, "Withdrawn,");
    assert_eq!(name(), "Z. Q.");
    let other = Browser::coordinator(app, "ZA-NW");
    let token = other.open("/account").form("/sign-out").fields["form_token"].clone();
    let again = other.send(&withdrawal.with("form_token", &token));
    assert_eq!(again.status, 409, "{}", again.text());
}

fn relatives_are_recorded(app: &TestApp) {
    let (club, other) = (app.club("ZA-NW"), app.club("ZA-NW"));
    let player = app.player(&club);
    let child = app.player_named(&other, "Qwabe", "Zwelibanzi", "2012-02-29");
    let (browser, path) = (secretary(app, &club), format!("/desk/players/{player}/relatives"));
    let page = browser.open(&path);
    assert!(!page.body.contains("value=\"declared\""), "an administrator's");
    let form = page.form(&path);
    let refused = browser.send(&form.clone().with("relation", "siblings").with("number", "17"));
    says(
        &refused,
        "Number of the other player: There is no player with this number.",
    );
    let form = form.with("relation", "siblings").with("number", &app.number_of(&child));
    let page = browser.go(&form);
    says(&page, "brothers or sisters");
    says(&page, "Z. Q.");
    assert!(
        !page.text().contains("Qwabe"),
        "a child of another club: {}",
        page.text()
    );
    let again = browser.send(
        &browser
            .open(&path)
            .form(&path)
            .with("relation", "partner")
            .with("number", &app.number_of(&child)),
    );
    says(&again, "There is a bar between the two already.");
    let province = Browser::coordinator(app, "ZA-NW");
    let link = province
        .open(&path)
        .links()
        .into_iter()
        .find(|link| link.contains("/relatives/"))
        .unwrap();
    assert!(!browser.open(&path).links().contains(&link));
    assert_eq!(browser.get(&link).status, 403);
    let withdrawal = province.open(&link).form_to("/withdrawal");
    says(&province.send(&withdrawal), "Must not be empty.");
    let page = province.go(&withdrawal.with("reason", "They are not related."));
    says(&page, "They are not related.");
    assert!(
        Browser::of(app, ADMINISTRATOR)
            .open(&path)
            .body
            .contains("value=\"declared\"")
    );
}

fn a_guardian_is_invited_and_the_code_is_shown_once(app: &TestApp) {
    let club = app.club("ZA-NW");
    let child = app.player_named(&club, "Qwabe", "Zwelibanzi", "2012-02-29");
    let (browser, path) = (secretary(app, &club), format!("/desk/players/{child}/accounts"));
    let page = browser.open(&path);
    assert!(!page.body.contains("value=\"self\""), "a child holds no account");
    let form = page
        .form(&path)
        .with("relation", "parent")
        .with("name", "Lindiwe Qwabe");
    let refused = browser.send(&form.clone().with("email", "lindiwe"));
    says(&refused, "E-mail address of that person: Must be an e-mail address");
    assert!(refused.body.contains("value=\"Lindiwe Qwabe\""));
    let wrong = browser.send(
        &form
            .clone()
            .with("relation", "self")
            .with("email", "lindiwe@family.example"),
    );
    says(&wrong, "The player is under 18");
    let page = browser.go(&form.with("email", "lindiwe@family.example"));
    says(&page, "lindiwe@family.example");
    let made = browser.send(&page.form_to("/code"));
    assert_eq!(made.status, 200);
    assert!(made.header("cache-control").contains("no-store"));
    let code = made
        .body
        .split("<code>")
        .nth(1)
        .unwrap()
        .split('<')
        .next()
        .unwrap()
        .to_owned();
    assert!(!browser.open(&path).body.contains(&code), "shown once");
    let again = browser.send(&page.form_to("/code"));
    assert!(!again.body.contains(&code), "another one");
    let code = again
        .body
        .split("<code>")
        .nth(1)
        .unwrap()
        .split('<')
        .next()
        .unwrap()
        .to_owned();
    let password = json!({ "code": code, "password": "the herd goes home at dusk" });
    assert_eq!(app.anyone().post("/v1/passwords", &password).status, 204);
    let late = browser.send(&page.form_to("/code"));
    assert_eq!(late.status, 409);
    says(&late, "A password is set.");
    let page = browser.go(&page.form_to("/withdrawal"));
    says(&page, "Withdrawn,");
    assert!(!page.forms().iter().any(|form| form.action.ends_with("/code")));
    let stranger = secretary(app, &app.club("ZA-NW"));
    assert_eq!(stranger.get(&path).status, 403);
}

fn a_merged_entry_leads_to_the_one_that_stays(app: &TestApp) {
    let club = app.club("ZA-NW");
    let (stays, gone) = (app.player(&club), app.player(&club));
    let mergers = format!("/v1/players/{stays}/mergers");
    app.administrator()
        .post(&mergers, &json!({ "duplicate_id": gone }))
        .expect(201);
    let page = secretary(app, &club).get(&format!("/desk/players/{gone}"));
    assert_eq!(page.status, 308, "{}", page.text());
    assert_eq!(page.header("location"), format!("/desk/players/{stays}"));
}
