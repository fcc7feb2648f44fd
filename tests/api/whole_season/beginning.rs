//! The beginning of the year: a federation is named, lets others in, and registers members and umpires.

use serde_json::{Value, json};

use crate::app::{Account, TestApp};
use crate::caller::Caller;
use crate::federation::set;
use crate::whole_season::{id, strangers};

/// Those who run the federation beside its first administrator. They sign in anew on each day.
pub struct Officers {
    pub administrator: Account,
    pub north_west: Account,
    pub gauteng: Account,
    pub secretary: Account,
    pub umpire: Account,
    pub institution: Account,
}

/// The members: two clubs of the North West, whose secretary is one, and one of Gauteng.
pub struct Members {
    /// Seniors of the North West by their strength, and two children: one whose mother has consented, and Zanele Qwabe.
    pub north_west: Vec<String>,
    pub named: String,
    pub masked: String,
    pub gauteng: Vec<String>,
    pub umpire_player: String,
    pub umpire_club: String,
}

/// The family name that no stranger reads.
pub const MASKED: &str = "Qwabe";

/// The first administrator names the federation, sets what it sets, and lets others in.
pub fn found(app: &TestApp) -> Officers {
    assert!(strangers(app, "/v1/clubs")["items"].as_array().unwrap().is_empty());
    let settings = json!({
        "name": "Highveld Morabaraba Federation", "website": "https://highveld.example",
        "awarding_bodies": { "provincial": "{federation}, {province} Board" }, "umpires": { "youngest_age": 21 },
    });
    set(app, "", &settings);
    assert_eq!(
        strangers(app, "/v1/federation")["name"],
        "Highveld Morabaraba Federation"
    );
    let officer = |grant: &Value| {
        let account = app.account();
        let grants = format!("/v1/accounts/{}/grants", account.id);
        app.administrator().post(&grants, grant).expect(201);
        account
    };
    let coordinator = |province: &str| officer(&json!({ "role": "coordinator", "province": province }));
    let (north_west, gauteng) = (coordinator("ZA-NW"), coordinator("ZA-GP"));
    let by = app.sign_in(&north_west.email);
    let club = json!({ "code": "MAH", "name": "Mahikeng Herders", "kind": "community", "province": "ZA-NW" });
    let club = id(&by.post("/v1/clubs", &club).expect(201));
    Officers {
        administrator: officer(&json!({ "role": "administrator" })),
        secretary: officer(&json!({ "role": "club_secretary", "club_id": club })),
        umpire: officer(&json!({ "role": "umpire" })),
        institution: officer(&json!({ "role": "institution" })),
        north_west,
        gauteng,
    }
}

/// A new member of a club: put on record and registered by one, whose payment another records.
fn member(by: &Caller<'_>, paid_to: &Caller<'_>, club: &str, (given, family, born): (&str, &str, &str)) -> String {
    let (sex, division) = match born.split('-').next().unwrap().parse::<i32>().unwrap() {
        2008.. => ("female", "high_school"),
        year if year % 2 == 0 => ("female", "senior"),
        _ => ("male", "senior"),
    };
    let province = by.get(&format!("/v1/clubs/{club}")).expect(200)["province"].clone();
    let player = json!({
        "family_name": family, "given_names": given, "birth_date": born, "sex": sex, "nationality": "ZA",
        "province": province, "club_id": club,
    });
    let player = id(&by.post("/v1/players", &player).expect(201));
    let registration =
        json!({ "player_id": player, "club_id": club, "year": 2027, "basis": "member", "division": division });
    let registration = by.post("/v1/registrations", &registration);
    registration.expect(201);
    let paid = json!({ "paid_on": "2026-11-20" });
    paid_to.patch(registration.header("location"), "*", &paid).expect(200);
    player
}

/// Clubs are affiliated; a secretary and the coordinators register the members; a mother consents by a link.
pub fn register(app: &TestApp, officers: &Officers) -> Members {
    let by = [&officers.north_west, &officers.gauteng].map(|account| app.sign_in(&account.email));
    let secretary = app.sign_in(&officers.secretary.email);
    let first = id(&strangers(app, "/v1/clubs")["items"][0]);
    let new = |by: &Caller<'_>, code: &str, name: &str, province: &str| {
        let club = json!({ "code": code, "name": name, "kind": "community", "province": province });
        id(&by.post("/v1/clubs", &club).expect(201))
    };
    let second = new(&by[0], "RUS", "Rustenburg Kraal", "ZA-NW");
    let third = new(&by[1], "TEM", "Tembisa Cows", "ZA-GP");
    for (club, by) in [(&first, &by[0]), (&second, &by[0]), (&third, &by[1])] {
        let affiliation = json!({ "club_id": club, "year": 2027, "paid_on": "2026-11-20" });
        by.post("/v1/affiliations", &affiliation).expect(201);
    }
    secretary
        .post("/v1/affiliations", &json!({ "club_id": first, "year": 2028 }))
        .refused(403, "role-required");
    let seniors = [
        ("Thandiwe", "Mokoena", "1998-04-17"),
        ("Pieter", "van der Merwe", "1991-02-03"),
        ("Lerato", "Hlophe", "2000-08-09"),
        ("Sipho", "Moatshe", "1987-12-16"),
        ("Nomsa", "Tau", "1994-06-16"),
        ("Kagiso", "Molefe", "1999-09-24"),
    ];
    let mut north_west = Vec::new();
    for (number, person) in seniors.into_iter().enumerate() {
        north_west.push(match number % 2 {
            0 => member(&secretary, &by[0], &first, person),
            _ => member(&by[0], &by[0], &second, person),
        });
    }
    let named = member(&secretary, &by[0], &first, ("Lwazi", "Mthembu", "2011-05-05"));
    let masked = member(&by[0], &by[0], &second, ("Zanele", MASKED, "2012-03-21"));
    for child in [&named, &masked] {
        assert_eq!(strangers(app, &format!("/v1/players/{child}"))["name_withheld"], true);
    }
    let links = format!("/v1/players/{named}/consent-links");
    let link = secretary.send("POST", &links, &[], None).expect(200);
    let answer =
        |purpose: &str| json!({ "purpose": purpose, "wording": "2026-1", "agrees": purpose == "publish_name" });
    let answers = json!({
        "code": link["code"], "guardian": "Nokuthula Mthembu", "relation": "parent",
        "answers": [answer("publish_name"), answer("share_colours")],
    });
    app.anyone().post("/v1/consent-answers", &answers).expect(200);
    let name = |player: &str| strangers(app, &format!("/v1/players/{player}"))["name"].clone();
    assert_eq!((name(&named), name(&masked)), (json!("Lwazi Mthembu"), json!("Z. Q.")));
    north_west.extend([named.clone(), masked.clone()]);
    let gauteng = [
        ("Bongani", "Nkosi", "1985-01-30"),
        ("Ayanda", "Zulu", "1996-07-18"),
        ("Johan", "Botha", "1979-10-10"),
        ("Palesa", "Mohapi", "2002-11-11"),
    ];
    Members {
        north_west,
        named,
        masked,
        gauteng: gauteng
            .into_iter()
            .map(|person| member(&by[1], &by[1], &third, person))
            .collect(),
        umpire_player: member(&secretary, &by[0], &first, ("Refilwe", "Modise", "1980-05-27")),
        umpire_club: first,
    }
}

/// A course is held; who passes it is accredited, and who does not is not.
pub fn accredit(app: &TestApp, officers: &Officers, members: &Members) {
    let by = app.sign_in(&officers.north_west.email);
    let course = json!({
        "held_on": "2026-11-14", "venue": "Mahikeng", "province": "ZA-NW", "held_by": "Umpires' committee",
    });
    let course = id(&by.post("/v1/umpire-courses", &course).expect(201));
    let candidates = format!("/v1/umpire-courses/{course}/candidates");
    for (player, marks, passed) in [(&members.umpire_player, 84, true), (&members.north_west[5], 41, false)] {
        let candidate = json!({ "player_id": player, "marks_regulations": marks, "marks_rules": 91 });
        assert_eq!(by.post(&candidates, &candidate).expect(201)["passed"], passed);
    }
    let accredit = |player: &str, account: Option<&str>| {
        let accreditation = json!({
            "player_id": player, "account_id": account, "level": "level_1", "valid_from": "2026-11-20", "course_id": course,
        });
        app.administrator().post("/v1/accreditations", &accreditation)
    };
    accredit(&members.north_west[5], None).refused(409, "course-not-passed");
    accredit(&members.umpire_player, Some(&officers.umpire.id)).expect(201);
    let umpires = strangers(app, "/v1/accreditations");
    assert_eq!(umpires["items"].as_array().unwrap().len(), 1);
    assert_eq!(umpires["items"][0]["umpire"]["name"], "Refilwe Modise");
}
