//! The desk of those who run a tournament, without a script: from the announcement to the last result.

use serde_json::json;

use crate::app::{ADMINISTRATOR, TestApp};
use crate::browser::{Browser, Page};
use crate::caller::text;
use crate::hall::{affiliated, register};
use crate::umpires::WITHOUT_COURSE;

on_sqlite! {
    a_championship_is_run_from_its_announcement_to_its_end,
    an_announcement_is_refused_field_by_field,
    players_are_entered_many_at_once_or_not_at_all,
    a_large_field_is_shown_in_parts,
    the_checklist_says_what_is_missing,
    a_desk_is_for_those_who_run_the_tournament,
    whatever_is_typed_is_escaped,
}

pub fn coordinator(app: &TestApp) -> Browser<'_> {
    Browser::coordinator(app, "ZA-NW")
}

/// The numbers of so many players who may enter, of as many clubs.
pub fn numbers(app: &TestApp, players: usize) -> Vec<String> {
    let number = |_| {
        let club = affiliated(app);
        let player = app.player(&club);
        register(app, &player, &club, "senior");
        let player = app.anyone().get(&format!("/v1/players/{player}")).expect(200);
        text(&player["number"]).to_owned()
    };
    (0..players).map(number).collect()
}

/// A tournament that is open for entries; its desk.
pub fn opened(browser: &Browser<'_>, level: &str, rounds: &str) -> String {
    let form = browser.open("/desk/announcement").form("/desk/announcement");
    let form = form
        .with("name", "North West Open")
        .with("province", "ZA-NW")
        .with("level", level)
        .with("starts_on", "2026-11-20")
        .with("ends_on", "2026-11-20")
        .with("venue", "Mmabatho High School, Mahikeng")
        .with("rounds", rounds);
    let page = browser.go(&form);
    let opening = page.form_to("/opening");
    browser.go(&opening);
    opening.action.trim_end_matches("/opening").to_owned()
}

pub fn enter(browser: &Browser<'_>, desk: &str, numbers: &str) -> Page {
    let path = format!("{desk}/entries");
    browser.send(&browser.open(&path).form(&path).with("numbers", numbers))
}

/// Draws and publishes the next round; the path of its results.
pub fn publish(browser: &Browser<'_>, desk: &str) -> String {
    let page = browser.go(&browser.open(desk).form(&format!("{desk}/rounds")));
    let page = browser.go(&page.form_to("/publication"));
    let results = page.links().into_iter().find(|link| link.ends_with("/results"));
    results.unwrap()
}

/// The names of the fields for the marks of the boards that are open.
pub fn boards(page: &Page) -> Vec<String> {
    let fields = page.forms().into_iter().flat_map(|form| form.fields.into_keys());
    fields.filter(|name| name.starts_with("board-")).collect()
}

/// Confirms all that the page lets somebody confirm.
#[track_caller]
pub fn confirm(browser: &Browser<'_>, results: &str) -> Page {
    let page = browser.open(results);
    let mut form = page.form_to("/confirmations");
    form.fields.extend(page.boxes());
    browser.go(&form)
}

/// An open tournament with so many players in their order; its desk.
pub fn seated(app: &TestApp, browser: &Browser<'_>, (level, rounds): (&str, &str), players: usize) -> String {
    let desk = opened(browser, level, rounds);
    assert_eq!(enter(browser, &desk, &numbers(app, players).join("\n")).status, 303);
    let entries = browser.open(&format!("{desk}/entries"));
    browser.go(&entries.form(&format!("{desk}/starting-order")));
    desk
}

fn a_championship_is_run_from_its_announcement_to_its_end(app: &TestApp) {
    let (first, second) = (coordinator(app), Browser::of(app, ADMINISTRATOR));
    let desk = seated(app, &first, ("provincial", "3"), 7);
    assert!(first.open("/desk").links().contains(&"/desk/tournaments".to_owned()));
    assert!(first.open("/desk/tournaments").links().contains(&desk));
    let late = numbers(app, 1);
    for round in 1..=3 {
        let results = publish(&first, &desk);
        let page = first.open(&results);
        let boards = boards(&page);
        assert!(boards.len() >= 3, "{boards:?}");
        let mut form = page.form(&results);
        for board in &boards {
            form = form.with(board, "1½0110");
        }
        if round == 2 {
            form = form.with("board-1", "").with("absent-1", "1");
        }
        let (once, twice) = (first.send(&form), first.send(&form));
        assert_eq!((once.status, twice.status), (303, 303), "{}", once.text());
        assert_eq!(twice.header("idempotency-replayed"), "true");
        let page = first.open(&results);
        assert!(page.text().contains("another official confirms it"), "{}", page.text());
        assert!(page.boxes().is_empty(), "who enters does not confirm");
        let page = confirm(&second, &results);
        assert!(page.text().contains("1 ½ 0 1 1 0 3 ½"), "{}", page.text());
        let page = first.open(&desk);
        first.go(&page.form_to("/closing"));
        if round == 1 {
            assert_eq!(enter(&first, &desk, &late[0]).status, 303, "late");
            let entries = first.open(&format!("{desk}/entries"));
            let withdrawal = entries.form_to("/withdrawal");
            let page = first.go(&withdrawal);
            assert!(page.text().contains("withdrawn"), "{}", page.text());
        }
    }
    let page = first.open(&desk);
    assert!(page.text().contains("Finished."), "{}", page.text());
    let tournament = desk.replace("/desk/", "/v1/");
    let matches = app.anyone().get(&format!("{tournament}/standings")).expect(200);
    assert_eq!(matches["after_round"], 3);
}

fn an_announcement_is_refused_field_by_field(app: &TestApp) {
    let browser = coordinator(app);
    let form = browser.open("/desk/announcement").form("/desk/announcement");
    let page = browser.send(&form);
    assert_eq!(page.status, 422);
    for told in [
        "Name: Must be given.",
        "Level: Must be given.",
        "First day: Must be given.",
    ] {
        assert!(page.text().contains(told), "{}", page.text());
    }
    let form = form
        .with("name", "North West Open")
        .with("province", "ZA-NW")
        .with("level", "club")
        .with("starts_on", "20 November")
        .with("ends_on", "2026-11-20")
        .with("venue", "Mahikeng")
        .with("rounds", "six");
    let page = browser.send(&form);
    assert!(
        page.text().contains("Rounds: Must be a whole number."),
        "{}",
        page.text()
    );
    assert!(page.text().contains("First day: Must be a day"), "{}", page.text());
    assert!(
        page.body.contains("value=\"North West Open\""),
        "what was typed is kept"
    );
    let page = browser.send(&form.with("starts_on", "2026-11-21").with("rounds", "99"));
    assert_eq!(page.status, 422);
    assert!(
        page.text().contains("Last day: "),
        "the operation's own faults: {}",
        page.text()
    );
    assert!(app.anyone().get("/v1/tournaments").items().is_empty());
}

fn players_are_entered_many_at_once_or_not_at_all(app: &TestApp) {
    let browser = coordinator(app);
    let desk = opened(&browser, "provincial", "3");
    let numbers = numbers(app, 3);
    let stranger = app.player(&app.club("ZA-NW"));
    let stranger = app.anyone().get(&format!("/v1/players/{stranger}")).expect(200);
    let unregistered = format!("{} {}", numbers[0], text(&stranger["number"]));
    for (typed, status, told) in [
        ("", 422, "Must be given."),
        (
            "M-0000001-X",
            422,
            "There is no player with this number, or it is there twice: M-0000001-X.",
        ),
        (&format!("{0}, {0}", numbers[0]), 422, "or it is there twice"),
        (&unregistered, 409, "is not registered"),
    ] {
        let page = enter(&browser, &desk, typed);
        assert_eq!(page.status, status, "{typed}: {}", page.text());
        assert!(page.text().contains(told), "{typed}: {}", page.text());
        assert!(page.text().contains(typed), "what was typed is kept");
    }
    let entries = format!("{}/entries", desk.replace("/desk/", "/v1/"));
    assert!(app.anyone().get(&entries).items().is_empty());
    let typed = format!("{}; {}\n  {} ", numbers[2], numbers[0], numbers[1].to_lowercase());
    assert_eq!(enter(&browser, &desk, &typed).status, 303);
    let seeds = |app: &TestApp| -> Vec<String> {
        let items = app.anyone().get(&entries).items();
        items
            .iter()
            .map(|entry| text(&entry["player"]["number"]).to_owned())
            .collect()
    };
    assert_eq!(seeds(app), [&*numbers[2], &*numbers[0], &*numbers[1]]);
    let page = browser.open(&format!("{desk}/entries"));
    let mut order = page.form(&format!("{desk}/starting-order"));
    let places = page.body.split("name=\"seed-").skip(1);
    for (place, id) in ["2", "3", "1"].iter().zip(places) {
        let id = id.split('"').next().unwrap();
        order = order.with(&format!("seed-{id}"), place);
    }
    browser.go(&order);
    assert_eq!(seeds(app), [&*numbers[1], &*numbers[2], &*numbers[0]]);
}

fn a_large_field_is_shown_in_parts(app: &TestApp) {
    let (browser, club) = (coordinator(app), affiliated(app));
    let desk = opened(&browser, "regional", "3");
    let number = |_| {
        let player = app.player(&club);
        register(app, &player, &club, "senior");
        text(&app.anyone().get(&format!("/v1/players/{player}")).expect(200)["number"]).to_owned()
    };
    let numbers: Vec<String> = (0..102).map(number).collect();
    for some in numbers.chunks(60) {
        assert_eq!(enter(&browser, &desk, &some.join(" ")).status, 303);
    }
    let listed = |page: &Page| page.body.matches("name=\"seed-").count();
    let (path, rest) = (format!("{desk}/entries"), format!("{desk}/entries?from=101"));
    let first = browser.open(&path);
    assert_eq!(listed(&first), 100);
    assert!(first.links().contains(&rest));
    let page = browser.open(&rest);
    assert_eq!(listed(&page), 2);
    // Somebody on the second part is moved to the top: those on the first, who are not sent, close up behind.
    let last = page
        .body
        .rsplit("name=\"seed-")
        .next()
        .and_then(|rest| rest.split('"').next());
    let moved = page
        .form(&format!("{desk}/starting-order"))
        .with(&format!("seed-{}", last.unwrap()), "1");
    assert_eq!(browser.send(&moved).header("location"), rest);
    let entries = app
        .anyone()
        .get(&format!("{}/entries", desk.replace("/desk/", "/v1/")))
        .items();
    let order: Vec<&str> = entries.iter().map(|entry| text(&entry["player"]["number"])).collect();
    assert_eq!(order[0], numbers[101]);
    assert_eq!(order[1..], numbers[..101]);
    let withdrawal = browser.open(&rest).form_to("/withdrawal");
    assert_eq!(
        browser.send(&withdrawal).header("location"),
        rest,
        "back to the part with the player"
    );
    assert_eq!(listed(&browser.open(&format!("{desk}/entries?from=999"))), 0);
}

fn the_checklist_says_what_is_missing(app: &TestApp) {
    let browser = coordinator(app);
    let desk = seated(app, &browser, ("regional", "6"), 4);
    let path = format!("{desk}/recognition");
    let page = browser.open(&path);
    assert!(
        page.text().contains("On 2026-11-20 no umpire is appointed."),
        "{}",
        page.text()
    );
    let appointment = page.form(&format!("{desk}/appointments"));
    let number = numbers(app, 1).remove(0);
    let page = browser.send(&appointment.clone().with("umpire", &number));
    assert_eq!(page.status, 409, "{}", page.text());
    let player = app
        .anyone()
        .get(&format!("/v1/players?number={number}"))
        .items()
        .remove(0);
    let accreditation = json!({
        "player_id": player["id"], "level": "level_1", "valid_from": "2026-11-20", "without_course": WITHOUT_COURSE,
    });
    app.administrator()
        .post("/v1/accreditations", &accreditation)
        .expect(201);
    browser.go(&appointment.with("umpire", &number));
    let equipment = page.form(&format!("{desk}/equipment"));
    let page = browser.send(&equipment.clone().with("board", "large"));
    assert!(
        page.text()
            .contains("Side of the boards in millimetres: Must be a whole number."),
        "{}",
        page.text()
    );
    let page = browser.send(&found(equipment.clone()).with("board", "4900"));
    assert_eq!(page.status, 422, "the operation's own faults: {}", page.text());
    let page = browser.go(&found(equipment));
    assert!(page.text().contains("Boards and counters: met"), "{}", page.text());
    assert!(page.text().contains("An umpire on every day: met"), "{}", page.text());
}

fn found(form: crate::browser::Form) -> crate::browser::Form {
    form.with("board", "490")
        .with("junction", "25")
        .with("counters", "pvc")
        .with("counter_size", "25")
        .with("marked", "yes")
        .with("federation_mark", "yes")
}

fn a_desk_is_for_those_who_run_the_tournament(app: &TestApp) {
    let browser = coordinator(app);
    let desk = seated(app, &browser, ("regional", "3"), 4);
    let results = publish(&browser, &desk);
    let account = app.account_with(&json!({ "role": "coordinator", "province": "ZA-LP" }));
    let stranger = Browser::of(app, &account.email);
    for path in [
        &desk,
        &results,
        &format!("{desk}/entries"),
        &format!("{desk}/recognition"),
    ] {
        assert_eq!(stranger.get(path).status, 403, "{path}");
        assert_eq!(Browser::new(app).get(path).status, 303, "{path}");
    }
    let mine = browser.open(&results).form(&results);
    let token = stranger.open("/account").form("/sign-out").fields["form_token"].clone();
    let page = stranger.send(&mine.with("form_token", &token).with("board-1", "111000"));
    assert_eq!(page.status, 403, "{}", page.text());
    assert!(!stranger.open("/desk/tournaments").links().contains(&desk));
    let nobody = Browser::of(app, &app.account().email).open("/desk");
    assert!(
        nobody
            .text()
            .contains("There is no work here for the roles of your account.")
    );
    assert!(!nobody.links().contains(&"/desk/tournaments".to_owned()));
}

fn whatever_is_typed_is_escaped(app: &TestApp) {
    let browser = coordinator(app);
    let desk = seated(app, &browser, ("regional", "3"), 4);
    let results = publish(&browser, &desk);
    let script = "\"><script>alert(1)</script>";
    let page = browser.send(&browser.open(&results).form(&results).with("board-1", script));
    assert!(!page.body.contains("<script>alert"), "{}", page.body);
    let page = enter(&browser, &desk, script);
    assert!(!page.body.contains("<script>alert"), "{}", page.body);
    let page = Browser::new(app).get("/sign-in?to=/%22%3E%3Cscript%3Ealert(1)");
    assert!(!page.body.contains("<script>alert"), "{}", page.body);
}
