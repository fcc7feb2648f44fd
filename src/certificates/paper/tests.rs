//! What is tested of the paper without a service.

use super::*;

#[test]
fn dump() {
    let day = chrono::NaiveDate::from_ymd_opt(2026, 11, 20).unwrap();
    let base = Wording {
        term: "for the gaming year 2027, from 1 November 2026 to 31 October 2027".into(),
        ..Wording::specimen()
    };
    let acc = Wording {
        title: "Certificate of accreditation",
        verb: "is an",
        award: "Accredited umpire, international".into(),
        term: "from 20 November 2026 to 19 November 2029".into(),
        holder: "ǃKung Leoné Nxele-ǂXam Šarūnas Łukasz".into(),
        awarding_body: "Morabaraba federation".into(),
        ..base.clone()
    };
    let long = Wording {
        holder: "Maximiliana-Thandiwe ".repeat(10)[..200].trim().into(),
        award: "Regional colours, primary school, ".to_owned()
            + &"Ngaka Modiri Molema and Dr Ruth Segomotsi Mompati ".repeat(3),
        awarding_body: "Morabaraba federation of the greater region of ".repeat(3),
        url: format!("https://records.morabaraba-federation.example.org.za/service/v1/verifications/{}", base.code),
        ..base.clone()
    };
    let odd = Wording {
        holder: "Ndivhuwo ṱḓḽṋṅ 孫悟空 🐄 ḽe\u{301}\u{323} مريم Ŵ́ \u{25cc} Ἀλέξανδρος Пётр".into(),
        ..base.clone()
    };
    let w = Wording { holder: "W".repeat(200), ..base.clone() };
    for (name, wording) in [("plain", base), ("acc", acc), ("long", long), ("odd", odd), ("w", w)] {
        let t = std::time::Instant::now();
        let bytes = pdf(&wording, None, day).unwrap();
        println!("{name} {:?} {} bytes", t.elapsed(), bytes.len());
        assert_eq!(bytes, pdf(&wording, None, day).unwrap());
        std::fs::write(format!("/tmp/pf/{name}.pdf"), bytes).unwrap();
    }
}
