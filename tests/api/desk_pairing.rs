//! A round paired by hand at the desk: two swapped, all boards set, what breaks the rules told by name; and a draw that is of
//! other figures than today's.

use serde_json::json;

use crate::app::TestApp;
use crate::browser::{Browser, Page};
use crate::desk::{boards, coordinator, publish, seated};

on_sqlite! {
    two_are_swapped_for_a_reason_that_everyone_reads,
    what_a_pairing_breaks_is_told_by_name,
    a_player_rests_again_only_if_that_is_allowed,
    numbers_that_have_changed_pair_nobody,
    where_no_draw_keeps_the_rules_the_fewest_are_set_aside,
    a_tournament_ends_early_for_a_reason,
    a_draw_of_other_figures_is_made_again,
    a_pairing_is_for_those_who_run_the_tournament,
    the_draw_says_why,
}

/// The numbers in the fields of the boards, in their order.
fn seats(page: &Page) -> Vec<(String, String)> {
    let fields = page.form_to("/pairing").fields;
    fields
        .into_iter()
        .filter(|(name, _)| name.starts_with("seat-"))
        .collect()
}

/// The value of the choice with those words in a list.
fn choice(page: &Page, list: &str, index: usize) -> String {
    let (_, rest) = page.body.split_once(&format!("name=\"{list}\"")).unwrap();
    let options = rest.split("</select>").next().unwrap().split("value=\"").skip(1);
    let values = options
        .map(|option| option.split('"').next().unwrap())
        .filter(|value| !value.is_empty());
    values.map(str::to_owned).nth(index).unwrap()
}

/// Plays the round that is published, all boards at once, and closes it.
fn play(browser: &Browser<'_>, desk: &str, results: &str) {
    let page = browser.open(results);
    let mut form = page.form(results);
    for board in boards(&page) {
        form = form.with(&board, "111000");
    }
    browser.go(&form);
    browser.go(&browser.open(desk).form_to("/closing"));
}

fn two_are_swapped_for_a_reason_that_everyone_reads(app: &TestApp) {
    let browser = coordinator(app);
    let desk = seated(app, &browser, ("regional", "3"), 4);
    let page = browser.go(&browser.open(&desk).form(&format!("{desk}/rounds")));
    let pairing = format!("{desk}/pairing");
    assert!(page.links().contains(&pairing), "{:?}", page.links());
    let page = browser.open(&pairing);
    let before = seats(&page);
    let (one, other) = (choice(&page, "one", 0), choice(&page, "other", 1));
    let swap = page.form_to("/swap");
    let without = browser.send(&swap.clone().with("one", &one).with("other", &other));
    assert_eq!(without.status, 422);
    assert!(
        without.text().contains("Why they are swapped: Must not be empty."),
        "{}",
        without.text()
    );
    assert!(
        without.body.contains(&format!("value=\"{one}\" selected")),
        "{}",
        without.body
    );
    let nobody = browser.send(
        &swap
            .clone()
            .with("one", &one)
            .with("swap_reason", "Two of one family car."),
    );
    assert!(
        nobody.text().contains("The other: Choose a player of this round."),
        "{}",
        nobody.text()
    );
    let full = swap
        .with("one", &one)
        .with("other", &other)
        .with("swap_reason", "They came in one car.");
    let (first, again) = (browser.send(&full), browser.send(&full));
    assert_eq!(
        (first.status, again.header("idempotency-replayed")),
        (303, "true"),
        "{}",
        first.text()
    );
    assert_ne!(seats(&browser.open(&pairing)), before);
    let page = browser.open(&desk);
    for told in [
        "Paired by an umpire. The reason: They came in one car.",
        "The draw would have been:",
        "The pairing is not the draw",
    ] {
        assert!(page.text().contains(told), "{told}: {}", page.text());
    }
    browser.go(&page.form_to("/publication"));
    let tournament = desk.replace("/desk/", "/v1/");
    let round = &app.anyone().get(&format!("{tournament}/rounds")).items()[0];
    let round = app
        .anyone()
        .get(&format!("/v1/rounds/{}", round["id"].as_str().unwrap()))
        .expect(200);
    assert_eq!(round["reason"], "They came in one car.");
}

fn what_a_pairing_breaks_is_told_by_name(app: &TestApp) {
    let browser = coordinator(app);
    let desk = seated(app, &browser, ("regional", "3"), 4);
    let results = publish(&browser, &desk);
    let page = browser.open(&format!("{desk}/pairing"));
    assert!(page.text().contains("Pair round 2 by hand"), "{}", page.text());
    let first = app
        .anyone()
        .get(&format!("{}/entries", desk.replace("/desk/", "/v1/")))
        .items();
    play(&browser, &desk, &results);
    let page = browser.open(&format!("{desk}/pairing"));
    let form = page.form_to("/pairing").with("reason", "The hall is divided.");
    // As in round 1, the top half against the bottom half.
    let again = [
        ("seat-1-1", "1"),
        ("seat-1-2", "3"),
        ("seat-2-1", "2"),
        ("seat-2-2", "4"),
    ];
    let typed = again
        .iter()
        .fold(form.clone(), |form, (name, seed)| form.with(name, seed));
    let refused = browser.send(&typed);
    assert_eq!(refused.status, 422, "{}", refused.text());
    assert!(
        refused.text().contains("have met in this tournament."),
        "{}",
        refused.text()
    );
    let name = first[0]["player"]["name"].as_str().unwrap();
    assert!(
        refused.text().contains(&format!("{name} and ")),
        "{name}: {}",
        refused.text()
    );
    assert!(refused.body.contains("id=\"seat-1-1-fault\""), "{}", refused.body);
    for (field, typed) in again {
        assert_eq!(
            refused.form_to("/pairing").fields[field],
            typed,
            "what was typed is kept"
        );
    }
    let twice = browser.send(&typed.clone().with("seat-2-2", "1"));
    assert!(twice.text().contains("is there more than once."), "{}", twice.text());
    let unknown = browser.send(&typed.clone().with("seat-2-2", "9").with("seat-1-1", ""));
    assert!(
        unknown.text().contains("Nobody with the number 9 plays in this round."),
        "{}",
        unknown.text()
    );
    assert!(unknown.body.contains("id=\"seat-1-1-fault\""), "{}", unknown.body);
    let page = browser.go(&typed.with("rematch", "yes"));
    assert!(
        page.text().contains("to meet again."),
        "each exception is shown: {}",
        page.text()
    );
}

fn a_player_rests_again_only_if_that_is_allowed(app: &TestApp) {
    let browser = coordinator(app);
    let desk = seated(app, &browser, ("regional", "3"), 3);
    let results = publish(&browser, &desk);
    play(&browser, &desk, &results);
    let byes = browser.open(&format!("{desk}/byes"));
    assert!(byes.text().contains("Round 1, by the draw"), "{}", byes.text());
    let rested = app
        .anyone()
        .get(&format!("{}/byes", desk.replace("/desk/", "/v1/")))
        .items();
    let entries = app
        .anyone()
        .get(&format!("{}/entries", desk.replace("/desk/", "/v1/")))
        .items();
    let rested = entries
        .iter()
        .find(|entry| entry["id"] == rested[0]["entry_id"])
        .unwrap();
    let others: Vec<String> = entries
        .iter()
        .filter(|entry| entry["id"] != rested["id"])
        .map(|entry| entry["seed"].to_string())
        .collect();
    let form = browser.open(&format!("{desk}/pairing")).form_to("/pairing");
    let form = form
        .with("seat-1-1", &others[0])
        .with("seat-1-2", &others[1])
        .with("bye", &rested["seed"].to_string())
        .with("reason", "One has hurt a hand.")
        .with("rematch", "yes");
    let refused = browser.send(&form);
    assert_eq!(refused.status, 422);
    assert!(
        refused.text().contains("has had a bye in this tournament."),
        "{}",
        refused.text()
    );
    assert!(refused.body.contains("id=\"bye-fault\""), "{}", refused.body);
    let page = browser.go(&form.with("second_bye", "yes"));
    assert!(page.text().contains("another bye."), "{}", page.text());
}

fn numbers_that_have_changed_pair_nobody(app: &TestApp) {
    let browser = coordinator(app);
    let desk = seated(app, &browser, ("regional", "3"), 4);
    let form = browser.open(&format!("{desk}/pairing")).form_to("/pairing");
    let form = [
        ("seat-1-1", "1"),
        ("seat-1-2", "2"),
        ("seat-2-1", "3"),
        ("seat-2-2", "4"),
        ("reason", "A hall in two."),
    ]
    .into_iter()
    .fold(form, |form, (name, typed)| form.with(name, typed));
    let order = browser.open(&format!("{desk}/entries")).body;
    let last = order
        .split("name=\"seed-")
        .nth(4)
        .unwrap()
        .split('"')
        .next()
        .unwrap()
        .to_owned();
    let starting = browser.open(&format!("{desk}/entries")).form_to("/starting-order");
    browser.go(&starting.with(&format!("seed-{last}"), "1"));
    let stale = browser.send(&form);
    assert_eq!(stale.status, 412, "{}", stale.text());
    assert!(stale.text().contains("numbers have changed"), "{}", stale.text());
    let form = browser.open(&format!("{desk}/pairing")).form_to("/pairing");
    let form = [
        ("seat-1-1", "1"),
        ("seat-1-2", "2"),
        ("seat-2-1", "3"),
        ("seat-2-2", "4"),
        ("reason", "A hall in two."),
    ]
    .into_iter()
    .fold(form, |form, (name, typed)| form.with(name, typed));
    assert!(browser.go(&form).text().contains("A hall in two."));
}

fn where_no_draw_keeps_the_rules_the_fewest_are_set_aside(app: &TestApp) {
    let browser = coordinator(app);
    let desk = seated(app, &browser, ("regional", "4"), 4);
    let exceptions = format!("{desk}/exceptions");
    let needless = browser.open(&format!("{desk}/pairing")).form(&exceptions);
    let needless = browser.send(&needless.with("exceptions_reason", "To be quick."));
    assert_eq!(needless.status, 422);
    assert!(
        needless.text().contains("nothing has to be set aside."),
        "{}",
        needless.text()
    );
    assert!(needless.body.contains("value=\"To be quick.\""), "{}", needless.body);
    for _ in 0..3 {
        let results = publish(&browser, &desk);
        play(&browser, &desk, &results);
    }
    // Everybody has met everybody.
    let refused = browser.send(&browser.open(&desk).form(&format!("{desk}/rounds")));
    assert_eq!(refused.status, 409);
    for told in [
        "There would be a draw if",
        "met again.",
        "The tournament can end with the rounds that were played.",
    ] {
        assert!(refused.text().contains(told), "{told}: {}", refused.text());
    }
    // Two pairs meet again, and one sentence says both: neither alone would do.
    let words = refused.text();
    assert_eq!(words.matches("There would be a draw if").count(), 1, "{words}");
    assert_eq!(words.matches("met again").count(), 2, "{words}");
    assert!(words.contains("met again, and "), "{words}");
    let form = browser.open(&format!("{desk}/pairing")).form(&exceptions);
    let page = browser.send(&form);
    assert!(
        page.text().contains("Why rules are set aside: Must not be empty."),
        "{}",
        page.text()
    );
    let page = browser.go(&form.with("exceptions_reason", "A fourth round was promised."));
    assert_eq!(page.text().matches("to meet again.").count(), 2, "{}", page.text());
    assert!(page.text().contains("A fourth round was promised."), "{}", page.text());
    browser.go(&page.form_to("/publication"));
}

fn a_tournament_ends_early_for_a_reason(app: &TestApp) {
    let browser = coordinator(app);
    let desk = seated(app, &browser, ("regional", "3"), 4);
    let results = publish(&browser, &desk);
    let is_offered = |page: &Page| page.forms().iter().any(|form| form.action.ends_with("/ending"));
    assert!(!is_offered(&browser.open(&desk)), "a round is being played");
    play(&browser, &desk, &results);
    let form = browser.open(&desk).form_to("/ending");
    let page = browser.send(&form);
    assert_eq!(page.status, 422);
    assert!(
        page.text().contains("Why it ends early: Must not be empty."),
        "{}",
        page.text()
    );
    let page = browser.go(&form.with("reason", "The power failed."));
    assert!(
        page.text().contains("Finished.") && !is_offered(&page),
        "{}",
        page.text()
    );
    let public = Browser::new(app).open(&desk.replace("/desk/", "/"));
    assert!(
        public.text().contains("It ended early: The power failed."),
        "{}",
        public.text()
    );
}

fn a_draw_of_other_figures_is_made_again(app: &TestApp) {
    let browser = coordinator(app);
    let desk = seated(app, &browser, ("regional", "3"), 6);
    browser.go(&browser.open(&desk).form(&format!("{desk}/rounds")));
    browser.go(&browser.open(&format!("{desk}/entries")).form_to("/withdrawal"));
    let page = browser.open(&desk);
    assert!(
        page.forms().iter().all(|form| !form.action.ends_with("/publication")),
        "{}",
        page.text()
    );
    assert!(page.text().contains("Draw round 1 again"), "{}", page.text());
    let page = browser.go(&page.form(&format!("{desk}/rounds")));
    assert!(page.text().contains("Bye:"), "five are left: {}", page.text());
    browser.go(&page.form_to("/publication"));
}

fn a_pairing_is_for_those_who_run_the_tournament(app: &TestApp) {
    let browser = coordinator(app);
    let desk = seated(app, &browser, ("regional", "3"), 4);
    browser.go(&browser.open(&desk).form(&format!("{desk}/rounds")));
    let account = app.account_with(&json!({ "role": "coordinator", "province": "ZA-LP" }));
    let stranger = Browser::of(app, &account.email);
    let token = stranger.open("/account").form("/sign-out").fields["form_token"].clone();
    for path in [
        format!("{desk}/pairing"),
        format!("{desk}/byes"),
        format!("{desk}/standings"),
    ] {
        assert_eq!(stranger.get(&path).status, 403, "{path}");
        assert_eq!(Browser::new(app).get(&path).status, 303, "{path}");
    }
    let page = browser.open(&format!("{desk}/pairing"));
    for form in [
        page.form_to("/swap"),
        page.form_to("/pairing"),
        browser.open(&format!("{desk}/byes")).form_to("/byes"),
    ] {
        assert_eq!(
            stranger.send(&form.clone().with("form_token", &token)).status,
            403,
            "{}",
            form.action
        );
    }
}

fn the_draw_says_why(app: &TestApp) {
    let browser = coordinator(app);
    let desk = seated(app, &browser, ("regional", "3"), 4);
    let page = browser.go(&browser.open(&desk).form(&format!("{desk}/rounds")));
    for told in [
        "Why each meets whom",
        "the top half against the bottom half",
        "start as the umpire has ordered",
    ] {
        assert!(page.text().contains(told), "{told}: {}", page.text());
    }
    assert!(
        page.text().contains("Know before you publish it"),
        "four are few: {}",
        page.text()
    );
}
