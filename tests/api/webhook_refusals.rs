//! Webhooks that are refused, and what nobody is sent: nothing goes into the own network, and each looks after their own.

use std::io::{Read, Write};
use std::net::TcpListener;

use serde_json::json;

use crate::app::TestApp;
use crate::patience::eventually;
use crate::receiver::{Receiver, asking, deliveries, webhook};

on_both_to_this_machine! {
    a_withdrawn_webhook_is_sent_nothing,
    coordinators_have_webhooks_of_their_province,
    what_is_no_url_is_refused,
    what_is_no_tls_is_not_spoken_to,
}

fn a_withdrawn_webhook_is_sent_nothing(app: &TestApp) {
    let (receiver, other) = (Receiver::good(), Receiver::good());
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
        own.post("/v1/webhooks", &asking(url, &narrower))
            .refused(403, "out-of-scope");
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

fn what_is_no_tls_is_not_spoken_to(app: &TestApp) {
    // It answers whatever comes, and does not wait for it.
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("https://{}/events", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for mut stream in listener.incoming().map_while(Result::ok) {
            let _ = stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n");
            let _ = stream.read(&mut [0; 1_024]);
        }
    });
    let (path, _) = webhook(&app.administrator(), &url, &json!({ "type": "club.created" }));
    app.club("ZA-NW");
    let first = || deliveries(app, &path).into_iter().find(|one| one["tries"] == 1);
    eventually("it is tried", || first().is_some());
    let told = first().unwrap();
    assert_eq!(
        (&told["state"], &told["status"], &told["fault"]),
        (&json!("waiting"), &json!(null), &json!("tls"))
    );
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
        "https://localhost/",
        "https://records.LOCALHOST:8443/",
    ] {
        let problem = app
            .administrator()
            .post("/v1/webhooks", &json!({ "url": url }))
            .refused(422, "invalid-input");
        assert_eq!(problem["errors"][0]["pointer"], "/url", "{url}");
    }
    // What is no address is judged by those to which it leads, when something is sent.
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let url = format!("https://127.1:{}/events", listener.local_addr().unwrap().port());
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
