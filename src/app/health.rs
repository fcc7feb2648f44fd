//! Whether the service lives, and whether it can work.

use actix_web::get;
use serde::Serialize;
use utoipa::ToSchema;

use crate::accounts::caller::Anyone;
use crate::db::probe;
use crate::values::error::Error;
use crate::web::openapi::Routes;
use crate::web::response::Response;

pub(crate) fn configure(config: &mut impl Routes) {
    config.service(read_liveness).service(read_readiness);
}

/// The state of the service.
#[derive(Serialize, ToSchema)]
struct Health {
    /// `alive` or `ready`.
    #[schema(example = "ready")]
    status: &'static str,
}

/// Is it alive?
///
/// Answers as long as the process does, whether the database can be reached or not.
#[utoipa::path(
    tag = "service",
    responses((status = 200, description = "It is.", body = Health)),
    security(()),
)]
#[get("/livez")]
async fn read_liveness(_caller: Anyone) -> Response<Health> {
    Response::private(Health { status: "alive" })
}

/// Is it ready?
///
/// Answers 200 once the database can be read and written, which is tried, else 503.
#[utoipa::path(
    tag = "service",
    responses((status = 200, description = "It is.", body = Health)),
    security(()),
)]
#[get("/readyz")]
async fn read_readiness(caller: Anyone) -> Result<Response<Health>, Error> {
    caller.clone().read(probe::read).await?;
    caller.write(probe::write).await.map_err(|error| match error {
        // Whether nothing was kept or not is nobody's concern.
        Error::Uncertain(reason) => Error::Unavailable(reason),
        error => error,
    })?;
    Ok(Response::private(Health { status: "ready" }))
}
