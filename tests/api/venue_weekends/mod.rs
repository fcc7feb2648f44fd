//! Weekends by chance: whatever officials do at a venue, whatever becomes of their laptops and sticks, and whatever the federation
//! records meanwhile, every result that was acknowledged and handed in is at the federation once, and nothing that was altered is.
//!
//! `WEEKENDS` plays so many instead of those that are chosen, and `SEED` sets with which one to begin; `.ci/simulate venue` does so, and adds the figures up.

mod away;
mod course;
mod day;
mod facts;
mod figures;
mod ledger;
mod lost;
mod more;
mod register;
mod sticks;

use std::ops::Range;

use federation_records::db::Url;
use serde_json::json;

use crate::app::TestApp;
use crate::venue_weekends::course::Course;
use crate::venue_weekends::figures::Figures;
use crate::venue_weekends::register::Register;
use crate::weekend::Weekend;

on_both_databases! {
    weekends_by_chance_come_home,
    a_plan_that_was_changed_comes_home,
}

/// The players of a tournament, with 34 boards and more in each of six rounds, and of a small one.
const MANY: Range<usize> = 68..76;
const FEW: Range<usize> = 6..12;

/// The results of a weekend of many players, at least, on average.
const RESULTS: usize = 200;

/// The seeds of the weekends of each test: those two that come first in it see something of every sort, and are played on
/// PostgreSQL too. That each bug of `.ci/trials/planted.py` is found in these is why there are so many.
const CHOSEN: [[u64; 4]; TESTS] = [
    [54, 62, 15, 139],
    [71, 130, 43, 17],
    [90, 45, 27, 75],
    [127, 33, 38, 111],
];

/// The number of tests among which the weekends are divided: they go on side by side.
const TESTS: usize = 4;

/// The number of weekends of a register, which is a new one then.
const OF_REGISTER: usize = 25;

fn weekends_by_chance_come_home(app: &TestApp) {
    weekends(app, 0);
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|told| told.parse().unwrap())
}

fn seeds_from_first() -> impl Iterator<Item = u64> {
    number("SEED").unwrap_or(1)..
}

/// The weekends of one of the tests, each of many players.
fn weekends(app: &TestApp, test: usize) {
    let seeds: Vec<u64> = match (number("WEEKENDS"), app.url()) {
        (Some(asked), _) => {
            let all = seeds_from_first().take(usize::try_from(asked).unwrap());
            all.skip(test).step_by(TESTS).collect()
        }
        (None, Url::Sqlite(_)) => CHOSEN[test].to_vec(),
        (None, Url::Postgres(_)) => CHOSEN[test][..2].to_vec(),
    };
    let figures = play(app, &seeds, &MANY);
    if number("WEEKENDS").is_some() {
        return figures.tell();
    }
    figures.assert_of_all_sorts();
    assert!(figures.results_acknowledged >= RESULTS * seeds.len(), "too few results");
}

/// Plays the weekends of those seeds, each with about so many players.
fn play(app: &TestApp, seeds: &[u64], players: &Range<usize>) -> Figures {
    let mut figures = Figures::default();
    for (place, seeds) in seeds.chunks(OF_REGISTER).enumerate() {
        let another = (place > 0).then(|| like(app));
        let app = another.as_ref().unwrap_or(app);
        let mut register = Register::new(app);
        for seed in seeds {
            let _told = Told(*seed);
            Course::new(&mut register, *seed, players.clone(), &mut figures).run();
        }
        assert_eq!(app.trail().fault(), None);
    }
    figures
}

/// Another server on the same sort of database.
fn like(app: &TestApp) -> TestApp {
    match app.url() {
        Url::Sqlite(_) => TestApp::on_sqlite(),
        Url::Postgres(_) => TestApp::on_postgres().unwrap(),
    }
}

/// The seed of a weekend, which is told if it fails.
struct Told(u64);

impl Drop for Told {
    fn drop(&mut self) {
        use std::io::Write;
        if std::thread::panicking() {
            let message = format!("this was the weekend of SEED={} WEEKENDS=1\n", self.0);
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
