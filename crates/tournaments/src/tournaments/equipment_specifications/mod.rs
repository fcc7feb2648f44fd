//! Equipment specifications: the boards and counters that tournaments of a level may be played with, from a day on.

pub(crate) mod routes;
pub mod store;
pub mod use_cases;

use chrono::NaiveDate;
use diesel::{Insertable, Queryable, Selectable};
use serde::Serialize;
use utoipa::ToSchema;

use crate::federation::SettingsRefusal;
use crate::tournaments::model::TournamentLevel;
use crate::tournaments::plans::BOARDS;
use crate::values::validation::{Faults, ValueError, not_before, within};

/// A board that tournaments of a level may be played on, and its counters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema, Queryable, Selectable, Insertable)]
#[diesel(table_name = crate::db::schema::equipment_specifications, treat_none_as_default_value = false)]
pub struct EquipmentSpecification {
    /// The level of the tournaments.
    pub level: TournamentLevel,
    /// The side of the board in millimetres.
    #[schema(example = 490)]
    pub board: i64,
    /// The largest diameter of a junction in millimetres.
    #[schema(example = 25)]
    pub junction: i64,
    /// The largest size of a counter in millimetres.
    #[schema(example = 25)]
    pub counter_size: i64,
    /// The first day on which it holds.
    #[schema(example = "2000-01-01")]
    pub valid_from: NaiveDate,
    /// The last day, if there is one.
    #[schema(example = "2027-12-31")]
    pub valid_until: Option<NaiveDate>,
}

impl EquipmentSpecification {
    /// The specification, if its values have the right form.
    ///
    /// # Errors
    /// All faults at once.
    pub fn parse(self) -> Result<EquipmentSpecification, Faults> {
        let mut faults = Faults::default();
        let no_board = || ValueError::new("no-such-board", format!("Must be {} or {}.", BOARDS[0], BOARDS[1]));
        let board = BOARDS.contains(&self.board).then_some(()).ok_or_else(no_board);
        faults.check("/board", board);
        for (pointer, size) in [("/junction", self.junction), ("/counter_size", self.counter_size)] {
            faults.check(pointer, within(size, 1, 200));
        }
        let until = self.valid_until.map(|until| not_before(self.valid_from, until));
        faults.check("/valid_until", until.transpose());
        if faults.is_empty() { Ok(self) } else { Err(faults) }
    }

    /// All specifications of the level and the board once this one is set: it ends the one before it, and ends before the
    /// next one.
    ///
    /// # Errors
    /// [`SettingsRefusal::InPast`].
    pub fn set(
        mut self,
        known: &[EquipmentSpecification],
        today: NaiveDate,
    ) -> Result<Vec<EquipmentSpecification>, SettingsRefusal> {
        if self.valid_from < today {
            return Err(SettingsRefusal::InPast(today));
        }
        let eve = |day: NaiveDate| day.pred_opt().unwrap_or(day);
        let (earlier, later): (Vec<_>, Vec<_>) = known
            .iter()
            .filter(|other| other.valid_from != self.valid_from)
            .copied()
            .partition(|other| other.valid_from < self.valid_from);
        let last = later.iter().map(|next| eve(next.valid_from)).min();
        self.valid_until = last.into_iter().chain(self.valid_until).min();
        let ended = earlier.into_iter().map(|before| EquipmentSpecification {
            valid_until: Some(
                before
                    .valid_until
                    .map_or(eve(self.valid_from), |until| until.min(eve(self.valid_from))),
            ),
            ..before
        });
        let mut all: Vec<_> = ended.chain([self]).chain(later).collect();
        all.sort_by_key(|one| one.valid_from);
        Ok(all)
    }
}

#[cfg(test)]
mod tests {
    use crate::tournaments::equipment_specifications::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn of(junction: i64, from: &str, until: Option<&str>) -> EquipmentSpecification {
        EquipmentSpecification {
            level: TournamentLevel::Provincial,
            board: 490,
            junction,
            counter_size: 25,
            valid_from: day(from),
            valid_until: until.map(day),
        }
    }

    #[test]
    fn one_ends_the_one_before_and_ends_before_the_next() {
        let today = day("2026-11-20");
        let known = [of(25, "2000-01-01", None)];
        let next = of(24, "2028-01-01", None).set(&known, today).unwrap();
        assert_eq!(
            next,
            [of(25, "2000-01-01", Some("2027-12-31")), of(24, "2028-01-01", None)]
        );
        let between = of(23, "2027-01-01", None).set(&next, today).unwrap();
        assert_eq!(
            between,
            [
                of(25, "2000-01-01", Some("2026-12-31")),
                of(23, "2027-01-01", Some("2027-12-31")),
                of(24, "2028-01-01", None)
            ]
        );
        let again = of(22, "2028-01-01", Some("2028-06-30")).set(&between, today).unwrap();
        assert_eq!(again[2], of(22, "2028-01-01", Some("2028-06-30")));
        assert_eq!(again[..2], between[..2]);
        assert!(of(22, "2026-11-19", None).set(&known, today).is_err());
    }
}
