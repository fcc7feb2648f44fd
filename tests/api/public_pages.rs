//! The pages that everyone may read, as a stranger's browser asks for them.

use std::collections::{BTreeMap, VecDeque};

use serde_json::json;

use crate::app::TestApp;
use crate::caller::{Answer, text};
use crate::crawl::Child;
use crate::federation::set;
use crate::season::{members, publish, ratified, rows};

on_sqlite! {
    every_link_from_the_beginning_leads_somewhere_and_names_no_withheld_child,
    a_wrong_query_is_answered_by_a_page,
    a_ranking_is_looked_at_club_by_club,
    shared_ranks_are_marked_and_ratings_say_how_sure_they_are,
    a_ranking_can_stand_in_a_page_of_another_site,
    other_sites_read_what_is_public_alone,
    a_page_that_is_unchanged_keeps_the_policy_that_it_came_with,
    a_page_that_nobody_keeps_is_told_whole_or_not_to_have_changed,
}

/// The most queries of one path that are followed.
const MOST_QUERIES: usize = 4;

pub fn seen(app: &TestApp, path: &str) -> Answer {
    app.anyone().get_with(path, &[("accept", "text/html")])
}

/// The links and pictures of a page that lead to the service itself.
fn links(page: &str) -> Vec<String> {
    let of = |mark: &str| {
        let ends = page.split(mark).skip(1).filter_map(|rest| rest.split('"').next());
        ends.filter(|link| link.starts_with('/'))
            .map(|link| link.split('#').next().unwrap_or_default().replace("&amp;", "&"))
            .collect::<Vec<_>>()
    };
    [of("href=\""), of("src=\"")].concat()
}

fn every_link_from_the_beginning_leads_somewhere_and_names_no_withheld_child(app: &TestApp) {
    let child = Child::new(app, "Qwabe", "Zwelibanzi Éric", "2012-02-29");
    let mut asked: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let own = [format!("/players/{}", child.id), format!("/clubs/{}", child.club)];
    let mut waiting: VecDeque<String> = own.into_iter().chain(["/".to_owned()]).collect();
    while let Some(link) = waiting.pop_front() {
        let (path, query) = link.split_once('?').unwrap_or((link.as_str(), ""));
        let queries = asked.entry(path.to_owned()).or_default();
        if queries.iter().any(|known| known == query) || queries.len() == MOST_QUERIES {
            continue;
        }
        queries.push(query.to_owned());
        let answer = seen(app, &link);
        // The choice of a language leads back to the page.
        if path.starts_with("/language/") {
            assert_eq!(answer.status, 303, "{link}");
            continue;
        }
        assert_eq!(answer.status, 200, "{link}: {}", answer.body_text());
        if !answer.header("content-type").starts_with("text/html") || path.starts_with("/docs") {
            continue;
        }
        let page = answer.body_text();
        assert!(
            !page.contains("Qwabe") && !page.contains("Zwelibanzi"),
            "{link} names the child"
        );
        assert_eq!(page.matches("<h1").count(), 1, "{link}: {page}");
        assert!(page.contains("<title>") && page.contains("lang=\"en-ZA\""), "{link}");
        waiting.extend(links(&page));
    }
    for path in [
        "/tournaments",
        "/rankings",
        "/players",
        "/clubs",
        "/games",
        "/umpires",
        "/colours/criteria",
        "/federation",
        "/favicon.svg",
    ] {
        assert!(asked.contains_key(path), "no link leads to {path}");
    }
    for part in [
        "/tournaments/",
        "/rankings/",
        "/players/",
        "/clubs/",
        "/games/",
        "/rows/",
        "/chart.svg",
    ] {
        assert!(
            asked.keys().any(|path| path.contains(part) && path.len() > part.len()),
            "{part}"
        );
    }
    // By the number, which is public, the child is found; by the name not.
    let own = format!("/players/{}", child.id);
    assert!(
        seen(app, &format!("/players?q={}", child.number))
            .body_text()
            .contains(&own)
    );
    assert!(!seen(app, "/players?q=Qwabe").body_text().contains(&own));
    assert!(seen(app, "/robots.txt").body_text().contains("Disallow: /desk"));
}

fn a_wrong_query_is_answered_by_a_page(app: &TestApp) {
    for path in [
        "/players?colour=red",
        "/clubs?cursor=%21",
        "/rankings?method=dice",
        "/games?player_id=me",
        "/umpires?level=9",
        "/colours/criteria?year=12",
    ] {
        let answer = seen(app, path);
        assert_eq!(answer.status, 400, "{path}: {}", answer.body_text());
        assert!(answer.body_text().contains("<h1>"), "{path}");
    }
    for path in [
        "/players/me",
        "/clubs/ours",
        "/rankings/019aa0e1-3a4b-7c5d-8e6f-7a8b9c0d1e2f",
    ] {
        let answer = seen(app, path);
        assert_eq!(answer.status, 404, "{path}");
        assert!(answer.body_text().contains("<h1>"), "{path}");
    }
}

fn a_ranking_is_looked_at_club_by_club(app: &TestApp) {
    let child = Child::new(app, "Qwabe", "Zwelibanzi", "2012-02-29");
    let lists = app.anyone().get("/v1/rankings?current=true").items();
    let path = format!("/rankings/{}", lists[0]["id"].as_str().unwrap());
    let whole = seen(app, &path).body_text();
    let other = app.club("ZA-NW");
    let option = |club: &str| format!("<option value=\"{club}\">");
    assert!(
        whole.contains("<select id=\"club\"") && whole.contains(&option(&child.club)),
        "{whole}"
    );
    assert!(
        !whole.contains(&option(&other)),
        "a club of which nobody is in the list"
    );
    let rows = |query: &str| {
        seen(app, &format!("{path}?{query}"))
            .body_text()
            .matches("<th scope=\"row\"")
            .count()
    };
    let of_club = format!("club={}", child.club);
    let chosen = seen(app, &format!("{path}?{of_club}")).body_text();
    assert!(
        chosen.contains(&format!("<option value=\"{}\" selected>", child.club)),
        "{chosen}"
    );
    assert!(rows(&of_club) >= 1);
    assert_eq!(rows(&format!("club={other}")), 0);
}

fn shared_ranks_are_marked_and_ratings_say_how_sure_they_are(app: &TestApp) {
    let way = "The newest rankings";
    assert!(!seen(app, "/").body_text().contains(way), "no list is published");
    let players = members(app, 4, 1);
    ratified(app, ("regional", "2026-11-20", 1), &players, |_| 6);
    let by = |method: &str| publish(app, &json!({ "method": method, "on": "2026-11-20" }));
    // Two have won all of their games, and two none.
    let points = by("game-points");
    let page = seen(app, &format!("/rankings/{points}")).body_text();
    let marked = |page: &str, rank: i64| page.matches(&format!("{rank}<span class=\"shared\">=</span>")).count();
    assert_eq!((marked(&page, 1), marked(&page, 3)), (2, 2), "{page}");
    assert!(page.contains(">Points</th>") && !page.contains('±'), "{page}");
    let beginning = seen(app, "/").body_text();
    assert!(beginning.contains(way), "{beginning}");
    assert_eq!((marked(&beginning, 1), marked(&beginning, 3)), (2, 2), "{beginning}");
    // Among those of a club the last is alone, and the first.
    let last = rows(app, &points, "").pop().unwrap();
    let of_club = format!("/rankings/{points}?club={}", text(&last["club_id"]));
    let page = seen(app, &of_club).body_text();
    let alone = "1<span class=\"shared\"></span><span class=\"quiet\"> (3)</span>";
    assert!(page.contains(alone), "{page}");
    let ratings = by("glicko-2");
    let path = format!("/rankings/{ratings}");
    let page = seen(app, &path).body_text();
    assert!(
        page.contains(">Rating</th>") && !page.contains(">Points</th>"),
        "{page}"
    );
    for row in rows(app, &ratings, "") {
        assert_eq!(row["provisional"], json!(true), "{row}");
        let deviation = format!("± {:.2}<br>provisional", row["deviation"].as_f64().unwrap());
        assert!(page.contains(&deviation), "{deviation}: {page}");
    }
    let headers = [("accept", "text/html"), ("accept-language", "af")];
    let page = app.anyone().get_with(&path, &headers).body_text();
    assert!(
        page.contains(">Gradering</th>") && page.contains("<br>voorlopig"),
        "{page}"
    );
    // Once it is sure enough, a rating is not provisional any more.
    let sure = json!({ "rating": 1500, "deviation": 350, "volatility": 0.06, "tau": 0.5, "provisional_above": 350 });
    set(app, "?from=2026-11-21", &json!({ "ranking": { "glicko_2": sure } }));
    app.at("2026-11-21T08:00:00Z");
    let next = publish(app, &json!({ "method": "glicko-2", "on": "2026-11-21" }));
    let page = seen(app, &format!("/rankings/{next}")).body_text();
    assert!(page.contains("± ") && !page.contains("<br>provisional"), "{page}");
}

fn a_ranking_can_stand_in_a_page_of_another_site(app: &TestApp) {
    Child::new(app, "Qwabe", "Zwelibanzi", "2012-02-29");
    let lists = app.anyone().get("/v1/rankings?current=true").items();
    let path = format!("/rankings/{}", lists[0]["id"].as_str().unwrap());
    let (whole, embedded) = (seen(app, &path), seen(app, &format!("{path}?embed")));
    assert!(whole.body_text().contains("<nav"));
    assert!(!embedded.body_text().contains("<nav") && embedded.body_text().contains("<table"));
    let policy = "content-security-policy";
    assert!(whole.header(policy).contains("frame-ancestors 'none'"));
    assert!(embedded.header(policy).contains("frame-ancestors *"));
    assert!(
        seen(app, "/players?embed")
            .header(policy)
            .contains("frame-ancestors 'none'")
    );
}

fn other_sites_read_what_is_public_alone(app: &TestApp) {
    let allowed = "access-control-allow-origin";
    let origin = ("origin", "https://club.example.org");
    let asks = [origin, ("access-control-request-method", "GET")];
    let club = app.club("ZA-NW");
    for path in [
        "/v1/players",
        "/v1/rankings",
        &format!("/v1/clubs/{club}"),
        "/v1/players?limit=0",
    ] {
        assert_eq!(app.anyone().get_with(path, &[origin]).header(allowed), "*", "{path}");
        let answer = app.anyone().send("OPTIONS", path, &asks, None);
        assert_eq!((answer.status, answer.header(allowed)), (204, "*"), "{path}");
        assert_eq!(answer.header("access-control-allow-credentials"), "");
    }
    for path in ["/v1/me", "/v1/accreditations/due", "/v1/affiliations", "/", "/desk"] {
        assert_eq!(
            app.administrator().get_with(path, &[origin]).header(allowed),
            "",
            "{path}"
        );
        assert_eq!(
            app.anyone().send("OPTIONS", path, &asks, None).header(allowed),
            "",
            "{path}"
        );
    }
    let asks = [origin, ("access-control-request-method", "POST")];
    assert_eq!(
        app.anyone().send("OPTIONS", "/v1/players", &asks, None).header(allowed),
        ""
    );
}

fn a_page_that_is_unchanged_keeps_the_policy_that_it_came_with(app: &TestApp) {
    for path in ["/", "/players", "/rankings", "/federation", "/docs/"] {
        let page = seen(app, path);
        assert!(
            page.header("content-security-policy").contains("style-src 'self'"),
            "{path}"
        );
        let known = [("accept", "text/html"), ("if-none-match", page.header("etag"))];
        let unchanged = app.anyone().get_with(path, &known);
        assert_eq!(unchanged.status, 304, "{path}");
        for header in ["content-security-policy", "referrer-policy"] {
            assert_eq!(unchanged.header(header), "", "{path}");
        }
    }
}

fn a_page_that_nobody_keeps_is_told_whole_or_not_to_have_changed(app: &TestApp) {
    let page = seen(app, "/verify");
    let again = |tag: &str| {
        app.anyone()
            .get_with("/verify", &[("accept", "text/html"), ("if-none-match", tag)])
    };
    let unchanged = again(page.header("etag"));
    assert_eq!((unchanged.status, &*unchanged.body_text()), (304, ""));
    assert_eq!(again("\"other\"").body_text(), page.body_text());
    let missing = app
        .anyone()
        .get_with("/players/nobody", &[("accept", "text/html"), ("if-none-match", "*")]);
    assert_eq!(missing.status, 404);
    assert!(missing.body_text().contains("<html"), "{}", missing.body_text());
}
