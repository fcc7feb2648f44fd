//! The ages of divisions: how old a player is at least, and at most, who competes in one.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::values::validation::{Faults, ValueError, whole};

/// The youngest and the oldest age that a division admits, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AgeRange {
    /// The youngest age.
    #[schema(required = false, minimum = 0, maximum = 120, example = 12)]
    #[serde(deserialize_with = "whole")]
    pub youngest: i64,
    /// The oldest age.
    #[schema(required = false, minimum = 0, maximum = 120, example = 20)]
    #[serde(deserialize_with = "whole")]
    pub oldest: i64,
}

/// The ages that the divisions admit: those on 1 January of the calendar year by which the gaming year is named. Among
/// seniors everybody competes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DivisionAges {
    /// Learners of a primary school.
    #[schema(required = false)]
    pub primary_school: AgeRange,
    /// Learners of a high school.
    #[schema(required = false)]
    pub high_school: AgeRange,
    /// Students of a university.
    #[schema(required = false)]
    pub student: AgeRange,
}

impl Default for DivisionAges {
    /// Grades R to 7 and 8 to 12, with room for who began late or repeats, and the years of study.
    fn default() -> DivisionAges {
        let range = |youngest, oldest| AgeRange { youngest, oldest };
        DivisionAges {
            primary_school: range(5, 14),
            high_school: range(12, 20),
            student: range(16, 35),
        }
    }
}

impl DivisionAges {
    /// Notes ranges that admit nobody, or nobody alive.
    pub(super) fn check(&self, faults: &mut Faults) {
        for (division, range) in [
            ("primary_school", self.primary_school),
            ("high_school", self.high_school),
            ("student", self.student),
        ] {
            let is_range = 0 <= range.youngest && range.youngest <= range.oldest && range.oldest <= 120;
            let wrong = || ValueError::new("out-of-range", "Must be from 0 to 120, the youngest first.");
            faults.check(
                &format!("/divisions/{division}"),
                is_range.then_some(()).ok_or_else(wrong),
            );
        }
    }
}
