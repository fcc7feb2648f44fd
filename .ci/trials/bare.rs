//! A server that sends bytes which it was given, or judges turns, and does nothing else: the least that an answer costs with the
//! same parts.
//!
//! `bare PORT FILE…` sends the first file at `/0`, the second at `/1`, and so on, as JSON; at `/validations` it replays a game.

use actix_web::web::{Bytes, Data, Json, Path};
use actix_web::{App, HttpResponse, HttpServer, get, post};
use morabaraba_rules::{Position, RuleSet, replay};
use serde::{Deserialize, Serialize};

#[get("/{number}")]
async fn send(number: Path<usize>, bodies: Data<Vec<Bytes>>) -> HttpResponse {
    match bodies.get(*number) {
        Some(body) => HttpResponse::Ok().content_type("application/json").body(body.clone()),
        None => HttpResponse::NotFound().finish(),
    }
}

#[derive(Deserialize)]
struct Turns {
    turns: Vec<String>,
}

#[derive(Serialize)]
struct Verdict {
    legal: bool,
    plies: usize,
    position: String,
    legal_turns: Vec<String>,
}

#[post("/validations")]
async fn judge(asked: Json<Turns>) -> Json<Verdict> {
    let mut game = replay(Position::new(RuleSet::default()), &asked.turns);
    let plies = game.by_ref().take_while(Result::is_ok).count();
    let position = game.position();
    Json(Verdict {
        legal: plies == asked.turns.len(),
        plies,
        position: position.to_string(),
        legal_turns: position.legal_turns().iter().map(ToString::to_string).collect(),
    })
}

#[actix_web::main]
async fn main() -> std::io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let port = arguments.next().and_then(|port| port.parse().ok()).unwrap_or(8081);
    let bodies = arguments.map(|file| std::fs::read(file).map(Bytes::from));
    let bodies = Data::new(bodies.collect::<Result<Vec<_>, _>>()?);
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    HttpServer::new(move || App::new().app_data(bodies.clone()).service(judge).service(send))
        .workers(workers)
        .tcp_nodelay(true)
        .bind(("127.0.0.1", port))?
        .run()
        .await
}
