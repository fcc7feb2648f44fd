//! Speed of a certificate as a PDF: to reach, less than 100 ms.

use std::hint::black_box;
use std::time::Duration;

use chrono::NaiveDate;
use criterion::{Criterion, criterion_group, criterion_main};
use federation_records::certificate_codes::{Code, Subject};
use federation_records::certificates::paper::pdf;
use federation_records::certificates::wording::Wording;
use federation_records::certificates::{Certificate, CertificateState, Honour, Term};
use federation_records::colours::ColoursLevel;
use federation_records::languages::Words;
use federation_records::players::registrations::Division;
use federation_records::values::clock::Clock;
use federation_records::values::gaming_calendar::GamingCalendar;
use federation_records::values::id::AwardId;

/// The words of the certificate of a holder with that name.
fn wording(holder: &str, day: NaiveDate) -> Wording {
    let calendar = GamingCalendar::default();
    let year = calendar.year_of(day);
    let (first, last) = calendar.days(year);
    let certificate = Certificate {
        subject: Subject::Colours(AwardId::new(Clock::system().now())),
        holder: holder.to_owned(),
        holder_today: None,
        award: Honour::Colours(
            ColoursLevel::Provincial,
            Division::Senior,
            Some("North West".to_owned()),
        ),
        term: Term::Year(year, first, last),
        awarding_body: "Morabaraba federation, North West".to_owned(),
        awarding_body_today: None,
        awarded_on: Some(day),
        state: CertificateState::Approved,
    };
    let code = Code::of([107; 13]);
    let url = format!("https://records.example/verify?code={code}");
    Wording::of(Words::ENGLISH, certificate, &code, url)
}

fn paper(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("certificate");
    group.measurement_time(Duration::from_secs(3)).sample_size(20);
    let day = NaiveDate::default();
    for (length, holder) in [
        ("short", "Leoné van der Merwe".to_owned()),
        ("long", "Nxele-ǃXam Šarūnas ".repeat(10)),
    ] {
        let wording = wording(holder.trim(), day);
        group.bench_function(format!("a {length} name"), |bencher| {
            bencher.iter(|| pdf(black_box(&wording), None, day));
        });
    }
    group.finish();
}

criterion_group!(benches, paper);
criterion_main!(benches);
