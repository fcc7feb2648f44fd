//! Values that the two databases keep differently: identifiers and instants; and what both keep as JSON.
//!
//! PostgreSQL has `uuid` and `timestamptz`; SQLite keeps both as text. Instants are written there as RFC 3339 of fixed
//! width in microseconds, which sorts as text and equals PostgreSQL's precision.

use std::fmt::Debug;
use std::ops::Deref;

use chrono::{DateTime, SecondsFormat, Utc};
use diesel::backend::Backend;
use diesel::deserialize::{self, FromSql, FromSqlRow};
use diesel::expression::AsExpression;
use diesel::pg::{Pg, PgValue};
use diesel::serialize::{self, IsNull, Output, ToSql};
use diesel::sql_types::{SqlType, Text};
use diesel::sqlite::{Sqlite, SqliteValue};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::values::clock::Timestamp;
use crate::values::id::Id;

/// The SQL type of an [`Id`].
#[derive(Debug, Clone, Copy, Default, SqlType, diesel::query_builder::QueryId)]
#[diesel(postgres_type(name = "uuid"))]
#[diesel(sqlite_type(name = "Text"))]
pub struct Uid;

/// The SQL type of a [`Timestamp`].
#[derive(Debug, Clone, Copy, Default, SqlType, diesel::query_builder::QueryId)]
#[diesel(postgres_type(name = "timestamptz"))]
#[diesel(sqlite_type(name = "Text"))]
pub struct Instant;

impl ToSql<Uid, Pg> for Id {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Pg>) -> serialize::Result {
        <uuid::Uuid as ToSql<diesel::sql_types::Uuid, Pg>>::to_sql(&self.0, out)
    }
}

impl FromSql<Uid, Pg> for Id {
    fn from_sql(value: PgValue<'_>) -> deserialize::Result<Self> {
        <uuid::Uuid as FromSql<diesel::sql_types::Uuid, Pg>>::from_sql(value).map(Id)
    }
}

impl ToSql<Uid, Sqlite> for Id {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Sqlite>) -> serialize::Result {
        out.set_value(self.to_string());
        Ok(IsNull::No)
    }
}

impl FromSql<Uid, Sqlite> for Id {
    fn from_sql(mut value: SqliteValue<'_, '_, '_>) -> deserialize::Result<Self> {
        Ok(value.read_text().parse::<Id>()?)
    }
}

impl ToSql<Instant, Pg> for Timestamp {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Pg>) -> serialize::Result {
        <DateTime<Utc> as ToSql<diesel::sql_types::Timestamptz, Pg>>::to_sql(&self.0, out)
    }
}

impl FromSql<Instant, Pg> for Timestamp {
    fn from_sql(value: PgValue<'_>) -> deserialize::Result<Self> {
        <DateTime<Utc> as FromSql<diesel::sql_types::Timestamptz, Pg>>::from_sql(value).map(Timestamp)
    }
}

impl ToSql<Instant, Sqlite> for Timestamp {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Sqlite>) -> serialize::Result {
        out.set_value(self.0.to_rfc3339_opts(SecondsFormat::Micros, true));
        Ok(IsNull::No)
    }
}

impl FromSql<Instant, Sqlite> for Timestamp {
    fn from_sql(mut value: SqliteValue<'_, '_, '_>) -> deserialize::Result<Self> {
        Ok(Timestamp(DateTime::parse_from_rfc3339(value.read_text())?.to_utc()))
    }
}

/// A value that a column of text keeps as JSON.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, AsExpression, FromSqlRow)]
#[serde(transparent)]
#[diesel(sql_type = Text)]
pub struct Json<T>(pub T);

impl<T> Deref for Json<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: Debug + Serialize> ToSql<Text, Pg> for Json<T> {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Pg>) -> serialize::Result {
        serde_json::to_writer(out, &self.0)?;
        Ok(IsNull::No)
    }
}

impl<T: Debug + Serialize> ToSql<Text, Sqlite> for Json<T> {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Sqlite>) -> serialize::Result {
        out.set_value(serde_json::to_string(&self.0)?);
        Ok(IsNull::No)
    }
}

impl<T: DeserializeOwned, DB: Backend> FromSql<Text, DB> for Json<T>
where
    String: FromSql<Text, DB>,
{
    fn from_sql(value: DB::RawValue<'_>) -> deserialize::Result<Self> {
        Ok(Json(serde_json::from_str(&String::from_sql(value)?)?))
    }
}
