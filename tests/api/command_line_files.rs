//! Commands that work on files, without a server: games, draws, certificates.

use serde_json::{Value, json};

use crate::command_line::{out, run};

#[test]
fn games_in_files_are_judged() {
    let folder = tempfile::tempdir().unwrap();
    let lines = concat!(
        "{\"id\":\"a\",\"turns\":[\"E1\",\"R1\"]}\n\n",
        "{\"id\":7,\"rule_set\":\"beads\",\"turns\":[\"E1\",\"e2\"]}\n",
        "{\"id\":8,\"rule_set\":\"chess\",\"turns\":[]}\n",
        "{\"id\":9}\n",
    );
    let json = run(folder.path(), &["validate", "--json", "-"], lines);
    assert_eq!(json.status.code(), Some(1));
    let told: Vec<Value> = out(&json)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let good = json!({
        "id": "a", "ok": true, "plies": 2, "result": "*", "termination": "unfinished",
        "final": "X......./......../O....... X 11 11 0 - -",
    });
    assert_eq!(told[0], good);
    let facts = |told: &Value| {
        [
            &told["ok"],
            &told["line"],
            &told["ply"],
            &told["side"],
            &told["turn"],
            &told["reason"],
        ]
        .map(Value::clone)
    };
    assert_eq!(
        facts(&told[1]),
        [
            json!(false),
            json!(3),
            json!(2),
            json!("second"),
            json!("e2"),
            json!("syntax")
        ]
    );
    assert_eq!(
        (&told[2]["id"], &told[2]["reason"]),
        (&json!(8), &json!("unknown-rule-set"))
    );
    assert_eq!(told[3]["reason"], "malformed-json");
    assert_eq!(told.len(), 4);
    let lenient = run(
        folder.path(),
        &["validate", "--lenient", "-"],
        &lines[..lines.find("{\"id\":8").unwrap()],
    );
    assert_eq!(
        (lenient.status.code(), out(&lenient).as_str()),
        (Some(0), "2 games, 0 refused\n")
    );

    let record = folder.path().join("games.txt");
    std::fs::write(
        &record,
        "[Event \"one\"]\n\n1. e1 r1 2. e1 *\n\n[Event \"two\"]\n\n1. e1 {…} r1 *\n",
    )
    .unwrap();
    let told = run(folder.path(), &["validate", "--lenient", "games.txt"], "");
    let expected = "games.txt:3:13: game 1: ply 3, first, “E1”: the junction where the cow should go is occupied\n2 games, 1 refused\n";
    assert_eq!((told.status.code(), out(&told).as_str()), (Some(1), expected));
    // Records are read in one way, with the flag and without it.
    assert_eq!(out(&run(folder.path(), &["validate", "games.txt"], "")), expected);
    // Which of the two it is does not depend on what an editor puts first.
    for (text, told) in [
        ("\n{\"turns\":[\"E1\",\"E1\"]}\n", "1 games, 1 refused\n"),
        ("\u{feff}{ \"turns\": [\"E1\"] }\n", "1 games, 0 refused\n"),
        (" {\"turns\":[]}\n[\"x\"]\n", "2 games, 1 refused\n"),
        ("{a comment} e1 r1 *", "1 games, 0 refused\n"),
        ("\n\n{a comment}\n1. e1 e1 *", "1 games, 1 refused\n"),
        ("{a comment}", "1 games, 1 refused\n"),
        ("", "1 games, 1 refused\n"),
    ] {
        let output = run(folder.path(), &["validate", "--lenient", "-"], text);
        assert!(out(&output).ends_with(told), "{text:?}: {}", out(&output));
        assert_eq!(output.status.success(), told.contains(" 0 "), "{text:?}");
    }
    let moves_back = crate::turns::ONLY_BROKEN.join(" ") + " *";
    for (rule_set, refused) in [("mssa-gar", false), ("beads", true), ("traditional-world-games", false)] {
        let output = run(
            folder.path(),
            &["validate", "--lenient", "--rule-set", rule_set, "-"],
            &moves_back,
        );
        assert_eq!(output.status.success(), !refused, "{rule_set}: {}", out(&output));
    }

    std::fs::write(&record, b"[Event \"one\"]\n\n1. E1 \xff *").unwrap();
    let told = run(folder.path(), &["validate", "games.txt"], "");
    let expected = "games.txt:3:7: this is not text in UTF-8\n1 games, 1 refused\n";
    assert_eq!((told.status.code(), out(&told).as_str()), (Some(1), expected));
    assert!(!run(folder.path(), &["validate", "nowhere.txt"], "").status.success());
    assert!(
        !run(folder.path(), &["validate", "--rule-set", "chess", "games.txt"], "")
            .status
            .success()
    );
}

#[test]
fn fields_are_drawn_from_files() {
    let folder = tempfile::tempdir().unwrap();
    let player = |id: u64, score: f64| json!({ "id": id, "name": format!("P{id}"), "rank": id, "score": score });
    let mut field = json!({ "round": 2, "players": [player(1, 6.0), player(2, 6.0), player(3, 6.0), player(4, 5.0)] });
    std::fs::write(folder.path().join("fields.json"), format!("{field:#}\n{field}")).unwrap();
    let drawn = run(folder.path(), &["draw", "fields.json"], "");
    let lines: Vec<Value> = out(&drawn)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!((drawn.status.code(), lines.len()), (Some(0), 2), "{drawn:?}");
    assert_eq!(
        (&lines[0]["pairs"], &lines[0]["bye"]),
        (&json!([[1, 3], [2, 4]]), &Value::Null)
    );
    assert!(
        lines[0]["reasons"][1]["sentence"]
            .as_str()
            .unwrap()
            .starts_with("P2 meets P4")
    );
    assert_eq!(lines[0], lines[1]);

    // The digest is that of what the draw depends on, in any order, and of nothing else.
    let digest = |field: &Value| {
        let line: Value = serde_json::from_str(&out(&run(folder.path(), &["draw", "-"], &field.to_string()))).unwrap();
        (line["digest"].as_str().unwrap().to_owned(), line)
    };
    let before = digest(&field).0;
    field["players"].as_array_mut().unwrap().reverse();
    field["players"][0]["name"] = json!("Another");
    assert_eq!(digest(&field).0, before);
    field["players"][3]["opponents"] = json!([{ "id": 3, "round": 1 }]);
    let (after, line) = digest(&field);
    assert_ne!(after, before);
    assert_eq!(line["pairs"], json!([[1, 2], [3, 4]]));

    // Those who have met cannot be drawn again: the proof, and a status of its own.
    let stuck = json!({ "round": 2, "players": [
        { "id": 1, "rank": 1, "score": 6, "opponents": [2] }, { "id": 2, "rank": 2, "score": 0 }] });
    let output = run(folder.path(), &["draw", "fields.json", "-"], &stuck.to_string());
    let last: Value = serde_json::from_str(out(&output).lines().last().unwrap()).unwrap();
    assert_eq!((output.status.code(), &last["pairs"]), (Some(3), &Value::Null));
    assert_eq!(last["no_legal_draw"]["witness"]["groups"], json!([[1], [2]]));

    for (text, told) in [
        ("{\"round\"", "EOF"),
        (
            "{\"round\":1,\"players\":[{\"id\":1,\"rank\":1,\"score\":0},{\"id\":1,\"rank\":2,\"score\":0}]}",
            "field 1: player 1 is in the field twice",
        ),
        ("", "no field"),
    ] {
        let output = run(folder.path(), &["draw", "-"], text);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            output.status.code() == Some(1) && error.contains(told),
            "{text}: {output:?}"
        );
    }
}

#[test]
fn a_field_of_fewer_than_two_answers_for_itself() {
    let folder = tempfile::tempdir().unwrap();
    let player = |id: u64| json!({ "id": id, "rank": id, "score": 0 });
    let fields = [
        json!({ "round": 1, "players": [] }),
        json!({ "round": 2, "players": [player(1), player(2)] }),
        json!({ "round": 3, "players": [player(7)] }),
        json!({ "round": 4, "players": [player(1), player(2), player(3)] }),
    ];
    let stream = fields.each_ref().map(Value::to_string).join("\n");
    let drawn = run(folder.path(), &["draw", "-"], &stream);
    let lines: Vec<Value> = out(&drawn)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!((drawn.status.code(), lines.len()), (Some(3), 4), "{drawn:?}");
    let told = |line: &Value| (line["round"].clone(), line["pairs"].clone(), line["bye"].clone());
    assert_eq!(told(&lines[0]), (json!(1), Value::Null, Value::Null));
    assert_eq!(told(&lines[1]), (json!(2), json!([[1, 2]]), Value::Null));
    assert_eq!(told(&lines[2]), (json!(3), Value::Null, Value::Null));
    assert_eq!(told(&lines[3]), (json!(4), json!([[1, 2]]), json!(3)));
    let why = |line: &Value| line["too_few_players"].clone();
    assert_eq!(
        why(&lines[0]),
        json!({ "why": "empty-field", "sentence": "there is no player to draw" })
    );
    assert_eq!(
        why(&lines[2]),
        json!({ "why": "one-player", "sentence": "player 7 is alone, and a round needs two" })
    );
    assert!(lines[1].get("too_few_players").is_none() && lines[3].get("too_few_players").is_none());
    assert!(
        lines
            .iter()
            .all(|line| line["digest"].as_str().is_some_and(|digest| digest.len() == 64))
    );
    assert_eq!(
        run(folder.path(), &["draw", "-"], &fields[1].to_string()).status.code(),
        Some(0)
    );
}

#[test]
fn finished_tournaments_are_drawn_again() {
    let folder = tempfile::tempdir().unwrap();
    let generate = [
        "draw",
        "generate",
        "--seed",
        "7",
        "--players",
        "21",
        "--count",
        "3",
        "--absences",
        "5",
    ];
    let text = out(&run(folder.path(), &generate, ""));
    assert_eq!(
        text,
        out(&run(folder.path(), &generate, "")),
        "the same seed gives the same tournaments"
    );
    std::fs::write(folder.path().join("tournaments.jsonl"), &text).unwrap();
    let told = run(folder.path(), &["draw", "check", "tournaments.jsonl"], "");
    assert_eq!(
        (told.status.code(), out(&told).as_str()),
        (
            Some(0),
            "18 rounds, 0 played otherwise; 3 outcomes, 0 counted otherwise\n"
        )
    );

    // Two boards of the last round swapped: that round is told.
    let mut finished: Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    finished.as_object_mut().unwrap().remove("outcome");
    let pairs = finished["rounds"][5]["pairs"].as_array_mut().unwrap();
    let (one, other) = (pairs[0][1].clone(), pairs[1][1].clone());
    (pairs[0][1], pairs[1][1]) = (other.clone(), one.clone());
    let told = run(folder.path(), &["draw", "check", "--json", "-"], &finished.to_string());
    let line: Value = serde_json::from_str(&out(&told)).unwrap();
    assert_eq!(
        (told.status.code(), &line["tournament"], &line["round"]),
        (Some(1), &json!(1), &json!(6))
    );
    assert_eq!(
        (
            line["drawn"].as_array().unwrap().len(),
            line["played"].as_array().unwrap().len()
        ),
        (2, 2)
    );
    let told = out(&run(folder.path(), &["draw", "check", "-"], &finished.to_string()));
    assert!(
        told.starts_with("standard input: tournament 1, round 6: drawn "),
        "{told}"
    );
    assert!(
        told.ends_with("6 rounds, 1 played otherwise; 0 outcomes, 0 counted otherwise\n"),
        "{told}"
    );

    finished["rounds"][0]["results"] = json!([]);
    let output = run(folder.path(), &["draw", "check", "-"], &finished.to_string());
    assert!(
        String::from_utf8_lossy(&output.stderr).contains("pairs and 0 results"),
        "{output:?}"
    );
}

/// Good certificates are told by the tour of the README, on a running service.
#[test]
fn certificates_are_checked_without_a_network() {
    let folder = tempfile::tempdir().unwrap();
    let list = json!({ "id": "https://records.example/v1/revocations", "issuer": "https://records.example", "revokedCredential": [] });
    std::fs::write(folder.path().join("keys.json"), json!({ "keys": [] }).to_string()).unwrap();
    std::fs::write(folder.path().join("revocations.json"), list.to_string()).unwrap();
    std::fs::write(folder.path().join("certificate.jwt"), "eyJ0eXAiOiJ2Yytqd3QifQ.e30.AA").unwrap();
    let verify = |revocations: &str, file: &str| {
        run(
            folder.path(),
            &["verify", "--keys", "keys.json", "--revocations", revocations, file],
            "no token",
        )
    };
    for (file, name) in [("certificate.jwt", "certificate.jwt"), ("-", "-")] {
        let refused = verify("revocations.json", file);
        assert_eq!(refused.status.code(), Some(1));
        assert!(
            out(&refused).starts_with(&format!("{name}: not good: it is not signed")),
            "{}",
            out(&refused)
        );
    }
    // A file that is not there stands in the way of no other.
    let missing = verify("revocations.json", "missing.jwt");
    assert!(
        missing.status.code() == Some(1) && out(&missing).starts_with("missing.jwt: "),
        "{}",
        out(&missing)
    );
    for (revocations, file, told) in [
        ("keys.json", "certificate.jwt", "this is no list of revocations"),
        ("missing.json", "certificate.jwt", "missing.json"),
    ] {
        let failed = verify(revocations, file);
        let error = String::from_utf8(failed.stderr.clone()).unwrap();
        assert!(
            failed.status.code() == Some(1) && error.starts_with("error: ") && error.contains(told),
            "{error}"
        );
    }
}
