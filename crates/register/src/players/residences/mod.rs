//! Residences: where a player has lived, and since when. Colours follow residence on the day.

pub(crate) mod routes;
pub mod store;
pub mod use_cases;

use chrono::NaiveDate;
use diesel::{Insertable, Queryable, Selectable};
use serde::Serialize;

use crate::players::merger::Merger;
use crate::players::{Home, Player};
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::PlayerId;

/// The reason why a residence is not corrected; the first that applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ResidenceRefusal {
    /// None is on record since that day.
    #[error("No residence is on record since {0}.")]
    Unknown(NaiveDate),
    /// Another one is on record since the right day.
    #[error("Another residence is on record since {0}.")]
    DayTaken(NaiveDate),
}

crate::problem_kinds! {
    UNKNOWN_RESIDENCE = 422 "unknown-residence", "No residence is on record since that day",
        "A residence goes by its first day; `GET /v1/players/{id}/residences` has them all.";
    RESIDENCE_THERE = 409 "residence-there", "Another residence is on record since that day",
        "A player has one residence since a day. Correct that one instead.";
}

impl From<ResidenceRefusal> for Error {
    fn from(refusal: ResidenceRefusal) -> Error {
        let detail = refusal.to_string();
        match refusal {
            ResidenceRefusal::Unknown(_) => UNKNOWN_RESIDENCE.at("/since", detail),
            ResidenceRefusal::DayTaken(_) => RESIDENCE_THERE.at("/right_since", detail),
        }
        .into()
    }
}

/// A residence as it is on record.
#[derive(Debug, Clone, Serialize, Queryable, Selectable, Insertable)]
#[diesel(table_name = crate::db::schema::residences, treat_none_as_default_value = false)]
pub struct Residence {
    /// The player's id.
    #[serde(skip)]
    #[diesel(column_name = player_id)]
    pub player: PlayerId,
    /// The first day: never in the future, so that where a player lives today is what was recorded.
    pub since: NaiveDate,
    /// The home.
    #[serde(flatten)]
    #[diesel(embed)]
    pub home: Home,
    /// The time at which it was recorded.
    pub recorded_at: Timestamp,
}

impl Residence {
    /// The residence with which a player begins.
    #[must_use]
    pub fn first(player: &Player) -> Residence {
        Residence {
            player: player.id,
            since: player.created_at.day(),
            home: player.home.clone(),
            recorded_at: player.created_at,
        }
    }
}

/// The home on that day, if it is known.
#[must_use]
pub fn on(residences: &[Residence], day: NaiveDate) -> Option<&Home> {
    let begun = residences.iter().filter(|residence| residence.since <= day);
    begun
        .max_by_key(|residence| residence.since)
        .map(|residence| &residence.home)
}

/// The last day of a residence that began on that day: the one before the next begins.
#[must_use]
pub fn last_day(residences: &[Residence], since: NaiveDate) -> Option<NaiveDate> {
    let later = residences.iter().map(|residence| residence.since);
    later.filter(|day| *day > since).min().and_then(|next| next.pred_opt())
}

/// The residences with `right` in the place of the one since that day, which was recorded by mistake; and that one.
///
/// # Errors
/// The refusal that comes first.
pub fn corrected(
    residences: Vec<Residence>,
    since: NaiveDate,
    right: &Residence,
) -> Result<(Residence, Vec<Residence>), ResidenceRefusal> {
    let (wrong, mut others): (Vec<_>, Vec<_>) = residences.into_iter().partition(|one| one.since == since);
    let wrong = wrong.into_iter().next().ok_or(ResidenceRefusal::Unknown(since))?;
    if others.iter().any(|other| other.since == right.since) {
        return Err(ResidenceRefusal::DayTaken(right.since));
    }
    others.push(right.clone());
    Ok((wrong, others))
}

/// The residences that the entry that stays has from the duplicate: those before its own first. What the duplicate says of a
/// later day was said of another entry's home.
#[must_use]
pub fn merged(own: &[Residence], theirs: Vec<Residence>, merger: &Merger) -> Vec<Residence> {
    let earlier = |residence: &Residence| own.iter().all(|own| residence.since < own.since);
    let moved = |residence| Residence {
        player: merger.stays,
        ..residence
    };
    theirs.into_iter().filter(earlier).map(moved).collect()
}

#[cfg(test)]
mod tests {
    use crate::players::merger::tests::{merger, nth};
    use crate::players::residences::*;

    fn residence(since: &str, province: &str) -> Residence {
        Residence {
            player: nth(101),
            since: since.parse().unwrap(),
            home: Home {
                province: province.to_owned(),
                region: None,
            },
            recorded_at: Timestamp("2026-11-20T08:00:00Z".parse().unwrap()),
        }
    }

    #[test]
    fn a_merger_adds_what_was_before_the_first_residence() {
        let own = [residence("2026-06-01", "ZA-GP"), residence("2026-03-01", "ZA-NW")];
        let theirs = vec![
            residence("2026-07-01", "ZA-LP"),
            residence("2026-03-01", "ZA-FS"),
            residence("2026-02-28", "ZA-EC"),
            residence("2026-01-01", "ZA-WC"),
        ];
        let added = merged(&own, theirs, &merger());
        let told: Vec<&str> = added.iter().map(|residence| residence.home.province.as_str()).collect();
        assert_eq!(told, ["ZA-EC", "ZA-WC"]);
        assert!(added.iter().all(|residence| residence.player == merger().stays));
    }

    #[test]
    fn a_residence_is_corrected_in_its_place() {
        let day = |day: &str| day.parse::<NaiveDate>().unwrap();
        let history = || vec![residence("2026-05-01", "ZA-GP"), residence("2026-01-01", "ZA-NW")];
        let right = residence("2025-06-01", "ZA-LP");
        let (wrong, others) = corrected(history(), day("2026-01-01"), &right).unwrap();
        assert_eq!(wrong.home.province, "ZA-NW");
        let province = |day: NaiveDate| on(&others, day).map(|home| home.province.as_str());
        assert_eq!(province(day("2026-04-30")), Some("ZA-LP"));
        assert_eq!(last_day(&others, day("2025-06-01")), Some(day("2026-04-30")));
        assert_eq!(last_day(&others, day("2026-05-01")), None);
        let refused = |since: &str, right: &Residence| corrected(history(), day(since), right).err();
        assert_eq!(
            refused("2026-01-02", &right),
            Some(ResidenceRefusal::Unknown(day("2026-01-02")))
        );
        let taken = residence("2026-05-01", "ZA-LP");
        assert_eq!(
            refused("2026-01-01", &taken),
            Some(ResidenceRefusal::DayTaken(taken.since))
        );
    }

    #[test]
    fn the_latest_residence_counts() {
        let history = [residence("2026-05-01", "ZA-GP"), residence("2026-01-01", "ZA-NW")];
        let province = |day: &str| on(&history, day.parse().unwrap()).map(|home| home.province.as_str());
        assert_eq!(province("2025-12-31"), None);
        assert_eq!(province("2026-04-30"), Some("ZA-NW"));
        assert_eq!(province("2026-05-01"), Some("ZA-GP"));
    }
}
