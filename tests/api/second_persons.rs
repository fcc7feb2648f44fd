//! The second person who confirms results: due before a round is closed, or before ratification, as the federation says.

use serde_json::json;

use crate::app::TestApp;
use crate::caller::text;
use crate::federation::set;
use crate::hall::{Hall, sheet};
use crate::recognition::lacks;
use crate::season::members;

on_sqlite! {
    a_second_person_is_due_when_the_federation_says,
    a_correction_waits_for_its_second_person,
}

/// A championship of that level with four entrants who have paid.
fn championship<'a>(app: &'a TestApp, level: &str) -> Hall<'a> {
    let mut hall = Hall::new(app, &json!({ "level": level, "ends_on": "2026-11-20" }), 0);
    for player in members(app, 4, 1) {
        hall.enter(&player);
    }
    hall
}

fn a_second_person_is_due_when_the_federation_says(app: &TestApp) {
    let closes = |hall: &Hall<'_>| {
        let round = hall.publish();
        hall.enter_results(&round, |_| 4);
        let answer = hall.step(&format!("{round}/closings"));
        if answer.status == 201 {
            assert_eq!(
                lacks(hall, "scoring")[0],
                "Matches without a second person's confirmation: 2."
            );
            return true;
        }
        let told = answer.refused(409, "round-unfinished");
        assert_eq!(told["missing"]["confirmations"], json!([1, 2]));
        hall.confirm(&round);
        hall.close(&round);
        false
    };
    assert!(closes(&championship(app, "provincial")));
    assert!(!closes(&championship(app, "national")));
    let opened = championship(app, "provincial");
    for (due, of_province, of_nation) in [
        ("closing", false, false),
        ("ratification", true, true),
        ("by_level", true, false),
    ] {
        set(app, "", &json!({ "readings": { "confirmations": due } }));
        let hall = championship(app, "provincial");
        assert_eq!(
            app.anyone().get(&hall.path).expect(200)["readings"]["confirmations"],
            due
        );
        assert_eq!(
            (closes(&hall), closes(&championship(app, "national"))),
            (of_province, of_nation),
            "{due}"
        );
    }
    // A tournament keeps what was set when it opened.
    set(app, "", &json!({ "readings": { "confirmations": "closing" } }));
    assert!(closes(&opened));
    let wrong = json!({ "readings": { "confirmations": "never" } });
    let refused = app.administrator().patch("/v1/federation", "*", &wrong);
    assert_eq!(refused.status, 422, "{}", refused.body_text());
}

fn a_correction_waits_for_its_second_person(app: &TestApp) {
    let corrected = |hall: &Hall<'_>| {
        let round = hall.publish();
        hall.enter_results(&round, |_| 4);
        hall.confirm(&round);
        hall.close(&round);
        let one = &hall.matches(&round)[0];
        let correction = json!({ "version": 1, "published_rounds": 1, "sheet": sheet(one, 2), "reason": "Misread." });
        hall.coordinator
            .post(&format!("/v1/matches/{}/corrections", text(&one["id"])), &correction)
            .expect(201);
        round
    };
    let nation = championship(app, "national");
    let round = corrected(&nation);
    let told = nation.draw(&json!({})).refused(409, "round-unfinished");
    assert!(
        text(&told["detail"]).starts_with("Round 1 was corrected since it was closed."),
        "{told}"
    );
    assert_eq!(
        told["missing"],
        json!({ "results": [], "confirmations": [1], "rulings": [] })
    );
    let one = &nation.matches(&round)[0];
    let confirmations = format!("/v1/matches/{}/confirmations", text(&one["id"]));
    nation
        .coordinator
        .post(&confirmations, &json!({ "version": 2 }))
        .refused(403, "second-person-needed");
    nation.umpire.post(&confirmations, &json!({ "version": 2 })).expect(201);
    nation.draw(&json!({})).expect(201);
    // Below, the federation asks for it before ratification.
    let province = championship(app, "provincial");
    corrected(&province);
    province.draw(&json!({})).expect(201);
    assert_eq!(
        lacks(&province, "scoring")[0],
        "Matches without a second person's confirmation: 1."
    );
}
