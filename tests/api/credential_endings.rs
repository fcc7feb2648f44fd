//! What was opened with a password and a second factor ends when one of them changes: each kind of credential that an account
//! has, held against each kind of change.

use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::app::{PASSWORD, TestApp};
use crate::applications::{maker, sign_in as sign_application_in};
use crate::authorizations::trail;
use crate::browser::{Browser, says};
use crate::caller::{Caller, text};
use crate::league::League;
use crate::world::accounts::code;

on_sqlite! {
    each_change_ends_what_was_opened_before,
    a_second_factor_that_was_begun_with_the_old_password_is_gone,
    the_account_page_says_what_has_changed,
}

const NEW: &str = "four cows by the river";

/// The changes, each of how somebody signs in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Change {
    ResetByCode,
    ResetOnPage,
    OwnPassword,
    OwnPasswordOnPage,
    FactorConfirmed,
    FactorTakenAway,
    FactorTakenAwayByAdministrator,
    OutOfUseAndBack,
}

const CHANGES: [Change; 8] = [
    Change::ResetByCode,
    Change::ResetOnPage,
    Change::OwnPassword,
    Change::OwnPasswordOnPage,
    Change::FactorConfirmed,
    Change::FactorTakenAway,
    Change::FactorTakenAwayByAdministrator,
    Change::OutOfUseAndBack,
];

/// The kinds of credential, and whether each is good after each of the changes, in their order.
const TABLE: [(&str, [bool; 8]); 11] = {
    const NEVER: [bool; 8] = [false; 8];
    const ALWAYS: [bool; 8] = [true; 8];
    // A change that somebody makes in a session leaves them that session: on a page a browser's, else a program's.
    const PROGRAM: [bool; 8] = [false, false, true, false, true, true, false, false];
    const BROWSER: [bool; 8] = [false, false, false, true, false, false, false, false];
    // A code by which a password is set is made by an administrator; a new password, and an end of the account, take it away.
    const SETTING: [bool; 8] = [false, false, false, false, true, true, true, false];
    [
        ("the session that changes it", PROGRAM),
        ("the browser that changes it", BROWSER),
        ("another session's access token", NEVER),
        ("another session's refresh token", NEVER),
        ("another browser", NEVER),
        (
            "a personal token",
            [false, false, false, false, false, false, false, true],
        ),
        ("the access token of an application that acts for it", NEVER),
        ("the refresh token of an application that acts for it", NEVER),
        ("a code for which an application would act for it", NEVER),
        ("a code by which the password is set", SETTING),
        ("the secret of an application that it answers for", ALWAYS),
    ]
};

/// An account with one credential of each kind.
struct Holder<'a> {
    app: &'a TestApp,
    id: String,
    email: String,
    own: Caller<'a>,
    own_browser: Browser<'a>,
    other: Value,
    other_browser: Browser<'a>,
    personal: Caller<'a>,
    league: League<'a>,
    acting: Value,
    unspent: String,
    setting: String,
    application: (String, String),
    factor: String,
}

impl<'a> Holder<'a> {
    fn new(app: &'a TestApp, change: Change) -> Holder<'a> {
        let league = League::public(app);
        let owner = maker(app, &json!({ "role": "coordinator", "province": "ZA-GP" }));
        let (id, email, mut own) = (
            owner.account.id.clone(),
            owner.account.email.clone(),
            owner.caller.clone(),
        );
        let application = owner.make(&["read:register"]);
        let secret = owner.secret(&application).1;
        let takes_away = matches!(change, Change::FactorTakenAway | Change::FactorTakenAwayByAdministrator);
        let holder_factor = if takes_away || change == Change::FactorConfirmed {
            let made = own.post("/v1/me/second-factors", &json!({ "password": PASSWORD }));
            text(&made.expect(200)["secret"]).to_owned()
        } else {
            String::new()
        };
        // Each code is good once, for half a minute.
        let shown = || {
            app.pass(TimeDelta::minutes(1));
            takes_away.then(|| code(app, &holder_factor))
        };
        if takes_away {
            let shown = json!({ "code": code(app, &holder_factor) });
            own.post("/v1/me/second-factors/confirmations", &shown).expect(200);
        }
        let signed_in = |shown: Option<String>| {
            let sent = json!({ "email": email, "password": PASSWORD, "code": shown });
            app.anyone().post("/v1/tokens", &sent).expect(200)
        };
        let browser = |shown: Option<String>| {
            let browser = Browser::new(app);
            let form = browser.open("/sign-in").form("/sign-in");
            let form = form.with("email", &email).with("password", PASSWORD);
            let page = browser.send(&form.with("code", &shown.unwrap_or_default()));
            assert_eq!(page.status, 303, "{}", page.text());
            browser
        };
        let other = signed_in(shown());
        let (own_browser, other_browser) = (browser(shown()), browser(shown()));
        own = app.bearer(text(&signed_in(shown())["access_token"]));
        let asked = json!({ "name": "Nightly list", "scopes": ["read:register"], "expires_on": "2027-05-31" });
        let personal = own.post("/v1/me/tokens", &asked).expect(200);
        let acting = league.tokens(&other_browser);
        let unspent = league.code(&other_browser);
        Holder {
            own,
            own_browser,
            other,
            other_browser,
            personal: app.bearer(text(&personal["token"])),
            acting,
            unspent,
            league,
            setting: app.password_code(&id),
            application: (application, secret),
            factor: holder_factor,
            app,
            id,
            email,
        }
    }

    fn make(&self, change: Change) {
        let administer = |what: &str| {
            let path = format!("/v1/accounts/{}/{what}", self.id);
            self.app.administrator().send("POST", &path, &[], None)
        };
        match change {
            Change::ResetByCode => {
                let sent = json!({ "code": self.setting, "password": NEW });
                assert_eq!(self.app.anyone().post("/v1/passwords", &sent).status, 204);
            }
            Change::ResetOnPage => {
                let browser = Browser::new(self.app);
                let form = browser.open("/password").form("/password").with("code", &self.setting);
                assert_eq!(browser.send(&form.with("password", NEW).with("again", NEW)).status, 303);
            }
            Change::OwnPassword => {
                let sent = json!({ "current_password": PASSWORD, "password": NEW });
                assert_eq!(self.own.post("/v1/me/passwords", &sent).status, 204);
            }
            Change::OwnPasswordOnPage => {
                let form = self.own_browser.open("/account").form("/account/password");
                let form = form.with("current_password", PASSWORD).with("password", NEW);
                assert_eq!(self.own_browser.send(&form).status, 303);
            }
            Change::FactorConfirmed => {
                let shown = json!({ "code": code(self.app, &self.factor) });
                self.own.post("/v1/me/second-factors/confirmations", &shown).expect(200);
            }
            Change::FactorTakenAway => {
                self.app.pass(TimeDelta::seconds(30));
                let shown = json!({ "password": PASSWORD, "code": code(self.app, &self.factor) });
                assert_eq!(self.own.post("/v1/me/second-factors/removals", &shown).status, 204);
            }
            Change::FactorTakenAwayByAdministrator => {
                assert_eq!(administer("second-factor-removals").status, 204);
            }
            Change::OutOfUseAndBack => {
                administer("deactivations").expect(201);
                administer("reactivations").expect(201);
            }
        }
    }

    /// Whether each credential is good, in the order of the table.
    fn good(&self) -> Vec<bool> {
        let is_signed_in = |caller: &Caller<'_>| caller.get("/v1/me").status == 200;
        let is_open = |browser: &Browser<'_>| browser.get("/account").status == 200;
        let is_let_in = |caller: &Caller<'_>| caller.get("/v1/duplicates").status == 200;
        let refresh = json!({ "refresh_token": self.other["refresh_token"] });
        let (id, secret) = &self.application;
        let redeemed = self.league.redeem(&self.unspent);
        // What is sent is no club, as whoever is let in is told.
        let acts = |caller: &Caller<'_>| caller.post("/v1/clubs", &json!({})).status == 422;
        let begins = redeemed.status == 200 && acts(&self.app.bearer(text(&redeemed.json()["access_token"])));
        let setting = self
            .app
            .anyone()
            .post("/v1/passwords", &json!({ "code": self.setting, "password": "short" }));
        vec![
            is_signed_in(&self.own),
            is_open(&self.own_browser),
            is_signed_in(&self.app.bearer(text(&self.other["access_token"]))),
            self.app.anyone().post("/v1/tokens/refreshes", &refresh).status == 200,
            is_open(&self.other_browser),
            is_let_in(&self.personal),
            acts(&self.league.acting(&self.acting)),
            self.league.refresh(&self.acting["refresh_token"]).status == 200,
            begins,
            // What is wrong with the password is told for a good code alone.
            setting.status == 422,
            sign_application_in(self.app, id, secret).status == 200,
        ]
    }
}

fn each_change_ends_what_was_opened_before(app: &TestApp) {
    let unchanged = Holder::new(app, Change::ResetByCode).good();
    assert_eq!(unchanged, [true; TABLE.len()], "all are good before");
    let mut held = 0;
    for (place, change) in CHANGES.into_iter().enumerate() {
        let holder = Holder::new(app, change);
        holder.make(change);
        let good = holder.good();
        assert_eq!(good.len(), TABLE.len());
        for ((kind, expected), found) in TABLE.iter().zip(good) {
            assert_eq!(found, expected[place], "{kind}, after {change:?}");
            held += 1;
        }
        // Each personal token has its row, and the change says how much has ended.
        let path = format!("/v1/accounts/{}/tokens", holder.id);
        let token = app.administrator().get(&path).items().remove(0);
        let revoked = trail(app, "create_personal_token_revocation").into_iter();
        let revoked = revoked.filter(|row| row["subject_id"] == token["id"]).count();
        assert_eq!(revoked, usize::from(change != Change::OutOfUseAndBack), "{change:?}");
        assert_eq!(
            token["revoked_at"].is_string(),
            change != Change::OutOfUseAndBack,
            "{change:?}"
        );
        // Whoever knows what holds now signs in again.
        if change == Change::ResetByCode {
            let sent = json!({ "email": holder.email, "password": NEW });
            app.anyone().post("/v1/tokens", &sent).expect(200);
            let reset = trail(app, "create_password").remove(0);
            let counts = reset["changes"].as_array().unwrap().iter();
            let counts: Vec<(&str, &Value)> = counts.map(|count| (text(&count["field"]), &count["after"])).collect();
            assert_eq!(
                counts,
                [("personal_tokens_revoked", &json!(1)), ("sessions_ended", &json!(6))]
            );
        }
    }
    assert_eq!(held, CHANGES.len() * TABLE.len());
}

fn a_second_factor_that_was_begun_with_the_old_password_is_gone(app: &TestApp) {
    let account = app.account();
    let caller = app.sign_in(&account.email);
    let made = caller.post("/v1/me/second-factors", &json!({ "password": PASSWORD }));
    let secret = text(&made.expect(200)["secret"]).to_owned();
    app.set_password(&account.id);
    let owner = app.sign_in(&account.email);
    let shown = json!({ "code": code(app, &secret) });
    owner
        .post("/v1/me/second-factors/confirmations", &shown)
        .refused(409, "no-second-factor");
}

fn the_account_page_says_what_has_changed(app: &TestApp) {
    let account = app.account();
    let browser = Browser::of(app, &account.email);
    app.pass(TimeDelta::days(20));
    let page = browser.open("/account");
    assert!(!page.text().contains("If that was not you"), "{}", page.text());
    says(
        &page,
        "The password was set by a code 20 November 2026, 10:00, from 127.0.0.1",
    );
    let form = page.form("/account/password");
    let form = form.with("current_password", PASSWORD).with("password", NEW);
    let page = browser.go(&form);
    says(
        &page,
        "The password was changed 10 December 2026, 10:00, from 127.0.0.1",
    );
    says(&page, "If that was not you");
    // Somebody who signs in elsewhere reads it first.
    let other = Browser::new(app);
    let form = other.open("/sign-in").form("/sign-in");
    let page = other.go(&form.with("email", &account.email).with("password", NEW));
    says(
        &page,
        "The password was changed 10 December 2026, 10:00, from 127.0.0.1",
    );
    // Another person's is another person's.
    let stranger = Browser::of(app, &app.account().email).open("/account");
    assert!(
        !stranger.text().contains("The password was changed"),
        "{}",
        stranger.text()
    );
}
