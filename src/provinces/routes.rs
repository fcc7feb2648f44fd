//! Provinces over HTTP.

use actix_web::get;
use actix_web::web::{Data, Path};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use super::{Province, store};
use crate::accounts::caller::Anyone;
use crate::db::Database;
use crate::error::{Error, NOT_FOUND};
use crate::input::Word;
use crate::reply::Reply;

pub(crate) fn configure(config: &mut ServiceConfig<'_>) {
    config.service(list_provinces).service(read_province);
}

/// All provinces.
#[derive(Serialize, ToSchema)]
struct Provinces {
    /// By code.
    items: Vec<Province>,
}

/// List the provinces
///
/// All nine, by code.
#[utoipa::path(
    tag = "provinces",
    responses((status = 200, description = "The provinces.", body = Provinces)),
    security(()),
)]
#[get("/v1/provinces")]
async fn list_provinces(_caller: Anyone, database: Data<Database>) -> Result<Reply<Provinces>, Error> {
    let items = database.read(|c| Ok(store::list(c)?)).await?;
    Ok(Reply::public(Provinces { items }))
}

/// Read a province
#[utoipa::path(
    tag = "provinces",
    params(("code" = String, Path, description = "ISO 3166-2 code.", example = "ZA-LP")),
    responses((status = 200, description = "The province.", body = Province)),
    security(()),
)]
#[get("/v1/provinces/{code}")]
async fn read_province(_caller: Anyone, code: Path<Word>, database: Data<Database>) -> Result<Reply<Province>, Error> {
    let province = database.read(move |c| Ok(store::find(c, code.as_str())?)).await?;
    let province = province.ok_or_else(|| NOT_FOUND.problem("There is no province with this code."))?;
    Ok(Reply::public(province))
}
