//! Links made, opened, answered and withdrawn: loaded, decided and saved.

use chrono::{Datelike, NaiveDate};
use serde::Serialize;

use crate::accounts::Caller;
use crate::clubs;
use crate::db::Conn;
use crate::db::audit::{self, Actor, Change};
use crate::federation;
use crate::federation::FederationSettings;
use crate::operations::Operation;
use crate::players::consent_links::{Answers, ConsentLink, ConsentLinkRefusal, store};
use crate::players::consent_wordings::{self, ConsentWording, in_force};
use crate::players::consents::{self, Consent, Purpose};
use crate::players::use_cases::{PlayerPath, find_within};
use crate::players::{Player, store as player_store};
use crate::values::clock::Timestamp;
use crate::values::error::{Error, NOT_FOUND};
use crate::values::id::{ConsentId, ConsentLinkId};

/// Makes a link for the player; its code is told this once. It takes the place of those that were open.
pub fn create(c: &mut Conn, by: &Caller, path: &PlayerPath) -> Result<(ConsentLink, String), Error> {
    const ACTION: Operation = Operation::create_consent_link;
    let player = find_within(c, by, path)?;
    let (link, code) = ConsentLink::make(&player, by.now)?;
    for before in store::list(c, player.id)? {
        if let Ok(after) = before.clone().withdrawn(by.now) {
            keep(c, by, ACTION, &before, &after)?;
        }
    }
    store::insert(c, &link)?;
    by.audit(c, Change::created(ACTION, "consent_link", link.id, &link)?)?;
    Ok((link, code))
}

fn keep(c: &mut Conn, by: &Caller, action: Operation, before: &ConsentLink, after: &ConsentLink) -> Result<(), Error> {
    store::update(c, after)?;
    by.audit(c, Change::altered(action, "consent_link", after.id, before, after)?)
}

/// All links of the player at the path, the latest first.
pub fn list(c: &mut Conn, by: &Caller, path: &PlayerPath) -> Result<Vec<ConsentLink>, Error> {
    let player = find_within(c, by, path)?;
    store::list(c, player.id)
}

/// Withdraws a link: whoever has it can answer no more.
pub fn withdraw(c: &mut Conn, by: &Caller, id: ConsentLinkId) -> Result<ConsentLink, Error> {
    let before = store::find(c, id)?.ok_or_else(|| NOT_FOUND.problem("There is no link with this id."))?;
    find_within(c, by, &before.player.into())?;
    let after = before.clone().withdrawn(by.now)?;
    keep(c, by, Operation::create_consent_link_withdrawal, &before, &after)?;
    Ok(after)
}

/// All that stands on a link, for whoever has its code.
pub struct OpenLink {
    pub link: ConsentLink,
    pub federation: FederationSettings,
    /// The name of the player's club.
    pub club: String,
    /// The initials of the player, by which a parent knows them.
    pub initials: String,
    pub birth_year: i32,
    /// The wordings in force, one for each purpose.
    pub questions: Vec<ConsentWording>,
}

/// The link with that code, and the player; whether it is still good is not asked.
fn find(c: &mut Conn, code: &str) -> Result<(ConsentLink, Player), Error> {
    let link = store::find_by_code(c, code)?.ok_or(ConsentLinkRefusal::Unknown)?;
    let player = player_store::find_member(c, link.player)?;
    let player = player.ok_or_else(|| Error::Internal(format!("consent link {}: its player", link.id)))?;
    Ok((link, player))
}

/// The questions of the link with that code, as long as it is good.
pub fn open(c: &mut Conn, code: &str, now: Timestamp) -> Result<OpenLink, Error> {
    let (link, player) = find(c, code)?;
    link.refuse_over(&player, now)?;
    let person = player.person.as_ref().ok_or(ConsentLinkRefusal::Unknown)?;
    let initials = Some(person.name.initials()).filter(|initials| !initials.is_empty());
    Ok(OpenLink {
        federation: federation::store::settings(c, now.day())?,
        club: clubs::store::find(c, player.club)?
            .map(|club| club.name)
            .unwrap_or_default(),
        // A name of signs alone has none; the number is what is left.
        initials: initials.unwrap_or_else(|| player.number.to_string()),
        birth_year: person.birth_date.year(),
        questions: questions(c, now.day())?,
        link,
    })
}

/// The wordings in force on that day, one for each purpose.
fn questions(c: &mut Conn, today: NaiveDate) -> Result<Vec<ConsentWording>, Error> {
    let wordings = consent_wordings::store::list(c)?;
    let asked = Purpose::ALL.iter();
    let asked = asked.filter_map(|purpose| in_force(&wordings, *purpose, today).cloned());
    Ok(asked.collect())
}

/// A link with what was answered by it, as the audit trail keeps it.
#[derive(Serialize)]
struct LinkAnswered<'a> {
    #[serde(flatten)]
    link: &'a ConsentLink,
    answers: &'a Answers,
}

/// Answers the questions of the link with that code, which is used up by it. What is allowed is a consent from then on; what
/// is not, is allowed no more.
pub fn answer(
    c: &mut Conn,
    now: Timestamp,
    actor: &Actor,
    code: &str,
    answers: &Answers,
) -> Result<ConsentLink, Error> {
    const ACTION: Operation = Operation::create_consent_answers;
    let (before, player) = find(c, code)?;
    before.refuse_over(&player, now)?;
    answers.refuse_unasked(&consent_wordings::store::list(c)?, now.day())?;
    let mut changes = Vec::new();
    for (was, is) in answers.ending(consents::store::list(c, player.id)?, now) {
        consents::store::withdraw(c, &is)?;
        changes.push(Change::altered(ACTION, "consent", is.id, &was, &is)?);
    }
    let given = answers.answers.iter();
    for given in given.filter_map(|answer| answers.given(answer, now.day())) {
        given.is_theirs_to_give(&player)?;
        let consent = Consent::of(ConsentId::new(now), player.id, given, now).by_link(before.id);
        consents::store::insert(c, &consent)?;
        changes.push(Change::created(ACTION, "consent", consent.id, &consent)?);
    }
    let after = ConsentLink {
        answered_at: Some(now),
        ..before.clone()
    };
    store::update(c, &after)?;
    // What was refused is told here alone.
    let evidence = LinkAnswered { link: &after, answers };
    changes.push(Change::altered(ACTION, "consent_link", after.id, &before, &evidence)?);
    audit::append_all(c, now, actor, changes)?;
    Ok(after)
}
