//! Two entries of one person, compared and merged in pages.

use serde_json::json;

use crate::app::TestApp;
use crate::browser::{Browser, says};
use crate::hall::{Hall, affiliated, register};

on_sqlite! {
    two_entries_are_compared_and_merged_with_a_reason,
    any_two_numbers_can_be_compared,
    a_merger_is_refused_in_words,
    a_merger_is_for_who_looks_after_both,
}

fn comparison(numbers: [&str; 2]) -> String {
    format!("/desk/register/comparison?first={}&second={}", numbers[0], numbers[1])
}

fn two_entries_are_compared_and_merged_with_a_reason(app: &TestApp) {
    let browser = Browser::coordinator(app, "ZA-NW");
    let (club, other) = (affiliated(app), app.club("ZA-NW"));
    let first = app.player_named(&club, "Müller", "Leoné", "1990-01-01");
    let second = app.player_named(&other, "MULLER", "Leone", "1990-01-01");
    register(app, &first, &club, "senior");
    let numbers = [app.number_of(&first), app.number_of(&second)];
    let pairs = browser.open("/desk/register/duplicates");
    let pair = comparison([&numbers[0], &numbers[1]]);
    assert!(pairs.links().contains(&pair), "{:?}", pairs.links());
    let page = browser.open(&pair);
    for told in [
        "Name Leoné Müller Leone MULLER",
        "Born 1 January 1990 1 January 1990",
        "Registered for 2027",
        "no year",
    ] {
        says(&page, told);
    }
    let merger = format!("/desk/register/mergers/{first}/{second}");
    assert!(
        page.links().contains(&merger)
            && page
                .links()
                .contains(&format!("/desk/register/mergers/{second}/{first}"))
    );
    let page = browser.open(&merger);
    says(&page, "It cannot be undone.");
    let form = page.form(&merger);
    let refused = browser.send(&form);
    assert_eq!(refused.status, 422);
    says(&refused, "How you know that they are one person: ");
    let form = form.with("reason", "The club has confirmed it.");
    let (once, twice) = (browser.send(&form), browser.send(&form));
    assert_eq!((once.status, twice.status), (303, 303), "{}", once.text());
    assert_eq!(once.header("location"), format!("/desk/players/{first}"));
    assert_eq!(twice.header("idempotency-replayed"), "true");
    assert_eq!(app.anyone().get(&format!("/v1/players/{second}")).status, 308);
    says(&browser.open("/desk/register/duplicates"), "There are none.");
    // Who looks again is sent on to the one that stays.
    let gone = browser.get(&merger);
    assert_eq!(
        (gone.status, gone.header("location")),
        (308, &*format!("/desk/players/{first}"))
    );
    let trail = app
        .administrator()
        .get(&format!("/v1/audit?subject=player&subject_id={second}"))
        .body_text();
    assert!(trail.contains("The club has confirmed it."), "{trail}");
}

fn any_two_numbers_can_be_compared(app: &TestApp) {
    let browser = Browser::coordinator(app, "ZA-NW");
    let club = app.club("ZA-NW");
    let first = app.player_named(&club, "Modise", "Lesedi", "2014-03-02");
    let second = app.player_named(&club, "Modisi", "Lesedi", "2014-02-03");
    let numbers = [app.number_of(&first), app.number_of(&second)];
    says(&browser.open("/desk/register/duplicates"), "There are none.");
    says(
        &browser.open(&comparison([&numbers[0].to_lowercase(), &numbers[1]])),
        "Lesedi Modisi",
    );
    for pair in [
        [&*numbers[0], &*numbers[0]],
        [&numbers[0], "M-0000001-X"],
        [&numbers[0], "nobody"],
    ] {
        let page = browser.open(&comparison(pair));
        says(&page, "Type the numbers of two entries that are on record.");
        assert!(
            page.body.contains(&format!("value=\"{}\"", pair[1])),
            "what was typed is kept"
        );
    }
}

fn a_merger_is_refused_in_words(app: &TestApp) {
    let browser = Browser::coordinator(app, "ZA-NW");
    let mut hall = Hall::new(app, &json!({}), 2);
    hall.publish();
    let [first, second] = [hall.players.remove(0), hall.players.remove(0)];
    let merger = format!("/desk/register/mergers/{first}/{second}");
    let form = browser.open(&merger).form(&merger).with("reason", "They look alike.");
    let page = browser.send(&form);
    assert_eq!(page.status, 409, "{}", page.text());
    says(&page, "Both have been drawn in one tournament.");
    assert!(
        page.body.contains("value=\"They look alike.\""),
        "what was typed is kept"
    );
    let itself = format!("/desk/register/mergers/{first}/{first}");
    let page = browser.send(&browser.open(&itself).form(&itself).with("reason", "The same."));
    assert_eq!(page.status, 422);
    says(&page, "An entry is not merged into itself.");
}

fn a_merger_is_for_who_looks_after_both(app: &TestApp) {
    let (here, there) = (app.club("ZA-NW"), app.club("ZA-GP"));
    let first = app.player_named(&here, "Modise", "Lesedi", "2014-03-02");
    let second = app.player_named(&there, "Modise", "Lesedi", "2014-03-02");
    let browser = Browser::coordinator(app, "ZA-NW");
    let pair = comparison([&app.number_of(&first), &app.number_of(&second)]);
    for path in [
        pair,
        format!("/desk/register/mergers/{first}/{second}"),
        format!("/desk/register/mergers/{second}/{first}"),
    ] {
        assert_eq!(browser.get(&path).status, 403, "{path}");
        assert_eq!(Browser::new(app).get(&path).status, 303, "{path}");
    }
    says(&browser.open("/desk/register/duplicates"), "There are none.");
}
