//! Players under 18: in public they are initials and a number, and nothing tells their names.

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::{Answer, text};
use crate::crawl::Child;

on_sqlite! {
    a_minor_appears_by_initials_everywhere,
    no_open_operation_tells_a_minors_name,
    a_minor_is_not_found_by_name,
    a_name_becomes_public_on_the_eighteenth_birthday,
    who_was_born_on_the_29th_of_february_comes_of_age_on_the_1st_of_march,
    the_entity_tag_changes_when_the_name_becomes_public,
    a_minors_single_name_is_one_initial,
    who_looks_after_a_minor_reads_the_name,
}

/// The birth date of somebody who is under 18 until the day after the tests begin.
const BORN: &str = "2008-11-21";

/// A minor with a name that nothing else has, and a game of theirs.
struct Minor {
    club: String,
    id: String,
    game: String,
    recorded: Answer,
}

impl Minor {
    fn new(app: &TestApp, born: &str) -> Minor {
        let club = app.club("ZA-NW");
        let id = app.player_named(&club, "Qwabe", "Zwelibanzi Éric", born);
        let other = app.player(&club);
        let game = json!({
            "first_player_id": other, "second_player_id": id, "played_on": "2026-11-20", "turns": ["E1", "R1"],
        });
        let recorded = app.umpire().post("/v1/games", &game);
        let game = text(&recorded.expect(201)["id"]).to_owned();
        Minor {
            club,
            id,
            game,
            recorded,
        }
    }

    fn path(&self) -> String {
        format!("/v1/players/{}", self.id)
    }

    /// Every place where the public sees a player, and what it says there.
    fn seen(&self, app: &TestApp) -> Vec<(String, Value)> {
        let places = [
            (self.path(), ""),
            ("/v1/players".to_owned(), "/items/0"),
            (format!("/v1/players?club_id={}", self.club), "/items/0"),
            ("/v1/players?number=1b".to_owned(), "/items/0"),
            (format!("/v1/games/{}", self.game), "/second"),
            ("/v1/games".to_owned(), "/items/0/second"),
            (format!("/v1/games?player_id={}", self.id), "/items/0/second"),
        ];
        places
            .map(|(path, place)| (app.anyone().get(&path).expect(200), path, place))
            .map(seen_at)
            .to_vec()
    }
}

fn seen_at((body, path, place): (Value, String, &str)) -> (String, Value) {
    let player = body.pointer(place).unwrap();
    assert_eq!(player["number"], "M-0000001-B", "{path}");
    if let Some(withheld) = player.get("name_withheld") {
        assert_eq!(withheld.as_bool().unwrap(), player["name"] == "Z. É. Q.", "{path}");
    }
    (path, player["name"].clone())
}

#[track_caller]
fn tells_nothing(answer: &Answer) {
    let told = format!("{:?} {}", answer.headers, answer.body_text()).to_lowercase();
    for secret in ["qwabe", "zwelibanzi", "éric", "eric", BORN] {
        assert!(!told.contains(secret), "{secret} stands in {told}");
    }
}

fn a_minor_appears_by_initials_everywhere(app: &TestApp) {
    let minor = Minor::new(app, BORN);
    for (path, name) in minor.seen(app) {
        assert_eq!(name, "Z. É. Q.", "{path}");
    }
    // The umpire who records the game does not look after the player either.
    assert_eq!(minor.recorded.json()["second"]["name"], "Z. É. Q.");
    tells_nothing(&minor.recorded);
    // A grown-up beside a minor keeps the name.
    assert_eq!(minor.recorded.json()["first"]["name"], "Thandiwe Mokoena");
}

/// Walks the document, so that what is added to the service is asked too.
fn no_open_operation_tells_a_minors_name(app: &TestApp) {
    let seen = Child::new(app, "Qwabe", "Zwelibanzi Éric", BORN).crawl(app);
    for seen in &seen {
        tells_nothing(&seen.answer);
    }
    let speak_of_minor = seen
        .iter()
        .filter(|seen| seen.answer.body_text().contains("Z. É. Q."))
        .count();
    assert!(speak_of_minor >= 15, "{speak_of_minor} of {}", seen.len());
}

fn a_minor_is_not_found_by_name(app: &TestApp) {
    let minor = Minor::new(app, BORN);
    let found = |query: &str| {
        let answer = app.anyone().get(&format!("/v1/players?{query}"));
        tells_nothing(&answer);
        answer.items()
    };
    for q in [
        "qwabe",
        "zwelibanzi",
        "Q",
        "z",
        "eric",
        "zwelibanzi+qwabe",
        "Z.+%C3%89.+Q.",
    ] {
        assert_eq!(found(&format!("q={q}")).len(), 0, "{q}");
        assert_eq!(found(&format!("q={q}&club_id={}", minor.club)).len(), 0, "{q}");
        // A wrong name and the right one are answered alike.
        assert_eq!(found(&format!("q={q}&number=1b")), found("q=nobody&number=1b"), "{q}");
    }
    assert_eq!(found("q=mokoena").len(), 1);
    app.at("2026-11-20T22:00:00Z");
    assert_eq!(app.anyone().get("/v1/players?q=qwabe").items().len(), 1);
}

/// The day is that of South Africa, where it begins at ten in the evening in UTC.
fn a_name_becomes_public_on_the_eighteenth_birthday(app: &TestApp) {
    let minor = Minor::new(app, BORN);
    for (time, expected) in [
        ("2026-11-20T21:59:59Z", "Z. É. Q."),
        ("2026-11-20T22:00:00Z", "Zwelibanzi Éric Qwabe"),
        ("2026-11-21T21:59:59Z", "Zwelibanzi Éric Qwabe"),
    ] {
        app.at(time);
        for (path, name) in minor.seen(app) {
            assert_eq!(name, expected, "{path} at {time}");
        }
    }
}

fn who_was_born_on_the_29th_of_february_comes_of_age_on_the_1st_of_march(app: &TestApp) {
    let minor = Minor::new(app, "2012-02-29");
    for (time, expected) in [
        ("2030-02-28T12:00:00Z", "Z. É. Q."),
        ("2030-02-28T21:59:59Z", "Z. É. Q."),
        ("2030-02-28T22:00:00Z", "Zwelibanzi Éric Qwabe"),
    ] {
        app.at(time);
        for (path, name) in minor.seen(app) {
            assert_eq!(name, expected, "{path} at {time}");
        }
    }
}

fn the_entity_tag_changes_when_the_name_becomes_public(app: &TestApp) {
    let minor = Minor::new(app, BORN);
    let paths = [
        minor.path(),
        format!("/v1/games/{}", minor.game),
        "/v1/players".to_owned(),
        "/v1/games".to_owned(),
    ];
    let tags = paths
        .each_ref()
        .map(|path| app.anyone().get(path).header("etag").to_owned());
    let again = |path: &str, tag: &str| app.anyone().get_with(path, &[("if-none-match", tag)]);
    app.at("2026-11-20T21:59:59Z");
    for (path, tag) in paths.iter().zip(&tags) {
        let answer = again(path, tag);
        assert_eq!((answer.status, answer.body.len()), (304, 0), "{path}");
        assert_eq!(answer.header("etag"), tag);
    }
    app.at("2026-11-20T22:00:00Z");
    for (path, tag) in paths.iter().zip(&tags) {
        let answer = again(path, tag);
        answer.expect(200);
        assert!(answer.body_text().contains("Zwelibanzi Éric Qwabe"), "{path}");
        assert_ne!(answer.header("etag"), tag);
    }
}

fn a_minors_single_name_is_one_initial(app: &TestApp) {
    let club = app.club("ZA-NW");
    for (family, given, initials) in [
        ("Thandi", None, "T."),
        ("!Xam", None, "X."),
        ("van der Merwe", Some("Leoné"), "L. M."),
        ("O'Brien", Some("seán"), "S. O."),
        ("الأحمد", Some("محمد"), "م. ا."),
    ] {
        let player = json!({
            "family_name": family, "given_names": given, "birth_date": BORN,
            "sex": "male", "province": "ZA-NW", "club_id": club,
        });
        let answer = app.administrator().post("/v1/players", &player);
        answer.expect(201);
        let public = app.anyone().get(answer.header("location")).expect(200);
        assert_eq!(
            (&public["name"], &public["name_withheld"]),
            (&json!(initials), &json!(true))
        );
    }
}

fn who_looks_after_a_minor_reads_the_name(app: &TestApp) {
    let minor = Minor::new(app, BORN);
    let path = format!("{}/particulars", minor.path());
    for caller in [
        app.administrator(),
        app.coordinator("ZA-NW"),
        app.secretary(&minor.club),
    ] {
        let particulars = caller.get(&path).expect(200);
        assert_eq!(
            (&particulars["family_name"], &particulars["birth_date"]),
            (&json!("Qwabe"), &json!(BORN))
        );
        // Looking after the player changes nothing about what is public.
        tells_nothing(&caller.get(&minor.path()));
    }
    let others = [
        app.anyone(),
        app.umpire(),
        app.coordinator("ZA-GP"),
        app.secretary(&app.club("ZA-NW")),
    ];
    for caller in others {
        let answer = caller.get(&path);
        assert!([401, 403].contains(&answer.status), "{}", answer.body_text());
        tells_nothing(&answer);
    }
}
