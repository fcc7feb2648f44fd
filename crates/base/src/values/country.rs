//! Countries, by the two letters of ISO 3166-1.

use std::fmt;

use diesel::deserialize::FromSqlRow;
use diesel::expression::AsExpression;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::values::names;

/// A country.
///
/// ```
/// use records_base::values::country::Country;
/// assert_eq!(Country::parse("SZ").unwrap().name(), "Eswatini");
/// assert!(Country::parse("sz").is_none() && Country::parse("SWZ").is_none());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, AsExpression, FromSqlRow)]
#[diesel(sql_type = diesel::sql_types::Text)]
pub struct Country {
    code: &'static str,
    name: &'static str,
}

impl Country {
    /// The federation's own, in which its provinces lie.
    pub const HOME: Country = Country::of(celes::Country::south_africa());

    const fn of(country: celes::Country) -> Country {
        Country {
            code: country.alpha2,
            name: country.long_name,
        }
    }

    /// The country with that code.
    #[must_use]
    pub fn parse(code: &str) -> Option<Country> {
        // The library takes small letters too.
        let found = celes::Country::from_alpha2(code).ok().map(Country::of);
        found.filter(|country| country.code == code)
    }

    /// All countries, by their names.
    pub fn all() -> Vec<Country> {
        let mut all: Vec<Country> = celes::Country::get_countries().map(Country::of).to_vec();
        all.sort_unstable_by_key(|country| country.name);
        all
    }

    /// The country with that name, without regard to case and accents.
    #[must_use]
    pub fn named(name: &str) -> Option<Country> {
        let name = names::fold(name);
        let mut all = Country::all().into_iter();
        all.find(|country| names::fold(country.name) == name)
    }

    /// The two letters for it.
    #[must_use]
    pub fn code(self) -> &'static str {
        self.code
    }

    /// The name, in English.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.name
    }

    /// Whether it is the federation's own.
    #[must_use]
    pub fn is_home(self) -> bool {
        self == Country::HOME
    }
}

/// Home, where nothing else is said.
impl Default for Country {
    fn default() -> Country {
        Country::HOME
    }
}

impl fmt::Display for Country {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Serialize for Country {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.code())
    }
}

impl<'de> Deserialize<'de> for Country {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Country, D::Error> {
        let code = String::deserialize(deserializer)?;
        Country::parse(&code)
            .ok_or_else(|| D::Error::custom("expected a country's two letters of ISO 3166-1, as in ZA"))
    }
}

impl<B: diesel::backend::Backend> diesel::serialize::ToSql<diesel::sql_types::Text, B> for Country
where
    str: diesel::serialize::ToSql<diesel::sql_types::Text, B>,
{
    fn to_sql<'b>(&'b self, out: &mut diesel::serialize::Output<'b, '_, B>) -> diesel::serialize::Result {
        self.code().to_sql(out)
    }
}

impl<B: diesel::backend::Backend> diesel::deserialize::FromSql<diesel::sql_types::Text, B> for Country
where
    String: diesel::deserialize::FromSql<diesel::sql_types::Text, B>,
{
    fn from_sql(value: B::RawValue<'_>) -> diesel::deserialize::Result<Self> {
        let code = String::from_sql(value)?;
        Country::parse(&code).ok_or_else(|| format!("{code} is no country").into())
    }
}

impl utoipa::PartialSchema for Country {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        use utoipa::openapi::schema::{ObjectBuilder, Type};
        ObjectBuilder::new()
            .schema_type(Type::String)
            .min_length(Some(2))
            .max_length(Some(2))
            .pattern(Some("^[A-Z]{2}$"))
            .description(Some("A country: the two letters of ISO 3166-1."))
            .examples(["ZA"])
            .into()
    }
}

impl utoipa::ToSchema for Country {}
