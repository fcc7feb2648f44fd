//! Numbers by which things of one kind are told apart, counted from 1.

/// Declares numbers of one kind each, so that those of two kinds cannot be taken for each other. In the database they are
/// whole numbers; in JSON plain ones, which are read as the type after the colon.
macro_rules! typed_numbers {
    ($($(#[doc = $about:literal])+ $name:ident: $plain:ty;)+) => {$(
        $(#[doc = $about])+
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize,
            diesel::expression::AsExpression, diesel::deserialize::FromSqlRow,
        )]
        #[serde(transparent)]
        #[diesel(sql_type = diesel::sql_types::BigInt)]
        pub struct $name(i64);

        impl $name {
            /// The first.
            pub const FIRST: $name = $name(1);

            /// The one of that number.
            #[must_use]
            pub fn new(number: $plain) -> $name {
                $name(number.into())
            }

            /// The number itself.
            #[must_use]
            pub fn get(self) -> $plain {
                self.0.try_into().unwrap_or(<$plain>::MAX)
            }

            /// The one after it.
            #[must_use]
            pub const fn next(self) -> $name {
                $name(self.0.saturating_add(1))
            }

            /// The one before it; that of the first is as good as none.
            #[must_use]
            pub const fn previous(self) -> $name {
                $name(self.0.saturating_sub(1))
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                <$plain>::deserialize(deserializer).map($name::new)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }

        impl<B: diesel::backend::Backend> diesel::serialize::ToSql<diesel::sql_types::BigInt, B> for $name
        where
            i64: diesel::serialize::ToSql<diesel::sql_types::BigInt, B>,
        {
            fn to_sql<'b>(&'b self, out: &mut diesel::serialize::Output<'b, '_, B>) -> diesel::serialize::Result {
                self.0.to_sql(out)
            }
        }

        impl<B: diesel::backend::Backend> diesel::deserialize::FromSql<diesel::sql_types::BigInt, B> for $name
        where
            i64: diesel::deserialize::FromSql<diesel::sql_types::BigInt, B>,
        {
            fn from_sql(value: B::RawValue<'_>) -> diesel::deserialize::Result<Self> {
                i64::from_sql(value).map($name)
            }
        }
    )+};
}

/// A place in the starting order, in the document. No tournament takes more entries.
impl utoipa::PartialSchema for Seed {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        use utoipa::openapi::schema::{ObjectBuilder, Type};
        ObjectBuilder::new()
            .schema_type(Type::Integer)
            .minimum(Some(1))
            .maximum(Some(1000))
            .description(Some("A place in the starting order of a tournament, 1 the best."))
            .examples([1])
            .into()
    }
}

impl utoipa::ToSchema for Seed {}

typed_numbers! {
    /// The place of a player in the starting order of a tournament, 1 the best.
    Seed: u32;
    /// The number of a round in its tournament, from 1.
    RoundNumber: i64;
}
