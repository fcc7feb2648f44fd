//! Identifiers: UUIDs, version 7 where the service makes them, so that they sort by age.

use std::fmt;
use std::str::FromStr;

use diesel::deserialize::FromSqlRow;
use diesel::expression::AsExpression;
use serde::{Deserialize, Serialize};

use crate::clock::Timestamp;
use crate::random;

/// The identifier of any thing the service keeps.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, AsExpression, FromSqlRow,
)]
#[serde(transparent)]
#[diesel(sql_type = crate::db::types::Uid)]
pub struct Id(pub(crate) uuid::Uuid);

impl Id {
    /// A new identifier, made at that instant.
    #[must_use]
    pub fn new(now: Timestamp) -> Id {
        let millis = u64::try_from(now.0.timestamp_millis()).unwrap_or_default();
        Id(uuid::Builder::from_unix_timestamp_millis(millis, &random::bytes()).into_uuid())
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.hyphenated().fmt(f)
    }
}

impl FromStr for Id {
    type Err = uuid::Error;

    fn from_str(text: &str) -> Result<Id, uuid::Error> {
        uuid::Uuid::parse_str(text).map(Id)
    }
}

/// In the document an identifier is a string of format `uuid`.
impl utoipa::PartialSchema for Id {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        use utoipa::openapi::schema::{KnownFormat, ObjectBuilder, SchemaFormat, Type};
        let format = SchemaFormat::KnownFormat(KnownFormat::Uuid);
        ObjectBuilder::new()
            .schema_type(Type::String)
            .format(Some(format))
            .description(Some("An identifier: a UUID, version 7 where the service makes it."))
            .into()
    }
}

impl utoipa::ToSchema for Id {}
