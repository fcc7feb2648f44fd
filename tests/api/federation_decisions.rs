//! Decisions of the federation at its desk: ratification, rankings, colours, appeals, erasures.

use serde_json::json;

use crate::app::TestApp;
use crate::browser::{Browser, Page};
use crate::caller::text;
use crate::hall::{Hall, sheet};
use crate::own_accounts::holder;
use crate::season::{correct, matches, members, ratified};

on_sqlite! {
    a_tournament_is_ratified_once_it_lacks_nothing,
    a_tournament_under_review_is_ratified_again,
    another_number_of_rounds_is_agreed_to,
    a_list_is_looked_at_published_and_corrected,
    a_list_is_refused_at_its_field,
    colours_are_approved_by_a_second_person,
    colours_are_refused_revoked_and_superseded,
    an_appeal_is_decided_by_who_had_no_part_in_it,
    a_persons_data_is_erased_once_the_number_is_typed_again,
    decisions_are_for_those_who_may_take_them,
}

/// The page of a tournament's ratification.
fn ratification(hall: &Hall<'_>) -> String {
    hall.path.replace("/v1/tournaments/", "/desk/ratification/")
}

/// A tournament of one round that is over.
fn finished(app: &TestApp) -> Hall<'_> {
    let plan = json!({ "rounds": 1, "level": "club", "starts_on": "2026-11-20", "ends_on": "2026-11-20" });
    let mut hall = Hall::new(app, &plan, 0);
    for player in members(app, 4, 1) {
        hall.enter(&player);
    }
    hall.agree_rounds(1);
    hall.play(|_| 6);
    hall
}

fn a_tournament_is_ratified_once_it_lacks_nothing(app: &TestApp) {
    let (browser, hall) = (Browser::administrator(app), finished(app));
    let page = browser.open("/desk/federation");
    assert!(page.text().contains("Over: 1. Under review: none."), "{}", page.text());
    let own = ratification(&hall);
    assert!(browser.open("/desk/ratification").links().contains(&own));
    let page = browser.open(&own);
    assert!(page.text().contains("It cannot be ratified yet."), "{}", page.text());
    assert!(
        page.text().contains("Boards and counters: not met yet"),
        "{}",
        page.text()
    );
    assert!(page.forms().iter().all(|form| !form.action.ends_with("/ratification")));
    hall.confirm_equipment();
    let ratify = browser.open(&own).form_to("/ratification");
    let (once, twice) = (browser.send(&ratify), browser.send(&ratify));
    assert_eq!((once.status, twice.status), (303, 303), "{}", once.text());
    assert_eq!(hall.state(), "ratified");
    assert!(!browser.open("/desk/ratification").links().contains(&own));
}

fn a_tournament_under_review_is_ratified_again(app: &TestApp) {
    let browser = Browser::administrator(app);
    let hall = ratified(app, ("provincial", "2026-11-20", 1), &members(app, 4, 1), |_| 6);
    let one = matches(&hall)[1].clone();
    correct(app, &one, &sheet(&one, 5), 1);
    let own = ratification(&hall);
    assert!(browser.open("/desk/federation").text().contains("Under review: 1."));
    let page = browser.open(&own);
    assert!(
        page.text().contains("Under review since 20 November 2026"),
        "{}",
        page.text()
    );
    assert!(page.text().contains("It cannot be ratified yet."), "{}", page.text());
    let second = app.granted(&json!({ "role": "administrator" }));
    let confirmations = format!("/v1/matches/{}/confirmations", text(&one["id"]));
    second.post(&confirmations, &json!({ "version": 2 })).expect(201);
    let page = browser.go(&browser.open(&own).form_to("/ratification"));
    assert!(!page.text().contains("Under review"), "{}", page.text());
}

fn another_number_of_rounds_is_agreed_to(app: &TestApp) {
    let browser = Browser::administrator(app);
    let hall = Hall::new(app, &json!({ "rounds": 4 }), 0);
    let own = ratification(&hall);
    assert!(browser.open("/desk/ratification").links().contains(&own));
    let form = browser.open(&own).form_to("/rounds");
    let page = browser.send(&form.clone().with("rounds", "31").with("reason", "One day."));
    assert_eq!(page.status, 422);
    assert!(page.text().contains("Rounds: Must be from 1 to 30."), "{}", page.text());
    assert_eq!(page.form_to("/rounds").fields["reason"], "One day.");
    let page = browser.go(&form.with("rounds", "4").with("reason", "One day."));
    assert!(page.text().contains("Agreed to 4 rounds: One day."), "{}", page.text());
}

fn a_list_is_looked_at_published_and_corrected(app: &TestApp) {
    let browser = Browser::administrator(app);
    let hall = ratified(app, ("regional", "2026-11-20", 1), &members(app, 4, 1), |_| 6);
    let form = browser
        .open("/desk/rankings/new")
        .form("/desk/rankings/preview")
        .with("method", "game-points");
    let page = browser.send(&form);
    assert_eq!(page.status, 200, "{}", page.text());
    assert!(page.text().contains("Not published yet. 4 players"), "{}", page.text());
    assert!(app.anyone().get("/v1/rankings").items().is_empty(), "nothing is kept");
    let of_school = browser.send(&form.clone().with("division", "primary_school"));
    assert!(
        of_school.text().contains("Nobody of the division is ranked."),
        "{}",
        of_school.text()
    );
    let publish = page.form("/desk/rankings/new");
    let (once, twice) = (browser.send(&publish), browser.send(&publish));
    assert_eq!((once.status, twice.status), (303, 303), "{}", once.text());
    let lists = app.anyone().get("/v1/rankings").items();
    assert_eq!((lists.len(), &lists[0]["players"]), (1, &json!(4)));
    let page = browser.open("/desk/rankings");
    let correct_it = page
        .links()
        .into_iter()
        .find(|link| link.contains("replaces="))
        .unwrap();
    let first = matches(&hall)[0].clone();
    correct(app, &first, &sheet(&first, 5), 1);
    let form = browser
        .open(&correct_it)
        .form("/desk/rankings/preview")
        .with("method", "game-points");
    let page = browser.send(&form);
    assert_eq!(page.status, 422);
    assert!(
        page.text().contains("Why it corrects the earlier list: Must be given."),
        "{}",
        page.text()
    );
    let page = browser.send(&form.with("reason", "A result was misread."));
    let page = browser.go(&page.form("/desk/rankings/new"));
    assert!(
        page.text()
            .contains("It corrects an earlier list: A result was misread."),
        "{}",
        page.text()
    );
    assert!(
        page.text().contains("Corrected. The list that holds"),
        "{}",
        page.text()
    );
    assert_eq!(page.links().iter().filter(|link| link.contains("replaces=")).count(), 1);
}

fn a_list_is_refused_at_its_field(app: &TestApp) {
    let browser = Browser::administrator(app);
    let form = browser
        .open("/desk/rankings/new")
        .form("/desk/rankings/preview")
        .with("months", "12");
    for (method, on, told) in [
        ("", "2026-11-20", "Method: Must be given."),
        ("game-points", "2026-12-01", "Day of the list: "),
        (
            "game-points",
            "2026-11-20",
            "No ratified tournament of these days has anything that counts.",
        ),
    ] {
        let page = browser.send(&form.clone().with("method", method).with("on", on));
        assert!([409, 422].contains(&page.status), "{}", page.text());
        assert!(page.text().contains(told), "{told}: {}", page.text());
        let again = page.form("/desk/rankings/preview");
        assert_eq!(
            (again.fields["on"].as_str(), again.fields["months"].as_str()),
            (on, "12")
        );
    }
}

/// A proposal of provincial colours for that player, made by the administrator.
fn proposal(app: &TestApp, player: &str, level: &str) -> String {
    let proposal = json!({
        "player_id": player, "level": level, "division": "senior", "year": 2027, "basis": "discretion",
        "reason": "Has taught the game.",
    });
    let award = app.administrator().post("/v1/colours", &proposal).expect(201);
    format!("/desk/colours/{}", text(&award["id"]))
}

/// The code of the certificate to which a page leads, if it leads to one.
fn certificate(page: &Page) -> Option<String> {
    let links = page.links();
    let code = |link: &String| {
        let code = link.strip_prefix("/v1/certificates/")?.strip_suffix("/document")?;
        Some(code.to_owned())
    };
    links.iter().find_map(code)
}

fn colours_are_approved_by_a_second_person(app: &TestApp) {
    let (first, second) = (
        Browser::administrator(app),
        Browser::granted(app, &json!({ "role": "administrator" })),
    );
    let own = proposal(app, &app.player(&app.club("ZA-NW")), "provincial");
    assert!(first.open("/desk/federation").text().contains("Proposed: 1."));
    assert!(first.open("/desk/colours?state=proposed").links().contains(&own));
    let page = first.open(&own);
    assert!(page.text().contains("A second person approves."), "{}", page.text());
    let told = "2027: proposed, to be approved by a second person";
    assert!(page.text().contains(told), "{}", page.text());
    assert!(page.forms().iter().all(|form| !form.action.ends_with("/approval")));
    let undecided = second.open(&own);
    assert_eq!(certificate(&undecided), None, "what is proposed has no certificate");
    let approval = undecided.form_to("/approval");
    let mark = page.form_to("/refusal").fields["form_token"].clone();
    let page = first.send(&approval.clone().with("form_token", &mark).with("reference", "Minutes"));
    assert_eq!(page.status, 403);
    assert!(
        page.text()
            .contains("You have proposed the award; a second person approves it."),
        "{}",
        page.text()
    );
    let page = second.send(&approval);
    assert_eq!(page.status, 422);
    assert!(page.text().contains("Where it is written: Must"), "{}", page.text());
    let approval = approval.with("reference", "Minutes of 21 November");
    let (once, twice) = (second.send(&approval), second.send(&approval));
    assert_eq!((once.status, twice.status), (303, 303), "{}", once.text());
    let page = second.open(&own);
    assert!(
        page.text().contains("Written in Minutes of 21 November"),
        "{}",
        page.text()
    );
    let award = own.replace("/desk/", "/v1/");
    app.anyone().get(&award).expect(200);
    let code = app.administrator().get(&format!("{award}/code")).expect(200);
    assert_eq!(certificate(&page).as_deref(), Some(text(&code["code"])));
    let regional = Browser::granted(app, &json!({ "role": "coordinator", "province": "ZA-NW" }));
    let proposed = own
        .replace("/desk/", "/desk/register/")
        .replace("/colours/", "/proposals/");
    let page = regional.open(&proposed);
    assert_eq!(certificate(&page).as_deref(), Some(text(&code["code"])));
    let ways = page.links();
    let way = |part: &str| ways.iter().find(|link| link.contains(part)).unwrap();
    let told = Browser::new(app).open(way("/verify?code=")).text();
    assert!(told.contains("This certificate is good."), "{told}");
    let (status, paper) = Browser::new(app).get_file(way("/document"));
    assert!(status == 200 && paper.starts_with(b"%PDF"), "{status}");
}

fn colours_are_refused_revoked_and_superseded(app: &TestApp) {
    let (browser, second) = (
        Browser::administrator(app),
        Browser::granted(app, &json!({ "role": "administrator" })),
    );
    let player = app.player(&app.club("ZA-NW"));
    let refused = proposal(app, &player, "provincial");
    let form = browser.open(&refused).form_to("/refusal");
    let page = browser.send(&form);
    assert!(page.text().contains("Reason: Must not be empty."), "{}", page.text());
    let page = browser.go(&form.with("reason", "The minutes name somebody else."));
    assert!(
        page.text().contains("Because The minutes name somebody else."),
        "{}",
        page.text()
    );
    let award = |level: &str| {
        let own = proposal(app, &player, level);
        second.go(&second.open(&own).form_to("/approval").with("reference", "Minutes"));
        own
    };
    let (lower, higher) = (award("provincial"), award("national_federation"));
    let form = browser.open(&lower).form_to("/supersession");
    let page = browser.send(&form.clone().with("why", "The other stands."));
    assert_eq!(page.status, 422);
    assert!(
        page.text().contains("The award that takes its place: Must be given."),
        "{}",
        page.text()
    );
    let successor = higher.rsplit('/').next().unwrap();
    let page = browser.go(&form.with("why", "The other stands.").with("successor_id", successor));
    assert!(page.text().contains("superseded by another award"), "{}", page.text());
    assert_eq!(certificate(&page), None, "what was superseded has no certificate");
    let form = browser.open(&higher).form_to("/revocation");
    let page = browser.go(&form.with("reason", "The result was corrected."));
    assert!(page.text().contains("2027: revoked"), "{}", page.text());
    assert!(browser.open("/desk/colours?state=revoked").links().contains(&higher));
    assert!(!browser.open("/desk/colours?state=proposed").links().contains(&higher));
}

fn an_appeal_is_decided_by_who_had_no_part_in_it(app: &TestApp) {
    let hall = ratified(app, ("regional", "2026-11-20", 1), &members(app, 4, 1), |_| 6);
    let player = &hall.players[0];
    let club = app.anyone().get(&format!("/v1/players/{player}")).expect(200);
    let caller = holder(app, text(&club["club_id"]), player, "thandi@family.example", "self");
    let tournament = hall.path.rsplit('/').next().unwrap();
    let appeal = json!({ "tournament_id": tournament, "grounds": "The notes show a <b>draw</b>." });
    let appeal = caller
        .post(&format!("/v1/me/players/{player}/appeals"), &appeal)
        .expect(201);
    let own = format!("/desk/appeals/{}", text(&appeal["id"]));
    let (ratifier, other) = (
        Browser::administrator(app),
        Browser::granted(app, &json!({ "role": "coordinator", "province": "ZA-NW" })),
    );
    assert!(ratifier.open("/desk/federation").text().contains("Not decided: 1."));
    assert!(other.open("/desk").links().contains(&"/desk/appeals".to_owned()));
    assert!(other.open("/desk/appeals").links().contains(&own));
    let page = ratifier.open(&own);
    assert!(
        page.text().contains("The notes show a <b>draw</b>.") && !page.body.contains("<b>draw"),
        "{}",
        page.body
    );
    let decision = page
        .form_to("/decision")
        .with("outcome", "dismissed")
        .with("reason", "It stands.");
    let page = ratifier.send(&decision);
    assert_eq!(page.status, 403);
    assert!(page.text().contains("another person decides"), "{}", page.text());
    let strangers = Browser::granted(app, &json!({ "role": "coordinator", "province": "ZA-GP" }));
    assert_eq!(strangers.get(&own).status, 403);
    let decision = other.open(&own).form_to("/decision");
    let page = other.send(&decision.clone().with("reason", "The notes were looked at."));
    assert_eq!(page.status, 422);
    assert!(page.text().contains("Decision: Must be given."), "{}", page.text());
    assert!(
        page.body.contains("The notes were looked at.</textarea>"),
        "{}",
        page.body
    );
    let page = other.go(&decision
        .with("outcome", "upheld")
        .with("reason", "The notes were looked at."));
    assert!(page.text().contains("upheld: the player was right"), "{}", page.text());
    assert!(page.forms().iter().all(|form| !form.action.ends_with("/decision")));
    assert!(other.open("/desk/appeals?decided=true").links().contains(&own));
    assert!(ratifier.open("/desk/federation").text().contains("Under review: 1."));
}

fn a_persons_data_is_erased_once_the_number_is_typed_again(app: &TestApp) {
    let browser = Browser::administrator(app);
    let club = app.club("ZA-NW");
    let (player, other) = (
        app.player_named(&club, "Qwabe", "Zwelibanzi", "1990-02-28"),
        app.player(&club),
    );
    let number =
        |player: &str| text(&app.anyone().get(&format!("/v1/players/{player}")).expect(200)["number"]).to_owned();
    let form = browser.open("/desk/erasures").form("/desk/erasures");
    let page = browser.send(&form.clone().with("number", "M-1"));
    assert_eq!(page.status, 422);
    assert!(
        page.text()
            .contains("Player's number: There is no player with this number."),
        "{}",
        page.text()
    );
    let page = browser.go(&form.with("number", &number(&player)));
    assert!(page.text().contains("Qwabe"), "{}", page.text());
    let own = format!("/desk/erasures/{player}");
    let erase = page.form(&own).with("reason", "person");
    let page = browser.send(&erase.clone().with("number", &number(&other)));
    assert_eq!(page.status, 422);
    assert!(
        page.text().contains("This is not the number of this player."),
        "{}",
        page.text()
    );
    let erase = erase.with("number", &number(&player).to_lowercase());
    let (once, twice) = (browser.send(&erase), browser.send(&erase));
    assert_eq!((once.status, twice.status), (303, 303), "{}", once.text());
    let page = browser.open(once.header("location"));
    assert!(
        !page.body.contains("Qwabe") && page.text().contains(&number(&player)),
        "{}",
        page.text()
    );
    assert_eq!(browser.get(&own).status, 410);
    let page = browser.open(&format!("/desk/trail?subject=player&subject_id={player}"));
    assert!(
        page.text().contains("reason person") && !page.body.contains("Qwabe"),
        "{}",
        page.text()
    );
}

fn decisions_are_for_those_who_may_take_them(app: &TestApp) {
    let hall = finished(app);
    hall.confirm_equipment();
    let player = app.player(&app.club("ZA-NW"));
    let award = proposal(app, &player, "provincial");
    let (administrator, coordinator) = (
        Browser::administrator(app),
        Browser::granted(app, &json!({ "role": "coordinator", "province": "ZA-NW" })),
    );
    let own = ratification(&hall);
    let erasure = format!("/desk/erasures/{player}");
    for path in [
        "/desk/ratification",
        &own,
        "/desk/rankings",
        "/desk/rankings/new",
        "/desk/colours",
        &award,
        "/desk/erasures",
        &erasure,
    ] {
        assert_eq!(coordinator.get(path).status, 403, "{path}");
        assert_eq!(Browser::new(app).get(path).status, 303, "{path}");
    }
    let mark = coordinator.open("/account").forms()[0].fields["form_token"].clone();
    for form in [
        administrator.open(&own).form_to("/ratification"),
        administrator.open(&award).form_to("/refusal").with("reason", "No."),
        administrator.open("/desk/rankings/new").form("/desk/rankings/preview"),
        administrator.open(&erasure).form(&erasure).with("reason", "person"),
    ] {
        let page = coordinator.send(&form.with("form_token", &mark));
        assert_eq!(page.status, 403, "{}", page.text());
    }
    assert_eq!(hall.state(), "finished");
    let umpire = Browser::granted(app, &json!({ "role": "umpire" }));
    assert_eq!(umpire.get("/desk/appeals").status, 403);
}
