//! A mirror of what everyone may read: it reads nothing but the events and what they name, and has every answer as it is, after each
//! of many changes by chance.
//!
//! `CHANGES` makes so many, and `SEED` sets with which to begin.

use std::collections::{BTreeMap, BTreeSet};

use chrono::TimeDelta;
use fastrand::Rng;
use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::text;
use crate::consents;
use crate::hall::{Hall, keep_order, sheet};

on_sqlite! {
    a_mirror_has_every_answer_as_it_is,
}

/// The changes of the gate: each operation that is played comes up several times.
const CHANGES: u64 = 60;
/// The seed of the gate, by which each sort of event occurs.
const SEED: u64 = 3;

/// The parts of a tournament that are made of what is in it.
const PARTS: [&str; 6] = ["", "/standings", "/entries", "/rounds", "/byes", "/teams"];

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// The answers that were read, by path, up to a number of the log.
#[derive(Default)]
struct Mirror {
    after: i64,
    kept: BTreeMap<String, Value>,
    /// The types of the events that were followed.
    followed: BTreeSet<String>,
}

/// The answer at that path, as long as there is one.
fn read(app: &TestApp, path: &str) -> Option<Value> {
    let answer = app.anyone().get(path);
    (answer.status == 200).then(|| answer.json())
}

impl Mirror {
    /// The tournament of the thing of that event, if it is of one.
    fn tournament(&self, event: &Value, now: Option<&Value>) -> Option<String> {
        let (kind, id) = (text(&event["type"]), text(&event["id"]));
        if kind.starts_with("tournament.") {
            return Some(id.to_owned());
        }
        let path = event["path"].as_str()?;
        if let Some(rest) = path.strip_prefix("/v1/tournaments/") {
            return rest.split('/').next().map(str::to_owned);
        }
        let body = now.or_else(|| self.kept.get(path))?;
        body["tournament_id"].as_str().map(str::to_owned)
    }

    /// Reads again what the events since the last time name, and what is made of it.
    fn follow(&mut self, app: &TestApp) {
        app.number_entries();
        let mut stale = BTreeSet::new();
        loop {
            let page = app
                .anyone()
                .get(&format!("/v1/events?after={}&limit=200", self.after))
                .expect(200);
            for event in page["items"].as_array().unwrap() {
                self.followed.insert(text(&event["type"]).to_owned());
                let path = event["path"].as_str().filter(|path| !path.contains("/logo"));
                let now = path.and_then(|path| read(app, path));
                let tournament = self.tournament(event, now.as_ref());
                stale.extend(path.map(str::to_owned));
                // Whatever names the thing; of a round, all of its tournament: matches say how many are published.
                let mut named = vec![text(&event["id"]).to_owned()];
                named.extend(
                    tournament
                        .clone()
                        .filter(|_| text(&event["type"]).starts_with("round.")),
                );
                let is_about = |body: &Value| named.iter().any(|id| body.to_string().contains(id.as_str()));
                stale.extend(
                    self.kept
                        .iter()
                        .filter(|(_, body)| is_about(body))
                        .map(|(path, _)| path.clone()),
                );
                if let Some(id) = tournament {
                    stale.extend(PARTS.map(|part| format!("/v1/tournaments/{id}{part}")));
                }
            }
            let next = page["next_after"].as_i64().unwrap();
            if next == self.after {
                break;
            }
            self.after = next;
        }
        for path in stale {
            match read(app, &path) {
                Some(body) => self.kept.insert(path, body),
                None => self.kept.remove(&path),
            };
        }
    }

    /// Compares every answer with the one that is given now.
    #[track_caller]
    fn compare(&self, app: &TestApp, change: &str) {
        for (path, kept) in &self.kept {
            let now = read(app, path);
            assert_eq!(now.as_ref(), Some(kept), "after {change}, nothing told of {path}");
        }
    }
}

/// A federation in which something happens by chance.
struct Play<'a> {
    app: &'a TestApp,
    hall: Hall<'a>,
    club: String,
    chance: Rng,
}

impl Play<'_> {
    fn one_of(&mut self, things: &[Value]) -> Option<Value> {
        let index = self.chance.usize(..things.len().max(1));
        things.get(index).cloned()
    }

    fn rounds(&self) -> Vec<Value> {
        self.app.anyone().get(&format!("{}/rounds", self.hall.path)).items()
    }

    fn entry(&mut self) -> Option<Value> {
        let entries = self.app.anyone().get(&format!("{}/entries", self.hall.path)).items();
        self.one_of(&entries)
    }

    /// A match of any published round.
    fn played(&mut self) -> Option<Value> {
        let rounds = self.rounds();
        let of_round = |round: &Value| self.hall.matches(&format!("/v1/rounds/{}", text(&round["id"])));
        let matches: Vec<Value> = rounds.iter().flat_map(of_round).collect();
        self.one_of(&matches)
    }

    /// The next step of the tournament: a round is drawn and published, its results come in, it is closed.
    fn play_on(&mut self) {
        let last = self.rounds().pop();
        let path = last.as_ref().map(|round| format!("/v1/rounds/{}", text(&round["id"])));
        match (path, last) {
            (Some(path), Some(round)) if round["state"] == "published" => {
                let matches = self.hall.matches(&path);
                let open: Vec<&Value> = matches.iter().filter(|one| one["state"] == "open").collect();
                if open.is_empty() {
                    self.hall.step(&format!("{path}/closings"));
                } else {
                    let results: Vec<Value> = open
                        .iter()
                        .map(|one| json!({ "match_id": one["id"], "sheet": sheet(one, self.chance.usize(..=6)) }))
                        .collect();
                    self.hall
                        .umpire
                        .post(&format!("{path}/results"), &json!({ "results": results }));
                }
            }
            _ => {
                keep_order(self.app, &self.hall.path);
                let drawn = self.hall.draw_at_once(&json!({}));
                if drawn.status == 201 {
                    let round = text(&drawn.json()["id"]).to_owned();
                    self.hall.step(&format!("/v1/rounds/{round}/publications"));
                }
            }
        }
    }

    /// Makes a change, which may be refused; the words for it.
    fn change(&mut self) -> &'static str {
        let administrator = self.app.administrator();
        match self.chance.u8(..16) {
            0..=4 => {
                self.play_on();
                "a step of the tournament"
            }
            5 | 6 => {
                if let Some(one) = self.played() {
                    let correction = json!({
                        "version": one["version"], "published_rounds": one["published_rounds"],
                        "sheet": sheet(&one, self.chance.usize(..=6)), "reason": "Read from the wrong side.",
                    });
                    self.hall
                        .umpire
                        .post(&format!("/v1/matches/{}/corrections", text(&one["id"])), &correction);
                }
                "a correction"
            }
            7 => {
                if let Some(one) = self.played() {
                    let path = format!("/v1/matches/{}/disputes", text(&one["id"]));
                    let dispute = self
                        .hall
                        .coordinator
                        .post(&path, &json!({ "reason": "The clock stood still." }));
                    if dispute.status == 201 && self.chance.bool() {
                        let id = text(&dispute.json()["id"]).to_owned();
                        self.hall.coordinator.post(
                            &format!("/v1/disputes/{id}/rulings"),
                            &json!({ "ruling": "It stands." }),
                        );
                    }
                }
                "a dispute"
            }
            8 => {
                if let Some(round) = self.rounds().pop() {
                    let path = format!("/v1/rounds/{}/undos", text(&round["id"]));
                    self.hall.umpire.post(&path, &json!({ "state": round["state"] }));
                }
                "a step back"
            }
            9 => {
                let player = self.app.player(&self.club);
                let entries = format!("{}/entries", self.hall.path);
                self.hall.coordinator.post(&entries, &json!({ "player_id": player }));
                "an entry"
            }
            10 => {
                if let Some(entry) = self.entry() {
                    let step = if entry["withdrawn"] == json!(true) {
                        "returns"
                    } else {
                        "withdrawals"
                    };
                    self.hall.step(&format!("/v1/entries/{}/{step}", text(&entry["id"])));
                }
                "a withdrawal or a return"
            }
            11 => {
                if let Some(entry) = self.entry() {
                    let removals = format!("/v1/entries/{}/removals", text(&entry["id"]));
                    let because = json!({ "reason": "A namesake was meant." });
                    self.hall.umpire.post(&removals, &because);
                }
                "a removal"
            }
            12 => {
                if let Some(entry) = self.entry() {
                    let round = json!({ "round": self.chance.u8(1..=6) });
                    self.hall
                        .coordinator
                        .post(&format!("/v1/entries/{}/byes", text(&entry["id"])), &round);
                }
                "a bye"
            }
            13 => {
                if let Some(entry) = self.entry() {
                    let team = json!({ "name": format!("Team {}", self.chance.u32(..)), "entry_ids": [entry["id"]] });
                    self.hall.coordinator.post(&format!("{}/teams", self.hall.path), &team);
                }
                "a team"
            }
            14 => {
                if let Some(entry) = self.entry() {
                    let player = format!("/v1/players/{}", text(&entry["player"]["id"]));
                    if self.chance.bool() {
                        let name = json!({ "family_name": format!("Mokoena{}", self.chance.char('a'..='z')) });
                        administrator.patch(&format!("{player}/particulars"), "*", &name);
                    } else {
                        administrator.post(&format!("{player}/consents"), &consents::given());
                    }
                }
                "particulars or a consent"
            }
            _ => {
                let duplicate = self.app.player(&self.club);
                if let Some(entry) = self.entry() {
                    let mergers = format!("/v1/players/{}/mergers", text(&entry["player"]["id"]));
                    administrator.post(&mergers, &json!({ "duplicate_id": duplicate }));
                }
                "a merger"
            }
        }
    }
}

fn a_mirror_has_every_answer_as_it_is(app: &TestApp) {
    let changes = number("CHANGES").unwrap_or(CHANGES);
    let hall = Hall::new(app, &json!({}), 6);
    let mut play = Play {
        app,
        hall,
        club: app.club("ZA-NW"),
        chance: Rng::with_seed(number("SEED").unwrap_or(SEED)),
    };
    let mut mirror = Mirror::default();
    mirror.follow(app);
    for _ in 0..changes {
        // A moment later, and a signed-in umpire stays signed in.
        app.pass(TimeDelta::milliseconds(500));
        let change = play.change();
        mirror.follow(app);
        mirror.compare(app, change);
    }
    for kind in [
        "round.published",
        "round.changed",
        "match.changed",
        "entry.created",
        "player.changed",
    ] {
        assert!(
            mirror.followed.contains(kind),
            "{kind} is not among {:?}",
            mirror.followed
        );
    }
    assert!(mirror.kept.len() > 20, "{:?}", mirror.kept.keys());
}
