//! Enums that are words outside: in JSON, in queries, and in columns of the database.

/// Declares an enum whose variants are words, in one place: what each is called, and what it means, which is also what
/// the document says. Only the word itself is read as one: no other type, no other case.
#[macro_export]
macro_rules! string_enum {
    (
        $(#[doc = $about:literal])+
        pub enum $name:ident as $schema:literal {
            $($(#[doc = $meaning:literal])+ $variant:ident = $word:literal,)+
        }
    ) => {
        $(#[doc = $about])+
        #[derive(Debug, Clone, Copy, PartialEq, Eq, diesel::expression::AsExpression, diesel::deserialize::FromSqlRow)]
        #[diesel(sql_type = diesel::sql_types::Text)]
        pub enum $name {
            $($(#[doc = $meaning])+ $variant,)+
        }

        impl $name {
            /// All of them, in their order.
            pub const ALL: &'static [$name] = &[$($name::$variant),+];

            /// The word for it.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self {
                    $($name::$variant => $word,)+
                }
            }

            /// The one with that word.
            #[must_use]
            pub fn from_word(word: &str) -> Option<$name> {
                $name::ALL.iter().copied().find(|one| one.as_str() == word)
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                let word = <String as serde::Deserialize>::deserialize(deserializer)?;
                $name::from_word(&word)
                    .ok_or_else(|| serde::de::Error::unknown_variant(&word, &[$($word),+]))
            }
        }

        impl<B: diesel::backend::Backend> diesel::serialize::ToSql<diesel::sql_types::Text, B> for $name
        where
            str: diesel::serialize::ToSql<diesel::sql_types::Text, B>,
        {
            fn to_sql<'b>(
                &'b self,
                out: &mut diesel::serialize::Output<'b, '_, B>,
            ) -> diesel::serialize::Result {
                self.as_str().to_sql(out)
            }
        }

        impl<B: diesel::backend::Backend> diesel::deserialize::FromSql<diesel::sql_types::Text, B> for $name
        where
            String: diesel::deserialize::FromSql<diesel::sql_types::Text, B>,
        {
            fn from_sql(value: B::RawValue<'_>) -> diesel::deserialize::Result<Self> {
                let word = String::from_sql(value)?;
                $name::from_word(&word).ok_or_else(|| format!("{word} is no {}", $schema).into())
            }
        }

        impl utoipa::PartialSchema for $name {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
                use utoipa::openapi::schema::{ObjectBuilder, Type};
                let mut about = [$($about),+].map(str::trim).join(" ");
                $(about.push_str(&format!("\n- `{}`: {}", $word, [$($meaning),+].map(str::trim).join(" ")));)+
                ObjectBuilder::new()
                    .schema_type(Type::String)
                    .enum_values(Some([$($word),+]))
                    .description(Some(about))
                    .into()
            }
        }

        impl utoipa::ToSchema for $name {
            fn name() -> std::borrow::Cow<'static, str> {
                $schema.into()
            }
        }
    };
}

#[cfg(test)]
mod tests {
    string_enum! {
        /// A side of the road.
        pub enum Side as "Side" {
            /// The side on which one drives.
            Left = "left",
            /// The side on which one does not.
            Right = "right",
        }
    }

    #[test]
    fn a_word_is_read_and_nothing_else() {
        for side in Side::ALL {
            let word = serde_json::to_string(side).unwrap();
            assert_eq!(serde_json::from_str::<Side>(&word).unwrap(), *side);
        }
        for other in ["\"Left\"", "\"\"", "{\"left\":null}", "0", "true", "null", "[\"left\"]"] {
            assert!(serde_json::from_str::<Side>(other).unwrap_err().is_data(), "{other}");
        }
    }
}
