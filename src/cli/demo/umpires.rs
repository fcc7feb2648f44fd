//! The umpires: courses, who has passed them, and the ladder of accreditations.

use crate::certificate_codes::Code;
use crate::cli::demo::cast::Cast;
use crate::cli::demo::diary::{Diary, Officer, Scribe, after, creation};
use crate::cli::demo::members::Member;
use crate::cli::demo::office::{InventedUmpire, PROVINCE};
use crate::umpires::courses::NewCourse;
use crate::umpires::courses::candidates::{Marks, NewCandidate};
use crate::umpires::{self, NewAccreditation, UmpireLevel};
use crate::values::error::Error;
use crate::values::id::{AccreditationId, PlayerId, UmpireCandidateId, UmpireCourseId};
use crate::values::random;

/// A course: its province and venue, those who held it, and the provinces from which people came.
pub(super) struct InventedCourse {
    pub(super) id: UmpireCourseId,
    province: &'static str,
    venue: &'static str,
    held_by: &'static str,
    provinces: &'static [&'static str],
}

/// The courses of the year.
pub(super) fn courses(id: impl Fn() -> UmpireCourseId) -> Vec<InventedCourse> {
    let held = [
        (
            "ZA-NW",
            "Mahikeng",
            "Umpires' committee of the North West",
            &["ZA-NW", "ZA-NC"][..],
        ),
        ("ZA-GP", "Vereeniging", "Umpires' committee", &["ZA-GP", "ZA-FS"]),
        ("ZA-LP", "Polokwane", "Umpires of Limpopo", &["ZA-LP", "ZA-MP"]),
        ("ZA-KZN", "Umlazi", "Umpires' committee", &["ZA-KZN", "ZA-EC", "ZA-WC"]),
    ];
    let course = |(province, venue, held_by, provinces)| InventedCourse {
        id: id(),
        province,
        venue,
        held_by,
        provinces,
    };
    held.into_iter().map(course).collect()
}

/// Notes when courses are held, and who is accredited after them.
pub(super) fn tell(cast: &Cast, diary: &mut Diary) {
    let season = cast.season;
    for nth in 0..cast.courses.len() {
        let day = season.day(20 + u64::try_from(nth).unwrap_or_default());
        diary.on(day, 15, move |scribe| hold(scribe, nth));
    }
    diary.on(season.day(30), 10, |scribe| accredit_all(scribe, UmpireLevel::Level1));
    diary.on(season.day(32), 10, |scribe| accredit_all(scribe, UmpireLevel::National));
    // An international accreditation holds for a year.
    let nominated = season.day(34).max(season.ago(200));
    diary.on(nominated, 10, |scribe| accredit_all(scribe, UmpireLevel::International));
}

/// Records a course, and its candidates: those who come to umpire, and one who has not read the rules.
fn hold(scribe: &mut Scribe<'_>, nth: usize) -> Result<(), Error> {
    let cast = scribe.cast;
    let course = &cast.courses[nth];
    let coordinator = cast.office.coordinator(course.province)?;
    let by = scribe.by(coordinator);
    let new = NewCourse {
        held_on: by.today(),
        venue: course.venue.to_owned(),
        province: course.province.to_owned(),
        held_by: course.held_by.to_owned(),
    };
    let new = new.parse(by.today())?;
    umpires::courses::use_cases::record(scribe.c, &by, &creation(Some(course.id), &by)?, &new)?;
    let umpires = cast.office.umpires.iter();
    let come = umpires.filter(|umpire| course.provinces.contains(&umpire.province));
    for (nth, umpire) in (0..).zip(come) {
        let marks = Marks {
            regulations: 61 + nth * 17 % 37,
            rules: 70 + nth * 13 % 29,
        };
        examine(scribe, coordinator, course, (cast.members[umpire.member].id, marks))?;
    }
    let fails = |member: &&Member| {
        let is_umpire = cast
            .office
            .umpires
            .iter()
            .any(|umpire| cast.members[umpire.member].id == member.id);
        cast.clubs[member.club].province == course.province && member.is_of_years(20, cast.season.today()) && !is_umpire
    };
    if let Some(member) = cast.members.iter().find(fails) {
        let marks = Marks {
            regulations: 44,
            rules: 38,
        };
        examine(scribe, coordinator, course, (member.id, marks))?;
    }
    Ok(())
}

fn examine(
    scribe: &mut Scribe<'_>,
    coordinator: &Officer,
    course: &InventedCourse,
    (player, marks): (PlayerId, Marks),
) -> Result<(), Error> {
    let by = scribe.by(coordinator);
    let creation = creation::<UmpireCandidateId>(None, &by)?;
    let new = NewCandidate { player, marks };
    umpires::courses::candidates::use_cases::record(scribe.c, &by, course.id, &creation, new)?;
    Ok(())
}

/// Accredits those who climb to that level.
fn accredit_all(scribe: &mut Scribe<'_>, level: UmpireLevel) -> Result<(), Error> {
    let umpires = scribe.cast.office.umpires.iter();
    for umpire in umpires.filter(|umpire| umpire.level >= level) {
        accredit(scribe, umpire, level)?;
    }
    Ok(())
}

fn accredit(scribe: &mut Scribe<'_>, umpire: &InventedUmpire, level: UmpireLevel) -> Result<(), Error> {
    let cast = scribe.cast;
    let mut courses = cast.courses.iter();
    let course = courses.find(|course| course.provinces.contains(&umpire.province));
    let by = scribe.by(&cast.office.administrator);
    // The last one of the North West renews soon.
    let last = cast.office.umpires_of(PROVINCE).last();
    let ends_soon = last.is_some_and(|last| last.member == umpire.member);
    let new = NewAccreditation {
        player: cast.members[umpire.member].id,
        account: Some(umpire.officer.account.id),
        level,
        valid_from: by.today(),
        valid_until: ends_soon.then(|| after(cast.season.today(), 41)),
        course: course.map(|course| course.id),
        without_course: None,
        nomination: (level == UmpireLevel::International).then(|| "Minutes of the council, item 4".to_owned()),
    };
    let creation = creation::<AccreditationId>(None, &by)?;
    umpires::use_cases::accredit(scribe.c, &by, &creation, &new, &Code::of(random::bytes()))?;
    Ok(())
}
