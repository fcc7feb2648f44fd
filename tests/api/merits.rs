//! Colours that players have earned and what they just lack, read in all the ways in which it is told; and small
//! tournaments of which every match is laid down.

use diesel::connection::SimpleConnection;
use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::{Answer, Caller, text};
use crate::hall::{Hall, affiliated, register, sheet};

/// Colours of a level, on a basis, in a division, for a gaming year.
#[derive(Clone, Copy)]
pub struct Claim<'a> {
    pub app: &'a TestApp,
    pub level: &'a str,
    pub basis: &'a str,
    pub division: &'a str,
    pub year: i32,
}

impl<'a> Claim<'a> {
    /// A claim of seniors, for 2027.
    pub fn new(app: &'a TestApp, level: &'a str, basis: &'a str) -> Claim<'a> {
        Claim {
            app,
            level,
            basis,
            division: "senior",
            year: 2027,
        }
    }

    pub fn of(self, division: &'a str) -> Claim<'a> {
        Claim { division, ..self }
    }

    pub fn year(self, year: i32) -> Claim<'a> {
        Claim { year, ..self }
    }

    /// The player among the candidates of that basis.
    fn candidate(&self, player: &str) -> Option<Value> {
        let Claim {
            level, division, year, ..
        } = self;
        let path = format!("/v1/colours-candidates?year={year}&level={level}&division={division}&limit=200");
        let rests = |item: &Value| {
            item["merits"]
                .as_array()
                .unwrap()
                .iter()
                .any(|merit| merit["basis"] == self.basis)
        };
        let items = self.app.administrator().get(&path).items();
        items
            .into_iter()
            .find(|item| item["player"]["id"] == player && rests(item))
    }

    /// The finding on the rule in the player's candidacy; nothing of divisions in which the player is not on record.
    fn finding(&self, player: &str) -> Option<Value> {
        let path = format!(
            "/v1/players/{player}/colours-candidacy?year={}&level={}",
            self.year, self.level
        );
        let candidacy = self.app.administrator().get(&path).expect(200);
        let is_it = |item: &&Value| item["basis"] == self.basis && item["division"] == self.division;
        candidacy["items"].as_array().unwrap().iter().find(is_it).cloned()
    }

    pub fn propose(&self, caller: &Caller<'_>, player: &str) -> Answer {
        let Claim {
            level,
            basis,
            division,
            year,
            ..
        } = self;
        let proposal =
            json!({ "player_id": player, "level": level, "division": division, "year": year, "basis": basis });
        caller.post("/v1/colours", &proposal)
    }

    /// The player is a candidate and lacks nothing; what the list of candidates says.
    #[track_caller]
    pub fn has(&self, player: &str) -> Value {
        let finding = self.finding(player).unwrap();
        assert_eq!(
            (&finding["met"], &finding["missing"]),
            (&json!(true), &json!([])),
            "{finding}"
        );
        let candidate = self.candidate(player);
        assert!(candidate.is_some(), "no candidate: {finding}");
        candidate.unwrap()
    }

    /// The place of a candidate in each event that shows it, and among how many it counts.
    #[track_caller]
    pub fn counted(&self, player: &str) -> Vec<(u64, u64)> {
        let candidate = self.has(player);
        let merits = candidate["merits"].as_array().unwrap().iter();
        let evidence = merits
            .filter(|merit| merit["basis"] == self.basis)
            .flat_map(|merit| merit["evidence"].as_array().unwrap());
        let number = |one: &Value, name: &str| one["event"][name].as_u64().unwrap();
        evidence
            .map(|one| (number(one, "rank"), number(one, "entrants")))
            .collect()
    }

    /// The player is no candidate, lacks this, and is not proposed; what the refusal says in sentences.
    #[track_caller]
    pub fn lacks(&self, player: &str, codes: &[&str]) -> Vec<String> {
        let told = |missing: &Value| -> Vec<String> {
            missing
                .as_array()
                .unwrap()
                .iter()
                .map(|one| text(&one["code"]).to_owned())
                .collect()
        };
        let refusal = self
            .propose(&self.app.administrator(), player)
            .refused(409, "not-earned");
        assert_eq!(told(&refusal["missing"]), codes, "{refusal}");
        let candidate = self.candidate(player);
        assert!(candidate.is_none(), "{candidate:?}");
        if let Some(finding) = self.finding(player) {
            assert_eq!(
                (&finding["met"], &finding["missing"]),
                (&json!(false), &refusal["missing"]),
                "{finding}"
            );
        }
        let missing = refusal["missing"].as_array().unwrap();
        missing.iter().map(|one| text(&one["message"]).to_owned()).collect()
    }
}

/// Members of one club, as many as `number`, registered for 2027 in that division, who live in the Ngaka Modiri Molema
/// district.
pub fn settled(app: &TestApp, number: usize, division: &str) -> Vec<String> {
    let club = affiliated(app);
    let member = |_| {
        let player = app.player_in(&club, division);
        register(app, &player, &club, division);
        moves(app, &player, "2026-11-20", "ZA-NW", Some("DC38"));
        player
    };
    (0..number).map(member).collect()
}

/// The player lives there from that day on.
#[track_caller]
pub fn moves(app: &TestApp, player: &str, since: &str, province: &str, region: Option<&str>) {
    let residence = json!({ "since": since, "province": province, "region": region });
    app.administrator()
        .post(&format!("/v1/players/{player}/residences"), &residence)
        .expect(201);
}

/// The course of a match for the first of the two.
#[derive(Clone, Copy)]
pub enum Score {
    /// A number of six games won on the board.
    Won(usize),
    /// A number of six games won, one of them because an umpire says so.
    Adjudicated(usize),
    /// A number of six games won, one of them because the other gave it up.
    PartlyForfeited(usize),
    /// The other is not there.
    Forfeited,
}

/// A match: the two by their places in the list of players, and how it goes for the first.
pub type Board = (usize, usize, Score);

/// Matches that are played on the board, each with what the first of the two wins of six games.
pub fn played(boards: &[(usize, usize, usize)]) -> Vec<Board> {
    boards
        .iter()
        .map(|(one, other, wins)| (*one, *other, Score::Won(*wins)))
        .collect()
}

/// An open tournament of that day and so many rounds, in which a bye is worth nothing, and these players' entries.
pub fn open<'a>(
    app: &'a TestApp,
    (level, day, rounds): (&str, &str, usize),
    players: &[String],
) -> (Hall<'a>, Vec<String>) {
    let plan = json!({
        "name": format!("The {level} event of {day}"), "level": level, "starts_on": day, "ends_on": day,
        "rounds": rounds, "club_rounds": 0, "bye_value": "zero",
    });
    let mut hall = Hall::new(app, &plan, 0);
    let entries = players.iter().map(|player| hall.enter(player)).collect();
    (hall, entries)
}

fn filled(one: &Value, players: &[String], (first, second, score): Board) -> Value {
    let is_upper = one["players"][0]["player"]["id"] == players[first];
    let (Score::Won(wins) | Score::Adjudicated(wins) | Score::PartlyForfeited(wins)) = score else {
        return json!({ "forfeited_by": players[second] });
    };
    let mut sheet = sheet(one, if is_upper { wins } else { 6 - wins });
    // The first of the two has won this game.
    let game = &mut sheet["games"][if is_upper { 0 } else { 5 }];
    match score {
        Score::Adjudicated(_) => game["ended"] = json!("adjudicated"),
        Score::PartlyForfeited(_) => game["ended"] = json!("forfeit"),
        Score::Won(_) | Score::Forfeited => {}
    }
    sheet
}

/// Plays a round of these matches, from the umpire's own pairing to its close; who is left rests.
#[track_caller]
pub fn round(hall: &Hall<'_>, players: &[String], boards: &[Board], bye: Option<usize>) {
    let pairs: Vec<Value> = boards
        .iter()
        .map(|(one, other, _)| json!([players[*one], players[*other]]))
        .collect();
    let orders = json!({ "pairs": pairs, "bye": bye.map(|bye| &players[bye]), "reason": "The boards were set up so." });
    let drawn = hall.draw(&orders).expect(201);
    let path = format!("/v1/rounds/{}", text(&drawn["id"]));
    hall.begin_today();
    hall.step(&format!("{path}/publications")).expect(201);
    let of = |one: &Value| {
        let both = one["players"].to_string();
        *boards
            .iter()
            .find(|(first, second, _)| both.contains(&players[*first]) && both.contains(&players[*second]))
            .unwrap()
    };
    let matches = hall.matches(&path);
    let results: Vec<Value> = matches
        .iter()
        .map(|one| json!({ "match_id": one["id"], "sheet": filled(one, players, of(one)) }))
        .collect();
    hall.umpire
        .post(&format!("{path}/results"), &json!({ "results": results }))
        .expect(201);
    hall.confirm(&path);
    hall.close(&path);
}

/// The tournament is ratified.
#[track_caller]
pub fn ratify(hall: &Hall<'_>) {
    hall.declare_ratified();
    // It was on its own days again, by which events are listed.
    let days = format!("UPDATE tournaments SET starts_on = ends_on WHERE id = '{}'", hall.id());
    hall.app.connection().batch_execute(&days).unwrap();
}

/// A ratified tournament of one round, in which the players of these matches play; who is left rests.
#[track_caller]
pub fn held<'a>(
    app: &'a TestApp,
    (level, day): (&str, &str),
    players: &[String],
    boards: &[(usize, usize, usize)],
    bye: Option<usize>,
) -> Hall<'a> {
    let firsts = boards.iter().map(|(first, ..)| first);
    let order = firsts.chain(boards.iter().map(|(_, second, _)| second)).chain(&bye);
    let entered: Vec<String> = order.map(|place| players[*place].clone()).collect();
    let (hall, _) = open(app, (level, day, 1), &entered);
    round(&hall, players, &played(boards), bye);
    ratify(&hall);
    hall
}
