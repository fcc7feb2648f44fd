//! Good requests about rankings.

use diesel::connection::SimpleConnection;
use serde_json::{Value, json};

use super::{Request, World, about, sending, tournaments};
use crate::app::TestApp;
use crate::caller::text;

/// A list to read of, and a player who is in it.
pub struct Ranked {
    pub list: String,
    pub player: String,
}

impl World {
    /// A list of one tournament, by game points.
    pub fn ranked(&self, app: &TestApp) -> &Ranked {
        self.ranked.get_or_init(|| {
            let tournament = tournaments::finished(app, self);
            recognise(app, &tournament);
            let list = app.administrator().post("/v1/rankings", &list()).expect(201);
            let list = text(&list["id"]).to_owned();
            let rows = app.anyone().get(&format!("/v1/rankings/{list}/rows")).items();
            Ranked {
                list,
                player: text(&rows[0]["player"]["id"]).to_owned(),
            }
        })
    }
}

/// Makes a finished tournament one of a region that was ratified long ago.
fn recognise(app: &TestApp, tournament: &str) {
    let sql = format!(
        "UPDATE tournaments SET state = 'ratified', ratified_at = '2025-01-01T08:00:00.000000Z', level = 'regional', \
         starts_on = '2024-12-30', ends_on = '2024-12-31' WHERE id = '{tournament}'"
    );
    app.connection().batch_execute(&sql).unwrap();
}

fn list() -> Value {
    json!({ "method": "game-points", "on": "2026-11-20" })
}

/// One for another day: a method has one list for a day.
fn another(app: &TestApp, world: &World) -> Value {
    world.ranked(app);
    let taken = app.anyone().get("/v1/rankings?limit=200").items();
    let last = chrono::NaiveDate::from_ymd_opt(2026, 11, 19).unwrap();
    let free = |day: &chrono::NaiveDate| taken.iter().all(|list| list["on"] != json!(day));
    let day = (0..600).map(|days| last - chrono::Days::new(days)).find(free).unwrap();
    json!({ "method": "game-points", "on": day })
}

pub(super) fn of_rankings(operation: &str, app: &TestApp, world: &World) -> Option<Request> {
    let below = |rest: &str| {
        let ranked = world.ranked(app);
        about(&rest.replace("{list}", &ranked.list).replace("{player}", &ranked.player))
    };
    Some(match operation {
        "create_ranking" | "create_ranking_preview" => sending(another(app, world)),
        "list_rankings" | "list_ranking_methods" => Request::default(),
        "read_ranking" | "list_ranking_rows" | "list_ranking_clubs" | "list_ranking_changes" => below("{list}"),
        "read_ranking_row" => below("{list} {player}"),
        "list_player_rankings" => below("{player}"),
        "create_seeding" => {
            let list = &world.ranked(app).list;
            super::to(&tournaments::open_tournament(app, world), json!({ "ranking_id": list }))
        }
        _ => return None,
    })
}
