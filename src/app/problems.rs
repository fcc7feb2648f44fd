//! The catalogue of problems: what `type` of every problem leads to.

use actix_web::get;
use actix_web::web::Path;
use serde::Serialize;
use utoipa::ToSchema;

use crate::accounts::caller::Anyone;
use crate::app::api;
use crate::values::error::{Error, NOT_FOUND, ProblemKind};
use crate::web::openapi::Routes;
use crate::web::response::Response;

pub(crate) fn configure(config: &mut impl Routes) {
    config.service(list_problems).service(read_problem);
}

/// A kind of problem that the service can answer with.
#[derive(Serialize, ToSchema)]
#[schema(as = ProblemKind)]
struct KindView {
    /// Stable; what a program should look at.
    #[schema(example = "illegal-turn")]
    code: &'static str,
    /// The HTTP status that goes with it.
    #[schema(example = 422)]
    status: u16,
    /// The kind in a few words.
    #[schema(example = "A turn is against the rules")]
    title: &'static str,
    /// The meaning of the kind, and what to do about such a problem.
    #[schema(example = "`ply` counts the turns of both sides from 1 …")]
    about: &'static str,
}

impl From<&'static ProblemKind> for KindView {
    fn from(kind: &'static ProblemKind) -> KindView {
        KindView {
            code: kind.code,
            status: kind.status,
            title: kind.title,
            about: kind.about,
        }
    }
}

/// All kinds of problem.
#[derive(Serialize, ToSchema)]
struct Problems {
    /// The kinds of problem, by code.
    items: Vec<KindView>,
}

/// List the kinds of problem
///
/// Every `code` that the service can answer with.
#[utoipa::path(
    tag = "service",
    responses((status = 200, description = "The catalogue.", body = Problems)),
)]
#[get("/v1/problems")]
async fn list_problems(_caller: Anyone) -> Response<Problems> {
    Response::public(Problems {
        items: api::problems().into_iter().map(KindView::from).collect(),
    })
}

/// Read about a kind of problem
///
/// The place to which `type` of every problem leads.
#[utoipa::path(
    tag = "service",
    params(("code" = String, Path, min_length = 1, max_length = 64, description = "The problem's code.", example = "illegal-turn")),
    responses((status = 200, description = "Its meaning.", body = KindView)),
)]
#[get("/v1/problems/{code}")]
async fn read_problem(_caller: Anyone, code: Path<String>) -> Result<Response<KindView>, Error> {
    let kind = api::problems().into_iter().find(|kind| kind.code == *code);
    let kind = kind.ok_or_else(|| NOT_FOUND.problem("There is no kind of problem with this code."))?;
    Ok(Response::public(kind.into()))
}
