//! Growth: a search looks at so many things for a page, and leads on from there.

use diesel::RunQueryDsl;
use diesel::sql_types::Text;

use crate::app::{ADMINISTRATOR, TestApp};
use crate::browser::Browser;
use crate::caller::text;
use crate::games::Table;
use crate::world;

/// A name in the database's catalogue.
#[derive(diesel::QueryableByName)]
struct Column {
    #[diesel(sql_type = Text)]
    column_name: String,
}

impl TestApp {
    /// Copies the latest row of a table many times, behind the service's back; the others are values of `i`, from 1.
    fn copy_latest(&self, table: &str, order: &str, count: u32, changed: &[(&str, &str)]) {
        let columns = format!("SELECT name AS column_name FROM pragma_table_info('{table}')");
        let columns: Vec<Column> = diesel::sql_query(columns).load(&mut self.connection()).unwrap();
        let values = columns.iter().map(|column| {
            let changed = changed.iter().find(|(name, _)| *name == column.column_name);
            changed.map_or(column.column_name.as_str(), |(_, value)| *value)
        });
        let values = values.collect::<Vec<_>>().join(", ");
        let copy = format!(
            "INSERT INTO {table} WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {count}) \
             SELECT {values} FROM n, (SELECT * FROM {table} ORDER BY {order} DESC LIMIT 1)"
        );
        diesel::sql_query(copy).execute(&mut self.connection()).unwrap();
    }
}

/// More than a search looks at for a page.
const MANY: u32 = 10_050;

#[test]
fn a_search_that_finds_hardly_a_game_leads_on() {
    let app = TestApp::on_sqlite();
    let table = Table::new(&app);
    let mut game = world::game(&[table.first.clone(), table.second.clone()]);
    game["played_on"] = "2026-11-01".into();
    let found = table.umpire.post("/v1/games", &game).expect(201);
    let (won, of_day) = (serde_json::json!("first"), serde_json::json!("2026-11-20"));
    (game["result"], game["termination"], game["played_on"]) = (won, "resignation".into(), of_day);
    table.umpire.post("/v1/games", &game).expect(201);
    let id = "printf('019aa0cb-0000-7000-8000-%012x', i)";
    app.copy_latest(
        "games",
        "serial",
        MANY,
        &[("id", id), ("serial", "serial + i"), ("digest", "digest || i")],
    );
    let page = |query: &str| app.anyone().get(&format!("/v1/games?{query}")).expect(200);
    for query in [
        "result=unfinished",
        "termination=unfinished&rule_set=mssa-gar",
        "result=unfinished&level=friendly",
    ] {
        let first = page(query);
        assert!(first["items"].as_array().unwrap().is_empty(), "{query}");
        let second = page(&format!("{query}&cursor={}", text(&first["next_cursor"])));
        let expected = usize::from(!query.contains("level"));
        assert_eq!(second["items"].as_array().unwrap().len(), expected, "{query}");
        assert!(second["next_cursor"].is_null(), "{query}");
        assert!(expected == 0 || second["items"][0]["id"] == found["id"]);
    }
    // A page that is full leads on from its last game, and one of few games of a player is looked through whole.
    let full = page("result=first&limit=3");
    assert_eq!(full["items"].as_array().unwrap().len(), 3);
    assert!(full["next_cursor"].is_string());
    let of_player = page(&format!("result=unfinished&player_id={}", table.first));
    assert_eq!(of_player["items"][0]["id"], found["id"]);
}

#[test]
fn a_trail_in_which_hardly_a_change_is_sought_leads_on() {
    let app = TestApp::on_sqlite();
    let club = app.club("ZA-NW");
    let administrator = app.administrator();
    let own = text(&administrator.get("/v1/me").expect(200)["account"]["id"]).to_owned();
    app.account();
    let by = format!("'{own}'");
    app.copy_latest(
        "audit",
        "seq",
        MANY,
        &[("seq", "seq + i"), ("leaf", "NULL"), ("account_id", &by)],
    );
    let page = |query: &str| administrator.get(&format!("/v1/audit?{query}")).expect(200);
    let by_account = format!("subject=club&account_id={own}");
    for query in [
        "subject=club",
        "subject=club&from=2026-11-20",
        "subject=club&until=2026-11-21",
        &by_account,
    ] {
        let first = page(query);
        assert!(first["items"].as_array().unwrap().is_empty(), "{query}");
        let second = page(&format!("{query}&cursor={}", text(&first["next_cursor"])));
        assert_eq!(
            second["items"][0]["subject_id"].as_str(),
            Some(club.as_str()),
            "{query}"
        );
        assert!(second["next_cursor"].is_null(), "{query}");
    }
    // One thing is looked for along the whole trail, and whatever one account did.
    for query in [format!("subject=club&subject_id={club}"), format!("account_id={own}")] {
        assert!(!page(&query)["items"].as_array().unwrap().is_empty(), "{query}");
    }
    let browser = Browser::of(&app, ADMINISTRATOR);
    let told = browser.open("/desk/trail?subject=club").text();
    assert!(told.contains("Nothing is found so far."), "{told}");
}
