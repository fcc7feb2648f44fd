//! Laptops at a venue, with what the federation must have of their commands by now: held against every answer to a hand-in.

use std::collections::BTreeSet;
use std::ops::Range;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, NaiveDate, Utc};
use serde_json::{Value, json};

use crate::caller::{Answer, text};
use crate::hall::equipment_afterwards;
use crate::venue_weekends::ledger::Noted;
use crate::venue_weekends::register::day;
use crate::weekend::{Weekend, handed_in};

/// A laptop that has the pen, or had it.
pub struct Away<'a> {
    pub weekend: Weekend<'a>,
    /// All of its commands, as it has told them last.
    pub commands: Vec<Value>,
    /// The numbers of those that are at the federation.
    here: BTreeSet<usize>,
    /// The number of those that were executed there.
    pub executed: usize,
    /// The command at which execution stops, and the code that is told, where the laptop has done something else.
    pub stops: Option<(usize, &'static str)>,
    pub is_reclaimed: bool,
    pub is_given_back: bool,
    /// The finding on its clock, if that is off.
    pub clock: Option<&'static str>,
    /// The day on which the pen was lent.
    pub lent_on: NaiveDate,
    /// The things that it has acknowledged and the federation did not execute.
    pub lost: Vec<Noted>,
}

/// The time at which a command was given.
pub fn given_at(command: &Value) -> DateTime<Utc> {
    text(&command["at"]).parse().unwrap()
}

impl<'a> Away<'a> {
    pub fn new(weekend: Weekend<'a>) -> Away<'a> {
        Away {
            lent_on: day(weekend.hall.app.now()),
            weekend,
            commands: Vec::new(),
            here: BTreeSet::new(),
            executed: 0,
            stops: None,
            is_reclaimed: false,
            is_given_back: false,
            clock: None,
            lost: Vec::new(),
        }
    }

    /// The hand-in with all of its commands, as the laptop's page saves it.
    pub fn learn(&mut self) -> Value {
        let path = self.weekend.hall.path.replace("/v1/", "/desk/");
        let saved = self.weekend.umpire().get(&format!("{path}/pen/hand-in")).expect(200);
        self.commands.clone_from(saved["commands"].as_array().unwrap());
        saved
    }

    /// Lays the pen down: nothing is changed on the laptop any more.
    pub fn close(&self) {
        self.weekend.command(&["pen", "close"]);
        let path = format!("{}/equipment-confirmations", self.weekend.hall.path);
        self.weekend
            .umpire()
            .post(&path, &equipment_afterwards())
            .refused(409, "pen-not-here");
    }

    /// A hand-in of these of its commands.
    pub fn part(&self, part: Range<usize>, closes: bool) -> Value {
        handed_in(self.weekend.loan(), &self.weekend.keys, &self.commands[part], closes)
    }

    /// Hands something in, whoever brings it.
    pub fn send(&self, form: &Value) -> Answer {
        let hall = &self.weekend.hall;
        hall.app
            .administrator()
            .post(&format!("{}/pen-hand-ins", hall.path), form)
    }

    /// Hands in what is taken. What is told is what must be there.
    pub fn hand_in(&mut self, form: &Value, closes: bool) -> Value {
        let answer = self.send(form).expect(200);
        let numbers = form["commands"].as_array().unwrap().iter();
        self.here.extend(numbers.map(number));
        let unbroken = (1..=self.here.len()).take_while(|n| self.here.contains(n)).count();
        let stops_at = self.stops.map(|(n, _)| n).filter(|n| *n <= unbroken);
        let before = self.executed;
        if !self.is_reclaimed {
            self.executed = stops_at.map_or(unbroken, |n| n - 1);
            self.is_given_back |= closes && self.executed == self.commands.len();
        }
        assert!(before <= self.executed, "no command is taken back");
        let others = self.here.len() - self.executed;
        let (waiting, kept) = if self.is_reclaimed { (0, others) } else { (others, 0) };
        assert_eq!(
            [&answer["pen"]["executed"], &answer["waiting"], &answer["kept"]],
            [&json!(self.executed), &json!(waiting), &json!(kept)],
            "{answer}"
        );
        let stop = self.stops.filter(|_| stops_at.is_some() && !self.is_reclaimed);
        let told = &answer["stopped"];
        assert_eq!(
            (&told["n"], &told["code"]),
            (&json!(stop.map(|(n, _)| n)), &json!(stop.map(|(_, code)| code))),
            "{answer}"
        );
        let is_lent = !self.is_reclaimed && !self.is_given_back;
        assert_eq!(answer["pen"]["lent"], is_lent, "{answer}");
        let kept = if self.is_reclaimed { unbroken - self.executed } else { 0 };
        self.check_receipt(&answer, kept);
        answer
    }

    /// The federation has signed what it tells, and the hash of the last command.
    fn check_receipt(&self, answer: &Value, kept: usize) {
        let claims = text(&answer["receipt"]).split('.').nth(1).unwrap();
        let claims: Value = serde_json::from_slice(&URL_SAFE_NO_PAD.decode(claims).unwrap()).unwrap();
        let (root, last) = (json!(""), self.executed.checked_sub(1));
        let told = ["tournament", "epoch", "executed", "head", "kept", "ended"].map(|name| &claims[name]);
        let expected = [
            &json!(self.weekend.hall.id()),
            &json!(self.weekend.epoch),
            &json!(self.executed),
            last.map_or(&root, |last| &self.commands[last]["hash"]),
            &json!(kept),
            &json!(self.is_reclaimed || self.is_given_back),
        ];
        assert_eq!(told, expected);
    }

    /// Whether that command is at the federation.
    pub fn is_here(&self, command: &Value) -> bool {
        self.here.contains(&number(command))
    }

    /// The times of those that were executed.
    pub fn executed_at(&self) -> BTreeSet<DateTime<Utc>> {
        self.commands[..self.executed].iter().map(given_at).collect()
    }

    /// The accounts that have given those that are at the federation.
    pub fn givers(&self) -> BTreeSet<&str> {
        let here = self.commands.iter().filter(|command| self.is_here(command));
        here.map(|command| text(&command["account_id"])).collect()
    }

    /// Takes the pen away from it, which has told nothing since.
    pub fn reclaim(&mut self) {
        let hall = &self.weekend.hall;
        let reason = json!({ "reason": "The laptop was stolen on Saturday night." });
        let path = format!("{}/pen-reclaims", hall.path);
        let pen = hall.app.administrator().post(&path, &reason).expect(201);
        assert_eq!((&pen["lent"], &pen["executed"]), (&json!(false), &json!(self.executed)));
        self.is_reclaimed = true;
    }
}

fn number(command: &Value) -> usize {
    usize::try_from(command["n"].as_u64().unwrap()).unwrap()
}
