//! Whether a certificate is good: for anyone who has its code, as JSON and as a page.

use actix_web::web::{Data, Path};
use actix_web::{Either, HttpRequest, get};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::accounts::caller::Anyone;
use crate::certificates::routes::find;
use crate::certificates::verifications::page::{self, Found};
use crate::certificates::{Certificate, State, Term};
use crate::db::Database;
use crate::players::ERASED;
use crate::values::clock::Clock;
use crate::values::error::{Error, NOT_FOUND};
use crate::values::gaming_year::GamingYear;
use crate::web::body::Query;
use crate::web::openapi::Routes;
use crate::web::rate_limit::Unhurried;
use crate::web::response::{Reply, Text, preferred};

pub(crate) fn configure(config: &mut impl Routes) {
    config.service(read_verification).service(read_verification_page);
}

/// What a certificate stands for, and nothing else.
#[derive(Serialize, ToSchema)]
pub(crate) struct Verification {
    /// The holder's name, in full.
    #[schema(example = "Thandiwe Mokoena")]
    holder: String,
    /// The award.
    #[schema(example = "Provincial colours, senior, North West")]
    award: String,
    /// The gaming year of colours.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = 2027)]
    year: Option<GamingYear>,
    /// The first day of an accreditation.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "2026-11-20")]
    valid_from: Option<NaiveDate>,
    /// Its last day.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "2029-11-19")]
    valid_until: Option<NaiveDate>,
    /// Who has awarded it.
    #[schema(example = "Morabaraba federation, North West")]
    awarding_body: String,
    /// Whether it holds.
    state: State,
}

impl From<Certificate> for Verification {
    fn from(certificate: Certificate) -> Verification {
        let Certificate {
            holder,
            award,
            term,
            awarding_body,
            state,
            ..
        } = certificate;
        let (year, days) = match term {
            Term::Year(year) => (Some(year), None),
            Term::Days(from, until) => (None, Some((from, until))),
        };
        let (valid_from, valid_until) = days.unzip();
        Verification {
            holder,
            award,
            year,
            valid_from,
            valid_until,
            awarding_body,
            state,
        }
    }
}

/// Verify a certificate
///
/// What it stands for, and whether it holds, for anyone who has its code. In capitals or not, with or without hyphens and
/// blanks; the letters O, I and L are read as the figures that they look like. `Accept: text/html` gives a page.
#[utoipa::path(
    tag = "certificates",
    params(("code" = String, Path, description = "The code, as it stands on the certificate.", example = "7Q2K-9FMX-04TB-ZC1D-H8VE")),
    responses(
        (status = 200, description = "What the certificate stands for.", content(
            (Verification = "application/json"),
            (String = "text/html", example = "<!DOCTYPE html>…"),
        )),
        (status = 410, description = "`erased`: the holder's data was erased, and nobody is certified by this code any more."),
        (status = 429, description = "`too-many-requests`: from your address so much is asked that you have to wait."),
    ),
    security(()),
)]
#[get("/v1/verifications/{code}")]
pub(crate) async fn read_verification(
    _caller: Anyone,
    _unhurried: Unhurried,
    code: Path<String>,
    request: HttpRequest,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Either<Reply<Verification>, Reply<Text>>, Error> {
    let today = clock.now().day();
    let (_, certificate) = database.read(move |c| find(c, &code, today)).await?;
    // It may be a child's name: no one in between keeps it.
    if preferred(&request, &["application/json", "text/html"]) == "text/html" {
        Ok(Either::Right(
            Reply::private(page::page(&Found::Certificate(&certificate))).negotiated(),
        ))
    } else {
        Ok(Either::Left(
            Reply::private(Verification::from(certificate)).negotiated(),
        ))
    }
}

/// What somebody has typed.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct AskVerification {
    /// The code, however it is typed; without one the page asks for it.
    #[param(example = "7Q2K-9FMX-04TB-ZC1D-H8VE")]
    code: Option<String>,
}

/// Verify a certificate on a page
///
/// For people: a page on which a code is typed, and which tells what the certificate stands for and whether it holds. That
/// there is none with a code is told on the page too.
#[utoipa::path(
    tag = "certificates",
    params(AskVerification),
    responses(
        (status = 200, description = "The page.", content((String = "text/html", example = "<!DOCTYPE html>…"))),
        (status = 429, description = "`too-many-requests`: from your address so much is asked that you have to wait."),
    ),
    security(()),
)]
#[get("/v1/verifications")]
pub(crate) async fn read_verification_page(
    _caller: Anyone,
    _unhurried: Unhurried,
    Query(asked): Query<AskVerification>,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Reply<Text>, Error> {
    let Some(typed) = asked.code else {
        return Ok(Reply::private(page::page(&Found::Unasked)));
    };
    let (code, today) = (typed.clone(), clock.now().day());
    let page = match database.read(move |c| find(c, &code, today)).await {
        Ok((_, certificate)) => page::page(&Found::Certificate(&certificate)),
        Err(error) if error.code() == NOT_FOUND.code => page::page(&Found::Nothing(&typed)),
        Err(error) if error.code() == ERASED.code => page::page(&Found::Erased),
        Err(error) => return Err(error),
    };
    Ok(Reply::private(page))
}
