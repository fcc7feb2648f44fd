//! Webhooks: every event arrives, signed, whatever the receiver does; and nothing is sent into the own network.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use chrono::TimeDelta;
use hmac::{Hmac, KeyInit, Mac};
use serde_json::{Value, json};
use sha2::Sha256;

use crate::app::{TestApp, unlimited};
use crate::caller::{Caller, text};

/// Makes two tests of each function, in which events may be sent to this machine.
macro_rules! on_both_to_private_addresses {
    ($($name:ident),+ $(,)?) => {
        mod sqlite {
            $(#[test]
            fn $name() {
                super::$name(&$crate::app::TestApp::on_sqlite_with(super::private));
            })+
        }
        mod postgres {
            $(#[test]
            fn $name() {
                if let Some(app) = $crate::app::TestApp::on_postgres_with(super::private) {
                    super::$name(&app);
                }
            })+
        }
    };
}

on_both_to_private_addresses! {
    events_are_sent_signed_and_in_order,
    every_event_arrives_at_a_receiver_who_stumbles,
    a_new_secret_signs_beside_the_one_before,
    who_answers_gone_is_sent_nothing_more,
    a_redirect_is_not_followed,
    what_is_delivered_is_sent_once_more_if_asked_for,
    a_webhook_hears_of_its_types_and_its_province,
    a_withdrawn_webhook_is_sent_nothing,
    coordinators_have_webhooks_of_their_province,
    what_is_no_url_is_refused,
}

fn private(service: &mut federation_records::app::server::Service) {
    unlimited(service);
    service.webhooks.webhooks_to_private_addresses = true;
}

/// A request that came, as far as it is of interest.
#[derive(Debug, Clone)]
struct Received {
    headers: BTreeMap<String, String>,
    body: String,
}

impl Received {
    fn event(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }

    /// Whether one of the signatures is by that secret, by the algorithm of the standard.
    fn is_signed_by(&self, secret: &str) -> bool {
        let key = STANDARD.decode(secret.strip_prefix("whsec_").unwrap()).unwrap();
        let mut mac = Hmac::<Sha256>::new_from_slice(&key).unwrap();
        let signed = format!(
            "{}.{}.{}",
            self.headers["webhook-id"], self.headers["webhook-timestamp"], self.body
        );
        mac.update(signed.as_bytes());
        let signature = format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes()));
        self.headers["webhook-signature"].split(' ').any(|one| one == signature)
    }
}

/// The answer to a request: a head, or none at all.
type Behaviour = fn(usize) -> Option<&'static str>;

/// Somebody to whom events are sent.
struct Receiver {
    url: String,
    received: Arc<Mutex<Vec<Received>>>,
}

impl Receiver {
    /// One who answers the request of that number, from 0, so.
    fn new(behaviour: Behaviour) -> Receiver {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}/events", listener.local_addr().unwrap());
        let received = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&received);
        std::thread::spawn(move || {
            for (number, stream) in listener.incoming().enumerate() {
                let Ok(mut stream) = stream else { return };
                let mut reader = BufReader::new(stream.try_clone().unwrap());
                let mut headers = BTreeMap::new();
                let lines = (&mut reader).lines().map_while(Result::ok);
                for line in lines.take_while(|line| !line.is_empty()) {
                    if let Some((name, value)) = line.split_once(": ") {
                        headers.insert(name.to_lowercase(), value.to_owned());
                    }
                }
                let length = headers
                    .get("content-length")
                    .and_then(|length| length.parse().ok())
                    .unwrap_or(0);
                let mut body = vec![0; length];
                if reader.read_exact(&mut body).is_err() {
                    continue;
                }
                let body = String::from_utf8(body).unwrap();
                kept.lock().unwrap().push(Received { headers, body });
                if let Some(head) = behaviour(number) {
                    let _ = stream.write_all(
                        format!("HTTP/1.1 {head}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n").as_bytes(),
                    );
                }
            }
        });
        Receiver { url, received }
    }

    fn received(&self) -> Vec<Received> {
        self.received.lock().unwrap().clone()
    }
}

/// Waits until it is so: another thread makes it so in its own time.
#[track_caller]
fn eventually(what: &str, is_so: impl Fn() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < Duration::from_secs(30), "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// The path of a new webhook, and its secret.
fn webhook(caller: &Caller<'_>, url: &str, narrower: &Value) -> (String, String) {
    let mut asked = json!({ "url": url });
    asked
        .as_object_mut()
        .unwrap()
        .extend(narrower.as_object().unwrap().clone());
    let made = caller.post("/v1/webhooks", &asked).expect(200);
    (
        format!("/v1/webhooks/{}", text(&made["webhook"]["id"])),
        text(&made["secret"]).to_owned(),
    )
}

fn deliveries(app: &TestApp, webhook: &str) -> Vec<Value> {
    app.administrator()
        .get(&format!("{webhook}/deliveries?limit=200"))
        .items()
}

fn states(app: &TestApp, webhook: &str) -> Vec<String> {
    let deliveries = deliveries(app, webhook);
    deliveries
        .iter()
        .map(|delivery| text(&delivery["state"]).to_owned())
        .collect()
}

fn ids(received: &[Received]) -> Vec<String> {
    received.iter().map(|one| text(&one.event()["id"]).to_owned()).collect()
}

const GOOD: Behaviour = |_| Some("204 No Content");

fn events_are_sent_signed_and_in_order(app: &TestApp) {
    let receiver = Receiver::new(GOOD);
    app.club("ZA-NW");
    app.number_entries();
    let (path, secret) = webhook(&app.administrator(), &receiver.url, &json!({ "type": "club.created" }));
    let clubs: Vec<String> = (0..5).map(|_| app.club("ZA-NW")).collect();
    eventually("all arrive", || receiver.received().len() == 5);
    let received = receiver.received();
    assert_eq!(ids(&received), clubs, "what was before the webhook is not sent");
    for one in &received {
        assert!(one.is_signed_by(&secret), "{one:?}");
        assert_eq!(one.headers["webhook-timestamp"], app.seconds().to_string());
        assert_eq!(one.headers["content-type"], "application/json");
        let number = one.event()["number"].as_i64().unwrap();
        let told = app
            .anyone()
            .get(&format!("/v1/events?after={}&limit=1", number - 1))
            .expect(200);
        assert_eq!(told["items"][0], one.event());
    }
    eventually("they are put down", || states(app, &path) == ["delivered"; 5]);
    let latest = &deliveries(app, &path)[0];
    assert_eq!(
        (&latest["number"], &latest["tries"], &latest["status"], &latest["id"]),
        (
            &received[4].event()["number"],
            &json!(1),
            &json!(204),
            &json!(received[4].headers["webhook-id"])
        )
    );
}

fn every_event_arrives_at_a_receiver_who_stumbles(app: &TestApp) {
    // It hangs up, fails, is busy, fails once more, and takes what comes after that.
    let receiver = Receiver::new(|number| match number {
        0 | 4 => None,
        1 => Some("500 Internal Server Error"),
        2 | 5 => Some("503 Service Unavailable"),
        _ => Some("200 OK"),
    });
    let (path, secret) = webhook(&app.administrator(), &receiver.url, &json!({ "type": "club.created" }));
    let clubs: Vec<String> = (0..6).map(|_| app.club("ZA-NW")).collect();
    let is_done = || {
        let states = states(app, &path);
        states.len() == 6 && states.iter().all(|state| state == "delivered")
    };
    let begun = Instant::now();
    while !is_done() {
        assert!(
            begun.elapsed() < Duration::from_secs(60),
            "{:#?}",
            deliveries(app, &path)
        );
        std::thread::sleep(Duration::from_millis(200));
        app.pass(TimeDelta::minutes(2));
    }
    let received = receiver.received();
    assert!(received.len() >= 11, "{}", received.len());
    let mut taken = BTreeMap::new();
    for one in &received {
        assert!(one.is_signed_by(&secret));
        // What comes again has the same id, and is the same.
        let number = one.event()["number"].as_i64().unwrap();
        let again = taken.insert(number, (one.headers["webhook-id"].clone(), one.body.clone()));
        assert!(again.is_none_or(|before| before == taken[&number]));
    }
    let in_order: Vec<String> = taken
        .values()
        .map(|(_, body)| {
            let event: Value = serde_json::from_str(body).unwrap();
            text(&event["id"]).to_owned()
        })
        .collect();
    assert_eq!(in_order, clubs);
    let arrived: Vec<i64> = received
        .iter()
        .map(|one| one.event()["number"].as_i64().unwrap())
        .collect();
    assert!(
        !arrived.is_sorted(),
        "some came later than those after them: {arrived:?}"
    );
}

fn a_new_secret_signs_beside_the_one_before(app: &TestApp) {
    let receiver = Receiver::new(GOOD);
    let (path, before) = webhook(&app.administrator(), &receiver.url, &json!({ "type": "club.created" }));
    let rotate = || {
        text(
            &app.administrator()
                .send("POST", &format!("{path}/secrets"), &[], None)
                .expect(200)["secret"],
        )
        .to_owned()
    };
    let after = rotate();
    let signed = || {
        let known = receiver.received().len();
        app.club("ZA-NW");
        eventually("it arrives", || receiver.received().len() > known);
        let last = receiver.received().pop().unwrap();
        (last.is_signed_by(&before), last.is_signed_by(&after))
    };
    assert_eq!(signed(), (true, true));
    app.pass(TimeDelta::hours(25));
    assert_eq!(signed(), (false, true));
}

fn who_answers_gone_is_sent_nothing_more(app: &TestApp) {
    let receiver = Receiver::new(|number| Some(if number == 0 { "410 Gone" } else { "200 OK" }));
    let (path, _) = webhook(&app.administrator(), &receiver.url, &json!({ "type": "club.created" }));
    app.club("ZA-NW");
    let administrator = app.administrator();
    eventually("it is disabled", || {
        !administrator.get(&path).expect(200)["disabled_at"].is_null()
    });
    assert_eq!(states(app, &path), ["failed"]);
    let delivery = deliveries(app, &path)[0]["id"].clone();
    let attempts = format!("{path}/deliveries/{}/attempts", text(&delivery));
    administrator
        .send("POST", &attempts, &[], None)
        .refused(409, "webhook-disabled");
    // It goes on where it was once somebody has seen to it.
    let second = app.club("ZA-NW");
    administrator
        .patch(&path, "*", &json!({ "url": receiver.url }))
        .expect(200);
    eventually("it goes on", || receiver.received().len() == 2);
    assert_eq!(ids(&receiver.received())[1], second);
}

fn a_redirect_is_not_followed(app: &TestApp) {
    let elsewhere = Receiver::new(GOOD);
    let receiver = Receiver::new(|_| Some("302 Found\r\nlocation: /elsewhere"));
    let (path, _) = webhook(&app.administrator(), &receiver.url, &json!({ "type": "club.created" }));
    app.club("ZA-NW");
    eventually("it is tried", || {
        deliveries(app, &path).first().is_some_and(|one| one["status"] == 302)
    });
    assert_eq!(states(app, &path), ["waiting"]);
    assert_eq!((receiver.received().len(), elsewhere.received().len()), (1, 0));
}

fn what_is_delivered_is_sent_once_more_if_asked_for(app: &TestApp) {
    let receiver = Receiver::new(|number| {
        Some(if number == 1 {
            "500 Internal Server Error"
        } else {
            "200 OK"
        })
    });
    let (path, _) = webhook(&app.administrator(), &receiver.url, &json!({ "type": "club.created" }));
    app.club("ZA-NW");
    eventually("it is delivered", || states(app, &path) == ["delivered"]);
    let attempts = format!("{path}/deliveries/{}/attempts", text(&deliveries(app, &path)[0]["id"]));
    let administrator = app.administrator();
    assert_eq!(
        administrator.send("POST", &attempts, &[], None).expect(201)["state"],
        "waiting"
    );
    eventually("it is sent again", || deliveries(app, &path)[0]["status"] == 500);
    administrator
        .send("POST", &attempts, &[], None)
        .refused(409, "still-waiting");
    let received = receiver.received();
    assert_eq!(received[0].headers["webhook-id"], received[1].headers["webhook-id"]);
    let unknown = format!("{path}/deliveries/019aa0f0-1a2b-7c3d-8e4f-5a6b7c8d9e0f/attempts");
    administrator
        .send("POST", &unknown, &[], None)
        .refused(404, "not-found");
}

fn a_webhook_hears_of_its_types_and_its_province(app: &TestApp) {
    let receiver = Receiver::new(GOOD);
    let narrow = json!({ "type": "player.created,club.created", "province": "ZA-GP" });
    let (path, _) = webhook(&app.administrator(), &receiver.url, &narrow);
    app.club("ZA-NW");
    let here = app.club("ZA-GP");
    app.administrator()
        .patch(&format!("/v1/clubs/{here}"), "*", &json!({ "name": "Ladies" }))
        .expect(200);
    let last = app.club("ZA-GP");
    eventually("both arrive", || receiver.received().len() == 2);
    assert_eq!(ids(&receiver.received()), [here, last]);
    let read = app.administrator().get(&path).expect(200);
    assert_eq!(
        (&read["type"], &read["province"]),
        (&narrow["type"], &narrow["province"])
    );
    let changed = app
        .administrator()
        .patch(&path, "*", &json!({ "type": null, "province": null }))
        .expect(200);
    assert_eq!((&changed["type"], &changed["province"]), (&Value::Null, &Value::Null));
}

fn a_withdrawn_webhook_is_sent_nothing(app: &TestApp) {
    let (receiver, other) = (Receiver::new(GOOD), Receiver::new(GOOD));
    let administrator = app.administrator();
    let (path, _) = webhook(&administrator, &receiver.url, &json!({ "type": "club.created" }));
    webhook(&administrator, &other.url, &json!({ "type": "club.created" }));
    let withdrawals = format!("{path}/withdrawals");
    administrator.send("POST", &withdrawals, &[], None).expect(201);
    administrator
        .send("POST", &withdrawals, &[], None)
        .refused(409, "already-withdrawn");
    administrator
        .send("POST", &format!("{path}/secrets"), &[], None)
        .refused(409, "already-withdrawn");
    administrator
        .patch(&path, "*", &json!({ "type": null }))
        .refused(409, "already-withdrawn");
    assert_eq!(administrator.get("/v1/webhooks").items().len(), 1);
    app.club("ZA-NW");
    eventually("the other is sent it", || other.received().len() == 1);
    assert!(receiver.received().is_empty());
}

fn coordinators_have_webhooks_of_their_province(app: &TestApp) {
    let (own, other) = (app.coordinator("ZA-NW"), app.coordinator("ZA-GP"));
    let url = "https://herders.example/events";
    let (path, _) = webhook(&own, url, &json!({ "province": "ZA-NW" }));
    for narrower in [json!({}), json!({ "province": "ZA-GP" })] {
        let mut asked = json!({ "url": url });
        asked
            .as_object_mut()
            .unwrap()
            .extend(narrower.as_object().unwrap().clone());
        own.post("/v1/webhooks", &asked).refused(403, "out-of-scope");
    }
    own.patch(&path, "*", &json!({ "province": null }))
        .refused(403, "out-of-scope");
    other.get(&path).refused(403, "out-of-scope");
    assert_eq!(
        (
            own.get("/v1/webhooks").items().len(),
            other.get("/v1/webhooks").items().len()
        ),
        (1, 0)
    );
    let unknown = json!({ "url": url, "province": "ZA-XX" });
    app.administrator()
        .post("/v1/webhooks", &unknown)
        .refused(422, "unknown-province");
    // Its secret is told to nobody any more.
    for read in [
        own.get(&path),
        own.get("/v1/webhooks"),
        app.administrator().get("/v1/audit?limit=200"),
    ] {
        assert!(!read.body_text().contains("whsec_"));
    }
}

fn what_is_no_url_is_refused(app: &TestApp) {
    for url in [
        "ftp://herders.example/",
        "herders.example",
        "https://",
        "/events",
        "https://me:secret@herders.example/",
        "https:// /",
    ] {
        let problem = app
            .administrator()
            .post("/v1/webhooks", &json!({ "url": url }))
            .refused(422, "invalid-input");
        assert_eq!(problem["errors"][0]["pointer"], "/url", "{url}");
    }
    for types in ["club", "club.created,", "session.created"] {
        let asked = json!({ "url": "https://herders.example/", "type": types });
        let problem = app
            .administrator()
            .post("/v1/webhooks", &asked)
            .refused(422, "invalid-input");
        assert_eq!(problem["errors"][0]["pointer"], "/type", "{types}");
    }
}

#[test]
fn nothing_is_sent_into_the_own_network() {
    let app = TestApp::on_sqlite();
    for url in [
        "http://herders.example/",
        "https://127.0.0.1/",
        "https://10.0.0.1/",
        "https://[::1]/",
        "https://[::ffff:127.0.0.1]/",
        "https://169.254.169.254/latest/",
        "https://100.64.0.1/",
        "https://192.168.1.1:8443/",
        "https://[fd00::1]/",
        "https://0.0.0.0/",
    ] {
        let problem = app
            .administrator()
            .post("/v1/webhooks", &json!({ "url": url }))
            .refused(422, "invalid-input");
        assert_eq!(problem["errors"][0]["pointer"], "/url", "{url}");
    }
    // A name is judged by the addresses to which it leads when something is sent.
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let url = format!("https://localhost:{}/events", listener.local_addr().unwrap().port());
    let (path, _) = webhook(&app.administrator(), &url, &json!({ "type": "club.created" }));
    app.club("ZA-NW");
    eventually("it is tried", || {
        deliveries(&app, &path)
            .first()
            .is_some_and(|one| one["fault"] == "address-not-public")
    });
    assert!(listener.accept().is_err(), "nobody has connected");
}

#[test]
fn there_are_only_so_many() {
    let app = TestApp::on_sqlite();
    let administrator = app.administrator();
    let asked = json!({ "url": "https://herders.example/" });
    for _ in 0..100 {
        administrator.post("/v1/webhooks", &asked).expect(200);
    }
    administrator
        .post("/v1/webhooks", &asked)
        .refused(409, "too-many-webhooks");
}
