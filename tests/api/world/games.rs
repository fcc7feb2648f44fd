//! Good requests about games, the board, and what every service has.

use serde_json::{Value, json};

use super::{Request, World, about, sending, to, tournaments};
use crate::app::TestApp;

pub fn game(players: &[String; 2]) -> Value {
    json!({ "first_player_id": players[0], "second_player_id": players[1], "played_on": "2026-11-20", "turns": ["E1"] })
}

/// A game that nobody has recorded: of so many placements on the exterior and the middle ring, in some order or other.
pub fn new_game(players: &[String; 2]) -> Value {
    let mut game = game(players);
    let mut turns: Vec<String> = (1..=8)
        .flat_map(|number| [format!("E{number}"), format!("R{number}")])
        .collect();
    fastrand::shuffle(&mut turns);
    // Of two cows nobody makes a line.
    game["turns"] = json!(turns[..4]);
    game["rule_set"] = json!(["mssa-gar", "beads", "botswana", "wikipedia"][fastrand::usize(..4)]);
    game
}

pub fn of_games(operation: &str, app: &TestApp, world: &World) -> Option<Request> {
    Some(match operation {
        "create_game" => sending(new_game(&world.players)),
        "create_game_batch" => sending(json!({ "games": [new_game(&world.players)] })),
        "create_game_correction" => {
            let id = tournaments::recorded_game(app, world);
            let now = app.anyone().get(&format!("/v1/games/{id}")).expect(200);
            let mut game = json!({ "turns": ["E1", "R1", "E2"], "played_on": "2026-11-20" });
            for side in ["first", "second"] {
                game[format!("{side}_player_id")] = now[side]["id"].clone();
            }
            to(
                &id,
                json!({ "version": 1, "reason": "Two turns were left out.", "game": game }),
            )
        }
        "create_game_withdrawal" => {
            let id = tournaments::recorded_game(app, world);
            to(
                &id,
                json!({ "version": 1, "reason": "It is the record of another game." }),
            )
        }
        "create_game_validation" => sending(json!({ "turns": ["E1"] })),
        "read_game" | "list_game_versions" => about(&world.game),
        "read_game_position" => about(&format!("{} 1", world.game)),
        "read_board" => about("position=......../......../........+X+12+12+0+-+-"),
        "read_asset" => about("game.js"),
        "read_problem" => about("not-found"),
        "list_games"
        | "list_problems"
        | "read_game_statistics"
        | "read_liveness"
        | "read_opening"
        | "read_readiness" => Request::default(),
        _ => return None,
    })
}
