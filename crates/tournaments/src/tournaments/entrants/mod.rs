//! Entrants: the players of a tournament by their full names, for those who run it. Everyone else reads [entries], in
//! which names are withheld.
//!
//! [entries]: crate::tournaments::entries

pub(crate) mod routes;
pub mod use_cases;

use std::collections::HashMap;

use serde::Serialize;
use utoipa::ToSchema;

use crate::clubs::Club;
use crate::players::Number;
use crate::players::registrations::Division;
use crate::players::transfers::Transfer;
use crate::tournaments::model::Entry;
use crate::tournaments::sheets::papers::{Papers, RoundPapers};
use crate::tournaments::sheets::{round, score_sheets};
use crate::values::clock::Timestamp;
use crate::values::country::Country;
use crate::values::id::{ClubId, EntryId, PlayerId};
use crate::values::number::Seed;
use crate::web::response::Text;

crate::string_enum! {
    /// A sheet of a round for those who run the tournament.
    pub enum OfficialsSheet as "OfficialsSheet" {
        /// The pairings: each board with its two players.
        Pairings = "pairings",
        /// The boards with the results so far.
        WallChart = "wall-chart",
        /// A sheet for each match, to be filled in.
        ScoreSheets = "score-sheets",
    }
}

impl OfficialsSheet {
    /// The sheet as a page to be printed.
    pub fn page(self, papers: &RoundPapers) -> Text {
        match self {
            OfficialsSheet::Pairings => round::pairings(papers),
            OfficialsSheet::WallChart => round::wall_chart(papers),
            OfficialsSheet::ScoreSheets => score_sheets::page(papers),
        }
    }
}

/// The clubs to which players have moved since they were entered, by entry; the transfers are accepted, the earliest first.
#[must_use]
pub fn moved(entries: &[Entry], transfers: &[Transfer]) -> HashMap<EntryId, ClubId> {
    let since = |entry: &Entry| {
        let mut own = transfers.iter().filter(|transfer| transfer.player == entry.player.id());
        let last = own.rfind(|transfer| transfer.accepted_at.is_some_and(|at| at > entry.created_at))?;
        Some((entry.id, last.to))
    };
    entries.iter().filter_map(since).collect()
}

/// A player of a tournament as those who run it see them.
#[derive(Debug, Serialize, ToSchema)]
pub struct Entrant {
    /// The entry's id.
    #[schema(example = "019aa0d1-2b3c-7d4e-8f5a-6b7c8d9e0f1a")]
    entry_id: EntryId,
    /// The player's id; of a visitor that of the entry.
    #[schema(example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")]
    player_id: PlayerId,
    /// The number that people speak and print; none of a visitor.
    #[schema(value_type = Option<String>, example = "M-0004217-K")]
    number: Option<Number>,
    /// The full name, a child's too; the number once the person's data was erased.
    #[schema(example = "Thandiwe Mokoena")]
    name: String,
    /// Whether everyone else reads the initials: such a name is not put up in the hall.
    #[schema(example = false)]
    name_withheld: bool,
    /// The club that the player represents; none of a visitor.
    #[schema(example = "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f")]
    club_id: Option<ClubId>,
    /// The club's name; none of a visitor.
    #[schema(example = "Ditsobotla Herders")]
    club: Option<String>,
    /// The club of which the player has become a member since being entered.
    #[schema(example = "019aa0c9-4f3e-7d5c-8b6a-3c4d5e6f7a8b")]
    transferred_to_id: Option<ClubId>,
    /// The country of a visitor; none of a player of the register.
    #[schema(value_type = Option<Country>, example = "BW")]
    country: Option<Country>,
    /// The name of the team for which the player plays.
    #[schema(example = "North West A")]
    team: Option<String>,
    /// The division in which the player is registered; none for a player who is not.
    division: Option<Division>,
    /// The place in the starting order, 1 the best.
    #[schema(value_type = i64, example = 1)]
    seed: Seed,
    /// Whether the player has withdrawn, and not come back.
    #[schema(example = false)]
    withdrawn: bool,
    /// The time at which the player was checked in in the hall; none of who is not there.
    #[schema(value_type = Option<String>, format = DateTime, example = "2027-04-17T06:30:00.000000Z")]
    checked_in_at: Option<Timestamp>,
}

/// All entrants of a tournament.
#[derive(Debug, Serialize, ToSchema)]
pub struct Entrants {
    /// The entrants in the starting order; those who have withdrawn too.
    items: Vec<Entrant>,
}

impl Entrants {
    /// The entrants that the papers tell of, with the clubs to which some have moved since they were entered.
    pub fn of(papers: &Papers, moved: &HashMap<EntryId, Club>) -> Entrants {
        let entrant = |entry: &Entry| {
            let club = entry.club.and_then(|club| papers.clubs.get(&club));
            Entrant {
                entry_id: entry.id,
                player_id: entry.player.id(),
                number: entry.player.number(),
                name: entry.player.full_name(),
                name_withheld: entry.player.name_is_withheld(papers.today),
                club_id: entry.club,
                club: club.map(|club| club.name.clone()),
                transferred_to_id: moved.get(&entry.id).map(|club| club.id),
                country: entry.player.country(),
                team: entry.team.clone(),
                division: entry.division,
                seed: entry.seed,
                withdrawn: entry.is_withdrawn(),
                checked_in_at: entry.checked_in_at,
            }
        };
        Entrants {
            items: papers.snapshot.entries.iter().map(entrant).collect(),
        }
    }
}
