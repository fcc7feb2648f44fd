//! Exports over HTTP.

use actix_web::get;
use actix_web::web::{Data, Path};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::accounts::caller::ClubSecretary;
use crate::accounts::{OUT_OF_SCOPE, UNKNOWN_PROVINCE};
use crate::clubs;
use crate::db::Database;
use crate::exports::store::{self, Filter};
use crate::imports::File;
use crate::players::club_within;
use crate::provinces;
use crate::values::error::{Error, INVALID_QUERY};
use crate::values::gaming_year::GamingYear;
use crate::values::id::Id;
use crate::values::validation::Word;
use crate::web::body::Query;
use crate::web::openapi::Routes;
use crate::web::response::{Reply, Text};

pub(crate) fn configure(config: &mut impl Routes) {
    config.service(read_export);
}

/// Which rows to export.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct ReadExport {
    /// Only rows of clubs of this province.
    #[param(value_type = Option<String>, example = "ZA-NW")]
    province: Option<Word>,
    /// Only rows of this club.
    #[param(example = "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f")]
    club_id: Option<Id>,
    /// Only affiliations or registrations for this gaming year; the others have none.
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
        ("file" = File, Path, description = "What to export.", example = "players"),
        ReadExport,
    ),
    responses(
        (status = 200, description = "The file.", content_type = "text/csv", body = String,
            example = "\u{feff}number,family_name,given_names,birth_date,sex,province,region,club\r\nM-0004217-K,Mokoena,Thandiwe,1998-04-17,female,ZA-NW,DC38,DIT\r\n"),
        (status = 422, description = "`unknown-province`, `unknown-club`: there is no such province or club."),
    ),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province", "club_secretary": "club" }))),
)]
#[get("/v1/exports/{file}")]
async fn read_export(
    caller: ClubSecretary,
    file: Path<File>,
    Query(query): Query<ReadExport>,
    database: Data<Database>,
) -> Result<Reply<Text>, Error> {
    let (file, reach) = (file.into_inner(), caller.reach().clone());
    if query.year.is_some() && matches!(file, File::Clubs | File::Players) {
        return Err(INVALID_QUERY.problem(format!("year: {} have none", file.word())).into());
    }
    let filter = Filter {
        province: query.province.map(String::from),
        club: query.club_id,
        year: query.year,
    };
    let rows = database
        .read(move |c| {
            if let Some(club) = filter.club {
                club_within(clubs::store::find(c, club)?, club, &reach)?;
            }
            if let Some(province) = &filter.province {
                let unknown = || UNKNOWN_PROVINCE.at("/province", format!("There is no province {province}."));
                let province = provinces::store::find(c, province)?.ok_or_else(unknown)?;
                if !reach.covers_province(&province.code) && reach.clubs().is_empty() {
                    return Err(OUT_OF_SCOPE
                        .problem(format!("You do not look after {}.", province.name))
                        .into());
                }
            }
            store::list(c, file, &filter, &reach)
        })
        .await?;
    let text = super::write(file, &rows)?;
    Ok(Reply::private(text).kept_as(&format!("{}.csv", file.word())))
}
