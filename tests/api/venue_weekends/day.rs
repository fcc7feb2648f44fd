//! Officials at work at a server, be it the laptop's or the federation's own: they go on with the tournament, and do by chance
//! whatever else officials do.

use chrono::TimeDelta;
use fastrand::Rng;
use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::{Caller, text};
use crate::hall::{Hall, sheet};
use crate::venue_weekends::ledger::Ledger;
use crate::venue_weekends::register::Officials;

/// The rounds of a tournament.
const ROUNDS: i64 = 6;

/// The seconds for which a token is used; it is good for some more.
const SIGNED_IN: u64 = 600;

#[derive(Clone, Copy)]
enum Who {
    Umpire,
    Coordinator,
}

pub struct Day<'d> {
    at: &'d TestApp,
    /// The federation's server, whose clock goes on at the same time.
    register: &'d TestApp,
    path: String,
    officials: Officials,
    /// The time at which each has signed in, and the token.
    tokens: [Option<(u64, String)>; 2],
    rng: &'d mut Rng,
    ledger: &'d mut Ledger,
    /// What was refused in the round that is played, for the words of a failure.
    refused: Vec<String>,
}

/// The path of a thing.
fn path_of(things: &str, thing: &Value) -> String {
    format!("/v1/{things}/{}", text(&thing["id"]))
}

/// The matches in that state.
fn in_state(matches: &[Value], state: &str) -> Vec<Value> {
    matches.iter().filter(|one| one["state"] == state).cloned().collect()
}

impl<'d> Day<'d> {
    pub fn new(
        at: &'d TestApp,
        hall: &Hall<'d>,
        officials: &Officials,
        rng: &'d mut Rng,
        ledger: &'d mut Ledger,
    ) -> Day<'d> {
        Day {
            at,
            register: hall.app,
            path: hall.path.clone(),
            officials: officials.clone(),
            tokens: [None, None],
            rng,
            ledger,
            refused: Vec::new(),
        }
    }

    /// A minute or some pass, as long as nothing else does to the microsecond: so a command is known by its time.
    fn pass(&mut self) {
        let duration = TimeDelta::microseconds(self.rng.i64(1_000_000..300_000_000));
        self.at.pass(duration);
        if !std::ptr::eq(self.at, self.register) {
            self.register.pass(duration);
        }
    }

    fn caller(&mut self, who: Who) -> Caller<'d> {
        let (at, now) = (self.at, self.at.seconds());
        let email = match who {
            Who::Umpire => &self.officials.umpire.1,
            Who::Coordinator => &self.officials.coordinator.1,
        };
        let known = &mut self.tokens[who as usize];
        match known {
            Some((given, token)) if now - *given < SIGNED_IN => at.bearer(token),
            _ => {
                let caller = at.sign_in(email);
                *known = caller.token.clone().map(|token| (now, token));
                caller
            }
        }
    }

    fn somebody(&mut self) -> Who {
        if self.rng.u8(..4) == 0 {
            Who::Coordinator
        } else {
            Who::Umpire
        }
    }

    /// Something is tried, which the rules may refuse; the answer, if they do not.
    fn send(&mut self, who: Who, path: &str, body: Option<&Value>) -> Option<Value> {
        self.pass();
        let caller = self.caller(who);
        let answer = match body {
            Some(body) => caller.post(path, body),
            None => caller.send("POST", path, &[], None),
        };
        assert!(answer.status < 500, "{path}: {}", answer.body_text());
        if answer.status >= 300 {
            self.refused.push(format!("{path}: {}", answer.body_text()));
            return None;
        }
        let told = answer.json();
        self.ledger.note(self.at.now(), path, body, &told);
        Some(told)
    }

    fn post(&mut self, path: &str, body: &Value) -> Option<Value> {
        let who = self.somebody();
        self.send(who, path, Some(body))
    }

    fn step(&mut self, path: &str) {
        let who = self.somebody();
        self.send(who, path, None);
    }

    fn list(&self, path: &str) -> Vec<Value> {
        let answer = self.at.anyone().get(path);
        if answer.status == 200 {
            answer.items()
        } else {
            Vec::new()
        }
    }

    fn one(&mut self, of: &[Value]) -> Option<Value> {
        (!of.is_empty()).then(|| of[self.rng.usize(..of.len())].clone())
    }

    fn entry(&mut self) -> Option<String> {
        let entries = self.list(&format!("{}/entries", self.path));
        self.one(&entries).map(|entry| path_of("entries", &entry))
    }

    /// The last round that is published, with its path.
    fn round(&self) -> Option<(String, Value)> {
        let rounds = self.list(&format!("{}/rounds", self.path)).into_iter();
        let last = rounds.max_by_key(|round| round["number"].as_u64())?;
        Some((path_of("rounds", &last), last))
    }

    pub fn is_over(&self) -> bool {
        self.at.anyone().get(&self.path).expect(200)["state"] == "finished"
    }

    /// Everybody who is entered is ticked.
    pub fn tick_all(&mut self) {
        let entries = self.list(&format!("{}/entries", self.path));
        let ids: Vec<&Value> = entries.iter().map(|entry| &entry["id"]).collect();
        let path = format!("{}/check-ins", self.path);
        self.post(&path, &json!({ "entry_ids": ids }));
    }

    /// A round is played to its end: the last that is published, or the next one.
    pub fn play_round(&mut self) {
        self.refused.clear();
        for _ in 0..60 {
            if self.go_on() {
                return;
            }
        }
        let last = self.refused.len().saturating_sub(4);
        panic!("a round does not come to its end: {:#?}", &self.refused[last..]);
    }

    /// Officials look around: at the round once more, in which they mend what they find, or take all of it back; and at people.
    pub fn look_around(&mut self) {
        for _ in 0..self.rng.usize(..4) {
            if self.rng.bool() {
                self.act_in_round();
            } else {
                self.act_among_people();
            }
        }
    }

    /// The next step of the tournament; whether it has closed a round, or ended the tournament.
    fn go_on(&mut self) -> bool {
        let last = self.round().filter(|(_, last)| last["state"] != "closed");
        let Some((round, _)) = last else {
            return self.draw();
        };
        let matches = self.list(&format!("{round}/matches"));
        if let Some(disputed) = in_state(&matches, "disputed").first() {
            self.rule_on_all(disputed);
            return false;
        }
        let (open, entered) = (in_state(&matches, "open"), in_state(&matches, "entered"));
        if !open.is_empty() {
            self.enter(&round, &open);
            return false;
        }
        let unconfirmed: Vec<Value> = entered
            .iter()
            .map(|one| json!({ "match_id": one["id"], "version": one["version"] }))
            .collect();
        let confirmations = json!({ "confirmations": unconfirmed });
        let is_confirmed = !unconfirmed.is_empty() && {
            let path = format!("{round}/confirmations");
            self.send(Who::Coordinator, &path, Some(&confirmations)).is_some()
        };
        !is_confirmed && self.send(Who::Umpire, &format!("{round}/closings"), None).is_some()
    }

    /// The next round is drawn, and mostly published at once. If it cannot be, the order may be wanting in which those start who came
    /// late; or all have met, and the tournament is ended. Whether it is.
    fn draw(&mut self) -> bool {
        let path = format!("{}/rounds", self.path);
        let mut drawn = self.send(Who::Umpire, &path, Some(&json!({})));
        if drawn.is_none() {
            self.confirm_corrections();
            self.set_order();
            drawn = self.send(Who::Umpire, &path, Some(&json!({})));
        }
        let Some(drawn) = drawn else {
            return self.end("All have met.");
        };
        if self.rng.u8(..6) > 0 {
            let path = format!("{}/publications", path_of("rounds", &drawn));
            self.send(Who::Umpire, &path, None);
        }
        false
    }

    /// A second person confirms what was corrected in rounds that are closed.
    fn confirm_corrections(&mut self) {
        for round in self.list(&format!("{}/rounds", self.path)) {
            let matches = self.list(&format!("{}/matches", path_of("rounds", &round)));
            for one in in_state(&matches, "entered") {
                let path = format!("{}/confirmations", path_of("matches", &one));
                let version = json!({ "version": one["version"] });
                for who in [Who::Coordinator, Who::Umpire] {
                    self.send(who, &path, Some(&version));
                }
            }
        }
    }

    /// Ends the tournament early; whether it could be.
    fn end(&mut self, reason: &str) -> bool {
        let path = format!("{}/endings", self.path);
        self.send(Who::Coordinator, &path, Some(&json!({ "reason": reason })))
            .is_some()
    }

    fn set_order(&mut self) {
        let entries = self.list(&format!("{}/entries", self.path));
        let order: Vec<&Value> = entries.iter().map(|entry| &entry["player"]["id"]).collect();
        let path = format!("{}/starting-orders", self.path);
        self.send(Who::Umpire, &path, Some(&json!({ "player_ids": order })));
    }

    /// Results of matches that have none: of all of them at once, by their sheets or their marks, or of one.
    fn enter(&mut self, round: &str, open: &[Value]) {
        match self.rng.u8(..8) {
            0..4 => {
                let sheets: Vec<Value> = open
                    .iter()
                    .map(|one| json!({ "match_id": one["id"], "sheet": sheet(one, self.rng.usize(..7)) }))
                    .collect();
                let results = json!({ "results": sheets });
                self.send(Who::Umpire, &format!("{round}/results"), Some(&results));
            }
            4..6 => {
                let rows: Vec<Value> = open
                    .iter()
                    .map(|one| {
                        let marks: String = (0..6).map(|_| ['0', '1', '½'][self.rng.usize(..3)]).collect();
                        json!({ "board": one["board"], "marks": marks })
                    })
                    .collect();
                let results = json!({ "results": rows });
                self.send(Who::Umpire, &format!("{round}/marks"), Some(&results));
            }
            _ => {
                let one = &open[0];
                let path = format!("{}/results", path_of("matches", one));
                let body = sheet(one, self.rng.usize(..7));
                self.send(Who::Umpire, &path, Some(&body));
            }
        }
    }

    /// Rules on the disputes about a match on which nobody has ruled: their ruling was lost with a laptop.
    fn rule_on_all(&mut self, disputed: &Value) {
        let path = format!("{}/disputes", path_of("matches", disputed));
        let answer = self.caller(Who::Umpire).get(&path);
        if answer.status == 200 {
            for dispute in answer.items().iter().filter(|dispute| dispute["ruled_at"].is_null()) {
                self.rule(dispute);
            }
        }
    }

    fn rule(&mut self, dispute: &Value) {
        let path = format!("{}/rulings", path_of("disputes", dispute));
        self.post(&path, &json!({ "ruling": "He was not." }));
    }

    /// Somebody comes or goes, or wants to rest, or a team is made; and once the last round is under way, the power may fail.
    fn act_among_people(&mut self) {
        let path = self.path.clone();
        match self.rng.u8(..8) {
            0..2 => {
                let step = ["check-ins", "check-in-withdrawals"][self.rng.usize(..2)];
                if let Some(entry) = self.entry() {
                    self.step(&format!("{entry}/{step}"));
                }
            }
            2 => {
                let step = ["withdrawals", "returns"][self.rng.usize(..2)];
                if let Some(entry) = self.entry() {
                    self.step(&format!("{entry}/{step}"));
                }
            }
            3 => {
                let name = ["Molefe", "Sechele", "Ramotswa"][self.rng.usize(..3)];
                let visitor = json!({ "family_name": name, "given_names": "Kagiso", "country": "BW" });
                self.post(&format!("{path}/visitors"), &visitor);
            }
            4 => {
                let entries = self.list(&format!("{path}/entries"));
                let ids: Vec<&Value> = entries.iter().take(2).map(|entry| &entry["id"]).collect();
                self.post(
                    &format!("{path}/teams"),
                    &json!({ "name": "Herders A", "entry_ids": ids }),
                );
            }
            5 if self.round().is_some_and(|(_, last)| last["number"] == ROUNDS) => {
                self.end("The power failed.");
            }
            _ => {
                if let Some(entry) = self.entry() {
                    let bye = json!({ "round": self.rng.i64(1..ROUNDS) });
                    self.post(&format!("{entry}/byes"), &bye);
                }
            }
        }
    }

    fn act_in_round(&mut self) {
        let Some((round, last)) = self.round() else { return };
        let matches = self.list(&format!("{round}/matches"));
        let Some(one) = self.one(&matches) else { return };
        let (path, version) = (path_of("matches", &one), &one["version"]);
        match self.rng.u8(..8) {
            0..2 => {
                let undo = json!({ "state": last["state"] });
                self.post(&format!("{round}/undos"), &undo);
            }
            2..4 => {
                self.post(&format!("{path}/undos"), &json!({ "version": version }));
            }
            4..6 => {
                let correction = json!({
                    "version": version, "published_rounds": one["published_rounds"],
                    "sheet": sheet(&one, self.rng.usize(..7)), "reason": "Read from the wrong side.",
                });
                self.send(Who::Umpire, &format!("{path}/corrections"), Some(&correction));
            }
            6 => {
                let dispute = json!({ "reason": "He was there." });
                if let Some(dispute) = self.post(&format!("{path}/disputes"), &dispute) {
                    self.rule(&dispute);
                }
            }
            _ => {
                // Somebody enters what is there, and the rules refuse it.
                let body = sheet(&one, self.rng.usize(..7));
                self.send(Who::Umpire, &format!("{path}/results"), Some(&body));
            }
        }
    }
}
