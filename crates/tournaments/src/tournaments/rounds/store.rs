//! Rounds in the database.

use diesel::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::db::Conn;
use crate::db::schema::rounds;
use crate::tournaments::model::draw::Draw;
use crate::tournaments::model::{Orders, Round, RoundState};
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::{RoundId, TournamentId};
use crate::values::number::RoundNumber;

/// A round in the database, without how it was drawn.
#[derive(Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = rounds, treat_none_as_null = true)]
struct PlainRow {
    id: RoundId,
    tournament_id: TournamentId,
    number: RoundNumber,
    state: RoundState,
    digest: String,
    drawn_at: Timestamp,
    published_at: Option<Timestamp>,
    closed_at: Option<Timestamp>,
}

/// A round in the database.
#[derive(Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = rounds)]
struct RoundRow {
    #[diesel(embed)]
    plain: PlainRow,
    orders: String,
    draw: String,
}

/// A value as it is kept in a column of text.
pub(crate) fn written(value: &impl Serialize) -> Result<String, Error> {
    serde_json::to_string(value).map_err(|error| Error::Internal(error.to_string()))
}

/// A value that was kept in a column of text.
pub(crate) fn read<T: DeserializeOwned>(text: &str) -> Result<T, Error> {
    serde_json::from_str(text).map_err(|error| Error::Internal(error.to_string()))
}

impl PlainRow {
    fn round(self, orders: Orders, draw: Draw) -> Round {
        Round {
            id: self.id,
            tournament: self.tournament_id,
            number: self.number,
            state: self.state,
            digest: self.digest,
            orders,
            draw,
            drawn_at: self.drawn_at,
            published_at: self.published_at,
            closed_at: self.closed_at,
        }
    }
}

impl RoundRow {
    fn of(round: &Round) -> Result<RoundRow, Error> {
        let plain = PlainRow {
            id: round.id,
            tournament_id: round.tournament,
            number: round.number,
            state: round.state,
            digest: round.digest.clone(),
            drawn_at: round.drawn_at,
            published_at: round.published_at,
            closed_at: round.closed_at,
        };
        let (orders, draw) = (written(&round.orders)?, written(&round.draw)?);
        Ok(RoundRow { plain, orders, draw })
    }

    fn round(self) -> Result<Round, Error> {
        Ok(self.plain.round(read(&self.orders)?, read(&self.draw)?))
    }
}

/// Keeps a new round.
pub(crate) fn insert(c: &mut Conn, round: &Round) -> Result<(), Error> {
    diesel::insert_into(rounds::table)
        .values(RoundRow::of(round)?)
        .execute(c)?;
    Ok(())
}

/// Keeps a changed round.
pub(crate) fn update(c: &mut Conn, round: &Round) -> Result<(), Error> {
    diesel::update(rounds::table.find(round.id))
        .set(RoundRow::of(round)?)
        .execute(c)?;
    Ok(())
}

/// Throws a drawn round away.
pub(crate) fn discard(c: &mut Conn, round: &Round) -> Result<(), Error> {
    diesel::delete(rounds::table.find(round.id)).execute(c)?;
    Ok(())
}

/// The tournament of a round.
pub(crate) fn tournament(c: &mut Conn, id: RoundId) -> Result<Option<TournamentId>, Error> {
    Ok(rounds::table
        .find(id)
        .select(rounds::tournament_id)
        .first(c)
        .optional()?)
}

/// The number of the next round of a tournament to be drawn.
pub(crate) fn next(c: &mut Conn, tournament: TournamentId) -> Result<RoundNumber, Error> {
    let published = rounds::tournament_id
        .eq(tournament)
        .and(rounds::state.ne(RoundState::Drawn));
    let last: Option<RoundNumber> = rounds::table
        .filter(published)
        .select(diesel::dsl::max(rounds::number))
        .first(c)?;
    Ok(last.map_or(RoundNumber::FIRST, RoundNumber::next))
}

/// The rounds of a tournament in their order.
pub(crate) fn list(c: &mut Conn, tournament: TournamentId) -> Result<Vec<Round>, Error> {
    let rows = rounds::table
        .filter(rounds::tournament_id.eq(tournament))
        .order(rounds::number.asc())
        .select(RoundRow::as_select())
        .load(c)?;
    rows.into_iter().map(RoundRow::round).collect()
}

/// The rounds of a tournament in their order, without how they were drawn, for who reads many.
pub(crate) fn list_without_draws(c: &mut Conn, tournament: TournamentId) -> Result<Vec<Round>, Error> {
    list_of_all_without_draws(c, &[tournament])
}

/// The rounds of many tournaments in their order, without how they were drawn.
pub(crate) fn list_of_all_without_draws(c: &mut Conn, tournaments: &[TournamentId]) -> Result<Vec<Round>, Error> {
    let rows = rounds::table
        .filter(rounds::tournament_id.eq_any(tournaments))
        .order(rounds::number.asc())
        .select(PlainRow::as_select())
        .load(c)?;
    let round = |row: PlainRow| row.round(Orders::default(), Draw::default());
    Ok(rows.into_iter().map(round).collect())
}
