//! The screen for the hall: the same for everyone, page by page, with a script and without; and the sheets that officials print.

use serde_json::json;

use crate::app::{ADMINISTRATOR, TestApp};
use crate::browser::{Browser, Page};
use crate::desk::{boards, coordinator, publish, seated};
use crate::hall::Hall;

on_sqlite! {
    the_screen_shows_boards_and_what_comes_in,
    its_pages_turn_without_a_script,
    a_child_is_known_by_initials_on_it_and_by_name_to_officials,
    a_page_that_is_none_is_refused,
    the_page_of_results_is_quickened_by_a_script_of_ours,
}

/// The page after that one, as a browser without a script asks for it.
fn turned(page: &Page) -> String {
    let (_, rest) = page
        .body
        .split_once("http-equiv=\"refresh\" content=\"12;url=")
        .unwrap();
    rest.split('"').next().unwrap().to_owned()
}

fn the_screen_shows_boards_and_what_comes_in(app: &TestApp) {
    let browser = coordinator(app);
    let desk = seated(app, &browser, ("regional", "3"), 4);
    let path = format!("{}/hall", desk.replace("/desk/", "/"));
    assert!(browser.open(&desk).links().contains(&path));
    let everyone = Browser::new(app);
    assert!(everyone.open(&desk.replace("/desk/", "/")).links().contains(&path));
    assert!(everyone.open(&path).text().contains("Players entered"));
    // A draw is nobody's business before it is published.
    browser.go(&browser.open(&desk).form(&format!("{desk}/rounds")));
    let page = everyone.open(&path);
    assert!(
        page.text().contains("Players entered") && !page.text().contains("Round 1"),
        "{}",
        page.text()
    );
    browser.go(&browser.open(&desk).form_to("/publication"));
    let page = everyone.open(&path);
    assert!(
        page.text().contains("Round 1") && page.text().contains("0 of 2 results in"),
        "{}",
        page.text()
    );
    assert!(
        !page.body.contains("<nav") && !page.body.contains("<footer"),
        "{}",
        page.body
    );
    let results = browser
        .open(&desk)
        .links()
        .into_iter()
        .find(|link| link.ends_with("/results"))
        .unwrap();
    let form = browser.open(&results).form(&results);
    browser.go(&form.clone().with("board-1", "111½00"));
    let page = everyone.open(&path);
    assert!(
        page.text().contains("3 ½") && page.text().contains("1 of 2 results in"),
        "{}",
        page.text()
    );
    browser.go(&browser.open(&results).form(&results).with("board-2", "111000"));
    browser.go(&browser.open(&desk).form_to("/closing"));
    let page = everyone.open(&turned(&everyone.open(&path)));
    assert!(page.text().contains("Standings after round 1"), "{}", page.text());
}

fn its_pages_turn_without_a_script(app: &TestApp) {
    let browser = coordinator(app);
    let desk = seated(app, &browser, ("regional", "3"), 15);
    publish(&browser, &desk);
    let everyone = Browser::new(app);
    let first = everyone.open(&format!("{}/hall", desk.replace("/desk/", "/")));
    let second = everyone.open(&turned(&first));
    assert!(
        first.text().contains("Page 1 of 2.") && second.text().contains("Page 2 of 2."),
        "{}",
        second.text()
    );
    let lines = |page: &Page| page.body.matches("<li class=").count();
    assert_eq!((lines(&first), lines(&second)), (6, 2), "seven boards, and who rests");
    assert!(second.text().contains("Bye"), "{}", second.text());
    assert_eq!(everyone.open(&turned(&second)).text(), first.text(), "it begins again");
    assert!(first.body.contains("data-seconds=\"12\""), "{}", first.body);
}

fn a_child_is_known_by_initials_on_it_and_by_name_to_officials(app: &TestApp) {
    let mut hall = Hall::new(app, &json!({}), 1);
    hall.enter(&app.player_named(&app.club("ZA-NW"), "Qwabe", "Zwelibanzi", "2012-05-05"));
    let screen = format!("{}/hall", hall.path.replace("/v1/", "/"));
    let round = hall.publish().replace("/v1/", "/desk/");
    let (everyone, official) = (Browser::new(app), Browser::of(app, ADMINISTRATOR));
    let page = everyone.open(&screen);
    assert!(
        page.text().contains("Z. Q.") && !page.body.contains("Qwabe"),
        "{}",
        page.text()
    );
    // The same for everyone, whoever looks: it hangs in the hall.
    assert!(!official.open(&screen).body.contains("Qwabe"));
    let standings = format!("{}/standings", hall.path.replace("/v1/", "/desk/"));
    let account = app.account_with(&json!({ "role": "coordinator", "province": "ZA-LP" }));
    let stranger = Browser::of(app, &account.email);
    let sheets = ["pairings", "wall-chart", "score-sheets"].map(|sheet| format!("{round}/sheets/{sheet}"));
    for path in sheets.iter().chain([&standings]) {
        let page = official.open(path);
        assert!(page.body.contains("Zwelibanzi Qwabe"), "{path}: {}", page.text());
        assert!(page.body.contains("For officials only"), "{path}");
        assert_eq!(page.header("cache-control"), "private, no-store", "{path}");
        assert_eq!(stranger.get(path).status, 403, "{path}");
        assert_eq!(everyone.get(path).status, 303, "{path}");
    }
    let links = official.open(&hall.path.replace("/v1/", "/desk/")).links();
    for path in [&sheets[0], &sheets[2], &standings] {
        assert!(links.contains(path), "{path}: {links:?}");
    }
}

fn a_page_that_is_none_is_refused(app: &TestApp) {
    let hall = Hall::new(app, &json!({}), 2);
    let path = format!("{}/hall", hall.path.replace("/v1/", "/"));
    let everyone = Browser::new(app);
    for (query, status) in [
        ("?page=0", 200),
        ("?page=999", 200),
        ("?page=two", 400),
        ("?colour=dark", 400),
    ] {
        assert_eq!(everyone.get(&format!("{path}{query}")).status, status, "{query}");
    }
    assert_eq!(
        everyone
            .get("/tournaments/019aa0d3-4d5e-7f60-8172-93a4b5c6d7e8/hall")
            .status,
        404
    );
}

fn the_page_of_results_is_quickened_by_a_script_of_ours(app: &TestApp) {
    let browser = coordinator(app);
    let desk = seated(app, &browser, ("regional", "3"), 4);
    let results = publish(&browser, &desk);
    let page = browser.open(&results);
    assert!(page.body.contains("src=\"/pages/results.js\""), "{}", page.body);
    assert!(page.header("content-security-policy").contains("script-src 'self'"));
    let script = browser.get("/pages/results.js");
    assert_eq!(
        (script.status, script.header("content-type")),
        (200, "text/javascript; charset=utf-8")
    );
    assert!(page.body.contains("data-known=\"0\" data-all=\"2\""), "{}", page.body);
    assert_eq!(page.body.matches("data-games=\"6\"").count(), boards(&page).len());
    // What is wrong is tied to its field, for whoever does not see it stand beside.
    let page = browser.send(&page.form(&results).with("board-2", "17"));
    for tie in [
        "aria-describedby=\"marks-hint board-2-fault\"",
        "id=\"board-2-fault\"",
        "aria-invalid=\"true\"",
    ] {
        assert!(page.body.contains(tie), "{tie}: {}", page.body);
    }
}
