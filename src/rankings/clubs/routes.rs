//! The ranking of clubs that follows from a list.

use std::collections::HashMap;

use actix_web::get;
use actix_web::web::{Data, Path};
use chrono::NaiveDate;
use serde::Serialize;
use utoipa::ToSchema;

use crate::accounts::caller::Anyone;
use crate::clubs;
use crate::db::{Conn, Database};
use crate::players::{self, PlayerName};
use crate::rankings::routes::find;
use crate::rankings::rows;
use crate::rankings::views::named;
use crate::values::clock::Clock;
use crate::values::error::Error;
use crate::values::id::Id;
use crate::web::openapi::Routes;
use crate::web::response::Reply;

pub(crate) fn configure(config: &mut impl Routes) {
    config.service(list_ranking_clubs);
}

/// A player who counts for a club.
#[derive(Serialize, ToSchema)]
struct CountedPlayer {
    /// Who.
    player: PlayerName,
    /// What the player adds.
    #[schema(example = 28.5)]
    figure: f64,
    /// The same as a fraction.
    #[schema(example = "57/2")]
    figure_fraction: String,
}

/// A club in the ranking of clubs.
#[derive(Serialize, ToSchema)]
struct RankedClub {
    /// The place, from 1; those who share one have the same.
    #[schema(example = 1)]
    place: i64,
    /// Whether the place is shared.
    #[schema(example = false)]
    shared: bool,
    /// Which club.
    #[schema(example = "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f")]
    club_id: Id,
    /// The club's short name.
    #[schema(example = "MAH")]
    club_code: String,
    /// What the club is called.
    #[schema(example = "Mahikeng Herders")]
    club_name: String,
    /// The sum of the figures of the players who count.
    #[schema(example = 91.5)]
    figure: f64,
    /// The same as a fraction.
    #[schema(example = "183/2")]
    figure_fraction: String,
    /// The players who count: the club's best.
    counted: Vec<CountedPlayer>,
}

/// The ranking of clubs that follows from a list.
#[derive(Serialize, ToSchema)]
pub(crate) struct ClubRanking {
    /// How many players of a club count at the most.
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
    params(("id" = Id, Path, description = "The list's id.", example = "019aa0e1-3a4b-7c5d-8e6f-7a8b9c0d1e2f")),
    responses((status = 200, description = "The ranking of clubs.", body = ClubRanking)),
    security(()),
)]
#[get("/v1/rankings/{id}/clubs")]
pub(crate) async fn list_ranking_clubs(
    _caller: Anyone,
    id: Path<Id>,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Reply<ClubRanking>, Error> {
    let (id, today) = (id.into_inner(), clock.now().day());
    let items = database.read(move |c| ranked(c, id, today)).await?;
    Ok(Reply::public(ClubRanking {
        counted_of_a_club: crate::rankings::methods::COUNTED_OF_A_CLUB,
        items,
    }))
}

fn ranked(c: &mut Conn, ranking: Id, today: NaiveDate) -> Result<Vec<RankedClub>, Error> {
    find(c, ranking)?;
    let ranked = rows::clubs(&crate::rankings::rows::store::all(c, ranking)?);
    let ids: Vec<Id> = ranked.iter().map(|row| row.club).collect();
    let clubs = clubs::store::find_all(c, &[], &ids)?;
    let clubs: HashMap<Id, _> = clubs.into_iter().map(|club| (club.id, club)).collect();
    let ids: Vec<Id> = ranked
        .iter()
        .flat_map(|row| row.counted.iter().map(|(player, _)| *player))
        .collect();
    let players = players::store::find_many(c, &ids)?;
    ranked
        .into_iter()
        .map(|row| {
            let club = clubs
                .get(&row.club)
                .ok_or_else(|| Error::Internal(format!("there is no club {}", row.club)))?;
            let counted = row.counted.into_iter().map(|(player, figure)| {
                Ok(CountedPlayer {
                    player: named(player, &players, today)?,
                    figure: figure.decimal(),
                    figure_fraction: figure.fraction(),
                })
            });
            Ok(RankedClub {
                place: row.place,
                shared: row.shared,
                club_id: row.club,
                club_code: club.code.to_string(),
                club_name: club.name.clone(),
                figure: row.figure.decimal(),
                figure_fraction: row.figure.fraction(),
                counted: counted.collect::<Result<_, Error>>()?,
            })
        })
        .collect()
}
