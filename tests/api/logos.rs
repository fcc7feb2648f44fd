//! The federation's logo: set, read, on certificates, and taken away.

use serde_json::json;

use crate::app::TestApp;
use crate::caller::text;
use crate::world::accounts::png;
use crate::world::colours::approved;

on_sqlite! {
    a_logo_is_set_and_taken_away,
    a_logo_stands_on_certificates,
    what_is_no_logo_is_refused,
    the_trail_has_the_digest_of_a_logo,
}

const PATH: &str = "/v1/federation/logo";

fn a_logo_is_set_and_taken_away(app: &TestApp) {
    let (anyone, administrator) = (app.anyone(), app.administrator());
    anyone.get(PATH).refused(404, "not-found");
    assert_eq!(administrator.put(PATH, "image/png", &png()).status, 204);
    let answer = anyone.get(PATH);
    assert_eq!((answer.status, &answer.body), (200, &png()));
    assert_eq!(answer.header("content-type"), "image/png");
    let again = anyone.get_with(PATH, &[("if-none-match", answer.header("etag"))]);
    assert_eq!(again.status, 304);
    // It may be taken away twice.
    for _ in 0..2 {
        assert_eq!(administrator.send("DELETE", PATH, &[], None).status, 204);
    }
    anyone.get(PATH).refused(404, "not-found");
}

fn a_logo_stands_on_certificates(app: &TestApp) {
    let id = approved(app, &app.player(&app.club("ZA-NW")));
    let code = app.administrator().get(&format!("/v1/colours/{id}/code")).expect(200);
    let path = format!("/v1/certificates/{}", text(&code["code"]));
    let told = || {
        let (page, paper) = (app.anyone().get(&path), app.anyone().get(&format!("{path}/document")));
        let is_drawn = paper
            .body
            .windows(14)
            .any(|window| window.starts_with(b"/Subtype/Image") || window == b"/Subtype /Imag");
        (page.body_text().contains("data:image/png;base64,"), is_drawn)
    };
    assert_eq!(told(), (false, false));
    app.administrator().put(PATH, "image/png", &png());
    assert_eq!(told(), (true, true));
    app.administrator().send("DELETE", PATH, &[], None);
    assert_eq!(told(), (false, false));
}

fn what_is_no_logo_is_refused(app: &TestApp) {
    let administrator = app.administrator();
    administrator
        .put(PATH, "image/png", b"<svg/>")
        .refused(422, "unusable-logo");
    administrator
        .put(PATH, "image/png", &png()[..50])
        .refused(422, "unusable-logo");
    administrator
        .put(PATH, "image/svg+xml", b"<svg/>")
        .refused(415, "unsupported-media-type");
    administrator
        .put(PATH, "image/png", &vec![0; 500_001])
        .refused(413, "body-too-large");
    app.coordinator("ZA-NW")
        .put(PATH, "image/png", &png())
        .refused(403, "role-required");
    app.anyone().get(PATH).refused(404, "not-found");
}

fn the_trail_has_the_digest_of_a_logo(app: &TestApp) {
    let administrator = app.administrator();
    // The same again is no change.
    for _ in 0..2 {
        administrator.put(PATH, "image/png", &png());
    }
    administrator.send("DELETE", PATH, &[], None);
    let items = administrator.get("/v1/audit?subject=federation_logo").items();
    let told: Vec<&str> = items.iter().map(|item| text(&item["action"])).collect();
    assert_eq!(told, ["delete_federation_logo", "update_federation_logo"]);
    let changes = items[1]["changes"].as_array().unwrap();
    let digest = changes.iter().find(|change| change["field"] == "digest").unwrap();
    assert_eq!(text(&digest["after"]).len(), 64);
    assert!(
        changes
            .iter()
            .any(|change| change["after"] == json!(png().len()) || change["after"] == png().len().to_string().as_str())
    );
}
