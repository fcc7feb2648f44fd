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
    /// Which colours.
    pub(crate) level: ColoursLevel,
    /// In which division.
    pub(crate) division: Division,
    /// For which gaming year.
    #[schema(example = 2027)]
    pub(crate) year: GamingYear,
    /// Who has awarded them.
    #[schema(example = "Morabaraba federation, North West")]
    pub(crate) awarding_body: String,
}
