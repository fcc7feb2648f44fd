//! The criteria of colours at the desk of administrators: read, and set for a gaming year by a form.

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::browser::{Browser, Form, Page, says};

on_sqlite! {
    criteria_are_read_by_version,
    criteria_are_set_as_they_are_shown,
    a_rule_is_changed_left_out_and_added,
    what_is_wrong_stands_at_its_rule_and_what_was_typed_stays,
    criteria_of_a_year_that_is_over_or_in_use_stay,
    criteria_are_for_administrators,
}

const PATH: &str = "/desk/criteria/new";

/// The form as a browser sends it: with what is chosen, and with the boxes that are ticked.
fn filled(page: &Page) -> Form {
    let mut form = page.form(PATH);
    let body = page.body.split("<form ").find(|part| part.contains(PATH)).unwrap();
    let name = |tag: &str| {
        tag.split("name=\"")
            .nth(1)
            .unwrap()
            .split('"')
            .next()
            .unwrap()
            .to_owned()
    };
    for select in body.split("<select ").skip(1) {
        let select = select.split("</select>").next().unwrap();
        let chosen = select.split("<option ").find(|option| option.contains(" selected"));
        let value = chosen.map_or("", |option| {
            option.split("value=\"").nth(1).unwrap().split('"').next().unwrap()
        });
        form.fields.insert(name(select), value.to_owned());
    }
    for tag in body
        .split('<')
        .filter(|tag| tag.contains("type=\"checkbox\"") && tag.contains(" checked"))
    {
        form.fields.insert(name(tag), "yes".to_owned());
    }
    form
}

fn criteria(app: &TestApp, year: i64) -> Value {
    app.anyone()
        .get(&format!("/v1/colours-criteria?year={year}"))
        .expect(200)
}

fn rules(app: &TestApp, year: i64) -> usize {
    criteria(app, year)["items"].as_array().unwrap().len()
}

fn criteria_are_read_by_version(app: &TestApp) {
    let browser = Browser::administrator(app);
    assert!(
        browser
            .open("/desk/federation")
            .links()
            .contains(&"/desk/criteria".to_owned())
    );
    let list = browser.open("/desk/criteria");
    says(&list, "Preset Version");
    let version = list
        .links()
        .into_iter()
        .rev()
        .find(|link| link.starts_with("/desk/criteria/"))
        .unwrap();
    let page = browser.open(&version);
    says(&page, "Regional colours One of the first 3 places of a regional event");
    assert_eq!(browser.get("/desk/criteria/99").status, 404);
}

fn criteria_are_set_as_they_are_shown(app: &TestApp) {
    let browser = Browser::administrator(app);
    let before = criteria(app, 2027);
    let form = filled(&browser.open(PATH)).with("name", "As decided on 3 October");
    assert_eq!(form.fields["year"], "2028");
    let page = browser.go(&form);
    says(&page, "As decided on 3 October");
    says(&page, "from 1 November 2027, for the gaming years from 2028 on");
    let after = criteria(app, 2028);
    assert_eq!(
        (&after["items"], &after["name"]),
        (&before["items"], &json!("As decided on 3 October"))
    );
    assert_eq!(
        criteria(app, 2027)["version"],
        before["version"],
        "this year keeps its own"
    );
    // Sent twice it is done once; begun anew from a year that is to come, it is for that year again.
    assert_eq!(browser.send(&form).header("idempotency-replayed"), "true");
    let again = browser.open(&format!("{PATH}?from={}", after["version"])).form(PATH);
    assert_eq!(
        (again.fields["year"].as_str(), again.fields["name"].as_str()),
        ("2028", "As decided on 3 October")
    );
}

fn a_rule_is_changed_left_out_and_added(app: &TestApp) {
    let browser = Browser::administrator(app);
    let all = rules(app, 2027);
    let form = filled(&browser.open(PATH)).with("name", "Changed");
    let places = (0..all)
        .find(|at| form.fields[&format!("items/{at}/basis")] == "place")
        .unwrap();
    let dropped = (0..all)
        .find(|at| form.fields[&format!("items/{at}/basis")] == "discretion")
        .unwrap();
    let form = form
        .with(&format!("items/{places}/places"), "2")
        .with(&format!("items/{dropped}/dropped"), "yes")
        .with(&format!("items/{all}/level"), "national")
        .with(&format!("items/{all}/basis"), "umpire")
        .with(&format!("items/{all}/team"), "national_squad")
        .with(&format!("items/{all}/divisions/senior"), "yes");
    let page = browser.go(&form);
    says(&page, "One of the first 2 places of");
    says(&page, "Selected as an umpire beside the national squad.");
    let set = criteria(app, 2028);
    assert_eq!(set["items"].as_array().unwrap().len(), all);
    assert_eq!(set["items"][all - 1]["divisions"], json!(["senior"]));
}

fn what_is_wrong_stands_at_its_rule_and_what_was_typed_stays(app: &TestApp) {
    let browser = Browser::administrator(app);
    let all = rules(app, 2027);
    let form = filled(&browser.open(PATH)).with("name", "Mine");
    let added = |changes: &[(&str, &str)]| {
        let named = |form: Form, (member, text): &(&str, &str)| form.with(&format!("items/{all}/{member}"), text);
        changes.iter().fold(form.clone(), named)
    };
    let of_all = all + 1;
    for (form, told) in [
        (form.clone().with("name", ""), "Name: Must be given.".to_owned()),
        (
            form.clone().with("year", "soon"),
            "in force: Must be a whole number.".to_owned(),
        ),
        (
            added(&[("level", "regional")]),
            format!("Rule {of_all}, They rest on: Must be given."),
        ),
        (
            added(&[("level", "regional"), ("basis", "discretion")]),
            format!("Rule {of_all}, Divisions: Tick at least one."),
        ),
        (
            added(&[
                ("level", "regional"),
                ("basis", "place"),
                ("divisions/senior", "yes"),
                ("events/0", "regional"),
            ]),
            format!("Rule {of_all}, Number of places that count: Must be from 1 to 100"),
        ),
        (
            added(&[
                ("level", "regional"),
                ("basis", "top_half"),
                ("divisions/senior", "yes"),
                ("events/0", "club"),
            ]),
            format!("Rule {of_all}, Event: Two events count."),
        ),
        (
            added(&[
                ("level", "regional"),
                ("basis", "discretion"),
                ("divisions/senior", "yes"),
                ("team", "region"),
            ]),
            format!("Rule {of_all}, Team: Does not go with what the colours rest on"),
        ),
    ] {
        let page = browser.send(&form);
        assert_eq!(page.status, 422, "{told}: {}", page.text());
        says(&page, &told);
        let again = filled(&page);
        for (field, typed) in form.fields.iter().filter(|(_, typed)| !typed.is_empty()) {
            assert_eq!(again.fields.get(field), Some(typed), "{told}: {field}");
        }
    }
    let none = (0..all).fold(form.clone(), |form, at| {
        form.with(&format!("items/{at}/dropped"), "yes")
    });
    says(&browser.send(&none), "There is no rule.");
    assert_eq!(
        criteria(app, 2028)["version"],
        criteria(app, 2027)["version"],
        "nothing was set"
    );
}

fn criteria_of_a_year_that_is_over_or_in_use_stay(app: &TestApp) {
    let browser = Browser::administrator(app);
    let form = filled(&browser.open(PATH)).with("name", "Mine");
    let over = browser.send(&form.clone().with("year", "2026"));
    assert_eq!(over.status, 422);
    says(
        &over,
        "in force: Criteria are set for the gaming year 2027, or a later one.",
    );
    browser.go(&form.clone().with("year", "2027"));
    crate::world::colours::approved(app, &app.player(&app.club("ZA-NW")));
    let used = browser.send(&filled(&browser.open(PATH)).with("name", "Other").with("year", "2027"));
    assert_eq!(used.status, 409);
    says(
        &used,
        "in force: Colours were proposed by the criteria of 2027 already.",
    );
}

fn criteria_are_for_administrators(app: &TestApp) {
    let theirs = Browser::coordinator(app, "ZA-NW");
    for path in ["/desk/criteria", "/desk/criteria/1", PATH] {
        assert_eq!(theirs.get(path).status, 403, "{path}");
        assert_eq!(Browser::new(app).get(path).status, 303, "{path}");
    }
    let own = theirs.open("/account").forms()[0].fields["form_token"].clone();
    let form = filled(&Browser::administrator(app).open(PATH))
        .with("name", "Mine")
        .with("form_token", &own);
    assert_eq!(theirs.send(&form).status, 403);
}
