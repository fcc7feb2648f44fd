//! Provinces and their regions: reference data, loaded by a migration.

pub mod routes;
pub mod store;

use diesel::{Queryable, Selectable};
use serde::Serialize;
use utoipa::ToSchema;

/// One of the nine provinces.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema, Queryable, Selectable)]
#[diesel(table_name = crate::db::schema::provinces)]
pub struct Province {
    /// ISO 3166-2 code.
    #[schema(example = "ZA-LP")]
    pub code: String,
    /// Its name in English.
    #[schema(example = "Limpopo")]
    pub name: String,
}

/// A district or a metropolitan municipality of a province.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema, Queryable, Selectable)]
#[diesel(table_name = crate::db::schema::regions)]
pub struct Region {
    /// The code of the Municipal Demarcation Board.
    #[schema(example = "DC38")]
    pub code: String,
    /// Its name.
    #[schema(example = "Ngaka Modiri Molema")]
    pub name: String,
    /// The code of its province.
    #[schema(example = "ZA-NW")]
    #[diesel(column_name = province_code)]
    pub province: String,
}
