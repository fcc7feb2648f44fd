//! Seeding of round 1: whoever stands on the federation's newest list in its order, and after them the others, in the order
//! that the umpire has set.

use std::collections::HashMap;

use chrono::NaiveDate;

use crate::tournaments::model::draw::StartingOrder;
use crate::tournaments::model::{ContestantName, Entry};
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

/// Players who are on no list, and of whom no official has set the order.
#[derive(Debug, Clone, thiserror::Error)]
#[error("Nobody has set the order of the players who are not on the ranking list.")]
pub struct StartingOrderNeeded(pub Vec<ContestantName>);

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
