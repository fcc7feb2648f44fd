//! Pages of a tournament as it goes on: results as they come in, and who rests.

use serde_json::json;

use crate::app::TestApp;
use crate::caller::text;
use crate::hall::{Hall, sheet};
use crate::sheets::{FOUR, OF_ROUND, hall, open, page, read};

on_sqlite! {
    the_page_shows_results_as_they_come_in,
    before_the_first_round_the_page_shows_who_is_entered,
    who_rests_is_told,
    an_unchanged_page_is_not_sent_again,
    what_pages_ask_for_is_served,
}

fn the_page_shows_results_as_they_come_in(app: &TestApp) {
    let hall = hall(app, &json!({ "level": "friendly", "rounds": 2 }), &FOUR);
    let round = hall.publish();
    let follow = || open(app, &hall.path);
    let before = follow();
    assert!(
        before.contains("Round 1 of 2 is being played: 0 of 2 results in."),
        "{before}"
    );
    // Nobody leads as long as nothing is known.
    assert!(!before.contains("Champion"), "{before}");
    let matches = hall.matches(&round);
    let result = json!({ "results": [{ "match_id": matches[0]["id"], "sheet": sheet(&matches[0], 4) }] });
    hall.umpire.post(&format!("{round}/results"), &result).expect(201);
    let during = follow();
    assert!(
        during.contains("1 of 2 results in.") && during.contains("Champion Thandiwe Mokoena"),
        "{during}"
    );
    let disputes = format!("/v1/matches/{}/disputes", text(&matches[0]["id"]));
    hall.umpire
        .post(&disputes, &json!({ "reason": "The last game was drawn." }))
        .expect(201);
    assert!(follow().contains("disputed"));
    for sheet in OF_ROUND {
        assert!(
            app.anyone()
                .get(&page(&hall.path))
                .body_text()
                .contains(&format!("{}/{sheet}\"", page(&round)))
        );
    }
    let ending = hall.coordinator.post(
        &format!("{}/cancellations", hall.path),
        &json!({ "reason": "The hall was flooded." }),
    );
    ending.expect(201);
    let cancelled = app.anyone().get(&page(&hall.path));
    assert!(read(&cancelled).contains("Cancelled. The hall was flooded."));
    // What does not change any more is not asked for again.
    assert!(!cancelled.body_text().contains("data-live"));
}

fn before_the_first_round_the_page_shows_who_is_entered(app: &TestApp) {
    let mut hall = hall(app, &json!({}), &[]);
    assert!(open(app, &hall.path).contains("Taking entries. Players entered Nobody yet."));
    let club = app.club("ZA-NW");
    let entry = hall.enter(&app.player_named(&club, "Qwabe", "Lindiwe", "1998-04-17"));
    assert!(open(app, &hall.path).contains("Players entered Lindiwe Qwabe"));
    hall.coordinator
        .send("POST", &format!("{entry}/withdrawals"), &[], None)
        .expect(201);
    assert!(!open(app, &hall.path).contains("Qwabe"));
}

fn who_rests_is_told(app: &TestApp) {
    let names = ["Mokoena", "Qwabe", "Nkosi"];
    for (system, called) in [("modified_swiss", "Bye"), ("round_robin", "Rests")] {
        let mut hall = Hall::new(app, &json!({ "system": system }), 0);
        let club = app.club("ZA-NW");
        for name in names {
            hall.enter(&app.player_named(&club, name, "Thandiwe", "1998-04-17"));
        }
        let round = hall.publish();
        let matched = hall.matches(&round)[0]["players"].to_string();
        let rests = names.into_iter().find(|name| !matched.contains(*name)).unwrap();
        for path in [
            format!("{round}/pairings"),
            format!("{round}/wall-chart"),
            hall.path.clone(),
        ] {
            assert!(
                open(app, &path).contains(&format!("{called}: Thandiwe {rests}")),
                "{path}"
            );
        }
    }
}

fn an_unchanged_page_is_not_sent_again(app: &TestApp) {
    let hall = Hall::new(app, &json!({}), 4);
    let round = hall.publish();
    let of_tournament = ["", "/standings", "/cross-table"].map(|sheet| page(&format!("{}{sheet}", hall.path)));
    let changing: Vec<String> = of_tournament
        .into_iter()
        .chain([page(&format!("{round}/wall-chart"))])
        .collect();
    let lasting = ["pairings", "score-sheets"].map(|sheet| page(&format!("{round}/{sheet}")));
    let tag = |path: &String| app.anyone().get(path).header("etag").to_owned();
    let tags: Vec<String> = changing.iter().chain(&lasting).map(tag).collect();
    app.pass(chrono::TimeDelta::minutes(10));
    for (path, tag) in changing.iter().chain(&lasting).zip(&tags) {
        let again = app.anyone().get_with(path, &[("if-none-match", tag)]);
        assert_eq!(
            (again.status, again.body.len(), again.header("cache-control")),
            (304, 0, "public, no-cache"),
            "{path}"
        );
    }
    hall.enter_results(&round, |_| 4);
    for (path, tag) in changing.iter().zip(&tags) {
        let again = app.anyone().get_with(path, &[("if-none-match", tag)]);
        assert_eq!(again.status, 200, "{path}");
        assert!(read(&again).contains("As of 20 November 2026, 10:10"), "{path}");
    }
    // Who meets whom stays as it was published.
    for (path, tag) in lasting.iter().zip(&tags[changing.len()..]) {
        assert_eq!(
            app.anyone().get_with(path, &[("if-none-match", tag)]).status,
            304,
            "{path}"
        );
    }
}

fn what_pages_ask_for_is_served(app: &TestApp) {
    let hall = Hall::new(app, &json!({}), 2);
    let round = hall.publish();
    for path in [
        hall.path.clone(),
        format!("{}/standings", hall.path),
        format!("{round}/pairings"),
    ] {
        let answer = app.anyone().get(&page(&path));
        assert!(
            answer.header("content-security-policy").contains("script-src 'self'"),
            "{path}"
        );
        // The name of a vocabulary, and that of the page itself, are no addresses that are asked.
        let html = answer.body_text().replace("https://schema.org", "");
        let html = html.replace("http://records.example", "");
        // No other host is asked for anything, and nothing runs that is not a file of ours.
        assert!(!html.contains("://") && !html.contains("onclick"), "{html}");
        for part in html.split("\"/pages/").skip(1) {
            let name = part.split('"').next().unwrap();
            let part = app.anyone().get(&format!("/pages/{name}"));
            let media_type = if name.ends_with("css") {
                "text/css"
            } else {
                "text/javascript"
            };
            assert_eq!(part.status, 200, "{name}");
            assert!(part.header("content-type").starts_with(media_type), "{name}");
        }
    }
    app.anyone().get("/pages/nothing.js").refused(404, "not-found");
}
