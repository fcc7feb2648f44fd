//! Suspensions: the disciplinary register. Who is suspended is not entered, not accredited and not awarded colours; that,
//! and why, nobody reads but the federation and the province.

pub(crate) mod routes;
pub mod store;
pub(crate) mod use_cases;

use chrono::NaiveDate;
use diesel::{AsChangeset, Insertable, Queryable, Selectable};
use serde::Serialize;

use crate::players::LONGEST_REASON;
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::{AccountId, PlayerId, SuspensionId};
use crate::values::validation::{Faults, not_before, text};

/// A suspension of a player as it is on record.
#[derive(Debug, Clone, Serialize, Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = crate::db::schema::suspensions, treat_none_as_default_value = false, treat_none_as_null = true)]
pub struct Suspension {
    /// Its id.
    pub id: SuspensionId,
    /// The player.
    #[serde(rename = "player_id")]
    #[diesel(column_name = player_id)]
    pub player: PlayerId,
    /// The first day.
    pub begins_on: NaiveDate,
    /// The last day; without one it is open.
    pub ends_on: Option<NaiveDate>,
    /// The reason; none once the person's data was erased.
    pub reason: Option<String>,
    /// The account that recorded it.
    pub recorded_by: AccountId,
    /// The time at which it was recorded.
    pub created_at: Timestamp,
    /// The day from which it no longer holds, if it was lifted.
    pub lifted_on: Option<NaiveDate>,
    /// The reason for which it was lifted; none once the person's data was erased.
    pub lifted_because: Option<String>,
}

/// The end of a suspension before its time.
#[derive(Debug, Clone)]
pub struct Lifting {
    /// The day from which it no longer holds.
    pub lifted_on: NaiveDate,
    /// The reason for it.
    pub reason: String,
}

/// The reason why the federation says no; the first that applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SuspensionRefusal {
    /// It is lifted once.
    #[error("The suspension was lifted before.")]
    AlreadyLifted,
    /// It would lift nothing.
    #[error("The suspension does not hold on that day.")]
    OutsideSuspension,
}

crate::problem_kinds! {
    NOT_ELIGIBLE = 409 "not-eligible", "The player is not eligible",
        "The federation does not admit the player on the day that counts. Its administrators, and the coordinators of the player's province, know why.";
    ALREADY_LIFTED = 409 "already-lifted", "The suspension was lifted before",
        "A suspension is lifted once. If the player is to be suspended again, record a new one.";
    OUTSIDE_SUSPENSION = 422 "outside-suspension", "The suspension does not hold on that day",
        "A suspension is lifted from one of its days on.";
}

impl From<SuspensionRefusal> for Error {
    fn from(refusal: SuspensionRefusal) -> Error {
        let detail = refusal.to_string();
        match refusal {
            SuspensionRefusal::AlreadyLifted => ALREADY_LIFTED.problem(detail),
            SuspensionRefusal::OutsideSuspension => OUTSIDE_SUSPENSION.at("/lifted_on", detail),
        }
        .into()
    }
}

/// The sentence that is said where a suspension stands in the way: it does not tell of it.
pub const NOT_ELIGIBLE_DETAIL: &str = "The player is not eligible on the day that counts.";

/// A suspension as it is asked for.
#[derive(Debug, Clone)]
pub struct NewSuspension {
    /// The first day.
    pub begins_on: NaiveDate,
    /// The last day; without one it is open.
    pub ends_on: Option<NaiveDate>,
    /// The reason.
    pub reason: String,
}

impl NewSuspension {
    /// Reads what was asked for.
    ///
    /// # Errors
    /// All faults at once.
    pub fn parse(begins_on: NaiveDate, ends_on: Option<NaiveDate>, because: &str) -> Result<NewSuspension, Faults> {
        let mut faults = Faults::default();
        let ends_on = ends_on.map(|ends_on| not_before(begins_on, ends_on)).transpose();
        let ends_on = faults.check("/ends_on", ends_on);
        let reason = faults.check("/reason", text(because, LONGEST_REASON));
        match (ends_on, reason) {
            (Some(ends_on), Some(reason)) => Ok(NewSuspension {
                begins_on,
                ends_on,
                reason,
            }),
            _ => Err(faults),
        }
    }
}

impl Suspension {
    /// Suspends a player.
    #[must_use]
    pub fn of(player: PlayerId, new: NewSuspension, by: AccountId, now: Timestamp) -> Suspension {
        Suspension {
            id: SuspensionId::new(now),
            player,
            begins_on: new.begins_on,
            ends_on: new.ends_on,
            reason: Some(new.reason),
            recorded_by: by,
            created_at: now,
            lifted_on: None,
            lifted_because: None,
        }
    }

    /// The suspension, which no longer holds from one of its days on.
    ///
    /// # Errors
    /// The refusal that comes first.
    pub fn lifted(self, lifting: Lifting) -> Result<Suspension, SuspensionRefusal> {
        if self.lifted_on.is_some() {
            return Err(SuspensionRefusal::AlreadyLifted);
        }
        if !self.holds_within([lifting.lifted_on; 2]) {
            return Err(SuspensionRefusal::OutsideSuspension);
        }
        Ok(Suspension {
            lifted_on: Some(lifting.lifted_on),
            lifted_because: Some(lifting.reason),
            ..self
        })
    }

    /// Whether it holds on a day from the first of the two to the last.
    #[must_use]
    pub fn holds_within(&self, [first, last]: [NaiveDate; 2]) -> bool {
        let begins_on = self.begins_on.max(first);
        let until = self.ends_on.map_or(last, |ends_on| ends_on.min(last));
        begins_on <= until && self.lifted_on.is_none_or(|lifted_on| begins_on < lifted_on)
    }

    /// The suspension without why, for those whom that does not concern.
    #[must_use]
    pub fn without_reasons(self) -> Suspension {
        Suspension {
            reason: None,
            lifted_because: None,
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::players::merger::tests::nth;
    use crate::players::suspensions::*;

    fn day(day: u32) -> NaiveDate {
        NaiveDate::from_ymd_opt(2027, 3, day).unwrap()
    }

    #[test]
    fn it_holds_from_its_first_day_to_the_last_or_until_it_is_lifted() {
        let now = Timestamp(chrono::DateTime::UNIX_EPOCH);
        let new = |ends_on| NewSuspension::parse(day(10), ends_on, "Threw the board.").unwrap();
        let ending = Suspension::of(nth(1), new(Some(day(20))), nth(2), now);
        let open = Suspension::of(nth(1), new(None), nth(2), now);
        let lifting = |lifted_on| Lifting {
            lifted_on,
            reason: "He has said sorry.".to_owned(),
        };
        let lifted = ending.clone().lifted(lifting(day(15))).unwrap();
        let never = ending.clone().lifted(lifting(day(10))).unwrap();
        let holding = |suspension: &Suspension| -> Vec<u32> {
            (1..=31).filter(|one| suspension.holds_within([day(*one); 2])).collect()
        };
        assert_eq!(holding(&ending), (10..=20).collect::<Vec<_>>());
        assert_eq!(holding(&open), (10..=31).collect::<Vec<_>>());
        assert_eq!(holding(&lifted), (10..15).collect::<Vec<_>>());
        assert!(holding(&never).is_empty() && !never.holds_within([day(1), day(31)]));
        // Of several days one is enough.
        assert!(ending.holds_within([day(20), day(25)]) && ending.holds_within([day(5), day(10)]));
        assert!(!ending.holds_within([day(21), day(25)]) && !ending.holds_within([day(5), day(9)]));
        assert!(lifted.holds_within([day(14), day(25)]) && !lifted.holds_within([day(15), day(25)]));
        assert_eq!(
            lifted.lifted(lifting(day(12))).unwrap_err(),
            SuspensionRefusal::AlreadyLifted
        );
        let outside = |lifted_on| ending.clone().lifted(lifting(lifted_on)).unwrap_err();
        assert_eq!(
            [outside(day(9)), outside(day(21))],
            [SuspensionRefusal::OutsideSuspension; 2]
        );
    }
}
