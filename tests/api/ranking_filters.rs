//! The rows of lists: selections of thousands, where a player lived, and what is withheld of whom.

use std::collections::BTreeMap;

use diesel::connection::SimpleConnection;
use serde_json::{Value, json};

use crate::app::TestApp;
use crate::bulk::{self, DIVISIONS, LARGE, PROVINCES};
use crate::caller::text;
use crate::season::{hundredths, members, publish, ratified, row, rows, verified};

on_both_databases! {
    thousands_are_listed_and_selected,
    residence_is_that_of_the_day,
    a_name_is_as_it_may_be_told_today,
}

fn load(app: &TestApp) {
    app.administrator();
    let mut connection = app.connection();
    connection.batch_execute("BEGIN").unwrap();
    for statement in bulk::statements(LARGE) {
        connection.batch_execute(&statement).unwrap();
    }
    connection.batch_execute("COMMIT").unwrap();
}

/// A file of a list, as rows of cells by column.
fn sheet(app: &TestApp, path: &str) -> Vec<BTreeMap<String, String>> {
    let answer = app.anyone().get_with(path, &[("accept", "text/csv")]);
    assert_eq!(
        (answer.status, answer.header("content-type")),
        (200, "text/csv; charset=utf-8")
    );
    let body = answer.body_text();
    let mut reader = csv::Reader::from_reader(body.trim_start_matches('\u{feff}').as_bytes());
    let head = reader.headers().unwrap().clone();
    let row = |row: csv::StringRecord| {
        head.iter()
            .zip(&row)
            .map(|(name, cell)| (name.to_owned(), cell.to_owned()))
            .collect()
    };
    reader.records().map(|record| row(record.unwrap())).collect()
}

/// Whether a selection has the player of that number.
type Wanted<'a> = Box<dyn Fn(usize) -> bool + 'a>;

fn thousands_are_listed_and_selected(app: &TestApp) {
    load(app);
    let all = json!({ "levels": { "friendly": true, "club": true }, "forfeits": true });
    crate::federation::set(app, "", &json!({ "ranking": { "game_points": all } }));
    let list = publish(app, &json!({ "method": "game-points", "on": "2026-11-20" }));
    let path = format!("/v1/rankings/{list}/rows");
    // It is not sent again.
    let page = app.anyone().get(&path);
    assert_eq!(
        (page.items().len(), page.header("cache-control")),
        (25, "public, no-cache")
    );
    let again = app.anyone().get_with(&path, &[("if-none-match", page.header("etag"))]);
    assert_eq!((again.status, again.body.len()), (304, 0));
    let all = rows(app, &list, "");
    assert_eq!(all.len(), LARGE.players);
    let places: Vec<(i64, i64)> = all
        .iter()
        .map(|row| (row["rank"].as_i64().unwrap(), -hundredths(&row["figure"])))
        .collect();
    assert!(places.is_sorted() && places.iter().any(|(place, _)| *place > 4000));
    let sums: i64 = all.iter().map(|row| hundredths(&row["figure"])).sum();
    assert_eq!(sums, 100 * 100_800, "a point for each game");
    // What is known of the players by the numbers with which they were made: nobody else's arithmetic.
    let numbers: BTreeMap<String, usize> = (0..LARGE.players)
        .map(|number| (bulk::id(bulk::PLAYER, number), number))
        .collect();
    let number = |row: &Value| numbers[text(&row["player"]["id"])];
    let province = |number: usize| PROVINCES[number * 7 % LARGE.clubs % PROVINCES.len()];
    let division = |number: usize| DIVISIONS[number % 5 % DIVISIONS.len()];
    let club = |number: usize| bulk::id(1, number * 7 % LARGE.clubs);
    let is_female = |number: usize| (number % 3).is_multiple_of(2);
    let own_club = club(17);
    let selections: [(String, Wanted<'_>); 6] = [
        ("province=ZA-GP".to_owned(), Box::new(|one| province(one) == "ZA-GP")),
        ("sex=female".to_owned(), Box::new(is_female)),
        (format!("club_id={own_club}"), Box::new(|one| club(one) == own_club)),
        (
            "division=high_school&sex=male".to_owned(),
            Box::new(|one| division(one) == "high_school" && !is_female(one)),
        ),
        (
            "province=ZA-NW&division=senior&sex=female".to_owned(),
            Box::new(|one| province(one) == "ZA-NW" && division(one) == "senior" && is_female(one)),
        ),
        (
            format!(
                "province={}&club_id={own_club}&division=high_school&sex=female",
                province(17)
            ),
            Box::new(|one| club(one) == own_club && division(one) == "high_school" && is_female(one)),
        ),
    ];
    for (query, wanted) in selections {
        let expected: Vec<&Value> = all.iter().filter(|row| wanted(number(row))).collect();
        assert!(!expected.is_empty(), "{query}");
        let selected = rows(app, &list, &format!("&{query}"));
        assert_eq!(selected.len(), expected.len(), "{query}");
        for (row, all) in selected.iter().zip(&expected) {
            let ahead = expected
                .iter()
                .filter(|other| other["rank"].as_i64() < all["rank"].as_i64())
                .count();
            let mut told = (*all).clone();
            told["rank_in_selection"] = json!(ahead + 1);
            assert_eq!(*row, told, "{query}");
        }
        // Page by page of a few the places are the same, across ties too; and so they are in the file.
        let mut cursor = String::new();
        for rows in selected.chunks(7).take(5) {
            let page = app.anyone().get(&format!("{path}?{query}&limit=7{cursor}")).expect(200);
            assert_eq!(page["items"], json!(rows));
            cursor = page["next_cursor"]
                .as_str()
                .map(|next| format!("&cursor={next}"))
                .unwrap_or_default();
        }
        let file = sheet(app, &format!("{path}?{query}"));
        assert_eq!(file.len(), selected.len());
        for (cells, row) in file.iter().zip(&selected) {
            assert_eq!(cells["number"], text(&row["player"]["number"]));
            assert_eq!(cells["rank_in_selection"], row["rank_in_selection"].to_string());
            assert_eq!(
                (&cells["figure_fraction"], cells["province"].as_str()),
                (&text(&row["figure_fraction"]).to_owned(), text(&row["province"]))
            );
        }
    }
    assert!(rows(app, &list, "&province=ZA-WC").is_empty());
    app.anyone()
        .get(&format!("{path}?sex=both"))
        .refused(400, "invalid-query");
    app.anyone()
        .get(&format!("{path}?cursor=x"))
        .refused(400, "invalid-cursor");
    app.anyone()
        .get(&format!("/v1/rankings/{own_club}/rows"))
        .refused(404, "not-found");
}

fn residence_is_that_of_the_day(app: &TestApp) {
    let players = members(app, 4, 1);
    ratified(app, ("regional", "2026-11-20", 1), &players, |_| 4);
    let first = publish(app, &json!({ "method": "game-points", "on": "2026-11-20" }));
    app.at("2026-12-10T08:00:00Z");
    let residences = format!("/v1/players/{}/residences", players[0]);
    let moved = json!({ "since": "2026-12-10", "province": "ZA-GP" });
    app.administrator().post(&residences, &moved).expect(201);
    let second = publish(app, &json!({ "method": "game-points", "on": "2026-12-09" }));
    let third = publish(app, &json!({ "method": "game-points", "on": "2026-12-10" }));
    for (list, province) in [(&first, "ZA-NW"), (&second, "ZA-NW"), (&third, "ZA-GP")] {
        assert_eq!(row(&rows(app, list, ""), &players[0])["province"], province);
        let there = rows(app, list, &format!("&province={province}"));
        assert!(there.iter().any(|row| row["player"]["id"] == json!(players[0])));
    }
    let gauteng = rows(app, &third, "&province=ZA-GP");
    assert_eq!((gauteng.len(), &gauteng[0]["rank_in_selection"]), (1, &json!(1)));
    // Who is registered in another club afterwards stays where one was; a list is never what the register is now.
    let before = rows(app, &third, "");
    let registrations = app
        .administrator()
        .get(&format!("/v1/registrations?player_id={}", players[1]))
        .items();
    let path = format!("/v1/registrations/{}", text(&registrations[0]["id"]));
    app.administrator()
        .patch(&path, "*", &json!({ "division": "student" }))
        .expect(200);
    assert_eq!(rows(app, &third, ""), before);
    assert_eq!(rows(app, &third, "&division=student"), Vec::<Value>::new());
    app.pass(chrono::TimeDelta::minutes(1));
    let mended = json!({
        "method": "game-points", "on": "2026-12-10", "replaces_id": third, "reason": "The division was wrong.",
    });
    let mended = publish(app, &mended);
    assert_eq!(rows(app, &mended, "&division=student").len(), 1);
    let changes = app.anyone().get(&format!("/v1/rankings/{mended}/changes")).items();
    assert_eq!((changes.len(), &changes[0]["player"]["id"]), (1, &json!(players[1])));
    assert_eq!(verified(app), [0; 4]);
}

fn a_name_is_as_it_may_be_told_today(app: &TestApp) {
    let (mut players, club) = (members(app, 2, 1), crate::hall::affiliated(app));
    let minor = app.player_named(&club, "van der Merwe", "Leoné", "2012-02-29");
    crate::hall::register(app, &minor, &club, "high_school");
    let trick = app.player_named(&club, "=1+1", "Tau", "1990-01-01");
    crate::hall::register(app, &trick, &club, "senior");
    players.extend([minor.clone(), trick.clone()]);
    ratified(app, ("regional", "2026-11-20", 1), &players, |_| 4);
    let list = publish(app, &json!({ "method": "game-points", "on": "2026-11-20" }));
    let name = |player: &str| row(&rows(app, &list, ""), player)["player"]["name"].clone();
    let everywhere = || {
        let opened = players
            .iter()
            .map(|player| format!("/v1/rankings/{list}/rows/{player}"));
        let paths = opened.chain([
            format!("/v1/rankings/{list}/rows"),
            format!("/v1/rankings/{list}/clubs"),
            format!("/v1/players/{minor}/rankings"),
        ]);
        let chart = app
            .anyone()
            .get_with(&format!("/v1/players/{minor}/rankings"), &[("accept", "image/svg+xml")]);
        let file = app
            .anyone()
            .get_with(&format!("/v1/rankings/{list}/rows"), &[("accept", "text/csv")]);
        let told: String = paths.map(|path| app.anyone().get(&path).body_text()).collect();
        told + &chart.body_text() + &file.body_text()
    };
    assert_eq!(name(&minor), "L. M.");
    assert!(!everywhere().contains("Merwe"));
    assert!(everywhere().contains("L. M.: rank by game points"));
    let consent = json!({
        "guardian": "Lindiwe van der Merwe", "relation": "parent", "purpose": "publish_name", "wording": "2026-1",
        "given_on": "2026-11-20",
    });
    let consent = app
        .administrator()
        .post(&format!("/v1/players/{minor}/consents"), &consent)
        .expect(201);
    assert_eq!(name(&minor), "Leoné van der Merwe");
    let withdrawal = format!("/v1/consents/{}/withdrawals", text(&consent["id"]));
    app.administrator().send("POST", &withdrawal, &[], None).expect(201);
    assert_eq!(name(&minor), "L. M.");
    // A file for spreadsheets calculates nothing.
    let file = sheet(app, &format!("/v1/rankings/{list}/rows"));
    let cells = file.iter().find(|cells| cells["player_id"] == trick).unwrap();
    assert_eq!(cells["name"], "Tau =1+1");
    // Who asks to be forgotten keeps the place, under the number, and is not in the ladies' list any more.
    let ladies = rows(app, &list, "&sex=female").len();
    let before = rows(app, &list, "");
    app.administrator()
        .send("POST", &format!("/v1/players/{trick}/erasures"), &[], None)
        .expect(201);
    let after = rows(app, &list, "");
    let (was, is) = (row(&before, &trick), row(&after, &trick));
    assert_eq!(is["player"]["name"], is["player"]["number"]);
    assert_eq!(
        (&is["rank"], &is["figure"], &is["club_id"]),
        (&was["rank"], &was["figure"], &was["club_id"])
    );
    assert_eq!(rows(app, &list, "&sex=female").len(), ladies - 1);
    assert!(!everywhere().contains("1+1"));
    assert_eq!(verified(app), [0]);
}
