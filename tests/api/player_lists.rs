//! Lists of players: by province and club, a page at a time.

use serde_json::json;

use crate::app::TestApp;
use crate::caller::{Caller, text};
use crate::players::{ID, names, player, with};

on_sqlite! {
    players_are_listed_by_province_and_club,
    pages_stay_as_they_were_when_players_are_added,
    a_list_refuses_what_it_cannot_read,
}

fn players_are_listed_by_province_and_club(app: &TestApp) {
    let (club, other, administrator) = (app.club("ZA-NW"), app.club("ZA-NW"), app.administrator());
    for (family, province, club) in [
        ("Adams", "ZA-NW", &club),
        ("Baloyi", "ZA-GP", &club),
        ("Cele", "ZA-GP", &other),
        ("Dube", "ZA-NW", &other),
    ] {
        let sent = with(
            club,
            &json!({ "family_name": family, "given_names": null, "province": province }),
        );
        administrator.post("/v1/players", &sent).expect(201);
    }
    let listed = |query: &str| {
        let players = app.anyone().get(&format!("/v1/players{query}")).items();
        names(&players).into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(listed(""), ["Adams", "Baloyi", "Cele", "Dube"]);
    assert_eq!(listed("?province=ZA-GP"), ["Baloyi", "Cele"]);
    assert_eq!(listed(&format!("?club_id={club}")), ["Adams", "Baloyi"]);
    assert_eq!(listed(&format!("?club_id={other}&province=ZA-NW")), ["Dube"]);
    assert_eq!(listed(&format!("?club_id={other}&q=cel")), ["Cele"]);
    assert_eq!(listed("?province=ZA-XX"), Vec::<String>::new());
    assert_eq!(listed(&format!("?club_id={ID}")), Vec::<String>::new());
}

fn pages_stay_as_they_were_when_players_are_added(app: &TestApp) {
    let club = app.club("ZA-NW");
    let secretary = app.secretary(&club);
    let add = |caller: &Caller<'_>| caller.post("/v1/players", &player(&club)).expect(201);
    for _ in 0..5 {
        add(&secretary);
    }
    let (mut path, mut numbers) = (format!("/v1/players?limit=2&club_id={club}"), Vec::new());
    loop {
        let answer = app.anyone().get(&path);
        numbers.extend(
            answer
                .items()
                .iter()
                .map(|player| text(&player["number"])[2..9].parse::<u32>().unwrap()),
        );
        let Some(next) = answer.json()["next_cursor"].as_str().map(str::to_owned) else {
            assert_eq!(answer.header("link"), "");
            break;
        };
        path = format!("/v1/players?limit=2&club_id={club}&cursor={next}");
        assert_eq!(answer.header("link"), format!("<{path}>; rel=\"next\""));
        if numbers.len() <= 4 {
            add(&secretary);
        }
    }
    assert_eq!(numbers, [1, 2, 3, 4, 5, 6, 7]);
}

fn a_list_refuses_what_it_cannot_read(app: &TestApp) {
    for (query, code) in [
        ("limit=0", "invalid-query"),
        ("limit=201", "invalid-query"),
        ("limit=-1", "invalid-query"),
        ("limit=ten", "invalid-query"),
        ("club_id=DIT", "invalid-query"),
        ("birth_date=1998-04-17", "invalid-query"),
        ("cursor=", "invalid-cursor"),
        ("cursor=x", "invalid-cursor"),
        ("cursor=IjEi", "invalid-cursor"),
    ] {
        app.anyone().get(&format!("/v1/players?{query}")).refused(400, code);
    }
    app.anyone().get("/v1/players?limit=200").expect(200);
}
