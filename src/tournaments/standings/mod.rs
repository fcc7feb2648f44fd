//! Standings: what the results of a tournament come to.

pub(crate) mod routes;
pub mod snapshot;

use serde::Deserialize;
use utoipa::IntoParams;

/// The round up to which results count.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ReadStandings {
    /// The number of rounds that count; all published so far if absent.
    #[param(minimum = 0, example = 3)]
    after_round: Option<u8>,
}

impl ReadStandings {
    /// The number of the last round that counts, if not all do.
    pub(crate) fn after_round(&self) -> Option<i64> {
        self.after_round.map(i64::from)
    }
}
