//! The methods, as they describe themselves.

use actix_web::get;
use serde::Serialize;
use utoipa::ToSchema;

use crate::accounts::caller::Anyone;
use crate::federation;
use crate::rankings::methods::{Method, Parameter};
use crate::values::error::Error;
use crate::web::openapi::Routes;
use crate::web::response::Response;

pub(crate) fn configure(config: &mut impl Routes) {
    config.service(list_ranking_methods);
}

/// A method by which players are ranked.
#[derive(Serialize, ToSchema)]
struct RankingMethod {
    /// The method's name.
    name: Method,
    /// Its version: it changes with whatever changes a figure.
    #[schema(example = 1)]
    version: i64,
    /// The figure by which it ranks, in a sentence.
    #[schema(example = "The sum of the game points won in the matches of ratified tournaments.")]
    sentence: &'static str,
    /// The way in which the figure is computed.
    #[schema(
        example = "For each match of each ratified tournament in the window: 1 for a game won, 1/2 for a game drawn, 0 for a game lost."
    )]
    formula: &'static str,
    /// The parameters, as they are set if nothing else is said.
    parameters: Vec<Parameter>,
}

/// The methods by which players are ranked.
#[derive(Serialize, ToSchema)]
pub(crate) struct RankingMethods {
    /// The methods; the first is the federation's own.
    items: Vec<RankingMethod>,
}

/// List the methods of ranking
///
/// Each with its version, its formula and what it is set to today.
#[utoipa::path(
    tag = "rankings",
    responses((status = 200, description = "The methods.", body = RankingMethods)),
)]
#[get("/v1/ranking-methods")]
pub(crate) async fn list_ranking_methods(caller: Anyone) -> Result<Response<RankingMethods>, Error> {
    let today = caller.today();
    let settings = caller
        .read(move |c| federation::store::settings(c, today))
        .await?
        .ranking;
    let items = Method::ALL.iter().map(|method| {
        let description = method.description(&settings);
        RankingMethod {
            name: *method,
            version: method.version(),
            sentence: description.sentence,
            formula: description.formula,
            parameters: method.parameters(&settings, settings.months),
        }
    });
    Ok(Response::public(RankingMethods { items: items.collect() }))
}
