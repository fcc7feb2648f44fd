//! A weekend from its beginning to its end: one laptop after the other has the pen, and lays it down, or is lost, or is of another
//! version of the program.

use std::ops::Range;

use chrono::TimeDelta;
use fastrand::Rng;
use serde_json::{Value, json};

use crate::hall::{Hall, equipment_afterwards, keep_order};
use crate::venue_weekends::away::Away;
use crate::venue_weekends::day::Day;
use crate::venue_weekends::facts::{Fact, Findings};
use crate::venue_weekends::figures::Figures;
use crate::venue_weekends::ledger::Ledger;
use crate::venue_weekends::register::{Officials, Register};
use crate::venue_weekends::sticks;
use crate::weekend::{Weekend, given, keys, signed_by_another, with_member};

pub struct Course<'a, 'f> {
    pub rng: Rng,
    pub officials: Officials,
    /// Whether something about them changes.
    pub are_spare: bool,
    pub hall: Hall<'a>,
    pub ledger: Ledger,
    findings: Findings,
    /// The facts about entrants that change some time.
    facts: Vec<Fact>,
    /// The fact about officials that changes once no other laptop needs them.
    of_officials: Option<Fact>,
    has_facts: bool,
    pub lost: Vec<Away<'a>>,
    /// The umpire's code of the loan before.
    code_before: Option<String>,
    pub figures: &'f mut Figures,
}

/// The way in which a loan ends.
enum End {
    Home,
    Lost,
    OtherVersion,
}

impl<'a, 'f> Course<'a, 'f> {
    /// A weekend that follows from its seed, and from how many players there may be, alone.
    pub fn new(
        register: &mut Register<'a>,
        seed: u64,
        players: Range<usize>,
        figures: &'f mut Figures,
    ) -> Course<'a, 'f> {
        let mut rng = Rng::with_seed(seed);
        register.app.pass(TimeDelta::hours(rng.i64(6..48)));
        let has_facts = rng.u8(..5) < 2;
        // Those about whom something is found do not come again.
        let spare = Some(()).filter(|()| has_facts && rng.bool());
        let spare = spare.and_then(|()| register.spare());
        let are_spare = spare.is_some();
        let officials = spare.unwrap_or_else(|| register.usual());
        let levels = ["friendly", "club", "provincial"];
        let level = if has_facts { levels[0] } else { levels[rng.usize(..3)] };
        let players = rng.usize(players);
        let mut hall = register.open(&officials, (level, players), &mut rng);
        let (mut findings, mut facts, mut of_officials) = (Findings::default(), Vec::new(), None);
        if has_facts {
            facts.extend((0..rng.usize(1..5)).map(|_| Fact::of_tournament(&mut hall, &mut rng)));
            if rng.u8(..4) == 0 {
                findings.plant_term(&hall);
            }
        }
        if are_spare {
            of_officials = Some(Fact::of_officials(hall.app, &officials, &hall, &mut rng));
        }
        keep_order(hall.app, &hall.path);
        Course {
            rng,
            officials,
            are_spare,
            hall,
            ledger: Ledger::default(),
            findings,
            facts,
            of_officials,
            has_facts,
            lost: Vec::new(),
            code_before: None,
            figures,
        }
    }

    pub fn run(mut self) {
        let loans = [1, 1, 1, 2, 2, 3][self.rng.usize(..6)];
        for number in 1..=loans {
            if number > 1 {
                self.go_on_between();
            }
            if self.is_over() {
                break;
            }
            let is_last = number == loans;
            let mut away = self.lend();
            self.work(&mut away, is_last);
            match self.end_of(is_last) {
                End::Home => self.bring_home(away),
                End::Lost => self.lose(away),
                End::OtherVersion => self.meet_other_version(away),
            }
        }
        for mut lost in std::mem::take(&mut self.lost) {
            self.turn_up(&mut lost);
            self.lost.push(lost);
        }
        self.check_kept();
        self.adopt();
        self.check();
    }

    fn end_of(&mut self, is_last: bool) -> End {
        match (self.rng.u8(..10), is_last) {
            (0..6, true) | (0..3, false) => End::Home,
            (6..8, true) | (3..8, false) => End::Lost,
            _ => End::OtherVersion,
        }
    }

    fn is_over(&self) -> bool {
        ["finished", "ratified"].contains(&self.hall.state().as_str())
    }

    /// The pen is lent to a laptop, whose clock may be off.
    fn lend(&mut self) -> Away<'a> {
        let weekend = Weekend::of(self.officials.at(&self.hall));
        self.figures.laptops += 1;
        if self.rng.u8(..3) == 0 {
            let altered = sticks::altered_bundle(&weekend, &mut self.rng);
            assert!(
                !sticks::is_taken_in(&altered, &weekend.keys),
                "an altered bundle is taken in"
            );
            let forged = signed_by_another(&weekend.lent, &keys());
            assert!(
                !sticks::is_taken_in(&forged, &weekend.keys),
                "the bundle of another federation is taken in"
            );
            self.figures.altered_bundles_refused += 2;
        }
        let code = weekend.laptop.password_of(&weekend.umpire).to_owned();
        if let Some(before) = self.code_before.replace(code) {
            let credentials = json!({ "email": weekend.umpire, "password": before });
            let answer = weekend.laptop.anyone().post("/v1/tokens", &credentials);
            assert_eq!(answer.status, 401, "the code of another bundle signs in");
        }
        let mut away = Away::new(weekend);
        let laptop = &away.weekend.laptop;
        let days = TimeDelta::days(self.rng.i64(3..10));
        match self.rng.u8(..5) {
            0 => {
                laptop.pass(days);
                away.clock = Some("clock_ahead");
            }
            1 => {
                laptop.pass(-days);
                away.clock = Some("clock_behind");
            }
            // By so little it may be off.
            _ => laptop.pass(TimeDelta::seconds(self.rng.i64(-240..=240))),
        }
        // Nothing else changes the tournament.
        self.hall
            .app
            .administrator()
            .post(
                &format!("{}/equipment-confirmations", self.hall.path),
                &equipment_afterwards(),
            )
            .refused(409, "held-at-venue");
        away
    }

    /// The officials are at work on the laptop, and some of it comes home now and then.
    fn work(&mut self, away: &mut Away<'a>, is_last: bool) {
        let spells = self.rng.usize(1..4);
        for spell in 0..spells {
            self.spell(away, is_last && spell + 1 == spells);
            let of_entrants = if self.rng.bool() { self.facts.pop() } else { None };
            let of_officials = if is_last { self.of_officials.take() } else { None };
            for fact in of_entrants.into_iter().chain(of_officials) {
                self.findings.plant(self.hall.app, fact);
            }
            let pause = TimeDelta::minutes(self.rng.i64(1..600));
            away.weekend.laptop.pass(pause);
            self.hall.app.pass(pause);
            if self.rng.u8(..3) > 0 {
                away.learn();
                self.carry(away, true);
            }
            if self.rng.u8(..3) == 0
                && let Some(mut lost) = self.lost.pop()
            {
                self.turn_up(&mut lost);
                self.lost.push(lost);
            }
        }
        if is_last {
            for fact in self.facts.drain(..) {
                self.findings.plant(self.hall.app, fact);
            }
        }
    }

    /// A while of work: a round and what goes wrong in it, or all that is left, if that is to be.
    fn spell(&mut self, away: &Away<'a>, is_to_end: bool) {
        let laptop = &away.weekend.laptop;
        let mut day = Day::new(laptop, &self.hall, &self.officials, &mut self.rng, &mut self.ledger);
        day.tick_all();
        while !day.is_over() {
            day.play_round();
            day.look_around();
            if !is_to_end {
                break;
            }
        }
    }

    /// Carries on sticks whatever is not home: in parts, in any order, some twice, some never, and some altered on the way.
    pub fn carry(&mut self, away: &mut Away<'a>, some_are_lost: bool) {
        let missing = away.executed..away.commands.len();
        if missing.is_empty() {
            return;
        }
        for part in sticks::parts(&missing, &mut self.rng) {
            if self.rng.u8(..3) == 0 {
                let altered = sticks::altered(away, &part, &mut self.rng);
                away.send(&altered).refused(422, "hand-in-altered");
                let of_another = sticks::of_another_account(away, &part);
                away.send(&of_another).refused(422, "not-an-official");
                self.figures.altered_hand_ins_refused += 2;
            }
            if some_are_lost && self.rng.u8(..5) == 0 {
                continue;
            }
            for _ in 0..self.rng.usize(1..3) {
                let form = away.part(part.clone(), false);
                self.hand_in(away, &form, false);
            }
        }
    }

    /// Hands in what is taken, and takes into the books what follows from it.
    pub fn hand_in(&mut self, away: &mut Away<'a>, form: &Value, closes: bool) -> Value {
        let had_pen = !away.is_reclaimed && !away.is_given_back;
        let answer = away.hand_in(form, closes);
        self.figures.hand_ins += 1;
        if had_pen {
            self.findings.notice(away);
            self.ledger.settle(&away.executed_at());
        }
        answer
    }

    /// The pen is laid down, and all that was done comes home: the last part of it, which says so, may come first.
    fn bring_home(&mut self, mut away: Away<'a>) {
        away.close();
        let all = away.learn();
        let missing = away.executed..away.commands.len();
        if !missing.is_empty() {
            for part in sticks::parts(&missing, &mut self.rng) {
                let is_last = part.end == missing.end;
                let form = away.part(part, is_last);
                self.hand_in(&mut away, &form, is_last);
            }
        }
        let answer = self.hand_in(&mut away, &all, true);
        assert_eq!(answer["pen"]["lent"], false, "the pen is the federation's again");
        assert_eq!(
            self.ledger.outstanding(),
            0,
            "a result was acknowledged without a command"
        );
        if self.rng.u8(..3) == 0 {
            let (told, is_home) = away.weekend.confirm(&answer);
            assert!(is_home && told.contains("which has the pen again"), "{told}");
        }
        if self.has_facts {
            away.weekend.assert_same_rows();
        } else {
            away.weekend.assert_same();
        }
        self.end_loan(&away);
    }

    fn end_loan(&mut self, away: &Away<'a>) {
        self.findings.end_loan();
        self.figures.commands += away.commands.len();
        assert_eq!(away.weekend.laptop.trail().fault(), None);
    }

    /// The laptop is lost, with what is not home.
    fn lose(&mut self, mut away: Away<'a>) {
        away.reclaim();
        away.learn();
        away.lost = self.ledger.lose();
        self.end_loan(&away);
        self.figures.laptops_lost += 1;
        self.lost.push(away);
    }

    /// The laptop is of another version: it hands in something that this one does not know, or does otherwise. What comes before it is
    /// home, and it is kept.
    fn meet_other_version(&mut self, mut away: Away<'a>) {
        away.learn();
        if away.commands.is_empty() {
            return self.bring_home(away);
        }
        let loan = (self.hall.id(), away.weekend.epoch);
        let is_on_its_way = away.commands.last().is_none_or(|last| away.is_here(last));
        let does_otherwise = !is_on_its_way && self.rng.u8(..4) > 0;
        if does_otherwise && let Some(last) = away.commands.pop() {
            let digest = last["hash"].clone();
            away.commands.push(with_member(loan, &last, "changes_digest", digest));
            away.stops = Some((away.commands.len(), "command-differs"));
        } else {
            let unknown = format!("{}/chess-clocks", self.hall.path);
            for path in [unknown, format!("{}/endings", self.hall.path)] {
                let body = json!({ "reason": "The power failed." });
                let next = given(
                    loan,
                    away.commands.last(),
                    &self.officials.umpire.0,
                    (path.as_str(), &body),
                );
                away.commands.push(next);
            }
            away.stops = Some((away.commands.len() - 1, "not-found"));
        }
        self.carry(&mut away, false);
        away.reclaim();
        away.lost = self.ledger.lose();
        self.end_loan(&away);
        self.figures.other_versions += 1;
        self.lost.push(away);
    }

    /// Between two loans the federation goes on by itself, or does not.
    fn go_on_between(&mut self) {
        if self.rng.u8(..3) == 0
            && let Some(fact) = self.facts.pop()
        {
            Findings::change_between(self.hall.app, fact);
        }
        if self.rng.bool() && !self.is_over() {
            let mut day = Day::new(
                self.hall.app,
                &self.hall,
                &self.officials,
                &mut self.rng,
                &mut self.ledger,
            );
            day.play_round();
            day.look_around();
            self.ledger.settle_all();
        }
    }

    /// All is where it should be.
    fn check(self) {
        let (lost, doubled) = self.ledger.compare(&self.hall);
        assert_eq!((lost, doubled), (0, 0), "results lost, and doubled");
        let (planted, listed) = self.findings.compare(&self.hall);
        let figures = self.figures;
        figures.weekends += 1;
        figures.results_acknowledged += self.ledger.acknowledged;
        figures.results_lost += lost;
        figures.results_doubled += doubled;
        figures.findings_planted += planted;
        figures.findings_listed += listed;
    }
}
