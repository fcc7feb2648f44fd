//! Accounts at the desk of the federation: invited, given roles, helped, and taken out of use.

use serde_json::json;

use crate::app::{ADMINISTRATOR, TestApp};
use crate::browser::{Browser, Page};
use crate::caller::text;
use crate::second_factors::with_one;

on_sqlite! {
    somebody_is_invited_given_a_role_and_signs_in,
    an_invitation_is_refused_at_its_field,
    a_role_is_given_with_what_it_is_for,
    the_last_administrator_stays,
    an_account_is_taken_out_of_use_and_into_it_again,
    a_device_is_signed_out,
    a_second_factor_is_taken_away,
    accounts_are_found_by_name_and_address,
    accounts_are_for_administrators,
}

fn invited(browser: &Browser<'_>, email: &str, name: &str) -> Page {
    let form = browser.open("/desk/invitation").form("/desk/invitation");
    browser.send(&form.with("email", email).with("name", name))
}

/// The page of a new account.
fn account(app: &TestApp) -> String {
    format!("/desk/accounts/{}", app.account().id)
}

fn somebody_is_invited_given_a_role_and_signs_in(app: &TestApp) {
    let browser = Browser::administrator(app);
    assert!(browser.open("/desk").links().contains(&"/desk/federation".to_owned()));
    assert!(
        browser
            .open("/desk/federation")
            .links()
            .contains(&"/desk/accounts".to_owned())
    );
    assert!(
        browser
            .open("/desk/accounts")
            .links()
            .contains(&"/desk/invitation".to_owned())
    );
    let form = browser.open("/desk/invitation").form("/desk/invitation");
    let form = form
        .with("email", "nomsa@federation.example")
        .with("name", "Nomsa Dlamini");
    let (once, twice) = (browser.send(&form), browser.send(&form));
    assert_eq!((once.status, twice.status), (303, 303), "{}", once.text());
    let own = once.header("location").to_owned();
    assert_eq!(twice.header("location"), own);
    let page = browser.open(&own);
    assert!(page.text().contains("Not set yet."), "{}", page.text());
    let grant = page.form(&format!("{own}/grants"));
    let page = browser.go(&grant.with("role", "coordinator").with("province", "ZA-NW"));
    assert!(page.text().contains("coordinator , North West"), "{}", page.text());
    let page = browser.send(&page.form(&format!("{own}/password-code")));
    assert_eq!(
        (page.status, page.header("cache-control")),
        (200, "private, no-store"),
        "{}",
        page.text()
    );
    let (_, rest) = page.body.split_once("<p class=\"code\">").unwrap();
    let code = rest.split('<').next().unwrap();
    assert!(!browser.open(&own).body.contains(code), "a code is shown once");
    let password = json!({ "code": code, "password": "four cows by the river" });
    assert_eq!(app.anyone().post("/v1/passwords", &password).status, 204);
    let signing_in = Browser::new(app);
    let form = signing_in.open("/sign-in").form("/sign-in");
    let form = form
        .with("email", "nomsa@federation.example")
        .with("password", "four cows by the river");
    assert_eq!(signing_in.send(&form).status, 303);
    assert!(
        signing_in
            .open("/desk")
            .links()
            .contains(&"/desk/tournaments".to_owned())
    );
    let page = browser.go(&browser.open(&own).form_to("/revocation"));
    assert!(page.text().contains("Taken back"), "{}", page.text());
    assert!(
        !signing_in
            .open("/desk")
            .links()
            .contains(&"/desk/tournaments".to_owned())
    );
}

fn an_invitation_is_refused_at_its_field(app: &TestApp) {
    let browser = Browser::administrator(app);
    let page = invited(&browser, "nomsa", "Nomsa Dlamini");
    assert_eq!(page.status, 422);
    assert!(
        page.text().contains("E-mail address: Must be an e-mail address"),
        "{}",
        page.text()
    );
    assert_eq!(page.form("/desk/invitation").fields["name"], "Nomsa Dlamini");
    let page = invited(&browser, ADMINISTRATOR, "Somebody Else");
    assert_eq!(page.status, 409, "{}", page.text());
    assert_eq!(page.form("/desk/invitation").fields["email"], ADMINISTRATOR);
    let page = invited(&browser, "b@federation.example", "<script>alert(1)</script>");
    let page = browser.open(page.header("location"));
    assert!(!page.body.contains("<script>"), "{}", page.body);
}

fn a_role_is_given_with_what_it_is_for(app: &TestApp) {
    let (browser, own) = (Browser::administrator(app), account(app));
    let club = app.club("ZA-NW");
    let code = text(&app.anyone().get(&format!("/v1/clubs/{club}")).expect(200)["code"]).to_owned();
    let grant = |role: &str, club: &str, until: &str| {
        let form = browser.open(&own).form(&format!("{own}/grants"));
        browser.send(&form.with("role", role).with("club_id", club).with("valid_until", until))
    };
    for (role, club, until, told) in [
        (
            "coordinator",
            "",
            "",
            "Province: A grant of this role names a province.",
        ),
        (
            "umpire",
            &code,
            "",
            "Club, by its code: A grant of this role names no club.",
        ),
        (
            "club_secretary",
            "NONE",
            "",
            "Club, by its code: There is no club with the code NONE.",
        ),
        (
            "umpire",
            "",
            "2026-11-19",
            "Last day: Must not be before the first day.",
        ),
    ] {
        let page = grant(role, club, until);
        assert_eq!(page.status, 422, "{}", page.text());
        assert!(page.text().contains(told), "{told}: {}", page.text());
        assert_eq!(page.form(&format!("{own}/grants")).fields["club_id"], *club);
    }
    assert_eq!(grant("club_secretary", &code.to_lowercase(), "2026-12-31").status, 303);
    let page = browser.open(&own);
    assert!(
        page.text().contains("From 20 November 2026 to 31 December 2026"),
        "{}",
        page.text()
    );
    assert!(browser.open("/desk/accounts").text().contains("club secretary"));
}

fn the_last_administrator_stays(app: &TestApp) {
    let browser = Browser::administrator(app);
    let page = browser.open(&format!("/desk/accounts?q={ADMINISTRATOR}"));
    let own = page
        .links()
        .into_iter()
        .find(|link| link.starts_with("/desk/accounts/"))
        .unwrap();
    let page = browser.open(&own);
    for form in [page.form_to("/revocation"), page.form_to("/deactivation")] {
        let refused = browser.send(&form);
        assert_eq!(refused.status, 409, "{}", refused.text());
        assert!(refused.body.contains("role=\"alert\""), "{}", refused.text());
    }
    assert_eq!(browser.get(&own).status, 200, "nothing was done");
}

fn an_account_is_taken_out_of_use_and_into_it_again(app: &TestApp) {
    let (browser, someone) = (Browser::administrator(app), app.account());
    let own = format!("/desk/accounts/{}", someone.id);
    let theirs = Browser::of(app, &someone.email);
    let page = browser.go(&browser.open(&own).form_to("/deactivation"));
    assert!(
        page.text().contains("Out of use since 20 November 2026"),
        "{}",
        page.text()
    );
    assert_eq!(theirs.get("/account").status, 303, "signed out");
    assert!(browser.open("/desk/accounts").text().contains("out of use"));
    browser.go(&page.form_to("/reactivation"));
    Browser::of(app, &someone.email).open("/account");
}

fn a_device_is_signed_out(app: &TestApp) {
    let (browser, someone) = (Browser::administrator(app), app.account());
    let theirs = Browser::of(app, &someone.email);
    theirs.open("/account");
    let own = format!("/desk/accounts/{}", someone.id);
    let page = browser.go(&browser.open(&own).form_to("/ending"));
    assert!(
        page.text().contains("Devices on which it is signed in None."),
        "{}",
        page.text()
    );
    assert_eq!(theirs.get("/account").status, 303);
}

fn a_second_factor_is_taken_away(app: &TestApp) {
    let (someone, _, _) = with_one(app);
    let browser = Browser::administrator(app);
    let own = format!("/desk/accounts/{}", someone.id);
    let page = browser.go(&browser.open(&own).form_to("/second-factor-removal"));
    assert!(page.text().contains("None. Its owner sets one up."), "{}", page.text());
    Browser::of(app, &someone.email).open("/account");
}

fn accounts_are_found_by_name_and_address(app: &TestApp) {
    let browser = Browser::administrator(app);
    for number in 0..30 {
        let email = format!("{number:02}@lowveld.example");
        let name = format!("Somebody {number}");
        app.administrator()
            .post("/v1/accounts", &json!({ "email": email, "name": name }))
            .expect(201);
    }
    let page = browser.open("/desk/accounts?q=LOWVELD");
    assert!(
        page.text().contains("00@lowveld.example") && !page.text().contains("29@"),
        "{}",
        page.text()
    );
    assert!(!page.text().contains(ADMINISTRATOR));
    let next = page.links().into_iter().find(|link| link.contains("cursor=")).unwrap();
    let page = browser.open(&next);
    assert!(
        page.text().contains("29@lowveld.example") && !page.text().contains("00@"),
        "{}",
        page.text()
    );
    assert!(
        browser
            .open("/desk/accounts?q=somebody+7")
            .text()
            .contains("07@lowveld.example")
    );
    assert!(browser.open("/desk/accounts?q=%00%5C").text().contains('@'));
    assert!(
        browser
            .open("/desk/accounts?q=nobody+at+all")
            .text()
            .contains("Nobody is found.")
    );
}

fn accounts_are_for_administrators(app: &TestApp) {
    let own = account(app);
    let coordinator = app.account();
    let grant = json!({ "role": "coordinator", "province": "ZA-NW" });
    app.administrator()
        .post(&format!("/v1/accounts/{}/grants", coordinator.id), &grant)
        .expect(201);
    let theirs = Browser::of(app, &coordinator.email);
    let invitation = Browser::administrator(app)
        .open("/desk/invitation")
        .form("/desk/invitation");
    for path in ["/desk/federation", "/desk/accounts", "/desk/invitation", &own] {
        assert_eq!(theirs.get(path).status, 403, "{path}");
        assert_eq!(Browser::new(app).get(path).status, 303, "{path}");
    }
    assert!(!theirs.open("/desk").links().contains(&"/desk/federation".to_owned()));
    let sent = theirs.send(&invitation.with("email", "c@federation.example").with("name", "C"));
    assert_eq!(sent.status, 403, "{}", sent.text());
}
