//! The desk of those who look after a province, without a script: what waits, the registers, transfers and fees.

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::browser::{Browser, Page};
use crate::caller::text;
use crate::hall::{Hall, affiliated, register};

on_both_databases! {
    the_inbox_counts_what_waits_and_leads_there,
    a_club_is_registered_changed_and_affiliated,
    a_club_is_refused_field_by_field,
    an_affiliation_recorded_by_mistake_is_taken_back_with_a_reason,
    a_player_is_registered_and_found,
    a_player_is_refused_field_by_field,
    a_transfer_is_released_accepted_and_refused,
    who_has_not_paid_is_listed,
    the_register_is_for_those_who_look_after_a_province,
}

/// A browser in which somebody with that grant has signed in.
pub fn granted<'a>(app: &'a TestApp, grant: &Value) -> Browser<'a> {
    let account = app.account();
    let grants = format!("/v1/accounts/{}/grants", account.id);
    app.administrator().post(&grants, grant).expect(201);
    Browser::of(app, &account.email)
}

pub fn coordinator<'a>(app: &'a TestApp, province: &str) -> Browser<'a> {
    granted(app, &json!({ "role": "coordinator", "province": province }))
}

pub fn number(app: &TestApp, player: &str) -> String {
    let player = app.anyone().get(&format!("/v1/players/{player}")).expect(200);
    text(&player["number"]).to_owned()
}

/// The code and the name of a club.
fn club(app: &TestApp, id: &str) -> (String, String) {
    let club = app.anyone().get(&format!("/v1/clubs/{id}")).expect(200);
    (text(&club["code"]).to_owned(), text(&club["name"]).to_owned())
}

#[track_caller]
pub fn says(page: &Page, told: &str) {
    assert!(page.text().contains(told), "{told}: {}", page.text());
}

/// Sends a form that leads to a page of another desk, which is not opened here.
#[track_caller]
fn leads_to(page: &Page, path: &str) {
    assert_eq!(page.status, 303, "{}", page.text());
    assert!(page.header("location").starts_with(path), "{}", page.header("location"));
}

fn the_inbox_counts_what_waits_and_leads_there(app: &TestApp) {
    let browser = coordinator(app, "ZA-NW");
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
    says(&coordinator(app, "ZA-GP").open("/desk/inbox"), "Transfers none ");
}

fn a_club_is_registered_changed_and_affiliated(app: &TestApp) {
    let browser = coordinator(app, "ZA-NW");
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
    says(&page, "The fee of this year is due by 31 January");
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
    let browser = coordinator(app, "ZA-NW");
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
    let browser = coordinator(app, "ZA-NW");
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

fn a_player_is_registered_and_found(app: &TestApp) {
    let browser = coordinator(app, "ZA-NW");
    let home = app.club("ZA-NW");
    let (code, name) = club(app, &home);
    let form = browser.open(&format!("/desk/register/player?club={code}"));
    let form = form.form("/desk/register/player");
    assert_eq!(form.fields["club"], code);
    let form = form
        .with("family_name", "Modise")
        .with("given_names", "Lesedi")
        .with("birth_date", "2014-03-02")
        .with("sex", "female")
        .with("nationality", "ZA")
        .with("province", "ZA-NW")
        .with("region", "DC38");
    let (once, twice) = (browser.send(&form), browser.send(&form));
    leads_to(&once, "/desk/players/");
    assert_eq!(once.header("location"), twice.header("location"));
    let player = once.header("location").to_owned();
    let number = number(app, player.trim_start_matches("/desk/players/"));
    // A child is found by name at this desk.
    for query in [
        "?q=modi",
        &format!("?q={number}"),
        &format!("?club={code}"),
        "?membership=none&year=2027",
    ] {
        let page = browser.open(&format!("/desk/register/players{query}"));
        assert!(page.links().contains(&player), "{query}: {}", page.text());
        says(&page, &format!("Lesedi Modise {number} · {name} · born 2 March 2014"));
    }
    for query in ["?membership=paid", "?q=nobody", "?club=NOPE"] {
        let page = browser.open(&format!("/desk/register/players{query}"));
        assert!(!page.links().contains(&player), "{query}: {}", page.text());
    }
    // Not by those who look after another province.
    let stranger = coordinator(app, "ZA-GP");
    for query in ["?q=modi", &format!("?q={number}"), &format!("?club={code}")] {
        let page = stranger.open(&format!("/desk/register/players{query}"));
        assert!(!page.text().contains("Modise"), "{query}: {}", page.text());
    }
    assert_eq!(browser.get("/desk/register/players?year=12").status, 400);
}

fn a_player_is_refused_field_by_field(app: &TestApp) {
    let browser = coordinator(app, "ZA-NW");
    let (code, _) = club(app, &app.club("ZA-NW"));
    let (other, _) = club(app, &app.club("ZA-GP"));
    let form = browser.open("/desk/register/player").form("/desk/register/player");
    let page = browser.send(&form.clone().with("given_names", "Lesedi"));
    assert_eq!(page.status, 422);
    for told in [
        "Code of the club: Must be given.",
        "Surname: Must be given.",
        "Date of birth: Must be given.",
        "Province in which the player lives: Must be given.",
    ] {
        says(&page, told);
    }
    assert!(page.body.contains("value=\"Lesedi\""), "what was typed is kept");
    let whole = form
        .with("club", &code)
        .with("family_name", "Modise")
        .with("birth_date", "2014-03-02")
        .with("sex", "female")
        .with("province", "ZA-NW");
    for (field, typed, status, told) in [
        (
            "club",
            "NOPE",
            422,
            "Code of the club: There is no club with this code.",
        ),
        ("birth_date", "2027-01-01", 422, "Date of birth: "),
        ("region", "DC99", 422, "Region in which the player lives: "),
    ] {
        let page = browser.send(&whole.clone().with(field, typed));
        assert_eq!(page.status, status, "{field}: {}", page.text());
        says(&page, told);
    }
    assert_eq!(browser.send(&whole.with("club", &other)).status, 403);
    assert!(app.anyone().get("/v1/players").items().is_empty());
}

fn a_transfer_is_released_accepted_and_refused(app: &TestApp) {
    let (north_west, gauteng) = (coordinator(app, "ZA-NW"), coordinator(app, "ZA-GP"));
    let (from, to) = (app.club("ZA-NW"), app.club("ZA-GP"));
    let child = app.player_named(&from, "Modise", "Lesedi", "2014-03-02");
    let ask = |player: &str| {
        let asked = json!({ "player_id": player, "club_id": to });
        let transfer = app.administrator().post("/v1/transfers", &asked).expect(201);
        format!("/desk/register/transfers/{}", text(&transfer["id"]))
    };
    let transfer = ask(&child);
    let list = north_west.open("/desk/register/transfers");
    assert!(list.links().contains(&transfer));
    says(&list, "Lesedi Modise");
    assert!(
        gauteng
            .open("/desk/register/transfers")
            .text()
            .contains("No transfer waits for you.")
    );
    let page = gauteng.open(&transfer);
    assert!(
        !page.text().contains("Modise"),
        "a child of another province: {}",
        page.text()
    );
    let release = north_west.open(&transfer).form_to("/release");
    let (once, twice) = (north_west.send(&release), north_west.send(&release));
    assert_eq!((once.status, twice.status), (303, 303));
    assert_eq!(twice.header("idempotency-replayed"), "true");
    says(
        &north_west.open(&transfer),
        "The province of the new club has to accept.",
    );
    let page = gauteng.open(&transfer);
    let page = gauteng.go(&page.form_to("/acceptance"));
    says(&page, "Lesedi Modise");
    says(&page, "Accepted: the player is a member of the new club.");
    assert!(page.forms().is_empty());
    // Refused, with a reason.
    let other = ask(&app.player(&from));
    let refusal = north_west.open(&other).form_to("/refusal");
    let page = north_west.send(&refusal);
    assert_eq!(page.status, 422);
    says(&page, "Why: ");
    let page = north_west.go(&refusal.with("reason", "Owes the club a board."));
    says(&page, "Because Owes the club a board.");
}

fn who_has_not_paid_is_listed(app: &TestApp) {
    let browser = coordinator(app, "ZA-NW");
    let (paid, unpaid) = (affiliated(app), app.club("ZA-NW"));
    let elsewhere = app.club("ZA-GP");
    let page = browser.open("/desk/register/unpaid");
    says(&page, &club(app, &unpaid).1);
    for other in [&paid, &elsewhere] {
        assert!(!page.text().contains(&club(app, other).1), "{}", page.text());
    }
    let named = |family: &str| app.player_named(&paid, family, "Thandiwe", "1998-04-17");
    let (registered, owing, playing) = (named("Aphane"), named("Baloyi"), named("Chauke"));
    register(app, &registered, &paid, "senior");
    let unpaid = json!({ "player_id": owing, "club_id": paid, "year": 2027, "basis": "member", "division": "senior" });
    app.administrator().post("/v1/registrations", &unpaid).expect(201);
    Hall::new(app, &json!({}), 0).enter(&playing);
    for (show, those, others) in [
        ("unpaid", vec!["Baloyi"], vec!["Aphane", "Chauke"]),
        ("playing", vec!["Chauke"], vec!["Aphane", "Baloyi"]),
        ("unregistered", vec!["Chauke"], vec!["Aphane", "Baloyi"]),
    ] {
        let page = browser.open(&format!("/desk/register/unpaid?show={show}"));
        for name in those {
            says(&page, name);
        }
        for name in others {
            assert!(!page.text().contains(name), "{show}: {}", page.text());
        }
    }
    let stranger = coordinator(app, "ZA-GP");
    for show in ["unpaid", "playing", "unregistered"] {
        says(&stranger.open(&format!("/desk/register/unpaid?show={show}")), "Nobody.");
    }
    let file = browser.open("/desk/register/files/registrations/2027");
    assert!(file.header("content-type").starts_with("text/csv"));
    assert!(
        file.body.contains("Baloyi") && file.body.contains("Aphane"),
        "{}",
        file.body
    );
    let theirs = stranger.open("/desk/register/files/registrations/2027");
    assert!(!theirs.body.contains("Baloyi"), "{}", theirs.body);
}

fn the_register_is_for_those_who_look_after_a_province(app: &TestApp) {
    let club = affiliated(app);
    let own = format!("/desk/register/clubs/{club}");
    let secretary = granted(app, &json!({ "role": "club_secretary", "club_id": club }));
    let umpire = granted(app, &json!({ "role": "umpire" }));
    for path in [
        "/desk/inbox",
        "/desk/register/clubs",
        "/desk/register/club",
        "/desk/register/players",
        "/desk/register/player",
        "/desk/register/duplicates",
        "/desk/register/transfers",
        "/desk/register/unpaid",
        "/desk/register/files/registrations/2027",
        "/desk/register/colours",
        "/desk/register/candidacy",
        "/desk/register/accreditations",
        "/desk/register/courses",
        "/desk/register/appeals",
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
    let stranger = coordinator(app, "ZA-GP");
    assert_eq!(stranger.get(&own).status, 403);
    let mine = coordinator(app, "ZA-NW").open(&own).form_to("/affiliations");
    let token = stranger.open("/account").form("/sign-out").fields["form_token"].clone();
    let page = stranger.send(&mine.with("form_token", &token).with("year", "2028"));
    assert_eq!(page.status, 403, "{}", page.text());
}
