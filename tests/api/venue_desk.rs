//! A tournament at a venue without a network, by the desks of the federation and of the laptop alone.

use diesel::connection::SimpleConnection;
use serde_json::{Value, json};

use crate::app::TestApp;
use crate::browser::{Browser, Form, Page};
use crate::caller::text;
use crate::hall::{Hall, equipment, keep_order};
use crate::weekend::{Weekend, keys, lending, own_account, rows};

on_sqlite! {
    a_weekend_goes_by_the_desks,
    what_is_wrong_with_a_loan_is_told_at_its_form,
    a_file_that_was_not_saved_is_given_again,
    a_file_that_is_another_is_told_at_its_form,
    a_stop_is_told_at_the_form,
    the_desk_of_the_pen_is_for_those_who_may,
    a_laptop_neither_lends_nor_reclaims,
}

/// The path of the tournament's desk.
pub fn desk(hall: &Hall<'_>) -> String {
    hall.path.replace("/v1/", "/desk/")
}

/// The coordinator of the hall at a browser, at the federation.
pub fn coordinator<'a>(hall: &Hall<'a>) -> Browser<'a> {
    Browser::of(hall.app, &own_account(&hall.coordinator).1)
}

/// The form for a loan as somebody fills it in, with ticks for those officials.
pub fn filled_in(page: &Page, loan: &Value) -> Form {
    let mut form = page.form_to("/pen-loan");
    for name in ["laptop", "sealing_key", "signing_key"] {
        form = form.with(name, text(&loan[name]));
    }
    for official in loan["official_ids"].as_array().unwrap() {
        form = form.with(&format!("tick-{}", text(official)), "yes");
    }
    form
}

/// A friendly tournament whose pen the coordinator has lent at the desk.
pub fn lent(app: &TestApp) -> Weekend<'_> {
    let hall = Hall::new(app, &json!({}), 4);
    keep_order(app, &hall.path);
    Weekend::lent_by(hall, |hall, loan| {
        let (browser, path) = (coordinator(hall), format!("{}/pen-loan", desk(hall)));
        assert!(browser.open(&desk(hall)).links().contains(&path));
        let page = browser.open(&path);
        lent_with(&browser, &page, &filled_in(&page, loan), loan)
    })
}

/// What the API would have answered to the loan that this form of that page asks for: the page with the codes, and then the file.
pub fn lent_with(browser: &Browser<'_>, page: &Page, form: &Form, loan: &Value) -> Value {
    let words = said_between(page, "<span>--federation</span> \"", "\"").remove(0);
    let page = browser.send(form);
    tells(&page, "They are shown this once");
    let codes = said_between(&page, "<dd><code>", "</code></dd>");
    let file = browser.send(&page.form_to("/pen-loan"));
    assert_eq!(file.status, 200, "{}", file.text());
    assert_eq!(
        file.header("content-disposition"),
        "attachment; filename=\"bundle.json\""
    );
    let bundle: Value = serde_json::from_str(&file.body).unwrap();
    // People of one name stand in the order of their ids.
    let mut officials: Vec<&str> = loan["official_ids"].as_array().unwrap().iter().map(text).collect();
    officials.sort_unstable();
    assert_eq!(codes.len(), officials.len());
    let codes = officials.iter().zip(codes);
    let codes: Vec<Value> = codes
        .map(|(id, code)| json!({ "account_id": id, "code": code }))
        .collect();
    json!({ "bundle": bundle, "federation_words": words, "official_codes": codes })
}

/// What stands on a page between these, wherever it does.
pub fn said_between(page: &Page, before: &str, after: &str) -> Vec<String> {
    let body = page.body.replace("&quot;", "\"");
    let parts = body.split(before).skip(1);
    parts.map(|part| part.split(after).next().unwrap().to_owned()).collect()
}

/// The umpire at a browser: at the federation, and on the laptop.
pub fn at_home<'a>(weekend: &Weekend<'a>) -> Browser<'a> {
    Browser::of(weekend.hall.app, &weekend.umpire)
}

pub fn at_the_venue<'w>(weekend: &'w Weekend<'_>) -> Browser<'w> {
    Browser::of(&weekend.laptop, &weekend.umpire)
}

/// A file that is saved from a page.
#[track_caller]
pub fn saved(browser: &Browser<'_>, from: &Page, end: &str) -> Vec<u8> {
    let path = from.links().into_iter().find(|link| link.ends_with(end)).unwrap();
    let (status, file) = browser.get_file(&path);
    assert_eq!(status, 200, "{path}");
    file
}

/// The file that the laptop saves to be handed in.
pub fn to_hand_in(weekend: &Weekend<'_>) -> Vec<u8> {
    let browser = at_the_venue(weekend);
    let page = browser.open(&format!("{}/pen", desk(&weekend.hall)));
    saved(&browser, &page, "/pen/hand-in")
}

/// The form by which a file of the laptop is handed in.
pub fn handing_in(browser: &Browser<'_>, weekend: &Weekend<'_>, file: Vec<u8>) -> Form {
    let page = browser.open(&format!("{}/pen-hand-in", desk(&weekend.hall)));
    page.form_to("/pen-hand-in").with_file("hand_in", "hand-in.json", file)
}

/// The laptop's page once a receipt was brought there.
pub fn brought(weekend: &Weekend<'_>, receipt: Vec<u8>) -> Page {
    let browser = at_the_venue(weekend);
    let page = browser.open(&format!("{}/pen", desk(&weekend.hall)));
    let form = page.form_to("/pen/receipt");
    browser.go(&form.with_file("receipt", "receipt.json", receipt))
}

#[track_caller]
pub fn tells(page: &Page, told: &str) {
    assert!(page.text().contains(told), "{}", page.text());
}

fn a_weekend_goes_by_the_desks(app: &TestApp) {
    let weekend = lent(app);
    let desk = desk(&weekend.hall);
    // All pages of the desk tell that the pen is away.
    for path in [desk.clone(), format!("{desk}/entries")] {
        let page = at_home(&weekend).open(&path);
        tells(&page, "Hall laptop has the pen since");
        tells(&page, "0 steps are home.");
        let ways = |end: &str| page.links().contains(&format!("{desk}/{end}"));
        assert!(ways("pen-hand-in") && !ways("pen-reclaim") && !ways("pen-loan"));
    }
    tells(
        &at_the_venue(&weekend).open(&desk),
        "This laptop has the pen . 0 of 0 steps are at the federation. Delete nothing.",
    );
    weekend.play();
    let all = weekend.hand_in_after(0)["commands"].as_array().unwrap().len();
    tells(
        &at_the_venue(&weekend).open(&desk),
        &format!("0 of {all} steps are at the federation"),
    );
    // What was done comes home, and the laptop is told so.
    let browser = at_home(&weekend);
    let page = browser.go(&handing_in(&browser, &weekend, to_hand_in(&weekend)));
    tells(&page, &format!("{all} steps are home. The pen is with Hall laptop."));
    tells(&browser.open(&desk), &format!("{all} steps are home, last handed in"));
    weekend.assert_same();
    let page = brought(&weekend, saved(&browser, &page, "/pen-receipts/1"));
    tells(
        &page,
        &format!("{all} of {all} steps are at the federation. Delete nothing."),
    );
    // From now on the file has what comes after.
    let next: Value = serde_json::from_slice(&to_hand_in(&weekend)).unwrap();
    assert_eq!(next["commands"], json!([]));
    // The pen is laid down, by whoever is sure of it, and the last file gives it back.
    let browser = at_the_venue(&weekend);
    let form = browser.open(&format!("{desk}/pen")).form_to("/pen/closing");
    let unsure = browser.send(&form);
    assert_eq!(unsure.status, 422);
    tells(&unsure, "Nothing is done unless you answer yes.");
    let page = browser.go(&form.with("sure", "yes"));
    tells(&page, "The pen is laid down on this laptop");
    assert!(page.forms().iter().all(|form| !form.action.ends_with("/closing")));
    weekend
        .umpire()
        .post(&format!("{}/equipment-confirmations", weekend.hall.path), &equipment())
        .refused(409, "pen-not-here");
    let browser = at_home(&weekend);
    let form = handing_in(&browser, &weekend, to_hand_in(&weekend));
    let page = browser.go(&form);
    tells(&page, "The pen is the federation's again");
    assert!(!browser.open(&desk).text().contains("has the pen"));
    let pen = app.anyone().get(&format!("{}/pen", weekend.hall.path)).expect(200);
    assert_eq!((&pen["lent"], &pen["executed"]), (&json!(false), &json!(all)));
    // Sent once more it is done once.
    assert_eq!(browser.send(&form).status, 303);
    weekend.assert_same();
    let receipt = saved(&browser, &page, "/pen-receipts/1");
    let page = brought(&weekend, receipt.clone());
    let back = format!("{all} of {all} steps are at the federation, which has the pen again");
    tells(&page, &back);
    // The command line tells the same of the same file.
    let (told, is_home) = weekend.confirm(&serde_json::from_slice(&receipt).unwrap());
    assert!(told.contains("which has the pen again") && is_home, "{told}");
    assert_eq!(app.trail().fault(), None);
    assert_eq!(weekend.laptop.trail().fault(), None);
}

fn what_is_wrong_with_a_loan_is_told_at_its_form(app: &TestApp) {
    let hall = Hall::new(app, &json!({}), 2);
    let (browser, path) = (coordinator(&hall), format!("{}/pen-loan", desk(&hall)));
    let page = browser.open(&path);
    let officials = [own_account(&hall.umpire).0, own_account(&hall.coordinator).0];
    for official in &officials {
        let name = format!("tick-{official}");
        assert!(page.boxes().iter().any(|(tick, _)| *tick == name), "{:?}", page.boxes());
    }
    let loan = lending(&keys(), &[&officials[0]]);
    let good = filled_in(&page, &loan);
    let refused = |form: Form, told: &str| {
        let page = browser.send(&form);
        assert_eq!(page.status, 422, "{}", page.text());
        tells(&page, told);
        page
    };
    for (name, label) in [("sealing_key", "Its sealing key"), ("signing_key", "Its signing key")] {
        let told = format!("{label}: Must be a public key of the laptop");
        let page = refused(good.clone().with(name, "a cow"), &told);
        assert_eq!(
            page.form_to("/pen-loan").fields["laptop"],
            "Hall laptop",
            "what was typed is kept"
        );
    }
    refused(good.clone().with("laptop", ""), "Name of the laptop: Must be given.");
    let mut nobody = good.clone();
    nobody.fields.remove(&format!("tick-{}", officials[0]));
    refused(nobody, "Tick who is to sign in there.");
    let mut stranger = good.clone();
    stranger.fields.remove(&format!("tick-{}", officials[0]));
    let stranger = stranger.with(&format!("tick-{}", app.account().id), "yes");
    refused(stranger, "Tick who is to sign in there.");
    let pen = app.anyone().get(&format!("{}/pen", hall.path)).expect(200);
    assert_eq!(pen["epoch"], 0);
    hall.coordinator
        .post(
            &format!("{}/cancellations", hall.path),
            &json!({ "reason": "The hall was flooded." }),
        )
        .expect(201);
    let over = browser.send(&good);
    assert_eq!(over.status, 409);
    tells(&over, "The tournament is cancelled, which does not allow this.");
    assert!(!browser.open(&desk(&hall)).links().contains(&path));
}

fn a_file_that_was_not_saved_is_given_again(app: &TestApp) {
    let hall = Hall::new(app, &json!({}), 2);
    let (browser, path) = (coordinator(&hall), format!("{}/pen-loan", desk(&hall)));
    let official = own_account(&hall.umpire).0;
    let form = || filled_in(&browser.open(&path), &lending(&keys(), &[&official]));
    let (first, other) = (form(), form());
    let lent = browser.send(&first);
    let code = said_between(&lent, "<dd><code>", "</code></dd>").remove(0);
    // The codes are shown once; whoever sends the form again, by the page with them or by going back, gets the file.
    let saving = lent.form_to("/pen-loan");
    let (once, twice) = (browser.send(&saving), browser.send(&first));
    for file in [&once, &twice] {
        assert_eq!(file.status, 200, "{}", file.text());
        assert_eq!(file.header("idempotency-replayed"), "true");
        assert!(file.header("content-disposition").contains("bundle.json") && !file.body.contains(&code));
    }
    assert_eq!(once.body, twice.body);
    let kept = rows(app, "answers");
    assert!(!kept.is_empty() && !kept.iter().any(|answer| answer.to_string().contains(&code)));
    // Another laptop does not get it as well.
    let held = browser.send(&other);
    assert_eq!(held.status, 409, "{}", held.text());
    tells(&held, "The pen is with Hall laptop");
    assert!(held.forms().iter().all(|form| !form.action.ends_with("/pen-loan")));
}

fn a_file_that_is_another_is_told_at_its_form(app: &TestApp) {
    let (weekend, another) = (lent(app), Weekend::new(app, 2));
    weekend.play();
    let good = to_hand_in(&weekend);
    let browser = at_home(&weekend);
    let refused = |file: Vec<u8>, told: &str| {
        let page = browser.send(&handing_in(&browser, &weekend, file));
        assert_eq!(page.status, 422, "{}", page.text());
        tells(&page, told);
    };
    let unknown = "File of the laptop: This is no file that a laptop has saved to be handed in.";
    refused(b"a cow".to_vec(), unknown);
    refused(weekend.lent.to_string().into_bytes(), unknown);
    refused(good[..good.len() - 10].to_vec(), unknown);
    let mut altered: Value = serde_json::from_slice(&good).unwrap();
    altered["commands"].as_array_mut().unwrap().pop();
    refused(altered.to_string().into_bytes(), "It is not what the laptop has signed");
    refused(
        another.hand_in_after(0).to_string().into_bytes(),
        "It is not signed by the laptop that has the pen.",
    );
    let mut none = handing_in(&browser, &weekend, good.clone());
    none.files.clear();
    let none = browser.send(&none);
    assert_eq!(none.status, 422);
    tells(&none, "File of the laptop: Choose a file.");
    let mut unmarked = handing_in(&browser, &weekend, good.clone());
    unmarked.fields.remove("form_token");
    assert_eq!(browser.send(&unmarked).status, 403);
    let pen = app.anyone().get(&format!("{}/pen", weekend.hall.path)).expect(200);
    assert_eq!(pen["executed"], 0);
    // The laptop takes no other receipt than the federation's for its own loan.
    let venue = at_the_venue(&weekend);
    let refused = |file: Vec<u8>, told: &str| {
        let form = venue
            .open(&format!("{}/pen", desk(&weekend.hall)))
            .form_to("/pen/receipt");
        let page = venue.send(&form.with_file("receipt", "receipt.json", file));
        assert_eq!(page.status, 422, "{}", page.text());
        tells(&page, told);
    };
    refused(
        good,
        "File of the federation: This is no receipt that the federation has given.",
    );
    let of_another = json!({ "receipt": another.bring_home()["receipt"] });
    refused(of_another.to_string().into_bytes(), "The receipt is of another loan.");
    tells(&venue.open(&desk(&weekend.hall)), "0 of ");
}

fn a_stop_is_told_at_the_form(app: &TestApp) {
    let weekend = lent(app);
    weekend.play();
    let all = weekend.hand_in_after(0)["commands"].as_array().unwrap().len();
    let browser = at_home(&weekend);
    let form = handing_in(&browser, &weekend, to_hand_in(&weekend));
    // Somebody is behind the service's back.
    let planted = "UPDATE entries SET checked_in_at = '2026-11-20T07:00:00.000000Z'";
    app.connection().batch_execute(planted).unwrap();
    let page = browser.send(&form);
    assert_eq!(page.status, 409, "{}", page.text());
    tells(&page, "Step 1 was not done as at the venue.");
    tells(&page, "Keep the laptop as it is, and report this");
    tells(
        &page,
        &format!("0 steps are home, and {all} more wait for others before them"),
    );
    let mended = "UPDATE entries SET checked_in_at = NULL";
    app.connection().batch_execute(mended).unwrap();
    tells(&browser.go(&form), &format!("{all} steps are home."));
    weekend.assert_same();
}

/// Asks that a page tells these one after the other.
#[track_caller]
pub fn tells_in_order(page: &Page, told: &[&str]) {
    let text = page.text();
    let mut rest = text.as_str();
    for one in told {
        let Some((_, after)) = rest.split_once(one) else {
            panic!("{one} is not told in its place: {text}");
        };
        rest = after;
    }
}

/// The umpire brings home at the desk what the laptop has saved; the page that tells so.
#[track_caller]
pub fn bring_home(weekend: &Weekend<'_>) -> Page {
    let browser = at_home(weekend);
    browser.go(&handing_in(&browser, weekend, to_hand_in(weekend)))
}

/// The form as somebody else sends it, from a page of their own.
pub fn sent_by(browser: &Browser<'_>, form: &Form) -> Page {
    let own = browser.open("/account").form_to("/account/tokens");
    browser.send(&form.clone().with("form_token", &own.fields["form_token"]))
}

fn the_desk_of_the_pen_is_for_those_who_may(app: &TestApp) {
    let hall = Hall::new(app, &json!({}), 2);
    let loan = lending(&keys(), &[&own_account(&hall.umpire).0]);
    let (own, path) = (coordinator(&hall), desk(&hall));
    let lend = filled_in(&own.open(&format!("{path}/pen-loan")), &loan);
    let umpire = Browser::of(app, &own_account(&hall.umpire).1);
    let elsewhere = Browser::of(app, &own_account(&app.coordinator("ZA-LP")).1);
    let another = Browser::of(app, &own_account(&crate::hall::umpire(app).0).1);
    for browser in [&umpire, &elsewhere, &another] {
        assert_eq!(browser.get(&format!("{path}/pen-loan")).status, 403);
        assert_eq!(sent_by(browser, &lend).status, 403);
    }
    assert!(!umpire.open(&path).links().contains(&format!("{path}/pen-loan")));
    let pen = || app.anyone().get(&format!("{}/pen", hall.path)).expect(200);
    assert_eq!(pen()["lent"], false);
    assert_eq!(own.send(&lend).status, 200);
    let reclaim = own.open(&format!("{path}/pen-reclaim")).form_to("/pen-reclaim");
    let reclaim = reclaim.with("reason", "It was stolen.");
    let hand_in = umpire.open(&format!("{path}/pen-hand-in")).form_to("/pen-hand-in");
    for browser in [&umpire, &elsewhere, &another] {
        assert_eq!(browser.get(&format!("{path}/pen-reclaim")).status, 403);
        assert_eq!(sent_by(browser, &reclaim).status, 403);
    }
    for browser in [&elsewhere, &another] {
        assert_eq!(browser.get(&format!("{path}/pen-hand-in")).status, 403);
        assert_eq!(browser.get_file(&format!("{path}/pen-receipts/1")).0, 403);
        let form = hand_in.clone().with_file("hand_in", "hand-in.json", "a cow");
        assert_eq!(sent_by(browser, &form).status, 403);
    }
    for page in ["pen-loan", "pen-hand-in", "pen-receipts/1", "pen-reclaim"] {
        let stranger = Browser::new(app).get(&format!("{path}/{page}"));
        assert_eq!(stranger.status, 303, "{page}");
        assert!(stranger.header("location").starts_with("/sign-in?"), "{page}");
    }
    assert_eq!(pen()["lent"], true);
}

fn a_laptop_neither_lends_nor_reclaims(app: &TestApp) {
    let weekend = lent(app);
    let path = |what: &str| format!("{}/{what}", weekend.hall.path);
    let lend = |code: &str| {
        let loan = lending(&keys(), &[&own_account(&weekend.hall.umpire).0]);
        weekend.coordinator().post(&path("pen-loans"), &loan).refused(409, code);
    };
    let reclaim = json!({ "reason": "It was stolen." });
    weekend
        .coordinator()
        .post(&path("pen-reclaims"), &reclaim)
        .refused(409, "not-at-venue");
    lend("held-at-venue");
    weekend.command(&["pen", "close"]);
    lend("not-at-venue");
    // Its own pages are for those who sign in there, and nowhere else.
    let own = format!("{}/pen", desk(&weekend.hall));
    assert_eq!(Browser::new(&weekend.laptop).get(&own).status, 303);
    for page in [own.clone(), format!("{own}/hand-in")] {
        let elsewhere = at_home(&weekend).get(&page);
        assert_eq!(elsewhere.status, 409, "{page}");
        tells(&elsewhere, "The pen of the tournament is not here.");
    }
    // Nor does it give a receipt of what it has itself.
    let receipt = format!("{}/pen-receipts/1", desk(&weekend.hall));
    assert_eq!(at_the_venue(&weekend).get_file(&receipt).0, 409);
}
