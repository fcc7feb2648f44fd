//! The page on which people follow a tournament: short for a large one, and within another site's page.

use serde_json::json;

use crate::app::TestApp;
use crate::hall::Hall;
use crate::public_pages::seen;

on_sqlite! {
    a_large_tournament_comes_in_parts,
    the_standings_can_stand_in_a_page_of_another_site,
}

/// Page and style sheet together, compressed, that a first view may have: what a slow connection brings in its first answer.
const FIRST_VIEW: usize = 14 * 1024;

fn compressed(app: &TestApp, path: &str) -> usize {
    let answer = app.anyone().get_with(path, &[("accept-encoding", "br")]);
    assert_eq!(answer.header("content-encoding"), "br", "{path}");
    answer.body.len()
}

fn a_large_tournament_comes_in_parts(app: &TestApp) {
    let hall = Hall::new(app, &json!({ "rounds": 1 }), 90);
    let path = hall.path.trim_start_matches("/v1").to_owned();
    let round = hall.publish();
    let playing = seen(app, &path).body_text();
    assert_eq!(playing.matches("class=\"seats\"").count(), 45);
    assert_eq!(playing.matches("<th scope=\"row\"").count(), 40);
    let all = format!("href=\"{path}/standings\">All 90 players");
    assert!(playing.contains(&all), "{playing}");
    hall.enter_results(&round, |_| 4);
    hall.close(&round);
    let over = seen(app, &path).body_text();
    assert_eq!(over.matches("<th scope=\"row\"").count(), 90);
    assert_eq!(over.matches("class=\"seats\"").count(), 40);
    let pairings = format!("{}/pairings\">All 45 boards", round.trim_start_matches("/v1"));
    assert!(over.contains(&pairings), "{over}");
    let first_view = compressed(app, &path) + compressed(app, "/pages/site.css");
    assert!(first_view < FIRST_VIEW, "{first_view} bytes");
}

fn the_standings_can_stand_in_a_page_of_another_site(app: &TestApp) {
    let hall = Hall::new(app, &json!({}), 4);
    hall.publish();
    let path = hall.path.trim_start_matches("/v1").to_owned();
    let (whole, embedded) = (seen(app, &path), seen(app, &format!("{path}?embed")));
    let page = embedded.body_text();
    assert!(
        page.contains("<table") && !page.contains("<nav") && !page.contains("<script"),
        "{page}"
    );
    assert!(page.contains(&format!("href=\"{path}\"")), "{page}");
    let policy = "content-security-policy";
    assert!(whole.header(policy).contains("frame-ancestors 'none'"));
    assert!(embedded.header(policy).contains("frame-ancestors *"));
}
