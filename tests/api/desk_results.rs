//! Results at the desk: marks of a round, corrected, disputed and ruled on, and steps taken back.

use crate::app::{ADMINISTRATOR, TestApp};
use crate::browser::Browser;
use crate::caller::text;
use crate::desk::{confirm, coordinator, publish, seated};
use crate::season::{matches, members, ratified};

on_sqlite! {
    marks_are_refused_at_their_board,
    two_officials_enter_one_round,
    a_result_is_corrected_disputed_and_ruled_on,
    a_ratified_result_is_corrected_by_an_administrator_alone,
    a_step_is_taken_back,
}

fn marks_are_refused_at_their_board(app: &TestApp) {
    let browser = coordinator(app);
    let desk = seated(app, &browser, ("regional", "3"), 4);
    let results = publish(&browser, &desk);
    let form = browser.open(&results).form(&results);
    for (board, absent, told) in [
        ("1½0x10", "", "May have 1, ½ (or 5) and 0"),
        ("11111", "", "Board 2: A match of this tournament has 6 games."),
        ("111111", "0", "Has marks, though somebody did not come"),
        ("", "", "No board has anything typed."),
    ] {
        let page = browser.send(&form.clone().with("board-2", board).with("absent-2", absent));
        assert_eq!(page.status, 422, "{board}");
        assert!(page.text().contains(told), "{board}: {}", page.text());
        assert!(page.body.contains(&format!("value=\"{board}\"")), "{board} is kept");
    }
    let wrong = form.with("board-1", "111000").with("board-2", "1");
    let page = browser.send(&wrong);
    assert!(
        page.text().contains("0 of 2 boards in."),
        "all or none: {}",
        page.text()
    );
}

fn two_officials_enter_one_round(app: &TestApp) {
    let (one, other) = (coordinator(app), coordinator(app));
    let desk = seated(app, &one, ("regional", "3"), 4);
    let results = publish(&one, &desk);
    let (mine, theirs) = (one.open(&results).form(&results), other.open(&results).form(&results));
    assert_eq!(one.send(&mine.with("board-1", "111000")).status, 303);
    let page = other.send(&theirs.clone().with("board-1", "111000").with("board-2", "1"));
    assert_eq!(page.status, 422);
    let page = other.send(&theirs.clone().with("board-1", "000111").with("board-2", "101010"));
    assert_eq!(page.status, 409);
    assert!(page.text().contains("Board 1 has a result already."), "{}", page.text());
    assert!(
        page.body.contains("value=\"101010\""),
        "what they typed for the other board is kept"
    );
    let page = other.go(&theirs.with("board-1", "111000").with("board-2", "101010"));
    assert!(page.text().contains("2 of 2 boards in."), "{}", page.text());
}

fn a_result_is_corrected_disputed_and_ruled_on(app: &TestApp) {
    let (one, other) = (coordinator(app), Browser::of(app, ADMINISTRATOR));
    let desk = seated(app, &one, ("provincial", "3"), 4);
    let results = publish(&one, &desk);
    let form = one.open(&results).form(&results);
    one.go(&form.with("board-1", "111000").with("board-2", "1½0110"));
    let board = one
        .open(&results)
        .links()
        .into_iter()
        .find(|link| link.contains("/matches/"));
    let board = board.unwrap();
    let correction = one.open(&board).form_to("/correction");
    let page = one.send(&correction.clone().with("marks", "110000"));
    assert_eq!(page.status, 422);
    assert!(page.text().contains("Why: "), "{}", page.text());
    let stale = correction
        .clone()
        .with("version", "7")
        .with("marks", "110000")
        .with("reason", "Misread.");
    assert_eq!(one.send(&stale).status, 412);
    let page = one.go(&correction
        .with("marks", "110000")
        .with("reason", "It was read from the wrong side."));
    assert!(page.text().contains("1 1 0 0 0 0"), "{}", page.text());
    assert!(
        page.text().contains("It was read from the wrong side."),
        "{}",
        page.text()
    );
    let page = one.go(&page.form_to("/dispute").with("dispute", "Game 3 was drawn."));
    let ruling = page.form_to("/ruling");
    let short = one.send(
        &ruling
            .clone()
            .with("ruling", "A draw, by the record.")
            .with("ruled_marks", "11"),
    );
    assert_eq!(short.status, 422);
    let page = one.go(&ruling
        .with("ruling", "A draw, by the record.")
        .with("ruled_marks", "11½000"));
    assert!(
        page.text().contains("Ruling: A draw, by the record."),
        "{}",
        page.text()
    );
    assert!(page.text().contains("1 1 ½ 0 0 0"), "{}", page.text());
    confirm(&other, &results);
    assert!(other.open(&desk).text().contains("Close round 1"));
}

fn a_ratified_result_is_corrected_by_an_administrator_alone(app: &TestApp) {
    let hall = ratified(app, ("friendly", "2026-11-20", 1), &members(app, 4, 1), |_| 6);
    let board = format!("/desk/matches/{}", text(&matches(&hall)[0]["id"]));
    let offered = |browser: &Browser<'_>| -> Vec<String> {
        let forms = browser.open(&board).forms().into_iter();
        forms
            .filter_map(|form| Some(form.action.strip_prefix(&board)?.to_owned()))
            .collect()
    };
    assert!(offered(&coordinator(app)).is_empty());
    assert_eq!(offered(&Browser::of(app, ADMINISTRATOR)), ["/correction"]);
}

fn a_step_is_taken_back(app: &TestApp) {
    let browser = coordinator(app);
    let desk = seated(app, &browser, ("regional", "3"), 4);
    let page = browser.go(&browser.open(&desk).form(&format!("{desk}/rounds")));
    assert!(page.text().contains("Round 1, as it is drawn"), "{}", page.text());
    let (publication, thrown) = (page.form_to("/publication"), page.form_to("/undo"));
    let page = browser.go(&thrown);
    assert!(page.text().contains("Draw round 1"), "{}", page.text());
    // The page before is still open in another tab.
    assert_eq!(browser.send(&publication).status, 404);
    let results = publish(&browser, &desk);
    let form = browser.open(&results).form(&results);
    browser.go(&form.with("board-1", "111000"));
    let page = browser.send(&browser.open(&desk).form_to("/undo"));
    assert_eq!(page.status, 409);
    assert!(
        page.text().contains("Round 1 has results; take these back first."),
        "{}",
        page.text()
    );
    let board = browser
        .open(&results)
        .links()
        .into_iter()
        .find(|link| link.contains("/matches/"));
    browser.go(&browser.open(&board.unwrap()).form_to("/undo"));
    browser.go(&browser.open(&desk).form_to("/undo"));
    assert!(browser.open(&desk).text().contains("Publish round 1"));
}
