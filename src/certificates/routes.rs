//! Certificates over HTTP.

use crate::certificates::CERTIFICATE_VOID;
use chrono::NaiveDate;

use crate::certificate_codes::{self, Code};
use crate::certificates::{
    Certificate, State, Subject, Term, Void, accreditation_in_words, colours_in_words, holders, paper, tokens,
    verifications,
};
use crate::colours::{self, Award, ColoursLevel};
use crate::db::Conn;
use crate::players::{self, Player};
use crate::provinces;
use crate::umpires;
use crate::values::error::{Error, NOT_FOUND};
use crate::values::gaming_year::GamingYear;
use crate::values::id::Id;
use crate::web::assets::Asset;
use crate::web::openapi::Routes;

impl From<Void> for Error {
    fn from(void: Void) -> Error {
        CERTIFICATE_VOID.problem(void.to_string()).into()
    }
}

pub(crate) fn configure(config: &mut impl Routes) {
    paper::routes::configure(config);
    tokens::routes::configure(config);
    verifications::routes::configure(config);
    holders::routes::configure(config);
}

/// What the pages ask for.
pub(crate) const ASSETS: &[Asset] = &[
    Asset::style("certificate.css", include_str!("paper/certificate.css")),
    Asset::style("verification.css", include_str!("verifications/verification.css")),
];

/// The certificate that somebody has asked for by what they took for its code.
pub(crate) fn find(c: &mut Conn, text: &str, today: NaiveDate) -> Result<(Code, Certificate), Error> {
    let unknown = || NOT_FOUND.problem("There is no certificate with this code.");
    let code = Code::read(text).ok_or_else(unknown)?;
    let subject = certificate_codes::store::find_subject(c, &code)?.ok_or_else(unknown)?;
    Ok((code, certificate(c, subject, today)?.ok_or_else(unknown)?))
}

/// What is to be told of something today; nothing, if it is not on record or was never approved.
pub(crate) fn certificate(c: &mut Conn, subject: Subject, today: NaiveDate) -> Result<Option<Certificate>, Error> {
    match subject {
        Subject::Colours(id) => of_colours(c, id),
        Subject::Accreditation(id) => of_accreditation(c, id, today),
    }
}

/// Whose certificate it is. Whose data was erased is named no more, nor by a number beside the name that is on the paper.
fn holder(c: &mut Conn, player: Id) -> Result<Player, Error> {
    let found = players::store::find_all(c, &[player])?.remove(&player);
    let found = found.ok_or_else(|| Error::Internal(format!("a certificate: the player {player}")))?;
    Ok(found.unerased()?)
}

/// Colours in words, with the name of the region or the province.
pub(crate) fn award_in_words(c: &mut Conn, award: &Award) -> Result<String, Error> {
    let place = match (award.level, &award.region) {
        (ColoursLevel::Regional, Some(region)) => provinces::store::find_region(c, region)?.map(|region| region.name),
        (ColoursLevel::Regional, None) | (ColoursLevel::Provincial, _) => {
            provinces::store::find(c, &award.province)?.map(|province| province.name)
        }
        (ColoursLevel::NationalFederation | ColoursLevel::National, _) => None,
    };
    Ok(colours_in_words(award.level, award.division, place.as_deref()))
}

fn of_colours(c: &mut Conn, id: Id) -> Result<Option<Certificate>, Error> {
    let Some(award) = colours::store::find(c, id)? else {
        return Ok(None);
    };
    let Some(state) = State::of_colours(award.state) else {
        return Ok(None);
    };
    let holder = holder(c, award.player)?;
    Ok(Some(Certificate {
        subject: Subject::Colours(id),
        holder: holder.named_in_full().name,
        award: award_in_words(c, &award)?,
        term: Term::Year(award.year),
        awarding_body: award.awarding_body,
        state,
    }))
}

fn of_accreditation(c: &mut Conn, id: Id, today: NaiveDate) -> Result<Option<Certificate>, Error> {
    let Some(found) = umpires::store::find(c, id)? else {
        return Ok(None);
    };
    let criteria = colours::store::criteria(c, GamingYear::of(found.valid_from))?;
    let holder = holder(c, found.player)?;
    Ok(Some(Certificate {
        subject: Subject::Accreditation(id),
        holder: holder.named_in_full().name,
        award: accreditation_in_words(found.level).to_owned(),
        term: Term::Days(found.valid_from, found.valid_until),
        awarding_body: criteria.awarding_bodies.of(ColoursLevel::NationalFederation, ""),
        state: State::of_accreditation(found.state_on(today)),
    }))
}
