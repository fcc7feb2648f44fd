//! Templates to be downloaded and filled in.

use actix_web::http::header;
use actix_web::web::{Path, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse, Responder, get};

use crate::accounts::caller::Coordinator;
use crate::imports::{ImportFile, templates};
use crate::values::error::{Error, NOT_FOUND};
use crate::web::response::Response;

pub(crate) fn configure(config: &mut ServiceConfig) {
    config.service(read_template);
}

const WORKBOOK: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

#[get("/desk/imports/templates/{name}")]
async fn read_template(_caller: Coordinator, name: Path<String>, request: HttpRequest) -> Result<HttpResponse, Error> {
    let missing = || NOT_FOUND.problem("There is no such template.");
    let (file, kind) = name.split_once('.').ok_or_else(missing)?;
    let file = ImportFile::from_word(file).ok_or_else(missing)?;
    match kind {
        "csv" => {
            let template = Response::private(templates::csv(file)?);
            Ok(template.kept_as(name.as_str()).respond_to(&request))
        }
        "xlsx" => Ok(HttpResponse::Ok()
            .content_type(WORKBOOK)
            .insert_header((header::CACHE_CONTROL, "no-store"))
            .insert_header((header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")))
            .body(templates::workbook(file)?)),
        _ => Err(missing().into()),
    }
}
