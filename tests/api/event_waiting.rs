//! Waiting for events: answered by a write, in places that are bounded, or as a stream.

use std::io::{BufRead, BufReader};

use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use crate::app::{TestApp, unlimited};
use crate::caller::text;
use crate::events::{end, events, feed, told};

on_both_databases! {
    a_write_answers_those_who_wait,
    who_waits_is_told_how_far_was_looked,
    many_wait_and_hold_up_nobody,
    a_stream_goes_on_from_the_last_event,
}

fn a_write_answers_those_who_wait(app: &TestApp) {
    let after = end(app);
    let waiting = format!("/v1/events?after={after}&type=club.created&wait=30");
    std::thread::scope(|scope| {
        let waiters: Vec<_> = (0..3)
            .map(|_| scope.spawn(|| app.anyone().get(&waiting).expect(200)))
            .collect();
        // Nobody is answered by what was not asked for.
        app.account();
        let club = app.club("ZA-NW");
        for waiter in waiters {
            assert_eq!(told(events(&waiter.join().unwrap())), [("club.created", club.as_str())]);
        }
    });
    // There is something: it is told at once.
    assert_eq!(events(&app.anyone().get(&waiting).expect(200)).len(), 1);
}

fn who_waits_is_told_how_far_was_looked(app: &TestApp) {
    let before = end(app);
    app.account();
    let end = end(app);
    let page = app
        .anyone()
        .get(&format!("/v1/events?after={before}&wait=1"))
        .expect(200);
    assert_eq!(page, json!({ "items": [], "next_after": end }));
    assert!(end > before);
}

fn many_wait_and_hold_up_nobody(app: &TestApp) {
    // More than there are connections to either database.
    const WAITING: usize = 60;
    let after = end(app);
    let waiting = format!("/v1/events?after={after}&type=club.created&wait=30");
    let begun = std::time::Instant::now();
    std::thread::scope(|scope| {
        let waiters: Vec<_> = (0..WAITING)
            .map(|_| scope.spawn(|| app.anyone().get(&waiting).expect(200)))
            .collect();
        for _ in 0..20 {
            app.anyone().get("/v1/clubs").expect(200);
        }
        let club = app.club("ZA-NW");
        for waiter in waiters {
            assert_eq!(told(events(&waiter.join().unwrap())), [("club.created", club.as_str())]);
        }
    });
    assert!(
        begun.elapsed().as_secs() < 30,
        "a write has answered them, not the end of their patience"
    );
}

/// A stream of events, line by line.
struct Stream(BufReader<ureq::BodyReader<'static>>);

impl Stream {
    fn open(app: &TestApp, query: &str, last: Option<&str>) -> Stream {
        let mut request = app
            .agent
            .get(format!("{}/v1/events?{query}", app.base()))
            .header("accept", "text/event-stream");
        if let Some(last) = last {
            request = request.header("last-event-id", last);
        }
        let response = request.call().unwrap();
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        assert_eq!(response.headers()["cache-control"], "no-store");
        Stream(BufReader::new(response.into_body().into_reader()))
    }

    /// The lines of the next block.
    fn block(&mut self) -> Vec<String> {
        let lines = (&mut self.0).lines().map(Result::unwrap);
        lines.take_while(|line| !line.is_empty()).collect()
    }

    /// The number, the type and the event of the next block that has one.
    fn event(&mut self) -> (String, String, Value) {
        loop {
            let block = self.block();
            if let [id, kind, data] = &block[..] {
                let field = |line: &String, name: &str| line.strip_prefix(name).unwrap().to_owned();
                let data = serde_json::from_str(&field(data, "data: ")).unwrap();
                return (field(id, "id: "), field(kind, "event: "), data);
            }
        }
    }
}

fn a_stream_goes_on_from_the_last_event(app: &TestApp) {
    app.club("ZA-NW");
    let before = end(app);
    let mut stream = Stream::open(app, "type=club.created", None);
    assert_eq!(stream.block(), [": waiting".to_owned(), format!("id: {before}")]);
    let first = app.club("ZA-NW");
    let (id, kind, event) = stream.event();
    assert_eq!((kind.as_str(), text(&event["id"])), ("club.created", first.as_str()));
    assert_eq!(event["number"].to_string(), id);
    assert_eq!(event, events(&feed(app, &format!("after={before}")))[0]);
    drop(stream);
    // What happened while nobody listened comes first.
    let (second, third) = (app.club("ZA-NW"), app.club("ZA-NW"));
    let mut stream = Stream::open(app, "type=club.created&after=0", Some(&id));
    assert_eq!(
        [stream.event(), stream.event()].map(|(_, _, event)| text(&event["id"]).to_owned()),
        [second, third]
    );
    let mut stream = Stream::open(app, &format!("after={before}"), None);
    assert_eq!(text(&stream.event().2["id"]), first);
}

#[test]
fn who_finds_no_place_to_wait_is_told_to_come_back() {
    let app = TestApp::on_sqlite_with(|service| {
        unlimited(service);
        service.most_waiting = 1;
    });
    let after = end(&app);
    let stream = Stream::open(&app, "", None);
    let refusal = app.anyone().get(&format!("/v1/events?after={after}&wait=1"));
    refusal.refused(503, "unavailable");
    assert_eq!(refusal.header("retry-after"), "1");
    app.anyone()
        .get_with("/v1/events", &[("accept", "text/event-stream")])
        .refused(503, "unavailable");
    // Who does not wait needs no place.
    app.anyone().get(&format!("/v1/events?after={after}")).expect(200);
    drop(stream);
}

#[test]
fn who_waits_does_not_hold_up_a_service_that_stops() {
    let stopping = CancellationToken::new();
    let told = stopping.clone();
    let app = TestApp::on_sqlite_with(move |service| {
        unlimited(service);
        service.stopping = told.clone();
    });
    let after = end(&app);
    let mut stream = Stream::open(&app, "", None);
    assert_eq!(stream.block().len(), 2);
    let page = std::thread::scope(|scope| {
        let waiting = scope.spawn(|| {
            app.anyone()
                .get(&format!("/v1/events?after={after}&wait=30"))
                .expect(200)
        });
        stopping.cancel();
        assert!(stream.block().is_empty(), "it goes on");
        waiting.join().unwrap()
    });
    assert_eq!(page["items"], json!([]));
}
