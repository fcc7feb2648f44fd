//! Umpires accredited at the desk, from the page of the course that they have passed.

use serde_json::{Value, json};

use crate::app::{ADMINISTRATOR, TestApp};
use crate::browser::{Browser, Page, says};
use crate::caller::text;
use crate::hall::{affiliated, register};
use crate::umpire_courses::passed;
use crate::umpires::{accredited, with_course};

on_sqlite! {
    whoever_has_passed_is_accredited_by_an_administrator,
    what_is_refused_is_told_at_the_form,
    an_accreditation_leads_to_its_certificate,
}

/// A player who has passed a course; the id, and the path of the course at the desk.
fn candidate(app: &TestApp) -> (String, String) {
    let club = affiliated(app);
    let player = app.player_named(&club, "Mahlangu", "Lerato", "1990-01-01");
    register(app, &player, &club, "senior");
    let course = format!("/desk/register/courses/{}", passed(app, &player));
    (player, course)
}

/// The way from a course to the accreditation of its only candidate.
fn way(page: &Page) -> Option<String> {
    page.links().into_iter().find(|link| link.ends_with("/accreditation"))
}

/// The accreditations of a player.
fn accreditations(app: &TestApp, player: &str) -> Vec<Value> {
    app.anyone()
        .get(&format!("/v1/accreditations?player_id={player}"))
        .items()
}

fn whoever_has_passed_is_accredited_by_an_administrator(app: &TestApp) {
    let (browser, administrator) = (Browser::coordinator(app, "ZA-NW"), Browser::of(app, ADMINISTRATOR));
    let (player, course) = candidate(app);
    assert_eq!(way(&browser.open(&course)), None, "a coordinator accredits nobody");
    let page = administrator.open(&course);
    says(&page, "84 91 passed Accredit Lerato Mahlangu");
    let path = way(&page).unwrap();
    assert_eq!(browser.get(&path).status, 403);
    let account = app.account();
    let form = administrator.open(&path).form(&path);
    assert_eq!(form.fields["valid_from"], "2026-11-20");
    let form = form.with("level", "level_1").with("email", &account.email);
    let (once, twice) = (administrator.send(&form), administrator.send(&form));
    assert_eq!((once.status, twice.status), (303, 303), "{}", once.text());
    let made = accreditations(app, &player);
    assert_eq!(made.len(), 1);
    assert_eq!(made[0]["level"], "level_1");
    let particulars = format!("/v1/accreditations/{}/particulars", text(&made[0]["id"]));
    let particulars = app.administrator().get(&particulars).expect(200);
    assert_eq!(particulars["account_id"], json!(account.id));
    assert!(course.ends_with(text(&particulars["course"]["id"])), "{particulars}");
    let page = administrator.open(once.header("location"));
    says(&page, "84 91 passed Level 1 umpire, until 19 November 2029");
    says(&page, "Accredit for another level");
    let again = administrator.send(&form.with("form_key", "another"));
    assert_eq!(again.status, 409, "{}", again.text());
    says(
        &again,
        "The player has an accreditation of this level whose term overlaps.",
    );
}

fn what_is_refused_is_told_at_the_form(app: &TestApp) {
    let administrator = Browser::of(app, ADMINISTRATOR);
    let (player, course) = candidate(app);
    let path = way(&administrator.open(&course)).unwrap();
    let form = administrator.open(&path).form(&path);
    says(&administrator.send(&form), "Level: Must be given.");
    let own = app.account().email;
    let form = form.with("level", "level_1").with("email", &own);
    for (field, typed, status, told) in [
        ("level", "national", 409, "The player has no accreditation for level 1"),
        ("valid_from", "2007-12-31", 422, "First day: The player is under 18"),
        (
            "valid_from",
            "2028-11-20",
            409,
            "The player is not registered as a member",
        ),
        (
            "email",
            "nobody@federation.example",
            422,
            "No account signs in with this address.",
        ),
        ("email", "nobody", 422, "Must be an e-mail address"),
        (
            "nomination",
            "Minutes, item 4",
            422,
            "Only an international umpire is nominated.",
        ),
    ] {
        let page = administrator.send(&form.clone().with(field, typed));
        assert_eq!(page.status, status, "{field}: {}", page.text());
        says(&page, told);
        let kept = if field == "email" { typed } else { own.as_str() };
        assert_eq!(page.form(&path).fields["email"], kept, "what was typed stays");
    }
    assert!(
        accreditations(app, &player).is_empty(),
        "what was refused leaves no trace"
    );
}

fn an_accreditation_leads_to_its_certificate(app: &TestApp) {
    let browser = Browser::coordinator(app, "ZA-NW");
    let (player, course) = candidate(app);
    let of_course = with_course(course.rsplit('/').next().unwrap());
    let id = accredited(app, &player, of_course);
    let own = format!("/desk/register/accreditations/{id}/certificate");
    let page = browser.open(&course);
    says(
        &page,
        "84 91 passed Level 1 umpire, until 19 November 2029 · Certificate",
    );
    assert!(page.links().contains(&own), "{:?}", page.links());
    let page = browser.open(&own);
    says(&page, "Level 1 umpire, Lerato Mahlangu");
    says(
        &page,
        "Term 20 November 2026 to 19 November 2029 State valid The certificate",
    );
    let of_accreditation = format!("/v1/accreditations/{id}");
    let code = app.administrator().get(&format!("{of_accreditation}/code")).expect(200);
    says(&page, text(&code["code"]));
    says(&page, text(&code["spoken"]));
    let paper = format!("/v1/certificates/{}/document", text(&code["code"]));
    let check = format!("/verify?code={}", text(&code["code"]));
    let ways = page.links();
    assert!(ways.contains(&paper) && ways.contains(&check), "{ways:?}");
    says(&Browser::new(app).open(&check), "This certificate is good.");
    // While it does not hold there is none.
    let suspension = json!({ "begins_on": "2026-11-20", "reason": "It is looked into." });
    app.administrator()
        .post(&format!("{of_accreditation}/suspensions"), &suspension)
        .expect(201);
    let page = browser.open(&own);
    says(&page, "State suspended There is no certificate of it now.");
    assert!(!page.links().contains(&paper));
    assert_eq!(
        Browser::new(app).get(&own).status,
        303,
        "a stranger is asked to sign in"
    );
}
