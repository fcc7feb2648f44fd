//! Rounds in the database.

use diesel::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::db::Conn;
use crate::db::schema::rounds;
use crate::tournaments::rounds::draws::{Draw, Orders};
use crate::tournaments::rounds::{Round, Stage};
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::Id;

#[derive(Queryable, Insertable, AsChangeset)]
#[diesel(table_name = rounds, treat_none_as_null = true)]
struct Row {
    id: Id,
    tournament_id: Id,
    number: i64,
    state: String,
    digest: String,
    orders: String,
    draw: String,
    drawn_at: Timestamp,
    published_at: Option<Timestamp>,
    closed_at: Option<Timestamp>,
}

/// A value as it is kept in a column of text.
pub(crate) fn written(value: &impl Serialize) -> Result<String, Error> {
    serde_json::to_string(value).map_err(|error| Error::Internal(error.to_string()))
}

/// A value that was kept in a column of text.
pub(crate) fn read<T: DeserializeOwned>(text: &str) -> Result<T, Error> {
    serde_json::from_str(text).map_err(|error| Error::Internal(error.to_string()))
}

impl TryFrom<Row> for Round {
    type Error = Error;

    fn try_from(row: Row) -> Result<Round, Error> {
        let stage = Stage::from_word(&row.state);
        Ok(Round {
            id: row.id,
            tournament: row.tournament_id,
            number: row.number,
            stage: stage.ok_or_else(|| Error::Internal(format!("round {}: its state", row.id)))?,
            digest: row.digest,
            orders: read(&row.orders)?,
            draw: read(&row.draw)?,
            drawn_at: row.drawn_at,
            published_at: row.published_at,
            closed_at: row.closed_at,
        })
    }
}

impl Row {
    fn of(round: &Round) -> Result<Row, Error> {
        Ok(Row {
            id: round.id,
            tournament_id: round.tournament,
            number: round.number,
            state: round.stage.word().to_owned(),
            digest: round.digest.clone(),
            orders: written(&round.orders)?,
            draw: written(&round.draw)?,
            drawn_at: round.drawn_at,
            published_at: round.published_at,
            closed_at: round.closed_at,
        })
    }
}

/// Keeps a new round.
pub(crate) fn insert(c: &mut Conn, round: &Round) -> Result<(), Error> {
    diesel::insert_into(rounds::table).values(&Row::of(round)?).execute(c)?;
    Ok(())
}

/// Keeps a changed round.
pub(crate) fn update(c: &mut Conn, round: &Round) -> Result<(), Error> {
    diesel::update(rounds::table.find(round.id))
        .set(&Row::of(round)?)
        .execute(c)?;
    Ok(())
}

/// Throws a drawn round away.
pub(crate) fn discard(c: &mut Conn, round: &Round) -> Result<(), Error> {
    diesel::delete(rounds::table.find(round.id)).execute(c)?;
    Ok(())
}

/// The tournament of a round.
pub(crate) fn tournament(c: &mut Conn, id: Id) -> Result<Option<Id>, Error> {
    Ok(rounds::table
        .find(id)
        .select(rounds::tournament_id)
        .first(c)
        .optional()?)
}

/// The number of the next round of a tournament to be drawn.
pub(crate) fn next(c: &mut Conn, tournament: Id) -> Result<i64, Error> {
    let published = rounds::tournament_id
        .eq(tournament)
        .and(rounds::state.ne(Stage::Drawn.word()));
    let last: Option<i64> = rounds::table
        .filter(published)
        .select(diesel::dsl::max(rounds::number))
        .first(c)?;
    Ok(last.unwrap_or_default() + 1)
}

/// The rounds of a tournament in their order.
pub(crate) fn list(c: &mut Conn, tournament: Id) -> Result<Vec<Round>, Error> {
    let of_tournament = rounds::table.filter(rounds::tournament_id.eq(tournament));
    let rows: Vec<Row> = of_tournament.order(rounds::number.asc()).load(c)?;
    rows.into_iter().map(Round::try_from).collect()
}

/// The same without how they were drawn, for who reads many.
pub(crate) fn list_without_draws(c: &mut Conn, tournament: Id) -> Result<Vec<Round>, Error> {
    list_of_all_without_draws(c, &[tournament])
}

/// The same of many tournaments.
pub(crate) fn list_of_all_without_draws(c: &mut Conn, tournaments: &[Id]) -> Result<Vec<Round>, Error> {
    type Plain = (
        Id,
        Id,
        i64,
        String,
        String,
        Timestamp,
        Option<Timestamp>,
        Option<Timestamp>,
    );
    let plain = (
        rounds::id,
        rounds::tournament_id,
        rounds::number,
        rounds::state,
        rounds::digest,
    );
    let times = (rounds::drawn_at, rounds::published_at, rounds::closed_at);
    let rows: Vec<Plain> = rounds::table
        .filter(rounds::tournament_id.eq_any(tournaments))
        .order(rounds::number.asc())
        .select((plain.0, plain.1, plain.2, plain.3, plain.4, times.0, times.1, times.2))
        .load(c)?;
    rows.into_iter()
        .map(
            |(id, tournament, number, state, digest, drawn_at, published_at, closed_at)| {
                let stage =
                    Stage::from_word(&state).ok_or_else(|| Error::Internal(format!("round {id}: its state")))?;
                let (orders, draw) = (Orders::default(), Draw::default());
                Ok(Round {
                    id,
                    tournament,
                    number,
                    stage,
                    digest,
                    orders,
                    draw,
                    drawn_at,
                    published_at,
                    closed_at,
                })
            },
        )
        .collect()
}
