//! Lists in pages: what is walked one by one is what is read at once, and nothing is lost or told twice.

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::{Caller, text};
use crate::contract::operations;
use crate::world::{World, path, requests};

on_both_databases! {
    every_list_is_walked_one_by_one,
    sessions_are_walked_while_some_end,
    a_cursor_of_another_list_is_refused,
    the_clubs_of_a_list_come_with_it_if_asked_for,
}

/// The items of a list, page by page, each of so many, along the links.
#[track_caller]
fn walked(caller: &Caller<'_>, list: &str, limit: u8) -> Vec<Value> {
    let sign = if list.contains('?') { '&' } else { '?' };
    let (mut items, mut next) = (Vec::new(), format!("{list}{sign}limit={limit}"));
    loop {
        let answer = caller.get(&next);
        let page = answer.expect(200);
        let on_page = page["items"].as_array().unwrap();
        assert!(on_page.len() <= usize::from(limit), "{next}");
        items.extend(on_page.clone());
        let link = answer.header("link");
        let Some(cursor) = page["next_cursor"].as_str() else {
            assert_eq!(link, "", "{next}");
            return items;
        };
        next = link
            .strip_prefix('<')
            .and_then(|link| link.strip_suffix(">; rel=\"next\""))
            .unwrap_or_else(|| panic!("{next} leads on by no link: {link}"))
            .to_owned();
        assert!(next.contains(&format!("cursor={cursor}")), "{next}");
    }
}

/// Several of what a world has one of, or none.
fn multiplied(app: &TestApp, world: &World) {
    let administrator = app.administrator();
    world.played(app);
    world.ranked(app);
    for name in ["Herders", "Keepers"] {
        administrator
            .patch("/v1/federation", "*", &json!({ "name": name }))
            .expect(200);
        app.sign_in(&world.account.email);
        for (operation, path) in [
            ("create_ranking", "/v1/rankings"),
            ("create_club", "/v1/clubs"),
            ("create_tournament", "/v1/tournaments"),
            ("create_umpire_course", "/v1/umpire-courses"),
        ] {
            let request = requests(operation, app, world, None).remove(0);
            administrator.post(path, &request.body.unwrap()).expect(201);
        }
        // Behind the service's back, of the world's account.
        requests("read_application", app, world, None);
        requests("create_personal_token_revocation", app, world, None);
    }
}

fn every_list_is_walked_one_by_one(app: &TestApp) {
    let world = World::new(app);
    multiplied(app, &world);
    let administrator = app.administrator();
    let mut long = Vec::new();
    for (pattern, method, operation) in operations() {
        let mut parameters = operation["parameters"].as_array().into_iter().flatten();
        if method != "get" || !parameters.any(|parameter| parameter["name"] == "cursor") {
            continue;
        }
        let id = text(&operation["operationId"]);
        for request in requests(id, app, &world, None) {
            let list = match id {
                "read_calendar" => "/v1/calendar?from=2020-01-01".to_owned(),
                "read_trail" => "/v1/audit?subject=club".to_owned(),
                _ => path(pattern, &request.parameter).replace("?limit=25", ""),
            };
            let at_once = walked(&administrator, &list, 200);
            assert_eq!(walked(&administrator, &list, 1), at_once, "{list}");
            let odd = walked(&administrator, &list, 3);
            assert_eq!(odd, at_once, "{list}");
            if at_once.len() > 1 {
                long.push(id);
            }
        }
    }
    // Each was longer than a page of one, but for those of which the world has one or none.
    for list in [
        "list_accounts",
        "list_applications",
        "list_clubs",
        "list_federation_changes",
        "list_pen_branch_commands",
        "list_personal_tokens",
        "list_player_rankings",
        "list_players",
        "list_rankings",
        "list_ranking_rows",
        "list_sessions",
        "list_tournaments",
        "read_calendar",
        "read_trail",
    ] {
        assert!(long.contains(&list), "{list} was not walked: {long:?}");
    }
}

fn sessions_are_walked_while_some_end(app: &TestApp) {
    let (account, caller) = (app.account(), app.administrator());
    for _ in 0..5 {
        app.sign_in(&account.email);
    }
    let list = format!("/v1/accounts/{}/sessions", account.id);
    let all = caller.get(&list).items();
    assert_eq!(all.len(), 5);
    let first = caller.get(&format!("{list}?limit=2")).expect(200);
    assert_eq!(first["items"].as_array().unwrap()[..], all[..2]);
    // The one at which the page ended, and one that is still to come.
    for ended in [&all[1], &all[3]] {
        let ending = format!("/v1/sessions/{}/endings", text(&ended["id"]));
        caller.send("POST", &ending, &[], None).expect(200);
    }
    let rest = format!("{list}?limit=2&cursor={}", text(&first["next_cursor"]));
    let rest = caller.get(&rest).expect(200);
    assert_eq!(rest["items"], json!([all[2], all[4]]));
    assert!(rest["next_cursor"].is_null());
    // A browser's session is over after 30 days, a program's after 90.
    app.pass(chrono::TimeDelta::days(31));
    assert_eq!(app.administrator().get(&list).items().len(), 3);
}

fn a_cursor_of_another_list_is_refused(app: &TestApp) {
    let account = app.account();
    let caller = app.sign_in(&account.email);
    let player = app.player(&app.club("ZA-NW"));
    for list in [
        format!("/v1/accounts/{}/sessions", account.id),
        format!("/v1/accounts/{}/applications", account.id),
        format!("/v1/accounts/{}/tokens", account.id),
        format!("/v1/players/{player}/rankings"),
        "/v1/federation/changes".to_owned(),
        "/v1/calendar".to_owned(),
    ] {
        let problem = caller
            .get(&format!("{list}?cursor=WyJhIiwiYiJd"))
            .refused(400, "invalid-cursor");
        assert_eq!(
            problem["errors"],
            json!([{ "parameter": "cursor", "code": "invalid-value", "message": "Could not be read." }])
        );
        caller.get(&format!("{list}?limit=0")).refused(400, "invalid-query");
    }
    // A list of one account is not another's.
    let other = app.sign_in(&app.account().email);
    let list = format!("/v1/accounts/{}/sessions?limit=1", account.id);
    other.get(&list).refused(404, "not-found");
}

/// Once each, whichever page names them; nothing else is brought.
fn the_clubs_of_a_list_come_with_it_if_asked_for(app: &TestApp) {
    let world = World::new(app);
    world.played(app);
    world.ranked(app);
    let administrator = app.administrator();
    let lists = operations().filter(|(_, _, operation)| {
        let parameters = operation["parameters"].as_array();
        parameters.is_some_and(|all| all.iter().any(|parameter| parameter["name"] == "expand"))
    });
    let mut count = 0;
    for (pattern, _, operation) in lists {
        count += 1;
        let request = requests(text(&operation["operationId"]), app, &world, None).remove(0);
        let list = path(pattern, &request.parameter);
        let plain = administrator.get(&list).expect(200);
        assert!(!plain["items"].as_array().unwrap().is_empty(), "{list}");
        assert!(plain.get("clubs").is_none(), "{list}");
        let sign = if list.contains('?') { '&' } else { '?' };
        let expanded = administrator.get(&format!("{list}{sign}expand=club")).expect(200);
        assert_eq!(expanded["items"], plain["items"], "{list}");
        let mut named: Vec<&str> = plain["items"]
            .as_array()
            .unwrap()
            .iter()
            .flat_map(|item| ["club_id", "from_club_id", "to_club_id"].map(|name| item[name].as_str()))
            .flatten()
            .collect();
        named.sort_unstable();
        named.dedup();
        let clubs = expanded["clubs"].as_array().unwrap();
        let brought: Vec<&str> = clubs.iter().map(|club| text(&club["id"])).collect();
        assert_eq!(brought, named, "{list}");
        for club in clubs {
            assert_eq!(
                *club,
                administrator
                    .get(&format!("/v1/clubs/{}", text(&club["id"])))
                    .expect(200)
            );
        }
        administrator
            .get(&format!("{list}{sign}expand=player"))
            .refused(400, "invalid-query");
    }
    assert_eq!(count, 6);
}
