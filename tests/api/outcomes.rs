//! Outcomes: standings and awards that files of finished tournaments state, counted again by strangers. Whatever is stated wrongly
//! is found.

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::archives::again_from;
use crate::command_line::{out, run};
use crate::hall::{Hall, affiliated, register};

on_sqlite! {
    what_an_archive_states_is_counted_again,
}

/// A tournament of the generator, checked with something altered; what is told, without the summary.
fn told_of(altered: &Value) -> (Option<i32>, Vec<Value>) {
    let folder = tempfile::tempdir().unwrap();
    let told = run(folder.path(), &["draw", "check", "--json", "-"], &altered.to_string());
    let lines = out(&told);
    let lines = lines.lines().map(|line| serde_json::from_str(line).unwrap());
    (told.status.code(), lines.collect())
}

/// Whatever a file states wrongly is found, and nothing else is told.
#[test]
fn what_is_stated_wrongly_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let generate = ["draw", "generate", "--seed", "3", "--players", "23", "--absences", "6"];
    let good: Value = serde_json::from_str(&out(&run(folder.path(), &generate, ""))).unwrap();
    assert_eq!(told_of(&good), (Some(0), vec![]));
    let altered = |change: &dyn Fn(&mut Value)| {
        let mut file = good.clone();
        change(&mut file);
        assert_ne!(file, good);
        let (status, lines) = told_of(&file);
        assert_eq!(status, Some(1));
        lines
    };
    let rows = good["outcome"]["standings"].as_array().unwrap();
    let players =
        |lines: &[Value]| -> Vec<Value> { lines.iter().map(|line| line["standing"]["player"].clone()).collect() };

    // Two who have changed places: both are told, with what is stated and what is counted.
    let lines = altered(&|file| {
        let rows = &mut file["outcome"]["standings"];
        (rows[4]["player"], rows[5]["player"]) = (rows[5]["player"].clone(), rows[4]["player"].clone());
    });
    assert_eq!(players(&lines), [rows[5]["player"].clone(), rows[4]["player"].clone()]);
    assert_eq!(lines[0]["standing"]["counted"], rows[5]);
    assert_eq!(lines[0]["standing"]["stated"]["rank"], rows[4]["rank"]);

    // A wrong number in any column of any row.
    for (column, wrong) in [
        ("rank", json!(99)),
        ("points", json!("99/7")),
        ("opponents", json!("1")),
        ("rounds_won", json!(9)),
        ("clean_rounds", json!(9)),
    ] {
        for (place, row) in rows.iter().enumerate() {
            let lines = altered(&|file| file["outcome"]["standings"][place][column] = wrong.clone());
            assert_eq!(players(&lines), [row["player"].clone()], "{column} {place}");
        }
    }

    // A row that is missing, and one that is there twice.
    let lines = altered(&|file| drop(file["outcome"]["standings"].as_array_mut().unwrap().remove(7)));
    let told = json!({ "player": rows[7]["player"], "stated": null, "counted": rows[7] });
    assert_eq!(lines, [json!({ "tournament": 1, "standing": told })]);
    let lines = altered(&|file| {
        file["outcome"]["standings"]
            .as_array_mut()
            .unwrap()
            .push(rows[7].clone());
    });
    let told = json!({ "player": rows[7]["player"], "stated": rows[7], "counted": null });
    assert_eq!(lines, [json!({ "tournament": 1, "standing": told })]);

    // An award for somebody else, for nobody, or of a division that nobody was in.
    let last = rows.last().unwrap()["player"].clone();
    let award = |lines: &[Value]| (lines.len(), lines[0]["award"]["award"].clone());
    for list in ["champions", "top_ladies"] {
        let name = json!(list.replace('_', " "));
        for wrong in [json!([last]), json!([])] {
            let lines = altered(&|file| file["outcome"]["awards"][list] = wrong.clone());
            assert_eq!(award(&lines), (1, name.clone()));
        }
    }
    let lines = altered(&|file| file["outcome"]["awards"]["top_learners"]["primary_school"] = json!([last]));
    assert_eq!(award(&lines), (1, json!("top learners of primary_school")));
    let lines = altered(&|file| file["outcome"]["awards"]["top_learners"]["open"] = json!([last]));
    assert_eq!(award(&lines), (1, json!("top learners of open")));

    // A sentence says it too.
    let mut file = good.clone();
    file["outcome"]["standings"][0]["rank"] = json!(2);
    let told = out(&run(folder.path(), &["draw", "check", "-"], &file.to_string()));
    let begin = format!(
        "standard input: tournament 1: player {} is stated with rank 2, ",
        rows[0]["player"]
    );
    assert!(
        told.starts_with(&begin) && told.contains("; counted with rank 1, "),
        "{told}"
    );
    assert!(told.ends_with("1 outcomes, 1 counted otherwise\n"), "{told}");
}

/// A thing that happened otherwise than the outcome says is found too: a bye, a forfeit, who may win an award, how ties are
/// broken.
#[test]
fn what_happened_otherwise_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let generate = [
        "draw",
        "generate",
        "--seed",
        "5",
        "--players",
        "31",
        "--rounds",
        "5",
        "--absences",
        "6",
    ];
    let good: Value = serde_json::from_str(&out(&run(folder.path(), &generate, ""))).unwrap();
    let last = good["rounds"].as_array().unwrap().len() - 1;
    let altered = |change: &dyn Fn(&mut Value)| {
        let mut file = good.clone();
        change(&mut file);
        let (status, lines) = told_of(&file);
        assert_eq!(status, Some(1));
        lines
    };
    let standings = |lines: &[Value]| lines.iter().filter(|line| line["standing"].is_object()).count();

    // The bye of a round for another, who is said to have sat out what was played.
    let round = (0..=last)
        .find(|round| good["rounds"][*round]["bye"].is_number())
        .unwrap();
    let (bye, pair) = (
        good["rounds"][round]["bye"].clone(),
        good["rounds"][round]["pairs"][0].clone(),
    );
    let lines = altered(&|file| {
        file["rounds"][round]["bye"] = pair[0].clone();
        file["rounds"][round]["pairs"][0][0] = bye.clone();
    });
    assert_eq!(
        (lines[0]["round"].as_u64(), &lines[0]["bye"]),
        (Some(round as u64 + 1), &json!([bye, pair[0]]))
    );
    assert!(standings(&lines) >= 2, "{lines:?}");

    // A bye that counts something else.
    let lines = altered(&|file| file["rounds"][round]["bye_value"] = json!("full"));
    let told = lines.iter().find(|line| line["standing"]["player"] == bye).unwrap();
    assert_ne!(
        told["standing"]["stated"]["points"],
        told["standing"]["counted"]["points"]
    );

    // A match that was forfeited after all is no round won, and counts as before.
    let won = |file: &Value, board: usize| {
        let result = &file["rounds"][last]["results"][board];
        let forfeits = file["rounds"][last]["forfeits"].as_array();
        let played = forfeits.is_none_or(|boards| !boards.contains(&json!(board + 1)));
        played && result[0] != result[1]
    };
    let board = (0..4).find(|board| won(&good, *board)).unwrap();
    let lines = altered(&|file| {
        let mut boards = file["rounds"][last]["forfeits"].as_array().cloned().unwrap_or_default();
        boards.push(json!(board + 1));
        file["rounds"][last]["forfeits"] = json!(boards);
    });
    assert_eq!((lines.len(), standings(&lines)), (1, 1), "{lines:?}");
    let told = &lines[0]["standing"];
    assert_eq!(
        told["stated"]["rounds_won"].as_u64(),
        told["counted"]["rounds_won"].as_u64().map(|won| won + 1)
    );
    assert_eq!(told["stated"]["points"], told["counted"]["points"]);

    // Who is no lady after all wins nothing as one; and other tie-breaks, other ranks.
    let players = good["players"].as_array().unwrap();
    let place = |row: &Value| players.iter().position(|one| one["id"] == row["player"]).unwrap();
    let mut places = good["outcome"]["standings"].as_array().unwrap().iter().map(place);
    let lady = places.find(|place| players[*place]["lady"] == true).unwrap();
    let lines = altered(&|file| file["players"][lady]["lady"] = json!(false));
    assert_eq!((lines.len(), &lines[0]["award"]["award"]), (1, &json!("top ladies")));
    let lines = altered(&|file| file["scoring"]["tie_breaks"] = json!([]));
    assert!(standings(&lines) >= 2, "{lines:?}");

    // What nobody can count is no tournament: a bye of odd points, more points than games, a board that there is not.
    for (change, told) in [
        (json!({ "bye_points": 1 }), "the bye of round"),
        (json!({ "forfeits": [99] }), "has no board 99"),
        (
            json!({ "bye_points": 3, "bye_value": "half" }),
            "a bye of points, and of a value",
        ),
    ] {
        let mut file = good.clone();
        file["rounds"][round].as_object_mut().unwrap().remove("bye_value");
        for (name, value) in change.as_object().unwrap() {
            file["rounds"][round][name] = value.clone();
        }
        let output = run(folder.path(), &["draw", "check", "-"], &file.to_string());
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(1) && error.contains(told), "{error}");
    }
    let mut file = good.clone();
    file["games"] = json!(1);
    let output = run(folder.path(), &["draw", "check", "-"], &file.to_string());
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(error.contains("or more than the games"), "{error}");
}

/// Files from before outcomes and values of byes are drawn again as they were.
#[test]
fn a_bye_of_points_is_drawn_from() {
    let player = |id: u64| json!({ "id": id, "rank": id });
    let round = |pairs: Value, bye: u64, points: Value| json!({ "pairs": pairs, "results": [[6, 0]], "bye": bye, "bye_points": points });
    // With 4½ points of the bye 3 meets 1 in the second round, with none the lower.
    let file = |points: f64| {
        json!({ "players": [player(1), player(2), player(3)], "rounds": [
            round(json!([[1, 2]]), 3, json!(points)), round(json!([[1, 3]]), 2, json!(3))] })
    };
    assert_eq!(told_of(&file(4.5)), (Some(0), vec![]));
}

/// The archive of a championship of teams with ladies, learners, a late entry, byes and a withdrawal states what is published,
/// and whatever it states wrongly is found: by strangers with the file alone, and by who is to take it over.
fn what_an_archive_states_is_counted_again(app: &TestApp) {
    let mut hall = Hall::new(app, &json!({ "rounds": 3, "team_size": 2 }), 0);
    let club = affiliated(app);
    let mut entries = Vec::new();
    for number in 0..7 {
        let division = ["senior", "high_school"][usize::from(number == 2 || number == 5)];
        let player = app.player_in(&club, division);
        register(app, &player, &club, division);
        // Two of them are ladies.
        if number != 1 && number != 4 {
            let particulars = format!("/v1/players/{player}/particulars");
            app.administrator()
                .patch(&particulars, "*", &json!({ "sex": "male" }))
                .expect(200);
        }
        entries.push(hall.enter(&player));
    }
    let id = |entry: &String| entry.rsplit('/').next().unwrap().to_owned();
    for (name, members) in [("North West A", &entries[..2]), ("North West B", &entries[2..4])] {
        let team = json!({ "name": name, "club_id": null, "entry_ids": members.iter().map(id).collect::<Vec<_>>() });
        hall.coordinator
            .post(&format!("{}/teams", hall.path), &team)
            .expect(201);
    }
    hall.play(|one| usize::try_from(one["board"].as_u64().unwrap()).unwrap() + 2);
    hall.step(&format!("{}/withdrawals", entries[6])).expect(201);
    hall.enter(&app.player(&club));
    hall.play(|_| 4);
    hall.play(|_| 3);
    let archive = app.administrator().get(&format!("{}/archive", hall.path)).expect(200);

    // What the file states is what everybody reads.
    let published = hall.standings();
    let teams = app.anyone().get(&format!("{}/team-standings", hall.path)).items();
    let row = |row: &Value| {
        json!([
            row["rank"],
            row["seed"],
            row["points_fraction"],
            row["opponents_fraction"]
        ])
    };
    let stated = |row: &Value| json!([row["rank"], row["seed"], row["points"], row["opponents"]]);
    let outcome = &archive["outcome"];
    let all = |rows: &Value, of: &dyn Fn(&Value) -> Value| rows.as_array().unwrap().iter().map(of).collect::<Vec<_>>();
    assert_eq!(all(&outcome["standings"], &stated), all(&published["items"], &row));
    let seed = |player: &Value| {
        let rows = published["items"].as_array().unwrap();
        rows.iter().find(|row| row["player"]["id"] == player["id"]).unwrap()["seed"].clone()
    };
    for list in ["champions", "top_ladies"] {
        assert_eq!(
            all(&outcome[list], &Value::clone),
            all(&published["awards"][list], &seed)
        );
    }
    assert!(!outcome["top_ladies"].as_array().unwrap().is_empty() && teams.len() == 2);
    assert_eq!(outcome["top_learners"][0]["division"], "high_school");
    for (stated, team) in outcome["teams"].as_array().unwrap().iter().zip(&teams) {
        assert_eq!(
            [&stated["rank"], &stated["name"], &stated["points"]],
            [&team["rank"], &team["name"], &team["points_fraction"]]
        );
    }

    let folder = tempfile::tempdir().unwrap();
    let check = |archive: &Value| run(folder.path(), &["draw", "check", "-"], &archive.to_string());
    assert_eq!(check(&archive).status.code(), Some(0));
    let elsewhere = TestApp::on_sqlite();
    let wrong = |change: &dyn Fn(&mut Value), told: &str| {
        let mut altered = archive.clone();
        change(&mut altered);
        let output = check(&altered);
        assert!(
            output.status.code() == Some(1) && out(&output).contains(told),
            "{}",
            out(&output)
        );
        let refused = elsewhere.administrator().post("/v1/archives", &altered);
        assert_eq!(
            refused.faults(),
            [("/outcome".to_owned(), "not-the-outcome".to_owned())]
        );
    };
    let rows = outcome["standings"].as_array().unwrap();
    let (first, second) = (&rows[0]["seed"], &rows[1]["seed"]);
    wrong(
        &|file| {
            file["outcome"]["standings"][0]["seed"] = second.clone();
            file["outcome"]["standings"][1]["seed"] = first.clone();
        },
        &format!("player {first} is stated with rank 2, "),
    );
    wrong(
        &|file| file["outcome"]["standings"][2]["opponents"] = json!("1/2"),
        &format!("player {} is stated with rank ", rows[2]["seed"]),
    );
    wrong(
        &|file| file["outcome"]["champions"] = json!([second]),
        "champions: stated ",
    );
    wrong(
        &|file| file["outcome"]["top_ladies"] = json!([]),
        "top ladies: stated nobody; ",
    );
    wrong(
        &|file| file["outcome"]["teams"][1]["rank"] = json!(1),
        "is stated with rank 1, ",
    );
    // A bye of another value is found by what it counts.
    let byes = archive["byes"].as_array().unwrap();
    let last = byes.iter().position(|bye| bye["round"] == 3).unwrap();
    wrong(
        &|file| file["byes"][last]["value"] = json!("full"),
        "is stated with rank ",
    );
    // A file from before outcomes were stated is taken over as it was; one that states no points is told where.
    let mut altered = archive.clone();
    altered["outcome"]["standings"][1]["points"] = json!("many");
    assert_eq!(
        elsewhere.administrator().post("/v1/archives", &altered).faults(),
        [("/outcome/standings/1/points".to_owned(), "invalid-value".to_owned())]
    );
    altered.as_object_mut().unwrap().remove("outcome");
    assert!(out(&check(&altered)).ends_with("; 0 outcomes, 0 counted otherwise\n"));
    elsewhere.administrator().post("/v1/archives", &altered).expect(201);
    assert_eq!(again_from(&elsewhere, &archive), archive);
}
