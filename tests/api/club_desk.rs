//! The desk of a club's secretary: members, registrations, fees, entries, transfers and contacts, without a script.

use serde_json::json;

use crate::app::{ADMINISTRATOR, TestApp};
use crate::browser::{Browser, says};
use crate::caller::text;
use crate::hall::{affiliated, register};

on_sqlite! {
    a_club_is_reached_from_the_desk_by_its_secretary_alone,
    members_are_searched_and_shown_by_what_they_have_paid,
    a_new_player_is_registered,
    many_members_are_registered_at_once_or_none,
    payments_are_recorded_by_the_coordinator,
    a_school_registers_a_learner_of_another_club_for_its_own_events,
    contacts_are_changed,
    an_affiliation_is_taken_back_with_a_reason,
    a_transfer_goes_its_way,
    a_transfer_is_refused,
    members_are_entered_at_once_or_not_at_all,
}

pub fn secretary<'a>(app: &'a TestApp, club: &str) -> Browser<'a> {
    let account = app.account_with(&json!({ "role": "club_secretary", "club_id": club }));
    Browser::of(app, &account.email)
}

fn tick(player: &str) -> String {
    format!("tick-{player}")
}

fn a_club_is_reached_from_the_desk_by_its_secretary_alone(app: &TestApp) {
    let club = affiliated(app);
    let other = app.club("ZA-NW");
    let desk = format!("/desk/clubs/{club}");
    let own = secretary(app, &club);
    assert!(own.open("/desk").links().contains(&desk));
    let page = own.open(&desk);
    says(&page, "In good standing");
    assert!(page.links().contains(&format!("/clubs/{club}")));
    let parts = [
        "new-player",
        "renewals",
        "registrations",
        "entries",
        "transfers",
        "contacts",
    ];
    for part in parts {
        let path = format!("{desk}/{part}");
        assert!(page.links().contains(&path), "{path}");
        assert!(own.open(&path).links().contains(&desk), "the way back from {path}");
    }
    let stranger = secretary(app, &other);
    let abroad = Browser::coordinator(app, "ZA-GP");
    let umpire = Browser::of(app, &app.account_with(&json!({ "role": "umpire" })).email);
    for path in std::iter::once(desk.clone()).chain(parts.map(|part| format!("{desk}/{part}"))) {
        for browser in [&stranger, &abroad, &umpire] {
            assert_eq!(browser.get(&path).status, 403, "{path}");
        }
        assert_eq!(Browser::new(app).get(&path).status, 303, "{path}");
        Browser::coordinator(app, "ZA-NW").open(&path);
    }
    // A form that is sent by somebody else does nothing.
    let token = stranger.open("/account").form("/sign-out").fields["form_token"].clone();
    let form = own.open(&format!("{desk}/contacts")).form(&format!("{desk}/contacts"));
    let sent = stranger.send(&form.with("form_token", &token).with("secretary/name", "Nobody"));
    assert_eq!(sent.status, 403, "{}", sent.text());
    let contacts = app
        .administrator()
        .get(&format!("/v1/clubs/{club}/contacts"))
        .expect(200);
    assert_eq!(contacts["secretary"], json!(null));
}

fn members_are_searched_and_shown_by_what_they_have_paid(app: &TestApp) {
    let club = affiliated(app);
    let paid = app.player_named(&club, "Mokoena", "Thandiwe", "1998-04-17");
    register(app, &paid, &club, "senior");
    let unpaid = app.player_named(&club, "Dlamini", "Sipho", "1997-04-17");
    let registration =
        json!({ "player_id": unpaid, "club_id": club, "year": 2027, "basis": "member", "division": "senior" });
    app.administrator().post("/v1/registrations", &registration).expect(201);
    app.player_named(&club, "Qwabe", "Zwelibanzi", "2012-02-29");
    let (browser, desk) = (secretary(app, &club), format!("/desk/clubs/{club}"));
    let page = browser.open(&desk);
    says(&page, "Sipho Dlamini");
    says(&page, "Seniors, fee paid on 20 November 2026");
    says(&page, "Seniors, fee not paid");
    // Those who look after a child read the name, and what the public reads instead.
    says(&page, "Zwelibanzi Qwabe");
    says(&page, "under 18, the public reads Z. Q.");
    for (query, shown, hidden) in [
        ("registration=paid", "Mokoena", "Dlamini"),
        ("registration=unpaid", "Dlamini", "Mokoena"),
        ("registration=none", "Qwabe", "Mokoena"),
        ("consent_missing=true", "Qwabe", "Dlamini"),
        ("q=sip", "Dlamini", "Mokoena"),
    ] {
        let page = browser.open(&format!("{desk}?{query}"));
        says(&page, shown);
        assert!(!page.text().contains(hidden), "{query}: {}", page.text());
    }
    assert_eq!(browser.get(&format!("{desk}?colour=red")).status, 400);
}

fn a_new_player_is_registered(app: &TestApp) {
    let club = app.club("ZA-NW");
    let (browser, desk) = (secretary(app, &club), format!("/desk/clubs/{club}"));
    let form = browser
        .open(&format!("{desk}/new-player"))
        .form(&format!("{desk}/players"));
    let page = browser.send(&form);
    assert_eq!(page.status, 422);
    for told in [
        "Surname: Must be given.",
        "Date of birth: Must be given.",
        "Sex: Must be given.",
    ] {
        says(&page, told);
    }
    let form = form
        .with("family_name", "van der Merwe")
        .with("given_names", "Leoné")
        .with("birth_date", "2029-01-01")
        .with("sex", "female")
        .with("nationality", "ZA")
        .with("province", "ZA-NW");
    let page = browser.send(&form);
    assert_eq!(page.status, 422);
    assert!(page.body.contains("value=\"van der Merwe\""), "{}", page.body);
    let form = form.with("birth_date", "2001-03-04");
    let wrong = browser.send(&form.clone().with("region", "LIM333"));
    assert_eq!(wrong.status, 422, "{}", wrong.text());
    let (once, twice) = (browser.send(&form), browser.send(&form));
    assert_eq!((once.status, twice.status), (303, 303), "{}", once.text());
    assert_eq!(once.header("location"), twice.header("location"));
    let page = browser.open(once.header("location"));
    says(&page, "Leoné van der Merwe");
    let members = app.anyone().get(&format!("/v1/players?club_id={club}")).items();
    assert_eq!(members.len(), 1);
}

fn many_members_are_registered_at_once_or_none(app: &TestApp) {
    let club = app.club("ZA-NW");
    let grown = app.player_named(&club, "Mokoena", "Thandiwe", "1998-04-17");
    let learner = app.player_named(&club, "Qwabe", "Zwelibanzi", "2012-02-29");
    let third = app.player_named(&club, "Dlamini", "Sipho", "1997-04-17");
    let (browser, path) = (secretary(app, &club), format!("/desk/clubs/{club}/renewals"));
    let page = browser.open(&path);
    says(&page, "never registered before");
    let nobody = browser.send(&page.form(&path));
    assert_eq!(nobody.status, 422);
    says(&nobody, "Tick at least one player.");
    let form = page
        .form(&path)
        .with(&tick(&grown), "yes")
        .with(&format!("division-{grown}"), "high_school")
        .with(&tick(&learner), "yes")
        .with(&format!("division-{learner}"), "high_school");
    let refused = browser.send(&form);
    assert_eq!(refused.status, 422);
    says(&refused, "Thandiwe Mokoena: In this division a player is");
    let checked = format!("id=\"{0}\" name=\"{0}\" value=\"yes\" checked", tick(&learner));
    assert!(refused.body.contains(&checked), "{}", refused.body);
    let registrations = || {
        let path = format!("/v1/registrations?club_id={club}&year=2027");
        app.administrator().get(&path).items().len()
    };
    assert_eq!(registrations(), 0, "none, where one is refused");
    let form = form.with(&format!("division-{grown}"), "senior");
    let (once, twice) = (browser.send(&form), browser.send(&form));
    assert_eq!((once.status, twice.status), (303, 303), "{}", once.text());
    assert_eq!(registrations(), 2);
    let page = browser.open(once.header("location"));
    says(&page, "High schools, fee not paid");
    let page = browser.open(&path);
    says(&page, "Sipho Dlamini");
    assert!(!page.text().contains("Mokoena"), "{}", page.text());
    // A page that was opened before: one of them is registered by now.
    let stale = form
        .with(&tick(&third), "yes")
        .with(&format!("division-{third}"), "senior");
    let refused = browser.send(&stale);
    says(&refused, "The player is registered for this year already.");
    assert_eq!(registrations(), 2);
    // The division of the year before stands there in the next.
    let page = browser.open(&format!("{path}?year=2028"));
    let chosen = "value=\"high_school\" selected";
    assert_eq!(page.body.matches(chosen).count(), 1, "{}", page.body);
    let far = browser.send(
        &page
            .form(&path)
            .with("year", "2031")
            .with(&tick(&third), "yes")
            .with(&format!("division-{third}"), "senior"),
    );
    assert_eq!(far.status, 422, "{}", far.text());
}

fn payments_are_recorded_by_the_coordinator(app: &TestApp) {
    let club = app.club("ZA-NW");
    let players = [app.player(&club), app.player(&club)];
    let registered = players.clone().map(|player| {
        let registration =
            json!({ "player_id": player, "club_id": club, "year": 2027, "basis": "member", "division": "senior" });
        text(&app.administrator().post("/v1/registrations", &registration).expect(201)["id"]).to_owned()
    });
    let path = format!("/desk/clubs/{club}/registrations");
    let payments = format!("/desk/clubs/{club}/payments");
    let page = secretary(app, &club).open(&path);
    says(&page, "The coordinator of the province records what is paid.");
    assert!(page.boxes().is_empty());
    let browser = Browser::coordinator(app, "ZA-NW");
    let form = browser.open(&path).form(&payments).with(&tick(&registered[0]), "yes");
    let page = browser.send(&form);
    says(&page, "Day on which they were paid: Give the day.");
    let page = browser.send(&form.clone().with("paid_on", "2026-11-21"));
    assert_eq!(page.status, 422, "tomorrow");
    let page = browser.go(&form.with("paid_on", "2026-11-19"));
    says(&page, "Seniors, fee paid on 19 November 2026");
    says(&page, "Seniors, fee not paid");
    let page = browser.open(&format!("{path}?year=2027&paid=false"));
    assert!(!page.text().contains("fee paid on"), "{}", page.text());
}

fn a_school_registers_a_learner_of_another_club_for_its_own_events(app: &TestApp) {
    let (school, club) = (app.club_of_kind("school", "ZA-NW"), app.club("ZA-NW"));
    let child = app.player_named(&club, "Qwabe", "Zwelibanzi", "2012-02-29");
    let (browser, path) = (secretary(app, &school), format!("/desk/clubs/{school}/registrations"));
    let action = format!("/desk/clubs/{school}/institution-registrations");
    let form = browser.open(&path).form(&action);
    let page = browser.send(&form.clone().with("number", "M-1").with("division", "high_school"));
    says(&page, "Number of the player: There is no player with this number.");
    let form = form.with("number", &app.number_of(&child));
    let page = browser.send(&form.clone().with("division", "senior"));
    says(&page, "The division does not fit the institution.");
    let page = browser.go(&form.with("division", "high_school"));
    says(&page, "Z. Q.");
    says(&page, "for your own events");
    assert!(
        !page.text().contains("Qwabe"),
        "a child of another club: {}",
        page.text()
    );
    assert_eq!(browser.get(&format!("/desk/players/{child}")).status, 403);
    let forms = secretary(app, &club)
        .open(&format!("/desk/clubs/{club}/registrations"))
        .forms();
    assert!(
        !forms
            .iter()
            .any(|form| form.action.ends_with("/institution-registrations"))
    );
}

fn contacts_are_changed(app: &TestApp) {
    let club = app.club("ZA-NW");
    let (browser, path) = (secretary(app, &club), format!("/desk/clubs/{club}/contacts"));
    let form = browser.open(&path).form(&path);
    assert!(!form.fields.contains_key("educator_in_charge/name"), "no school");
    let form = form
        .with("secretary/email", "lindiwe@example.org")
        .with("chairperson/name", "Kagiso Moatshe")
        .with("chairperson/phone", "call me");
    let page = browser.send(&form);
    assert_eq!(page.status, 422);
    says(&page, "Name: Must be given.");
    assert!(page.body.contains("value=\"lindiwe@example.org\""));
    let page = browser.send(&form.clone().with("secretary/name", "Lindiwe Qwabe"));
    says(&page, "Telephone: Must be a telephone number");
    browser.go(&form
        .with("secretary/name", "Lindiwe Qwabe")
        .with("chairperson/phone", "018 381 4200"));
    let contacts = app
        .administrator()
        .get(&format!("/v1/clubs/{club}/contacts"))
        .expect(200);
    assert_eq!(contacts["chairperson"]["phone"], "018 381 4200");
    assert_eq!(contacts["secretary"]["email"], "lindiwe@example.org");
    let form = browser.open(&path).form(&path);
    assert_eq!(form.fields["secretary/name"], "Lindiwe Qwabe");
    browser.go(&form.with("secretary/name", "").with("secretary/email", ""));
    let contacts = app
        .administrator()
        .get(&format!("/v1/clubs/{club}/contacts"))
        .expect(200);
    assert_eq!(contacts["secretary"], json!(null));
}

fn an_affiliation_is_taken_back_with_a_reason(app: &TestApp) {
    let club = affiliated(app);
    let desk = format!("/desk/clubs/{club}");
    let browser = Browser::coordinator(app, "ZA-NW");
    let page = browser.open(&desk);
    says(&page, "Fee paid on 20 November 2026");
    let link = page
        .links()
        .into_iter()
        .find(|link| link.contains("/affiliations/"))
        .unwrap();
    let own = secretary(app, &club);
    assert!(!own.open(&desk).links().contains(&link));
    assert_eq!(own.get(&link).status, 403);
    let form = browser.open(&link).form_to("/withdrawal");
    let page = browser.send(&form);
    says(&page, "Why it was a mistake: Must not be empty.");
    let page = browser.go(&form.with("reason", "It was meant for the Herders."));
    says(&page, "None is recorded for 2027");
    says(&browser.open(&link), "It was withdrawn, and counts no more.");
}

fn a_transfer_goes_its_way(app: &TestApp) {
    let (from, to) = (app.club("ZA-NW"), app.club("ZA-NW"));
    let child = app.player_named(&from, "Qwabe", "Zwelibanzi", "2012-02-29");
    let (giving, taking) = (secretary(app, &from), secretary(app, &to));
    let path = format!("/desk/clubs/{to}/transfers");
    let form = taking.open(&path).form(&path);
    let page = taking.send(&form.clone().with("number", "M-0000000-X"));
    says(&page, "Number of the player: There is no player with this number.");
    assert!(page.body.contains("value=\"M-0000000-X\""));
    let form = form.with("number", &app.number_of(&child));
    let (once, twice) = (taking.send(&form), taking.send(&form));
    assert_eq!(once.header("location"), twice.header("location"));
    let asked = taking.open(once.header("location"));
    says(&asked, "asked for.");
    assert!(
        !asked.text().contains("Qwabe"),
        "a child of another club: {}",
        asked.text()
    );
    assert!(!asked.forms().iter().any(|form| form.action.ends_with("/release")));
    let waiting = giving.open(&format!("/desk/clubs/{from}/transfers?state=asked"));
    let link = waiting
        .links()
        .into_iter()
        .find(|link| link.contains("/transfers/"))
        .unwrap();
    let page = giving.go(&giving.open(&link).form_to("/release"));
    says(&page, "released, to be accepted by the province.");
    let own = once.header("location").to_owned();
    assert!(
        !taking
            .open(&own)
            .forms()
            .iter()
            .any(|form| form.action.ends_with("/acceptance"))
    );
    let province = Browser::coordinator(app, "ZA-NW");
    let acceptance = province.open(&own).form_to("/acceptance");
    let token = taking.open("/account").form("/sign-out").fields["form_token"].clone();
    assert_eq!(taking.send(&acceptance.clone().with("form_token", &token)).status, 403);
    says(&province.go(&acceptance), "accepted.");
    says(&taking.open(&format!("/desk/clubs/{to}")), "Zwelibanzi Qwabe");
    assert_eq!(secretary(app, &app.club("ZA-NW")).get(&own).status, 403);
}

fn a_transfer_is_refused(app: &TestApp) {
    let (from, to) = (app.club("ZA-NW"), app.club("ZA-NW"));
    let player = app.player(&from);
    let (giving, taking) = (secretary(app, &from), secretary(app, &to));
    let path = format!("/desk/clubs/{to}/transfers");
    let page = taking.go(&taking.open(&path).form(&path).with("number", &app.number_of(&player)));
    says(&page, "Take the request back");
    let link = giving.open(&format!("/desk/clubs/{from}/transfers")).links();
    let link = link.into_iter().find(|link| link.contains("/transfers/")).unwrap();
    let refusal = giving.open(&link).form_to("/refusal");
    let page = giving.send(&refusal);
    says(&page, "Why: Must not be empty.");
    let page = giving.go(&refusal.with("reason", "The player owes the club a board."));
    says(&page, "The player owes the club a board.");
    let again = taking.open(&format!("{path}?state=refused"));
    says(&again, "refused");
    let other = taking.send(
        &taking
            .open(&path)
            .form(&path)
            .with("number", &app.number_of(&app.player(&to))),
    );
    says(&other, "The player is a member of this club.");
}

fn members_are_entered_at_once_or_not_at_all(app: &TestApp) {
    let club = affiliated(app);
    let ready = app.player_named(&club, "Mokoena", "Thandiwe", "1998-04-17");
    register(app, &ready, &club, "senior");
    let unready = app.player_named(&club, "Dlamini", "Sipho", "1997-04-17");
    let plan = json!({
        "name": "North West Championship", "level": "provincial", "province": "ZA-NW", "starts_on": "2026-11-28",
        "ends_on": "2026-11-29", "venue": "Mmabatho High School, Mahikeng",
    });
    let created = app.administrator().post("/v1/tournaments", &plan);
    created.expect(201);
    let tournament = created.header("location").to_owned();
    let browser = secretary(app, &club);
    let list = format!("/desk/clubs/{club}/entries");
    says(&browser.open(&list), "No tournament takes entries now.");
    let opening = format!("{tournament}/openings");
    app.administrator().send("POST", &opening, &[], None).expect(201);
    let path = tournament.replace("/v1/tournaments", &list);
    assert!(browser.open(&list).links().contains(&path));
    let page = browser.open(&path);
    says(&page, "Not registered for 2027");
    let form = page.form(&path).with(&tick(&ready), "yes").with(&tick(&unready), "yes");
    let refused = browser.send(&form);
    assert_eq!(refused.status, 422);
    says(
        &refused,
        "Sipho Dlamini: The player is not registered for the tournament's gaming year.",
    );
    let entries = || app.anyone().get(&format!("{tournament}/entries")).items();
    assert!(entries().is_empty(), "nobody, where one is refused");
    let form = page.form(&path).with(&tick(&ready), "yes");
    let (once, twice) = (browser.send(&form), browser.send(&form));
    assert_eq!((once.status, twice.status), (303, 303), "{}", once.text());
    assert_eq!(entries().len(), 1);
    says(&browser.open(&list), "1 player of yours entered");
    let page = browser.open(&path);
    assert!(!page.boxes().iter().any(|(name, _)| *name == tick(&ready)));
    // The page that was opened before offers somebody who is entered by now.
    let stale = browser.send(&form.with(&tick(&unready), "yes"));
    says(&stale, "The player is entered already.");
    let withdrawal = page.form_to("/withdrawal");
    assert_eq!(secretary(app, &app.club("ZA-NW")).get(&path).status, 403);
    let page = browser.go(&withdrawal);
    says(&page, "withdrawn");
    assert_eq!(entries()[0]["withdrawn"], true);
    browser.go(&page.form_to("/return"));
    assert_eq!(entries()[0]["withdrawn"], false);
    Browser::of(app, ADMINISTRATOR).open(&path);
}
