//! Asking the service on the same machine whether it is ready, as the image does.

use std::process::Output;

use crate::command_line::{Serving, out, program};

#[test]
fn the_program_tells_whether_the_service_is_ready() {
    let folder = tempfile::tempdir().unwrap();
    let ask = |address: &str| -> Output {
        program(folder.path())
            .arg("health")
            .env("LISTEN", address)
            .output()
            .unwrap()
    };
    let mut serve = program(folder.path());
    serve.env("METRICS_LISTEN", "127.0.0.1:0").arg("serve");
    let serving = Serving::of(&mut serve, "Metrics are at http://127.0.0.1:").unwrap();
    let address = serving.address().to_owned();
    let port = address.rsplit_once(':').unwrap().1;
    for reached in [address.clone(), format!("0.0.0.0:{port}")] {
        let ready = ask(&reached);
        assert!(ready.status.success() && out(&ready).contains("\"ready\""), "{ready:?}");
    }
    let file = folder.path().join("federation.sqlite");
    std::fs::rename(&file, folder.path().join("elsewhere")).unwrap();
    let lost = ask(&address);
    assert_eq!(lost.status.code(), Some(1));
    assert!(out(&lost).contains("storage-lost"), "{lost:?}");
    drop(serving);
    let gone = ask(&address);
    assert_eq!(gone.status.code(), Some(1));
    assert!(
        String::from_utf8_lossy(&gone.stderr).contains("does not answer"),
        "{gone:?}"
    );
}
