//! Accreditations: loaded, decided and saved.

use chrono::NaiveDate;

use crate::accounts::{self, Caller};
use crate::certificate_codes::{self, Code, PrintedNames, Subject};
use crate::db::Conn;
use crate::db::audit::Change;
use crate::federation::{self, UmpireSettings};
use crate::operations::Operation;
use crate::players::conflicts::Decision;
use crate::players::conflicts::use_cases::refuse;
use crate::players::registrations::Basis;
use crate::players::{self, Player, player_accounts};
use crate::umpires::courses::candidates::CandidateRefusal;
use crate::umpires::store::{self, AccreditationFilter};
use crate::umpires::views::AccreditationParticulars;
use crate::umpires::{
    Accreditation, AccreditationContext, AccreditationRefusal, CourseRecord, NewAccreditation, ParsedAccreditation,
    Qualification, courses,
};
use crate::values::error::{Error, NOT_FOUND};
use crate::values::id::{AccountId, AccreditationId, PlayerId};
use crate::web::idempotency::Creation;

/// Accredits an umpire.
pub fn accredit(
    c: &mut Conn,
    by: &Caller,
    creation: &Creation<AccreditationId>,
    new: &NewAccreditation,
    code: &Code,
) -> Result<AccreditationParticulars, Error> {
    let existing = store::find(c, creation.id)?;
    if let Some(accreditation) = creation.earlier(c, existing)? {
        return particulars(c, &accreditation, by);
    }
    let particulars = admit(c, by, Operation::create_accreditation, creation.id, new, code)?;
    creation.keep(c)?;
    Ok(particulars)
}

/// Decides on an accreditation and keeps it, with the code of its certificate.
pub fn admit(
    c: &mut Conn,
    by: &Caller,
    action: Operation,
    id: AccreditationId,
    new: &NewAccreditation,
    code: &Code,
) -> Result<AccreditationParticulars, Error> {
    let umpire = players::store::find_member(c, new.player)?;
    let umpire = umpire.ok_or(AccreditationRefusal::UnknownPlayer(new.player))?;
    refuse(c, by, Decision::Accreditation, &[umpire.id])?;
    let context = context(c, &umpire, new, by.today())?;
    let accreditation = Accreditation::admit(new, id, &umpire, &context, by.now)?;
    let printed = PrintedNames {
        holder: Some(umpire.named_in_full().name),
        awarding_body: federation::store::settings(c, by.today())?.name,
    };
    store::insert(c, &accreditation, code, &printed)?;
    if let Some(account) = &context.account {
        player_accounts::use_cases::make_own(c, by, action, account, umpire.id)?;
    }
    let particulars = AccreditationParticulars::of(&accreditation, &umpire, &context.course, by.today())?;
    by.audit(c, Change::created(action, "accreditation", id, &particulars)?)?;
    Ok(particulars)
}

fn context(
    c: &mut Conn,
    player: &Player,
    new: &NewAccreditation,
    today: NaiveDate,
) -> Result<AccreditationContext, Error> {
    let settings = federation::store::settings(c, today)?.umpires;
    let asked = new.parse(settings)?;
    context_of(c, player, new.account, asked, settings)
}

/// The records by which an accreditation in the right form is decided, by those settings.
fn context_of(
    c: &mut Conn,
    player: &Player,
    account: Option<AccountId>,
    asked: ParsedAccreditation,
    settings: UmpireSettings,
) -> Result<AccreditationContext, Error> {
    let account = match account {
        Some(account) => accounts::store::find(c, account)?,
        None => None,
    };
    let year = federation::store::calendar(c)?.year_of(asked.valid_from);
    let registration = players::registrations::store::find_of(c, player.id, year, Basis::Member)?;
    Ok(AccreditationContext {
        settings,
        account,
        suspended: players::suspensions::store::is_suspended(c, player.id, [asked.valid_from; 2])?,
        year,
        registration,
        course: course_record(c, Some(&asked.qualification), player.id)?,
        others: store::of_player(c, player.id)?,
        asked,
    })
}

/// Reasons why an accreditation would not be made today, in words; none once the person was erased.
pub fn lacking(c: &mut Conn, accreditation: &Accreditation, umpire: &Player) -> Result<Vec<String>, Error> {
    let (Some(person), Some(qualification)) = (&umpire.person, accreditation.qualification.clone()) else {
        return Ok(Vec::new());
    };
    let made_on = accreditation.created_at.day();
    let settings = federation::store::settings(c, made_on)?.umpires;
    let asked = ParsedAccreditation {
        valid_from: accreditation.valid_from,
        valid_until: accreditation.valid_until,
        qualification,
        nomination: accreditation.nomination.clone(),
    };
    let mut context = context_of(c, umpire, None, asked, settings)?;
    context.others.retain(|other| other.id != accreditation.id);
    let lacks = context.lacks(accreditation.level, person, made_on);
    let mut lacks: Vec<String> = lacks.iter().map(ToString::to_string).collect();
    if let Some(course) = &context.course.course {
        let year = federation::store::calendar(c)?.year_of(course.held_on);
        if players::registrations::store::find_of(c, umpire.id, year, Basis::Member)?.is_none() {
            lacks.push(CandidateRefusal::NotRegistered(year).to_string());
        }
    }
    Ok(lacks)
}

/// The course that a qualification names, and the player's result in it.
pub fn course_record(
    c: &mut Conn,
    qualification: Option<&Qualification>,
    player: PlayerId,
) -> Result<CourseRecord, Error> {
    let Some(Qualification::Course(course)) = qualification else {
        return Ok(CourseRecord::default());
    };
    Ok(CourseRecord {
        course: courses::store::find(c, *course)?,
        result: courses::candidates::store::find_of(c, *course, player)?,
    })
}

/// The particulars of an accreditation as they stand today.
fn particulars(c: &mut Conn, accreditation: &Accreditation, by: &Caller) -> Result<AccreditationParticulars, Error> {
    let umpire = find_umpire(c, accreditation)?;
    let record = course_record(c, accreditation.qualification.as_ref(), umpire.id)?.within(&by.reach);
    Ok(AccreditationParticulars::of(
        accreditation,
        &umpire,
        &record,
        by.today(),
    )?)
}

/// The particulars of the accreditation, with what the caller may read of the course.
pub fn read_particulars(c: &mut Conn, by: &Caller, id: AccreditationId) -> Result<AccreditationParticulars, Error> {
    let accreditation = find(c, id)?;
    particulars(c, &accreditation, by)
}

/// All accreditations of a player, with their courses.
pub fn of_player(c: &mut Conn, player: PlayerId) -> Result<Vec<(Accreditation, CourseRecord)>, Error> {
    let accreditations = store::of_player(c, player)?;
    let with_course = |accreditation: Accreditation| {
        let record = course_record(c, accreditation.qualification.as_ref(), player)?;
        Ok((accreditation, record))
    };
    accreditations.into_iter().map(with_course).collect()
}

/// Accreditations by their last day, with their umpires.
pub fn list(c: &mut Conn, filter: AccreditationFilter, rows: i64) -> Result<Vec<(Accreditation, Player)>, Error> {
    let accreditations = store::list(c, filter, rows)?;
    with_umpires(c, accreditations)
}

/// Each of the accreditations with its umpire.
pub fn with_umpires(c: &mut Conn, accreditations: Vec<Accreditation>) -> Result<Vec<(Accreditation, Player)>, Error> {
    let ids: Vec<PlayerId> = accreditations.iter().map(|one| one.player).collect();
    let players = players::store::find_all(c, &ids)?;
    let with_umpire = |accreditation: Accreditation| {
        let umpire = players.get(&accreditation.player).cloned();
        let umpire = umpire.ok_or_else(|| without_umpire(&accreditation))?;
        Ok((accreditation, umpire))
    };
    accreditations.into_iter().map(with_umpire).collect()
}

/// The accreditation, with its umpire.
pub fn read(c: &mut Conn, id: AccreditationId) -> Result<(Accreditation, Player), Error> {
    let accreditation = find(c, id)?;
    let umpire = find_umpire(c, &accreditation)?;
    Ok((accreditation, umpire))
}

/// The code on the certificate of an accreditation.
pub fn read_code(c: &mut Conn, id: AccreditationId) -> Result<Code, Error> {
    find(c, id)?;
    let code = certificate_codes::store::find(c, Subject::Accreditation(id))?;
    code.ok_or_else(|| Error::Internal(format!("accreditation {id}: its code")))
}

/// The accreditation of that id, which is refused if there is none.
pub fn find(c: &mut Conn, id: AccreditationId) -> Result<Accreditation, Error> {
    Ok(store::find(c, id)?.ok_or_else(|| NOT_FOUND.problem("There is no accreditation with this id."))?)
}

/// The umpire of an accreditation.
pub fn find_umpire(c: &mut Conn, accreditation: &Accreditation) -> Result<Player, Error> {
    let umpire = players::store::find_member(c, accreditation.player)?;
    umpire.ok_or_else(|| without_umpire(accreditation))
}

fn without_umpire(accreditation: &Accreditation) -> Error {
    Error::Internal(format!("accreditation {}: its player", accreditation.id))
}
