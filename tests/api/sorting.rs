//! The order of the list for those who look after players: by number, or by name however it is written.

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::{Caller, text};

on_both_databases! {
    players_are_sorted_by_family_name_and_given_names,
    pages_by_name_lose_nobody,
    a_mended_name_moves_and_an_erased_one_goes,
    a_cursor_is_of_one_order,
    the_order_shows_nobody_to_others,
}

/// Registers these people, whose names are written in many ways, in an order that is not that of their names.
fn register(app: &TestApp, club: &str) -> Vec<Value> {
    let (longest, next) = ("x".repeat(200), format!("{}y", "x".repeat(199)));
    let names = [
        ("van der Merwe", Some("Leoné")),
        ("Vander", Some("Anna")),
        ("Nxele-!Xam", Some("Thandiwe")),
        ("O'Brien", Some("Seán")),
        ("כהן", None),
        ("الأحمد", Some("محمد")),
        ("ǂKhomani", None),
        ("🐄", Some("👩🏾‍🌾")),
        (&longest, Some(&longest)),
        (&next, None),
        ("O’BRIEN", Some("Ann")),
        ("LEONE", Some("Nomsa")),
        ("Leone\u{301}", None),
        ("Leoné", Some("Anna")),
        ("Nxele", Some("Zola")),
        ("van der Merwe", Some("leone")),
        ("der Merwe", Some("Leoné")),
        ("🐄 Nkomo", None),
    ];
    names
        .map(|(family, given)| {
            let player = json!({
                "family_name": family, "given_names": given, "birth_date": "1998-04-17", "sex": "female",
                "province": "ZA-NW", "club_id": club,
            });
            let mut registered = app.administrator().post("/v1/players", &player).expect(201);
            // Some have the same name, folded; lists do not say so.
            registered.as_object_mut().unwrap().remove("namesake_ids");
            registered
        })
        .to_vec()
}

/// The content of the list, page by page: each player's names.
fn walked(caller: &Caller<'_>, query: &str) -> Vec<String> {
    let (mut names, mut cursor) = (Vec::new(), String::new());
    loop {
        let page = caller.get(&format!("/v1/particulars?{query}{cursor}")).expect(200);
        let items = page["items"].as_array().unwrap();
        names.extend(items.iter().map(|one| match one["given_names"].as_str() {
            Some(given) => format!("{}, {given}", text(&one["family_name"])),
            None => text(&one["family_name"]).to_owned(),
        }));
        let Some(next) = page["next_cursor"].as_str() else {
            return names;
        };
        assert!(!items.is_empty());
        cursor = format!("&cursor={next}");
    }
}

/// The names of [`register`] in their order. What is no letter in any script comes first, since nothing is left of it;
/// among those who share a name the lower number does.
fn sorted() -> Vec<String> {
    let longest = "x".repeat(200);
    [
        "🐄, 👩🏾‍🌾",
        "der Merwe, Leoné",
        "Leone\u{301}",
        "Leoné, Anna",
        "LEONE, Nomsa",
        "🐄 Nkomo",
        "Nxele, Zola",
        "Nxele-!Xam, Thandiwe",
        "O’BRIEN, Ann",
        "O'Brien, Seán",
        "van der Merwe, Leoné",
        "van der Merwe, leone",
        "Vander, Anna",
        &format!("{longest}, {longest}"),
        &format!("{}y", "x".repeat(199)),
        "ǂKhomani",
        "כהן",
        "الأحمد, محمد",
    ]
    .map(str::to_owned)
    .to_vec()
}

fn players_are_sorted_by_family_name_and_given_names(app: &TestApp) {
    let club = app.club("ZA-NW");
    let registered = register(app, &club);
    for caller in [app.secretary(&club), app.coordinator("ZA-NW"), app.administrator()] {
        assert_eq!(walked(&caller, "sort=name"), sorted());
        // By number unless it is asked for otherwise, which is the order of registering.
        for query in ["/v1/particulars", "/v1/particulars?sort=number"] {
            assert_eq!(caller.get(query).items(), registered);
        }
    }
    for sort in ["", "Name", "birth_date", "%00", "name%00", "-name", "name&sort=name"] {
        app.administrator()
            .get(&format!("/v1/particulars?sort={sort}"))
            .refused(400, "invalid-query");
    }
}

fn pages_by_name_lose_nobody(app: &TestApp) {
    let (club, other) = (app.club("ZA-NW"), app.club("ZA-GP"));
    register(app, &club);
    app.player_named(&other, "Nkosi", "Lerato", "1998-04-17");
    let secretary = app.secretary(&club);
    for limit in [1, 2, 17, 18] {
        assert_eq!(
            walked(&secretary, &format!("sort=name&limit={limit}")),
            sorted(),
            "{limit} a page"
        );
        assert_eq!(
            walked(&secretary, &format!("sort=number&limit={limit}")).len(),
            sorted().len()
        );
    }
    let everybody = walked(&app.administrator(), "sort=name&limit=2");
    assert_eq!(everybody.len(), sorted().len() + 1);
    // Between nkomo and nxele.
    assert_eq!(everybody[5..8], ["🐄 Nkomo", "Nkosi, Lerato", "Nxele, Zola"]);
    // With a filter, and with a search that finds the same spellings that stand together.
    let filtered = format!("sort=name&limit=2&club_id={club}&registration=none&province=ZA-NW");
    assert_eq!(walked(&app.administrator(), &filtered), sorted());
    assert_eq!(
        walked(&secretary, "sort=name&limit=2&q=merwe"),
        [&sorted()[1..2], &sorted()[10..12]].concat()
    );
    // Whoever comes in between, before the place that was reached, moves nobody from one page to another.
    let page = secretary.get("/v1/particulars?sort=name&limit=2").expect(200);
    app.player_named(&club, "Aardvark", "Ann", "1998-04-17");
    let next = format!(
        "/v1/particulars?sort=name&limit=2&cursor={}",
        text(&page["next_cursor"])
    );
    assert_eq!(secretary.get(&next).items()[0]["family_name"], "Leone\u{301}");
}

fn a_mended_name_moves_and_an_erased_one_goes(app: &TestApp) {
    let club = app.club("ZA-NW");
    let [first, second] = ["Adams", "Botha"].map(|family| app.player_named(&club, family, "Ann", "1998-04-17"));
    let administrator = app.administrator();
    let mend = |name: Value| {
        administrator
            .patch(&format!("/v1/players/{first}/particulars"), "*", &name)
            .expect(200);
    };
    mend(json!({ "family_name": "Čele" }));
    assert_eq!(walked(&administrator, "sort=name"), ["Botha, Ann", "Čele, Ann"]);
    mend(json!({ "family_name": "BOTHA", "given_names": null }));
    assert_eq!(walked(&administrator, "sort=name"), ["BOTHA", "Botha, Ann"]);
    administrator
        .send("POST", &format!("/v1/players/{second}/erasures"), &[], None)
        .expect(201);
    assert_eq!(walked(&administrator, "sort=name"), ["BOTHA"]);
}

fn a_cursor_is_of_one_order(app: &TestApp) {
    let club = app.club("ZA-NW");
    register(app, &club);
    let secretary = app.secretary(&club);
    let cursor = |sort: &str| {
        let page = secretary
            .get(&format!("/v1/particulars?sort={sort}&limit=2"))
            .expect(200);
        text(&page["next_cursor"]).to_owned()
    };
    let (by_number, by_name) = (cursor("number"), cursor("name"));
    // A name with a NUL in it, which nobody has; the key of another list; no key at all.
    let nul = "WyJhXHUwMDAwIiw3XQ";
    let clubs = "WyJhIiwiMDE5YWEwYzktMmYxZS03YjNjLTlkOGUtMWEyYjNjNGQ1ZTZmIl0";
    for cursor in [by_number.as_str(), nul, clubs, "", "!", "W10"] {
        secretary
            .get(&format!("/v1/particulars?sort=name&cursor={cursor}"))
            .refused(400, "invalid-cursor");
    }
    for query in ["", "sort=number&"] {
        secretary
            .get(&format!("/v1/particulars?{query}cursor={by_name}"))
            .refused(400, "invalid-cursor");
    }
    app.anyone()
        .get(&format!("/v1/players?cursor={by_name}"))
        .refused(400, "invalid-cursor");
    assert_eq!(
        secretary
            .get(&format!("/v1/particulars?sort=name&cursor={by_name}"))
            .items()
            .len(),
        16
    );
}

fn the_order_shows_nobody_to_others(app: &TestApp) {
    register(app, &app.club("ZA-NW"));
    let elsewhere = app.club("ZA-NW");
    app.anyone()
        .get("/v1/particulars?sort=name")
        .refused(401, "token-required");
    app.umpire()
        .get("/v1/particulars?sort=name")
        .refused(403, "role-required");
    for caller in [app.secretary(&elsewhere), app.coordinator("ZA-GP")] {
        assert_eq!(walked(&caller, "sort=name"), Vec::<String>::new());
    }
    // The public list is by number alone: another order would tell what the initials hide.
    app.anyone().get("/v1/players?sort=name").refused(400, "invalid-query");
}
