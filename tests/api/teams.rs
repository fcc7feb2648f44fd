//! Championships of teams: what the points of their members come to, and who is kept apart.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::archives;
use crate::caller::{Answer, Caller, text};
use crate::hall::{Hall, affiliated, keep_order};
use crate::represented::{institution, learner};

on_both_databases! {
    four_schools_play_a_championship_of_teams,
    equal_teams_share_the_place,
    a_reserve_counts_for_somebody_who_withdrew_before_round_1,
    those_of_a_team_are_kept_apart,
    a_merger_takes_the_duplicate_out_of_its_team,
}

/// The id of an entry.
fn enter(caller: &Caller<'_>, hall: &Hall<'_>, player: &str) -> String {
    let entries = format!("{}/entries", hall.path);
    text(&caller.post(&entries, &json!({ "player_id": player })).expect(201)["id"]).to_owned()
}

/// A friendly tournament with teams of that size, without players.
pub fn hall(app: &TestApp, size: Option<usize>) -> Hall<'_> {
    Hall::new(app, &json!({ "team_size": size }), 0)
}

/// The entries of so many players of a club.
pub fn entered(hall: &Hall<'_>, club: &str, players: usize) -> Vec<String> {
    let player = |_| enter(&hall.coordinator, hall, &hall.app.player(club));
    (0..players).map(player).collect()
}

pub fn set_up(caller: &Caller<'_>, hall: &Hall<'_>, name: &str, club: Option<&str>, entries: &[String]) -> Answer {
    let team = json!({ "name": name, "club_id": club, "entry_ids": entries });
    caller.post(&format!("{}/teams", hall.path), &team)
}

pub fn line_up(caller: &Caller<'_>, team: &Value, entries: &[String]) -> Answer {
    let path = format!("/v1/teams/{}/line-ups", text(&team["id"]));
    caller.post(&path, &json!({ "entry_ids": entries }))
}

pub fn withdraw(caller: &Caller<'_>, team: &Value) -> Answer {
    let path = format!("/v1/teams/{}/withdrawals", text(&team["id"]));
    caller.send("POST", &path, &[], None)
}

pub fn table(app: &TestApp, tournament: &str) -> Value {
    app.anyone().get(&format!("{tournament}/team-standings")).expect(200)
}

/// A fraction of an answer, in sixtieths.
fn sixtieths(fraction: &Value) -> u64 {
    let (above, below) = text(fraction).split_once('/').unwrap_or((text(fraction), "1"));
    let [above, below] = [above, below].map(|number| number.parse::<u64>().unwrap());
    assert_eq!(60 % below, 0, "{fraction}");
    above * 60 / below
}

/// The rank of each team, and which of its members count, in the order of the table.
fn ranks(table: &Value) -> Vec<(String, u64, Vec<bool>)> {
    let rows = table["items"].as_array().unwrap().iter();
    rows.map(|row| {
        let members = row["members"].as_array().unwrap().iter();
        let counts = members.map(|member| member["counts"].as_bool().unwrap());
        (
            text(&row["name"]).to_owned(),
            row["rank"].as_u64().unwrap(),
            counts.collect(),
        )
    })
    .collect()
}

/// Asks that the table of teams is what the standings of the players come to.
#[track_caller]
fn assert_follows(teams: &Value, standings: &Value, size: usize) {
    let of_players = standings["items"].as_array().unwrap().iter();
    let of_players: BTreeMap<&str, &Value> = of_players.map(|row| (text(&row["player"]["id"]), row)).collect();
    let mut before = (u64::MAX, u64::MAX);
    for (row, place) in teams["items"].as_array().unwrap().iter().zip(1..) {
        let counting: Vec<&Value> = row["members"].as_array().unwrap().iter().take(size).collect();
        let sum = |what: &str| {
            let figures = counting.iter().map(|member| {
                let own = of_players[text(&member["player"]["id"])];
                assert_eq!((&member[what], &member["counts"]), (&own[what], &json!(true)));
                sixtieths(&own[what])
            });
            figures.sum::<u64>()
        };
        let totals = (sum("points_fraction"), sum("opponents_fraction"));
        assert_eq!(
            (
                sixtieths(&row["points_fraction"]),
                sixtieths(&row["opponents_fraction"])
            ),
            totals
        );
        assert!(totals <= before, "{teams}");
        assert_eq!(row["rank"] == place, totals < before, "{teams}");
        before = totals;
    }
}

/// Everything of a table but names and numbers of players.
fn figures(mut table: Value) -> Value {
    for row in table["items"].as_array_mut().unwrap() {
        for member in row["members"].as_array_mut().unwrap() {
            member["player"] = Value::Null;
        }
    }
    table
}

fn four_schools_play_a_championship_of_teams(app: &TestApp) {
    let clubs = [affiliated(app), affiliated(app), affiliated(app)];
    let plan = json!({ "level": "school", "board": 305, "ends_on": "2026-11-20", "team_size": 2 });
    let mut hall = Hall::new(app, &plan, 0);
    for name in ["Thuto", "Lesedi", "Kgosi", "Batswana"] {
        let school = institution(app, "school");
        let teacher = app.secretary(&school);
        let mut entries = Vec::new();
        // Two count, and one is the reserve.
        for club in &clubs {
            let player = learner(app, club, &school);
            entries.push(enter(&teacher, &hall, &player));
            hall.players.push(player);
        }
        let team = set_up(&teacher, &hall, name, Some(&school), &entries).expect(201);
        assert_eq!(team["members"][2]["board_order"], 3);
        let entry = app.anyone().get(&format!("/v1/entries/{}", entries[0])).expect(200);
        assert_eq!(entry["team"], name);
    }
    keep_order(app, &hall.path);
    let before = table(app, &hall.path);
    assert_eq!(ranks(&before)[3].1, 1, "nobody has played: {before}");
    for round in 1..=6 {
        hall.play(|one| 3 + (usize::try_from(one["board"].as_u64().unwrap()).unwrap() + round) % 4);
    }
    let last = table(app, &hall.path);
    assert_eq!(
        (&last["after_round"], &last["settled"], &last["team_size"]),
        (&json!(6), &json!(true), &json!(2))
    );
    assert_eq!(last["items"].as_array().unwrap().len(), 4);
    assert_follows(&last, &hall.standings(), 2);
    let reserves = last["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| &row["members"][2]["counts"]);
    assert!(reserves.into_iter().all(|counts| counts == false));
    let third = format!("{}/team-standings?after_round=3", hall.path);
    let third = app.anyone().get(&third).expect(200);
    let standings = format!("{}/standings?after_round=3", hall.path);
    assert_follows(&third, &app.anyone().get(&standings).expect(200), 2);
    is_shown(&hall, &last);
    archives::pass(&hall);
    is_frozen(&hall, &last);
}

/// The table for a spreadsheet, on the page and on paper.
fn is_shown(hall: &Hall<'_>, table: &Value) {
    let path = format!("{}/team-standings", hall.path);
    let sheet = hall.app.anyone().get_with(&path, &[("accept", "text/csv")]);
    let sheet = sheet.body_text();
    let mut lines = sheet.trim_start_matches('\u{feff}').lines();
    assert_eq!(
        lines.next().unwrap(),
        "rank,team,points,points_fraction,opponents,opponents_fraction,member_1_number,member_1_name,\
         member_1_points_fraction,member_2_number,member_2_name,member_2_points_fraction"
    );
    let first = &table["items"][0];
    let begins = format!(
        "{},{},{},",
        first["rank"],
        text(&first["name"]),
        first["points"].as_f64().unwrap()
    );
    assert!(lines.next().unwrap().starts_with(&begins), "{sheet} {begins}");
    let id = hall.path.trim_start_matches("/v1");
    for page in [id.to_owned(), format!("{id}/standings")] {
        let page = hall.app.anyone().get(&page).body_text();
        assert!(page.contains("Teams</h2>"), "{page}");
        assert!(page.contains("The points of the first 2 members count"), "{page}");
        for row in table["items"].as_array().unwrap() {
            assert!(page.contains(&format!("<span class=\"name\">{}</span>", text(&row["name"]))));
        }
    }
}

/// Ratified, it keeps its figures whatever is erased.
fn is_frozen(hall: &Hall<'_>, table: &Value) {
    let found = json!({
        "board": 305, "junction": 9, "counters": "pvc", "counter_size": 16, "marked": true, "federation_mark": true,
    });
    hall.umpire
        .post(&format!("{}/equipment-confirmations", hall.path), &found)
        .expect(201);
    hall.ratify().expect(201);
    let winner = text(&table["items"][0]["members"][0]["player"]["id"]);
    let erasures = format!("/v1/players/{winner}/erasures");
    hall.app.administrator().send("POST", &erasures, &[], None).expect(201);
    let after = self::table(hall.app, &hall.path);
    let erased = &after["items"][0]["members"][0]["player"];
    assert_eq!(erased["name"], erased["number"]);
    assert_eq!(figures(after.clone()), figures(table.clone()));
}

fn equal_teams_share_the_place(app: &TestApp) {
    let hall = hall(app, Some(1));
    let entries = entered(&hall, &app.club("ZA-NW"), 4);
    for (name, entry) in ["Kgosi", "Thuto", "Batswana", "Lesedi"].iter().zip(&entries) {
        set_up(&hall.coordinator, &hall, name, None, std::slice::from_ref(entry)).expect(201);
    }
    // Those who win on one board are equal, and so are those who lose.
    hall.play(|_| 4);
    let table = table(app, &hall.path);
    let items = table["items"].as_array().unwrap();
    let ranks: Vec<(&Value, &Value)> = items.iter().map(|row| (&row["rank"], &row["shared"])).collect();
    let (first, third, shared) = (json!(1), json!(3), json!(true));
    assert_eq!(
        ranks,
        [
            (&first, &shared),
            (&first, &shared),
            (&third, &shared),
            (&third, &shared)
        ]
    );
    assert!(text(&items[0]["name"]) < text(&items[1]["name"]));
    let page = app.anyone().get(hall.path.trim_start_matches("/v1")).body_text();
    assert!(
        page.contains("<td class=\"place\">3<span class=\"shared\">=</span></td>"),
        "{page}"
    );
}

fn a_reserve_counts_for_somebody_who_withdrew_before_round_1(app: &TestApp) {
    let hall = hall(app, Some(2));
    let (ours, theirs) = (
        entered(&hall, &app.club("ZA-NW"), 3),
        entered(&hall, &app.club("ZA-NW"), 3),
    );
    set_up(&hall.coordinator, &hall, "Kgosi", None, &ours).expect(201);
    set_up(&hall.coordinator, &hall, "Thuto", None, &theirs).expect(201);
    let step = |entry: &str, step: &str| hall.step(&format!("/v1/entries/{entry}/{step}")).expect(201);
    step(&ours[0], "withdrawals");
    let of = |team: &str| {
        let rows = ranks(&table(app, &hall.path)).into_iter();
        let mut rows = rows.filter(|(name, ..)| name == team);
        rows.next().unwrap().2
    };
    hall.play(|_| 4);
    assert_eq!(
        (of("Kgosi"), of("Thuto")),
        (vec![false, true, true], vec![true, true, false])
    );
    // Who comes back does not count, and who leaves does.
    step(&ours[0], "returns");
    step(&theirs[0], "withdrawals");
    hall.play(|_| 4);
    assert_eq!(
        (of("Kgosi"), of("Thuto")),
        (vec![false, true, true], vec![true, true, false])
    );
}

fn those_of_a_team_are_kept_apart(app: &TestApp) {
    let mut hall = hall(app, None);
    let mut entries = Vec::new();
    for _ in 0..4 {
        let player = app.player(&app.club("ZA-NW"));
        entries.push(enter(&hall.coordinator, &hall, &player));
        hall.players.push(player);
    }
    let seeds = hall.seeds();
    let pairs = || {
        let round = hall.draw(&json!({})).expect(201);
        let boards = round["boards"].as_array().unwrap().iter();
        let mut pairs: Vec<Vec<usize>> = boards
            .map(|board| {
                let players = board["players"].as_array().unwrap().iter();
                players.map(|seated| seeds[text(&seated["player"]["id"])]).collect()
            })
            .collect();
        pairs.sort();
        pairs
    };
    assert_eq!(pairs(), [[1, 3], [2, 4]]);
    // By seeds the first would meet the third.
    let team = [entries[0].clone(), entries[2].clone()];
    set_up(&hall.coordinator, &hall, "Kgosi", None, &team).expect(201);
    assert_eq!(pairs(), [[1, 4], [2, 3]]);
}

fn a_merger_takes_the_duplicate_out_of_its_team(app: &TestApp) {
    let (hall, club) = (hall(app, None), app.club("ZA-NW"));
    let players = [app.player(&club), app.player(&club)];
    let entries = [0, 1].map(|index| enter(&hall.coordinator, &hall, &players[index]));
    let team = set_up(&hall.coordinator, &hall, "Kgosi", None, &entries).expect(201);
    let mergers = format!("/v1/players/{}/mergers", players[1]);
    app.administrator()
        .post(&mergers, &json!({ "duplicate_id": players[0] }))
        .expect(201);
    let team = app
        .anyone()
        .get(&format!("/v1/teams/{}", text(&team["id"])))
        .expect(200);
    let members = team["members"].as_array().unwrap();
    assert_eq!((members.len(), &members[0]["entry_id"]), (1, &json!(entries[1])));
}
