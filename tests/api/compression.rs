//! Answers in fewer bytes for those who take them so: in which coding, with which tag, and that it is the same answer.

use std::io::Read;

use serde_json::json;

use crate::app::TestApp;
use crate::caller::{Answer, text};

on_sqlite! {
    an_answer_is_the_same_in_every_coding,
    a_tag_is_good_in_the_coding_that_it_came_in,
    a_change_may_name_the_tag_of_any_coding,
    the_coding_is_the_one_that_is_wanted_most,
    what_is_small_or_no_text_goes_as_it_is,
    head_has_the_headers_of_the_coding,
}

/// A list, the document, the largest file of its page, and a script of the service's own pages.
const PATHS: [&str; 4] = [
    "/v1/problems",
    "/openapi.json",
    "/docs/swagger-ui-bundle.js",
    "/pages/game.js",
];

fn get_in(app: &TestApp, path: &str, coding: &str) -> Answer {
    app.anyone().get_with(path, &[("accept-encoding", coding)])
}

fn decoded(answer: &Answer) -> Vec<u8> {
    let (body, mut plain) = (answer.body.as_slice(), Vec::new());
    match answer.header("content-encoding") {
        "br" => brotli::BrotliDecompress(&mut &*body, &mut plain).unwrap(),
        "gzip" => {
            flate2::read::GzDecoder::new(body).read_to_end(&mut plain).unwrap();
        }
        "zstd" => plain = zstd::decode_all(body).unwrap(),
        other => panic!("{other} is no coding"),
    }
    plain
}

fn an_answer_is_the_same_in_every_coding(app: &TestApp) {
    for path in PATHS {
        let plain = get_in(app, path, "identity");
        assert_eq!((plain.status, plain.header("content-encoding")), (200, ""));
        assert_eq!(plain.header("vary"), "accept-encoding", "{path}");
        for coding in ["gzip", "br", "zstd"] {
            // The second time a file is kept.
            for _ in 0..2 {
                let answer = get_in(app, path, coding);
                assert_eq!(answer.header("content-encoding"), coding, "{path}");
                assert_eq!(answer.header("vary"), "accept-encoding", "{path}");
                assert_eq!(answer.header("content-type"), plain.header("content-type"), "{path}");
                assert_eq!(answer.header("cache-control"), "public, no-cache", "{path}");
                assert_eq!(answer.header("content-length"), answer.body.len().to_string(), "{path}");
                assert!(answer.body.len() * 2 < plain.body.len(), "{path} in {coding}");
                assert!(decoded(&answer) == plain.body, "{path} in {coding}");
            }
        }
    }
}

fn a_tag_is_good_in_the_coding_that_it_came_in(app: &TestApp) {
    let asked = |path: &str, coding: &str, tag: &str| {
        let headers = [("accept-encoding", coding), ("if-none-match", tag)];
        app.anyone().get_with(path, &headers)
    };
    for path in PATHS {
        let plain = get_in(app, path, "identity").header("etag").to_owned();
        for coding in ["gzip", "br", "zstd"] {
            let tag = get_in(app, path, coding).header("etag").to_owned();
            assert_ne!(tag, plain, "{path}");
            let unchanged = asked(path, coding, &tag);
            assert_eq!(
                (unchanged.status, unchanged.header("etag")),
                (304, tag.as_str()),
                "{path}"
            );
            assert_eq!(unchanged.header("vary"), "accept-encoding", "{path}");
            assert_eq!(unchanged.header("content-encoding"), "", "{path}");
            // Whoever has it as it is may keep that; whoever cannot read the coding is not told to use it.
            assert_eq!(asked(path, coding, &plain).header("etag"), plain, "{path}");
            assert_eq!(asked(path, "identity", &tag).status, 200, "{path}");
        }
    }
}

fn a_change_may_name_the_tag_of_any_coding(app: &TestApp) {
    let path = format!("/v1/clubs/{}", app.club("ZA-NW"));
    let administrator = app.administrator();
    for coding in ["gzip", "br", "zstd"] {
        let read = administrator.get(&path);
        let tag = read.header("etag").trim_end_matches('"');
        let renamed = json!({ "name": format!("Herders in {coding}") });
        administrator
            .patch(&path, &format!("{tag}-none\""), &renamed)
            .refused(412, "stale");
        administrator
            .patch(&path, &format!("W/{tag}-{coding}\""), &renamed)
            .refused(412, "stale");
        let changed = administrator.patch(&path, &format!("{tag}-{coding}\""), &renamed);
        assert_eq!(changed.expect(200)["name"], renamed["name"]);
        administrator
            .patch(&path, &format!("{tag}-{coding}\""), &renamed)
            .refused(412, "stale");
    }
}

fn the_coding_is_the_one_that_is_wanted_most(app: &TestApp) {
    for (accepted, coding) in [
        ("gzip, deflate, br, zstd", "br"),
        ("gzip, zstd", "zstd"),
        ("br;q=0.5, gzip", "gzip"),
        ("br;q=0, gzip;q=0.1", "gzip"),
        ("deflate, compress", ""),
        ("*", ""),
        ("gzip;q=0", ""),
        ("identity;q=0", ""),
        ("nonsense;;", ""),
        ("", ""),
    ] {
        let answer = get_in(app, "/v1/problems", accepted);
        assert_eq!(
            (answer.status, answer.header("content-encoding")),
            (200, coding),
            "{accepted}"
        );
        assert_eq!(answer.header("vary"), "accept-encoding", "{accepted}");
    }
}

fn what_is_small_or_no_text_goes_as_it_is(app: &TestApp) {
    let small = get_in(app, "/livez", "br");
    assert_eq!(
        (small.header("content-encoding"), small.header("vary")),
        ("", "accept-encoding")
    );
    let picture = get_in(app, "/docs/favicon-32x32.png", "br");
    assert_eq!(
        (
            picture.status,
            picture.header("content-encoding"),
            picture.header("vary")
        ),
        (200, "", "")
    );
    let drawing = get_in(
        app,
        "/v1/boards?position=......../......../........+X+12+12+0+-+-",
        "br",
    );
    assert_eq!(drawing.header("content-encoding"), "br");
    // Two media types at one path, and two codings: both headers have a part in it.
    let club = app.club("ZA-NW");
    let game = json!({
        "first_player_id": app.player(&club), "second_player_id": app.player(&club), "played_on": "2026-11-20",
        "turns": ["E1"],
    });
    let game = app.administrator().post("/v1/games", &game).expect(201);
    let game = get_in(app, &format!("/v1/games/{}", text(&game["id"])), "br");
    let vary: Vec<_> = game.headers.get_all("vary").iter().collect();
    assert_eq!(vary, ["accept", "accept-encoding"]);
}

fn head_has_the_headers_of_the_coding(app: &TestApp) {
    for path in PATHS {
        for coding in ["identity", "gzip", "br", "zstd"] {
            let get = get_in(app, path, coding);
            let head = app.anyone().send("HEAD", path, &[("accept-encoding", coding)], None);
            assert!(head.body.is_empty(), "{path}");
            for header in ["content-encoding", "content-length", "content-type", "etag", "vary"] {
                assert_eq!(head.header(header), get.header(header), "{path} in {coding}: {header}");
            }
        }
    }
}
