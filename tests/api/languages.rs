//! The languages in which people read: whose it is, how it is chosen, and what is said in it.

use std::fmt::Write;

use serde_json::json;

use crate::app::{ADMINISTRATOR, TestApp};
use crate::browser::Browser;
use crate::caller::{Answer, text};
use crate::paper::Paper;

on_sqlite! {
    a_page_is_in_the_language_that_is_asked_for,
    a_choice_is_kept_in_a_cookie_and_leads_back_here_alone,
    every_page_offers_the_choice,
    answers_that_are_kept_do_not_mix_languages,
    a_problem_has_its_title_in_the_readers_language,
    a_refusal_is_a_page_in_the_readers_language,
    the_desk_is_marked_as_english,
    sheets_are_printed_in_the_readers_language,
    a_certificate_is_made_in_the_language_that_is_asked_for,
    a_guardian_is_asked_in_their_language,
}

/// The codes of the languages, and what each calls tournaments.
const TOURNAMENTS: [(&str, &str); 6] = [
    ("en", "Tournaments"),
    ("zu", "Imiqhudelwano"),
    ("xh", "Iikhuphiswano"),
    ("st", "Ditlhodisano"),
    ("tn", "Dikgaisano"),
    ("af", "Toernooie"),
];

/// The answer to a stranger who would rather read that.
fn read(app: &TestApp, path: &str, languages: &str) -> Answer {
    app.anyone()
        .get_with(path, &[("accept", "text/html"), ("accept-language", languages)])
}

fn a_page_is_in_the_language_that_is_asked_for(app: &TestApp) {
    for (code, tournaments) in TOURNAMENTS {
        let answer = read(app, "/tournaments", &format!("de, {code}-ZA;q=0.8, *;q=0.1"));
        let page = answer.body_text();
        assert!(page.contains(&format!("<html lang=\"{code}-ZA\">")), "{code}: {page}");
        assert!(page.contains(&format!("<h1>{tournaments}</h1>")), "{code}: {page}");
        assert_eq!(answer.header("content-language"), format!("{code}-ZA"));
        let vary: String = answer
            .headers
            .get_all("vary")
            .iter()
            .fold(String::new(), |mut all, value| {
                let _ = write!(all, "{} ", value.to_str().unwrap());
                all
            });
        assert!(vary.contains("accept-language") && vary.contains("cookie"), "{vary}");
    }
    for other in ["", "de", "zu;q=0"] {
        let page = read(app, "/tournaments", other).body_text();
        assert!(page.contains("<html lang=\"en-ZA\">"), "{other}");
    }
}

fn a_choice_is_kept_in_a_cookie_and_leads_back_here_alone(app: &TestApp) {
    let chosen = app.anyone().get("/language/st?to=%2Ftournaments%3Flevel%3Dnational");
    assert_eq!(
        (chosen.status, chosen.header("location")),
        (303, "/tournaments?level=national")
    );
    let cookie = chosen.header("set-cookie");
    for part in ["language=st;", "Path=/", "SameSite=Lax", "Max-Age=31536000"] {
        assert!(cookie.contains(part), "{cookie}");
    }
    for elsewhere in [
        "",
        "?to=",
        "?to=%2F%2Fevil.example",
        "?to=https%3A%2F%2Fevil.example",
        "?to=https:evil.example",
        "?to=%5C%5Cevil.example",
        "?to=%2F%5Cevil.example",
        "?to=javascript:alert(1)",
        "?to=%2F%0Aevil",
        "?to=%2F%09%2Fevil.example",
        "?to=evil",
    ] {
        let chosen = app.anyone().get(&format!("/language/zu{elsewhere}"));
        assert_eq!((chosen.status, chosen.header("location")), (303, "/"), "{elsewhere}");
    }
    for unknown in ["de", "ZU", "zu-ZA", "english"] {
        app.anyone()
            .get(&format!("/language/{unknown}"))
            .refused(404, "not-found");
    }
    // A choice goes before what the browser asks for; one that is none counts for nothing.
    for (cookie, code) in [
        ("language=af", "af"),
        ("other=1; language=tn", "tn"),
        ("language=de", "xh"),
        ("language", "xh"),
    ] {
        let headers = [("cookie", cookie), ("accept-language", "xh"), ("accept", "text/html")];
        let page = app.anyone().get_with("/", &headers).body_text();
        assert!(page.contains(&format!("<html lang=\"{code}-ZA\">")), "{cookie}");
    }
}

fn every_page_offers_the_choice(app: &TestApp) {
    for path in ["/", "/players?q=M%26M", "/sign-in"] {
        let page = read(app, path, "tn").body_text();
        for name in ["English", "isiZulu", "isiXhosa", "Sesotho", "Setswana", "Afrikaans"] {
            assert_eq!(
                page.matches(&format!(">{name}</")).count(),
                1,
                "{name} at {path}: {page}"
            );
        }
        assert!(page.contains("<b lang=\"tn-ZA\">Setswana</b>"), "{page}");
    }
    let page = read(app, "/players?q=M%26M", "tn").body_text();
    let link =
        "<a href=\"/language/zu?to=%2Fplayers%3Fq%3DM%2526M\" lang=\"zu-ZA\" hreflang=\"zu-ZA\" rel=\"nofollow\">";
    assert!(page.contains(link), "{page}");
    let back = app.anyone().get("/language/zu?to=%2Fplayers%3Fq%3DM%2526M");
    assert_eq!(back.header("location"), "/players?q=M%26M");
}

fn answers_that_are_kept_do_not_mix_languages(app: &TestApp) {
    app.club("ZA-NW");
    for _ in 0..3 {
        for (code, tournaments) in TOURNAMENTS {
            let page = read(app, "/tournaments", code);
            assert!(page.body_text().contains(&format!("<h1>{tournaments}</h1>")), "{code}");
            // Whoever has only chosen a language is a stranger, and gets the same bytes.
            let cookie = format!("language={code}");
            let headers = [("accept", "text/html"), ("cookie", cookie.as_str())];
            let chosen = app.anyone().get_with("/tournaments", &headers);
            assert_eq!(chosen.body_text(), page.body_text(), "{code}");
            assert_eq!(chosen.header("etag"), page.header("etag"));
            assert_eq!(chosen.header("content-language"), format!("{code}-ZA"));
        }
    }
}

fn a_problem_has_its_title_in_the_readers_language(app: &TestApp) {
    let path = "/v1/clubs/019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f";
    for (code, title) in [
        ("zu", "Akutholakalanga"),
        ("xh", "Ayifunyanwanga"),
        ("st", "Ha e a fumanwa"),
        ("tn", "Ga e a bonwa"),
        ("af", "Nie gevind nie"),
    ] {
        let answer = app.anyone().get_with(path, &[("accept-language", code)]);
        let problem = answer.refused(404, "not-found");
        assert_eq!(problem["title"], title);
        assert_eq!(answer.header("content-language"), format!("{code}-ZA, en-ZA"));
        assert!(text(&problem["detail"]).is_ascii(), "{problem}");
    }
    let answer = app.anyone().get_with(path, &[("accept-language", "de")]);
    assert_eq!(answer.refused(404, "not-found")["title"], "Not found");
    assert!(!answer.headers.contains_key("content-language"));
}

fn a_refusal_is_a_page_in_the_readers_language(app: &TestApp) {
    let answer = read(app, "/players/019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f", "af");
    let page = answer.body_text();
    assert_eq!(answer.status, 404);
    assert!(
        page.contains("<html lang=\"af-ZA\">") && page.contains("<h1>Nie gevind nie</h1>"),
        "{page}"
    );
    assert!(
        page.contains("<p lang=\"en-ZA\">") && page.contains("Na die begin"),
        "{page}"
    );
    let page = read(app, "/tournaments?colour=red", "zu").body_text();
    assert!(page.contains("Ikhasi ngaphandle kwakho"), "{page}");
    let english = read(app, "/players/019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f", "en").body_text();
    assert!(!english.contains("<p lang"), "{english}");
}

fn the_desk_is_marked_as_english(app: &TestApp) {
    let administrator = Browser::of(app, ADMINISTRATOR).sending("accept-language", "st");
    let page = administrator.open("/desk").body;
    assert!(page.contains("<html lang=\"st-ZA\">"), "{page}");
    assert!(
        page.contains("<main id=\"main\" lang=\"en-ZA\">") && page.contains("Deske ya hao"),
        "{page}"
    );
    let page = Browser::of(app, ADMINISTRATOR).open("/desk").body;
    assert!(page.contains("<main id=\"main\">"), "{page}");
}

fn sheets_are_printed_in_the_readers_language(app: &TestApp) {
    let tournament = json!({
        "name": "Mahikeng Open", "level": "provincial", "province": "ZA-NW", "starts_on": "2027-04-17",
        "ends_on": "2027-04-18", "venue": "Mahikeng",
    });
    let tournament = app.administrator().post("/v1/tournaments", &tournament).expect(201);
    let path = format!("/tournaments/{}", text(&tournament["id"]));
    let page = read(app, &path, "tn").body_text();
    for said in [
        "17–18 Moranang 2027",
        "Bompodi jwa porofense",
        "E itsisitswe.",
        "Mahikeng Open",
    ] {
        assert!(page.contains(said), "{said}: {page}");
    }
    let sheet = read(app, &format!("{path}/standings"), "zu");
    assert_eq!(sheet.header("content-language"), "zu-ZA");
    let page = sheet.body_text();
    for said in [
        "<html lang=\"zu-ZA\">",
        "Izikhundla ngaphambi komjikelezo wokuqala",
        "17–18 Ephreli 2027",
        "Amaphuzu",
    ] {
        assert!(page.contains(said), "{said}: {page}");
    }
    let hall = read(app, &format!("{path}/hall"), "af").body_text();
    assert!(
        hall.contains("<html lang=\"af-ZA\">") && hall.contains("Ingeskrewe spelers"),
        "{hall}"
    );
}

fn a_certificate_is_made_in_the_language_that_is_asked_for(app: &TestApp) {
    let player = app.player_named(&app.club("ZA-NW"), "Mokoena", "Thandiwe", "1998-04-17");
    let colours = crate::world::approved(app, &player);
    let code = app
        .administrator()
        .get(&format!("/v1/colours/{colours}/code"))
        .expect(200);
    let path = format!("/v1/certificates/{}", text(&code["code"]));
    let page = app
        .anyone()
        .get_with(&format!("{path}?language=st"), &[("accept-language", "af")]);
    assert_eq!(page.header("content-language"), "st-ZA");
    let page = page.body_text();
    assert!(
        page.contains("<html lang=\"st-ZA\">") && page.contains("Setifikeiti sa mebala"),
        "{page}"
    );
    assert!(page.contains("/document?language=st\""), "{page}");
    assert!(page.contains("Thandiwe Mokoena"), "{page}");
    let page = app.anyone().get_with(&path, &[("accept-language", "af")]).body_text();
    assert!(page.contains("Kleuresertifikaat"), "{page}");
    let drawn = |language: &str| {
        let answer = app.anyone().get(&format!("{path}/document?language={language}"));
        assert_eq!(
            (answer.status, answer.header("content-language")),
            (200, format!("{language}-ZA").as_str())
        );
        Paper::of(&answer.body).text()
    };
    for (language, said) in [
        ("zu", "Isitifiketi semibala"),
        ("xh", "Isatifikethi semibala"),
        ("st", "Sena se netefatsa hore"),
        ("tn", "Se se netefatsa gore"),
        ("af", "Hiermee word gesertifiseer dat"),
        ("en", "Certificate of colours"),
    ] {
        let paper = drawn(language);
        assert!(
            paper.contains(said) && paper.contains("Thandiwe Mokoena"),
            "{language}: {paper}"
        );
    }
    let wrong = app.anyone().get(&format!("{path}?language=de"));
    wrong.refused(400, "invalid-query");
    // Whoever checks the paper finds the award as it stands there, whatever they read themselves.
    let verified = app
        .anyone()
        .get(&format!("/verify?code={}", text(&code["code"])))
        .body_text();
    for award in [
        "Provincial colours, senior",
        "Mebala ya profensi, ba baholo",
        "Provinsiale kleure, senior",
    ] {
        assert!(verified.contains(award), "{award}: {verified}");
    }
}

fn a_guardian_is_asked_in_their_language(app: &TestApp) {
    let club = app.club("ZA-NW");
    let child = app.player_named(&club, "Qwabe", "Zwelibanzi", "2012-02-29");
    let link = app
        .secretary(&club)
        .send("POST", &format!("/v1/players/{child}/consent-links"), &[], None)
        .expect(200);
    let path = format!("/consents/{}", text(&link["code"]));
    let guardian = Browser::new(app).sending("accept-language", "zu-ZA");
    let page = guardian.open(&path);
    for said in [
        "<html lang=\"zu-ZA\">",
        "Imibuzo eya kumzali noma kumnakekeli",
        "Ingabe igama eliphelele lingaba sobala?",
        "<option value=\"yes\">yebo</option>",
        "Thumela izimpendulo",
        // The federation's own wording stays as it was recorded.
        "<blockquote class=\"wording\" lang=\"\">",
    ] {
        assert!(page.body.contains(said), "{said}: {}", page.body);
    }
    let form = page
        .form(&path)
        .with("answers/publish_name", "no")
        .with("answers/share_colours", "no");
    let done = guardian.go(&form.with("guardian", "Lindiwe Qwabe").with("relation", "parent"));
    assert!(done.body.contains("Siyabonga, izimpendulo zigciniwe"), "{}", done.body);
}
