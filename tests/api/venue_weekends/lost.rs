//! Laptops that were lost, and turn up: nothing of what was not home is executed, all of it is kept, and somebody adopts of it what
//! the rules allow.

use serde_json::{Value, json};

use crate::caller::text;
use crate::venue_weekends::away::{Away, given_at};
use crate::venue_weekends::course::Course;
use crate::venue_weekends::ledger::Happened;
use crate::weekend::{own_account, results, told};

/// The most commands of a laptop that somebody adopts: each takes as long as a hand-in.
const MOST_ADOPTED: usize = 6;

impl<'a> Course<'a, '_> {
    /// A lost laptop turns up: nothing of it is executed, and all of it is kept.
    pub fn turn_up(&mut self, away: &mut Away<'a>) {
        self.carry(away, true);
        let form = away.part(0..away.commands.len(), false);
        let answer = self.hand_in(away, &form, false);
        let given: Vec<_> = away.commands.iter().map(given_at).collect();
        let is_given = away.lost.iter().all(|(at, _)| given.contains(at));
        assert!(is_given, "a result was acknowledged without a command");
        if away.stops.is_none() && self.rng.u8(..3) == 0 {
            let (told, is_home) = away.weekend.confirm(&answer);
            assert!(is_home && told.contains("which has the pen again"), "{told}");
        }
    }

    /// The commands of the laptops that were lost, but those that were executed, each with its place.
    fn tails(&self) -> Vec<Value> {
        let tail = |away: &Away<'a>| -> Vec<Value> {
            let of_loan = |command: &Value| json!([away.weekend.epoch, command["n"], command["id"], command["hash"]]);
            away.commands[away.executed..].iter().map(of_loan).collect()
        };
        self.lost.iter().flat_map(tail).collect()
    }

    /// Every command that was acknowledged on a laptop that was lost is executed, or kept with its number and its hash.
    pub fn check_kept(&mut self) {
        let tails = self.tails();
        let object = "CAST(epoch AS TEXT) || ' ' || CAST(n AS TEXT) || ' ' || CAST(id AS TEXT) || ' ' || hash";
        let kept = format!(
            "SELECT {object} AS told FROM pen_commands WHERE tournament_id = '{}' AND executed_at IS NULL ORDER BY epoch, n",
            self.hall.id()
        );
        let words = |one: &Value| format!("{} {} {} {}", one[0], one[1], text(&one[2]), text(&one[3]));
        let expected: Vec<String> = tails.iter().map(words).collect();
        assert_eq!(told(self.hall.app, &kept), expected);
        self.figures.commands_kept += expected.len();
        let path = format!("{}/pen-branch-commands?limit=200", self.hall.path);
        let listed = self.hall.app.administrator().get(&path).items().into_iter();
        let listed: Vec<Value> = listed.map(|one| json!([one["epoch"], one["n"], one["id"]])).collect();
        let expected = tails.iter().take(200);
        let expected: Vec<Value> = expected.map(|one| json!([one[0], one[1], one[2]])).collect();
        assert_eq!(listed, expected);
    }

    /// Somebody adopts some of it, in its order, as far as the rules allow that today.
    pub fn adopt(&mut self) {
        for lost in std::mem::take(&mut self.lost) {
            let Away {
                commands,
                executed,
                stops,
                lost: mut noted,
                ..
            } = lost;
            let is_unknown = |n: usize| stops == Some((n, "not-found"));
            for command in commands[executed..].iter().take(MOST_ADOPTED) {
                let n = usize::try_from(command["n"].as_u64().unwrap()).unwrap();
                let at = given_at(command);
                let of_command: Vec<_> = noted.extract_if(.., |(when, _)| *when == at).collect();
                let happened = of_command.into_iter().map(|(_, happened)| happened);
                self.adopt_one(command, happened.collect(), is_unknown(n));
            }
        }
    }

    fn adopt_one(&mut self, command: &Value, happened: Vec<Happened>, is_unknown: bool) {
        let app = self.hall.app;
        let path = format!("/v1/pen-branch-commands/{}/adoptions", text(&command["id"]));
        // Nobody confirms what they have adopted.
        let is_confirmation = text(&command["path"]).ends_with("/confirmations");
        let by = if is_confirmation && !self.are_spare {
            app.sign_in(&self.officials.coordinator.1)
        } else {
            app.administrator()
        };
        let before = results(app, self.hall.id());
        let answer = by.send("POST", &path, &[], None);
        let mut new = results(app, self.hall.id());
        new.retain(|row| !before.contains(row));
        if is_unknown {
            answer.refused(404, "not-found");
        }
        assert!(answer.status < 500, "{}", answer.body_text());
        if answer.status != 201 {
            assert!(new.is_empty(), "what was refused has left a trace");
            return;
        }
        self.figures.commands_adopted += 1;
        by.send("POST", &path, &[], None).refused(409, "already-adopted");
        let (adopter, now) = (own_account(&by).0, app.now().timestamp_micros());
        let entered = happened.iter().filter(|one| one.entered_in().is_some()).count();
        if entered > 0 {
            let is_theirs = |row: &Value| row["entered_by"] == json!(adopter) && row["entered_at"] == json!(now);
            assert!(new.len() == entered && new.iter().all(is_theirs), "{new:?}");
        }
        for one in happened {
            self.ledger.adopt(one, &new);
        }
    }
}
