//! Erasing a person's data over HTTP.

use actix_web::post;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::accounts::caller::Administrator;
use crate::persons::erasures::{ErasureReason, use_cases};
use crate::players::PublicPlayer;
use crate::players::use_cases::PlayerPath;
use crate::values::error::Error;
use crate::values::id::PlayerId;
use crate::web::body::{NoBody, Query};
use crate::web::openapi::Routes;
use crate::web::response::{Response, StoredResponse};

/// The words that the trail keeps of the erasure.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct CreateErasure {
    /// The reason for the erasure, which the trail keeps. It is a word and no text, since a text could tell again what is
    /// erased.
    #[param(inline, example = "person")]
    reason: Option<ErasureReason>,
}

pub(crate) fn configure(config: &mut impl Routes) {
    config.service(create_erasure);
}

/// Erase a person's data
///
/// For good: names, birth date, sex, residences, consents and pairing bars are removed, from the audit trail too; so
/// are an umpire's course, and the reasons for suspensions and for colours. The games, the draws of tournaments, colours and
/// the terms of accreditations stay, under the number as a pseudonym.
#[utoipa::path(
    tag = "players",
    params(CreateErasure, ("id" = PlayerId, Path, description = "The player's id.", example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")),
    responses((status = 201, description = "The player, as everyone sees them from now on.", body = PublicPlayer)),
)]
#[post("/v1/players/{id}/erasures")]
pub(crate) async fn create_erasure(
    caller: Administrator,
    path: PlayerPath,
    Query(query): Query<CreateErasure>,
    NoBody(request): NoBody,
) -> Result<StoredResponse, Error> {
    let context = caller.context().clone();
    let answer = caller
        .write_once(request, move |c, by| {
            let left = use_cases::erase(c, by, &path, query.reason)?;
            let location = format!("/v1/players/{}", left.id);
            Ok(Response::public(left.public(by.today())).created_at(location))
        })
        .await?;
    context.clear_journal().await;
    Ok(answer)
}
