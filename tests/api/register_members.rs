//! Members of clubs at the desk of those who look after a province: registered, found, transferred, and their fees.

use serde_json::json;

use crate::app::TestApp;
use crate::browser::{Browser, Page, says};
use crate::caller::text;
use crate::hall::{Hall, affiliated, register};
use crate::register_desk::club;

on_sqlite! {
    a_player_is_registered_and_found,
    a_player_is_refused_field_by_field,
    a_transfer_is_released_accepted_and_refused,
    payments_of_many_are_recorded_at_once,
    who_has_not_paid_is_listed,
}

/// Sends a form that leads to a page of another desk, which is not opened here.
#[track_caller]
fn leads_to(page: &Page, path: &str) {
    assert_eq!(page.status, 303, "{}", page.text());
    assert!(page.header("location").starts_with(path), "{}", page.header("location"));
}

fn a_player_is_registered_and_found(app: &TestApp) {
    let browser = Browser::coordinator(app, "ZA-NW");
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
    let number = app.number_of(player.trim_start_matches("/desk/players/"));
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
    let stranger = Browser::coordinator(app, "ZA-GP");
    for query in ["?q=modi", &format!("?q={number}"), &format!("?club={code}")] {
        let page = stranger.open(&format!("/desk/register/players{query}"));
        assert!(!page.text().contains("Modise"), "{query}: {}", page.text());
    }
    assert_eq!(browser.get("/desk/register/players?year=12").status, 400);
}

fn a_player_is_refused_field_by_field(app: &TestApp) {
    let browser = Browser::coordinator(app, "ZA-NW");
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
        ("region", "DC99", 422, "Region of that province: "),
    ] {
        let page = browser.send(&whole.clone().with(field, typed));
        assert_eq!(page.status, status, "{field}: {}", page.text());
        says(&page, told);
    }
    assert_eq!(browser.send(&whole.with("club", &other)).status, 403);
    assert!(app.anyone().get("/v1/players").items().is_empty());
}

fn a_transfer_is_released_accepted_and_refused(app: &TestApp) {
    let (north_west, gauteng) = (Browser::coordinator(app, "ZA-NW"), Browser::coordinator(app, "ZA-GP"));
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
    says(&list, "asked for");
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
    says(&page, "State accepted");
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

fn payments_of_many_are_recorded_at_once(app: &TestApp) {
    let browser = Browser::coordinator(app, "ZA-NW");
    let (home, other) = (affiliated(app), affiliated(app));
    let owing = |family: &str, club: &str| {
        let player = app.player_named(club, family, "Thandiwe", "1998-04-17");
        let unpaid =
            json!({ "player_id": player, "club_id": club, "year": 2027, "basis": "member", "division": "senior" });
        app.administrator().post("/v1/registrations", &unpaid).expect(201);
    };
    owing("Aphane", &home);
    owing("Baloyi", &home);
    owing("Chauke", &other);
    says(&browser.open("/desk/inbox"), "Fees that are not paid 3 ");
    let list = "/desk/register/payments";
    says(&browser.open(list), "Thandiwe Chauke");
    let (code, _) = club(app, &home);
    let page = browser.open(&format!("{list}?club={}", code.to_lowercase()));
    assert!(!page.text().contains("Chauke"), "{}", page.text());
    says(&browser.open(&format!("{list}?club=NOPE")), "Nobody.");
    let form = page
        .forms()
        .into_iter()
        .find(|form| form.fields.contains_key("form_token"))
        .unwrap();
    assert_eq!(form.fields["paid_on"], "2026-11-20");
    let nobody = browser.send(&form);
    assert_eq!(nobody.status, 422);
    says(&nobody, "Nobody is ticked.");
    let mut ticked = form.clone();
    ticked.fields.extend(page.boxes());
    let page = browser.send(&ticked.clone().with("paid_on", "2026-11-21"));
    assert_eq!(page.status, 422);
    says(&page, "Day on which they paid: ");
    assert_eq!(page.body.matches(" checked").count(), 2, "what was ticked is kept");
    let (once, twice) = (browser.send(&ticked), browser.send(&ticked));
    assert_eq!((once.status, twice.status), (303, 303), "{}", once.text());
    assert_eq!(twice.header("idempotency-replayed"), "true");
    says(&browser.open(once.header("location")), "Nobody.");
    let paid = app.administrator().get("/v1/registrations?year=2027&paid=true").items();
    assert_eq!(
        paid.iter().map(|one| &one["paid_on"]).collect::<Vec<_>>(),
        ["2026-11-20"; 2]
    );
    // Whoever looks after another province records none of these.
    let rest = browser.open(list);
    let stranger = Browser::coordinator(app, "ZA-GP");
    says(&stranger.open(list), "Nobody.");
    let token = stranger.open("/account").form("/sign-out").fields["form_token"].clone();
    let mut foreign = rest
        .forms()
        .into_iter()
        .find(|form| form.fields.contains_key("form_token"))
        .unwrap();
    foreign.fields.extend(rest.boxes());
    assert_eq!(stranger.send(&foreign.with("form_token", &token)).status, 403);
}

fn who_has_not_paid_is_listed(app: &TestApp) {
    let browser = Browser::coordinator(app, "ZA-NW");
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
    let stranger = Browser::coordinator(app, "ZA-GP");
    for show in ["playing", "unregistered"] {
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
