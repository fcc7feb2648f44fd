//! The certificate itself: a page to be printed, and the same as a PDF.

use actix_web::get;
use actix_web::web::{Data, Path};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::accounts::caller::Anyone;
use crate::certificates::paper::logo::{self, Logo};
use crate::certificates::paper::{self, page};
use crate::certificates::wording::Wording;
use crate::certificates::{read_code, use_cases};
use crate::languages::{Language, Words};
use crate::values::error::Error;
use crate::values::public_url::PublicUrl;
use crate::web::body::Query;
use crate::web::openapi::Routes;
use crate::web::rate_limit::RateLimited;
use crate::web::response::{File, Response, Text};
use crate::web::room::Room;

pub(crate) fn configure(config: &mut impl Routes) {
    config.service(read_certificate).service(read_certificate_document);
    logo::routes::configure(config);
}

/// The texts of the certificate with the code that somebody has typed, if it is handed out, and the logo.
async fn issued(caller: Anyone, typed: &str, words: Words, url: &PublicUrl) -> Result<(Wording, Option<Logo>), Error> {
    let (code, today) = (read_code(typed)?, caller.today());
    let sought = code.clone();
    let found = caller.read(move |c| Ok((use_cases::find(c, &sought, today)?, logo::use_cases::find(c)?)));
    let (found, logo) = found.await?;
    let certificate = found.certificate()?.issued()?;
    let url = format!("{}/verify?code={code}", url.as_str());
    Ok((Wording::of(words, certificate, &code, url), logo))
}

/// The language of a certificate.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct CertificateLanguage {
    /// The language in which the certificate is written; that of whoever asks if it is left out (`Accept-Language`).
    #[param(inline, example = "zu")]
    language: Option<Language>,
}

impl CertificateLanguage {
    /// The words of the certificate that somebody asks for who reads in those.
    fn words(&self, own: Words) -> Words {
        self.language.map_or(own, Words::of)
    }
}

/// Read a certificate
///
/// The certificate as a page of A4 to be printed and signed: the holder's name, the award, for which time and by whom, and
/// how anyone verifies it: a QR code of the address, the code, and how that is spelled out over the telephone. What was
/// revoked, superseded or suspended, or is over, has none.
#[utoipa::path(
    tag = "certificates",
    params(("code" = String, Path, min_length = 1, max_length = 200, description = "The code, as it stands on the certificate.", example = "7Q2K-9FMX-04TB-ZC1D-H8VE"), CertificateLanguage),
    responses(
        (status = 200, description = "The page.", content_type = "text/html", body = String, example = "<!DOCTYPE html>…"),
        (status = 409, description = "`certificate-void`: what it is for was revoked, superseded or suspended, or is over."),
        (status = 410, description = "`erased`: the person's data was erased."),
        (status = 429, description = "`too-many-requests`: from your address so much is asked that you have to wait."),
    ),
)]
#[get("/v1/certificates/{code}")]
pub(crate) async fn read_certificate(
    caller: Anyone,
    _: RateLimited,
    code: Path<String>,
    own: Words,
    Query(asked): Query<CertificateLanguage>,
    url: Data<PublicUrl>,
) -> Result<Response<Text>, Error> {
    let words = asked.words(own);
    let (wording, logo) = issued(caller, &code, words, &url).await?;
    // It may be a child's name: no one in between keeps it.
    Ok(Response::private(page::page(&wording, logo.as_ref(), asked.language)?).said_in(words))
}

/// Read a certificate as a PDF
///
/// The same on one page of A4, with its typefaces in it: to be printed, sent on, and kept for long (PDF/A-2), and to be read
/// aloud (PDF/UA-1). Signs that its typefaces do not have are left out of a name, and the page says so.
#[utoipa::path(
    tag = "certificates",
    params(("code" = String, Path, min_length = 1, max_length = 200, description = "The code, as it stands on the certificate.", example = "7Q2K-9FMX-04TB-ZC1D-H8VE"), CertificateLanguage),
    responses(
        (status = 200, description = "The PDF.", content_type = "application/pdf", body = inline(File), example = "%PDF-1.7…"),
        (status = 409, description = "`certificate-void`: what it is for was revoked, superseded or suspended, or is over."),
        (status = 410, description = "`erased`: the person's data was erased."),
        (status = 429, description = "`too-many-requests`: from your address so much is asked that you have to wait."),
    ),
)]
#[get("/v1/certificates/{code}/document")]
pub(crate) async fn read_certificate_document(
    caller: Anyone,
    _: RateLimited,
    code: Path<String>,
    own: Words,
    Query(asked): Query<CertificateLanguage>,
    url: Data<PublicUrl>,
    room: Data<Room>,
) -> Result<Response<File>, Error> {
    let today = caller.today();
    let words = asked.words(own);
    let (wording, logo) = issued(caller, &code, words, &url).await?;
    // Drawn where it holds up no other request.
    let drawn = room.on_a_core(move || paper::pdf(&wording, logo.as_ref(), today));
    let body = drawn.await??;
    Ok(Response::private(File {
        media_type: "application/pdf",
        body,
    })
    .shown_as("certificate.pdf")
    .said_in(words))
}
