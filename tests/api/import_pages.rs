//! The pages on which lists, files of games and tournaments are taken in, without a script.

use serde_json::json;

use crate::app::{Account, TestApp};
use crate::browser::{Browser, Page};
use crate::caller::text;
use crate::patience::awaited;
use crate::spreadsheets::workbook;

on_sqlite! {
    a_list_is_looked_at_and_then_saved,
    what_is_wrong_is_told_row_by_row_and_nothing_is_saved,
    what_was_looked_at_is_kept_for_a_day_and_until_the_next,
    a_template_is_filled_in_and_sent,
    games_are_taken_in_from_a_file,
    a_tournament_is_taken_over_from_its_file,
    lists_are_for_those_who_look_after_clubs,
}

pub fn coordinator(app: &TestApp) -> Account {
    app.account_with(&json!({ "role": "coordinator", "province": "ZA-NW" }))
}

/// The page of a job once it has come to its end.
fn finished(browser: &Browser<'_>, sent: &Page) -> (String, Page) {
    assert_eq!(sent.status, 303, "{}", sent.text());
    let path = sent.header("location").to_owned();
    let last = awaited("the job does not come to an end", || {
        let page = browser.open(&path);
        let is_waiting = page.text().contains("looks again by itself");
        assert_eq!(page.header("refresh"), if is_waiting { "3" } else { "" });
        (!is_waiting).then_some(page)
    });
    (path, last)
}

fn learners() -> Vec<u8> {
    workbook(&[
        &[
            "Surname",
            "First names",
            "Date of birth",
            "Gender",
            "Province",
            "Club code",
            "Coach",
        ],
        &["Mokoena", "Thandiwe", "2012-04-17", "F", "North West", "DIT", "Ms Dube"],
        &["Dlamini", "Sipho", "2011-02-03", "M", "NW", "DIT", ""],
    ])
}

/// A list of clubs as a person has it.
const CLUBS: &str = "Club code;Club;Type of club;Province\r\nDIT;Herders;School;NW\r\n";

fn players(app: &TestApp) -> usize {
    app.anyone().get("/v1/players").items().len()
}

fn a_list_is_looked_at_and_then_saved(app: &TestApp) {
    let account = coordinator(app);
    let browser = Browser::of(app, &account.email);
    assert!(browser.open("/desk").links().contains(&"/desk/imports".to_owned()));
    let form = browser.open("/desk/imports").form("/desk/imports");
    assert!(form.takes_files);
    let form = form
        .with_file("clubs", "clubs.csv", CLUBS)
        .with_file("players", "learners.xlsx", learners());
    let (path, looked_at) = finished(&browser, &browser.send(&form));
    let told = looked_at.text();
    assert!(told.contains("Nothing is saved yet"), "{told}");
    assert!(
        told.contains("Would be new 2") && told.contains("Gender Female or male"),
        "{told}"
    );
    assert!(
        told.contains("Coach left out") && told.contains("Season 2027"),
        "{told}"
    );
    assert_eq!(players(app), 0);
    let saving = looked_at.form_to("/saving");
    let sent = browser.send(&saving);
    let (saved, page) = finished(&browser, &sent);
    assert!(page.text().contains("The lists are taken in."), "{}", page.text());
    assert_eq!(players(app), 2);
    // Pressed twice it is done once, and there is nothing more to press.
    assert_eq!(browser.send(&saving).header("location"), saved);
    assert!(!browser.open(&path).text().contains("Save them"));
    assert_eq!(browser.send(&saving.with("form_key", "another")).status, 404);
    assert_eq!(players(app), 2);
    let links = browser.open("/desk/imports").links();
    assert!(links.contains(&path) && links.contains(&saved));
}

fn what_is_wrong_is_told_row_by_row_and_nothing_is_saved(app: &TestApp) {
    let account = coordinator(app);
    let browser = Browser::of(app, &account.email);
    let form = browser.open("/desk/imports").form("/desk/imports");
    let empty = browser.send(&form);
    assert_eq!(empty.status, 422);
    assert!(empty.text().contains("Choose at least one file."), "{}", empty.text());
    let wrong = "Club code;Club;Type of club;Province\r\nDIT;Herders;Hospital;NW\r\nVAA;Vaal;School;GP\r\n";
    let (_, page) = finished(&browser, &browser.send(&form.with_file("clubs", "clubs.csv", wrong)));
    let told = page.text();
    assert!(told.contains("Nothing was saved"), "{told}");
    assert!(
        told.contains("Clubs 2 Type of club Expected one of community, school, university."),
        "{told}"
    );
    assert!(told.contains("Clubs 3 Province"), "{told}");
    assert!(!told.contains("Save them"));
    assert_eq!(app.anyone().get("/v1/clubs").items().len(), 0);
}

fn what_was_looked_at_is_kept_for_a_day_and_until_the_next(app: &TestApp) {
    let account = coordinator(app);
    let browser = Browser::of(app, &account.email);
    let look = || {
        let form = browser.open("/desk/imports").form("/desk/imports");
        finished(&browser, &browser.send(&form.with_file("clubs", "clubs.csv", CLUBS)))
    };
    let (first, page) = look();
    let saving = page.form_to("/saving");
    let (second, _) = look();
    assert!(!browser.open(&first).text().contains("Save them"));
    assert_eq!(browser.send(&saving).status, 404);
    let other = Browser::of(app, &coordinator(app).email);
    assert_eq!(other.get(&second).status, 404);
    app.at("2026-11-22T08:00:00Z");
    let browser = Browser::of(app, &account.email);
    assert!(!browser.open(&second).text().contains("Save them"));
    assert_eq!(app.anyone().get("/v1/clubs").items().len(), 0);
}

fn a_template_is_filled_in_and_sent(app: &TestApp) {
    let account = coordinator(app);
    let browser = Browser::of(app, &account.email);
    let links = browser.open("/desk/imports").links();
    let templates: Vec<&String> = links.iter().filter(|link| link.contains("/templates/")).collect();
    assert_eq!(templates.len(), 8);
    for path in templates {
        assert_eq!(browser.get_file(path).0, 200, "{path}");
    }
    let (_, template) = browser.get_file("/desk/imports/templates/clubs.csv");
    let (_, workbook) = browser.get_file("/desk/imports/templates/players.xlsx");
    // As they are they have no rows; filled in they are read.
    let filled = [template, b"DIT,Herders,School,North West\r\n".to_vec()].concat();
    let form = browser.open("/desk/imports").form("/desk/imports");
    let form = form
        .with_file("clubs", "clubs.csv", filled)
        .with_file("players", "players.xlsx", workbook);
    let (_, page) = finished(&browser, &browser.send(&form));
    assert!(page.text().contains("Would be new 1"), "{}", page.text());
    assert!(
        page.text().contains("Players Read from the sheet “players”. Rows 0"),
        "{}",
        page.text()
    );
    for missing in ["players.pdf", "players", "people.csv"] {
        assert_eq!(
            browser.get(&format!("/desk/imports/templates/{missing}")).status,
            404,
            "{missing}"
        );
    }
}

fn games_are_taken_in_from_a_file(app: &TestApp) {
    let account = coordinator(app);
    let browser = Browser::of(app, &account.email);
    let club = app.club("ZA-NW");
    let number =
        |player: &str| text(&app.anyone().get(&format!("/v1/players/{player}")).expect(200)["number"]).to_owned();
    let (first, second) = (number(&app.player(&club)), number(&app.player(&club)));
    let game = format!(
        "[Event \"Friendly\"]\n[Date \"2026.11.20\"]\n[FirstId \"{first}\"]\n[SecondId \"{second}\"]\n[Result \"1-0\"]\n\
         [Termination \"resignation\"]\n\n1. E1 R1 2. E2 R2 3. E3xR1 1-0\n"
    );
    let path = "/desk/imports/games";
    let form = browser.open(path).form(path);
    let none = browser.send(&form);
    assert!(
        none.status == 422 && none.text().contains("Choose a file."),
        "{}",
        none.text()
    );
    let (_, page) = finished(&browser, &browser.send(&form.with_file("games", "evening.txt", game)));
    assert!(page.text().contains("Recorded 1"), "{}", page.text());
    assert_eq!(app.anyone().get("/v1/games").items().len(), 1);
}

fn a_tournament_is_taken_over_from_its_file(app: &TestApp) {
    let browser = Browser::of(app, crate::app::ADMINISTRATOR);
    let path = "/desk/imports/tournament";
    let form = browser.open(path).form(path);
    for (content, told) in [("no file of a tournament", "Line 1"), ("{}", "Must be given.")] {
        let page = browser.send(&form.clone().with_file("file", "tournament.json", content));
        assert!(page.status >= 400 && page.text().contains(told), "{}", page.text());
        assert!(page.text().contains("Choose the file again"), "{}", page.text());
    }
    assert!(browser.send(&form).text().contains("Choose a file."));
    let (_, archive) = crate::archives::played(&TestApp::on_sqlite());
    let page = browser.go(&form.with_file("file", "tournament.json", archive.to_string()));
    assert!(page.text().contains(text(&archive["plan"]["name"])), "{}", page.text());
}

fn lists_are_for_those_who_look_after_clubs(app: &TestApp) {
    let club = app.club("ZA-NW");
    let secretary = app.account_with(&json!({ "role": "club_secretary", "club_id": club }));
    let umpire = app.account_with(&json!({ "role": "umpire" }));
    for account in [&secretary, &umpire] {
        let browser = Browser::of(app, &account.email);
        assert_eq!(browser.get("/desk/imports").status, 403);
        assert_eq!(browser.get("/desk/imports/templates/players.csv").status, 403);
        assert_eq!(browser.get("/desk/imports/tournament").status, 403);
        assert!(!browser.open("/desk").links().contains(&"/desk/imports".to_owned()));
    }
    assert_eq!(
        Browser::of(app, &secretary.email).get("/desk/imports/games").status,
        403
    );
    let umpire = Browser::of(app, &umpire.email);
    assert!(umpire.open("/desk").links().contains(&"/desk/imports/games".to_owned()));
    let form = umpire.open("/desk/imports/games").form("/desk/imports/games");
    let mut lists = form.with_file("clubs", "clubs.csv", CLUBS);
    "/desk/imports".clone_into(&mut lists.action);
    assert_eq!(umpire.send(&lists).status, 403);
    assert_eq!(Browser::new(app).get("/desk/imports").status, 303);
}
