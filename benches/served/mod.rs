//! A service at work on a file of its own, and its administrator, who asks it.

use std::net::TcpListener;
use std::sync::mpsc;

use federation_records::accounts::NewAccount;
use federation_records::app::server::Service;
use federation_records::db::Url;
use federation_records::values::clock::Clock;
use federation_records::web::rate_limit::RateLimitSettings;
use serde_json::{Value, json};

const EMAIL: &str = "administrator@federation.example";
const PASSWORD: &str = "a cow in the kraal";

/// Starts the service on that file, with an administrator; its address.
fn serve(url: Url, clock: Clock) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    let (told, ready) = mpsc::channel();
    std::thread::spawn(move || {
        actix_web::rt::System::new().block_on(async move {
            let mut service = Service::open(&url, clock, "http://records.example").await.unwrap();
            service.rate_limits = RateLimitSettings::unlimited();
            let administrator = NewAccount::parse(EMAIL, "Nomsa Dlamini", Some(PASSWORD)).unwrap();
            service.create_administrator(administrator).await.unwrap();
            let server = service.serve(listener, 1).unwrap();
            told.send(()).unwrap();
            server.await.unwrap();
        });
    });
    ready.recv().unwrap();
    base
}

/// The administrator of a service.
pub(crate) struct Caller {
    pub(crate) agent: ureq::Agent,
    pub(crate) base: String,
    pub(crate) token: String,
}

impl Caller {
    /// The administrator of a service on that file.
    pub(crate) fn of_service(url: Url, clock: Clock) -> Caller {
        let base = serve(url, clock);
        let agent = ureq::Agent::new_with_defaults();
        let credentials = json!({ "email": EMAIL, "password": PASSWORD });
        let mut answer = agent.post(format!("{base}/v1/tokens")).send_json(&credentials).unwrap();
        let tokens: Value = answer.body_mut().read_json().unwrap();
        Caller {
            agent,
            base,
            token: tokens["access_token"].as_str().unwrap().to_owned(),
        }
    }
}
