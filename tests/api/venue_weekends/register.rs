//! A register with the same players and officials for many weekends, so that each of them is made in a moment.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use diesel::connection::SimpleConnection;
use fastrand::Rng;
use serde_json::{Value, json};

use crate::app::TestApp;
use crate::bulk::{self, Shape};
use crate::hall::{Hall, umpire};
use crate::weekend::own_account;

/// The people of the register: a large tournament has nearly all of them.
const SHAPE: Shape = Shape {
    players: 81,
    clubs: 9,
    tournaments: 0,
    entrants: 2,
    rounds: 1,
};

/// The number of officials beside the usual ones, of whom each is an official of one weekend.
const SPARE: usize = 8;

/// An umpire and a coordinator: the id of each account, and the address with which it signs in.
#[derive(Clone)]
pub struct Officials {
    pub umpire: (String, String),
    pub coordinator: (String, String),
    umpire_player: String,
    /// The path of the umpire's accreditation.
    pub accreditation: String,
}

impl Officials {
    fn new(app: &TestApp) -> Officials {
        let (signed_in, umpire_player, accreditation) = umpire(app);
        Officials {
            umpire: own_account(&signed_in),
            coordinator: own_account(&app.coordinator("ZA-NW")),
            umpire_player,
            accreditation,
        }
    }

    /// The hall with them signed in anew: nobody stays signed in for long.
    pub fn at<'a>(&self, hall: &Hall<'a>) -> Hall<'a> {
        Hall {
            umpire: hall.app.sign_in(&self.umpire.1),
            coordinator: hall.app.sign_in(&self.coordinator.1),
            ..hall.clone()
        }
    }
}

/// The day in South Africa.
pub fn day(now: DateTime<Utc>) -> NaiveDate {
    (now + TimeDelta::hours(2)).date_naive()
}

pub struct Register<'a> {
    pub app: &'a TestApp,
    usual: Officials,
    spare: Vec<Officials>,
    players: Vec<String>,
}

impl<'a> Register<'a> {
    /// Players who are registered and have paid, as their clubs have, and officials: all of it some days ago, so that a laptop whose
    /// clock is behind knows them too.
    pub fn new(app: &'a TestApp) -> Register<'a> {
        let administrator = app.administrator();
        let mut connection = app.connection();
        for statement in bulk::statements(SHAPE) {
            connection.batch_execute(&statement).unwrap();
        }
        let paid = "UPDATE registrations SET division = 'senior', paid_on = '2026-11-20'";
        connection.batch_execute(paid).unwrap();
        for club in 0..SHAPE.clubs {
            let affiliation = json!({ "club_id": bulk::id(1, club), "year": 2027, "paid_on": "2026-11-20" });
            administrator.post("/v1/affiliations", &affiliation).expect(201);
        }
        let usual = Officials::new(app);
        let spare = std::iter::repeat_with(|| Officials::new(app)).take(SPARE).collect();
        app.pass(TimeDelta::days(12));
        Register {
            app,
            usual,
            spare,
            players: (0..SHAPE.players)
                .map(|player| bulk::id(bulk::PLAYER, player))
                .collect(),
        }
    }

    pub fn usual(&self) -> Officials {
        self.usual.clone()
    }

    /// Officials whom no other weekend needs, as long as there are some.
    pub fn spare(&mut self) -> Option<Officials> {
        self.spare.pop()
    }

    /// A tournament of that level which begins today, with so many players; its order is not set. As for its records it began days
    /// ago, so that a laptop whose clock is behind plays in its days too.
    pub fn open(&self, officials: &Officials, (level, players): (&str, usize), rng: &mut Rng) -> Hall<'a> {
        let today = day(self.app.now());
        let changes: Value = json!({ "level": level, "starts_on": today, "ends_on": today.succ_opt() });
        let coordinator = self.app.sign_in(&officials.coordinator.1);
        let umpire = (
            self.app.sign_in(&officials.umpire.1),
            officials.umpire_player.clone(),
            officials.accreditation.clone(),
        );
        let mut hall = Hall::run_by(coordinator, umpire, &changes);
        let mut entrants = self.players.clone();
        rng.shuffle(&mut entrants);
        hall.enter_all(&entrants[..players]);
        let (begun, id) = (today - TimeDelta::days(10), hall.id());
        let earlier = format!("UPDATE tournaments SET starts_on = '{begun}' WHERE id = '{id}'");
        self.app.connection().batch_execute(&earlier).unwrap();
        hall
    }
}
