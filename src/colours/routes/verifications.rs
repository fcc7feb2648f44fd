//! Whether a certificate is good: for anyone who has its code, as JSON and as a page.

mod page;

use actix_web::web::{Data, Path};
use actix_web::{Either, HttpRequest, get};
use serde::Serialize;
use utoipa::ToSchema;

use super::{find, holder};
use crate::accounts::caller::Anyone;
use crate::colours::code::Code;
use crate::colours::{Award, Level, State, store};
use crate::db::{Conn, Database};
use crate::digest::sha256;
use crate::error::{Error, NOT_FOUND};
use crate::gaming_year::GamingYear;
use crate::pages::Part;
use crate::players::registrations::Division;
use crate::provinces;
use crate::reply::{Reply, Text, preferred};

/// What the page asks for.
pub(crate) const PARTS: &[Part] = &[Part::style("verification.css", include_str!("verifications/verification.css"))];

/// What a certificate stands for, and nothing else.
#[derive(Serialize, ToSchema)]
struct Verification {
    /// The holder's name, in full.
    #[schema(example = "Thandiwe Mokoena")]
    holder: String,
    /// The award.
    #[schema(example = "Provincial colours, senior, North West")]
    award: String,
    /// The gaming year.
    #[schema(example = 2027)]
    year: GamingYear,
    /// Who has awarded it.
    #[schema(example = "Morabaraba federation, North West")]
    awarding_body: String,
    /// Whether it holds: `approved`, `revoked` or `superseded`.
    state: State,
}

fn level(level: Level) -> &'static str {
    match level {
        Level::Regional => "Regional colours",
        Level::Provincial => "Provincial colours",
        Level::NationalFederation => "National federation colours",
        Level::National => "National colours (Protea)",
    }
}

fn division(division: Division) -> &'static str {
    match division {
        Division::Senior => "senior",
        Division::Student => "student",
        Division::HighSchool => "high school",
        Division::PrimarySchool => "primary school",
    }
}

/// The award in words: those of a region or a province name it.
fn award(c: &mut Conn, award: &Award) -> Result<String, Error> {
    let home = &award.home;
    let place = match (award.level, &home.region) {
        (Level::Regional, Some(region)) => provinces::store::find_region(c, region)?.map(|region| region.name),
        (Level::Regional, None) | (Level::Provincial, _) => {
            provinces::store::find(c, &home.province)?.map(|province| province.name)
        }
        (Level::NationalFederation | Level::National, _) => None,
    };
    let words = [level(award.level), division(award.division)].map(str::to_owned);
    Ok(words.into_iter().chain(place).collect::<Vec<_>>().join(", "))
}

fn verify(c: &mut Conn, text: &str) -> Result<Verification, Error> {
    let unknown = || NOT_FOUND.problem("There is no certificate with this code.");
    // What is no code is looked up like one, so that it takes as long.
    let digest = Code::read(text).map_or_else(|| sha256(text), |code| code.digest());
    let found = store::codes::award(c, &digest)?.ok_or_else(unknown)?;
    let found = find(c, found)?;
    let holder = holder(c, &found)?.named_in_full().name;
    let award = award(c, &found)?;
    Ok(Verification { holder, award, year: found.year, awarding_body: found.awarding_body, state: found.state })
}

/// Verify a certificate
///
/// What it stands for, and whether it holds, for anyone who has its code. In capitals or not, with or without hyphens and
/// blanks; the letters O, I and L are read as the figures that they look like. `Accept: text/html` gives a page.
#[utoipa::path(
    tag = "colours",
    params(("code" = String, Path, description = "The code, as it stands on the certificate.", example = "7Q2K-9FMX-04TB-ZC1D-H8VE")),
    responses((status = 200, description = "What the certificate stands for.", content(
        (Verification = "application/json"),
        (String = "text/html", example = "<!DOCTYPE html>…"),
    ))),
    security(()),
)]
#[get("/v1/verifications/{code}")]
pub(super) async fn read_verification(
    _caller: Anyone,
    code: Path<String>,
    request: HttpRequest,
    database: Data<Database>,
) -> Result<Either<Reply<Verification>, Reply<Text>>, Error> {
    let verification = database.read(move |c| verify(c, &code)).await?;
    // It may be a child's name: no one in between keeps it.
    if preferred(&request, &["application/json", "text/html"]) == "text/html" {
        Ok(Either::Right(Reply::private(page::page(&verification)).negotiated()))
    } else {
        Ok(Either::Left(Reply::private(verification).negotiated()))
    }
}
