//! Text of a certain form: a type whose values prove it, in rows and in JSON as it is written.

/// Declares such a text. Its `parse` is the only way to one, also out of a row.
#[macro_export]
macro_rules! string_value {
    ($(#[doc = $about:literal])+ pub struct $name:ident;) => {
        $(#[doc = $about])+
        #[derive(
            Debug,
            Clone,
            PartialEq,
            Eq,
            serde::Serialize,
            diesel::expression::AsExpression,
            diesel::deserialize::FromSqlRow,
        )]
        #[serde(transparent)]
        #[diesel(sql_type = diesel::sql_types::Text)]
        pub struct $name(String);

        impl $name {
            /// The text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl<DB> diesel::serialize::ToSql<diesel::sql_types::Text, DB> for $name
        where
            DB: diesel::backend::Backend,
            String: diesel::serialize::ToSql<diesel::sql_types::Text, DB>,
        {
            fn to_sql<'b>(
                &'b self,
                out: &mut diesel::serialize::Output<'b, '_, DB>,
            ) -> diesel::serialize::Result {
                self.0.to_sql(out)
            }
        }

        impl<DB> diesel::deserialize::FromSql<diesel::sql_types::Text, DB> for $name
        where
            DB: diesel::backend::Backend,
            String: diesel::deserialize::FromSql<diesel::sql_types::Text, DB>,
        {
            fn from_sql(value: DB::RawValue<'_>) -> diesel::deserialize::Result<$name> {
                let text = String::from_sql(value)?;
                $name::parse(&text).map_err(|invalid| invalid.message.into())
            }
        }
    };
}
