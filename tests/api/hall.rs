//! A tournament in a hall: its officials, its players, and the steps that they take.

use std::collections::BTreeMap;

use diesel::connection::SimpleConnection;
use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::{Answer, Caller, text};
use crate::umpires::WITHOUT_COURSE;

/// A tournament of the North West, umpired and coordinated.
#[derive(Clone)]
pub struct Hall<'a> {
    pub app: &'a TestApp,
    pub coordinator: Caller<'a>,
    pub umpire: Caller<'a>,
    /// The player who umpires.
    pub umpire_player: String,
    /// The path of the umpire's accreditation, and of the appointment.
    pub accreditation: String,
    pub appointment: String,
    /// The tournament's path.
    pub path: String,
    /// The players in the starting order.
    pub players: Vec<String>,
}

/// An umpire who signs in; the caller, the player, and the path of the accreditation.
pub fn umpire(app: &TestApp) -> (Caller<'_>, String, String) {
    let (club, administrator, account) = (app.club("ZA-NW"), app.administrator(), app.account());
    let player = app.player(&club);
    register(app, &player, &club, "senior");
    let accreditation = json!({
        "player_id": player, "account_id": account.id, "level": "level_1", "valid_from": "2026-11-20",
        "without_course": WITHOUT_COURSE,
    });
    let answer = administrator.post("/v1/accreditations", &accreditation);
    answer.expect(201);
    let grants = format!("/v1/accounts/{}/grants", account.id);
    administrator.post(&grants, &json!({ "role": "umpire" })).expect(201);
    (
        app.sign_in(&account.email),
        player,
        answer.header("location").to_owned(),
    )
}

pub fn register(app: &TestApp, player: &str, club: &str, division: &str) {
    let registration = json!({
        "player_id": player, "club_id": club, "year": 2027, "basis": "member", "division": division,
    });
    app.registered(&registration);
}

/// A club that has paid for 2027.
pub fn affiliated(app: &TestApp) -> String {
    let club = app.club("ZA-NW");
    let affiliation = json!({ "club_id": club, "year": 2027, "paid_on": "2026-11-20" });
    app.administrator().post("/v1/affiliations", &affiliation).expect(201);
    club
}

/// Sets the starting order of a tournament that takes entries to what it is, so that round 1 can be drawn.
pub fn keep_order(app: &TestApp, tournament: &str) {
    if app.anyone().get(tournament).expect(200)["state"] != "open" {
        return;
    }
    let entries = app.anyone().get(&format!("{tournament}/entries")).items();
    let order: Vec<&Value> = entries.iter().map(|entry| &entry["player"]["id"]).collect();
    app.administrator()
        .post(
            &format!("{tournament}/starting-orders"),
            &json!({ "player_ids": order }),
        )
        .expect(201);
}

/// Boards and counters to specification.
pub fn equipment() -> Value {
    json!({
        "board": 490, "junction": 25, "counters": "pvc", "counter_size": 25, "marked": true, "federation_mark": true,
    })
}

/// A confirmation of boards and counters that is taken whenever it is recorded.
pub fn equipment_afterwards() -> Value {
    let mut found = equipment();
    found["reason"] = json!("The sheet lay in the hall.");
    found
}

impl<'a> Hall<'a> {
    /// A friendly tournament with those changes to its plan, open, with so many players of as many clubs.
    pub fn new(app: &'a TestApp, changes: &Value, players: usize) -> Hall<'a> {
        let coordinator = app.coordinator("ZA-NW");
        let mut hall = Hall::run_by(coordinator, umpire(app), changes);
        for _ in 0..players {
            hall.enter(&app.player(&app.club("ZA-NW")));
        }
        hall
    }

    /// A friendly tournament with those changes to its plan, open, run by that coordinator and that umpire. Nobody is entered.
    pub fn run_by(
        coordinator: Caller<'a>,
        (umpire, umpire_player, accreditation): (Caller<'a>, String, String),
        changes: &Value,
    ) -> Hall<'a> {
        let mut plan = json!({
            "name": "Mahikeng Open", "level": "friendly", "province": "ZA-NW", "starts_on": "2026-11-20",
            "ends_on": "2026-11-21", "venue": "Mmabatho High School, Mahikeng",
        });
        plan.as_object_mut()
            .unwrap()
            .extend(changes.as_object().unwrap().clone());
        let path = coordinator.post("/v1/tournaments", &plan).header("location").to_owned();
        let appointed = coordinator.post(&format!("{path}/appointments"), &json!({ "player_id": umpire_player }));
        appointed.expect(201);
        let appointment = appointed.header("location").to_owned();
        coordinator
            .send("POST", &format!("{path}/openings"), &[], None)
            .expect(201);
        Hall {
            app: coordinator.app,
            coordinator,
            umpire,
            umpire_player,
            accreditation,
            appointment,
            path,
            players: Vec::new(),
        }
    }

    /// The tournament's id.
    pub fn id(&self) -> &str {
        self.path.rsplit('/').next().unwrap()
    }

    /// Enters a player, who is last in the starting order; the entry's path.
    #[track_caller]
    pub fn enter(&mut self, player: &str) -> String {
        let answer = self
            .coordinator
            .post(&format!("{}/entries", self.path), &json!({ "player_id": player }));
        answer.expect(201);
        self.players.push(player.to_owned());
        answer.header("location").to_owned()
    }

    /// Enters players at once, in the order in which they are to start.
    #[track_caller]
    pub fn enter_all(&mut self, players: &[String]) {
        let entries: Vec<Value> = players.iter().map(|player| json!({ "player_id": player })).collect();
        let path = format!("{}/entries/batches", self.path);
        self.coordinator.post(&path, &json!({ "entries": entries })).expect(201);
        self.players.extend_from_slice(players);
    }

    /// The umpire draws, once the order in which round 1 starts is set.
    pub fn draw(&self, orders: &Value) -> Answer {
        keep_order(self.app, &self.path);
        self.draw_at_once(orders)
    }

    /// The umpire draws, whether the order is set or not.
    pub fn draw_at_once(&self, orders: &Value) -> Answer {
        self.umpire.post(&format!("{}/rounds", self.path), orders)
    }

    /// The umpire takes a step without a body.
    pub fn step(&self, path: &str) -> Answer {
        self.umpire.send("POST", path, &[], None)
    }

    /// The umpire draws and publishes a round; its path.
    #[track_caller]
    pub fn publish(&self) -> String {
        let round = self.draw(&json!({})).expect(201);
        let path = format!("/v1/rounds/{}", text(&round["id"]));
        self.step(&format!("{path}/publications")).expect(201);
        path
    }

    /// Lets a tournament of a later day begin today, behind the service's back: what rests on its last day needs no clock that
    /// goes on.
    #[track_caller]
    pub fn begin_today(&self) {
        let today = self.app.now().date_naive();
        let id = self.id();
        let sql = format!("UPDATE tournaments SET starts_on = '{today}' WHERE id = '{id}' AND starts_on > '{today}'");
        self.app.connection().batch_execute(&sql).unwrap();
    }

    /// The matches of a round.
    #[track_caller]
    pub fn matches(&self, round: &str) -> Vec<Value> {
        self.app.anyone().get(&format!("{round}/matches")).items()
    }

    /// The umpire enters results for all matches of a round: on each board the upper player wins so many games of six.
    #[track_caller]
    pub fn enter_results(&self, round: &str, wins: impl Fn(&Value) -> usize) {
        let results: Vec<Value> = self
            .matches(round)
            .iter()
            .map(|one| json!({ "match_id": one["id"], "sheet": sheet(one, wins(one)) }))
            .collect();
        self.umpire
            .post(&format!("{round}/results"), &json!({ "results": results }))
            .expect(201);
    }

    /// The coordinator confirms all results of a round.
    #[track_caller]
    pub fn confirm(&self, round: &str) {
        let matches = self.matches(round);
        let entered = matches.iter().filter(|one| one["state"] == "entered");
        let confirmations: Vec<Value> = entered
            .map(|one| json!({ "match_id": one["id"], "version": one["version"] }))
            .collect();
        let body = json!({ "confirmations": confirmations });
        self.coordinator
            .post(&format!("{round}/confirmations"), &body)
            .expect(201);
    }

    #[track_caller]
    pub fn close(&self, round: &str) {
        self.step(&format!("{round}/closings")).expect(201);
    }

    /// Plays a round from the draw to its close, the upper player winning so many games of six; its path.
    #[track_caller]
    pub fn play(&self, wins: impl Fn(&Value) -> usize) -> String {
        let round = self.publish();
        self.enter_results(&round, wins);
        self.close(&round);
        round
    }

    /// The umpire has looked at the boards and counters.
    #[track_caller]
    pub fn confirm_equipment(&self) {
        self.umpire
            .post(&format!("{}/equipment-confirmations", self.path), &equipment())
            .expect(201);
    }

    /// An administrator agrees to another number of rounds than six.
    #[track_caller]
    pub fn agree_rounds(&self, rounds: usize) {
        let agreement = json!({ "rounds": rounds, "reason": "The hall is to be had for one day." });
        self.app
            .administrator()
            .post(&format!("{}/rounds-agreements", self.path), &agreement)
            .expect(201);
    }

    /// Makes a finished tournament a ratified one, behind the service's back: where matches are laid down for the sake of what
    /// rests on them, they are not those of the draw, and so nobody would ratify it.
    #[track_caller]
    pub fn declare_ratified(&self) {
        assert_eq!(self.state(), "finished");
        let id = self.path.rsplit('/').next().unwrap();
        let at = chrono::DateTime::from_timestamp(i64::try_from(self.app.seconds()).unwrap(), 0).unwrap();
        let at = at.format("%Y-%m-%dT%H:%M:%S.000000Z");
        let sql = format!("UPDATE tournaments SET state = 'ratified', ratified_at = '{at}' WHERE id = '{id}'");
        self.app.connection().batch_execute(&sql).unwrap();
    }

    /// The administrator ratifies.
    pub fn ratify(&self) -> Answer {
        let ratifications = format!("{}/ratifications", self.path);
        self.app.administrator().send("POST", &ratifications, &[], None)
    }

    #[track_caller]
    pub fn standings(&self) -> Value {
        self.app.anyone().get(&format!("{}/standings", self.path)).expect(200)
    }

    #[track_caller]
    pub fn state(&self) -> String {
        text(&self.app.anyone().get(&self.path).expect(200)["state"]).to_owned()
    }

    /// The place of each player in the starting order, by id.
    pub fn seeds(&self) -> BTreeMap<String, usize> {
        self.players.iter().cloned().zip(1..).collect()
    }
}

/// Six games in which the upper player of a match wins so many, and the lower one the rest.
pub fn sheet(one: &Value, wins: usize) -> Value {
    let upper_starts = one["starter_id"] == one["players"][0]["player"]["id"];
    let games: Vec<Value> = (0..6)
        .map(|number| {
            let (upper_first, upper_wins) = (upper_starts == (number % 2 == 0), number < wins);
            json!({ "result": if upper_first == upper_wins { "first" } else { "second" } })
        })
        .collect();
    json!({ "games": games })
}
