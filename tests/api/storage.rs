//! What can become of the file of the records while the service runs, and what is told of it.

use std::fs::OpenOptions;

use crate::command_line::{Serving, run};

/// The status of an answer of a service that runs as a program.
fn status(serving: &Serving, path: &str) -> u16 {
    let agent = ureq::Agent::config_builder()
        .http_status_as_error(false)
        .build()
        .new_agent();
    let answer = agent.get(format!("http://{}{path}", serving.address())).call();
    answer.unwrap().status().as_u16()
}

#[test]
fn a_file_that_is_cut_short_does_not_end_the_service() {
    let folder = tempfile::tempdir().unwrap();
    assert!(run(folder.path(), &["migrate"], "").status.success());
    let serving = Serving::start(folder.path(), &[], "serve --demo");
    assert_eq!(status(&serving, "/v1/provinces"), 200);
    let file = OpenOptions::new()
        .write(true)
        .open(folder.path().join("federation.sqlite"));
    file.unwrap().set_len(0).unwrap();
    status(&serving, "/v1/provinces");
    assert_eq!(status(&serving, "/livez"), 200);
}
