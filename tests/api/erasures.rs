//! Erasure: the person goes, and the games stay.

use diesel::prelude::*;
use federation_records::db::schema::{
    answers, audit, consents, creations, disputes, pairing_bars, player_words, players, residences, results,
};
use federation_records::values::id::Id;
use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::text;
use crate::hall::Hall;

on_both_databases! {
    a_person_is_replaced_by_a_pseudonym,
    nothing_of_the_person_is_kept,
    the_trail_keeps_why_if_it_was_told,
    nothing_is_left_to_read_or_to_change,
    all_entries_of_a_person_are_erased,
    what_was_done_before_is_not_done_again,
    awards_and_standings_stay_as_they_were,
}

/// Six rounds of eight players, one of them a man, who wins; the players by their places.
fn played(app: &TestApp) -> (Hall<'_>, Vec<String>) {
    let mut hall = Hall::new(app, &json!({ "ends_on": "2026-11-20" }), 0);
    let club = app.club("ZA-NW");
    let man = json!({
        "family_name": "Botha", "given_names": "Pieter", "birth_date": "1990-01-01", "sex": "male",
        "province": "ZA-NW", "club_id": club,
    });
    let man = app.administrator().post("/v1/players", &man).expect(201);
    hall.enter(text(&man["id"]));
    for _ in 0..7 {
        hall.enter(&app.player(&app.club("ZA-NW")));
    }
    for _ in 0..6 {
        hall.play(|_| 4);
    }
    let rows = hall.standings()["items"].clone();
    let players = rows.as_array().unwrap().iter();
    let players = players.map(|row| text(&row["player"]["id"]).to_owned()).collect();
    (hall, players)
}

/// The standings without the names and numbers of players, who may have got others.
fn figures(hall: &Hall<'_>) -> String {
    fn unnamed(value: &mut Value) {
        match value {
            Value::Object(members) if members.contains_key("number") => {
                members.retain(|member, _| member == "number");
            }
            Value::Object(members) => members.values_mut().for_each(unnamed),
            Value::Array(items) => items.iter_mut().for_each(unnamed),
            _ => {}
        }
    }
    let mut standings = hall.standings();
    unnamed(&mut standings);
    standings.to_string()
}

fn awards_and_standings_stay_as_they_were(app: &TestApp) {
    let (hall, players) = played(app);
    let ladies = hall.standings()["awards"]["top_ladies"].clone();
    assert_eq!(
        (
            &hall.standings()["awards"]["champions"][0]["name"],
            ladies.as_array().unwrap().len()
        ),
        (&json!("Pieter Botha"), 1)
    );
    let lady = text(&ladies[0]["id"]).to_owned();
    let mend = |player: &str, changes: &Value| {
        let path = format!("/v1/players/{player}/particulars");
        app.administrator().patch(&path, "*", changes).expect(200);
    };
    // Until it is ratified a slip can still be mended.
    mend(&lady, &json!({ "sex": "male" }));
    assert_ne!(hall.standings()["awards"]["top_ladies"][0]["id"], *lady);
    mend(&lady, &json!({ "sex": "female" }));
    let before = figures(&hall);
    // Somebody whose data is erased before the end keeps her place.
    erase(app, &players[7]);
    assert_eq!(figures(&hall), before);
    hall.confirm_equipment();
    hall.ratify().expect(201);
    let before = figures(&hall);
    mend(&players[0], &json!({ "sex": "female" }));
    mend(&lady, &json!({ "sex": "male" }));
    mend(&lady, &json!({ "birth_date": "2012-01-01" }));
    assert_eq!(figures(&hall), before);
    erase(app, &lady);
    assert_eq!(figures(&hall), before);
    let stays = app.player(&app.club("ZA-NW"));
    app.administrator()
        .post(
            &format!("/v1/players/{stays}/mergers"),
            &json!({ "duplicate_id": players[3] }),
        )
        .expect(201);
    erase(app, &players[0]);
    let after = hall.standings();
    assert_eq!(
        after["awards"]["champions"][0]["name"],
        after["awards"]["champions"][0]["number"]
    );
    assert_eq!(after["awards"]["top_ladies"][0]["name"], ladies[0]["number"]);
}

const NAME: &str = "Tshivhase";

/// Erases a person.
pub fn erase(app: &TestApp, player: &str) {
    app.administrator()
        .send("POST", &format!("/v1/players/{player}/erasures"), &[], None)
        .expect(201);
}

/// Whether the trail, or an answer that is kept, speaks of that.
pub fn is_in_the_trail(app: &TestApp, word: &str) -> bool {
    let c = &mut app.connection();
    let trail: Vec<Option<String>> = audit::table.select(audit::changes).load(c).unwrap();
    let kept: Vec<String> = answers::table.select(answers::answer).load(c).unwrap();
    trail.into_iter().flatten().chain(kept).any(|text| text.contains(word))
}

fn a_person_is_replaced_by_a_pseudonym(app: &TestApp) {
    let club = app.club("ZA-NW");
    let (player, opponent) = (app.player_named(&club, NAME, "Mulalo", "1990-01-01"), app.player(&club));
    let game = json!({
        "first_player_id": player, "second_player_id": opponent, "played_on": "2026-11-20", "turns": ["E1"],
    });
    let path = app
        .administrator()
        .post("/v1/games", &game)
        .header("location")
        .to_owned();
    let before = app.anyone().get(&path);
    assert_eq!(before.expect(200)["first"]["name"], format!("Mulalo {NAME}"));
    erase(app, &player);
    let left = app.anyone().get(&format!("/v1/players/{player}")).expect(200);
    assert_eq!((&left["name"], &left["name_withheld"]), (&left["number"], &json!(true)));
    let after = app
        .anyone()
        .get_with(&path, &[("if-none-match", before.header("etag"))]);
    assert_eq!(after.expect(200)["first"]["name"], left["number"]);
    assert!(app.anyone().get(&format!("/v1/players?q={NAME}")).items().is_empty());
    assert!(
        app.administrator()
            .get(&format!("/v1/particulars?q={NAME}"))
            .items()
            .is_empty()
    );
}

fn nothing_of_the_person_is_kept(app: &TestApp) {
    let club = app.club("ZA-NW");
    let administrator = app.administrator();
    let player = json!({
        "family_name": NAME, "given_names": "Mulalo", "birth_date": "2012-05-05", "sex": "male", "nationality": "TV",
        "province": "ZA-NW", "club_id": club,
    });
    let headers = [("content-type", "application/json"), ("idempotency-key", "a-key")];
    let player = administrator
        .send("POST", "/v1/players", &headers, Some(&player.to_string()))
        .expect(201);
    let (player, other) = (text(&player["id"]).to_owned(), app.player(&club));
    let consent = json!({
        "guardian": format!("Ndivhuwo {NAME}"), "relation": "parent", "purpose": "publish_name", "wording": "2026-1",
        "given_on": "2026-11-20",
    });
    administrator
        .post(&format!("/v1/players/{player}/consents"), &consent)
        .expect(201);
    administrator
        .post(
            "/v1/pairing-bars",
            &json!({ "player_ids": [player, other], "relation": "siblings" }),
        )
        .expect(201);
    let game = json!({
        "first_player_id": player, "second_player_id": other, "played_on": "2026-11-20", "turns": ["E1"],
    });
    administrator.post("/v1/games", &game).expect(201);
    let mut hall = crate::hall::Hall::new(app, &json!({}), 1);
    hall.enter(&player);
    let round = hall.publish();
    let one = hall.matches(&round)[0].clone();
    hall.enter_results(&round, |_| 4);
    let of_match = |what: &str| format!("/v1/matches/{}/{what}", text(&one["id"]));
    let sheet = crate::hall::sheet(&one, 3);
    let reason = format!("{NAME} was late.");
    let correction = json!({ "version": 1, "published_rounds": 1, "sheet": sheet, "reason": reason });
    hall.umpire.post(&of_match("corrections"), &correction).expect(201);
    let dispute = hall.umpire.post(&of_match("disputes"), &json!({ "reason": reason }));
    hall.umpire
        .post(
            &format!("{}/rulings", dispute.header("location")),
            &json!({ "ruling": reason }),
        )
        .expect(201);
    let c = &mut app.connection();
    let named = |text: Option<String>| text.is_some_and(|text| text.contains(NAME));
    let trail = |c: &mut _| -> Vec<Option<String>> { audit::table.select(audit::changes).load(c).unwrap() };
    assert!(trail(c).into_iter().filter(|changes| named(changes.clone())).count() >= 3);
    let rows = trail(c).len();
    erase(app, &player);
    assert!(!trail(c).into_iter().any(named), "in the trail");
    assert_eq!(trail(c).len(), rows + 1, "what was done is still told");
    let kept: Vec<String> = answers::table.select(answers::answer).load(c).unwrap();
    assert!(
        !kept.into_iter().any(|answer| named(Some(answer))),
        "in a stored answer"
    );
    let columns = (
        players::family_name,
        players::given_names,
        players::name_key,
        players::sort_key,
    );
    let left: Vec<(String, String, String, String)> = players::table.select(columns).load(c).unwrap();
    assert!(!format!("{left:?}").to_lowercase().contains(&NAME.to_lowercase()));
    let of_player = creations::table.filter(creations::id.eq(player.parse::<Id>().unwrap()));
    let known: Vec<String> = of_player.select(creations::fingerprint).load(c).unwrap();
    assert!(known.is_empty(), "a digest of it could be guessed");
    assert_eq!(consents::table.count().get_result(c), Ok(0));
    assert_eq!(pairing_bars::table.count().get_result(c), Ok(0));
    // Those of the others.
    assert_eq!(residences::table.count().get_result(c), Ok(3));
    let words: Vec<String> = player_words::table.select(player_words::word).load(c).unwrap();
    assert!(!words.contains(&NAME.to_lowercase()));
    let said: Vec<Option<String>> = results::table.select(results::reason).load(c).unwrap();
    assert!(said.len() == 2 && !said.into_iter().any(named));
    let said: Vec<(String, Option<String>)> = disputes::table
        .select((disputes::reason, disputes::ruling))
        .load(c)
        .unwrap();
    assert_eq!(said, [(String::new(), Some(String::new()))]);
    let verdict = app.trail();
    assert!(
        matches!(verdict, federation_records::db::log::LogVerdict::Whole { .. }),
        "{verdict:?}"
    );
    // What the match came to stays.
    assert_eq!(
        app.anyone()
            .get(&format!("/v1/matches/{}", text(&one["id"])))
            .expect(200)["version"],
        2
    );
}

fn the_trail_keeps_why_if_it_was_told(app: &TestApp) {
    let player = app.player_named(&app.club("ZA-NW"), NAME, "Mulalo", "1990-01-01");
    let erase = |query: &str| {
        let path = format!("/v1/players/{player}/erasures{query}");
        app.administrator().send("POST", &path, &[], None)
    };
    erase("?reason=because").refused(400, "invalid-query");
    erase("?reason=guardian").expect(201);
    let trail = format!("/v1/audit?subject=player&subject_id={player}");
    let items = app.administrator().get(&trail).items();
    let erasure = items.iter().find(|item| item["action"] == "create_erasure").unwrap();
    assert!(erasure["changes"].to_string().contains("guardian"), "{erasure}");
}

fn nothing_is_left_to_read_or_to_change(app: &TestApp) {
    let (club, other) = (app.club("ZA-NW"), app.club("ZA-NW"));
    let (player, sister) = (app.player_named(&club, NAME, "Mulalo", "1990-01-01"), app.player(&club));
    let administrator = app.administrator();
    let path = |below: &str| format!("/v1/players/{player}/{below}");
    for caller in [app.secretary(&club), app.coordinator("ZA-NW")] {
        caller
            .send("POST", &path("erasures"), &[], None)
            .refused(403, "role-required");
    }
    erase(app, &player);
    for below in ["particulars", "consents", "consent-links", "residences", "pairing-bars"] {
        administrator.get(&path(below)).refused(410, "erased");
    }
    administrator
        .send("POST", &path("erasures"), &[], None)
        .refused(410, "erased");
    administrator
        .patch(&path("particulars"), "*", &json!({ "sex": "female" }))
        .refused(410, "erased");
    let residence = json!({ "since": "2026-11-20", "province": "ZA-NW" });
    administrator
        .post(&path("residences"), &residence)
        .refused(410, "erased");
    let registration = json!({
        "player_id": player, "club_id": club, "year": 2027, "basis": "member", "division": "senior",
    });
    administrator
        .post("/v1/registrations", &registration)
        .refused(410, "erased");
    administrator
        .post("/v1/transfers", &json!({ "player_id": player, "club_id": other }))
        .refused(410, "erased");
    let bar = json!({ "player_ids": [player, sister], "relation": "siblings" });
    administrator.post("/v1/pairing-bars", &bar).refused(410, "erased");
    let merger = json!({ "duplicate_id": player });
    administrator
        .post(&format!("/v1/players/{sister}/mergers"), &merger)
        .refused(410, "erased");
}

fn all_entries_of_a_person_are_erased(app: &TestApp) {
    let club = app.club("ZA-NW");
    let [stays, duplicate] = [(); 2].map(|()| app.player_named(&club, NAME, "Mulalo", "1990-01-01"));
    let merger = json!({ "duplicate_id": duplicate });
    app.administrator()
        .post(&format!("/v1/players/{stays}/mergers"), &merger)
        .expect(201);
    erase(app, &stays);
    let c = &mut app.connection();
    let names: Vec<String> = players::table.select(players::family_name).load(c).unwrap();
    assert_eq!(names, ["", ""]);
    app.anyone()
        .get(&format!("/v1/players/{duplicate}"))
        .refused(308, "merged");
}

fn what_was_done_before_is_not_done_again(app: &TestApp) {
    let club = app.club("ZA-NW");
    let secretary = app.secretary(&club);
    let player = json!({
        "family_name": NAME, "given_names": "Mulalo", "birth_date": "1990-01-01", "sex": "male", "province": "ZA-NW",
        "club_id": club,
    });
    let headers = [("content-type", "application/json"), ("idempotency-key", "a-key")];
    let send = || secretary.send("POST", "/v1/players", &headers, Some(&player.to_string()));
    let created = send().expect(201);
    erase(app, text(&created["id"]));
    send().refused(410, "answer-erased");
    assert_eq!(app.anyone().get("/v1/players").items().len(), 1);
    // Nor is a registration of nobody changed.
    let other = app.player(&club);
    let registration = json!({
        "player_id": other, "club_id": club, "year": 2027, "basis": "member", "division": "senior",
    });
    let path = app
        .administrator()
        .post("/v1/registrations", &registration)
        .header("location")
        .to_owned();
    erase(app, &other);
    app.administrator()
        .patch(&path, "*", &json!({ "paid_on": "2026-11-19" }))
        .refused(410, "erased");
}

/// Nothing stays in the file itself either, nor in its journal.
#[test]
fn a_file_keeps_nothing_of_what_was_erased() {
    let app = TestApp::on_sqlite();
    let club = app.club("ZA-NW");
    let player = app.player_named(&club, NAME, "Mulalo", "1990-01-01");
    let file = |ending: &str| match app.url() {
        federation_records::db::Url::Sqlite(path) => std::fs::read(format!("{path}{ending}")).unwrap_or_default(),
        federation_records::db::Url::Postgres(_) => panic!("no file"),
    };
    let holds = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).contains(NAME);
    assert!(holds(file("")) || holds(file("-wal")));
    erase(&app, &player);
    assert!(!holds(file("")) && !holds(file("-wal")));
}
