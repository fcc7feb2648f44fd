//! Provinces: reference data, loaded by a migration.

pub(crate) mod routes;
pub(crate) mod store;

use serde::Serialize;
use utoipa::ToSchema;

/// One of the nine provinces.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Province {
    /// ISO 3166-2 code.
    #[schema(example = "ZA-LP")]
    pub code: String,
    /// Its name in English.
    #[schema(example = "Limpopo")]
    pub name: String,
}
