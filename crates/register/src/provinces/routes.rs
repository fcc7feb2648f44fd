//! Provinces and their regions over HTTP.

use actix_web::get;
use actix_web::web::Path;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::accounts::caller::Anyone;
use crate::provinces::{Province, Region, store};
use crate::values::error::{Error, NOT_FOUND};
use crate::values::validation::Word;
use crate::web::body::Query;
use crate::web::openapi::Routes;
use crate::web::response::Response;

/// Adds the routes.
pub fn configure(config: &mut impl Routes) {
    config
        .service(list_provinces)
        .service(read_province)
        .service(list_regions)
        .service(read_region);
}

/// All provinces.
#[derive(Serialize, ToSchema)]
struct Provinces {
    /// The provinces, by code.
    items: Vec<Province>,
}

/// List the provinces
///
/// All nine, by code.
#[utoipa::path(
    tag = "provinces",
    responses((status = 200, description = "The provinces.", body = Provinces)),
)]
#[get("/v1/provinces")]
async fn list_provinces(caller: Anyone) -> Result<Response<Provinces>, Error> {
    let items = caller.read(store::list).await?;
    Ok(Response::public(Provinces { items }))
}

/// Read a province
#[utoipa::path(
    tag = "provinces",
    params(("code" = String, Path, min_length = 1, max_length = 64, description = "ISO 3166-2 code.", example = "ZA-LP")),
    responses((status = 200, description = "The province.", body = Province)),
)]
#[get("/v1/provinces/{code}")]
async fn read_province(caller: Anyone, code: Path<Word>) -> Result<Response<Province>, Error> {
    let province = caller.read(move |c| store::find(c, code.as_str())).await?;
    let province = province.ok_or_else(|| NOT_FOUND.problem("There is no province with this code."))?;
    Ok(Response::public(province))
}

/// The regions to list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct ListRegions {
    /// Lists only regions of this province.
    #[param(value_type = Option<String>, example = "ZA-NW", min_length = 1, max_length = 64)]
    province: Option<Word>,
}

/// All regions, or those of a province.
#[derive(Serialize, ToSchema)]
struct Regions {
    /// The regions, by code.
    items: Vec<Region>,
}

/// List the regions
///
/// All 52 districts and metropolitan municipalities, or those of a province, by code.
#[utoipa::path(
    tag = "provinces",
    params(ListRegions),
    responses((status = 200, description = "The regions.", body = Regions)),
)]
#[get("/v1/regions")]
async fn list_regions(caller: Anyone, Query(query): Query<ListRegions>) -> Result<Response<Regions>, Error> {
    let province = query.province.map(String::from);
    let items = caller
        .read(move |c| store::list_regions(c, province.as_deref()))
        .await?;
    Ok(Response::public(Regions { items }))
}

/// Read a region
#[utoipa::path(
    tag = "provinces",
    params(("code" = String, Path, min_length = 1, max_length = 64, description = "The code of the Municipal Demarcation Board.", example = "DC38")),
    responses((status = 200, description = "The region.", body = Region)),
)]
#[get("/v1/regions/{code}")]
async fn read_region(caller: Anyone, code: Path<Word>) -> Result<Response<Region>, Error> {
    let region = caller.read(move |c| store::find_region(c, code.as_str())).await?;
    let region = region.ok_or_else(|| NOT_FOUND.problem("There is no region with this code."))?;
    Ok(Response::public(region))
}
