//! A program of somebody else that acts for people: the website of a league, as it asks and is answered.

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::applications::{Maker, coordinator};
use crate::browser::{Browser, Page};
use crate::caller::{Answer, Caller, text};

/// The example of RFC 7636, appendix B.
pub const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
pub const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

pub const WEB: &str = "https://league.example/back";
pub const OWN: &str = "http://127.0.0.1:51004/back";

/// An application that acts for people, as a program of somebody else's.
pub struct League<'a> {
    pub app: &'a TestApp,
    pub maker: Maker<'a>,
    pub id: String,
    /// None of a public one.
    pub secret: Option<String>,
}

impl<'a> League<'a> {
    pub fn made(app: &'a TestApp, client_type: &str, scopes: &[&str]) -> League<'a> {
        let maker = coordinator(app);
        let asked = json!({
            "name": "League website", "grant_id": maker.grant, "scopes": scopes, "client_type": client_type,
            "redirect_uris": [WEB, "http://127.0.0.1/back"],
        });
        let made = maker.caller.post("/v1/applications", &asked).expect(201);
        assert_eq!(made["client_type"], client_type);
        assert_eq!(made["redirect_uris"], json!([WEB, "http://127.0.0.1/back"]));
        let id = text(&made["id"]).to_owned();
        let secret = (client_type == "confidential").then(|| maker.secret(&id).1);
        League { app, maker, id, secret }
    }

    pub fn public(app: &'a TestApp) -> League<'a> {
        League::made(app, "public", &["read:register", "write:register"])
    }

    /// The path of its question, with these parameters changed; an empty one is left out.
    pub fn question(&self, changes: &[(&str, &str)]) -> String {
        let mut pairs = vec![
            ("response_type", "code"),
            ("client_id", &self.id),
            ("redirect_uri", OWN),
            ("scope", "write:register"),
            ("state", "a b&c"),
            ("code_challenge", CHALLENGE),
            ("code_challenge_method", "S256"),
        ];
        for (name, value) in changes {
            pairs.retain(|(known, _)| known != name);
            pairs.push((name, value));
        }
        let given = pairs.iter().filter(|(_, value)| !value.is_empty());
        let query = form_urlencoded::Serializer::new(String::new())
            .extend_pairs(given)
            .finish();
        format!("/oauth/authorize?{query}")
    }

    /// A code of somebody who allows what it asks.
    #[track_caller]
    pub fn code(&self, browser: &Browser<'_>) -> String {
        let form = browser.open(&self.question(&[])).form("/oauth/authorize");
        let (to, told) = led_back(&browser.send(&form.with("answer", "allow")));
        assert_eq!(to, OWN);
        assert_eq!(told["iss"], "http://records.example");
        assert_eq!(told["state"], "a b&c");
        text(&told["code"]).to_owned()
    }

    pub fn send(&self, form: &str) -> Answer {
        let secret = self.secret.as_ref().map(|secret| format!("&client_secret={secret}"));
        let form = format!("{form}&client_id={}{}", self.id, secret.unwrap_or_default());
        self.app.anyone().post_text("/oauth/token", FORM, &form)
    }

    pub fn redeem(&self, code: &str) -> Answer {
        self.send(&format!(
            "grant_type=authorization_code&code={code}&code_verifier={VERIFIER}"
        ))
    }

    pub fn refresh(&self, token: &Value) -> Answer {
        self.send(&format!("grant_type=refresh_token&refresh_token={}", text(token)))
    }

    /// The tokens by which it acts for somebody.
    #[track_caller]
    pub fn tokens(&self, browser: &Browser<'_>) -> Value {
        self.redeem(&self.code(browser)).expect(200)
    }

    /// The program itself, as it acts by those tokens.
    pub fn acting(&self, tokens: &Value) -> Caller<'a> {
        self.app.bearer(text(&tokens["access_token"]))
    }
}

pub const FORM: &str = "application/x-www-form-urlencoded";

/// The address to which a page leads back, without the answer, and that answer.
#[track_caller]
pub fn led_back(page: &Page) -> (String, Value) {
    assert_eq!(page.status, 200, "{}", page.text());
    assert_eq!(page.header("cache-control"), "private, no-store");
    let link = page.links().into_iter().find(|link| link.contains("iss="));
    let link = link.unwrap_or_else(|| panic!("nobody is led back: {}", page.text()));
    let refresh = format!(
        "<meta http-equiv=\"refresh\" content=\"0; url={}\">",
        link.replace('&', "&amp;")
    );
    assert!(page.body.contains(&refresh), "{}", page.body);
    let (to, answer) = link.split_once('?').unwrap();
    let pairs = form_urlencoded::parse(answer.as_bytes()).into_owned();
    let told: serde_json::Map<String, Value> = pairs.map(|(name, value)| (name, value.into())).collect();
    (to.to_owned(), told.into())
}
