//! The club or institution that a player represents: who enters for it, and what the draw makes of it.

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::{Answer, Caller, text};
use crate::entries::register;
use crate::hall::{Hall, affiliated};

on_sqlite! {
    a_player_represents_whom_the_entry_names,
    a_school_enters_and_withdraws_its_own,
    a_school_looks_after_nobody_elsewhere,
    school_events_are_for_scholars,
    student_events_are_for_students,
    clubs_of_the_draw_are_those_that_are_represented,
}

/// An institution that has paid for 2027.
pub fn institution(app: &TestApp, kind: &str) -> String {
    let club = app.club_of_kind(kind, "ZA-NW");
    let affiliation = json!({ "club_id": club, "year": 2027, "paid_on": "2026-11-20" });
    app.administrator().post("/v1/affiliations", &affiliation).expect(201);
    club
}

/// A learner who is a member of the club and registered by the school too.
pub fn learner(app: &TestApp, club: &str, school: &str) -> String {
    let player = app.player_in(club, "high_school");
    register(app, &player, club, "member", "senior");
    register(app, &player, school, "institution", "high_school");
    player
}

fn enter(caller: &Caller<'_>, hall: &Hall<'_>, player: &str, club: Option<&str>) -> Answer {
    caller.post(
        &format!("{}/entries", hall.path),
        &json!({ "player_id": player, "club_id": club }),
    )
}

fn hall<'a>(app: &'a TestApp, level: &str, changes: &Value) -> Hall<'a> {
    let mut plan = json!({ "level": level });
    plan.as_object_mut()
        .unwrap()
        .extend(changes.as_object().unwrap().clone());
    Hall::new(app, &plan, 0)
}

fn a_player_represents_whom_the_entry_names(app: &TestApp) {
    let (club, school) = (affiliated(app), institution(app, "school"));
    for (level, asked, represented) in [
        ("school", None, &school),
        ("school", Some(&school), &school),
        ("club", None, &club),
        ("club", Some(&club), &club),
        ("club", Some(&school), &school),
        ("provincial", None, &club),
        ("provincial", Some(&school), &school),
        ("friendly", None, &club),
    ] {
        let (hall, player) = (hall(app, level, &json!({})), learner(app, &club, &school));
        let entry = enter(&hall.coordinator, &hall, &player, asked.map(String::as_str)).expect(201);
        assert_eq!(entry["club_id"], json!(represented), "{level} {asked:?}");
        let division = if represented == &school {
            "high_school"
        } else {
            "senior"
        };
        assert_eq!(entry["division"], division);
    }
    // For the year, and by that club.
    let player = learner(app, &club, &school);
    let stranger = affiliated(app);
    for level in ["friendly", "regional", "club", "provincial"] {
        let hall = hall(app, level, &json!({}));
        let told = enter(&hall.coordinator, &hall, &player, Some(&stranger)).refused(409, "not-of-club");
        assert_eq!(told["errors"][0]["pointer"], "/club_id");
    }
    let next = json!({ "starts_on": "2027-11-06", "ends_on": "2027-11-07" });
    let next = hall(app, "club", &next);
    enter(&next.coordinator, &next, &player, Some(&school)).refused(409, "not-of-club");
    // The member club in a school event: the player is a senior there.
    let event = hall(app, "school", &json!({}));
    enter(&event.coordinator, &event, &player, Some(&club)).refused(409, "division-not-admitted");
}

fn a_school_enters_and_withdraws_its_own(app: &TestApp) {
    let (club, school) = (affiliated(app), institution(app, "school"));
    let (teacher, player) = (app.secretary(&school), learner(app, &club, &school));
    let event = hall(app, "school", &json!({}));
    let answer = enter(&teacher, &event, &player, None);
    let entry = answer.expect(201);
    assert_eq!(entry["club_id"], json!(school));
    let path = answer.header("location");
    let step = |caller: &Caller<'_>, step: &str| caller.send("POST", &format!("{path}/{step}"), &[], None);
    step(&teacher, "withdrawals").expect(201);
    step(&teacher, "returns").expect(201);
    // The member club looks after its members wherever they play.
    step(&app.secretary(&club), "withdrawals").expect(201);
    step(&app.secretary(&affiliated(app)), "returns").refused(403, "out-of-scope");
    // For the school in another event, because the entry says so.
    let open = hall(app, "club", &json!({}));
    enter(&teacher, &open, &player, Some(&school)).expect(201);
}

fn a_school_looks_after_nobody_elsewhere(app: &TestApp) {
    let (club, school, other) = (affiliated(app), institution(app, "school"), institution(app, "school"));
    let player = learner(app, &club, &school);
    let event = hall(app, "school", &json!({}));
    enter(&app.secretary(&other), &event, &player, None).refused(403, "out-of-scope");
    enter(&app.secretary(&other), &event, &player, Some(&other)).refused(403, "out-of-scope");
    // Where the player represents the member club, the school has no say.
    let open = hall(app, "club", &json!({}));
    let teacher = app.secretary(&school);
    enter(&teacher, &open, &player, None).refused(403, "out-of-scope");
    enter(&teacher, &open, &player, Some(&club)).refused(403, "out-of-scope");
    let answer = enter(&app.secretary(&club), &open, &player, None);
    answer.expect(201);
    let withdrawals = format!("{}/withdrawals", answer.header("location"));
    teacher
        .send("POST", &withdrawals, &[], None)
        .refused(403, "out-of-scope");
}

/// Whether a member of that division is admitted to a tournament of that level and division.
fn admits(app: &TestApp, level: &str, only: Option<&str>, division: &str) -> bool {
    let club = affiliated(app);
    let player = app.player_in(&club, division);
    register(app, &player, &club, "member", division);
    let hall = hall(app, level, &json!({ "division": only }));
    let answer = enter(&hall.coordinator, &hall, &player, None);
    if answer.status == 201 {
        return true;
    }
    answer.refused(409, "division-not-admitted");
    false
}

fn school_events_are_for_scholars(app: &TestApp) {
    let divisions = ["senior", "student", "high_school", "primary_school"];
    let admitted = |only| divisions.map(|division| admits(app, "school", only, division));
    assert_eq!(admitted(None), [false, false, true, true]);
    assert_eq!(admitted(Some("high_school")), [false, false, true, false]);
    assert_eq!(admitted(Some("senior")), [false; 4]);
}

fn student_events_are_for_students(app: &TestApp) {
    let divisions = ["senior", "student", "high_school", "primary_school"];
    let admitted = |only| divisions.map(|division| admits(app, "student", only, division));
    assert_eq!(admitted(None), [false, true, false, false]);
    assert_eq!(admitted(Some("senior")), [false; 4]);
    let (club, university) = (affiliated(app), institution(app, "university"));
    let student = app.player(&club);
    register(app, &student, &club, "member", "senior");
    register(app, &student, &university, "institution", "student");
    let event = hall(app, "student", &json!({}));
    let entry = enter(&app.secretary(&university), &event, &student, None).expect(201);
    assert_eq!(
        (&entry["club_id"], &entry["division"]),
        (&json!(university), &json!("student"))
    );
}

/// Four learners of one club and of two schools: at a school event mates are those of a school, elsewhere those of a club.
fn clubs_of_the_draw_are_those_that_are_represented(app: &TestApp) {
    let club = affiliated(app);
    let schools = [institution(app, "school"), institution(app, "school")];
    let mut event = hall(app, "school", &json!({}));
    // By seeds the first would meet the third, of the same school.
    for school in [0, 1, 0, 1] {
        let player = learner(app, &club, &schools[school]);
        event.enter(&player);
    }
    let round = event.draw(&json!({})).expect(201);
    let seeds = event.seeds();
    let boards = round["boards"].as_array().unwrap().iter();
    let mut pairs: Vec<Vec<usize>> = boards
        .map(|board| {
            let players = board["players"].as_array().unwrap().iter();
            players.map(|seated| seeds[text(&seated["player"]["id"])]).collect()
        })
        .collect();
    pairs.sort();
    assert_eq!(pairs, [[1, 4], [2, 3]]);
}
