//! Facts of the register that change while a laptop has the pen, and the findings that must be listed for them: no more, and no
//! fewer.

use std::collections::BTreeSet;

use chrono::NaiveDate;
use diesel::connection::SimpleConnection;
use fastrand::Rng;
use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::text;
use crate::consents;
use crate::hall::{Hall, umpire};
use crate::venue_weekends::away::Away;
use crate::venue_weekends::register::{Officials, day};

/// A fact that can change.
pub enum Fact {
    Registration {
        id: String,
        player: String,
    },
    Affiliation {
        id: String,
        club: String,
    },
    Eligibility {
        player: String,
    },
    Membership {
        player: String,
    },
    GivenConsent {
        id: String,
        player: String,
    },
    NoConsent {
        player: String,
    },
    /// An umpire's, by its path.
    Accreditation {
        path: String,
        player: String,
        is_for_good: bool,
    },
    Grant {
        id: String,
        account: String,
    },
    Account {
        account: String,
    },
}

/// A finding that is to come: its kind, what it is about, and what has changed.
struct Planted {
    kind: &'static str,
    subject: String,
    fact: String,
    /// The official whom it is about: it is noticed once a command of theirs is there.
    official: Option<String>,
}

/// A finding by its loan, its kind, what it is about, and what has changed.
type Finding = (u64, String, String, String);

#[derive(Default)]
pub struct Findings {
    due: Vec<Planted>,
    /// The umpire whose term ends on a day, and the accreditation.
    term: Option<(String, String, NaiveDate)>,
    expected: BTreeSet<Finding>,
}

/// Posts something as an administrator; the answer, and the last segment of where it stands.
#[track_caller]
fn post(app: &TestApp, path: &str, body: &Value) -> (Value, String) {
    let answer = app.administrator().post(path, body);
    let id = answer.header("location").rsplit('/').next().unwrap().to_owned();
    (answer.expect(201), id)
}

#[track_caller]
fn step(app: &TestApp, path: &str) {
    app.administrator().send("POST", path, &[], None).expect(201);
}

fn because() -> Value {
    json!({ "reason": "It was meant for Boitumelo." })
}

/// The first grant of an official at the federation.
fn grant(app: &TestApp, email: &str) -> String {
    let own = app.sign_in(email).get("/v1/me").expect(200);
    text(&own["account"]["grants"][0]["id"]).to_owned()
}

/// Another umpire of the tournament, who does nothing there: the player, and the path of the accreditation.
fn appointed(hall: &Hall<'_>) -> (String, String) {
    let (_, player, accreditation) = umpire(hall.app);
    post(
        hall.app,
        &format!("{}/appointments", hall.path),
        &json!({ "player_id": player, "reason": "The first one was called away." }),
    );
    (player, accreditation)
}

impl Fact {
    /// A fact about somebody who is entered for it, or appointed, before the pen is lent.
    pub fn of_tournament(hall: &mut Hall<'_>, rng: &mut Rng) -> Fact {
        let (app, kind) = (hall.app, rng.u8(..8));
        if kind == 7 {
            let (player, path) = appointed(hall);
            let is_for_good = rng.bool();
            return Fact::Accreditation {
                path,
                player,
                is_for_good,
            };
        }
        let club = app.club("ZA-NW");
        let is_child = matches!(kind, 4 | 5);
        let player = if is_child {
            app.player_named(&club, "Qwabe", "Zwelibanzi", "2012-02-29")
        } else {
            app.player(&club)
        };
        hall.enter(&player);
        match kind {
            // No entry of a friendly tournament rests on what came after it.
            0 | 6 => {
                let registration = json!({
                    "player_id": player, "club_id": club, "year": 2027, "basis": "member", "division": "senior",
                });
                let (_, id) = post(app, "/v1/registrations", &registration);
                Fact::Registration { id, player }
            }
            1 => {
                let affiliation = json!({ "club_id": club, "year": 2027, "paid_on": "2026-11-20" });
                let (_, id) = post(app, "/v1/affiliations", &affiliation);
                Fact::Affiliation { id, club }
            }
            2 => Fact::Eligibility { player },
            3 => Fact::Membership { player },
            4 => {
                let (given, _) = post(app, &format!("/v1/players/{player}/consents"), &consents::given());
                let id = text(&given["id"]).to_owned();
                Fact::GivenConsent { id, player }
            }
            _ => Fact::NoConsent { player },
        }
    }

    /// A fact about one of those who run the tournament, who run no other.
    pub fn of_officials(app: &TestApp, officials: &Officials, hall: &Hall<'_>, rng: &mut Rng) -> Fact {
        let (account, email) = [&officials.umpire, &officials.coordinator][rng.usize(..2)].clone();
        match rng.u8(..3) {
            0 => Fact::Accreditation {
                path: officials.accreditation.clone(),
                player: hall.umpire_player.clone(),
                is_for_good: rng.bool(),
            },
            1 => Fact::Grant {
                id: grant(app, &email),
                account,
            },
            _ => Fact::Account { account },
        }
    }

    /// Changes it.
    fn change(self, app: &TestApp) -> Planted {
        let today = day(app.now());
        let plain = |kind, subject: String, fact: String| Planted {
            kind,
            subject,
            fact,
            official: None,
        };
        match self {
            Fact::Registration { id, player } => {
                post(app, &format!("/v1/registrations/{id}/withdrawals"), &because());
                plain("registration_withdrawn", player, id)
            }
            Fact::Affiliation { id, club } => {
                post(app, &format!("/v1/affiliations/{id}/withdrawals"), &because());
                plain("affiliation_withdrawn", club, id)
            }
            Fact::Eligibility { player } => {
                let suspension = json!({ "begins_on": today, "reason": "Struck an opponent." });
                let (made, _) = post(app, &format!("/v1/players/{player}/suspensions"), &suspension);
                plain("not_eligible", player, text(&made["id"]).to_owned())
            }
            Fact::Membership { player } => {
                let asked = json!({ "player_id": player, "club_id": app.club("ZA-NW") });
                let (_, id) = post(app, "/v1/transfers", &asked);
                for taken in ["releases", "acceptances"] {
                    step(app, &format!("/v1/transfers/{id}/{taken}"));
                }
                plain("transferred", player.clone(), player)
            }
            Fact::GivenConsent { id, player } => {
                step(app, &format!("/v1/consents/{id}/withdrawals"));
                plain("consent_withdrawn", player, id)
            }
            Fact::NoConsent { player } => {
                let (given, _) = post(app, &format!("/v1/players/{player}/consents"), &consents::given());
                plain("consent_recorded", player, text(&given["id"]).to_owned())
            }
            Fact::Accreditation {
                path,
                player,
                is_for_good,
            } => {
                let (made, kind) = if is_for_good {
                    let revocation = json!({ "reason": "Ruled on a match of a relative." });
                    let made = post(app, &format!("{path}/revocations"), &revocation).0;
                    (made, "accreditation_revoked")
                } else {
                    let suspension = json!({ "begins_on": today, "reason": "Ruled on a match of a relative." });
                    let made = post(app, &format!("{path}/suspensions"), &suspension).0;
                    (made, "accreditation_suspended")
                };
                let sanction = made["sanctions"].as_array().unwrap().last().unwrap();
                plain(kind, player, text(&sanction["id"]).to_owned())
            }
            Fact::Grant { id, account } => {
                step(app, &format!("/v1/grants/{id}/revocations"));
                Planted {
                    official: Some(account.clone()),
                    ..plain("grant_ended", account, id)
                }
            }
            Fact::Account { account } => {
                step(app, &format!("/v1/accounts/{account}/deactivations"));
                Planted {
                    official: Some(account.clone()),
                    ..plain("account_deactivated", account.clone(), account)
                }
            }
        }
    }
}

impl Findings {
    /// Changes a fact while a laptop has the pen.
    pub fn plant(&mut self, app: &TestApp, fact: Fact) {
        self.due.push(fact.change(app));
    }

    /// Changes a fact while no laptop has the pen: whichever has it next knows of that.
    pub fn change_between(app: &TestApp, fact: Fact) {
        fact.change(app);
    }

    /// Has the term of an umpire of the tournament end today.
    pub fn plant_term(&mut self, hall: &Hall<'_>) {
        let (player, accreditation) = appointed(hall);
        let (id, today) = (accreditation.rsplit('/').next().unwrap(), day(hall.app.now()));
        let ends = format!("UPDATE accreditations SET valid_until = '{today}' WHERE id = '{id}'");
        hall.app.connection().batch_execute(&ends).unwrap();
        self.term = Some((player, id.to_owned(), today));
    }

    /// A hand-in has arrived while the laptop had the pen: what has changed by now is noticed.
    pub fn notice(&mut self, away: &Away<'_>) {
        let (epoch, givers) = (away.weekend.epoch, away.givers());
        let is_told = |planted: &Planted| {
            let official = planted.official.as_deref();
            official.is_none_or(|official| givers.contains(official))
        };
        let (told, due): (Vec<Planted>, Vec<Planted>) = std::mem::take(&mut self.due).into_iter().partition(is_told);
        self.due = due;
        let told = told.into_iter();
        self.expected
            .extend(told.map(|one| (epoch, one.kind.to_owned(), one.subject, one.fact)));
        let tournament = away.weekend.hall.id();
        if let Some(kind) = away.clock.filter(|_| !givers.is_empty()) {
            let finding = (epoch, kind.to_owned(), tournament.to_owned(), tournament.to_owned());
            self.expected.insert(finding);
        }
        if let Some((player, accreditation, until)) = &self.term
            && (away.lent_on..day(away.weekend.hall.app.now())).contains(until)
        {
            let kind = "accreditation_expired".to_owned();
            self.expected
                .insert((epoch, kind, player.clone(), accreditation.clone()));
        }
    }

    /// The loan has ended: what was not noticed by now is no finding any more.
    pub fn end_loan(&mut self) {
        self.due.clear();
    }

    /// Those that are listed are those that were planted; the number of both.
    #[track_caller]
    pub fn compare(&self, hall: &Hall<'_>) -> (usize, usize) {
        let path = format!("{}/pen-findings", hall.path);
        let told = |finding: &Value| {
            let [kind, subject, fact] = ["kind", "subject_id", "fact_id"].map(|name| text(&finding[name]).to_owned());
            (finding["epoch"].as_u64().unwrap(), kind, subject, fact)
        };
        let listed = hall.app.administrator().get(&path).items();
        let mut listed: Vec<Finding> = listed.iter().map(told).collect();
        listed.sort();
        let expected: Vec<Finding> = self.expected.iter().cloned().collect();
        assert_eq!(listed, expected);
        (expected.len(), listed.len())
    }
}
