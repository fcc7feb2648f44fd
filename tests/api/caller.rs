//! Those who call the service, and what comes back.

use serde_json::Value;
use ureq::http;

use crate::app::TestApp;
use crate::contract;
use crate::patience::awaited;

/// Someone who calls the service.
#[derive(Clone)]
pub struct Caller<'a> {
    pub app: &'a TestApp,
    pub token: Option<String>,
}

impl Caller<'_> {
    pub fn get(&self, path: &str) -> Answer {
        self.send("GET", path, &[], None)
    }

    pub fn get_with(&self, path: &str, headers: &[(&str, &str)]) -> Answer {
        self.send("GET", path, headers, None)
    }

    pub fn post(&self, path: &str, body: &Value) -> Answer {
        self.post_text(path, "application/json", &body.to_string())
    }

    pub fn post_text(&self, path: &str, media_type: &str, body: &str) -> Answer {
        self.send("POST", path, &[("content-type", media_type)], Some(body))
    }

    /// Changes what was read with that entity tag.
    pub fn patch(&self, path: &str, tag: &str, changes: &Value) -> Answer {
        let headers = [("content-type", "application/merge-patch+json"), ("if-match", tag)];
        self.send("PATCH", path, &headers, Some(&changes.to_string()))
    }

    /// Puts a picture there, sent as that media type.
    pub fn put(&self, path: &str, media_type: &str, picture: &[u8]) -> Answer {
        self.send_bytes("PUT", path, &[("content-type", media_type)], Some(picture))
    }

    /// Uploads files, each a part of that name; with another boundary each time, as clients do.
    pub fn upload(&self, path: &str, key: Option<&str>, files: &[(&str, &[u8])]) -> Answer {
        let boundary = uuid::Uuid::from_u128(fastrand::u128(..)).simple().to_string();
        let mut body = Vec::new();
        for (name, content) in files {
            let disposition = format!("form-data; name=\"{name}\"; filename=\"{name}.csv\"");
            let head = format!("--{boundary}\r\nContent-Disposition: {disposition}\r\nContent-Type: text/csv\r\n\r\n");
            body.extend([head.as_bytes(), *content, b"\r\n"].concat());
        }
        body.extend(format!("--{boundary}--\r\n").bytes());
        let media_type = format!("multipart/form-data; boundary={boundary}");
        let headers = [
            ("content-type", media_type.as_str()),
            ("idempotency-key", key.unwrap_or_default()),
        ];
        let headers = if key.is_some() { &headers[..] } else { &headers[..1] };
        self.send_bytes("POST", path, headers, Some(&body))
    }

    /// The job of an answer, once it is finished.
    #[track_caller]
    pub fn finished(&self, answer: &Answer) -> Value {
        answer.expect(202);
        self.finished_at(answer.header("location"))
    }

    /// The job at that path, once it is finished.
    #[track_caller]
    pub fn finished_at(&self, path: &str) -> Value {
        awaited("the job does not come to an end", || {
            let job = self.get(path).expect(200);
            (job["state"] != "waiting").then_some(job)
        })
    }

    /// Imports files, under a key that nothing else has; the job at its end.
    #[track_caller]
    pub fn import(&self, files: &[(&str, &str)]) -> Value {
        self.import_to("/v1/imports", files)
    }

    #[track_caller]
    pub fn import_to(&self, path: &str, files: &[(&str, &str)]) -> Value {
        let key = uuid::Uuid::from_u128(fastrand::u128(..)).to_string();
        let files: Vec<(&str, &[u8])> = files
            .iter()
            .map(|(name, content)| (*name, content.as_bytes()))
            .collect();
        self.finished(&self.upload(path, Some(&key), &files))
    }

    /// Sends a request, and holds the answer against the document.
    pub fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: Option<&str>) -> Answer {
        self.send_bytes(method, path, headers, body.map(str::as_bytes))
    }

    fn send_bytes(&self, method: &str, path: &str, headers: &[(&str, &str)], body: Option<&[u8]>) -> Answer {
        if reads_projections(path) {
            self.app.project_games();
        }
        let mut request = http::Request::builder()
            .method(method)
            .uri(format!("{}{path}", self.app.base()));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        if let Some(token) = &self.token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        let request = request.body(body.unwrap_or_default().to_vec()).unwrap();
        let agent = &self.app.agent;
        let mut response = if body.is_some() {
            agent.run(request).unwrap()
        } else {
            agent.run(request.map(|_| ())).unwrap()
        };
        let answer = Answer {
            status: response.status().as_u16(),
            headers: response.headers().clone(),
            body: response.body_mut().read_to_vec().unwrap(),
        };
        if let Some(recording) = &self.app.recording {
            recording.keep(method, path, &answer);
        }
        let asks_for_pages = headers
            .iter()
            .any(|(name, value)| *name == "accept" && value.contains("text/html"));
        if answer.status >= 400 && answer.header("content-type").starts_with("text/html") {
            assert!(
                asks_for_pages,
                "{method} {path} is refused by a page that nobody has asked for"
            );
        }
        contract::check(method, path, &answer);
        answer
    }
}

/// Whether what is told there follows what was recorded a moment later.
fn reads_projections(path: &str) -> bool {
    let by_position = path.starts_with("/v1/games?") && (path.contains("opening=") || path.contains("position="));
    by_position || path.starts_with("/v1/openings") || path.starts_with("/v1/games/statistics")
}

/// The answer that came back.
pub struct Answer {
    pub status: u16,
    pub headers: http::HeaderMap,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {:?}", self.body_text()))
    }

    pub fn body_text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// The body of an answer with that status.
    #[track_caller]
    pub fn expect(&self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.body_text());
        self.json()
    }

    /// The problem with which the request was refused.
    #[track_caller]
    pub fn refused(&self, status: u16, code: &str) -> Value {
        let problem = self.expect(status);
        assert_eq!(problem["code"], code, "{problem}");
        problem
    }

    /// The faults of the input: pointer and code of each.
    #[track_caller]
    pub fn faults(&self) -> Vec<(String, String)> {
        let problem = self.refused(422, "invalid-input");
        let faults = problem["errors"].as_array().unwrap();
        faults
            .iter()
            .map(|fault| (text(&fault["pointer"]).to_owned(), text(&fault["code"]).to_owned()))
            .collect()
    }

    /// The faults of the query: the parameter and the code of each.
    #[track_caller]
    pub fn wrong_parameters(&self) -> Vec<(String, String)> {
        let problem = self.refused(400, "invalid-query");
        let faults = problem["errors"].as_array().unwrap().iter();
        faults
            .map(|fault| {
                assert!(
                    fault.get("pointer").is_none() && !text(&fault["message"]).is_empty(),
                    "{fault}"
                );
                (text(&fault["parameter"]).to_owned(), text(&fault["code"]).to_owned())
            })
            .collect()
    }

    /// The items of a page.
    #[track_caller]
    pub fn items(&self) -> Vec<Value> {
        self.items_of(200)
    }

    /// The items of a list that was answered with that status.
    #[track_caller]
    pub fn items_of(&self, status: u16) -> Vec<Value> {
        self.expect(status)["items"].as_array().unwrap().clone()
    }
}

/// Pointer and code of each fault of a problem.
pub fn faults(problem: &Value) -> Vec<(&str, &str)> {
    let errors = problem["errors"].as_array().unwrap().iter();
    errors
        .map(|fault| (text(&fault["pointer"]), text(&fault["code"])))
        .collect()
}

/// Pointers and codes, as [`Answer::faults`] has them.
pub fn owned(faults: &[(&str, &str)]) -> Vec<(String, String)> {
    let owned = |(pointer, code): &(&str, &str)| ((*pointer).to_owned(), (*code).to_owned());
    faults.iter().map(owned).collect()
}

/// A string in JSON.
#[track_caller]
pub fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("{value} is no string"))
}
