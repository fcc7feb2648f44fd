//! Whether a certificate is good: for anyone who has its code, as JSON and as a page.

use actix_web::web::Path;
use actix_web::{Either, HttpRequest, get};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::accounts::caller::Anyone;
use crate::certificate_codes::Code;
use crate::certificates::verifications::page::Verifier;
use crate::certificates::verifications::{Verification, page};
use crate::certificates::{CertificateLookup, read_code, use_cases};
use crate::federation;
use crate::values::error::Error;
use crate::values::validation::Limited;
use crate::web::body::Query;
use crate::web::openapi::Routes;
use crate::web::rate_limit::RateLimited;
use crate::web::response::{Response, Text, preferred};

pub(crate) fn configure(config: &mut impl Routes) {
    config.service(read_verification).service(read_verification_page);
}

/// Verify a certificate
///
/// What it stands for, and whether it holds, for anyone who has its code. In capitals or not, with or without hyphens and
/// blanks; the letters O, I and L are read as the figures that they look like. `Accept: text/html` gives a page.
#[utoipa::path(
    tag = "certificates",
    params(("code" = String, Path, min_length = 1, max_length = 200, description = "The code, as it stands on the certificate.", example = "7Q2K-9FMX-04TB-ZC1D-H8VE")),
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
    caller: Anyone,
    _: RateLimited,
    code: Path<String>,
    request: HttpRequest,
) -> Result<Either<Response<Verification>, Response<Text>>, Error> {
    let (code, today) = (read_code(&code)?, caller.today());
    let read = move |c: &mut _| {
        Ok((
            use_cases::find(c, &code, today)?,
            federation::store::settings(c, today)?,
        ))
    };
    let (found, federation) = caller.read(read).await?;
    let certificate = found.certificate()?;
    // It may be a child's name: no one in between keeps it.
    if preferred(&request, &["application/json", "text/html"]) == "text/html" {
        Ok(Either::Right(
            Response::private(page::of(&Verifier { federation, on: today }, &certificate)).negotiated(),
        ))
    } else {
        Ok(Either::Left(
            Response::private(Verification::from(certificate)).negotiated(),
        ))
    }
}

/// The code that somebody has typed.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct AskVerification {
    /// The code, however it is typed; without one the page asks for it.
    #[param(value_type = Option<String>, example = "7Q2K-9FMX-04TB-ZC1D-H8VE", min_length = 0, max_length = 200)]
    code: Option<Limited<200>>,
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
    caller: Anyone,
    _: RateLimited,
    Query(asked): Query<AskVerification>,
) -> Result<Response<Text>, Error> {
    let today = caller.today();
    let code = asked.code.as_ref().and_then(|typed| Code::read(typed.as_str()));
    let read = move |c: &mut _| {
        let found = code.map(|code| use_cases::find(c, &code, today)).transpose()?;
        Ok((found, federation::store::settings(c, today)?))
    };
    let (found, federation) = caller.read(read).await?;
    let by = Verifier { federation, on: today };
    let found = found.unwrap_or(CertificateLookup::Unknown);
    let page = asked
        .code
        .map_or_else(|| page::unasked(&by), |typed| page::found(&by, typed.as_str(), &found));
    Ok(Response::private(page))
}
