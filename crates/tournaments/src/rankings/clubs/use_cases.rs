//! The ranking of clubs, with what is on record of clubs and players.

use std::collections::HashMap;

use crate::clubs::{self, Club};
use crate::db::Conn;
use crate::players;
use crate::rankings::clubs::ListedClub;
use crate::rankings::rows::use_cases::player;
use crate::rankings::rows::{self, ClubRow};
use crate::rankings::use_cases::find;
use crate::values::error::Error;
use crate::values::id::{ClubId, PlayerId, RankingId};

/// The number of players of a club who count at most, and the clubs by a list, the best first.
pub fn list(c: &mut Conn, ranking: RankingId) -> Result<(usize, Vec<ListedClub>), Error> {
    let most = usize::try_from(find(c, ranking)?.settings.counted_of_a_club).unwrap_or_default();
    let ranked = rows::clubs(&rows::store::all(c, ranking)?, most);
    let ids: Vec<ClubId> = ranked.iter().map(|row| row.club).collect();
    let clubs = clubs::store::find_all(c, &[], &ids)?;
    let mut clubs: HashMap<ClubId, Club> = clubs.into_iter().map(|club| (club.id, club)).collect();
    let counted = ranked.iter().flat_map(|row| &row.counted);
    let ids: Vec<PlayerId> = counted.map(|(player, _)| *player).collect();
    let players = players::store::find_many(c, &ids)?;
    let listed = |row: ClubRow| {
        let club = clubs.remove(&row.club);
        let counted = row
            .counted
            .iter()
            .map(|(id, figure)| Ok((player(&players, *id)?, *figure)));
        Ok(ListedClub {
            club: club.ok_or_else(|| Error::Internal(format!("there is no club {}", row.club)))?,
            counted: counted.collect::<Result<_, Error>>()?,
            row,
        })
    };
    Ok((most, ranked.into_iter().map(listed).collect::<Result<_, Error>>()?))
}
