//! Decisions and proposals of those who look after a province, at their desk: colours, accreditations, courses and appeals.

use serde_json::json;

use crate::app::{ADMINISTRATOR, TestApp};
use crate::browser::{Browser, says};
use crate::caller::text;
use crate::hall::{Hall, affiliated, register};
use crate::merits::moves;
use crate::season::{members, ratified};
use crate::umpires::{WITHOUT_COURSE, accredited, with_course};

on_sqlite! {
    whoever_has_earned_colours_is_proposed_once,
    colours_at_discretion_have_a_reason,
    an_accreditation_that_ends_is_renewed_by_an_administrator,
    a_course_is_recorded_with_its_results,
    a_course_is_corrected,
    an_appeal_is_decided,
    a_result_under_review_is_listed,
}

fn whoever_has_earned_colours_is_proposed_once(app: &TestApp) {
    let (browser, club) = (Browser::coordinator(app, "ZA-NW"), affiliated(app));
    let member = |family: &str| {
        let player = app.player_named(&club, family, "Thandiwe", "1998-04-17");
        register(app, &player, &club, "senior");
        moves(app, &player, "2026-11-20", "ZA-NW", None);
        player
    };
    let (chosen, other) = (member("Aphane"), member("Baloyi"));
    let selection = json!({
        "player_id": chosen, "role": "player", "team": "national_squad", "division": "senior", "year": 2027,
        "selected_on": "2026-11-20", "reference": "Minutes of 20 November 2026, item 4",
    });
    app.administrator().post("/v1/selections", &selection).expect(201);
    let level = "national_federation";
    says(&browser.open("/desk/inbox"), "Colours of this year to propose 1 ");
    let path = format!("/desk/register/colours?level={level}&year=2027");
    let page = browser.open(&path);
    says(&page, "Thandiwe Aphane");
    says(
        &page,
        "Selected on 20 November 2026: Minutes of 20 November 2026, item 4",
    );
    assert!(!page.text().contains("Baloyi"), "{}", page.text());
    let form = page.form("/desk/register/colours/proposals");
    let nobody = browser.send(&form);
    assert_eq!(nobody.status, 422);
    says(&nobody, "Nobody is ticked.");
    let mut ticked = form.clone();
    ticked.fields.extend(page.boxes());
    let (once, twice) = (browser.send(&ticked), browser.send(&ticked));
    assert_eq!((once.status, twice.status), (303, 303), "{}", once.text());
    let page = browser.open(once.header("location"));
    says(&page, "proposed, to be approved by a second person");
    assert!(page.boxes().is_empty());
    // From another tab, in which it still waits.
    let stale = browser.send(&ticked.with("form_key", "another"));
    assert_eq!(stale.status, 409);
    says(&stale, "Thandiwe Aphane: ");
    let made = app
        .administrator()
        .get("/v1/colours-particulars?state=proposed")
        .items();
    assert_eq!(made.len(), 1);
    // What another one lacks.
    let number = app.number_of(&other);
    let page = browser.open(&format!("/desk/register/candidacy?number={number}"));
    says(&page, "Not met: Selected");
    says(&page, "Thandiwe Baloyi");
    says(
        &browser.open("/desk/register/candidacy?number=M-0000001-X"),
        "There is no player with this number.",
    );
    let stranger = Browser::coordinator(app, "ZA-GP");
    assert_eq!(
        stranger
            .get(&format!("/desk/register/candidacy?number={number}"))
            .status,
        403
    );
    assert!(!stranger.open(&path).text().contains("Aphane"));
}

fn colours_at_discretion_have_a_reason(app: &TestApp) {
    let browser = Browser::coordinator(app, "ZA-NW");
    let club = affiliated(app);
    let player = app.player(&club);
    register(app, &player, &club, "senior");
    moves(app, &player, "2026-11-20", "ZA-NW", None);
    let path = "/desk/register/discretion";
    let form = browser.open(path).form(path);
    let form = form
        .with("number", &app.number_of(&player))
        .with("level", "provincial")
        .with("division", "senior")
        .with("year", "2027");
    let page = browser.send(&form);
    assert_eq!(page.status, 422);
    says(&page, "Why: Must be given.");
    let form = form.with("reason", "Has taught the game in twelve schools.");
    for (field, typed, told) in [
        ("number", "M-0000001-X", "There is no player with this number."),
        ("year", "2028", "Gaming year: Must not be a year that is still to come."),
    ] {
        let page = browser.send(&form.clone().with(field, typed));
        assert_eq!(page.status, 422, "{field}");
        says(&page, told);
        says(&page, "Has taught the game in twelve schools.");
    }
    let (once, twice) = (browser.send(&form), browser.send(&form));
    assert_eq!((once.status, twice.status), (303, 303), "{}", once.text());
    let made = app
        .administrator()
        .get("/v1/colours-particulars?state=proposed")
        .items();
    assert_eq!(made.len(), 1);
    assert_eq!(made[0]["reason"], "Has taught the game in twelve schools.");
    let page = browser.open(once.header("location"));
    says(&page, "Provincial colours of 2027, ");
    says(&page, "State proposed, to be approved by a second person");
    says(&page, "The board’s reason Has taught the game in twelve schools.");
    let links = page.links();
    assert!(
        links.contains(&"/desk/register/colours?level=provincial&year=2027".to_owned()),
        "{links:?}"
    );
    assert!(
        !links.iter().any(|link| link.starts_with("/desk/colours/")),
        "who proposes does not decide"
    );
    let decides = Browser::of(app, ADMINISTRATOR).open(once.header("location"));
    assert!(decides.links().iter().any(|link| link.starts_with("/desk/colours/")));
    let stranger = Browser::coordinator(app, "ZA-GP").get(once.header("location"));
    assert_eq!(stranger.status, 403, "{}", stranger.text());
}

fn an_accreditation_that_ends_is_renewed_by_an_administrator(app: &TestApp) {
    let (browser, administrator) = (Browser::coordinator(app, "ZA-NW"), Browser::of(app, ADMINISTRATOR));
    let club = affiliated(app);
    let player = app.player_named(&club, "Mahlangu", "Lerato", "1990-01-01");
    register(app, &player, &club, "senior");
    let id = accredited(
        app,
        &player,
        json!({ "valid_until": "2026-12-31", "without_course": WITHOUT_COURSE }),
    );
    says(&browser.open("/desk/inbox"), "Accreditations that end soon 1 ");
    let list = "/desk/register/accreditations";
    let page = browser.open(list);
    says(&page, "Lerato Mahlangu");
    says(&page, "Registered and paid for 2027");
    let renewal = format!("{list}/{id}");
    assert!(!page.links().contains(&renewal));
    assert_eq!(browser.get(&renewal).status, 403);
    says(&browser.open(&format!("{list}?within=10")), "None ends in these days.");
    let page = administrator.open(list);
    assert!(page.links().contains(&renewal), "{:?}", page.links());
    assert!(page.links().contains(&format!("{renewal}/certificate")));
    let form = administrator.open(&renewal).form(&renewal);
    let (once, twice) = (administrator.send(&form), administrator.send(&form));
    assert_eq!((once.status, twice.status), (303, 303), "{}", once.text());
    let page = administrator.open(once.header("location"));
    says(&page, "Level 1 umpire, Lerato Mahlangu");
    says(&page, "State future The certificate");
    says(&administrator.open(list), "None ends in these days.");
    let again = administrator.send(&form.with("form_key", "another"));
    assert_eq!(again.status, 409, "{}", again.text());
}

fn a_course_is_recorded_with_its_results(app: &TestApp) {
    let browser = Browser::coordinator(app, "ZA-NW");
    let form = browser.open("/desk/register/course").form("/desk/register/course");
    let form = form
        .with("held_on", "2026-11-14")
        .with("venue", "Mahikeng")
        .with("province", "ZA-NW")
        .with("held_by", "Umpires' committee");
    let page = browser.send(&form.clone().with("held_on", "2026-12-14"));
    assert_eq!(page.status, 422);
    says(&page, "Day of the examination: ");
    assert!(page.body.contains("value=\"Mahikeng\""), "what was typed is kept");
    let page = browser.go(&form);
    let club = affiliated(app);
    let player = app.player(&club);
    register(app, &player, &club, "senior");
    let result = page.form_to("/results").with("number", &app.number_of(&player));
    let wrong = browser.send(
        &result
            .clone()
            .with("marks_regulations", "101")
            .with("marks_rules", "80"),
    );
    assert_eq!(wrong.status, 422);
    says(&wrong, "Marks for the regulations: Must be from 0 to 100.");
    let page = browser.go(&result.clone().with("marks_regulations", "75").with("marks_rules", "80"));
    says(&page, "75 80 passed");
    let again = browser.send(&result.with("marks_regulations", "75").with("marks_rules", "80"));
    assert_eq!(again.status, 303, "sent again it is done once");
    assert!(
        browser
            .open("/desk/register/courses")
            .text()
            .contains("Mahikeng, 14 November 2026")
    );
}

fn a_course_is_corrected(app: &TestApp) {
    let course = json!({ "held_on": "2026-11-14", "venue": "Mafikeng", "province": "ZA-NW", "held_by": "Committee" });
    let id = app.administrator().post("/v1/umpire-courses", &course).expect(201)["id"].clone();
    let own = format!("/desk/register/courses/{}", text(&id));
    let path = format!("{own}/correction");
    let browser = Browser::coordinator(app, "ZA-NW");
    assert!(browser.open(&own).links().contains(&path));
    let form = browser.open(&path).form(&path);
    assert_eq!(form.fields["venue"], "Mafikeng");
    let form = form.with("venue", "Mahikeng");
    let wrong = browser.send(&form.clone().with("held_on", "2026-12-14"));
    assert_eq!(wrong.status, 422);
    says(&wrong, "Day of the examination: ");
    assert_eq!(wrong.form(&path).fields["venue"], "Mahikeng", "what was typed stays");
    says(&browser.go(&form), "Mahikeng, 14 November 2026");
    assert_eq!(browser.send(&form).header("idempotency-replayed"), "true");
    let stranger = Browser::coordinator(app, "ZA-GP");
    assert_eq!(stranger.get(&path).status, 403);
    // Once somebody is accredited by it an administrator corrects it, with a reason.
    let club = affiliated(app);
    let player = app.player(&club);
    register(app, &player, &club, "senior");
    let result = json!({ "player_id": player, "marks_regulations": 80, "marks_rules": 80 });
    app.administrator()
        .post(&format!("/v1/umpire-courses/{}/candidates", text(&id)), &result)
        .expect(201);
    accredited(app, &player, with_course(text(&id)));
    says(&browser.open(&path), "an administrator corrects it, and says why");
    let administrator = Browser::of(app, ADMINISTRATOR);
    let form = administrator
        .open(&path)
        .form(&path)
        .with("held_by", "Umpires' committee");
    says(&administrator.send(&form), "Why it is corrected: Must be given.");
    says(
        &administrator.go(&form.with("reason", "The name was wrong.")),
        "Held by Umpires' committee.",
    );
}

fn an_appeal_is_decided(app: &TestApp) {
    let mut hall = Hall::new(app, &json!({ "rounds": 1 }), 4);
    hall.agree_rounds(1);
    let player = hall.players.remove(0);
    let (path, umpire) = (hall.path.clone(), &hall.umpire);
    let round = hall.publish();
    let board = text(&hall.matches(&round)[0]["id"]).to_owned();
    let dispute = umpire.post(
        &format!("/v1/matches/{board}/disputes"),
        &json!({ "reason": "Game 3 was drawn." }),
    );
    let dispute = text(&dispute.expect(201)["id"]).to_owned();
    let browser = Browser::coordinator(app, "ZA-NW");
    let disputes = browser.open("/desk/register/disputes");
    says(&disputes, "Mahikeng Open, round 1, board 1 Game 3 was drawn.");
    assert!(disputes.links().contains(&format!("/desk/matches/{board}")));
    says(
        &Browser::coordinator(app, "ZA-GP").open("/desk/register/disputes"),
        "Every dispute has its ruling.",
    );
    umpire
        .post(
            &format!("/v1/disputes/{dispute}/rulings"),
            &json!({ "ruling": "It stands." }),
        )
        .expect(201);
    says(
        &browser.open("/desk/register/disputes"),
        "Every dispute has its ruling.",
    );
    let seated = hall.matches(&round)[0]["players"][0]["player"]["id"].clone();
    let player = if seated.is_string() {
        text(&seated).to_owned()
    } else {
        player
    };
    let appeal = json!({ "dispute_id": dispute, "grounds": "The umpire did not look at my notes." });
    app.administrator()
        .post(&format!("/v1/players/{player}/appeals"), &appeal)
        .expect(201);
    let list = browser.open("/desk/appeals");
    says(&list, "Mahikeng Open");
    says(&list, "Against the ruling on a match");
    let page = list
        .links()
        .into_iter()
        .find(|link| link.starts_with("/desk/appeals/"))
        .unwrap();
    let page = browser.open(&page);
    says(&page, "The umpire did not look at my notes.");
    let decision = page.form_to("/decision");
    let refused = browser.send(&decision.clone().with("reason", "The notes show a draw."));
    assert_eq!(refused.status, 422);
    says(&refused, "Decision: Must be given.");
    says(&refused, "The notes show a draw.");
    let decision = decision
        .with("outcome", "upheld")
        .with("reason", "The notes show a draw.");
    let own = Browser::of(app, ADMINISTRATOR);
    let page = own.open(decision.action.trim_end_matches("/decision"));
    says(&page, "Another person decides.");
    says(&browser.go(&decision), "upheld: the player was right");
    says(&browser.open("/desk/appeals"), "There is none.");
    assert!(path.starts_with("/v1/tournaments/"));
}

fn a_result_under_review_is_listed(app: &TestApp) {
    let players = members(app, 4, 1);
    let hall = ratified(app, ("friendly", "2026-11-20", 1), &players, |_| 6);
    let id = hall.path.trim_start_matches("/v1/tournaments/");
    let browser = Browser::coordinator(app, "ZA-NW");
    says(
        &browser.open("/desk/register/reviews"),
        "No tournament is under review.",
    );
    let appeal = json!({ "tournament_id": id, "grounds": "The third round was not played." });
    hall.coordinator
        .post(&format!("/v1/players/{}/appeals", players[0]), &appeal)
        .expect(201);
    let list = browser.open("/desk/appeals");
    says(&list, "Against the ratified result");
    let path = list.links().into_iter().find(|link| link.starts_with("/desk/appeals/"));
    let decision = browser.open(&path.unwrap()).form_to("/decision");
    browser.go(&decision
        .with("outcome", "upheld")
        .with("reason", "The sheets are missing."));
    says(&browser.open("/desk/inbox"), "Tournaments under review 1 ");
    let page = browser.open("/desk/register/reviews");
    let checklist = format!("/desk/tournaments/{id}/recognition");
    assert!(page.links().contains(&checklist), "{:?}", page.links());
    browser.open(&checklist);
    let stranger = Browser::coordinator(app, "ZA-GP").open("/desk/register/reviews");
    says(&stranger, "No tournament is under review.");
}
