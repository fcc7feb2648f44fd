//! A receiver of webhooks, as somebody else writes one by the standard.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use serde_json::{Value, json};
use sha2::Sha256;

use crate::app::{TestApp, unlimited};
use crate::caller::{Caller, text};

/// Makes two tests of each function, in which events may be sent to this machine.
macro_rules! on_both_to_this_machine {
    ($($name:ident),+ $(,)?) => {
        mod sqlite {
            $(#[test]
            fn $name() {
                super::$name(&$crate::app::TestApp::on_sqlite_with($crate::receiver::to_this_machine));
            })+
        }
        mod postgres {
            $(#[test]
            fn $name() {
                if let Some(app) = $crate::app::TestApp::on_postgres_with($crate::receiver::to_this_machine) {
                    super::$name(&app);
                }
            })+
        }
    };
}

pub fn to_this_machine(service: &mut federation_records::app::server::Service) {
    unlimited(service);
    service.webhooks.webhooks_to_private_addresses = true;
}

/// A request that came, as far as it is of interest.
#[derive(Debug, Clone)]
pub struct Received {
    pub headers: BTreeMap<String, String>,
    pub body: String,
}

impl Received {
    pub fn event(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }

    pub fn number(&self) -> i64 {
        self.event()["number"].as_i64().unwrap()
    }

    /// Whether one of the signatures is by that secret, by the algorithm of the standard.
    pub fn is_signed_by(&self, secret: &str) -> bool {
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

/// The answer to a request.
#[derive(Debug, Clone, Copy)]
pub enum Reply {
    /// That status line, and perhaps headers.
    Head(&'static str),
    /// A status line that comes too late: once nobody waits for it.
    Late(&'static str),
    /// None: the connection ends.
    HangUp,
    /// More than anybody wants to read.
    Endless,
}

/// Somebody to whom events are sent.
pub struct Receiver {
    pub url: String,
    received: Arc<Mutex<Vec<Received>>>,
    /// Whether somebody did not let it finish an answer.
    pub was_cut_off: Arc<AtomicBool>,
}

impl Receiver {
    /// One who answers the request of that number, from 0, so.
    pub fn new(reply: fn(usize) -> Reply) -> Receiver {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let receiver = Receiver {
            url: format!("http://{}/events", listener.local_addr().unwrap()),
            received: Arc::default(),
            was_cut_off: Arc::default(),
        };
        let count = Arc::new(AtomicUsize::new(0));
        let (kept, was_cut_off) = (Arc::clone(&receiver.received), Arc::clone(&receiver.was_cut_off));
        std::thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let (kept, was_cut_off, count) = (Arc::clone(&kept), Arc::clone(&was_cut_off), Arc::clone(&count));
                std::thread::spawn(move || {
                    let Some(request) = read(&stream) else { return };
                    kept.lock().unwrap().push(request);
                    if answer(stream, reply(count.fetch_add(1, Ordering::SeqCst))).is_err() {
                        was_cut_off.store(true, Ordering::SeqCst);
                    }
                });
            }
        });
        receiver
    }

    /// One who takes everything.
    pub fn good() -> Receiver {
        Receiver::new(|_| Reply::Head("204 No Content"))
    }

    pub fn received(&self) -> Vec<Received> {
        self.received.lock().unwrap().clone()
    }

    /// The ids of the things of which was told, in the order in which that came.
    pub fn ids(&self) -> Vec<String> {
        let all = self.received();
        all.iter().map(|one| text(&one.event()["id"]).to_owned()).collect()
    }
}

fn read(stream: &TcpStream) -> Option<Received> {
    let mut reader = BufReader::new(stream);
    let mut headers = BTreeMap::new();
    let lines = (&mut reader).lines().map_while(Result::ok);
    for line in lines.take_while(|line| !line.is_empty()) {
        if let Some((name, value)) = line.split_once(": ") {
            headers.insert(name.to_lowercase(), value.to_owned());
        }
    }
    let length = headers.get("content-length")?.parse().ok()?;
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    let body = String::from_utf8(body).ok()?;
    Some(Received { headers, body })
}

fn answer(mut stream: TcpStream, reply: Reply) -> std::io::Result<()> {
    let head = match reply {
        Reply::HangUp => return Ok(()),
        Reply::Endless => {
            stream.write_all(b"HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n")?;
            return (0..10_000).try_for_each(|_| stream.write_all(&[b'.'; 10_000]));
        }
        Reply::Late(head) => {
            stream.read_to_end(&mut Vec::new())?;
            head
        }
        Reply::Head(head) => head,
    };
    stream.write_all(format!("HTTP/1.1 {head}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n").as_bytes())
}

/// The path of a new webhook, and its secret.
pub fn webhook(caller: &Caller<'_>, url: &str, narrower: &Value) -> (String, String) {
    let made = caller.post("/v1/webhooks", &asking(url, narrower)).expect(200);
    (
        format!("/v1/webhooks/{}", text(&made["webhook"]["id"])),
        text(&made["secret"]).to_owned(),
    )
}

/// A webhook as it is asked for.
pub fn asking(url: &str, narrower: &Value) -> Value {
    let mut asked = json!({ "url": url });
    asked
        .as_object_mut()
        .unwrap()
        .extend(narrower.as_object().unwrap().clone());
    asked
}

pub fn deliveries(app: &TestApp, webhook: &str) -> Vec<Value> {
    app.administrator()
        .get(&format!("{webhook}/deliveries?limit=200"))
        .items()
}

pub fn states(app: &TestApp, webhook: &str) -> Vec<String> {
    let deliveries = deliveries(app, webhook);
    deliveries
        .iter()
        .map(|delivery| text(&delivery["state"]).to_owned())
        .collect()
}

/// The path at which a delivery is sent once more.
pub fn attempts(webhook: &str, delivery: &Value) -> String {
    format!("{webhook}/deliveries/{}/attempts", text(&delivery["id"]))
}
