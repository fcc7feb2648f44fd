//! The desk of those who look after a province, without a script: what waits, and the register of clubs.

use serde_json::json;

use crate::app::TestApp;
use crate::browser::{Browser, says};
use crate::caller::text;
use crate::hall::affiliated;

on_sqlite! {
    the_inbox_counts_what_waits_and_leads_there,
    a_club_is_registered_changed_and_affiliated,
    a_club_is_refused_field_by_field,
    an_affiliation_recorded_by_mistake_is_taken_back_with_a_reason,
    the_register_is_for_those_who_look_after_a_province,
}

/// The code and the name of a club.
pub fn club(app: &TestApp, id: &str) -> (String, String) {
    let club = app.anyone().get(&format!("/v1/clubs/{id}")).expect(200);
    (text(&club["code"]).to_owned(), text(&club["name"]).to_owned())
}

fn the_inbox_counts_what_waits_and_leads_there(app: &TestApp) {
    let browser = Browser::coordinator(app, "ZA-NW");
    says(&browser.open("/desk/inbox"), "Nothing waits now.");
    let desk = browser.open("/desk").links();
    for way in ["/desk/inbox", "/desk/register/clubs", "/desk/register/players"] {
        assert!(desk.contains(&way.to_owned()), "{desk:?}");
    }
    let (from, to) = (app.club("ZA-NW"), app.club("ZA-GP"));
    let (player, twin) = (app.player(&from), app.player(&from));
    let asked = json!({ "player_id": player, "club_id": to });
    app.administrator().post("/v1/transfers", &asked).expect(201);
    let unpaid = json!({ "player_id": twin, "club_id": from, "year": 2027, "basis": "member", "division": "senior" });
    app.administrator().post("/v1/registrations", &unpaid).expect(201);
    let page = browser.open("/desk/inbox");
    for told in [
        "Transfers 1 ",
        "Fees that are not paid 1 ",
        "Entries that may be of one person 1 ",
        "Disputes none ",
        "Appeals none ",
        "Tournaments under review none ",
        "Colours of this year to propose none ",
        "Accreditations that end soon none ",
    ] {
        says(&page, told);
    }
    for link in page.links().iter().filter(|link| link.starts_with("/desk/")) {
        browser.open(link);
    }
    // Asked for by Gauteng, the player is released by the North West.
    says(
        &Browser::coordinator(app, "ZA-GP").open("/desk/inbox"),
        "Transfers none ",
    );
}

fn a_club_is_registered_changed_and_affiliated(app: &TestApp) {
    let browser = Browser::coordinator(app, "ZA-NW");
    let form = browser.open("/desk/register/club").form("/desk/register/club");
    let form = form
        .with("name", "Mahikeng Herders")
        .with("code", "mah")
        .with("kind", "community")
        .with("province", "ZA-NW");
    let (once, twice) = (browser.send(&form), browser.send(&form));
    assert_eq!((once.status, twice.status), (303, 303), "{}", once.text());
    assert_eq!(once.header("location"), twice.header("location"));
    let path = once.header("location").to_owned();
    let page = browser.open(&path);
    says(&page, "Short code MAH");
    says(&page, "The fee of this year is due by 31 January 2027");
    let desk = path.replace("/register/", "/");
    assert!(page.links().contains(&desk), "{:?}", page.links());
    let list = browser.open("/desk/register/clubs?q=mahi");
    assert!(list.links().contains(&desk) && list.links().contains(&path));
    says(&list, "has not paid for 2027");
    // Changed.
    let details = browser.open(&format!("{path}/details"));
    let form = details.form(&format!("{path}/details"));
    assert_eq!(form.fields["name"], "Mahikeng Herders");
    let page = browser.go(&form.with("name", "Mahikeng School").with("kind", "school"));
    says(&page, "School club");
    // Affiliated, and paid for later.
    let form = page.form_to("/affiliations").with("year", "2027");
    let page = browser.go(&form);
    says(&page, "Not paid yet");
    let again = browser.send(&page.form_to("/affiliations").with("year", "2027"));
    assert_eq!(again.status, 409);
    says(&again, "The club has an affiliation for that year.");
    let affiliation = page
        .links()
        .into_iter()
        .find(|link| link.contains("/affiliations/"))
        .unwrap();
    let payment = browser.open(&affiliation).form_to("/payment");
    let page = browser.send(&payment.clone().with("paid_on", "2026-11-21"));
    assert_eq!(page.status, 422);
    assert!(page.body.contains("value=\"2026-11-21\""), "what was typed is kept");
    let page = browser.go(&payment.with("paid_on", "2026-11-20"));
    says(&page, "Paid on 20 November 2026");
    says(&page, "In good standing");
    says(&browser.open("/desk/register/clubs?standing=good"), "has paid for 2027");
}

fn a_club_is_refused_field_by_field(app: &TestApp) {
    let browser = Browser::coordinator(app, "ZA-NW");
    let form = browser.open("/desk/register/club").form("/desk/register/club");
    let page = browser.send(&form.clone().with("code", "MAH"));
    assert_eq!(page.status, 422);
    for told in [
        "Name: Must be given.",
        "Kind: Must be given.",
        "Province: Must be given.",
    ] {
        says(&page, told);
    }
    assert!(page.body.contains("value=\"MAH\""), "what was typed is kept");
    let whole = form
        .with("name", "Mahikeng Herders")
        .with("code", "1A")
        .with("kind", "community")
        .with("province", "ZA-NW");
    let page = browser.send(&whole);
    assert_eq!(page.status, 422);
    says(&page, "Short code: Must have 2 to 12 letters");
    let (taken, _) = club(app, &app.club("ZA-NW"));
    let page = browser.send(&whole.clone().with("code", &taken));
    assert_eq!(page.status, 409);
    says(&page, "Short code: Another club has this code.");
    assert_eq!(
        browser
            .send(&whole.with("code", "MAH").with("province", "ZA-GP"))
            .status,
        403
    );
}

fn an_affiliation_recorded_by_mistake_is_taken_back_with_a_reason(app: &TestApp) {
    let browser = Browser::coordinator(app, "ZA-NW");
    let path = format!("/desk/register/clubs/{}", affiliated(app));
    let page = browser.open(&path);
    let affiliation = page
        .links()
        .into_iter()
        .find(|link| link.contains("/affiliations/"))
        .unwrap();
    let form = browser.open(&affiliation).form_to("/withdrawal");
    let page = browser.send(&form);
    assert_eq!(page.status, 422);
    says(&page, "Why it was a mistake: ");
    let page = browser.go(&form.with("reason", "It was for the other club."));
    says(&page, "2027, taken back It was for the other club.");
    let page = browser.open(&affiliation);
    assert!(page.forms().is_empty(), "there is nothing left to do");
}

fn the_register_is_for_those_who_look_after_a_province(app: &TestApp) {
    let club = affiliated(app);
    let own = format!("/desk/register/clubs/{club}");
    let secretary = Browser::granted(app, &json!({ "role": "club_secretary", "club_id": club }));
    let umpire = Browser::granted(app, &json!({ "role": "umpire" }));
    for path in [
        "/desk/inbox",
        "/desk/register/clubs",
        "/desk/register/club",
        "/desk/register/players",
        "/desk/register/player",
        "/desk/register/duplicates",
        "/desk/register/transfers",
        "/desk/register/unpaid",
        "/desk/register/payments",
        "/desk/register/files/registrations/2027",
        "/desk/register/colours",
        "/desk/register/candidacy",
        "/desk/register/accreditations",
        "/desk/register/courses",
        "/desk/appeals",
        "/desk/register/disputes",
        "/desk/register/reviews",
        &own,
    ] {
        assert_eq!(secretary.get(path).status, 403, "{path}");
        assert_eq!(umpire.get(path).status, 403, "{path}");
        assert_eq!(Browser::new(app).get(path).status, 303, "{path}");
    }
    for browser in [&secretary, &umpire] {
        assert!(!browser.open("/desk").links().contains(&"/desk/inbox".to_owned()));
    }
    let stranger = Browser::coordinator(app, "ZA-GP");
    assert_eq!(stranger.get(&own).status, 403);
    let mine = Browser::coordinator(app, "ZA-NW").open(&own).form_to("/affiliations");
    let token = stranger.open("/account").form("/sign-out").fields["form_token"].clone();
    let page = stranger.send(&mine.with("form_token", &token).with("year", "2028"));
    assert_eq!(page.status, 403, "{}", page.text());
}
