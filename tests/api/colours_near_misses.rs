//! Near misses of colours by a place: shared places, the line of the top half, calendar years, residence.

use serde_json::json;

use crate::app::TestApp;
use crate::caller::text;
use crate::hall::sheet;
use crate::merits::{Claim, held, moves, open, played, ratify, round, settled};
use crate::season;
use crate::world::colours::any_size;

on_sqlite! {
    who_shares_the_third_place_is_among_the_first_three,
    who_shares_the_line_of_the_top_half_is_in_it,
    of_an_odd_number_the_middle_is_out,
    who_withdraws_before_the_first_round_is_not_counted,
    both_events_are_of_one_calendar_year,
}

fn who_shares_the_third_place_is_among_the_first_three(app: &TestApp) {
    let players = settled(app, 8, "senior");
    let claim = Claim::new(app, "regional", "place");
    // Of the one event two share the third place and two the fifth; of the other two share the fourth.
    let first = held(
        app,
        ("regional", "2027-02-14"),
        &players,
        &[(0, 4, 6), (1, 5, 5), (2, 6, 4), (3, 7, 4)],
        None,
    );
    held(
        app,
        ("regional", "2027-02-21"),
        &players,
        &[(0, 4, 6), (1, 5, 5), (2, 3, 4), (6, 7, 3)],
        None,
    );
    for player in &players[..4] {
        assert_eq!(claim.has(player)["region"], "DC38");
    }
    for player in &players[6..] {
        let sentences = claim.lacks(player, &["place_too_low", "place_too_low"]);
        let says = |words: &str| sentences.iter().any(|sentence| sentence.contains(words));
        assert!(says("2027-02-14 is 5") && says("2027-02-21 is 4"), "{sentences:?}");
    }
    claim.year(2026).lacks(&players[0], &["no_event"]);
    // Residence counts on the day: from the very day on, and no more on the day after.
    app.at("2027-03-01T08:00:00Z");
    moves(app, &players[0], "2027-02-01", "ZA-NW", None);
    moves(app, &players[1], "2027-02-13", "ZA-NW", Some("DC40"));
    moves(app, &players[2], "2027-02-14", "ZA-GP", Some("JHB"));
    moves(app, &players[3], "2027-02-15", "ZA-GP", Some("JHB"));
    claim.lacks(&players[0], &["region_unknown", "region_unknown"]);
    for (player, province, region) in [(1, "ZA-NW", "DC40"), (2, "ZA-GP", "JHB"), (3, "ZA-NW", "DC38")] {
        let candidate = claim.has(&players[player]);
        assert_eq!(
            (&candidate["province"], &candidate["region"]),
            (&json!(province), &json!(region))
        );
    }
    let (here, there) = (app.coordinator("ZA-NW"), app.coordinator("ZA-GP"));
    claim.propose(&here, &players[2]).refused(403, "out-of-scope");
    claim.propose(&there, &players[3]).refused(403, "out-of-scope");
    assert_eq!(claim.propose(&there, &players[2]).expect(201)["region"], "JHB");
    // Who proposes does not approve.
    let approvals = |proposed: &serde_json::Value| format!("/v1/colours/{}/approvals", text(&proposed["id"]));
    let (minutes, second) = (
        json!({ "reference": "Minutes" }),
        app.granted(&json!({ "role": "administrator" })),
    );
    let own = claim.propose(&app.administrator(), &players[1]).expect(201);
    app.administrator()
        .post(&approvals(&own), &minutes)
        .refused(403, "second-person-approves");
    assert_eq!(second.post(&approvals(&own), &minutes).expect(201)["region"], "DC40");
    // Between proposal and approval the third place becomes a fourth.
    let proposed = claim.propose(&here, &players[3]).expect(201);
    let matches = season::matches(&first);
    let one = matches
        .iter()
        .find(|one| one["players"].to_string().contains(&players[3]))
        .unwrap();
    season::correct(app, one, &sheet(one, 3), 1);
    let problem = second.post(&approvals(&proposed), &minutes).refused(409, "not-earned");
    assert_eq!(problem["missing"][0]["code"], "place_too_low");
    second
        .post(
            &format!("/v1/colours/{}/refusals", text(&proposed["id"])),
            &json!({ "reason": "Fourth." }),
        )
        .expect(201);
    let sentences = claim.lacks(&players[3], &["place_too_low", "place_too_low"]);
    assert!(sentences[1].contains("is 4"), "{sentences:?}");
}

fn who_shares_the_line_of_the_top_half_is_in_it(app: &TestApp) {
    let players = settled(app, 8, "senior");
    let claim = Claim::new(app, "provincial", "top_half");
    // The fourth place of eight is shared, and the third of the six who have played.
    held(
        app,
        ("provincial", "2027-03-06"),
        &players,
        &[(0, 4, 6), (1, 5, 5), (2, 6, 4), (3, 7, 3)],
        None,
    );
    held(
        app,
        ("national", "2027-06-05"),
        &players,
        &[(3, 1, 6), (7, 2, 5), (0, 4, 3)],
        Some(5),
    );
    for player in [0, 3, 7] {
        assert_eq!(claim.has(&players[player])["province"], "ZA-NW");
    }
    for (player, sentence) in [(1, "Place 6 of 6"), (2, "Place 5 of 6"), (4, "Place 8 of 8")] {
        let sentences = claim.lacks(&players[player], &["not_in_top_half"]);
        assert!(sentences[0].starts_with(sentence), "{sentences:?}");
    }
    claim.lacks(&players[5], &["no_event"]);
    claim.lacks(&players[6], &["no_event"]);
    // Who moves between the two events, up to the last day of the later one, is of neither province.
    app.at("2027-07-01T08:00:00Z");
    moves(app, &players[3], "2027-04-01", "ZA-GP", None);
    moves(app, &players[7], "2027-06-05", "ZA-GP", None);
    moves(app, &players[0], "2027-06-06", "ZA-GP", None);
    claim.lacks(&players[3], &["other_residence"]);
    claim.lacks(&players[7], &["other_residence"]);
    assert_eq!(claim.has(&players[0])["province"], "ZA-NW");
    // Who had moved by the last day of the earlier one is of the new province twice.
    moves(app, &players[3], "2027-03-06", "ZA-GP", None);
    assert_eq!(claim.has(&players[3])["province"], "ZA-GP");
    let proposed = claim.propose(&app.coordinator("ZA-NW"), &players[0]).expect(201);
    assert_eq!(
        (&proposed["province"], proposed["evidence"].as_array().unwrap().len()),
        (&json!("ZA-NW"), 2)
    );
}

fn of_an_odd_number_the_middle_is_out(app: &TestApp) {
    let players = settled(app, 6, "senior");
    let claim = Claim::new(app, "provincial", "top_half");
    let (provincial, _) = open(app, ("provincial", "2027-03-06", 2), &players[..5]);
    round(&provincial, &players, &played(&[(0, 2, 6), (1, 3, 4)]), Some(4));
    round(&provincial, &players, &played(&[(0, 3, 5), (1, 4, 3)]), Some(2));
    ratify(&provincial);
    held(
        app,
        ("national", "2027-06-05"),
        &players,
        &[(3, 2, 6), (1, 4, 5), (0, 5, 4)],
        None,
    );
    // The second of five, and the third of six.
    claim.has(&players[1]);
    claim.has(&players[0]);
    let sentences = claim.lacks(&players[3], &["not_in_top_half"]);
    assert!(sentences[0].starts_with("Place 3 of 5"), "{sentences:?}");
    claim.lacks(&players[5], &["no_event"]);
    // Two share the line from below.
    let lower = settled(app, 6, "senior");
    held(
        app,
        ("provincial", "2027-04-03"),
        &lower,
        &[(0, 3, 6), (1, 4, 4), (2, 5, 4)],
        None,
    );
    held(
        app,
        ("national", "2027-07-03"),
        &lower,
        &[(4, 0, 6), (5, 1, 5), (2, 3, 4)],
        None,
    );
    claim.has(&lower[2]);
    for player in &lower[4..] {
        let sentences = claim.lacks(player, &["not_in_top_half"]);
        assert!(sentences[0].starts_with("Place 4 of 6"), "{sentences:?}");
    }
}

fn who_withdraws_before_the_first_round_is_not_counted(app: &TestApp) {
    let players = settled(app, 8, "senior");
    let claim = Claim::new(app, "provincial", "top_half");
    let (provincial, entries) = open(app, ("provincial", "2027-03-06", 1), &players);
    provincial
        .coordinator
        .send("POST", &format!("{}/withdrawals", entries[7]), &[], None)
        .expect(201);
    round(
        &provincial,
        &players,
        &played(&[(0, 3, 6), (1, 4, 5), (2, 5, 4)]),
        Some(6),
    );
    ratify(&provincial);
    // Who withdraws later has played, and is counted.
    let four: Vec<String> = [5, 1, 0, 2].map(|place| players[place].clone()).into();
    let (national, entries) = open(app, ("national", "2027-06-05", 2), &four);
    round(&national, &players, &played(&[(5, 0, 6), (1, 2, 5)]), None);
    national
        .umpire
        .send("POST", &format!("{}/withdrawals", entries[3]), &[], None)
        .expect(201);
    round(&national, &players, &played(&[(5, 1, 4)]), Some(0));
    ratify(&national);
    assert_eq!(claim.counted(&players[1]), [(2, 6), (2, 4)]);
    let sentences = claim.lacks(&players[5], &["not_in_top_half"]);
    assert!(sentences[0].starts_with("Place 4 of 6"), "{sentences:?}");
    claim.lacks(&players[0], &["not_in_top_half"]);
    claim.lacks(&players[7], &["no_event", "no_event"]);
}

fn both_events_are_of_one_calendar_year(app: &TestApp) {
    any_size(app);
    let players = settled(app, 4, "senior");
    let claim = Claim::new(app, "provincial", "top_half");
    for player in &players[2..] {
        let club = app.anyone().get(&format!("/v1/players/{player}")).expect(200)["club_id"].clone();
        let affiliation = json!({ "club_id": club, "year": 2028, "paid_on": "2026-11-20" });
        if player == &players[2] {
            app.administrator().post("/v1/affiliations", &affiliation).expect(201);
        }
        let registration = json!({
            "player_id": player, "club_id": club, "year": 2028, "basis": "member", "division": "senior",
        });
        app.registered(&registration);
    }
    // One gaming year and two calendar years; then one calendar year and two gaming years.
    held(app, ("provincial", "2026-12-05"), &players, &[(0, 1, 6)], None);
    held(app, ("national", "2027-03-06"), &players, &[(0, 1, 6)], None);
    held(app, ("provincial", "2027-04-03"), &players, &[(2, 3, 6)], None);
    held(app, ("national", "2027-11-06"), &players, &[(2, 3, 6)], None);
    // A year that is still to come has no colours.
    claim
        .year(2028)
        .propose(&app.administrator(), &players[2])
        .refused(422, "invalid-input");
    app.at("2027-11-08T08:00:00Z");
    claim.lacks(&players[0], &["other_year"]);
    claim.year(2026).lacks(&players[0], &["no_event", "no_event"]);
    claim.year(2028).lacks(&players[0], &["no_event"]);
    // They are colours of the gaming year in which the later event ended.
    claim.year(2028).has(&players[2]);
    claim.lacks(&players[2], &["no_event"]);
    claim
        .year(2028)
        .lacks(&players[3], &["not_in_top_half", "not_in_top_half"]);
    assert_eq!(
        claim.year(2028).propose(&app.administrator(), &players[2]).expect(201)["year"],
        2028
    );
    // What rests on one event is of the gaming year of its end.
    let rounds = [
        Claim::new(app, "provincial", "all_rounds"),
        Claim::new(app, "national_federation", "all_rounds"),
    ];
    for claim in rounds {
        claim.has(&players[0]);
        claim.year(2026).lacks(&players[0], &["no_event"]);
    }
    rounds[1].year(2028).has(&players[2]);
    rounds[1].lacks(&players[2], &["no_event"]);
}
