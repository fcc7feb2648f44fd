//! Weekends by chance: whatever officials do at a venue, and however what they did comes home, the federation has the same in the
//! end. `WEEKENDS` sets how many, and `SEED` with which one to begin.

use fastrand::Rng;
use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::{Caller, text};
use crate::hall::sheet;
use crate::weekend::Weekend;

on_both_databases! {
    weekends_by_chance_come_home,
    a_plan_that_was_changed_comes_home,
}

fn number(name: &str, preset: u64) -> u64 {
    let told = std::env::var(name).ok();
    told.map_or(preset, |told| told.parse().unwrap())
}

fn weekends_by_chance_come_home(app: &TestApp) {
    let first = number("SEED", 1);
    for seed in first..first + number("WEEKENDS", 2) {
        let mut rng = Rng::with_seed(seed);
        let weekend = Weekend::new(app, rng.usize(4..9));
        let mut day = Day {
            weekend: &weekend,
            rng: &mut rng,
            done: 0,
        };
        for _ in 0..120 {
            day.act();
            if day.rng.u8(..12) == 0 {
                day.hand_something_in();
            }
        }
        let done = day.done;
        assert!(done > 20, "seed {seed}: {done} were done");
        weekend.bring_home_all();
        weekend.assert_same();
    }
}

fn a_plan_that_was_changed_comes_home(app: &TestApp) {
    let weekend = Weekend::new(app, 2);
    let path = &weekend.hall.path;
    let tag = weekend.laptop.anyone().get(path).header("etag").to_owned();
    let plan = json!({ "venue": "Mmabatho Primary School, Mahikeng" });
    weekend.coordinator().patch(path, &tag, &plan).expect(200);
    weekend.coordinator().patch(path, &tag, &plan).refused(412, "stale");
    let receipt = weekend.bring_home();
    assert_eq!(receipt["pen"]["executed"], 1);
    weekend.assert_same();
}

/// Officials at work.
struct Day<'a> {
    weekend: &'a Weekend<'a>,
    rng: &'a mut Rng,
    done: u32,
}

impl Day<'_> {
    /// The umpire, or the coordinator. Nobody stays signed in for long.
    fn somebody(&mut self) -> Caller<'_> {
        match self.rng.u8(..4) {
            0 => self.weekend.coordinator(),
            _ => self.weekend.umpire(),
        }
    }

    fn list(&self, what: &str) -> Vec<Value> {
        self.weekend
            .umpire()
            .get(&format!("{}/{what}", self.weekend.hall.path))
            .items()
    }

    fn one(&mut self, of: &[Value]) -> Option<Value> {
        (!of.is_empty()).then(|| of[self.rng.usize(..of.len())].clone())
    }

    /// Something is tried, which the rules may refuse.
    fn post(&mut self, path: &str, body: Option<&Value>) {
        let caller = self.somebody();
        let answer = match body {
            Some(body) => caller.post(path, body),
            None => caller.send("POST", path, &[], None),
        };
        assert!(answer.status < 500, "{path}: {}", answer.body_text());
        if answer.status < 300 {
            self.done += 1;
        }
    }

    fn entry(&mut self) -> Option<String> {
        let entries = self.list("entries");
        self.one(&entries)
            .map(|entry| format!("/v1/entries/{}", text(&entry["id"])))
    }

    fn round(&mut self) -> Option<(String, Value)> {
        let rounds = self.list("rounds");
        let last = rounds.into_iter().max_by_key(|round| round["number"].as_u64())?;
        Some((format!("/v1/rounds/{}", text(&last["id"])), last))
    }

    fn act(&mut self) {
        self.weekend
            .laptop
            .pass(chrono::TimeDelta::seconds(self.rng.i64(1..900)));
        let path = self.weekend.hall.path.clone();
        match self.rng.u8(..20) {
            0..3 => {
                let step = ["check-ins", "check-in-withdrawals"][self.rng.usize(..2)];
                if let Some(entry) = self.entry() {
                    self.post(&format!("{entry}/{step}"), None);
                }
            }
            3 => {
                let step = ["withdrawals", "returns"][self.rng.usize(..2)];
                if let Some(entry) = self.entry() {
                    self.post(&format!("{entry}/{step}"), None);
                }
            }
            4 => {
                let visitor = json!({ "family_name": "Molefe", "given_names": "Kagiso", "country": "BW" });
                self.post(&format!("{path}/visitors"), Some(&visitor));
            }
            5 => {
                let teams = self.list("entries");
                let ids: Vec<Value> = teams.iter().take(2).map(|entry| entry["id"].clone()).collect();
                self.post(
                    &format!("{path}/teams"),
                    Some(&json!({ "name": "Herders A", "entry_ids": ids })),
                );
            }
            6 => {
                let reason = json!({ "reason": "The power failed." });
                if self.rng.u8(..30) == 0 {
                    self.post(&format!("{path}/endings"), Some(&reason));
                }
            }
            7 => {
                if let Some(entry) = self.entry() {
                    let bye = json!({ "round": self.rng.u8(1..5) });
                    self.post(&format!("{entry}/byes"), Some(&bye));
                }
            }
            8..11 => {
                self.post(&format!("{path}/rounds"), Some(&json!({})));
            }
            _ => self.act_in_round(),
        }
    }

    fn act_in_round(&mut self) {
        let Some((round, _)) = self.round() else { return };
        let matches = self.weekend.umpire().get(&format!("{round}/matches"));
        let matches = if matches.status == 200 {
            matches.items()
        } else {
            Vec::new()
        };
        match self.rng.u8(..12) {
            0..2 => self.post(&format!("{round}/publications"), None),
            2 => self.post(&format!("{round}/closings"), None),
            3 => {
                if self.rng.u8(..3) == 0 {
                    let reason = json!({ "reason": "A board was set up wrongly." });
                    self.post(&format!("{round}/undos"), Some(&reason));
                }
            }
            4..7 => {
                if let Some(one) = self.one(&matches) {
                    let wins = self.rng.usize(..7);
                    let path = format!("/v1/matches/{}/results", text(&one["id"]));
                    let body = sheet(&one, wins);
                    self.post(&path, Some(&body));
                }
            }
            7 => {
                let sheets: Vec<Value> = matches
                    .iter()
                    .map(|one| json!({ "match_id": one["id"], "sheet": sheet(one, self.rng.usize(..7)) }))
                    .collect();
                self.post(&format!("{round}/results"), Some(&json!({ "results": sheets })));
            }
            8 => {
                if let Some(one) = self.one(&matches) {
                    let body = json!({ "reason": "He was there." });
                    self.post(&format!("/v1/matches/{}/disputes", text(&one["id"])), Some(&body));
                }
            }
            _ => {
                let entered = matches.iter().filter(|one| one["state"] == "entered");
                let confirmations: Vec<Value> = entered
                    .map(|one| json!({ "match_id": one["id"], "version": one["version"] }))
                    .collect();
                let body = json!({ "confirmations": confirmations });
                self.post(&format!("{round}/confirmations"), Some(&body));
            }
        }
    }

    /// A part of what was done is handed in: from anywhere, once or twice, and sometimes spoilt on the way.
    fn hand_something_in(&mut self) {
        let all = self.weekend.hand_in_after(0)["commands"].as_array().unwrap().len();
        if all == 0 {
            return;
        }
        let after = self.rng.usize(..all);
        let part = self.weekend.part(after, self.rng.usize(1..=all));
        for _ in 0..self.rng.u8(1..3) {
            let receipt = self.weekend.hand_in(&part).expect(200);
            assert_eq!(receipt["stopped"], Value::Null, "{receipt}");
        }
        let mut spoilt = part;
        let commands = spoilt["commands"].as_array_mut().unwrap();
        match self.rng.u8(..3) {
            0 => drop(commands.pop()),
            1 if commands.len() > 1 => commands.swap(0, 1),
            _ => {
                let place = self.rng.usize(..commands.len());
                commands[place]["seed"] = json!("another");
            }
        }
        if !spoilt["commands"].as_array().unwrap().is_empty() {
            self.weekend.hand_in(&spoilt).refused(422, "hand-in-altered");
        }
    }
}
