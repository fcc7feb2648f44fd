//! Certificates: what there is to be told of them today.

use chrono::NaiveDate;

use crate::certificate_codes::{self, Code, Subject};
use crate::certificates::{Certificate, CertificateLookup, CertificateState, Honour, Term, changed};
use crate::colours::{self, Award};
use crate::db::Conn;
use crate::federation;
use crate::languages::Words;
use crate::players::{self, Player};
use crate::provinces;
use crate::umpires;
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::{AccreditationId, AwardId, PlayerId};

/// Looks up the certificate with that code.
pub fn find(c: &mut Conn, code: &Code, today: NaiveDate) -> Result<CertificateLookup, Error> {
    match certificate_codes::store::find_subject(c, code)? {
        Some(subject) => find_of(c, subject, today),
        None => Ok(CertificateLookup::Unknown),
    }
}

/// Looks up the certificate of colours or of an accreditation.
pub fn find_of(c: &mut Conn, subject: Subject, today: NaiveDate) -> Result<CertificateLookup, Error> {
    match subject {
        Subject::Colours(id) => of_colours(c, id, today),
        Subject::Accreditation(id) => of_accreditation(c, id, today),
    }
}

fn of_colours(c: &mut Conn, id: AwardId, today: NaiveDate) -> Result<CertificateLookup, Error> {
    let Some(award) = colours::store::find(c, id)? else {
        return Ok(CertificateLookup::Unknown);
    };
    let Some(state) = CertificateState::of_colours(award.state) else {
        return Ok(CertificateLookup::Unknown);
    };
    let Some(holder) = find_holder(c, award.player)? else {
        return Ok(CertificateLookup::Erased);
    };
    let (first, last) = federation::store::calendar(c)?.days(award.year);
    let settings = federation::store::settings(c, today)?;
    let province = provinces::store::find(c, &award.province)?.map(|province| province.name);
    let body_today = colours::awarding_body(&settings, award.level, &province.unwrap_or_default());
    let name = holder.named_in_full().name;
    let printed = certificate_codes::store::find_printed(c, Subject::Colours(id))?;
    let printed = printed.holder.unwrap_or_else(|| name.clone());
    Ok(CertificateLookup::Found(Certificate {
        subject: Subject::Colours(id),
        holder_today: changed(&printed, name),
        holder: printed,
        award: honour_of(c, &award)?,
        term: Term::Year(award.year, first, last),
        awarding_body_today: changed(&award.awarding_body, body_today),
        awarding_body: award.awarding_body,
        awarded_on: award.approved_at.map(Timestamp::day),
        state,
    }))
}

fn of_accreditation(c: &mut Conn, id: AccreditationId, today: NaiveDate) -> Result<CertificateLookup, Error> {
    let Some(accreditation) = umpires::store::find(c, id)? else {
        return Ok(CertificateLookup::Unknown);
    };
    let Some(holder) = find_holder(c, accreditation.player)? else {
        return Ok(CertificateLookup::Erased);
    };
    let printed = certificate_codes::store::find_printed(c, Subject::Accreditation(id))?;
    let then = federation::store::settings(c, accreditation.created_at.day())?;
    let body = printed.awarding_body.unwrap_or_else(|| then.name().to_owned());
    let body_today = federation::store::settings(c, today)?.name().to_owned();
    let name = holder.named_in_full().name;
    let printed = printed.holder.unwrap_or_else(|| name.clone());
    Ok(CertificateLookup::Found(Certificate {
        subject: Subject::Accreditation(id),
        holder_today: changed(&printed, name),
        holder: printed,
        award: Honour::Accreditation(accreditation.level),
        term: Term::Days(accreditation.valid_from, accreditation.valid_until),
        awarding_body_today: changed(&body, body_today),
        awarding_body: body,
        awarded_on: Some(accreditation.created_at.day()),
        state: CertificateState::of_accreditation(accreditation.state_on(today)),
    }))
}

/// The holder of a certificate. None after an erasure: there is no name any more, nor a number to stand beside the name
/// that is on the paper.
fn find_holder(c: &mut Conn, player: PlayerId) -> Result<Option<Player>, Error> {
    let holder = players::store::find_member(c, player)?;
    let holder = holder.ok_or_else(|| Error::Internal(format!("a certificate: the player {player}")))?;
    Ok(holder.unerased().ok())
}

/// Colours in words, with the name of the region or the province.
pub fn award_in_words(c: &mut Conn, award: &Award) -> Result<String, Error> {
    Ok(honour_of(c, award)?.said_in(Words::ENGLISH))
}

/// Colours, with the name of the region or the province.
fn honour_of(c: &mut Conn, award: &Award) -> Result<Honour, Error> {
    let place = match (award.level, &award.region) {
        (colours::ColoursLevel::Regional, Some(region)) => {
            provinces::store::find_region(c, region)?.map(|region| region.name)
        }
        (colours::ColoursLevel::Regional, None) | (colours::ColoursLevel::Provincial, _) => {
            provinces::store::find(c, &award.province)?.map(|province| province.name)
        }
        (colours::ColoursLevel::NationalFederation | colours::ColoursLevel::National, _) => None,
    };
    Ok(Honour::Colours(award.level, award.division, place))
}
