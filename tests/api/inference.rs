//! Private data is private to everyone else: whoever does not look after a player is answered the same, to the byte and
//! the entity tag, whatever the player's private data is.

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::{Caller, text};
use crate::contract;
use crate::world::{World, path, requests};

on_both_databases! {
    private_data_changes_no_answer_to_others,
    a_withheld_name_is_not_found_by_trying,
    what_is_elsewhere_is_refused_alike,
}

/// Every GET of the document about the world, and lists with every filter that could tell one player from another.
fn readings(app: &TestApp, world: &World, minor: &str) -> Vec<String> {
    let mut paths: Vec<String> = contract::operations()
        .filter(|(_, method, _)| *method == "get")
        .flat_map(|(pattern, _, operation)| {
            let requests = requests(text(&operation["operationId"]), app, world, None);
            requests
                .into_iter()
                .map(move |request| path(pattern, &request.parameter))
        })
        .filter(|path| !path.starts_with("/v1/jobs"))
        // The log tells that something was written, and nothing of it: its leaves are salted.
        .filter(|path| !path.starts_with("/v1/log"))
        // Nor do events tell what was changed of a player, only that something was.
        .filter(|path| !path.starts_with("/v1/events"))
        .collect();
    for list in ["/v1/players", "/v1/particulars", "/v1/games"] {
        let filters = [
            "q=nkosi",
            "q=lerato",
            "q=zodwa",
            "q=l",
            "province=ZA-NW",
            "limit=1",
            "limit=200",
        ];
        paths.extend(filters.map(|filter| format!("{list}?{filter}")));
    }
    for filter in [
        "sort=name",
        "consent_missing=true",
        "registration=unpaid",
        "registration=paid",
        "registration=none",
    ] {
        paths.push(format!("/v1/particulars?{filter}"));
    }
    for below in [
        "",
        "/particulars",
        "/consents",
        "/consent-links",
        "/residences",
        "/pairing-bars",
    ] {
        paths.push(format!("/v1/players/{minor}{below}"));
    }
    paths.push(format!("/v1/registrations?player_id={minor}"));
    paths.push(format!("/v1/transfers?player_id={minor}"));
    paths
}

/// The content of an answer: all but the request's own id, the time, and what the asker may still ask.
fn told(caller: &Caller<'_>, path: &str) -> String {
    let answer = caller.get(path);
    let instance = answer.header("x-request-id").to_owned();
    let body = answer.body_text().replace(&instance, "…");
    // In an order of their own: that in which they are sent says nothing, and is another one whenever an answer is made.
    let mut headers: Vec<_> = answer
        .headers
        .iter()
        .filter(|(name, _)| !["x-request-id", "date", "ratelimit", "ratelimit-policy"].contains(&name.as_str()))
        .map(|(name, value)| format!("{name}: {value:?}"))
        .collect();
    headers.sort_unstable();
    format!("{path} {} {headers:?} {body}", answer.status)
}

fn private_data_changes_no_answer_to_others(app: &TestApp) {
    let world = World::new(app);
    let minor = app.player_named(&world.club, "Nkosi", "Lerato", "2012-05-05");
    let paths = readings(app, &world, &minor);
    let elsewhere = app.club("ZA-GP");
    let others = [
        app.anyone(),
        app.coordinator("ZA-GP"),
        app.secretary(&elsewhere),
        app.secretary(&world.neighbour),
        app.umpire(),
        app.institution(),
    ];
    let hear = || -> Vec<String> {
        others
            .iter()
            .flat_map(|who| paths.iter().map(|path| told(who, path)))
            .collect()
    };
    // A moment later they would tell of the world's game, whoever asks and whatever is private.
    app.project_games();
    let before = hear();
    let administrator = app.administrator();
    let change = |path: String, changes: Value| {
        administrator.patch(&path, "*", &changes).expect(200);
    };
    // Still a minor, still with the initials L. N., still grown up.
    change(
        format!("/v1/players/{minor}/particulars"),
        json!({ "family_name": "Ngcobo", "given_names": "Langa", "birth_date": "2010-01-31", "sex": "male", "nationality": "LS" }),
    );
    change(
        format!("/v1/players/{}/particulars", world.players[1]),
        json!({ "birth_date": "1960-01-31", "sex": "male", "nationality": "SZ" }),
    );
    change(
        format!("/v1/registrations/{}", world.registration),
        json!({ "paid_on": "2026-11-18" }),
    );
    for player in [&minor, &world.players[0]] {
        let residence = json!({ "since": "2026-11-20", "province": "ZA-NW", "region": "DC40" });
        administrator
            .post(&format!("/v1/players/{player}/residences"), &residence)
            .expect(201);
    }
    let bar = json!({ "player_ids": [minor, world.players[0]], "relation": "siblings" });
    administrator.post("/v1/pairing-bars", &bar).expect(201);
    let registration = json!({
        "player_id": minor, "club_id": world.club, "year": 2027, "basis": "member", "division": "high_school",
    });
    administrator.post("/v1/registrations", &registration).expect(201);
    for (before, after) in before.iter().zip(hear()) {
        assert_eq!(*before, after);
    }
    assert!(before.len() > 5 * 50, "{} answers", before.len());
    // And those who look after the player do read the difference.
    let secretary = app.secretary(&world.club);
    let read = secretary.get(&format!("/v1/players/{minor}/particulars")).expect(200);
    assert_eq!(read["family_name"], "Ngcobo");
}

/// No search, number, cursor or order leads from a name to a child.
fn a_withheld_name_is_not_found_by_trying(app: &TestApp) {
    let club = app.club("ZA-NW");
    app.player_named(&club, "Aardvark", "Lerato", "2012-05-05");
    app.player_named(&club, "Zulu", "Lerato", "2012-05-06");
    for who in [app.anyone(), app.coordinator("ZA-GP"), app.umpire()] {
        for q in ["a", "aardvark", "lerato", "z", "zulu", "lerato%20zulu"] {
            assert!(who.get(&format!("/v1/players?q={q}")).items().is_empty(), "{q}");
        }
        // The order is that of numbers, which say nothing of names.
        let names: Vec<Value> = who
            .get("/v1/players")
            .items()
            .iter()
            .map(|player| player["name"].clone())
            .collect();
        assert_eq!(names, ["L. A.", "L. Z."]);
        for sort in ["name", "birth_date", "family_name"] {
            who.get(&format!("/v1/players?sort={sort}"))
                .refused(400, "invalid-query");
        }
        for filter in [
            "birth_date=2012-05-05",
            "sex=female",
            "family_name=Zulu",
            "consent_missing=true",
        ] {
            who.get(&format!("/v1/players?{filter}")).refused(400, "invalid-query");
        }
    }
    // A cursor that was made up leads nowhere that the list does not.
    let made_up = ["IiI", "W10", "bnVsbA", "LTE"];
    for cursor in made_up {
        let answer = app.anyone().get(&format!("/v1/players?cursor={cursor}"));
        assert!(
            [200, 400].contains(&answer.status) && !answer.body_text().contains("Zulu"),
            "{cursor}"
        );
    }
}

/// A refusal says no more than that: the same for a player of whom there is much on record and one of whom there is
/// nothing.
fn what_is_elsewhere_is_refused_alike(app: &TestApp) {
    let club = app.club("ZA-NW");
    let rich = app.player_named(&club, "Nkosi", "Lerato", "2012-05-05");
    let poor = app.player_named(&club, "Zulu", "Sipho", "1990-05-05");
    let consent = json!({
        "guardian": "Lindiwe Nkosi", "relation": "parent", "purpose": "publish_name", "wording": "2026-1",
        "given_on": "2026-11-20",
    });
    app.administrator()
        .post(&format!("/v1/players/{rich}/consents"), &consent)
        .expect(201);
    let other = app.coordinator("ZA-GP");
    for below in ["particulars", "consents", "consent-links", "residences", "pairing-bars"] {
        let [rich, poor] = [&rich, &poor].map(|player| {
            let answer = other.get(&format!("/v1/players/{player}/{below}"));
            let mut problem = answer.refused(403, "out-of-scope");
            problem["instance"].take();
            (
                problem,
                answer.header("etag").to_owned(),
                answer.header("last-modified").to_owned(),
            )
        });
        assert_eq!(rich, poor, "{below}");
    }
    for player in [&rich, &poor] {
        let path = format!("/v1/players/{player}/particulars");
        for tag in ["*", "\"x\""] {
            other
                .patch(&path, tag, &json!({ "sex": "male" }))
                .refused(403, "out-of-scope");
        }
    }
}
