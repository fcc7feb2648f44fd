//! Reports of tournaments: what other programs read of them.

use morabaraba_swiss::trf::{Entry, Report};
use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::{Answer, text};
use crate::hall::Hall;

on_sqlite! {
    a_report_is_an_event_with_its_standings,
    pairing_programs_read_the_report,
    a_report_is_of_a_tournament_that_is_there,
}

fn report(app: &TestApp, hall: &Hall<'_>, media_type: &str) -> Answer {
    let answer = app
        .anyone()
        .get_with(&format!("{}/report", hall.path), &[("accept", media_type)]);
    assert_eq!(answer.status, 200);
    answer
}

fn a_report_is_an_event_with_its_standings(app: &TestApp) {
    let hall = Hall::new(app, &json!({}), 7);
    let before = report(app, &hall, "application/ld+json").json();
    assert_eq!(before["subjectOf"]["name"], "Standings before the first round");
    for _ in 1..=6 {
        hall.play(|_| 5);
    }
    let answer = report(app, &hall, "*/*");
    assert_eq!(answer.header("content-type"), "application/ld+json");
    let event = answer.json();
    let tournament = app.anyone().get(&hall.path).expect(200);
    let told = ["@context", "@type", "name", "startDate", "endDate", "eventStatus"].map(|name| text(&event[name]));
    let expected = [
        "https://schema.org",
        "SportsEvent",
        text(&tournament["name"]),
        text(&tournament["starts_on"]),
        text(&tournament["ends_on"]),
        "https://schema.org/EventScheduled",
    ];
    assert_eq!(told, expected);
    assert_eq!(event["location"]["name"], tournament["venue"]);
    assert_eq!(event["location"]["address"]["addressRegion"], tournament["province"]);
    let (list, standings) = (&event["subjectOf"], hall.standings());
    assert_eq!(
        (&list["name"], &list["numberOfItems"]),
        (&json!("Final standings"), &json!(7))
    );
    let rows: Vec<Value> = list["itemListElement"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| {
            json!([
                row["position"],
                row["item"]["name"],
                row["item"]["identifier"],
                row["description"]
            ])
        })
        .collect();
    let expected: Vec<Value> = standings["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| {
            let points = format!("{} points", text(&row["points_fraction"]));
            json!([row["rank"], row["player"]["name"], row["player"]["number"], points])
        })
        .collect();
    assert_eq!(rows, expected);
    let page = text(&list["itemListElement"][0]["item"]["url"]);
    let (_, page) = page.split_at(page.find("/players/").unwrap());
    assert_eq!(app.anyone().get(page).status, 200);
}

fn pairing_programs_read_the_report(app: &TestApp) {
    let hall = Hall::new(app, &json!({}), 7);
    hall.play(|one| usize::try_from(one["board"].as_u64().unwrap()).unwrap());
    hall.play(|_| 6);
    let answer = report(app, &hall, "text/plain");
    assert_eq!(
        (answer.header("content-type"), answer.header("content-disposition")),
        ("text/plain; charset=utf-8", "attachment; filename=\"tournament.trf\"")
    );
    let file = answer.body_text();
    let tournament = app.anyone().get(&hall.path).expect(200);
    assert!(
        file.starts_with(&format!("012 {}\r\n022 ", text(&tournament["name"]))),
        "{file}"
    );
    assert!(
        file.contains("\r\n062 7\r\n092 Individual: Modified Swiss\r\nXXR 6\r\n"),
        "{file}"
    );
    assert_eq!(file.matches('\n').count(), file.matches("\r\n").count());
    let read = Report::read(file.as_bytes()).unwrap();
    assert_eq!((read.players.len(), read.rounds_played()), (7, 2));
    let standings = hall.standings();
    for row in standings["items"].as_array().unwrap() {
        let number = u32::try_from(row["seed"].as_u64().unwrap()).unwrap();
        let own = read.players.iter().find(|own| own.number == number).unwrap();
        assert_eq!(own.place.map(u64::from), row["rank"].as_u64());
        assert!(text(&row["player"]["name"]).starts_with(&own.name), "{own:?}");
        for (round, (cell, entry)) in row["rounds"].as_array().unwrap().iter().zip(&own.rounds).enumerate() {
            match entry.unwrap() {
                Entry::Met { opponent, .. } => {
                    let of = standings["items"].as_array().unwrap();
                    let other = of.iter().find(|other| other["seed"] == json!(opponent)).unwrap();
                    assert_eq!(other["player"]["id"], cell["opponent_id"]);
                    let points = text(&cell["points_fraction"]);
                    let [first, second] = [
                        format!("### match {} {number} {opponent} {points} ", round + 1),
                        format!("### match {} {opponent} {number} ", round + 1),
                    ];
                    let line = file
                        .lines()
                        .find(|line| line.starts_with(&first) || line.starts_with(&second))
                        .unwrap();
                    assert!(
                        line.starts_with(&first) || line.ends_with(&format!(" {points}")),
                        "{line}: {cell}"
                    );
                }
                Entry::Allocated => assert_eq!(cell["kind"], "bye"),
                other => panic!("{other:?}"),
            }
        }
    }
    let byes = standings["items"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|row| row["rounds"][0]["kind"] == "bye");
    for row in byes {
        assert!(
            file.contains(&format!("### bye 1 {} average\r\n", row["seed"])),
            "{file}"
        );
    }
}

fn a_report_is_of_a_tournament_that_is_there(app: &TestApp) {
    app.anyone()
        .get("/v1/tournaments/019aa0d0-1a2b-7c3d-8e4f-5a6b7c8d9e0f/report")
        .refused(404, "not-found");
}
