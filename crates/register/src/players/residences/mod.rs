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
use crate::values::id::PlayerId;

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
    fn the_latest_residence_counts() {
        let history = [residence("2026-05-01", "ZA-GP"), residence("2026-01-01", "ZA-NW")];
        let province = |day: &str| on(&history, day.parse().unwrap()).map(|home| home.province.as_str());
        assert_eq!(province("2025-12-31"), None);
        assert_eq!(province("2026-04-30"), Some("ZA-NW"));
        assert_eq!(province("2026-05-01"), Some("ZA-GP"));
    }
}
