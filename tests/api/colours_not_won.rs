//! Near misses of colours by rounds, by games, among learners, or by selection.

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::text;
use crate::hall::umpire;
use crate::merits::{Board, Claim, Score, held, moves, open, played, ratify, round, settled};
use crate::world::colours::any_size;

on_sqlite! {
    a_round_is_won_over_an_opponent_who_plays_to_the_end,
    a_drawn_round_is_not_won_and_what_is_not_ratified_does_not_count,
    learners_are_judged_among_learners,
    who_is_not_selected_any_more_has_not_earned_them,
    who_has_another_selection_has_not_earned_them,
    discretion_asks_for_a_known_residence_all_the_same,
}

fn a_round_is_won_over_an_opponent_who_plays_to_the_end(app: &TestApp) {
    use Score::{Adjudicated, Forfeited, PartlyForfeited, Won};
    any_size(app);
    let players = settled(app, 11, "senior");
    let claim = Claim::new(app, "provincial", "all_rounds");
    let (hall, _) = open(app, ("provincial", "2027-03-06", 2), &players);
    // The first rests, the others win: against nobody, by an umpire's word, on the board, and against one who leaves.
    let first: [Board; 5] = [
        (1, 4, Forfeited),
        (2, 5, Adjudicated(4)),
        (3, 6, Won(4)),
        (7, 8, PartlyForfeited(6)),
        (9, 10, Won(3)),
    ];
    round(&hall, &players, &first, Some(0));
    // All of them win the second.
    round(
        &hall,
        &players,
        &played(&[(0, 4, 6), (1, 5, 6), (2, 6, 4), (3, 9, 4), (7, 10, 6)]),
        Some(8),
    );
    ratify(&hall);
    for player in [0, 1, 7] {
        let sentences = claim.lacks(&players[player], &["rounds_not_won"]);
        assert!(
            sentences[0].ends_with("won 1 of 2 rounds, played to the end."),
            "{sentences:?}"
        );
    }
    // An umpire's word on a game is no forfeit.
    claim.has(&players[2]);
    claim.has(&players[3]);
    claim.lacks(&players[9], &["rounds_not_won"]);
    // Of another division, and by the rule of another championship.
    claim.of("student").lacks(&players[3], &["no_event"]);
    Claim::new(app, "national_federation", "all_rounds").lacks(&players[3], &["no_event"]);
    assert_eq!(
        claim.propose(&hall.coordinator, &players[3]).expect(201)["basis"],
        "all_rounds"
    );
}

fn a_drawn_round_is_not_won_and_what_is_not_ratified_does_not_count(app: &TestApp) {
    any_size(app);
    let players = settled(app, 4, "senior");
    let claim = Claim::new(app, "national_federation", "all_rounds");
    let (hall, _) = open(app, ("national", "2027-06-05", 2), &players);
    round(&hall, &players, &played(&[(0, 1, 3), (2, 3, 4)]), None);
    round(&hall, &players, &played(&[(0, 3, 6), (2, 1, 4)]), None);
    // It is finished, and nobody has ratified it.
    assert_eq!(hall.state(), "finished");
    for player in &players {
        claim.lacks(player, &["no_event"]);
    }
    ratify(&hall);
    claim.has(&players[2]);
    claim.lacks(&players[0], &["rounds_not_won"]);
    // They are of where the player lived on the last day, whatever came after it.
    app.at("2027-07-01T08:00:00Z");
    moves(app, &players[2], "2027-06-06", "ZA-GP", None);
    assert_eq!(claim.has(&players[2])["province"], "ZA-NW");
    moves(app, &players[2], "2027-06-05", "ZA-LP", None);
    assert_eq!(claim.has(&players[2])["province"], "ZA-LP");
    claim
        .propose(&app.coordinator("ZA-NW"), &players[2])
        .refused(403, "out-of-scope");
    assert_eq!(
        claim.propose(&app.coordinator("ZA-LP"), &players[2]).expect(201)["province"],
        "ZA-LP"
    );
}

fn learners_are_judged_among_learners(app: &TestApp) {
    any_size(app);
    let mut players = settled(app, 4, "senior");
    players.extend(settled(app, 4, "high_school"));
    let (seniors, learners) = players.split_at(4);
    // The seniors come first; the learners are fourth, sixth, seventh and last.
    held(
        app,
        ("regional", "2027-02-14"),
        &players,
        &[(0, 4, 6), (1, 5, 5), (2, 6, 4), (3, 7, 3)],
        None,
    );
    let place = Claim::new(app, "regional", "place");
    seniors[..3].iter().for_each(|player| drop(place.has(player)));
    place.lacks(&seniors[3], &["place_too_low"]);
    learners[1..]
        .iter()
        .for_each(|player| drop(place.of("high_school").has(player)));
    let sentences = place.of("high_school").lacks(&learners[0], &["place_too_low"]);
    assert!(sentences[0].contains("is 4"), "{sentences:?}");
    place.lacks(&learners[3], &["no_event"]);
    place.of("high_school").lacks(&seniors[0], &["no_event"]);
    place.of("primary_school").lacks(&learners[3], &["no_event"]);
    // One learner wins all games, one all rounds, and one all games of which one was given up.
    let (provincial, _) = open(app, ("provincial", "2027-03-06", 1), &players);
    let boards = [
        (4, 1, Score::Won(6)),
        (5, 2, Score::Won(5)),
        (0, 6, Score::Won(5)),
        (7, 3, Score::PartlyForfeited(6)),
    ];
    round(&provincial, &players, &boards, None);
    ratify(&provincial);
    let (games, rounds) = (
        Claim::new(app, "provincial", "all_games").of("high_school"),
        Claim::new(app, "provincial", "all_rounds"),
    );
    games.has(&learners[0]);
    for player in &learners[1..] {
        games.lacks(player, &["games_not_won"]);
    }
    rounds.has(&seniors[0]);
    rounds.lacks(&learners[0], &["no_event"]);
    games.lacks(&seniors[0], &["no_event"]);
    rounds
        .of("high_school")
        .propose(&app.administrator(), &learners[1])
        .refused(422, "no-such-rule");
    games
        .of("senior")
        .propose(&app.administrator(), &seniors[0])
        .refused(422, "no-such-rule");
    // The third of four is the first of two learners.
    held(app, ("national", "2027-06-05"), &players, &[(0, 5, 6), (1, 4, 5)], None);
    let half = Claim::new(app, "provincial", "top_half");
    half.has(&seniors[0]);
    half.lacks(&seniors[1], &["not_in_top_half"]);
    assert_eq!(half.of("high_school").counted(&learners[0]), [(1, 4), (1, 2)]);
    half.of("high_school")
        .lacks(&learners[1], &["not_in_top_half", "not_in_top_half"]);
    half.lacks(&learners[0], &["no_event", "no_event"]);
    games.propose(&provincial.coordinator, &learners[0]).expect(201);
}

/// Selects a player for a team of 2027; the selection's path.
#[track_caller]
fn select(app: &TestApp, player: &str, changes: &Value) -> String {
    let mut selection = json!({
        "player_id": player, "role": "player", "team": "province", "province": "ZA-NW", "division": "senior",
        "year": 2027, "selected_on": "2026-11-20", "reference": "Minutes",
    });
    selection
        .as_object_mut()
        .unwrap()
        .extend(changes.as_object().unwrap().clone());
    let answer = app.administrator().post("/v1/selections", &selection);
    answer.expect(201);
    answer.header("location").to_owned()
}

#[track_caller]
fn withdraw(app: &TestApp, selection: &str) {
    app.administrator()
        .post(&format!("{selection}/withdrawals"), &json!({ "reason": "Is ill." }))
        .expect(201);
}

fn who_is_not_selected_any_more_has_not_earned_them(app: &TestApp) {
    let player = &settled(app, 1, "senior")[0];
    let claim = Claim::new(app, "provincial", "selection");
    claim.lacks(player, &["not_selected"]);
    // For the team of a province in which the player did not live; then on a day of which nobody knows.
    let elsewhere = select(app, player, &json!({ "province": "ZA-GP" }));
    claim.lacks(player, &["other_residence"]);
    withdraw(app, &elsewhere);
    let early = select(app, player, &json!({ "selected_on": "2026-11-19" }));
    claim.lacks(player, &["residence_unknown"]);
    withdraw(app, &early);
    claim.lacks(player, &["not_selected"]);
    let selection = select(app, player, &json!({}));
    assert_eq!(claim.has(player)["province"], "ZA-NW");
    claim.year(2026).lacks(player, &["not_selected"]);
    claim.of("student").lacks(player, &["not_selected"]);
    // What is withdrawn between proposal and approval is no evidence any more.
    let proposed = claim.propose(&app.coordinator("ZA-NW"), player).expect(201);
    withdraw(app, &selection);
    let approvals = format!("/v1/colours/{}/approvals", text(&proposed["id"]));
    let problem = app
        .administrator()
        .post(&approvals, &json!({ "reference": "Minutes" }))
        .refused(409, "not-earned");
    assert_eq!(problem["missing"][0]["code"], "not_selected");
}

fn who_has_another_selection_has_not_earned_them(app: &TestApp) {
    let player = &settled(app, 1, "senior")[0];
    let of = |level| Claim::new(app, level, "selection");
    let squad = select(app, player, &json!({ "team": "national_squad", "province": null }));
    of("national_federation").has(player);
    of("provincial").lacks(player, &["not_selected"]);
    of("national").lacks(player, &["not_selected"]);
    withdraw(app, &squad);
    of("national_federation").lacks(player, &["not_selected"]);
    let abroad = json!({ "team": "international", "province": null, "event": "African championship" });
    select(app, player, &abroad);
    of("national").has(player);
    of("national_federation").lacks(player, &["not_selected"]);
    // Who plays beside the team does not umpire there, and the other way round.
    let umpiring = Claim::new(app, "national", "umpire");
    umpiring.lacks(player, &["not_selected"]);
    let (_, official, _) = umpire(app);
    let mut as_umpire = abroad;
    as_umpire["role"] = json!("umpire");
    let selection = select(app, &official, &as_umpire);
    umpiring.has(&official);
    of("national").lacks(&official, &["not_selected"]);
    withdraw(app, &selection);
    umpiring.lacks(&official, &["not_selected"]);
    assert_eq!(
        of("national").propose(&app.coordinator("ZA-NW"), player).expect(201)["level"],
        "national"
    );
}

fn discretion_asks_for_a_known_residence_all_the_same(app: &TestApp) {
    let player = app.player(&app.club("ZA-NW"));
    let propose = |level: &str, reason: Option<&str>| {
        let proposal = json!({
            "player_id": player, "level": level, "division": "senior", "year": 2027, "basis": "discretion",
            "reason": reason,
        });
        app.coordinator("ZA-NW").post("/v1/colours", &proposal)
    };
    let why = Some("Has taught the game for thirty years.");
    let problem = propose("regional", why).refused(409, "not-earned");
    assert_eq!(problem["missing"][0]["code"], "region_unknown");
    moves(app, &player, "2026-11-20", "ZA-NW", Some("DC38"));
    for level in ["regional", "provincial", "national_federation"] {
        assert_eq!(
            propose(level, None).faults(),
            [("/reason".to_owned(), "required".to_owned())]
        );
        // Nobody is a candidate for what the board is free to give.
        assert!(
            app.administrator()
                .get(&format!("/v1/colours-candidates?year=2027&level={level}"))
                .items()
                .is_empty()
        );
        let candidacy = app
            .administrator()
            .get(&format!("/v1/players/{player}/colours-candidacy?level={level}"));
        assert!(
            candidacy
                .items()
                .iter()
                .all(|item| item["basis"] != "discretion" && item["met"] == false)
        );
        assert_eq!(propose(level, why).expect(201)["basis"], "discretion");
    }
    propose("national", why).refused(422, "no-such-rule");
}
