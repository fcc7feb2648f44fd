//! Weekends by chance: whatever officials do at a venue, whatever becomes of their laptops and sticks, and whatever the federation
//! records meanwhile, every result that was acknowledged and handed in is at the federation once, and nothing that was altered is.
//!
//! `WEEKENDS` sets how many, `SEED` with which one to begin, and `LARGE` that each is of a large tournament; `.ci/simulate venue` does
//! so, and adds the figures up.

mod away;
mod course;
mod day;
mod facts;
mod figures;
mod ledger;
mod lost;
mod register;
mod sticks;

use federation_records::db::Url;
use serde_json::json;

use crate::app::TestApp;
use crate::venue_weekends::course::Course;
use crate::venue_weekends::figures::Figures;
use crate::venue_weekends::register::Register;
use crate::weekend::Weekend;

on_both_databases! {
    weekends_by_chance_come_home,
    other_weekends_by_chance_come_home,
    more_weekends_by_chance_come_home,
    yet_more_weekends_by_chance_come_home,
    a_plan_that_was_changed_comes_home,
}

/// The number of tests among which the weekends are divided: they go on side by side.
const TESTS: usize = 4;

/// The number of weekends of a register, which is a new one then.
const OF_REGISTER: usize = 25;

fn weekends_by_chance_come_home(app: &TestApp) {
    weekends(app, 0);
}

fn other_weekends_by_chance_come_home(app: &TestApp) {
    weekends(app, 1);
}

fn more_weekends_by_chance_come_home(app: &TestApp) {
    weekends(app, 2);
}

fn yet_more_weekends_by_chance_come_home(app: &TestApp) {
    weekends(app, 3);
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|told| told.parse().unwrap())
}

/// The weekends of one of the tests.
fn weekends(app: &TestApp, test: usize) {
    let preset = match app.url() {
        Url::Sqlite(_) => 200,
        Url::Postgres(_) => 4,
    };
    let (first, asked) = (number("SEED").unwrap_or(1), number("WEEKENDS"));
    let are_large = number("LARGE") == Some(1);
    let all = first..first + asked.unwrap_or(preset);
    let seeds: Vec<u64> = all.skip(test).step_by(TESTS).collect();
    let mut figures = Figures::default();
    for (place, seeds) in seeds.chunks(OF_REGISTER).enumerate() {
        let another = (place > 0).then(|| like(app));
        let app = another.as_ref().unwrap_or(app);
        let mut register = Register::new(app);
        for seed in seeds {
            let _told = Told(*seed, are_large);
            Course::new(&mut register, *seed, are_large, &mut figures).run();
        }
        assert_eq!(app.trail().fault(), None);
    }
    if seeds.len() >= OF_REGISTER {
        figures.assert_of_all_sorts();
    }
    if asked.is_some() {
        figures.tell();
    }
}

/// Another server on the same sort of database.
fn like(app: &TestApp) -> TestApp {
    match app.url() {
        Url::Sqlite(_) => TestApp::on_sqlite(),
        Url::Postgres(_) => TestApp::on_postgres().unwrap(),
    }
}

/// The seed of a weekend, and whether all are large: both are told if it fails.
struct Told(u64, bool);

impl Drop for Told {
    fn drop(&mut self) {
        use std::io::Write;
        if std::thread::panicking() {
            let (seed, large) = (self.0, u8::from(self.1));
            let message = format!("this was the weekend of SEED={seed} WEEKENDS=1 LARGE={large}\n");
            std::io::stderr().write_all(message.as_bytes()).unwrap();
        }
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
