//! Whether someone may umpire throughout a term, and if not, why.

use chrono::NaiveDate;

use crate::umpires::{Accreditation, AccreditationState, UmpireLevel};

/// The reason why someone may not umpire throughout a term.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotAccredited {
    /// There is no accreditation by then.
    #[error("The umpire is not accredited.")]
    None,
    /// There is one, of a lower level.
    #[error("The umpire is accredited for lower events only.")]
    Level,
    /// It ends before the term does: on that day.
    #[error("The umpire's accreditation ends on {0}.")]
    Lapses(NaiveDate),
    /// It is suspended on a day of the term.
    #[error("The umpire's accreditation is suspended.")]
    Suspended,
    /// It was revoked.
    #[error("The umpire's accreditation was revoked.")]
    Revoked,
}

/// Whether someone with those accreditations may umpire at that level on every day from the first to the last.
/// Accreditations that follow each other count together.
///
/// # Errors
/// Why not, on the first day on which not.
pub fn accredited(
    accreditations: &[Accreditation],
    at_least: UmpireLevel,
    from: NaiveDate,
    until: NaiveDate,
) -> Result<(), NotAccredited> {
    let valid = |one: &&Accreditation, day| one.state_on(day) == AccreditationState::Valid;
    let sufficing = || accreditations.iter().filter(|one| one.level >= at_least);
    let days = from.iter_days().take_while(|day| *day <= until);
    let gap = |day: &NaiveDate| !sufficing().any(|one| valid(&one, *day));
    let Some(day) = days.into_iter().find(gap) else {
        return Ok(());
    };
    // The one that reaches furthest says most about why.
    let nearest = sufficing()
        .filter(|one| one.valid_from <= day)
        .max_by_key(|one| one.valid_until);
    Err(match nearest.map(|one| (one.state_on(day), one.valid_until)) {
        Some((AccreditationState::Suspended, _)) => NotAccredited::Suspended,
        Some((AccreditationState::Revoked, _)) => NotAccredited::Revoked,
        Some((AccreditationState::Expired, last)) => NotAccredited::Lapses(last),
        Some((AccreditationState::Valid | AccreditationState::Future, _)) | None
            if accreditations.iter().any(|one| valid(&one, day)) =>
        {
            NotAccredited::Level
        }
        Some((AccreditationState::Valid | AccreditationState::Future, _)) | None => NotAccredited::None,
    })
}

#[cfg(test)]
mod tests {
    use crate::umpires::Sanction;
    use crate::umpires::entitlement::*;
    use crate::values::clock::Timestamp;
    use crate::values::id::SanctionId;

    fn day(day: &str) -> NaiveDate {
        day.parse().unwrap()
    }

    fn of(level: UmpireLevel, valid_from: &str, valid_until: &str) -> Accreditation {
        let id = "019aa0d0-1c2d-7e3f-8a4b-5c6d7e8f9a0b";
        Accreditation {
            id: id.parse().unwrap(),
            player: id.parse().unwrap(),
            account: None,
            level,
            valid_from: day(valid_from),
            valid_until: day(valid_until),
            qualification: None,
            nomination: None,
            created_at: now("2026-11-20"),
            sanctions: Vec::new(),
        }
    }

    fn sanction() -> SanctionId {
        "019aa0d1-1c2d-7e3f-8a4b-5c6d7e8f9a0b".parse().unwrap()
    }

    fn now(on: &str) -> Timestamp {
        Timestamp(format!("{on}T08:00:00Z").parse().unwrap())
    }

    fn suspended(accreditation: Accreditation, begins_on: &str, ends_on: Option<&str>) -> Accreditation {
        let suspension = Sanction::suspension(
            sanction(),
            day(begins_on),
            ends_on.map(day),
            "A reason.",
            accreditation.created_at,
        );
        accreditation.sanctioned(suspension.unwrap()).unwrap()
    }

    fn revoked(accreditation: Accreditation, on: &str) -> Accreditation {
        let revocation = Sanction::revocation(sanction(), "A reason.", now(on)).unwrap();
        accreditation.sanctioned(revocation).unwrap()
    }

    /// Whether they suffice for a national event from 10 to 12 March 2027.
    fn in_march(accreditations: &[Accreditation]) -> Result<(), NotAccredited> {
        accredited(
            accreditations,
            UmpireLevel::National,
            day("2027-03-10"),
            day("2027-03-12"),
        )
    }

    #[test]
    fn it_holds_from_its_first_day_to_its_last() {
        for level in [UmpireLevel::National, UmpireLevel::International] {
            assert_eq!(in_march(&[of(level, "2027-03-10", "2027-03-12")]), Ok(()));
        }
        assert_eq!(in_march(&[]), Err(NotAccredited::None));
        assert_eq!(
            in_march(&[of(UmpireLevel::National, "2027-03-11", "2030-03-10")]),
            Err(NotAccredited::None)
        );
        let last = day("2027-03-11");
        assert_eq!(
            in_march(&[of(UmpireLevel::National, "2027-01-01", "2027-03-11")]),
            Err(NotAccredited::Lapses(last))
        );
        let last = day("2027-03-09");
        assert_eq!(
            in_march(&[of(UmpireLevel::National, "2027-01-01", "2027-03-09")]),
            Err(NotAccredited::Lapses(last))
        );
    }

    #[test]
    fn a_lower_level_does_not_do() {
        let lower = of(UmpireLevel::Level1, "2026-11-20", "2029-11-19");
        assert_eq!(in_march(std::slice::from_ref(&lower)), Err(NotAccredited::Level));
        // Of a higher one that is not there yet nothing can be said.
        let later = of(UmpireLevel::National, "2027-03-13", "2030-03-12");
        assert_eq!(in_march(&[lower.clone(), later.clone()]), Err(NotAccredited::Level));
        assert_eq!(
            in_march(&[later, revoked(lower, "2026-12-01")]),
            Err(NotAccredited::None)
        );
    }

    #[test]
    fn a_suspension_in_the_middle_is_enough() {
        let whole = || of(UmpireLevel::National, "2026-11-20", "2029-11-19");
        for (begins_on, ends_on, expected) in [
            ("2027-03-11", Some("2027-03-11"), Err(NotAccredited::Suspended)),
            ("2027-03-12", None, Err(NotAccredited::Suspended)),
            ("2027-01-01", Some("2027-03-10"), Err(NotAccredited::Suspended)),
            ("2027-01-01", Some("2027-03-09"), Ok(())),
            ("2027-03-13", None, Ok(())),
        ] {
            assert_eq!(
                in_march(&[suspended(whole(), begins_on, ends_on)]),
                expected,
                "{begins_on}"
            );
        }
        let lifted = suspended(whole(), "2027-03-01", None)
            .reinstated(day("2027-03-10"))
            .unwrap();
        assert_eq!(in_march(&[lifted]), Ok(()));
        let late = suspended(whole(), "2027-03-01", None)
            .reinstated(day("2027-03-11"))
            .unwrap();
        assert_eq!(in_march(&[late]), Err(NotAccredited::Suspended));
    }

    #[test]
    fn what_was_revoked_counts_until_then() {
        let whole = || of(UmpireLevel::National, "2026-11-20", "2029-11-19");
        assert_eq!(in_march(&[revoked(whole(), "2027-03-12")]), Err(NotAccredited::Revoked));
        assert_eq!(in_march(&[revoked(whole(), "2027-03-13")]), Ok(()));
        // A new one stands for itself.
        assert_eq!(in_march(&[revoked(whole(), "2027-01-01"), whole()]), Ok(()));
    }

    #[test]
    fn terms_that_follow_each_other_count_together() {
        let first = || of(UmpireLevel::National, "2024-03-12", "2027-03-11");
        assert_eq!(
            in_march(&[of(UmpireLevel::International, "2027-03-12", "2028-03-11"), first()]),
            Ok(())
        );
        let gap = of(UmpireLevel::National, "2027-03-13", "2030-03-12");
        assert_eq!(in_march(&[first(), gap]), Err(NotAccredited::Lapses(day("2027-03-11"))));
    }
}
