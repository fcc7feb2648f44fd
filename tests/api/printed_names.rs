//! A paper that was right stays right: the verification says what was printed at the award, and what has changed since.

use serde_json::json;

use crate::app::TestApp;
use crate::caller::text;
use crate::erasures::erase;
use crate::federation::set;
use crate::world::approved;

on_both_databases! {
    a_paper_that_was_right_stays_right,
    an_accreditation_is_by_the_federation_of_the_day,
    an_altered_token_gets_words_on_the_page,
}

/// The family name of the player is another one from now on.
fn renamed(app: &TestApp, player: &str, family_name: &str) {
    let path = format!("/v1/players/{player}/particulars");
    let changes = json!({ "family_name": family_name });
    app.administrator().patch(&path, "*", &changes).expect(200);
}

/// The page on which a code or a token is checked; its status and its text.
fn checked(app: &TestApp, typed: &str) -> (u16, String) {
    let query = form_urlencoded::Serializer::new(String::new())
        .append_pair("code", typed)
        .finish();
    let page = app
        .anyone()
        .get_with(&format!("/verify?{query}"), &[("accept", "text/html")]);
    (page.status, page.body_text())
}

fn a_paper_that_was_right_stays_right(app: &TestApp) {
    let player = app.player_named(&app.club("ZA-NW"), "Mokoena", "Thandiwe", "1998-04-17");
    let award = approved(app, &player);
    let code = app
        .administrator()
        .get(&format!("/v1/colours/{award}/code"))
        .expect(200);
    let code = text(&code["code"]);
    let path = format!("/v1/verifications/{code}");
    let before = app.anyone().get(&path).expect(200);
    assert!(before.get("holder_today").is_none() && before.get("awarding_body_today").is_none());
    assert!(
        checked(app, code)
            .1
            .contains("The name and the award on the certificate must be these.")
    );
    renamed(app, &player, "Dlamini");
    set(app, "?from=2026-11-25", &json!({ "name": "Morabaraba South Africa" }));
    app.at("2026-11-26T08:00:00Z");
    let mut expected = before.clone();
    expected["holder_today"] = json!("Thandiwe Dlamini");
    expected["awarding_body_today"] = json!("Morabaraba South Africa, North West");
    let told = app.anyone().get(&path).expect(200);
    assert_eq!(told, expected);
    assert_eq!(told["holder"], "Thandiwe Mokoena");
    let (status, page) = checked(app, code);
    assert_eq!(status, 200);
    for told in [
        "Thandiwe Mokoena",
        "Thandiwe Dlamini",
        "the name the one of the award or, if it was printed later",
    ] {
        assert!(page.contains(told), "{told} is not in {page}");
    }
    assert!(!page.contains("The name and the award on the certificate must be these."));
    // A token says the name of the day on which it was signed; the records say both.
    let token = app.anyone().get(&format!("/v1/certificates/{code}/token")).body_text();
    let of_token = app.anyone().post("/v1/verifications", &json!({ "token": token }));
    assert_eq!(of_token.expect(200), told);
    assert_eq!(checked(app, &token).0, 200);
    // Named as before, nothing has changed.
    renamed(app, &player, "Mokoena");
    assert!(app.anyone().get(&path).expect(200).get("holder_today").is_none());
    renamed(app, &player, "Dlamini");
    erase(app, &player);
    app.anyone().get(&path).refused(410, "erased");
}

fn an_accreditation_is_by_the_federation_of_the_day(app: &TestApp) {
    let id = crate::world::umpires::accreditation(app, &app.club("ZA-NW"));
    let code = app
        .administrator()
        .get(&format!("/v1/accreditations/{id}/code"))
        .expect(200);
    let path = format!("/v1/verifications/{}", text(&code["code"]));
    let before = app.anyone().get(&path).expect(200);
    // Renamed on the very day.
    set(app, "?from=2026-11-20", &json!({ "name": "Morabaraba South Africa" }));
    let told = app.anyone().get(&path).expect(200);
    assert_eq!(
        (&told["awarding_body"], &told["awarding_body_today"]),
        (&before["awarding_body"], &json!("Morabaraba South Africa"))
    );
    assert_ne!(told["awarding_body"], told["awarding_body_today"]);
}

fn an_altered_token_gets_words_on_the_page(app: &TestApp) {
    let award = approved(app, &app.player(&app.club("ZA-NW")));
    let code = app
        .administrator()
        .get(&format!("/v1/colours/{award}/code"))
        .expect(200);
    let token = app
        .anyone()
        .get(&format!("/v1/certificates/{}/token", text(&code["code"])))
        .body_text();
    assert_eq!(checked(app, &token).0, 200);
    let cut = token[..token.len() - 20].to_owned();
    let altered = token.replacen('.', ".A", 1);
    for token in [cut, altered, "a".repeat(16_384)] {
        let asked = json!({ "token": token });
        app.anyone()
            .post("/v1/verifications", &asked)
            .refused(422, "not-our-certificate");
        let (status, page) = checked(app, &token);
        assert_eq!(status, 422, "{page}");
        assert!(page.contains("This is no certificate of ours."), "{page}");
        assert!(page.contains("was altered or cut"), "{page}");
    }
    // What is neither is no code.
    let (status, page) = checked(app, "7Q2K");
    assert!(
        status == 404 && page.contains("There is no certificate with this code."),
        "{page}"
    );
}
