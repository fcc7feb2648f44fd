//! A recording of every answer that the tests get, to be held against another one: what is rebuilt answers as before.
//!
//! `RECORD=folder cargo test --test api` writes a file a test, a line of JSON an answer, as it came;
//! `.ci/compare-recordings before after` knows what differs from run to run, and tells what else does.

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::Mutex;
use std::thread;

use serde_json::{Value, json};

use crate::caller::Answer;

/// The file of a test.
pub struct Recording {
    file: Mutex<File>,
    /// The thread of the test; what others ask comes in no order.
    thread: thread::ThreadId,
}

impl Recording {
    /// Goes on with the file of the test that runs on this thread; none if nothing is to be recorded.
    pub fn of_this_test() -> Option<Recording> {
        let folder = std::env::var_os("RECORD")?;
        let thread = thread::current();
        let name = thread.name().unwrap().replace("::", ".");
        std::fs::create_dir_all(&folder).unwrap();
        let file = File::options()
            .create(true)
            .append(true)
            .open(Path::new(&folder).join(name + ".jsonl"))
            .unwrap();
        Some(Recording {
            file: Mutex::new(file),
            thread: thread.id(),
        })
    }

    pub fn keep(&self, method: &str, path: &str, answer: &Answer) {
        let body = match serde_json::from_slice::<Value>(&answer.body) {
            Ok(body) => body,
            Err(_) => match std::str::from_utf8(&answer.body) {
                Ok(text) => json!({ "text": text }),
                Err(_) => json!("bytes"),
            },
        };
        let line = json!({
            "in_order": thread::current().id() == self.thread,
            "method": method,
            "path": path,
            "status": answer.status,
            "media_type": answer.header("content-type"),
            "body": body,
        });
        self.file
            .lock()
            .unwrap()
            .write_all(format!("{line}\n").as_bytes())
            .unwrap();
    }
}
