//! Numbers of players: one after another, each given once, and none without a player.

use std::sync::Barrier;

use diesel::connection::SimpleConnection;
use federation_records::db::Url;
use serde_json::json;

use crate::app::TestApp;
use crate::caller::{Answer, text};
use crate::players::{ID, escaped, names, player, with};

on_both_databases! {
    the_same_player_sent_many_times_at_once_is_one,
    numbers_follow_one_another,
    players_registered_at_once_have_numbers_of_their_own,
    a_refused_player_takes_no_number,
    the_last_number_is_the_last,
    a_player_is_found_by_any_spelling_of_the_number,
}

/// Answers to what is sent that many times at the same moment; each thread is told its number.
fn at_once(many: usize, send: impl Fn(usize) -> Answer + Sync) -> Vec<Answer> {
    let together = Barrier::new(many);
    let one = |number| {
        together.wait();
        send(number)
    };
    std::thread::scope(|scope| {
        let one = &one;
        let threads: Vec<_> = (0..many).map(|number| scope.spawn(move || one(number))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}

fn the_same_player_sent_many_times_at_once_is_one(app: &TestApp) {
    let club = app.club("ZA-NW");
    let (secretary, sent) = (app.secretary(&club), with(&club, &json!({ "id": ID })));
    let answers = at_once(4, |_| secretary.post("/v1/players", &sent));
    for answer in &answers {
        assert_eq!(answer.expect(201), answers[0].expect(201));
    }
    assert_eq!(app.anyone().get("/v1/players").items().len(), 1);
}

fn numbers_follow_one_another(app: &TestApp) {
    let club = app.club("ZA-NW");
    let secretary = app.secretary(&club);
    for number in ["M-0000001-B", "M-0000002-C", "M-0000003-D"] {
        assert_eq!(
            secretary.post("/v1/players", &player(&club)).expect(201)["number"],
            number
        );
    }
}

fn players_registered_at_once_have_numbers_of_their_own(app: &TestApp) {
    const EACH: usize = 3;
    let club = app.club("ZA-NW");
    let secretary = app.secretary(&club);
    let mut numbers: Vec<String> = Vec::new();
    for round in 0..EACH {
        let answers = at_once(8, |thread| {
            let family = format!("Mokoena {round} {thread}");
            secretary.post("/v1/players", &with(&club, &json!({ "family_name": family })))
        });
        numbers.extend(
            answers
                .iter()
                .map(|answer| text(&answer.expect(201)["number"])[2..9].to_owned()),
        );
    }
    numbers.sort();
    let expected: Vec<String> = (1..=8 * EACH).map(|number| format!("{number:07}")).collect();
    match app.url() {
        Url::Sqlite(_) => assert_eq!(numbers, expected),
        // Where they are registered at the same time, one that is tried again leaves a gap.
        Url::Postgres(_) => {
            numbers.dedup();
            assert_eq!(numbers.len(), expected.len());
        }
    }
}

fn the_last_number_is_the_last(app: &TestApp) {
    let (club, administrator) = (app.club("ZA-NW"), app.administrator());
    administrator.post("/v1/players", &player(&club)).expect(201);
    app.connection()
        .batch_execute("UPDATE players SET number = 9999999")
        .unwrap();
    if let Url::Postgres(_) = app.url() {
        let last = "SELECT setval('players_number_seq', 9999999)";
        app.connection().batch_execute(last).unwrap();
    }
    administrator
        .post("/v1/players", &player(&club))
        .refused(409, "numbers-used-up");
}

fn a_refused_player_takes_no_number(app: &TestApp) {
    let (club, administrator) = (app.club("ZA-NW"), app.administrator());
    administrator
        .post("/v1/players", &with(&club, &json!({ "club_id": ID })))
        .refused(422, "unknown-club");
    assert_eq!(
        administrator.post("/v1/players", &player(&club)).expect(201)["number"],
        "M-0000001-B"
    );
}

fn a_player_is_found_by_any_spelling_of_the_number(app: &TestApp) {
    let club = app.club("ZA-NW");
    app.player_named(&club, "Adams", "Ann", "1998-04-17");
    app.player_named(&club, "Baloyi", "Ben", "1998-04-17");
    let by_number = |number: &str| app.anyone().get(&format!("/v1/players?number={}", escaped(number)));
    for spelling in [
        "M-0000001-B",
        "m-0000001-b",
        "m 1 b",
        "1b",
        "M0000001B",
        " 00 1-b ",
        "M–1–B",
    ] {
        assert_eq!(names(&by_number(spelling).items()), ["Ann Adams"], "{spelling}");
    }
    assert_eq!(by_number("M-0000003-D").items().len(), 0);
    for wrong in [
        "M-0000001-C",
        "M-0000010-B",
        "1",
        "",
        "M",
        "M-0000000-A",
        "M-00000001-B",
        "Ann",
    ] {
        by_number(wrong).refused(400, "invalid-query");
    }
}
