//! The ranking of clubs that follows from a list.

use actix_web::get;
use actix_web::web::Path;
use chrono::NaiveDate;
use serde::Serialize;
use utoipa::ToSchema;

use crate::accounts::caller::Anyone;
use crate::players::PlayerName;
use crate::rankings::clubs::{ListedClub, use_cases};
use crate::values::error::Error;
use crate::values::id::{ClubId, RankingId};
use crate::web::openapi::Routes;
use crate::web::response::Response;

pub(crate) fn configure(config: &mut impl Routes) {
    config.service(list_ranking_clubs);
}

/// A player who counts for a club.
#[derive(Serialize, ToSchema)]
struct CountedPlayer {
    /// The player.
    player: PlayerName,
    /// The figure that the player adds.
    #[schema(example = 28.5)]
    figure: f64,
    /// The figure as a fraction.
    #[schema(example = "57/2")]
    figure_fraction: String,
}

/// A club in the ranking of clubs.
#[derive(Serialize, ToSchema)]
struct RankedClub {
    /// The rank, from 1; those who share one have the same.
    #[schema(example = 1)]
    rank: i64,
    /// Whether the rank is shared.
    #[schema(example = false)]
    shared: bool,
    /// The club's id.
    #[schema(example = "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f")]
    club_id: ClubId,
    /// The club's short name.
    #[schema(example = "MAH")]
    club_code: String,
    /// The club's name.
    #[schema(example = "Mahikeng Herders")]
    club_name: String,
    /// The sum of the figures of the players who count.
    #[schema(example = 91.5)]
    figure: f64,
    /// The figure as a fraction.
    #[schema(example = "183/2")]
    figure_fraction: String,
    /// The players who count: the club's best.
    counted: Vec<CountedPlayer>,
}

impl RankedClub {
    fn of(listed: ListedClub, today: NaiveDate) -> RankedClub {
        let ListedClub { row, club, counted } = listed;
        let counted = counted.iter().map(|(player, figure)| CountedPlayer {
            player: player.named(today),
            figure: figure.decimal(),
            figure_fraction: figure.fraction(),
        });
        RankedClub {
            rank: row.rank,
            shared: row.shared,
            club_id: row.club,
            club_code: club.code.to_string(),
            club_name: club.name,
            figure: row.figure.decimal(),
            figure_fraction: row.figure.fraction(),
            counted: counted.collect(),
        }
    }
}

/// The ranking of clubs that follows from a list.
#[derive(Serialize, ToSchema)]
pub(crate) struct ClubRanking {
    /// The largest number of players of a club who count.
    #[schema(example = 4)]
    counted_of_a_club: usize,
    /// The clubs, the best first.
    items: Vec<RankedClub>,
}

/// List the clubs by a list
///
/// A club has the sum of the figures of its best players, so many as `counted_of_a_club` says, by their clubs on the list's
/// day.
#[utoipa::path(
    tag = "rankings",
    responses((status = 200, description = "The ranking of clubs.", body = ClubRanking)),
)]
#[get("/v1/rankings/{id}/clubs")]
pub(crate) async fn list_ranking_clubs(caller: Anyone, id: Path<RankingId>) -> Result<Response<ClubRanking>, Error> {
    let today = caller.today();
    let (counted_of_a_club, clubs) = caller.read(move |c| use_cases::list(c, *id)).await?;
    Ok(Response::public(ClubRanking {
        counted_of_a_club,
        items: clubs.into_iter().map(|listed| RankedClub::of(listed, today)).collect(),
    }))
}
