//! Lost laptops at the desk: what one did that was not home is handed in, kept, told in words, and adopted or dismissed.

use serde_json::{Value, json};

use crate::app::{ADMINISTRATOR, TestApp};
use crate::browser::{Browser, Form, Page};
use crate::caller::text;
use crate::hall::Hall;
use crate::venue_desk::{
    at_home, at_the_venue, bring_home, brought, coordinator, desk, handing_in, lent, saved, sent_by, tells,
    tells_in_order, to_hand_in,
};
use crate::weekend::{Weekend, given, handed_in, keys, lending, own_account, rows};

on_sqlite! {
    a_lost_laptop_is_told_at_the_desk,
    a_lost_laptop_hands_in_what_is_not_kept,
    what_a_lost_laptop_did_is_adopted_at_the_desk,
    what_a_lost_laptop_did_is_dismissed_at_the_desk,
    forms_of_a_lost_laptop_are_adopted,
    every_form_of_the_desk_is_told_in_words,
    what_a_lost_laptop_did_is_read_by_those_who_look_after_the_tournament,
}

/// The pen is taken from the laptop of that hall.
#[track_caller]
fn reclaim(hall: &Hall<'_>) {
    let reason = json!({ "reason": "It was stolen on Saturday night." });
    let path = format!("{}/pen-reclaims", hall.path);
    hall.app.administrator().post(&path, &reason).expect(201);
}

/// The number of commands that the laptop has written down.
fn number_of_commands(weekend: &Weekend<'_>) -> usize {
    weekend.hand_in_after(0)["commands"].as_array().unwrap().len()
}

/// The forms of a page by which commands are adopted, in their order.
fn adoptions(page: &Page) -> Vec<Form> {
    let forms = page.forms().into_iter();
    forms.filter(|form| form.action.contains("/adoption")).collect()
}

/// The forms of a page by which commands are dismissed, in their order, each with that note typed into it.
fn dismissals(page: &Page, note: &str) -> Vec<Form> {
    let forms = page.forms().into_iter();
    let forms = forms.filter(|form| form.action.contains("/dismissal"));
    forms.map(|form| form.clone().with(&note_name(&form), note)).collect()
}

/// The name of the field for the note in the form that dismisses a command.
fn note_name(form: &Form) -> String {
    let mut names = form.fields.keys();
    names.find(|name| name.starts_with("note-")).unwrap().clone()
}

fn a_lost_laptop_is_told_at_the_desk(app: &TestApp) {
    let weekend = lent(app);
    weekend.play();
    let all = number_of_commands(&weekend);
    let (browser, desk) = (at_home(&weekend), desk(&weekend.hall));
    let late = handing_in(&browser, &weekend, to_hand_in(&weekend));
    let coordinator = coordinator(&weekend.hall);
    let path = format!("{desk}/pen-reclaim");
    assert!(coordinator.open(&desk).links().contains(&path));
    let form = coordinator.open(&path).form(&path);
    let silent = coordinator.send(&form);
    assert_eq!(silent.status, 422);
    tells(&silent, "What has happened:");
    let page = coordinator.go(&form.with("reason", "It was stolen on Saturday night."));
    assert!(!page.text().contains("has the pen"), "{}", page.text());
    for way in ["pen-loan", "pen-hand-in"] {
        assert!(page.links().contains(&format!("{desk}/{way}")), "{way}");
    }
    let pen = app.anyone().get(&format!("{}/pen", weekend.hall.path)).expect(200);
    assert_eq!(pen["lent"], false);
    let page = coordinator.open(&path);
    tells(&page, "No laptop has the pen of this tournament.");
    assert!(page.forms().iter().all(|form| form.action != path));
    // What it did comes in all the same, is kept, and the laptop is told so.
    let page = browser.go(&late);
    tells(&page, &format!("0 steps are home, and {all} more are kept."));
    tells(&page, "The pen was reclaimed from Hall laptop.");
    assert!(rows(app, "rounds").is_empty(), "nobody has executed it");
    let receipt = saved(&browser, &page, "/pen-receipts/1");
    let page = brought(&weekend, receipt.clone());
    tells(&page, "The pen was reclaimed from this laptop");
    let kept = |word: &str| {
        format!(
            "0 of {all} {word} are at the federation, which has the pen again and keeps {all} more, to be adopted: nothing on this \
             laptop is needed any more."
        )
    };
    tells(&page, &kept("steps"));
    assert!(page.forms().iter().all(|form| !form.action.ends_with("/closing")));
    assert_eq!(
        weekend.confirm(&serde_json::from_slice(&receipt).unwrap()),
        (kept("commands"), true)
    );
    // There is a receipt for each loan, and for no other.
    assert_eq!(browser.get_file(&format!("{desk}/pen-receipts/2")).0, 409);
    assert_eq!(browser.get_file(&format!("{desk}/pen-receipts/x")).0, 404);
    let Weekend { hall, .. } = weekend;
    let again = Weekend::of(hall);
    let page = browser.open(&format!("{desk}/pen-hand-in"));
    tells_in_order(
        &page,
        &[
            "The pen is with Hall laptop.",
            "The pen was reclaimed from Hall laptop.",
        ],
    );
    for epoch in [1, 2] {
        saved(&browser, &page, &format!("/pen-receipts/{epoch}"));
    }
    tells(&at_the_venue(&again).open(&desk), "This laptop has the pen");
}

fn a_lost_laptop_hands_in_what_is_not_kept(app: &TestApp) {
    let weekend = Weekend::new(app, 4);
    weekend.play();
    let all = number_of_commands(&weekend);
    reclaim(&weekend.hall);
    weekend.hand_in(&weekend.part(0, 2)).expect(200);
    // The third is missing still.
    let receipt = weekend.hand_in(&weekend.part(3, all)).expect(200);
    assert_eq!(receipt["kept"], json!(all - 1));
    let lacking = format!(
        "0 of {all} commands are at the federation, which has the pen again and keeps 2 more, to be adopted: hand in the others, \
         and delete nothing."
    );
    assert_eq!(weekend.confirm(&receipt), (lacking, false));
    tells(
        &at_the_venue(&weekend).open(&desk(&weekend.hall)),
        "and keeps 2 more, to be adopted. Delete nothing.",
    );
    let next: Value = serde_json::from_slice(&to_hand_in(&weekend)).unwrap();
    assert_eq!(next["commands"][0]["n"], 3);
    let page = bring_home(&weekend);
    tells(&page, &format!("0 steps are home, and {all} more are kept."));
    let page = brought(&weekend, saved(&at_home(&weekend), &page, "/pen-receipts/1"));
    tells(&page, "nothing on this laptop is needed any more.");
    let next: Value = serde_json::from_slice(&to_hand_in(&weekend)).unwrap();
    assert_eq!(next["commands"], json!([]));
}

/// The words of the commands that a round takes, once its players are there.
const ROUND: [&str; 5] = [
    "Draw a round",
    "Publish a round",
    "Enter results of a round",
    "Confirm results of a round",
    "Close a round",
];

fn what_a_lost_laptop_did_is_adopted_at_the_desk(app: &TestApp) {
    let weekend = Weekend::new(app, 4);
    weekend.play();
    weekend.hand_in(&weekend.part(0, 4)).expect(200);
    let (browser, desk) = (coordinator(&weekend.hall), desk(&weekend.hall));
    let path = format!("{desk}/pen-branch-commands");
    reclaim(&weekend.hall);
    tells(&browser.open(&path), "Nothing is kept.");
    let page = bring_home(&weekend);
    tells(&page, "4 steps are home, and 5 more are kept.");
    assert!(!page.links().contains(&path), "it is for coordinators");
    for from in [desk.clone(), format!("{desk}/pen-hand-in")] {
        assert!(browser.open(&from).links().contains(&path), "{from}");
    }
    let page = browser.open(&path);
    tells_in_order(&page, &ROUND);
    tells(&page, "Step 5 of Hall laptop, by ");
    let forms = adoptions(&page);
    let [draw, publication, results, confirmations, closing] = forms.as_slice() else {
        panic!("{}", page.text());
    };
    // Out of its order a command finds nothing; that is told at it, and nothing is adopted.
    let refused = browser.send(publication);
    assert_eq!(refused.status, 404, "{}", refused.text());
    tells_in_order(
        &refused,
        &[
            "Draw a round",
            "Publish a round",
            "Not found",
            "Enter results of a round",
        ],
    );
    assert_eq!(adoptions(&refused).len(), forms.len());
    for form in [draw, publication, results] {
        browser.go(form);
    }
    // Sent once more it is done once; somebody else comes too late.
    assert_eq!(browser.send(draw).status, 303);
    let late = browser.send(&draw.clone().with("form_key", "another"));
    assert_eq!(late.status, 409, "{}", late.text());
    tells(&late, "Step 5 was adopted before.");
    // It is a command of whoever adopts it: nobody confirms a result of their own.
    let refused = browser.send(confirmations);
    assert_eq!(refused.status, 403, "{}", refused.text());
    tells_in_order(
        &refused,
        &[
            "Confirm results of a round",
            "A second person confirms",
            "Close a round",
        ],
    );
    let administrator = Browser::of(app, ADMINISTRATOR);
    let confirmation = administrator.open(&path);
    administrator.go(&confirmation.form(&confirmations.action));
    let page = browser.go(closing);
    assert!(adoptions(&page).is_empty());
    assert_eq!(page.text().matches("Adopted by ").count(), forms.len());
    assert!(!browser.open(&desk).links().contains(&path));
    let standings = format!("{}/standings", weekend.hall.path);
    let [here, there] = [app, &weekend.laptop].map(|app| app.anyone().get(&standings).expect(200));
    assert_eq!(here, there);
    assert_eq!(app.trail().fault(), None);
}

fn what_a_lost_laptop_did_is_dismissed_at_the_desk(app: &TestApp) {
    let weekend = Weekend::new(app, 4);
    weekend.play();
    weekend.hand_in(&weekend.part(0, 4)).expect(200);
    reclaim(&weekend.hall);
    bring_home(&weekend);
    let (browser, desk) = (coordinator(&weekend.hall), desk(&weekend.hall));
    let path = format!("{desk}/pen-branch-commands");
    let page = browser.open(&path);
    for (wrong, told) in [
        (String::new(), "Why nobody is to adopt it: Must not be empty."),
        (
            "x".repeat(401),
            "Why nobody is to adopt it: May have at most 400 characters.",
        ),
    ] {
        let form = &dismissals(&page, &wrong)[1];
        let refused = browser.send(form);
        assert_eq!(refused.status, 422, "{}", refused.text());
        tells_in_order(&refused, &["Publish a round", told, "Enter results of a round"]);
        let typed = refused.form(&form.action);
        assert_eq!(typed.fields[&note_name(form)], wrong, "what was typed is kept");
    }
    let (adopted, forms) = (adoptions(&page), dismissals(&page, "The round was drawn again."));
    assert_eq!((adopted.len(), forms.len()), (ROUND.len(), ROUND.len()));
    let left = browser.go(&forms[0]);
    tells_in_order(
        &left,
        &[
            "Draw a round",
            "Dismissed by ",
            "The round was drawn again.",
            "Publish a round",
        ],
    );
    assert_eq!(adoptions(&left).len(), adopted.len() - 1);
    assert_eq!(dismissals(&left, "").len(), forms.len() - 1);
    // Sent once more it is done once; somebody else comes too late, to dismiss it and to adopt it.
    assert_eq!(browser.send(&forms[0]).status, 303);
    for late in [&forms[0], &adopted[0]] {
        let late = browser.send(&late.clone().with("form_key", "another"));
        assert_eq!(late.status, 409, "{}", late.text());
        tells(&late, "Step 5 was dismissed before.");
    }
    for form in &forms[1..] {
        browser.go(form);
    }
    let page = browser.open(&path);
    assert!(adoptions(&page).is_empty() && dismissals(&page, "").is_empty());
    assert!(!browser.open(&desk).links().contains(&path));
    assert!(rows(app, "rounds").is_empty(), "nobody has executed it");
    assert_eq!(app.trail().fault(), None);
}

fn forms_of_a_lost_laptop_are_adopted(app: &TestApp) {
    let weekend = Weekend::new(app, 4);
    let (browser, desk) = (at_the_venue(&weekend), desk(&weekend.hall));
    let page = browser.open(&format!("{desk}/check-in"));
    let mut form = page.form_to("/check-in");
    form.fields.extend(page.boxes());
    browser.go(&form);
    browser.go(&browser.open(&desk).form_to("/rounds"));
    assert_eq!(number_of_commands(&weekend), 2);
    reclaim(&weekend.hall);
    bring_home(&weekend);
    let browser = coordinator(&weekend.hall);
    let path = format!("{desk}/pen-branch-commands");
    let page = browser.open(&path);
    tells_in_order(
        &page,
        &["Check many players in", "What was sent", "tick-", "Draw a round"],
    );
    for hidden in [&form.fields["form_key"], &form.fields["form_token"]] {
        assert!(!page.body.contains(hidden.as_str()), "{hidden}");
    }
    let forms = adoptions(&page);
    assert_eq!(forms.len(), 2);
    browser.go(&forms[0]);
    let here = rows(app, "entries");
    assert!(here.iter().all(|entry| !entry["checked_in_at"].is_null()), "{here:?}");
    // The federation has drawn meanwhile: what the form is refused with is told, to programs too.
    weekend.hall.publish();
    let drawn = weekend.hall.draw_at_once(&json!({}));
    let told = drawn.json();
    let refused = browser.send(&forms[1]);
    assert_eq!(refused.status, drawn.status, "{}", refused.text());
    tells(&refused, text(&told["title"]));
    let kept = weekend
        .hall
        .coordinator
        .get(&format!("{}/pen-branch-commands", weekend.hall.path));
    let kept = kept.items();
    let adoption = format!("/v1/pen-branch-commands/{}/adoptions", text(&kept[1]["id"]));
    let adopted = weekend.hall.coordinator.send("POST", &adoption, &[], None);
    adopted.refused(drawn.status, text(&told["code"]));
    assert_eq!(rows(app, "rounds").len(), 1);
}

/// The paths of the forms of a tournament's desk that are sent at a venue, as the sources have them, with an id in each.
fn paths_of_forms() -> Vec<String> {
    let sources = crate::tidy::sources("crates/desk/src/pages/tournament_desk").into_iter();
    let sources = sources.filter(|(file, _)| !file.contains("/pen/"));
    let paths = sources.flat_map(|(_, source)| {
        let posts = source.split("#[post(\"").skip(1);
        let paths = posts.map(|rest| rest.split('"').next().unwrap().to_owned());
        paths.collect::<Vec<_>>()
    });
    // Another tournament is announced by the federation.
    let at_venues = paths.filter(|path| path != "/desk/announcement");
    at_venues
        .map(|path| path.replace("{id}", "019aa0d1-2b3c-7d4e-8f5a-6b7c8d9e0f1a"))
        .collect()
}

fn every_form_of_the_desk_is_told_in_words(app: &TestApp) {
    let keys = keys();
    let hall = Hall::new(app, &json!({}), 2);
    let (loan_of, umpire) = ((hall.id(), 1), own_account(&hall.umpire).0);
    let loan = lending(&keys, &[&umpire]);
    app.administrator()
        .post(&format!("{}/pen-loans", hall.path), &loan)
        .expect(201);
    reclaim(&hall);
    let mut paths = paths_of_forms();
    assert!(paths.len() > 25, "{paths:?}");
    paths.push("/desk/nothing/of/the/kind".to_owned());
    let mut commands: Vec<Value> = Vec::new();
    for path in &paths {
        let next = given(loan_of, commands.last(), &umpire, (path.as_str(), &json!({})));
        commands.push(next);
    }
    let form = handed_in(loan_of, &keys, &commands, false);
    hall.umpire
        .post(&format!("{}/pen-hand-ins", hall.path), &form)
        .expect(200);
    let browser = coordinator(&hall);
    let first = browser.open(&format!("{}/pen-branch-commands", desk(&hall)));
    let next = first.links().into_iter().find(|link| link.contains("cursor=")).unwrap();
    let second = browser.open(&next);
    assert!(second.links().iter().all(|link| !link.contains("cursor=")));
    let told = first.text() + &second.text();
    let unknown: Vec<&str> = told.split("POST ").skip(1).collect();
    assert_eq!(unknown.len(), 1, "{unknown:?}");
    assert!(unknown[0].starts_with("/desk/nothing/of/the/kind"), "{unknown:?}");
    // Whoever adopts one of the second page stays on it.
    let forms = adoptions(&second);
    assert_eq!(adoptions(&first).len() + forms.len(), paths.len());
    let refused = browser.send(forms.last().unwrap());
    assert_eq!(refused.status, 404, "{}", refused.text());
    assert_eq!(adoptions(&refused).len(), forms.len());
}

fn what_a_lost_laptop_did_is_read_by_those_who_look_after_the_tournament(app: &TestApp) {
    let weekend = Weekend::new(app, 2);
    weekend.play();
    reclaim(&weekend.hall);
    bring_home(&weekend);
    let path = format!("{}/pen-branch-commands", desk(&weekend.hall));
    let page = coordinator(&weekend.hall).open(&path);
    let forms = [
        adoptions(&page).remove(0),
        dismissals(&page, "The round was drawn again.").remove(0),
    ];
    let umpire = at_home(&weekend);
    assert!(!umpire.open(&desk(&weekend.hall)).links().contains(&path));
    let elsewhere = Browser::of(app, &own_account(&app.coordinator("ZA-LP")).1);
    for browser in [&umpire, &elsewhere] {
        assert_eq!(browser.get(&path).status, 403);
        for form in &forms {
            assert_eq!(sent_by(browser, form).status, 403);
        }
    }
    let stranger = Browser::new(app).get(&path);
    assert_eq!(stranger.status, 303);
    assert!(stranger.header("location").starts_with("/sign-in?"));
    let kept = weekend
        .hall
        .coordinator
        .get(&format!("{}/pen-branch-commands", weekend.hall.path));
    let is_open = |command: &Value| command["adopted_at"].is_null() && command["dismissed_at"].is_null();
    assert!(kept.items().iter().all(is_open));
}
