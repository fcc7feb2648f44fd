//! Seeding of round 1: whoever stands on the federation's newest list in its order, and after them the others, in the order
//! that the umpire has set.

use std::collections::HashMap;

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use crate::tournaments::entries::Entry;
use crate::tournaments::visitors::ContestantName;
use crate::values::id::{PlayerId, RankingId};
use crate::values::number::{RoundNumber, Seed};

/// A published list, as far as a starting order is taken from it.
#[derive(Debug, Clone)]
pub struct SeedingList {
    /// Its id.
    pub id: RankingId,
    /// The day of the list.
    pub on: NaiveDate,
    /// The place of each player on it, by the entry of the register that stays.
    pub places: HashMap<PlayerId, i64>,
}

/// The way in which the starting order of round 1 came about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StartingOrder {
    /// The list by which players are seeded, and its day; none if none was published.
    pub list: Option<(RankingId, NaiveDate)>,
    /// The number of players on it who play in round 1.
    pub ranked: usize,
    /// The number of the others.
    pub unranked: usize,
}

/// Players who are on no list, and of whom no official has set the order.
#[derive(Debug, Clone, thiserror::Error)]
#[error("Nobody has set the order of the players who are not on the ranking list.")]
pub struct StartingOrderNeeded(pub Vec<ContestantName>);

impl StartingOrder {
    /// The order in words, for whoever asks how it came about.
    #[must_use]
    pub fn sentence(&self) -> String {
        let others = match self.unranked {
            0 => String::new(),
            1 => " One player is on no list, and comes last.".to_owned(),
            most => format!(" {most} players are on no list, and come after them as the umpire has ordered."),
        };
        match self.list {
            Some((_, on)) if self.ranked > 0 => {
                format!(
                    "Players start in the order of the ranking list of {}.{others}",
                    on.format("%-d %B %Y")
                )
            }
            _ if self.unranked == 1 => "The only player is on no ranking list.".to_owned(),
            _ => "No player is on a ranking list; they start as the umpire has ordered.".to_owned(),
        }
    }
}

/// The entries, which are in their starting order, seeded by the list, and how that came about.
///
/// # Errors
/// [`StartingOrderNeeded`], if two or more who play in round 1 are not on it, and no official has set their order since the
/// last of them was entered.
pub fn seeded(
    entries: Vec<Entry>,
    list: Option<&SeedingList>,
    today: NaiveDate,
) -> Result<(Vec<Entry>, StartingOrder), StartingOrderNeeded> {
    let place = |entry: &Entry| list.and_then(|list| list.places.get(&entry.player.id())).copied();
    let playing = || entries.iter().filter(|entry| entry.plays_in(RoundNumber::FIRST));
    let unranked: Vec<&Entry> = playing().filter(|entry| place(entry).is_none()).collect();
    if unranked.len() > 1 && unranked.iter().any(|entry| !entry.placed) {
        let names = unranked.iter().map(|entry| entry.player.named(today));
        return Err(StartingOrderNeeded(names.collect()));
    }
    let order = StartingOrder {
        list: list.map(|list| (list.id, list.on)),
        ranked: playing().count() - unranked.len(),
        unranked: unranked.len(),
    };
    let mut ordered = entries;
    ordered.sort_by_key(|entry| place(entry).unwrap_or(i64::MAX));
    for (entry, seed) in ordered.iter_mut().zip((1..).map(Seed::new)) {
        entry.seed = seed;
    }
    Ok((ordered, order))
}
