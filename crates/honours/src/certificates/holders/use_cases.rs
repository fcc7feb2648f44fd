//! The list of those who have colours, as institutions read it.

use chrono::NaiveDate;

use crate::certificates::holders::ColoursHolder;
use crate::certificates::holders::store::{self, HolderFilter};
use crate::certificates::use_cases::award_in_words;
use crate::db::Conn;
use crate::players::{self, of_age_if_born_by};
use crate::values::error::Error;
use crate::values::id::{AwardId, PlayerId};

/// A place in the list: the holder's name as it is sorted, and the award.
pub(crate) type HolderKey = (String, AwardId);

/// Those who have colours that hold today and have consented that it is told, by name.
pub(crate) fn list(
    c: &mut Conn,
    filter: HolderFilter,
    today: NaiveDate,
    rows: i64,
) -> Result<Vec<(HolderKey, ColoursHolder)>, Error> {
    let awards = store::list(c, filter, of_age_if_born_by(today), rows)?;
    let ids: Vec<PlayerId> = awards.iter().map(|(award, _)| award.player).collect();
    let players = players::store::find_all(c, &ids)?;
    let mut holders = Vec::with_capacity(awards.len());
    for (award, sort_key) in awards {
        let player = players.get(&award.player);
        let player = player.ok_or_else(|| Error::Internal(format!("colours {}: the holder", award.id)))?;
        let holder = ColoursHolder {
            holder: player.named_in_full().name,
            award: award_in_words(c, &award)?,
            level: award.level,
            division: award.division,
            year: award.year,
            awarding_body: award.awarding_body,
        };
        holders.push(((sort_key, award.id), holder));
    }
    Ok(holders)
}
