//! Links by which a parent or guardian without an account answers what is asked of them for a child under 18.
//!
//! Whoever looks after the player makes one and hands it on. It is good for some days, and once. Whoever opens it reads the
//! wordings in force and answers each of them; of the child it tells no more than initials, year of birth and club, by which
//! a parent knows the child and nobody else does.

pub(crate) mod routes;
pub mod store;
pub mod use_cases;
pub(crate) mod views;

use chrono::{NaiveDate, TimeDelta};
use diesel::{Insertable, Queryable, Selectable};
use serde::Serialize;

use crate::clubs::ALREADY_WITHDRAWN;
use crate::players::Player;
use crate::players::consent_wordings::{ConsentWording, STALE_WORDING, in_force, refuse_stale};
use crate::players::consents::{Consent, ConsentRelation, Given, NOT_THEIRS_TO_GIVE, Purpose};
use crate::players::merger::Merger;
use crate::values::clock::Timestamp;
use crate::values::digest::sha256;
use crate::values::error::{Error, NOT_FOUND};
use crate::values::id::{ConsentLinkId, PlayerId};
use crate::values::random;
use crate::values::validation::{Faults, ValueError, text};

/// The days for which a link is good: two weekends, on one of which the family is at home.
pub const LINK_DAYS: i64 = 14;

crate::string_enum! {
    /// Whether a link is still good, and if not, why.
    pub enum ConsentLinkState as "ConsentLinkState" {
        /// It waits for an answer.
        Open = "open",
        /// Its questions were answered.
        Answered = "answered",
        /// Nobody has answered in time.
        Expired = "expired",
        /// It was withdrawn, or another one has taken its place.
        Withdrawn = "withdrawn",
    }
}

/// A link as it is stored.
#[derive(Debug, Clone, Serialize, Queryable, Selectable, Insertable)]
#[diesel(table_name = crate::db::schema::consent_links)]
pub struct ConsentLink {
    /// Its id.
    pub id: ConsentLinkId,
    /// The child.
    #[serde(rename = "player_id")]
    #[diesel(column_name = player_id)]
    pub player: PlayerId,
    /// The stored form of its code.
    #[serde(skip)]
    pub(crate) hash: String,
    /// The time from which it is good.
    pub created_at: Timestamp,
    /// The time until which it is.
    pub expires_at: Timestamp,
    /// The time of the answer.
    pub answered_at: Option<Timestamp>,
    /// The time at which it was withdrawn.
    pub withdrawn_at: Option<Timestamp>,
}

/// The reason why the federation says no; the first that applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ConsentLinkRefusal {
    /// Nobody has made such a link.
    #[error("There is no link with this code. Read it once more, or ask the club for another link.")]
    Unknown,
    /// It is withdrawn once.
    #[error("The link was withdrawn before.")]
    AlreadyWithdrawn,
    /// Its questions have been answered.
    #[error("The questions of this link were answered. To change an answer, ask the club.")]
    Answered,
    /// It has run out.
    #[error("The link was good for {LINK_DAYS} days, and these are over. Ask the club for another.")]
    Expired,
    /// It has been withdrawn.
    #[error("The club has withdrawn the link, or made another in its place. Ask the club for the newest.")]
    Withdrawn,
    /// The child is of age by now.
    #[error("The player is 18 by now, and consents themselves.")]
    OfAge,
}

crate::problem_kinds! {
    CONSENT_LINK_OVER = 410 "consent-link-over", "The link is not good any more",
        "A link to consent by is good once, for 14 days, as long as the player is under 18 and no other takes its place. Whoever looks after the player makes another: `POST /v1/players/{id}/consent-links`.";
    CONSENT_LINK_ANSWERED = 409 "consent-link-answered", "The questions of the link were answered",
        "What was answered stands among the consents of the player, and is withdrawn there: `POST /v1/consents/{id}/withdrawals`.";
}

impl From<ConsentLinkRefusal> for Error {
    fn from(refusal: ConsentLinkRefusal) -> Error {
        let detail = refusal.to_string();
        match refusal {
            ConsentLinkRefusal::Unknown => NOT_FOUND.problem(detail),
            ConsentLinkRefusal::AlreadyWithdrawn => ALREADY_WITHDRAWN.problem(detail),
            ConsentLinkRefusal::Answered => CONSENT_LINK_ANSWERED.problem(detail),
            ConsentLinkRefusal::Expired | ConsentLinkRefusal::Withdrawn | ConsentLinkRefusal::OfAge => {
                CONSENT_LINK_OVER.problem(detail)
            }
        }
        .into()
    }
}

/// The stored form of a code: SHA-256 in hexadecimal. The code has 256 random bits, so no salt is needed.
pub(crate) fn stored_form(code: &str) -> String {
    sha256(code)
}

/// The path of the page on which the questions of the link with that code are answered.
pub fn page_of(code: &str) -> String {
    format!("/consents/{code}")
}

fn is_minor(player: &Player, today: NaiveDate) -> bool {
    player.person.as_ref().is_some_and(|person| person.is_minor(today))
}

impl ConsentLink {
    /// A link for the player, with its code, which is shown to whoever makes it and kept as a hash.
    ///
    /// # Errors
    /// `not-theirs-to-give`: players of age consent themselves.
    pub fn make(player: &Player, now: Timestamp) -> Result<(ConsentLink, String), Error> {
        if !is_minor(player, now.day()) {
            let detail = "The player is 18 or older, and consents themselves.";
            return Err(NOT_THEIRS_TO_GIVE.problem(detail).into());
        }
        let code = random::secret();
        let link = ConsentLink {
            id: ConsentLinkId::new(now),
            player: player.id,
            hash: stored_form(&code),
            created_at: now,
            expires_at: now.after(TimeDelta::days(LINK_DAYS)),
            answered_at: None,
            withdrawn_at: None,
        };
        Ok((link, code))
    }

    /// Whether it is good at that instant.
    #[must_use]
    pub fn state(&self, now: Timestamp) -> ConsentLinkState {
        match (self.answered_at, self.withdrawn_at) {
            (Some(_), _) => ConsentLinkState::Answered,
            (_, Some(_)) => ConsentLinkState::Withdrawn,
            (None, None) if self.expires_at <= now => ConsentLinkState::Expired,
            (None, None) => ConsentLinkState::Open,
        }
    }

    /// Refuses a link that is not good, or not any more.
    ///
    /// # Errors
    /// [`ConsentLinkRefusal`].
    pub fn refuse_over(&self, player: &Player, now: Timestamp) -> Result<(), ConsentLinkRefusal> {
        match self.state(now) {
            ConsentLinkState::Answered => Err(ConsentLinkRefusal::Answered),
            ConsentLinkState::Withdrawn => Err(ConsentLinkRefusal::Withdrawn),
            ConsentLinkState::Expired => Err(ConsentLinkRefusal::Expired),
            ConsentLinkState::Open if !is_minor(player, now.day()) => Err(ConsentLinkRefusal::OfAge),
            ConsentLinkState::Open => Ok(()),
        }
    }

    /// The link, at an end.
    ///
    /// # Errors
    /// [`ConsentLinkRefusal::Answered`], [`ConsentLinkRefusal::AlreadyWithdrawn`].
    pub fn withdrawn(self, now: Timestamp) -> Result<ConsentLink, ConsentLinkRefusal> {
        if self.answered_at.is_some() {
            return Err(ConsentLinkRefusal::Answered);
        }
        if self.withdrawn_at.is_some() {
            return Err(ConsentLinkRefusal::AlreadyWithdrawn);
        }
        Ok(ConsentLink {
            withdrawn_at: Some(now),
            ..self
        })
    }
}

/// An answer to one question.
#[derive(Debug, Clone, Serialize)]
pub struct Answer {
    /// The use that is asked about.
    pub purpose: Purpose,
    /// The version of the wording that was read.
    pub wording: String,
    /// Whether it is allowed.
    pub agrees: bool,
}

/// The answers of a parent or guardian.
#[derive(Debug, Clone, Serialize)]
pub struct Answers {
    /// Their name.
    pub guardian: String,
    /// Their relation to the player.
    pub relation: ConsentRelation,
    /// An answer to each question.
    pub answers: Vec<Answer>,
}

impl Answers {
    /// Reads what was answered.
    ///
    /// # Errors
    /// All faults at once.
    pub fn parse(guardian: &str, relation: ConsentRelation, answers: Vec<Answer>) -> Result<Answers, Faults> {
        let mut faults = Faults::default();
        let guardian = faults.check("/guardian", text(guardian, 200));
        let decides = relation.decides_for(true).then_some(relation);
        let relation = faults.check(
            "/relation",
            decides.ok_or_else(|| ValueError::new("not-allowed", "Must be a parent or a guardian.")),
        );
        match (guardian, relation) {
            (Some(guardian), Some(relation)) => Ok(Answers {
                guardian,
                relation,
                answers,
            }),
            _ => Err(faults),
        }
    }

    /// Refuses answers that are not one to each wording in force.
    ///
    /// # Errors
    /// A question is not answered, or twice, or by a wording that is not in force.
    pub fn refuse_unasked(&self, wordings: &[ConsentWording], today: NaiveDate) -> Result<(), Error> {
        for purpose in Purpose::ALL {
            let answers = self.answers.iter().filter(|answer| answer.purpose == *purpose);
            if in_force(wordings, *purpose, today).is_some() && answers.count() != 1 {
                let fault = ValueError::new("required", "Must answer each question once.");
                return Err(Faults::of("/answers", fault).into());
            }
        }
        for (place, answer) in self.answers.iter().enumerate() {
            let stale = refuse_stale(wordings, answer.purpose, &answer.wording, today);
            stale.map_err(|refusal| STALE_WORDING.at(&format!("/answers/{place}/wording"), refusal.to_string()))?;
        }
        Ok(())
    }

    /// The consent that an answer gives, if it allows something; signed on that day.
    #[must_use]
    pub fn given(&self, answer: &Answer, today: NaiveDate) -> Option<Given> {
        answer.agrees.then(|| Given {
            guardian: Some(self.guardian.clone()),
            relation: self.relation,
            purpose: answer.purpose,
            wording: answer.wording.clone(),
            given_on: today,
        })
    }

    /// The consents that end with the answers: what is refused now was allowed before, by whichever parent.
    #[must_use]
    pub fn ending(&self, consents: Vec<Consent>, now: Timestamp) -> Vec<(Consent, Consent)> {
        let refuses = |consent: &Consent| {
            let refused = |answer: &Answer| !answer.agrees && answer.purpose == consent.purpose;
            self.answers.iter().any(refused)
        };
        let affected = consents.into_iter().filter(refuses);
        let ended = affected.filter_map(|before| Some((before.clone(), before.withdrawn(now).ok()?)));
        ended.collect()
    }
}

/// The duplicate's links that end with a merger: who consents is asked anew.
#[must_use]
pub fn ending(theirs: Vec<ConsentLink>, merger: &Merger) -> Vec<ConsentLink> {
    let ended = theirs.into_iter().map(|link| link.withdrawn(merger.at));
    ended.filter_map(Result::ok).collect()
}
