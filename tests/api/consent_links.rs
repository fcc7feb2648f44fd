//! Links by which parents and guardians consent without an account: made, answered once, withdrawn, run out, and the pages.

use chrono::TimeDelta;
use diesel::prelude::*;
use federation_records::db::schema::consent_links;
use serde_json::{Value, json};

use crate::app::{ADMINISTRATOR, TestApp};
use crate::browser::{Browser, Form, Page};
use crate::caller::{Answer, Caller, text};
use crate::erasures::{erase, is_in_the_trail};

on_sqlite! {
    a_parent_answers_by_a_link_once,
    a_no_ends_what_was_allowed_before,
    a_link_runs_out_is_withdrawn_and_gives_way_to_another,
    a_link_is_made_for_a_child_by_whoever_looks_after_it,
    each_wording_in_force_is_answered,
    a_link_ends_with_the_eighteenth_birthday_and_with_a_merger,
    an_erasure_leaves_nothing_of_it,
    a_parent_answers_on_a_page_once,
    a_page_asks_again_what_is_missing_or_has_changed,
    a_page_tells_what_to_do_instead,
    a_secretary_makes_a_link_at_the_desk,
}

struct Child {
    club: String,
    id: String,
}

impl Child {
    fn new(app: &TestApp) -> Child {
        let club = app.club("ZA-NW");
        let id = app.player_named(&club, "Qwabe", "Zwelibanzi", "2012-02-29");
        Child { club, id }
    }

    fn links(&self) -> String {
        format!("/v1/players/{}/consent-links", self.id)
    }

    fn link(&self, by: &Caller<'_>) -> Value {
        by.send("POST", &self.links(), &[], None).expect(200)
    }

    /// The code of a new link.
    fn code(&self, app: &TestApp) -> String {
        text(&self.link(&app.secretary(&self.club))["code"]).to_owned()
    }

    fn name(&self, app: &TestApp) -> String {
        let player = app.anyone().get(&format!("/v1/players/{}", self.id)).expect(200);
        text(&player["name"]).to_owned()
    }

    fn consents(&self, app: &TestApp) -> Vec<Value> {
        let path = format!("/v1/players/{}/consents", self.id);
        app.administrator().get(&path).items()
    }
}

fn questions(app: &TestApp, code: &str) -> Answer {
    app.anyone().post("/v1/consent-questions", &json!({ "code": code }))
}

fn answers(code: &str, publish_name: bool, share_colours: bool) -> Value {
    let answer = |purpose: &str, agrees: bool| json!({ "purpose": purpose, "wording": "2026-1", "agrees": agrees });
    json!({
        "code": code, "guardian": "Lindiwe Qwabe", "relation": "parent",
        "answers": [answer("publish_name", publish_name), answer("share_colours", share_colours)],
    })
}

fn send(app: &TestApp, answers: &Value) -> Answer {
    app.anyone().post("/v1/consent-answers", answers)
}

fn a_parent_answers_by_a_link_once(app: &TestApp) {
    let child = Child::new(app);
    let secretary = app.secretary(&child.club);
    let made = child.link(&secretary);
    let code = text(&made["code"]);
    assert!(text(&made["url"]).ends_with(&format!("/consents/{code}")));
    assert_eq!(
        (&made["link"]["state"], &made["link"]["expires_at"]),
        (&json!("open"), &json!("2026-12-04T08:00:00.000000Z"))
    );
    // Who has the link learns no name.
    let asked = questions(app, code);
    assert!(!asked.body_text().contains("Qwabe") && !asked.body_text().contains(&child.id));
    assert_eq!(asked.header("cache-control"), "private, no-store");
    let asked = asked.expect(200);
    assert_eq!(
        (&asked["initials"], &asked["birth_year"]),
        (&json!("Z. Q."), &json!(2012))
    );
    let purposes: Vec<_> = asked["questions"].as_array().unwrap().iter().collect();
    let wordings = app.anyone().get("/v1/consent-wordings").items();
    for (question, purpose) in purposes.iter().zip(["publish_name", "share_colours"]) {
        assert_eq!(
            (&question["purpose"], &question["wording"]),
            (&json!(purpose), &json!("2026-1"))
        );
        let wording = wordings.iter().find(|one| one["purpose"] == purpose).unwrap();
        assert_eq!(question["text"], wording["text"]);
    }
    assert_eq!(purposes.len(), 2);
    assert_eq!(child.name(app), "Z. Q.");
    let kept = send(app, &answers(code, true, false)).expect(200);
    assert_eq!(kept["answered_at"], "2026-11-20T08:00:00.000000Z");
    assert_eq!(child.name(app), "Zwelibanzi Qwabe");
    // It is a consent as any other, with the link as evidence.
    let consents = child.consents(app);
    assert_eq!(consents.len(), 1);
    let expected = json!({
        "guardian": "Lindiwe Qwabe", "relation": "parent", "purpose": "publish_name", "wording": "2026-1",
        "given_on": "2026-11-20", "link_id": made["link"]["id"], "withdrawn_at": null,
    });
    for (member, value) in expected.as_object().unwrap() {
        assert_eq!(consents[0][member], *value, "{member}");
    }
    for over in [questions(app, code), send(app, &answers(code, true, true))] {
        over.refused(409, "consent-link-answered");
    }
    assert_eq!(child.consents(app).len(), 1);
    assert_eq!(secretary.get(&child.links()).items()[0]["state"], "answered");
    let withdrawals = format!("/v1/consent-links/{}/withdrawals", text(&made["link"]["id"]));
    secretary
        .send("POST", &withdrawals, &[], None)
        .refused(409, "consent-link-answered");
    // The trail has the answers, the no among them.
    let trail = app.administrator().get(&format!(
        "/v1/audit?subject=consent_link&subject_id={}",
        text(&made["link"]["id"])
    ));
    assert_eq!(trail.items()[0]["summary"], "Answer the questions of a link");
    let changes = trail.items()[0]["changes"].to_string();
    assert!(changes.contains("Lindiwe Qwabe"), "{changes}");
    assert!(is_in_the_trail(app, r#""agrees":false"#));
    assert!(!is_in_the_trail(app, code));
}

fn a_no_ends_what_was_allowed_before(app: &TestApp) {
    let child = Child::new(app);
    send(app, &answers(&child.code(app), true, true)).expect(200);
    assert_eq!(child.name(app), "Zwelibanzi Qwabe");
    app.pass(TimeDelta::minutes(1));
    send(app, &answers(&child.code(app), false, true)).expect(200);
    assert_eq!(child.name(app), "Z. Q.");
    let withdrawn: Vec<_> = child
        .consents(app)
        .iter()
        .map(|one| one["withdrawn_at"].clone())
        .collect();
    let at = json!("2026-11-20T08:01:00.000000Z");
    assert_eq!(withdrawn.iter().filter(|one| **one == at).count(), 1);
    assert_eq!(withdrawn.iter().filter(|one| one.is_null()).count(), 2);
}

fn a_link_runs_out_is_withdrawn_and_gives_way_to_another(app: &TestApp) {
    let child = Child::new(app);
    let secretary = app.secretary(&child.club);
    questions(app, "nothing").refused(404, "not-found");
    let first = child.link(&secretary);
    let second = child.link(&secretary);
    let states = || -> Vec<Value> {
        let links = app.secretary(&child.club).get(&child.links()).items();
        links.into_iter().map(|link| link["state"].clone()).collect()
    };
    assert_eq!(states().iter().filter(|state| *state == "withdrawn").count(), 1);
    questions(app, text(&first["code"])).refused(410, "consent-link-over");
    let code = text(&second["code"]);
    questions(app, code).expect(200);
    let withdrawals = format!("/v1/consent-links/{}/withdrawals", text(&second["link"]["id"]));
    let withdrawn = secretary.send("POST", &withdrawals, &[], None).expect(201);
    assert_eq!(withdrawn["state"], "withdrawn");
    secretary
        .send("POST", &withdrawals, &[], None)
        .refused(409, "already-withdrawn");
    send(app, &answers(code, true, true)).refused(410, "consent-link-over");
    let third = child.code(app);
    app.pass(TimeDelta::days(14) - TimeDelta::seconds(1));
    questions(app, &third).expect(200);
    app.pass(TimeDelta::seconds(1));
    questions(app, &third).refused(410, "consent-link-over");
    send(app, &answers(&third, true, true)).refused(410, "consent-link-over");
    assert_eq!(states().iter().filter(|state| *state == "expired").count(), 1);
    assert!(child.consents(app).is_empty());
}

fn a_link_is_made_for_a_child_by_whoever_looks_after_it(app: &TestApp) {
    let child = Child::new(app);
    let path = child.links();
    let post = |by: &Caller<'_>, path: &str| by.send("POST", path, &[], None);
    post(&app.anyone(), &path).refused(401, "token-required");
    post(&app.umpire(), &path).refused(403, "role-required");
    let elsewhere = app.secretary(&app.club("ZA-NW"));
    post(&elsewhere, &path).refused(403, "out-of-scope");
    elsewhere.get(&path).refused(403, "out-of-scope");
    let link = child.link(&app.coordinator("ZA-NW"));
    let withdrawals = format!("/v1/consent-links/{}/withdrawals", text(&link["link"]["id"]));
    post(&elsewhere, &withdrawals).refused(403, "out-of-scope");
    questions(app, text(&link["code"])).expect(200);
    let adult = format!("/v1/players/{}/consent-links", app.player(&child.club));
    post(&app.administrator(), &adult).refused(422, "not-theirs-to-give");
}

fn each_wording_in_force_is_answered(app: &TestApp) {
    let child = Child::new(app);
    let code = child.code(app);
    let with = |member: &str, value: Value| {
        let mut all = answers(&code, true, true);
        all[member] = value;
        send(app, &all)
    };
    let one = answers(&code, true, true)["answers"][0].clone();
    for some in [json!([]), json!([one]), json!([one, one])] {
        assert_eq!(
            with("answers", some).faults(),
            [("/answers".to_owned(), "required".to_owned())]
        );
    }
    for (member, value, code) in [
        ("guardian", json!(" "), "required"),
        ("relation", json!("self"), "not-allowed"),
    ] {
        assert_eq!(with(member, value).faults(), [(format!("/{member}"), code.to_owned())]);
    }
    let wording = json!({
        "purpose": "share_colours", "version": "2026-2", "text": "I agree.", "valid_from": "2026-11-20",
    });
    app.pass(TimeDelta::minutes(1));
    app.administrator().post("/v1/consent-wordings", &wording).expect(201);
    let stale = send(app, &answers(&code, true, true)).refused(409, "stale-wording");
    assert_eq!(stale["errors"][0]["pointer"], "/answers/1/wording");
    assert!(child.consents(app).is_empty());
    assert_eq!(questions(app, &code).expect(200)["questions"][1]["text"], "I agree.");
}

fn a_link_ends_with_the_eighteenth_birthday_and_with_a_merger(app: &TestApp) {
    let club = app.club("ZA-NW");
    let id = app.player_named(&club, "Nkosi", "Lerato", "2008-11-22");
    let nearly = Child { club, id };
    let code = nearly.code(app);
    app.at("2026-11-21T08:00:00Z");
    questions(app, &code).expect(200);
    app.at("2026-11-22T08:00:00Z");
    questions(app, &code).refused(410, "consent-link-over");
    send(app, &answers(&code, true, true)).refused(410, "consent-link-over");
    let (stays, duplicate) = (Child::new(app), Child::new(app));
    let codes = [stays.code(app), duplicate.code(app)];
    let merger = json!({ "duplicate_id": duplicate.id });
    app.administrator()
        .post(&format!("/v1/players/{}/mergers", stays.id), &merger)
        .expect(201);
    questions(app, &codes[0]).expect(200);
    questions(app, &codes[1]).refused(410, "consent-link-over");
    let links = app.administrator().get(&stays.links()).items();
    assert_eq!(links.len(), 2);
}

fn an_erasure_leaves_nothing_of_it(app: &TestApp) {
    let child = Child::new(app);
    let answered = child.code(app);
    send(app, &answers(&answered, true, false)).expect(200);
    let waiting = child.code(app);
    assert!(is_in_the_trail(app, "Lindiwe Qwabe"));
    erase(app, &child.id);
    assert_eq!(
        consent_links::table.count().get_result(&mut app.connection()),
        Ok(0_i64)
    );
    assert!(!is_in_the_trail(app, "Lindiwe Qwabe"));
    for code in [answered, waiting] {
        questions(app, &code).refused(404, "not-found");
    }
    app.administrator().get(&child.links()).refused(410, "erased");
}

/// The page of a link, and its form filled in.
fn filled(browser: &Browser<'_>, code: &str, publish_name: &str, share_colours: &str) -> (Page, Form) {
    let path = format!("/consents/{code}");
    let page = browser.open(&path);
    let form = page
        .form(&path)
        .with("guardian", "Lindiwe Qwabe")
        .with("relation", "guardian")
        .with("answers/publish_name", publish_name)
        .with("answers/share_colours", share_colours);
    (page, form)
}

fn a_parent_answers_on_a_page_once(app: &TestApp) {
    let child = Child::new(app);
    let (browser, code) = (Browser::new(app), child.code(app));
    let (page, form) = filled(&browser, &code, "yes", "no");
    assert_eq!(page.header("cache-control"), "private, no-store");
    assert_eq!(page.header("x-robots-tag"), "noindex, nofollow");
    let told = page.text();
    assert!(told.contains("Z. Q. , born in 2012"), "{told}");
    assert!(!page.body.contains("Qwabe") && !page.body.contains(&child.id));
    for wording in app.anyone().get("/v1/consent-wordings").items() {
        assert!(told.contains(text(&wording["text"])), "{told}");
    }
    let done = browser.go(&form);
    assert!(done.text().contains("the answers are kept"), "{}", done.text());
    assert_eq!(child.name(app), "Zwelibanzi Qwabe");
    // Sent twice, and with another answer: nothing is done.
    assert!(browser.go(&form).text().contains("the answers are kept"));
    let changed = form.with("answers/publish_name", "no");
    assert!(browser.go(&changed).text().contains("the answers are kept"));
    assert_eq!(child.name(app), "Zwelibanzi Qwabe");
    let consents = child.consents(app);
    assert_eq!(
        (consents.len(), &consents[0]["relation"], &consents[0]["guardian"]),
        (1, &json!("guardian"), &json!("Lindiwe Qwabe"))
    );
    assert!(!consents[0]["link_id"].is_null());
}

fn a_page_asks_again_what_is_missing_or_has_changed(app: &TestApp) {
    let child = Child::new(app);
    let (browser, code) = (Browser::new(app), child.code(app));
    let (_, form) = filled(&browser, &code, "yes", "");
    let page = browser.send(&form.with("guardian", " "));
    assert_eq!(page.status, 422);
    let told = page.text();
    assert!(told.contains("May the colours be shared?: Must be given."), "{told}");
    assert!(told.contains("Your name: Must be given."), "{told}");
    // What was chosen is kept.
    assert!(
        page.body.contains("<option value=\"guardian\" selected>"),
        "{}",
        page.body
    );
    let (_, form) = filled(&browser, &code, "yes", "yes");
    app.pass(TimeDelta::minutes(1));
    let wording = json!({
        "purpose": "publish_name", "version": "2026-2", "text": "I agree to more.", "valid_from": "2026-11-20",
    });
    app.administrator().post("/v1/consent-wordings", &wording).expect(201);
    let page = browser.send(&form);
    assert_eq!(page.status, 409, "{}", page.text());
    assert!(page.text().contains("A text has changed") && page.text().contains("I agree to more."));
    // A yes to another text is none.
    assert!(!page.body.contains("<option value=\"yes\" selected>"), "{}", page.body);
    assert_eq!(page.form(&form.action).fields["guardian"], "Lindiwe Qwabe");
    assert!(child.consents(app).is_empty());
}

fn a_page_tells_what_to_do_instead(app: &TestApp) {
    let child = Child::new(app);
    let browser = Browser::new(app);
    let unknown = browser.get("/consents/nothing");
    assert_eq!(unknown.status, 404);
    assert!(
        unknown.text().contains("ask the club for another link"),
        "{}",
        unknown.text()
    );
    let code = child.code(app);
    let (_, form) = filled(&browser, &code, "yes", "yes");
    app.pass(TimeDelta::days(14));
    for over in [browser.get(&form.action), browser.send(&form)] {
        assert_eq!(over.status, 410);
        assert!(over.text().contains("Ask the club for another"), "{}", over.text());
    }
    assert!(child.consents(app).is_empty());
    let elsewhere = Browser::new(app).sending("sec-fetch-site", "cross-site");
    assert_eq!(elsewhere.send(&form).status, 403);
}

fn a_secretary_makes_a_link_at_the_desk(app: &TestApp) {
    let child = Child::new(app);
    let account = app.account();
    let grant = json!({ "role": "club_secretary", "club_id": child.club });
    let grants = format!("/v1/accounts/{}/grants", account.id);
    app.administrator().post(&grants, &grant).expect(201);
    let browser = Browser::of(app, &account.email);
    let path = format!("/desk/players/{}/consent-link", child.id);
    let form = browser.open(&path).form(&path);
    let page = browser.send(&form);
    assert_eq!((page.status, page.header("cache-control")), (200, "private, no-store"));
    let (_, link) = page.body.split_once("/consents/").unwrap();
    let code = link.split('"').next().unwrap();
    let parent = Browser::new(app);
    let (_, form) = filled(&parent, code, "yes", "yes");
    // Nowhere else is it told, and another takes its place.
    let again = browser.open(&path);
    assert!(!again.body.contains(code));
    browser.go(&again.form_to("/withdrawal"));
    assert_eq!(parent.send(&form).status, 410);
    let adult = format!("/desk/players/{}/consent-link", app.player(&child.club));
    let refused = browser.send(&browser.open(&adult).form(&adult));
    assert_eq!(refused.status, 422);
    assert!(refused.text().contains("consents themselves"), "{}", refused.text());
    // Not for others, nor for those of another club.
    let stranger = Browser::new(app).get(&path);
    assert_eq!(
        (stranger.status, stranger.header("location").starts_with("/sign-in")),
        (303, true)
    );
    let other = app.account();
    let grant = json!({ "role": "club_secretary", "club_id": app.club("ZA-NW") });
    app.administrator()
        .post(&format!("/v1/accounts/{}/grants", other.id), &grant)
        .expect(201);
    assert_eq!(Browser::of(app, &other.email).get(&path).status, 403);
    assert_eq!(Browser::of(app, ADMINISTRATOR).get(&path).status, 200);
}
