//! Holders: people who have colours and let institutions read that.

pub(crate) mod routes;
pub(crate) mod store;
pub(crate) mod use_cases;

use serde::Serialize;
use utoipa::ToSchema;

use crate::colours::ColoursLevel;
use crate::players::registrations::Division;
use crate::values::gaming_year::GamingYear;

/// Colours that somebody has, for an institution: what it needs to check an application, and nothing else.
#[derive(Serialize, ToSchema)]
pub(crate) struct ColoursHolder {
    /// The holder's name, in full.
    #[schema(example = "Thandiwe Mokoena")]
    pub(crate) holder: String,
    /// The award in words.
    #[schema(example = "Provincial colours, senior, North West")]
    pub(crate) award: String,
    /// The level of the colours.
    pub(crate) level: ColoursLevel,
    /// The division in which they were awarded.
    pub(crate) division: Division,
    /// The gaming year for which they were awarded.
    #[schema(example = 2027)]
    pub(crate) year: GamingYear,
    /// The body that has awarded them.
    #[schema(example = "Morabaraba federation, North West")]
    pub(crate) awarding_body: String,
}
