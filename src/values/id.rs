//! Identifiers: UUIDs of version 7, which sort by age.

use std::fmt;
use std::str::FromStr;

use diesel::deserialize::FromSqlRow;
use diesel::expression::AsExpression;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

use crate::values::clock::Timestamp;
use crate::values::random;

/// The identifier of any thing the service keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, AsExpression, FromSqlRow)]
#[serde(transparent)]
#[diesel(sql_type = crate::values::sql_types::Uid)]
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

/// The text is no identifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("expected a UUID of version 7, as in 019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f")]
pub struct NotAnId;

/// One form alone is read, that with hyphens, and only version 7: so ids sort by age, whoever makes them.
impl FromStr for Id {
    type Err = NotAnId;

    fn from_str(text: &str) -> Result<Id, NotAnId> {
        let uuid = uuid::Uuid::parse_str(text).ok().filter(|_| text.len() == 36);
        uuid.filter(|uuid| uuid.get_version() == Some(uuid::Version::SortRand))
            .map(Id)
            .ok_or(NotAnId)
    }
}

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Id, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
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
            .description(Some("An identifier: a UUID of version 7 (RFC 9562)."))
            .into()
    }
}

impl utoipa::ToSchema for Id {}
