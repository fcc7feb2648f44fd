//! Awards in the database, and the criteria by which they are given.

use chrono::NaiveDate;
use diesel::dsl::exists;
use diesel::prelude::*;

use crate::accounts::Reach;
use crate::colours::{Award, ColoursLevel, ColoursRefusal, ColoursState, merged};
use crate::db::schema::{certificate_codes, colours, players};
use crate::db::{Conn, OnConflict};
use crate::players::merger::{Erasure, Merger, Reassigned};
use crate::players::registrations::Division;
use crate::players::store::name_is_public;
use crate::values::error::Error;
use crate::values::gaming_year::GamingYear;
use crate::values::id::{AwardId, PlayerId};
use crate::web::idempotency::forget_creations;

/// Keeps a new proposal.
pub fn insert(c: &mut Conn, award: &Award) -> Result<(), Error> {
    let inserted = diesel::insert_into(colours::table).values(award).execute(c);
    inserted.on_conflict(
        "colours_player_id_level_division_year_key",
        ColoursRefusal::AlreadyAwarded,
    )?;
    Ok(())
}

/// Keeps what became of an award.
pub fn update(c: &mut Conn, award: &Award) -> Result<(), Error> {
    diesel::update(colours::table.find(award.id)).set(award).execute(c)?;
    Ok(())
}

/// The award of that id.
pub fn find(c: &mut Conn, id: AwardId) -> Result<Option<Award>, Error> {
    let award = colours::table.find(id).select(Award::as_select());
    Ok(award.first(c).optional()?)
}

/// The awards and proposals of a level and year that have not ended.
pub fn standing(c: &mut Conn, level: ColoursLevel, year: GamingYear) -> Result<Vec<Award>, Error> {
    let of_year = colours::level.eq(level).and(colours::year.eq(year));
    let standing = colours::table.filter(of_year.and(colours::ended_at.is_null()));
    Ok(standing.select(Award::as_select()).load(c)?)
}

/// All awards and proposals of one person, the latest first.
pub fn of_player(c: &mut Conn, player: PlayerId) -> Result<Vec<Award>, Error> {
    let entries = crate::players::store::entries(c, player)?;
    let theirs = colours::table
        .filter(colours::player_id.eq_any(entries))
        .order(colours::id.desc());
    Ok(theirs.select(Award::as_select()).load(c)?)
}

/// The audience for which awards are listed.
#[derive(Debug, Clone)]
pub enum Audience {
    /// Everyone: the awards that hold, of players who may be named if they were born by that day.
    Public(NaiveDate),
    /// The people who look after the provinces within reach.
    Within(Reach),
}

/// The awards to list.
#[derive(Debug, Clone)]
pub struct AwardFilter {
    pub audience: Audience,
    pub year: Option<GamingYear>,
    pub level: Option<ColoursLevel>,
    pub division: Option<Division>,
    pub state: Option<ColoursState>,
    /// The province of residence.
    pub province: Option<String>,
    /// Whether the rule that they rest on is not met today; the use case asks for it.
    pub evidence_fell: Option<bool>,
    /// Any entry of the player.
    pub player: Option<PlayerId>,
    /// The id after which to begin.
    pub after: Option<AwardId>,
}

/// Awards, the latest first.
pub fn list(c: &mut Conn, filter: AwardFilter, rows: i64) -> Result<Vec<Award>, Error> {
    let mut query = colours::table
        .select(Award::as_select())
        .order(colours::id.desc())
        .limit(rows)
        .into_boxed();
    match filter.audience {
        Audience::Public(born_by) => {
            // What a merged entry has left is the same player's once more. It is asked of each award, which are fewer than players.
            let named = players::table
                .filter(players::id.eq(colours::player_id))
                .filter(name_is_public(born_by))
                .filter(players::merged_into_id.is_null());
            query = query
                .filter(colours::state.eq(ColoursState::Approved))
                .filter(exists(named));
        }
        Audience::Within(reach) if reach.is_everywhere() => {}
        Audience::Within(reach) => query = query.filter(colours::province_code.eq_any(reach.provinces().to_vec())),
    }
    if let Some(year) = filter.year {
        query = query.filter(colours::year.eq(year));
    }
    if let Some(level) = filter.level {
        query = query.filter(colours::level.eq(level));
    }
    if let Some(division) = filter.division {
        query = query.filter(colours::division.eq(division));
    }
    if let Some(state) = filter.state {
        query = query.filter(colours::state.eq(state));
    }
    if let Some(province) = filter.province {
        query = query.filter(colours::province_code.eq(province));
    }
    if let Some(player) = filter.player {
        query = query.filter(colours::player_id.eq_any(crate::players::store::entries(c, player)?));
    }
    if let Some(after) = filter.after {
        query = query.filter(colours::id.lt(after));
    }
    Ok(query.load(c)?)
}

/// Gives the duplicate's colours to the entry that stays.
pub fn reassign(c: &mut Conn, merger: &Merger) -> Result<Vec<Reassigned>, Error> {
    let of = |player: PlayerId| {
        colours::table
            .filter(colours::player_id.eq(player))
            .select(Award::as_select())
    };
    let own: Vec<Award> = of(merger.stays).load(c)?;
    let moved = merged(&own, of(merger.duplicate).load(c)?, merger);
    let moving: Vec<AwardId> = moved.iter().map(|award| award.id).collect();
    diesel::update(colours::table.filter(colours::id.eq_any(&moving)))
        .set(colours::player_id.eq(merger.stays))
        .execute(c)?;
    Ok(Reassigned::all("colours", moving))
}

/// Empties the reasons for which colours were given or taken back, and the region in which the player lived; the awards
/// stay.
pub fn erase(c: &mut Conn, erasure: &Erasure<'_>) -> Result<(), Error> {
    let theirs = || colours::table.filter(colours::player_id.eq_any(erasure.entries));
    diesel::update(theirs().filter(colours::reason.is_not_null()))
        .set(colours::reason.eq(""))
        .execute(c)?;
    diesel::update(theirs().filter(colours::ended_at.is_not_null()))
        .set(colours::ended_because.eq(""))
        .execute(c)?;
    diesel::update(theirs())
        .set(colours::region_code.eq(None::<String>))
        .execute(c)?;
    // A digest of what was erased could be matched by guessing.
    let ids: Vec<AwardId> = theirs().select(colours::id).load(c)?;
    let of_theirs = certificate_codes::colours_id.assume_not_null().eq_any(&ids);
    diesel::update(certificate_codes::table.filter(of_theirs))
        .set(certificate_codes::holder.eq(None::<String>))
        .execute(c)?;
    forget_creations(c, &ids)
}
