//! The federation's own desk of a tournament whose pen a laptop has: read as ever, and nothing is offered that would be refused.

use serde_json::json;

use crate::app::TestApp;
use crate::browser::{Browser, Page};
use crate::caller::text;
use crate::hall::sheet;
use crate::venue_desk::{coordinator, desk, sent_by, tells};
use crate::weekend::Weekend;

on_sqlite! {
    nothing_is_offered_while_the_pen_is_away,
    a_form_from_before_is_refused_with_its_reason,
}

/// The paths to which a page sends forms of the desk.
fn forms(page: &Page) -> Vec<String> {
    let actions = page.forms().into_iter().map(|form| form.action);
    actions.filter(|action| action.starts_with("/desk/")).collect()
}

/// The links of a page to what is there for a change alone.
fn ways(page: &Page) -> Vec<String> {
    const OF_CHANGES: [&str; 5] = ["/pairing", "/change", "/check-in", "/removal", "#order"];
    let is_way = |link: &String| OF_CHANGES.iter().any(|end| link.ends_with(end));
    page.links().into_iter().filter(is_way).collect()
}

/// The coordinator at a browser on the laptop. Nobody stays signed in for long.
fn there<'w>(weekend: &'w Weekend<'_>) -> Browser<'w> {
    Browser::of(&weekend.laptop, &weekend.coordinator)
}

/// Asks that these pages have forms on the laptop, or at the federation, and that those of the other have none, and no ways to any.
#[track_caller]
fn assert_offered(weekend: &Weekend<'_>, pages: &[String], is_there: bool) {
    let (home, there) = (coordinator(&weekend.hall), there(weekend));
    let (offering, reading) = if is_there { (&there, &home) } else { (&home, &there) };
    for path in pages {
        assert!(!forms(&offering.open(path)).is_empty(), "{path}");
        let page = reading.open(path);
        assert_eq!((forms(&page), ways(&page)), (Vec::new(), Vec::new()), "{path}");
    }
}

fn nothing_is_offered_while_the_pen_is_away(app: &TestApp) {
    let weekend = Weekend::new(app, 4);
    let (desk, hall) = (desk(&weekend.hall), &weekend.hall);
    let of_tournament = |part: &str| format!("{desk}/{part}");
    let entries = app.anyone().get(&format!("{}/entries", hall.path)).items();
    let removal = format!("/desk/entries/{}/removal", text(&entries[0]["id"]));
    let parts = ["entries", "byes", "change", "check-in", "pairing", "recognition"].map(of_tournament);
    assert_offered(&weekend, &[&parts[..], &[desk.clone(), removal][..]].concat(), true);
    assert!(!ways(&there(&weekend).open(&desk)).is_empty());
    let page = coordinator(hall).open(&of_tournament("entries"));
    tells(&page, "Hall laptop has the pen");
    tells(&page, "Nothing is changed here while the pen is elsewhere.");

    // A round that is drawn is looked at, and left alone.
    let round = weekend.there().draw_at_once(&json!({})).expect(201);
    weekend.bring_home();
    assert_offered(&weekend, &[desk.clone(), of_tournament("pairing")], true);
    tells(&coordinator(hall).open(&desk), "Round 1, as it is drawn");

    // So is one that is played: of two boards one is in.
    let round = text(&round["id"]);
    weekend
        .there()
        .step(&format!("/v1/rounds/{round}/publications"))
        .expect(201);
    let matches = weekend.there().matches(&format!("/v1/rounds/{round}"));
    let paired = text(&matches[0]["id"]);
    let results = format!("/v1/matches/{paired}/results");
    weekend.umpire().post(&results, &sheet(&matches[0], 4)).expect(201);
    weekend.bring_home();
    let played = [
        format!("/desk/rounds/{round}/results"),
        format!("/desk/matches/{paired}"),
        of_tournament("byes"),
    ];
    assert_offered(&weekend, &played, true);
    let entering = "Enter and confirm results";
    tells(&there(&weekend).open(&desk), entering);
    let page = coordinator(hall).open(&desk);
    assert!(!page.text().contains(entering), "{}", page.text());
    assert_eq!(forms(&page), [] as [String; 0]);
    assert!(page.links().contains(&played[0]), "the results are read");
    tells(&coordinator(hall).open(&played[0]), "1 of 2 boards in.");

    // Once the laptop has laid the pen down, it offers nothing more, and the federation does as ever.
    weekend.command(&["pen", "close"]);
    weekend.bring_home();
    assert_offered(&weekend, &played, false);
    tells(&coordinator(hall).open(&desk), entering);
}

fn a_form_from_before_is_refused_with_its_reason(app: &TestApp) {
    let weekend = Weekend::new(app, 4);
    let desk = desk(&weekend.hall);
    let draw = there(&weekend).open(&desk).form_to("/rounds");
    let home = coordinator(&weekend.hall);
    let refused = sent_by(&home, &draw);
    assert_eq!(refused.status, 409, "{}", refused.text());
    tells(&refused, "A laptop at the venue has the pen");
    assert_eq!(forms(&refused), [] as [String; 0]);
}
