//! How accreditations are shown: to everyone, and to those who look after umpires.

use chrono::NaiveDate;
use serde::Serialize;
use utoipa::ToSchema;

use crate::players::{Player, PlayerName};
use crate::umpires::sanctions::routes::SanctionView;
use crate::umpires::{Accreditation, Course, Level, Refusal, State};
use crate::values::clock::Timestamp;
use crate::values::id::Id;

/// An accreditation, as everyone may see it.
#[derive(Serialize, ToSchema)]
#[schema(as = Accreditation)]
pub(crate) struct AccreditationView {
    /// Its id.
    #[schema(example = "019aa0d0-1c2d-7e3f-8a4b-5c6d7e8f9a0b")]
    id: Id,
    /// The umpire.
    umpire: PlayerName,
    /// For which level.
    level: Level,
    /// The first day.
    #[schema(example = "2026-11-20")]
    valid_from: NaiveDate,
    /// The last day of the term.
    #[schema(example = "2029-11-19")]
    valid_until: NaiveDate,
    /// How it stands on the day that was asked about, which is today if none was.
    state: State,
}

impl AccreditationView {
    /// As it stands on that day, with the umpire as everyone may see them today.
    pub(crate) fn of(
        accreditation: &Accreditation,
        player: &Player,
        on: NaiveDate,
        today: NaiveDate,
    ) -> AccreditationView {
        let Accreditation {
            id,
            level,
            valid_from,
            valid_until,
            ..
        } = *accreditation;
        let state = accreditation.state_on(on);
        AccreditationView {
            id,
            umpire: player.named(today),
            level,
            valid_from,
            valid_until,
            state,
        }
    }

    /// What a page of accreditations ends with.
    pub(crate) fn key(&self) -> (NaiveDate, Id) {
        (self.valid_until, self.id)
    }
}

/// The course that an accreditation rests on.
#[derive(Serialize, ToSchema)]
#[schema(as = Course)]
struct CourseView {
    /// The day of the examination.
    #[schema(example = "2026-10-17")]
    held_on: NaiveDate,
    /// Where it was held.
    #[schema(example = "Mahikeng")]
    place: String,
    /// The marks for the federation's constitution and regulations, out of a hundred.
    #[schema(example = 84)]
    marks_regulations: i64,
    /// The marks for the rules of the discipline, out of a hundred.
    #[schema(example = 91)]
    marks_rules: i64,
}

/// All that is kept of an accreditation, for those who look after umpires.
#[derive(Serialize, ToSchema)]
#[schema(as = AccreditationParticulars)]
pub(crate) struct ParticularsView {
    /// Its id.
    #[schema(example = "019aa0d0-1c2d-7e3f-8a4b-5c6d7e8f9a0b")]
    pub(crate) id: Id,
    /// The umpire.
    umpire: PlayerName,
    /// The account with which the umpire signs in.
    #[schema(example = "019aa0c8-5b1f-7a52-9d0e-7f3b1c2a4d5e")]
    account_id: Option<Id>,
    /// For which level.
    level: Level,
    /// The first day.
    #[schema(example = "2026-11-20")]
    valid_from: NaiveDate,
    /// The last day of the term.
    #[schema(example = "2029-11-19")]
    valid_until: NaiveDate,
    /// How it stands today.
    state: State,
    /// The course.
    course: CourseView,
    /// What was done against it, the oldest first.
    sanctions: Vec<SanctionView>,
    /// When it was made.
    #[schema(value_type = String, format = DateTime, example = "2026-11-20T08:00:00.000000Z")]
    created_at: Timestamp,
}

impl ParticularsView {
    pub(crate) fn of(
        accreditation: &Accreditation,
        player: &Player,
        today: NaiveDate,
    ) -> Result<ParticularsView, Refusal> {
        let Accreditation {
            id,
            account,
            level,
            valid_from,
            valid_until,
            created_at,
            ..
        } = *accreditation;
        let course = accreditation.course.clone().ok_or(Refusal::Erased)?;
        let Course {
            held_on,
            place,
            marks_regulations,
            marks_rules,
        } = course;
        Ok(ParticularsView {
            id,
            umpire: player.named(today),
            account_id: account,
            level,
            valid_from,
            valid_until,
            state: accreditation.state_on(today),
            course: CourseView {
                held_on,
                place,
                marks_regulations,
                marks_rules,
            },
            sanctions: accreditation
                .sanctions
                .iter()
                .cloned()
                .map(SanctionView::from)
                .collect(),
            created_at,
        })
    }
}
