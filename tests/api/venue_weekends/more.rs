//! More weekends, on one database.

use crate::app::TestApp;
use crate::venue_weekends::{FEW, number, play, seeds_from_first, weekends};

on_sqlite! {
    other_weekends_by_chance_come_home,
    more_weekends_by_chance_come_home,
    yet_more_weekends_by_chance_come_home,
    weekends_of_few_players_come_home,
}

/// The weekends of few players, at the most.
const SMALL: u64 = 5;

fn other_weekends_by_chance_come_home(app: &TestApp) {
    weekends(app, 1);
}

fn more_weekends_by_chance_come_home(app: &TestApp) {
    weekends(app, 2);
}

fn yet_more_weekends_by_chance_come_home(app: &TestApp) {
    weekends(app, 3);
}

/// Players who meet soon, so that the tournament is ended when all have met.
fn weekends_of_few_players_come_home(app: &TestApp) {
    let asked = number("WEEKENDS").unwrap_or(SMALL).min(SMALL);
    let seeds: Vec<u64> = seeds_from_first().take(usize::try_from(asked).unwrap()).collect();
    play(app, &seeds, &FEW);
}
