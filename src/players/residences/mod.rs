//! Where a player has lived, and since when: colours follow residence on the day.

pub(crate) mod routes;
pub(crate) mod store;

use chrono::NaiveDate;

use crate::players::Home;
use crate::values::clock::Timestamp;
use crate::values::id::Id;

/// A residence as it is on record.
#[derive(Debug, Clone)]
pub struct Residence {
    /// Whose.
    pub player: Id,
    /// The first day: never in the future, so that where a player lives today is what was recorded.
    pub since: NaiveDate,
    /// Where.
    pub home: Home,
    /// When it was recorded.
    pub recorded_at: Timestamp,
}

/// Where the player lived on that day, if that is known.
#[must_use]
pub fn on(residences: &[Residence], day: NaiveDate) -> Option<&Home> {
    let begun = residences.iter().filter(|residence| residence.since <= day);
    begun
        .max_by_key(|residence| residence.since)
        .map(|residence| &residence.home)
}

#[cfg(test)]
mod tests {
    use crate::players::residences::*;

    #[test]
    fn the_latest_residence_counts() {
        let residence = |since: &str, province: &str| Residence {
            player: "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f".parse().unwrap(),
            since: since.parse().unwrap(),
            home: Home {
                province: province.to_owned(),
                region: None,
            },
            recorded_at: Timestamp("2026-11-20T08:00:00Z".parse().unwrap()),
        };
        let history = [residence("2026-05-01", "ZA-GP"), residence("2026-01-01", "ZA-NW")];
        let province = |day: &str| on(&history, day.parse().unwrap()).map(|home| home.province.as_str());
        assert_eq!(province("2025-12-31"), None);
        assert_eq!(province("2026-04-30"), Some("ZA-NW"));
        assert_eq!(province("2026-05-01"), Some("ZA-GP"));
    }
}
