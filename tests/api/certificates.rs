//! Certificates on paper: as a page and as a PDF.

use serde_json::json;

use crate::app::TestApp;
use crate::caller::{Answer, text};
use crate::paper::Paper;
use crate::umpires::{accredited, climb, umpire};
use crate::world::approved;

on_sqlite! {
    a_certificate_is_a_pdf,
    a_certificate_is_a_page,
    an_accreditation_has_one_too,
    any_name_is_on_it,
    what_does_not_hold_has_none,
    a_child_has_one,
}

fn code_at(app: &TestApp, path: &str) -> String {
    text(&app.administrator().get(&format!("{path}/code")).expect(200)["code"]).to_owned()
}

/// The code of somebody's new colours.
fn code_of(app: &TestApp, player: &str) -> String {
    code_at(app, &format!("/v1/colours/{}", approved(app, player)))
}

fn pdf(app: &TestApp, code: &str) -> (Answer, Paper) {
    let answer = app.anyone().get(&format!("/v1/certificates/{code}/document"));
    assert_eq!(answer.status, 200, "{}", answer.body_text());
    let paper = Paper::of(&answer.body);
    assert_eq!(paper.scanned(), [address(code)]);
    assert!(
        paper.text().contains(code) && paper.text().ends_with(&address(code)),
        "{:?}",
        paper.lines
    );
    (answer, paper)
}

fn address(code: &str) -> String {
    format!("http://records.example/verify?code={code}")
}

fn a_certificate_is_a_pdf(app: &TestApp) {
    let code = code_of(
        app,
        &app.player_named(&app.club("ZA-NW"), "Nxele-!Xam", "Leoné", "1998-04-17"),
    );
    let (answer, paper) = pdf(app, &code);
    assert_eq!(answer.header("content-type"), "application/pdf");
    assert_eq!(
        answer.header("content-disposition"),
        "inline; filename=\"certificate.pdf\""
    );
    assert_eq!(answer.header("cache-control"), "private, no-store");
    assert_eq!(
        answer.header("content-security-policy"),
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    );
    assert_eq!(
        paper
            .lines
            .iter()
            .map(|line| line.trim())
            .filter(|line| !line.is_empty())
            .take(12)
            .collect::<Vec<_>>(),
        [
            "Certificate of colours",
            "This is to certify that",
            "Leoné Nxele-!Xam",
            "has been awarded",
            "Provincial colours, senior, North West",
            "in the board game Morabaraba",
            "for the gaming year 2027, from 1 November 2026 to 31 October 2027",
            "Awarded by",
            "Morabaraba federation, North West",
            "Signature",
            "Signature",
            "Date",
        ]
    );
    for told in ["In words: ", "only what is shown there counts"] {
        assert!(paper.text().contains(told), "{told} is not in {:?}", paper.lines);
    }
    // There is room for a stamp or a logo.
    assert!(paper.is_blank((30.0, 22.0), (180.0, 54.0)));
    assert_eq!(paper.images, 0);
    // The same on the same day, and whoever has it is not sent it again.
    let path = format!("/v1/certificates/{code}/document");
    assert_eq!(app.anyone().get(&path).body, answer.body);
    let again = app
        .anyone()
        .get_with(&path, &[("if-none-match", answer.header("etag"))]);
    assert_eq!((again.status, again.body.len()), (304, 0));
    // It is found however the code is typed, and says it as it is printed.
    let typed = app.anyone().get(&format!(
        "/v1/certificates/{}/document",
        code.replace('-', "").to_lowercase()
    ));
    assert_eq!(typed.body, answer.body);
}

fn a_certificate_is_a_page(app: &TestApp) {
    let code = code_of(
        app,
        &app.player_named(&app.club("ZA-NW"), "<b>Nxele-!Xam & \"Co\"", "Leoné", "1998-04-17"),
    );
    let answer = app.anyone().get(&format!("/v1/certificates/{code}"));
    let page = answer.body_text();
    assert_eq!(
        (answer.status, answer.header("content-type")),
        (200, "text/html; charset=utf-8")
    );
    assert_eq!(answer.header("cache-control"), "private, no-store");
    let link = format!("<a href=\"/v1/certificates/{code}/document\">Download as PDF</a>");
    let verified = format!("<a href=\"{0}\">{0}</a>", address(&code));
    for told in [
        "<title>Certificate of colours</title>",
        "Leoné &lt;b&gt;Nxele-!Xam &amp; &quot;Co&quot;",
        "Provincial colours, senior, North West",
        "Morabaraba federation, North West",
        "<svg class=\"square\"",
        &code,
        &link,
        &verified,
    ] {
        assert!(page.contains(told), "{told} is not in {page}");
    }
    assert!(
        !page.contains("<script") && !page.contains("<b>") && !page.contains("<img"),
        "{page}"
    );
    let style = app.anyone().get("/pages/certificate.css");
    assert_eq!(
        (style.status, style.header("content-type")),
        (200, "text/css; charset=utf-8")
    );
}

fn an_accreditation_has_one_too(app: &TestApp) {
    let player = umpire(app);
    climb(app, &player, "national");
    let asked = json!({ "level": "national", "valid_from": "2027-02-01" });
    let accreditation = accredited(app, &player, asked);
    let path = format!("/v1/accreditations/{accreditation}");
    let code = code_at(app, &path);
    // It is handed out before its term begins.
    let (_, paper) = pdf(app, &code);
    let page = app.anyone().get(&format!("/v1/certificates/{code}")).body_text();
    for told in [
        "Certificate of accreditation",
        "Lerato Mahlangu",
        "is an",
        "Accredited umpire, national",
        "from 1 February 2027 to 31 January 2030",
        "Morabaraba federation",
    ] {
        assert!(
            paper.lines.iter().any(|line| line == told),
            "{told} is not in {:?}",
            paper.lines
        );
        assert!(page.contains(told), "{told} is not in {page}");
    }
}

fn any_name_is_on_it(app: &TestApp) {
    let club = app.club("ZA-NW");
    let paper = |family: &str, given: &str| {
        pdf(
            app,
            &code_of(app, &app.player_named(&club, family, given, "1998-04-17")),
        )
        .1
    };
    for (family, given) in [
        ("ǃKung", "Šarūnas Łukasz ǁXegwi ǂKhomani"),
        ("Ṋemukula", "Ṱhivhulawi ḓḽṅ"),
        ("O’Reilly ʼn-Dlovu", "Ngũgĩ Þórr Đorđe İbrahim"),
        ("Nguyễn", "Ἀλέξανδρος Пётр"),
    ] {
        let paper = paper(family, given);
        assert!(
            paper.text().contains(&format!("{given} {family}")),
            "{given} {family} is not in {:?}",
            paper.lines
        );
        assert!(!paper.text().contains("[…]"));
    }
    // Accents apart from their letters are put to them.
    assert!(
        paper("Ndou", "Leone\u{301} T\u{32d}hilidzi")
            .text()
            .contains("Leoné Ṱhilidzi Ndou")
    );
    // As long as a name can be, in words or without any place to break it.
    let words = "Maximiliana-Thandiwe ".repeat(10);
    for (family, given) in [
        (words[..200].trim(), words[..200].trim()),
        (&"W".repeat(200), &"Ǳ".repeat(200)),
    ] {
        let paper = paper(family, given);
        let expected = format!("{given} {family}");
        assert!(paper.text().contains(&expected), "{:?}", paper.lines);
        assert!(paper.lines.iter().any(|line| line == "has been awarded"));
        assert!(paper.is_blank((17.0, 60.0), (25.0, 280.0)) && paper.is_blank((185.0, 60.0), (193.0, 280.0)));
        assert!(paper.is_blank((30.0, 22.0), (180.0, 56.0)) && paper.is_blank((30.0, 202.0), (180.0, 218.0)));
    }
    // What the typefaces do not have is left out, and the paper says so.
    for (family, given, shown) in [
        ("Mokoena", "Thandi 🐄", "Thandi […] Mokoena"),
        ("孫悟空", "مريم", "[…] […]"),
        ("שלום\u{5b8}", "Dan", "Dan […]"),
    ] {
        let paper = paper(family, given);
        assert!(
            paper.lines.iter().any(|line| line == shown),
            "{shown} is not in {:?}",
            paper.lines
        );
        assert!(
            paper.text().contains("signs that this paper cannot show"),
            "{:?}",
            paper.lines
        );
    }
}

fn what_does_not_hold_has_none(app: &TestApp) {
    let get = |code: &str, below: &str| app.anyone().get(&format!("/v1/certificates/{code}{below}"));
    let refused = |code: &str, status: u16, kind: &str| {
        for below in ["", "/document"] {
            get(code, below).refused(status, kind);
        }
    };
    for unknown in ["0000-0000-0000-0000-0000", "7Q2K", "%F0%9F%90%84"] {
        refused(unknown, 404, "not-found");
    }
    let colours = approved(app, &app.player(&app.club("ZA-NW")));
    let code = code_at(app, &format!("/v1/colours/{colours}"));
    assert_eq!(get(&code, "").status, 200);
    let reason = json!({ "reason": "The result was corrected." });
    app.administrator()
        .post(&format!("/v1/colours/{colours}/revocations"), &reason)
        .expect(201);
    refused(&code, 409, "certificate-void");
    let accreditation = accredited(app, &umpire(app), json!({}));
    let code = code_at(app, &format!("/v1/accreditations/{accreditation}"));
    assert_eq!(get(&code, "/document").status, 200);
    app.at("2030-01-01T08:00:00Z");
    refused(&code, 409, "certificate-void");
}

fn a_child_has_one(app: &TestApp) {
    let child = app.player_named(&app.club("ZA-NW"), "Qwabe", "Zwelibanzi", "2012-05-05");
    let code = code_of(app, &child);
    let (_, paper) = pdf(app, &code);
    assert!(
        paper.lines.contains(&"Zwelibanzi Qwabe".to_owned()),
        "{:?}",
        paper.lines
    );
    app.administrator()
        .send("POST", &format!("/v1/players/{child}/erasures"), &[], None)
        .expect(201);
    for below in ["", "/document"] {
        app.anyone()
            .get(&format!("/v1/certificates/{code}{below}"))
            .refused(410, "erased");
    }
}
