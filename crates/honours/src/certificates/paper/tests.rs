//! Tests of the paper without a service; what somebody sees on it is tested over HTTP.

use proptest::prelude::*;

use crate::certificates::paper::*;
use crate::languages::Language;

fn day() -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 11, 20).unwrap()
}

#[test]
fn the_same_gives_the_same_bytes() {
    let wording = Wording::specimen();
    let bytes = pdf(&wording, None, day()).unwrap();
    assert!(
        bytes.starts_with(b"%PDF-1.7") && bytes.len() < 60_000,
        "{} bytes",
        bytes.len()
    );
    assert_eq!(bytes, pdf(&wording, None, day()).unwrap());
    assert_ne!(bytes, pdf(&wording, None, day().succ_opt().unwrap()).unwrap());
    // What tells of the file tells nothing of the holder.
    let told = String::from_utf8_lossy(&bytes);
    assert!(told.contains("Certificate of colours") && told.contains("pdfuaid") && told.contains("pdfaid"));
    assert!(!told.contains("Thandiwe") && !told.contains("Mokoena"));
}

#[test]
fn what_a_typeface_lacks_is_left_out() {
    let face = Typeface::of(SEMI_BOLD).unwrap();
    for (text, shown, left_out) in [
        ("Leone\u{301}  Nxele-!Xam\u{a0}\n", "Leoné Nxele-!Xam", false),
        ("ǀǁǂǃ ḓḽṋṱṅ Šarūnas Łukasz", "ǀǁǂǃ ḓḽṋṱṅ Šarūnas Łukasz", false),
        ("Thandi\u{200d}we\u{ad}\u{202e}\u{0}", "Thandiwe", false),
        ("Thandi🐄🐄we", "Thandi[…]we", true),
        // The accent goes with its letter.
        ("孫\u{301}悟 空", "[…] […]", true),
        ("", "", false),
    ] {
        assert_eq!(face.showable(text), (shown.to_owned(), left_out), "{text:?}");
    }
}

#[test]
fn each_typeface_has_the_letters_of_all_languages() {
    let letters = |language: Language| match language {
        Language::English | Language::Zulu | Language::Xhosa => "",
        Language::Sotho => "šŠ",
        Language::Tswana => "êôšÊÔŠ",
        Language::Afrikaans => "áéíóúýèêîôûëïöüÁÉÍÓÚÝÈÊÎÔÛËÏÖÜ",
    };
    let plain: String = ('a'..='z').chain('A'..='Z').chain('0'..='9').collect();
    for face in [REGULAR, SEMI_BOLD, ITALIC] {
        let face = Typeface::of(face).unwrap();
        for language in Language::ALL {
            let text = format!("{plain}{}", letters(*language));
            assert_eq!(face.showable(&text), (text.clone(), false), "{}", language.as_str());
        }
    }
}

#[test]
fn lines_end_between_words_rather_than_within() {
    let face = Typeface::of(SEMI_BOLD).unwrap();
    let lines = |text: &str, width: f32, steps: &[Step]| -> Vec<String> {
        face.fitted(text, width, steps)
            .lines
            .into_iter()
            .map(|line| line.text)
            .collect()
    };
    assert_eq!(lines("Leoné Nxele-Xam", 100.0, &[(1, 10.0)]), ["Leoné Nxele-Xam"]);
    assert_eq!(
        lines("Leoné Nxele-Xam", 60.0, &[(1, 10.0), (2, 10.0)]),
        ["Leoné ", "Nxele-Xam"]
    );
    assert_eq!(lines("Nxele-Xam", 40.0, &[(2, 10.0)]), ["Nxele-", "Xam"]);
    assert_eq!(lines("WWWWW\u{301}", 30.0, &[(1, 10.0)]).concat(), "WWWWW\u{301}");
    // They are about as long as each other.
    assert_eq!(
        lines("one two one two one two", 110.0, &[(2, 10.0)]),
        ["one two one ", "two one two"]
    );
}

#[test]
fn a_logo_is_drawn() {
    use base64::Engine;
    let png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    let png = base64::engine::general_purpose::STANDARD.decode(png).unwrap();
    let logo = Logo::of(png.clone()).unwrap();
    let has_picture = |logo| {
        let bytes = pdf(&Wording::specimen(), logo, day()).unwrap();
        bytes
            .windows(14)
            .any(|window| window == b"/Subtype/Image" || window == b"/Subtype /Imag")
    };
    assert!(has_picture(Some(&logo)) && !has_picture(None));
    assert!(Logo::of(png[..50].to_vec()).is_err());
    assert!(Logo::of(b"<svg/>".to_vec()).is_err());
    assert!(Logo::of(vec![0; 600_000]).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn any_text_gives_a_paper(holder in "\\PC{0,400}", award in "\\PC{0,200}", body in ".{0,200}") {
        let wording = Wording { holder, award, awarding_body: body, ..Wording::specimen() };
        prop_assert!(pdf(&wording, None, day()).is_ok());
    }
}

proptest! {
    #[test]
    fn lines_fit_and_lose_nothing(text in "[ -~\u{300}\u{301}Éạ]{0,300}", width in 60.0_f32..400.0) {
        let face = Typeface::of(REGULAR).unwrap();
        let text = face.showable(&text).0;
        let fitted = face.fitted(&text, width, &[(1, 20.0), (2, 12.0)]);
        prop_assert_eq!(fitted.lines.iter().map(|line| line.text.as_str()).collect::<String>(), text);
        for line in fitted.lines {
            // Letters on both sides of a break may stand closer to each other than apart.
            prop_assert!(line.width * fitted.size <= width + 2.0);
        }
    }
}
