//! Nationalities of players, which are private, and the colours of the country, which are for its own nationals.

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::text;
use crate::hall::{affiliated, register};
use crate::imports::PLAYERS;
use crate::merits::Claim;

on_sqlite! {
    a_nationality_is_recorded_mended_and_erased,
    national_colours_are_for_nationals,
    discretion_does_not_get_round_it,
    files_may_tell_nationalities,
}

/// A grown-up member of the club, with what else is said; the id.
fn player(app: &TestApp, club: &str, changes: &Value) -> String {
    let mut player = json!({
        "family_name": "Mohapi", "given_names": "Palesa", "birth_date": "1998-04-17", "sex": "female",
        "province": "ZA-NW", "club_id": club,
    });
    player
        .as_object_mut()
        .unwrap()
        .extend(changes.as_object().unwrap().clone());
    text(&app.administrator().post("/v1/players", &player).expect(201)["id"]).to_owned()
}

/// Records the nationality of a player.
fn mend(app: &TestApp, player: &str, nationality: &Value) {
    let path = format!("/v1/players/{player}/particulars");
    let mended = app
        .administrator()
        .patch(&path, "*", &json!({ "nationality": nationality }));
    assert_eq!(mended.expect(200)["nationality"], *nationality);
}

/// A senior of the North West of whom no nationality is on record, selected for the national team; the id.
fn selected(app: &TestApp) -> String {
    let club = affiliated(app);
    let player = player(app, &club, &json!({}));
    register(app, &player, &club, "senior");
    let selection = json!({
        "player_id": player, "role": "player", "team": "international", "event": "African championship",
        "division": "senior", "year": 2027, "selected_on": "2026-11-20", "reference": "Minutes",
    });
    app.administrator().post("/v1/selections", &selection).expect(201);
    player
}

fn a_nationality_is_recorded_mended_and_erased(app: &TestApp) {
    let club = app.club("ZA-NW");
    let secretary = app.secretary(&club);
    let known = player(app, &club, &json!({ "nationality": "LS" }));
    let unknown = player(app, &club, &json!({ "birth_date": "1999-04-17" }));
    let read = |player: &str| secretary.get(&format!("/v1/players/{player}/particulars")).expect(200);
    assert_eq!(
        (&read(&known)["nationality"], &read(&unknown)["nationality"]),
        (&json!("LS"), &Value::Null)
    );
    mend(app, &unknown, &json!("ZA"));
    mend(app, &known, &Value::Null);
    mend(app, &known, &json!("ZW"));
    for wrong in [json!("XX"), json!("za"), json!("ZAF"), json!(""), json!(27)] {
        let path = format!("/v1/players/{known}/particulars");
        assert_eq!(
            secretary.patch(&path, "*", &json!({ "nationality": wrong })).faults(),
            [("/nationality".to_owned(), "invalid-value".to_owned())]
        );
    }
    // Others do not read it.
    for path in [format!("/v1/players/{known}"), "/v1/players".to_owned()] {
        let told = app.anyone().get(&path).body_text();
        assert!(!told.contains("ZW") && !told.contains("nationality"), "{told}");
    }
    let kept = secretary.get(&format!("/v1/players/{known}/export")).expect(200);
    assert_eq!(kept["player"]["particulars"]["nationality"], "ZW");
    app.administrator()
        .send("POST", &format!("/v1/players/{known}/erasures"), &[], None)
        .expect(201);
    let file = app.administrator().get("/v1/exports/players").body_text();
    assert!(!file.contains("ZW"), "{file}");
}

fn national_colours_are_for_nationals(app: &TestApp) {
    let player = selected(app);
    let (claim, coordinator) = (Claim::new(app, "national", "selection"), app.coordinator("ZA-NW"));
    let candidacy = || {
        let path = format!("/v1/players/{player}/colours-candidacy?year=2027&level=national");
        app.administrator().get(&path).items()
    };
    let lacks = |code: &str, sentence: &str| {
        let refusal = claim.propose(&coordinator, &player).refused(409, "not-national");
        assert_eq!(
            refusal["missing"],
            json!([{ "code": code, "tournament_id": null, "message": sentence }])
        );
        assert_eq!(refusal["detail"], sentence);
        let path = "/v1/colours-candidates?year=2027&level=national";
        assert!(app.administrator().get(path).items().is_empty());
        // It is lacking whatever else is: here, a selection to umpire.
        let found = candidacy();
        let codes = |item: &Value| -> Vec<Value> {
            let missing = item["missing"].as_array().unwrap().iter();
            missing.map(|missing| missing["code"].clone()).collect()
        };
        let all: Vec<_> = found.iter().map(|item| (item["basis"].clone(), codes(item))).collect();
        assert_eq!(
            all,
            [
                (json!("selection"), vec![json!(code)]),
                (json!("umpire"), vec![json!("not_selected"), json!(code)])
            ]
        );
    };
    let none = "National colours are for nationals of South Africa, and no nationality of the player is on record.";
    let other = "National colours are for nationals of South Africa, and the player is a national of another country.";
    lacks("nationality_unknown", none);
    mend(app, &player, &json!("LS"));
    lacks("other_nationality", other);
    mend(app, &player, &json!("ZA"));
    claim.has(&player);
    let proposed = claim.propose(&coordinator, &player).expect(201);
    let approvals = format!("/v1/colours/{}/approvals", text(&proposed["id"]));
    let approve = || app.administrator().post(&approvals, &json!({ "reference": "Minutes" }));
    // It is looked at once more, like everything else that it rests on.
    mend(app, &player, &json!("LS"));
    approve().refused(409, "not-national");
    mend(app, &player, &json!("ZA"));
    assert_eq!(approve().expect(201)["state"], "approved");
    // Colours of a province are for whoever lives there.
    let province = json!({
        "player_id": player, "role": "player", "team": "province", "province": "ZA-NW", "division": "senior",
        "year": 2027, "selected_on": "2026-11-20", "reference": "Minutes",
    });
    app.administrator().post("/v1/selections", &province).expect(201);
    mend(app, &player, &Value::Null);
    Claim::new(app, "provincial", "selection").has(&player);
}

fn discretion_does_not_get_round_it(app: &TestApp) {
    let player = player(app, &affiliated(app), &json!({}));
    let criteria = json!({
        "year": 2027, "name": "The board decides",
        "items": [{ "level": "national", "divisions": ["senior"], "basis": "discretion" }],
    });
    app.administrator().post("/v1/colours-criteria", &criteria).expect(201);
    let proposal = json!({
        "player_id": player, "level": "national", "division": "senior", "year": 2027, "basis": "discretion",
        "reason": "Has taught the game for thirty years.",
    });
    let propose = || app.coordinator("ZA-NW").post("/v1/colours", &proposal);
    propose().refused(409, "not-national");
    mend(app, &player, &json!("ZA"));
    propose().expect(201);
}

fn files_may_tell_nationalities(app: &TestApp) {
    let administrator = app.administrator();
    let club = "code,name,kind,province\nAAA,Herders,community,ZA-NW\n";
    let told = PLAYERS.replace("club\n", "club,nationality\n");
    let rows =
        format!("{told},Nkosi,Sipho,1998-04-17,male,ZA-NW,,AAA,LS\n,Zwane,Lerato,1998-04-18,female,ZA-NW,,AAA,\n");
    let outcome = |job: &Value| job["state"].clone();
    assert_eq!(
        outcome(&administrator.import(&[("clubs", club), ("players", &rows)])),
        "done"
    );
    let kept = || -> Vec<(Value, Value)> {
        let items = administrator.get("/v1/particulars?sort=name").items();
        items
            .into_iter()
            .map(|item| (item["family_name"].clone(), item["nationality"].clone()))
            .collect()
    };
    assert_eq!(kept(), [(json!("Nkosi"), json!("LS")), (json!("Zwane"), Value::Null)]);
    // A file without the column, or a cell with nothing in it, leaves what is on record.
    let numbers: Vec<String> = administrator
        .get("/v1/particulars?sort=name")
        .items()
        .iter()
        .map(|item| text(&item["number"]).to_owned())
        .collect();
    let row = |number: &str, name: &str| format!("{number},{name},,1998-04-17,male,ZA-NW,,AAA");
    let older = format!("{PLAYERS}{}\n", row(&numbers[0], "Nkosana"));
    assert_eq!(outcome(&administrator.import(&[("players", &older)])), "done");
    let both = format!(
        "{told}{},\n{},ZA\n",
        row(&numbers[0], "Nkosi"),
        row(&numbers[1], "Zwane")
    );
    assert_eq!(outcome(&administrator.import(&[("players", &both)])), "done");
    assert_eq!(kept(), [(json!("Nkosi"), json!("LS")), (json!("Zwane"), json!("ZA"))]);
    let wrong = format!("{told}{},Basutoland\n", row(&numbers[0], "Nkosi"));
    let job = administrator.import(&[("players", &wrong)]);
    assert_eq!(
        (
            &job["report"]["faults"][0]["column"],
            &job["report"]["faults"][0]["code"]
        ),
        (&json!("nationality"), &json!("invalid-value")),
        "{job}"
    );
    let file = administrator.get("/v1/exports/players").body_text();
    assert!(file.lines().next().unwrap().ends_with(",club,nationality"), "{file}");
    assert!(file.contains(",AAA,LS") && file.contains(",AAA,ZA"), "{file}");
}
