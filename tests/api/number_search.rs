//! A search by `q` finds people by their number as by their name.

use crate::app::TestApp;
use crate::caller::{Caller, text};
use crate::players::escaped;

on_both_databases! {
    a_search_finds_by_number_as_by_name,
}

fn a_search_finds_by_number_as_by_name(app: &TestApp) {
    let (club, other) = (app.club("ZA-NW"), app.club("ZA-GP"));
    app.player_named(&club, "Adams", "Ann", "1998-04-17");
    // A child, whose name is not looked for in public; by the number everyone is found.
    app.player_named(&club, "Baloyi", "Ben", "2012-04-17");
    app.player_named(&other, "Cele", "Celiwe", "1998-04-17");
    let listed = |caller: &Caller<'_>, list: &str, q: &str| {
        let found = caller.get(&format!("{list}?q={}", escaped(q))).items();
        found
            .iter()
            .map(|one| text(&one["number"]).to_owned())
            .collect::<Vec<_>>()
    };
    let (anyone, secretary) = (app.anyone(), app.secretary(&club));
    for spelling in ["M-0000001-B", "m 1 b", "1b", "1", "0000001", "M-0000001", " m1 "] {
        assert_eq!(listed(&anyone, "/v1/players", spelling), ["M-0000001-B"], "{spelling}");
        assert_eq!(
            listed(&secretary, "/v1/particulars", spelling),
            ["M-0000001-B"],
            "{spelling}"
        );
    }
    assert_eq!(listed(&anyone, "/v1/players", "2"), ["M-0000002-C"]);
    assert!(listed(&anyone, "/v1/players", "baloyi").is_empty());
    assert_eq!(listed(&anyone, "/v1/players", "ann"), ["M-0000001-B"]);
    // A letter that does not fit is no number, and one that nobody has finds nobody.
    for nobody in ["1c", "9", "0", "00000001", "M-0000009-L"] {
        assert!(listed(&anyone, "/v1/players", nobody).is_empty(), "{nobody}");
    }
    // Of those whom somebody else looks after, none is found; other filters go on to hold.
    assert!(listed(&secretary, "/v1/particulars", "3").is_empty());
    assert_eq!(listed(&app.administrator(), "/v1/particulars", "3"), ["M-0000003-D"]);
    let elsewhere = format!("/v1/players?club_id={other}&q=1");
    assert!(anyone.get(&elsewhere).items().is_empty());
}
