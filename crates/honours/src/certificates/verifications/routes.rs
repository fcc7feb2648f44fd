//! Whether a certificate is good: for anyone who has its code.

use actix_web::web::Path;
use actix_web::{Either, HttpRequest, HttpResponse, get};

use crate::accounts::caller::Anyone;
use crate::certificates::verifications::Verification;
use crate::certificates::{read_code, use_cases};
use crate::values::error::Error;
use crate::web::openapi::Routes;
use crate::web::rate_limit::RateLimited;
use crate::web::response::{Response, preferred, see_other};

pub(crate) fn configure(config: &mut impl Routes) {
    config.service(read_verification);
}

/// Verify a certificate
///
/// Tells anyone who has its code what it stands for, and whether it holds. In capitals or not, with or without hyphens and
/// blanks; the letters O, I and L are read as the figures that they look like. A browser is sent on to the page `/verify`.
#[utoipa::path(
    tag = "certificates",
    params(("code" = String, Path, min_length = 1, max_length = 200, description = "The code, as it stands on the certificate.", example = "7Q2K-9FMX-04TB-ZC1D-H8VE")),
    responses(
        (status = 200, description = "The award, and whether it holds.", body = Verification),
        (status = 303, description = "The page on which a person is told, for `Accept: text/html`."),
        (status = 410, description = "`erased`: the holder's data was erased, and nobody is certified by this code any more."),
        (status = 429, description = "`too-many-requests`: from your address so much is asked that you have to wait."),
    ),
)]
#[get("/v1/verifications/{code}")]
pub(crate) async fn read_verification(
    caller: Anyone,
    _: RateLimited,
    code: Path<String>,
    request: HttpRequest,
) -> Result<Either<Response<Verification>, HttpResponse>, Error> {
    if preferred(&request, &["application/json", "text/html"]) == "text/html" {
        let query = form_urlencoded::Serializer::new(String::new())
            .append_pair("code", &code)
            .finish();
        return Ok(Either::Right(see_other(&format!("/verify?{query}"))));
    }
    let (code, today) = (read_code(&code)?, caller.today());
    let found = caller.read(move |c| use_cases::find(c, &code, today)).await?;
    // It may be a child's name: no one in between keeps it.
    let told = Response::private(Verification::from(found.certificate()?));
    Ok(Either::Left(told.negotiated()))
}
