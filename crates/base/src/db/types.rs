//! The types of `values/sql_types.rs` over a connection to either database.

use std::fmt::Debug;

use diesel::backend::Backend;
use diesel::deserialize::{self, FromSql};
use diesel::serialize::{self, IsNull, Output, ToSql};
use diesel::sql_types::{HasSqlType, Text};
use serde::Serialize;

use crate::db::connection::MultiBackend;
use crate::values::clock::Timestamp;
use crate::values::id::Id;
use crate::values::sql_types::{Instant, Json, Uid};

macro_rules! on_both_backends {
    ($sql:ident, $rust:ty) => {
        impl HasSqlType<$sql> for MultiBackend {
            fn metadata(lookup: &mut Self::MetadataLookup) -> Self::TypeMetadata {
                MultiBackend::lookup_sql_type::<$sql>(lookup)
            }
        }
        impl FromSql<$sql, MultiBackend> for $rust {
            fn from_sql(value: <MultiBackend as Backend>::RawValue<'_>) -> deserialize::Result<Self> {
                value.from_sql::<$rust, $sql>()
            }
        }
        impl ToSql<$sql, MultiBackend> for $rust {
            fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, MultiBackend>) -> serialize::Result {
                out.set_value(($sql, self));
                Ok(IsNull::No)
            }
        }
    };
}
on_both_backends!(Uid, Id);
on_both_backends!(Instant, Timestamp);

impl<T: Debug + Serialize + Send + Sync + 'static> ToSql<Text, MultiBackend> for Json<T> {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, MultiBackend>) -> serialize::Result {
        out.set_value((Text, self));
        Ok(IsNull::No)
    }
}
