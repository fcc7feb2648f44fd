//! Exports over HTTP.

use actix_web::get;
use actix_web::web::Path;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::accounts::caller::ClubSecretary;
use crate::exports::use_cases::{self, ExportFilter};
use crate::exports::{rows, seasons};
use crate::imports::ImportFile;
use crate::values::error::{Error, INVALID_QUERY};
use crate::values::gaming_year::GamingYear;
use crate::values::id::ClubId;
use crate::values::validation::Word;
use crate::web::body::Query;
use crate::web::openapi::Routes;
use crate::web::response::{Response, Text};
use crate::web::spreadsheet;

/// Adds the routes.
pub fn configure(config: &mut impl Routes) {
    // Its paths are nearer than the one with a parameter.
    seasons::routes::configure(config);
    config.service(read_export);
}

/// The rows to export.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct ReadExport {
    /// Exports only rows of clubs of this province.
    #[param(value_type = Option<String>, example = "ZA-NW", min_length = 1, max_length = 64)]
    province: Option<Word>,
    /// Exports only rows of this club.
    #[param(example = "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f")]
    club_id: Option<ClubId>,
    /// Exports only affiliations or registrations for this gaming year; the other files have none.
    #[param(value_type = Option<i32>, minimum = 1990, maximum = 2100, example = 2027)]
    year: Option<GamingYear>,
}

/// Export a file
///
/// Everything of the kind that you look after, as a file of comma-separated values with the columns that an import takes:
/// it can be imported again, and changes nothing then. UTF-8 with a byte order mark. What a spreadsheet would take for a
/// formula has an apostrophe before it, which an import takes off.
///
/// Players whose data was erased, and entries that were merged into others, are left out; so are name and birth date of
/// those whom a school or university registers and who are another club's members.
#[utoipa::path(
    tag = "exports",
    params(
        ("file" = ImportFile, Path, description = "The file to export.", example = "players"),
        ReadExport,
    ),
    responses(
        (status = 200, description = "The file.", content_type = "text/csv", body = String,
            example = "\u{feff}number,family_name,given_names,birth_date,sex,province,region,club,nationality\r\nM-0004217-K,Mokoena,Thandiwe,1998-04-17,female,ZA-NW,DC38,DIT,ZA\r\n"),
        (status = 422, description = "`unknown-province`, `unknown-club`: there is no such province or club."),
    ),
)]
#[get("/v1/exports/{file}")]
async fn read_export(
    caller: ClubSecretary,
    file: Path<ImportFile>,
    Query(query): Query<ReadExport>,
) -> Result<Response<Text>, Error> {
    let file = file.into_inner();
    if query.year.is_some() && matches!(file, ImportFile::Clubs | ImportFile::Players) {
        return Err(INVALID_QUERY
            .of_parameter("year", format!("{} have none", file.as_str()))
            .into());
    }
    let filter = ExportFilter {
        province: query.province.map(String::from),
        club: query.club_id,
        year: query.year,
    };
    let things = caller
        .read(move |c, by| use_cases::export(c, by, file, &filter))
        .await?;
    let text = spreadsheet::write(rows(file, &things))?;
    Ok(Response::private(text).kept_as(&format!("{}.csv", file.as_str())))
}
