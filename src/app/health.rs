//! Whether the service lives, and whether it can work.

use actix_web::get;
use actix_web::web::Data;
use chrono::TimeDelta;
use serde::Serialize;
use utoipa::ToSchema;

use crate::accounts::caller::Anyone;
use crate::db::replica::ReplicaState;
use crate::db::{Database, probe};
use crate::values::error::Error;
use crate::web::openapi::Routes;
use crate::web::response::Response;

pub(crate) fn configure(config: &mut impl Routes) {
    config.service(read_liveness).service(read_readiness);
}

/// The state of the process.
#[derive(Serialize, ToSchema)]
struct Liveness {
    /// `alive`.
    #[schema(example = "alive")]
    status: &'static str,
}

/// The state of the service.
#[derive(Serialize, ToSchema)]
struct Readiness {
    /// `ready`.
    #[schema(example = "ready")]
    status: &'static str,
    /// The replica from which is read what needs no sign-in; null where there is none.
    replica: Option<ReplicaHealth>,
}

/// The state of a replica.
#[derive(Serialize, ToSchema)]
struct ReplicaHealth {
    /// The seconds since which it lacks something, as far as is known; null if it cannot be asked.
    #[schema(example = 0.004)]
    lag_seconds: Option<f64>,
    /// Whether it is read from; else the server itself is, since the replica is behind by too much, or shows what was hidden since.
    #[schema(example = true)]
    is_read: bool,
}

impl From<ReplicaState> for ReplicaHealth {
    fn from(state: ReplicaState) -> ReplicaHealth {
        ReplicaHealth {
            lag_seconds: state.lag.map(TimeDelta::as_seconds_f64),
            is_read: state.is_read,
        }
    }
}

/// Is it alive?
///
/// Answers as long as the process does, whether the database can be reached or not.
#[utoipa::path(
    tag = "service",
    responses((status = 200, description = "It is.", body = Liveness)),
)]
#[get("/livez")]
async fn read_liveness(_caller: Anyone) -> Response<Liveness> {
    Response::private(Liveness { status: "alive" })
}

/// Is it ready?
///
/// Answers 200 once the database can be read and written, which is tried, else 503. Of a replica it says how far that is behind.
#[utoipa::path(
    tag = "service",
    responses((status = 200, description = "It is.", body = Readiness)),
)]
#[get("/readyz")]
async fn read_readiness(caller: Anyone, database: Data<Database>) -> Result<Response<Readiness>, Error> {
    caller.clone().read(probe::read).await?;
    caller.write(probe::write).await.map_err(|error| match error {
        // Whether nothing was kept or not is nobody's concern.
        Error::Uncertain(reason) => Error::Unavailable(reason),
        error => error,
    })?;
    let replica = database.replica_state().await.map(ReplicaHealth::from);
    Ok(Response::private(Readiness {
        status: "ready",
        replica,
    }))
}
