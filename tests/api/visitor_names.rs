//! Names of visitors: told, withheld, corrected and erased; who may enter one, and where events are held abroad.

use diesel::{QueryDsl, RunQueryDsl};
use federation_records::db::schema::{answers, audit};
use serde_json::{Value, json};

use crate::app::TestApp;
use crate::hall::Hall;
use crate::visitors::{VISITORS, come, field, id, play_round, told, visitor, world};

on_sqlite! {
    a_visitor_is_named_if_an_official_says_so,
    a_name_is_corrected_and_erased,
    each_refusal_is_told,
    an_event_is_held_abroad,
}

fn a_visitor_is_named_if_an_official_says_so(app: &TestApp) {
    let hall = world(app, &json!({}));
    let entry = come(&hall, VISITORS[1]);
    let path = format!("/v1/entries/{}/visitor", id(&entry));
    let read = hall.umpire.get(&path);
    assert_eq!(read.expect(200), visitor(VISITORS[1]));
    assert_eq!(read.header("cache-control"), "private, no-store");
    hall.umpire
        .patch(&path, "\"0\"", &json!({ "named": true }))
        .refused(412, "stale");
    let named = hall
        .umpire
        .patch(&path, read.header("etag"), &json!({ "named": true }))
        .expect(200);
    assert_eq!(named["named"], true);
    let public = app.anyone().get(&format!("/v1/entries/{}", id(&entry))).expect(200);
    assert_eq!(public["player"]["name"], "Lwazi Xhabanti");
    // A sign alone has no initials; then it is the country.
    let signs = come(&hall, ("🐄", "🐄", "LS", false));
    assert_eq!(signs["player"]["name"], "Visitor from Lesotho");
    for (who, status, code) in [
        (app.anyone(), 401, "token-required"),
        (app.coordinator("ZA-GP"), 403, "out-of-scope"),
        (app.secretary(&app.club("ZA-NW")), 403, "role-required"),
    ] {
        who.get(&path).refused(status, code);
    }
}

fn a_name_is_corrected_and_erased(app: &TestApp) {
    let (hall, visitors) = field(app);
    let (kept, other) = (id(&visitors[0]), id(&visitors[2]));
    let path = format!("/v1/entries/{kept}/visitor");
    let corrected = hall
        .umpire
        .patch(&path, "*", &json!({ "family_name": "Molefhe" }))
        .expect(200);
    assert_eq!(corrected["family_name"], "Molefhe");
    hall.umpire
        .patch(
            &path,
            "*",
            &json!({ "family_name": "mutása", "given_names": "Rudo", "country": "ZW" }),
        )
        .refused(409, "already-entered");
    hall.umpire
        .patch(&path, "*", &json!({ "country": "ZA" }))
        .refused(422, "invalid-input");
    let round = play_round(&hall);
    let erasures = format!("/v1/entries/{kept}/visitor-erasures");
    let key = [("idempotency-key", "erase-1")];
    let left = hall.umpire.send("POST", &erasures, &key, None).expect(201);
    assert_eq!(
        left["player"],
        json!({ "id": kept, "number": null, "name": "Visitor from Botswana", "country": "BW" })
    );
    assert!(!told(&hall).contains("Molef"));
    hall.umpire.get(&path).refused(410, "erased");
    hall.umpire
        .patch(&path, "*", &json!({ "named": true }))
        .refused(410, "erased");
    let c = &mut app.connection();
    let trail: Vec<Option<String>> = audit::table.select(audit::changes).load(c).unwrap();
    assert!(trail.iter().flatten().all(|changes| !changes.contains("Molef")));
    assert!(
        trail
            .iter()
            .flatten()
            .any(|changes| changes.contains("Visitor from Botswana"))
    );
    let kept_answers: Vec<String> = answers::table.select(answers::answer).load(c).unwrap();
    assert!(kept_answers.iter().all(|answer| !answer.contains("Kagiso")));
    // Another of that name may come, since nobody knows the first.
    come(&hall, ("Molefhe", "Kagiso", "BW", true));
    // The match stays, and so do the names of the others.
    let matches = hall.matches(&round);
    assert!(
        matches
            .iter()
            .any(|one| one.to_string().contains("Visitor from Botswana"))
    );
    let public = app.anyone().get(&format!("/v1/entries/{other}")).expect(200);
    assert_eq!(public["player"]["name"], "Rudo Mutasa");
    // A player of the register has an erasure of their own.
    let ours = &app.anyone().get(&format!("{}/entries", hall.path)).items()[0];
    for (method, below) in [("GET", "visitor"), ("POST", "visitor-erasures")] {
        let path = format!("/v1/entries/{}/{below}", id(ours));
        hall.umpire.send(method, &path, &[], None).refused(404, "not-found");
    }
}

fn each_refusal_is_told(app: &TestApp) {
    let hall = world(app, &json!({}));
    let visitors = format!("{}/visitors", hall.path);
    let molefe = visitor(VISITORS[0]);
    hall.umpire.post(&visitors, &molefe).expect(201);
    let twice = visitor(("MOLEFÉ", "kagiso", "BW", false));
    hall.umpire.post(&visitors, &twice).refused(409, "already-entered");
    // Of another country it is somebody else.
    hall.umpire
        .post(&visitors, &visitor(("Molefe", "Kagiso", "NA", true)))
        .expect(201);
    let faults = |of| hall.umpire.post(&visitors, &visitor(of)).faults();
    let fault = |pointer: &str, code: &str| vec![(pointer.to_owned(), code.to_owned())];
    assert_eq!(
        faults(("Dlamini", "Sipho", "ZA", true)),
        fault("/country", "not-abroad")
    );
    assert_eq!(faults((" ", "Sipho", "SZ", true)), fault("/family_name", "required"));
    for unknown in ["bw", "BWA", "XX", ""] {
        let told = hall.umpire.post(&visitors, &visitor(("Molefe", "Pule", unknown, true)));
        assert_eq!(
            (told.status, told.faults()[0].0.as_str()),
            (422, "/country"),
            "{unknown}"
        );
    }
    app.secretary(&app.club("ZA-NW"))
        .post(&visitors, &molefe)
        .refused(403, "role-required");
    app.coordinator("ZA-GP")
        .post(&visitors, &molefe)
        .refused(403, "out-of-scope");
    // Elsewhere everybody is a player of the register.
    for level in ["club", "school", "student", "regional", "provincial", "national"] {
        let other = Hall::new(app, &json!({ "level": level }), 0);
        let path = format!("{}/visitors", other.path);
        other.coordinator.post(&path, &molefe).refused(409, "no-visitors");
    }
    let friendly = Hall::new(app, &json!({}), 0);
    friendly
        .umpire
        .post(&format!("{}/visitors", friendly.path), &molefe)
        .expect(201);
    // A visitor is entered once, and sent again is there.
    let mut known = visitor(("Tau", "Neo", "BW", true));
    known["id"] = json!("019aa0d1-2b3c-7d4e-8f5a-6b7c8d9e0f1b");
    let created = hall.umpire.post(&visitors, &known).expect(201);
    assert_eq!(hall.umpire.post(&visitors, &known).expect(201), created);
    known["family_name"] = json!("Tauu");
    hall.umpire.post(&visitors, &known).refused(409, "id-taken");
    // What is planned takes nobody yet.
    let plan = json!({
        "name": "Friends", "level": "friendly", "province": "ZA-NW", "starts_on": "2026-11-20",
        "ends_on": "2026-11-20", "venue": "Mahikeng",
    });
    let planned = app.administrator().post("/v1/tournaments", &plan).expect(201);
    let path = format!("/v1/tournaments/{}/visitors", id(&planned));
    app.administrator().post(&path, &molefe).refused(409, "wrong-state");
}

fn an_event_is_held_abroad(app: &TestApp) {
    let hall = world(
        app,
        &json!({ "country": "BW", "venue": "National Stadium, Gaborone", "starts_on": "2026-12-05", "ends_on": "2026-12-06" }),
    );
    assert_eq!(app.anyone().get(&hall.path).expect(200)["country"], "BW");
    let calendar = app.anyone().get("/v1/calendar").expect(200);
    let items = calendar["items"].as_array().unwrap();
    let countries: Vec<&Value> = items.iter().map(|item| &item["country"]).collect();
    assert!(
        countries.contains(&&json!("BW")) && countries.contains(&&json!("ZA")),
        "{calendar}"
    );
    let file = app.anyone().get("/calendar.ics").body_text();
    assert!(file.contains("National Stadium\\, Gaborone\\, Botswana"), "{file}");
    let page = app.anyone().get(hall.path.strip_prefix("/v1").unwrap()).body_text();
    assert!(page.contains("National Stadium, Gaborone, Botswana"));
    // Back home, and what is for home alone.
    let administrator = app.administrator();
    let home = administrator
        .patch(&hall.path, "*", &json!({ "country": "ZA" }))
        .expect(200);
    assert_eq!(home["country"], "ZA");
    let fault = [("/country".to_owned(), "not-abroad".to_owned())];
    let national = json!({
        "name": "National Championship", "level": "national", "province": "ZA-NW", "starts_on": "2026-11-20",
        "ends_on": "2026-11-20", "venue": "Gaborone", "country": "BW",
    });
    assert_eq!(administrator.post("/v1/tournaments", &national).faults(), fault);
    let friendly = Hall::new(app, &json!({ "country": "LS" }), 0);
    let changed = friendly
        .coordinator
        .patch(&friendly.path, "*", &json!({ "level": "club" }));
    assert_eq!(changed.faults(), fault);
    let unknown = administrator.patch(&hall.path, "*", &json!({ "country": "Botswana" }));
    assert_eq!((unknown.status, unknown.faults()[0].0.as_str()), (422, "/country"));
}
