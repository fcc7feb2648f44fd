//! Webhooks: every event arrives, signed, whatever the receiver does, and is sent by one instance alone.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::time::Duration;

use chrono::{DateTime, TimeDelta};
use diesel::RunQueryDsl;
use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::text;
use crate::events::{end, events, feed};
use crate::hall::{Hall, keep_order};
use crate::patience::eventually;
use crate::receiver::{Received, Receiver, Reply, attempts, deliveries, states, to_this_machine, webhook};

on_both_to_this_machine! {
    events_are_sent_signed_and_in_order,
    a_webhook_is_sent_what_the_feed_tells,
    what_is_hidden_again_is_not_sent_again,
    several_instances_send_each_event_once,
    a_webhook_is_left_to_the_one_who_has_claimed_it,
    a_new_secret_signs_beside_the_one_before,
    who_answers_gone_is_sent_nothing_more,
    a_redirect_is_not_followed,
    an_endless_answer_is_cut_off,
    a_change_hastens_what_waits,
    what_is_delivered_is_sent_once_more_if_asked_for,
    a_webhook_hears_of_its_types_and_its_province,
}

mod impatient {
    use crate::app::TestApp;
    use crate::webhooks::{every_event_arrives_at_a_receiver_who_stumbles, impatient};

    #[test]
    fn every_event_arrives_on_sqlite() {
        every_event_arrives_at_a_receiver_who_stumbles(&TestApp::on_sqlite_with(impatient));
    }

    #[test]
    fn every_event_arrives_on_postgres() {
        if let Some(app) = TestApp::on_postgres_with(impatient) {
            every_event_arrives_at_a_receiver_who_stumbles(&app);
        }
    }
}

/// The time for a try where somebody answers late: longer than any other answer takes.
const SHORT: Duration = Duration::from_secs(5);

fn impatient(service: &mut federation_records::app::server::Service) {
    to_this_machine(service);
    service.webhooks.patience = SHORT;
}

fn events_are_sent_signed_and_in_order(app: &TestApp) {
    let receiver = Receiver::good();
    app.club("ZA-NW");
    app.number_entries();
    let (path, secret) = webhook(&app.administrator(), &receiver.url, &json!({ "type": "club.created" }));
    let clubs: Vec<String> = (0..5).map(|_| app.club("ZA-NW")).collect();
    eventually("all arrive", || receiver.received().len() == 5);
    let came = receiver.received();
    assert_eq!(receiver.ids(), clubs, "what was before the webhook is not sent");
    for one in &came {
        assert!(one.is_signed_by(&secret), "{one:?}");
        assert_eq!(one.headers["webhook-timestamp"], app.seconds().to_string());
        assert_eq!(one.headers["content-type"], "application/json");
        let number = one.number();
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
            &came[4].event()["number"],
            &json!(1),
            &json!(204),
            &json!(came[4].headers["webhook-id"])
        )
    );
}

fn every_event_arrives_at_a_receiver_who_stumbles(app: &TestApp) {
    // It takes an event too late, fails, hangs up after having taken one, is busy, and takes what comes after that.
    let receiver = Receiver::new(|number| match number {
        0 => Reply::Late("200 OK"),
        1 | 6 => Reply::Head("500 Internal Server Error"),
        2 | 4 => Reply::HangUp,
        5 => Reply::Head("429 Too Many Requests"),
        _ => Reply::Head("200 OK"),
    });
    let (path, secret) = webhook(&app.administrator(), &receiver.url, &json!({ "type": "club.created" }));
    let clubs: Vec<String> = (0..8).map(|_| app.club("ZA-NW")).collect();
    eventually("all are taken", || {
        let deliveries = deliveries(app, &path);
        let is_done = |one: &Value| one["state"] == "delivered";
        if deliveries.len() == clubs.len() && deliveries.iter().all(is_done) {
            return true;
        }
        // What waits for later is made due, once nothing else is under way.
        let waits = |one: &Value| DateTime::parse_from_rfc3339(text(&one["next_at"])).unwrap().timestamp();
        let now = i64::try_from(app.seconds()).unwrap();
        if deliveries.len() == clubs.len() && deliveries.iter().all(|one| is_done(one) || waits(one) > now) {
            app.pass(TimeDelta::hours(1));
        }
        false
    });
    let mut taken = BTreeMap::new();
    let came = receiver.received();
    for one in &came {
        assert!(one.is_signed_by(&secret), "{one:?}");
        // What comes again has the same id, and is the same.
        let again = taken.insert(one.number(), (one.headers["webhook-id"].clone(), one.body.clone()));
        assert!(again.is_none_or(|before| before == taken[&one.number()]), "{one:?}");
    }
    let in_order: Vec<String> = taken
        .values()
        .map(|(_, body)| serde_json::from_str::<Value>(body).unwrap())
        .map(|event| text(&event["id"]).to_owned())
        .collect();
    assert_eq!(in_order, clubs);
    let arrived: Vec<i64> = came.iter().map(Received::number).collect();
    assert!(arrived.len() >= clubs.len() + 6, "some came again: {arrived:?}");
    assert!(
        !arrived.is_sorted(),
        "some came later than those after them: {arrived:?}"
    );
    let tries: i64 = deliveries(app, &path)
        .iter()
        .map(|one| one["tries"].as_i64().unwrap())
        .sum();
    assert_eq!(usize::try_from(tries).unwrap(), arrived.len());
}

fn a_webhook_is_sent_what_the_feed_tells(app: &TestApp) {
    let receiver = Receiver::good();
    let before = end(app);
    let (path, _) = webhook(&app.administrator(), &receiver.url, &json!({}));
    let club = app.club("ZA-NW");
    let player = app.player(&club);
    // A round that is drawn and not published, accounts and grants: told to nobody.
    let hall = Hall::new(app, &json!({ "rounds": 2 }), 4);
    keep_order(app, &hall.path);
    hall.draw_at_once(&json!({})).expect(201);
    let told = feed(app, &format!("after={before}&limit=200"));
    let told = events(&told);
    assert!(told.iter().any(|event| event["id"] == json!(player)));
    eventually("all arrive", || receiver.received().len() >= told.len());
    let sent: Vec<Value> = receiver.received().iter().map(Received::event).collect();
    assert_eq!(&sent, told);
    eventually("they are put down", || {
        let states = states(app, &path);
        states.len() == told.len() && states.iter().all(|state| state == "delivered")
    });
}

fn what_is_hidden_again_is_not_sent_again(app: &TestApp) {
    let receiver = Receiver::new(|_| Reply::Head("500 Internal Server Error"));
    let hall = Hall::new(app, &json!({ "rounds": 2 }), 4);
    keep_order(app, &hall.path);
    let (path, _) = webhook(
        &app.administrator(),
        &receiver.url,
        &json!({ "type": "round.published" }),
    );
    let round = format!("/v1/rounds/{}", text(&hall.draw_at_once(&json!({})).expect(201)["id"]));
    hall.step(&format!("{round}/publications")).expect(201);
    eventually("it is tried", || {
        deliveries(app, &path).first().is_some_and(|one| one["tries"] == 1)
    });
    hall.umpire
        .post(&format!("{round}/undos"), &json!({ "state": "published" }))
        .expect(201);
    app.pass(TimeDelta::hours(1));
    eventually("it is given up", || states(app, &path) == ["failed"]);
    assert_eq!(deliveries(app, &path)[0]["fault"], "event-gone");
    assert_eq!(receiver.received().len(), 1);
}

fn several_instances_send_each_event_once(app: &TestApp) {
    let receiver = Receiver::good();
    let settle = |mut service: federation_records::app::server::Service| {
        to_this_machine(&mut service);
        service
    };
    let _others = [app.another_server_with(settle), app.another_server_with(settle)];
    let (path, _) = webhook(&app.administrator(), &receiver.url, &json!({ "type": "club.created" }));
    let clubs: Vec<String> = (0..30).map(|_| app.club("ZA-NW")).collect();
    eventually("all are put down", || {
        states(app, &path).iter().filter(|state| *state == "delivered").count() == clubs.len()
    });
    assert_eq!(receiver.ids(), clubs);
}

fn a_webhook_is_left_to_the_one_who_has_claimed_it(app: &TestApp) {
    let (receiver, other) = (Receiver::good(), Receiver::good());
    let administrator = app.administrator();
    let (path, _) = webhook(&administrator, &receiver.url, &json!({ "type": "club.created" }));
    webhook(&administrator, &other.url, &json!({ "type": "club.created" }));
    // Somebody claims it as the courier does, once that looks at nothing, and is gone.
    let claim = format!(
        "UPDATE webhooks SET claimed_until = '2026-11-20T08:01:00.000000Z' \
         WHERE id = '{}' AND claimed_until = '2026-11-20T08:00:00.000000Z'",
        path.rsplit('/').next().unwrap()
    );
    eventually("it is claimed", || {
        diesel::sql_query(&claim).execute(&mut app.connection()).unwrap() == 1
    });
    for sent in 1..=2 {
        app.club("ZA-NW");
        eventually("the other is sent it", || other.received().len() == sent);
    }
    assert!(receiver.received().is_empty());
    app.pass(TimeDelta::seconds(61));
    eventually("another takes over", || receiver.received().len() == 2);
}

fn an_endless_answer_is_cut_off(app: &TestApp) {
    let receiver = Receiver::new(|_| Reply::Endless);
    let (path, _) = webhook(&app.administrator(), &receiver.url, &json!({ "type": "club.created" }));
    app.club("ZA-NW");
    eventually("it is delivered", || states(app, &path) == ["delivered"]);
    eventually("nobody listens any more", || {
        receiver.was_cut_off.load(Ordering::SeqCst)
    });
}

fn a_change_hastens_what_waits(app: &TestApp) {
    let broken = Receiver::new(|_| Reply::Head("500 Internal Server Error"));
    let (path, _) = webhook(&app.administrator(), &broken.url, &json!({ "type": "club.created" }));
    let clubs: Vec<String> = (0..3).map(|_| app.club("ZA-NW")).collect();
    eventually("all are tried", || {
        let deliveries = deliveries(app, &path);
        deliveries.len() == 3 && deliveries.iter().all(|one| one["tries"] == 1)
    });
    let mended = Receiver::good();
    app.administrator()
        .patch(&path, "*", &json!({ "url": mended.url }))
        .expect(200);
    eventually("all arrive, and no time has passed", || {
        states(app, &path) == ["delivered"; 3]
    });
    assert_eq!(mended.ids(), clubs);
}

fn a_new_secret_signs_beside_the_one_before(app: &TestApp) {
    let receiver = Receiver::good();
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
    let signed = |secrets: &[&String]| -> Vec<bool> {
        let known = receiver.received().len();
        app.club("ZA-NW");
        eventually("it arrives", || receiver.received().len() > known);
        let last = receiver.received().pop().unwrap();
        let signatures = last.headers["webhook-signature"].split(' ').count();
        assert!(signatures <= 2, "{last:?}");
        secrets.iter().map(|secret| last.is_signed_by(secret)).collect()
    };
    assert_eq!(signed(&[&before, &after]), [true, true]);
    // There are two at a time, and the one that is known at the other side is not cut short.
    let again = rotate();
    assert_eq!(signed(&[&before, &after, &again]), [true, false, true]);
    app.pass(TimeDelta::hours(25));
    assert_eq!(signed(&[&before, &after, &again]), [false, false, true]);
    let last = rotate();
    assert_eq!(signed(&[&before, &again, &last]), [false, true, true]);
}

fn who_answers_gone_is_sent_nothing_more(app: &TestApp) {
    let receiver = Receiver::new(|number| Reply::Head(if number == 0 { "410 Gone" } else { "200 OK" }));
    let (path, _) = webhook(&app.administrator(), &receiver.url, &json!({ "type": "club.created" }));
    app.club("ZA-NW");
    let administrator = app.administrator();
    eventually("it is disabled", || {
        !administrator.get(&path).expect(200)["disabled_at"].is_null()
    });
    assert_eq!(states(app, &path), ["failed"]);
    let attempts = attempts(&path, &deliveries(app, &path)[0]);
    administrator
        .send("POST", &attempts, &[], None)
        .refused(409, "webhook-disabled");
    // It goes on where it was once somebody has seen to it.
    let second = app.club("ZA-NW");
    administrator
        .patch(&path, "*", &json!({ "url": receiver.url }))
        .expect(200);
    eventually("it goes on", || receiver.received().len() == 2);
    assert_eq!(receiver.ids()[1], second);
}

fn a_redirect_is_not_followed(app: &TestApp) {
    let receiver = Receiver::new(|_| Reply::Head("302 Found\r\nlocation: /elsewhere"));
    let (path, _) = webhook(&app.administrator(), &receiver.url, &json!({ "type": "club.created" }));
    app.club("ZA-NW");
    eventually("it is tried", || {
        deliveries(app, &path).first().is_some_and(|one| one["status"] == 302)
    });
    assert_eq!(states(app, &path), ["waiting"]);
    assert_eq!(receiver.received().len(), 1);
}

fn what_is_delivered_is_sent_once_more_if_asked_for(app: &TestApp) {
    let receiver = Receiver::new(|number| {
        Reply::Head(if number == 1 {
            "500 Internal Server Error"
        } else {
            "200 OK"
        })
    });
    let (path, _) = webhook(&app.administrator(), &receiver.url, &json!({ "type": "club.created" }));
    app.club("ZA-NW");
    eventually("it is delivered", || states(app, &path) == ["delivered"]);
    let attempts = attempts(&path, &deliveries(app, &path)[0]);
    let administrator = app.administrator();
    assert_eq!(
        administrator.send("POST", &attempts, &[], None).expect(201)["state"],
        "waiting"
    );
    eventually("it is sent again", || deliveries(app, &path)[0]["status"] == 500);
    administrator
        .send("POST", &attempts, &[], None)
        .refused(409, "still-waiting");
    let came = receiver.received();
    assert_eq!(came[0].headers["webhook-id"], came[1].headers["webhook-id"]);
    let unknown = format!("{path}/deliveries/019aa0f0-1a2b-7c3d-8e4f-5a6b7c8d9e0f/attempts");
    administrator
        .send("POST", &unknown, &[], None)
        .refused(404, "not-found");
}

fn a_webhook_hears_of_its_types_and_its_province(app: &TestApp) {
    let receiver = Receiver::good();
    let narrow = json!({ "type": "player.created,club.created", "province": "ZA-GP" });
    let (path, _) = webhook(&app.administrator(), &receiver.url, &narrow);
    app.club("ZA-NW");
    let here = app.club("ZA-GP");
    app.administrator()
        .patch(&format!("/v1/clubs/{here}"), "*", &json!({ "name": "Ladies" }))
        .expect(200);
    let last = app.club("ZA-GP");
    eventually("both arrive", || receiver.received().len() == 2);
    assert_eq!(receiver.ids(), [here, last]);
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
