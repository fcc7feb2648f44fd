//! Consents: what guardians allow for players under 18, and what players of age allow themselves.
//!
//! Two questions have two purposes, and neither answers the other. A name is withheld only of who is under 18, so that a
//! guardian's consent to its being public is of no more use from then on. Colours are shared of nobody without consent: what
//! a guardian has allowed holds until the player is 18, from then on it takes the player's own.

pub(crate) mod routes;
pub mod store;
pub mod use_cases;

use chrono::NaiveDate;
use diesel::{Insertable, Queryable, Selectable};
use serde::Serialize;
use utoipa::ToSchema;

use crate::clubs::ALREADY_WITHDRAWN;
use crate::players::Player;
use crate::players::merger::Merger;
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::{ConsentId, ConsentLinkId, PlayerId};
use crate::values::validation::{Faults, ValueError, past, text};

crate::string_enum! {
    /// The relation to a player of the person who decides for them.
    pub enum ConsentRelation as "ConsentRelation" {
        /// Mother or father.
        Parent = "parent",
        /// A guardian by law or by a court's order.
        Guardian = "guardian",
        /// The player, who is of age.
        Themselves = "self",
    }
}

crate::string_enum! {
    /// The use that a consent allows.
    pub enum Purpose as "Purpose" {
        /// The name of a player under 18 appears in public.
        PublishName = "publish_name",
        /// Institutions to which the federation has given leave, such as bursary offices and universities, read which
        /// colours the player has, and the player's name. What a guardian allows holds until the player is 18.
        ShareColours = "share_colours",
    }
}

impl ConsentRelation {
    /// Whether a person of this relation decides for a player who is under 18, or for one who is of age.
    #[must_use]
    pub fn decides_for(self, is_minor: bool) -> bool {
        match self {
            ConsentRelation::Parent | ConsentRelation::Guardian => is_minor,
            ConsentRelation::Themselves => !is_minor,
        }
    }
}

/// A consent, for those who look after the player.
#[derive(Debug, Clone, Serialize, ToSchema, Queryable, Selectable, Insertable)]
#[diesel(table_name = crate::db::schema::consents)]
pub struct Consent {
    /// Its id.
    #[schema(example = "019aa0cc-6e7f-7a8b-9c0d-1e2f3a4b5c6d")]
    pub id: ConsentId,
    /// The player for whom the consent is given.
    #[serde(rename = "player_id")]
    #[schema(example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")]
    #[diesel(column_name = player_id)]
    pub player: PlayerId,
    /// The parent or the guardian who consents; none where players consent for themselves.
    #[schema(example = "Lindiwe Mokoena")]
    pub guardian: Option<String>,
    /// The relation to the player of the person who consents.
    pub relation: ConsentRelation,
    /// The use that is allowed.
    pub purpose: Purpose,
    /// The version of the federation's wording that was signed.
    #[schema(example = "2026-1")]
    pub wording: String,
    /// The day of the signature.
    #[schema(example = "2026-11-20")]
    pub given_on: NaiveDate,
    /// The time at which it was recorded.
    #[schema(value_type = String, format = DateTime, example = "2026-11-20T08:00:00.000000Z")]
    pub recorded_at: Timestamp,
    /// The time at which it was withdrawn; it holds until then, and a guardian's never after the player is 18.
    #[schema(value_type = Option<String>, format = DateTime, example = "2027-01-15T12:30:00.000000Z")]
    pub withdrawn_at: Option<Timestamp>,
    /// The link by which the guardian has answered; none where it was recorded off paper, or given with an account.
    #[serde(rename = "link_id")]
    #[schema(example = "019aa0da-1a2b-7c3d-8e4f-5a6b7c8d9e0f")]
    #[diesel(column_name = link_id)]
    pub link: Option<ConsentLinkId>,
}

/// A consent as it was signed.
#[derive(Debug, Clone)]
pub struct Given {
    /// The guardian who has signed; none where players have for themselves.
    pub guardian: Option<String>,
    /// The relation to the player of the person who consents.
    pub relation: ConsentRelation,
    /// The use that is allowed.
    pub purpose: Purpose,
    /// The version of the federation's wording.
    pub wording: String,
    /// The day of the signature.
    pub given_on: NaiveDate,
}

impl Given {
    /// Reads what was asked for.
    ///
    /// # Errors
    /// All faults at once.
    pub fn parse(
        guardian: Option<&str>,
        relation: ConsentRelation,
        purpose: Purpose,
        wording: &str,
        given_on: NaiveDate,
        today: NaiveDate,
    ) -> Result<Given, Faults> {
        let mut faults = Faults::default();
        let guardian = faults.check("/guardian", signatory(guardian, relation));
        let relation = faults.check("/relation", concerned(relation, purpose));
        let wording = faults.check("/wording", text(wording, 40));
        let given_on = faults.check("/given_on", past(given_on, today));
        match (guardian, relation, wording, given_on) {
            (Some(guardian), Some(relation), Some(wording), Some(given_on)) => Ok(Given {
                guardian,
                relation,
                purpose,
                wording,
                given_on,
            }),
            _ => Err(faults),
        }
    }

    /// Refuses a consent that is not by the person who decides for the player on the day of the signature. A guardian may
    /// consent to the publishing of a name that is public anyway: that does no harm.
    ///
    /// # Errors
    /// [`ConsentRefusal::UnderAge`], [`ConsentRefusal::OfAge`].
    pub fn is_theirs_to_give(&self, player: &Player) -> Result<(), ConsentRefusal> {
        let minor = player
            .person
            .as_ref()
            .is_some_and(|person| person.is_minor(self.given_on));
        match (minor, self.purpose) {
            _ if self.relation.decides_for(minor) => Ok(()),
            (true, _) => Err(ConsentRefusal::UnderAge),
            (false, Purpose::ShareColours) => Err(ConsentRefusal::OfAge),
            (false, Purpose::PublishName) => Ok(()),
        }
    }
}

/// The guardian's name, if it is a guardian who consents.
fn signatory(guardian: Option<&str>, relation: ConsentRelation) -> Result<Option<String>, ValueError> {
    match (guardian, relation) {
        (None, ConsentRelation::Themselves) => Ok(None),
        (Some(_), ConsentRelation::Themselves) => Err(ValueError::new(
            "not-allowed",
            "Who consents for themselves names no guardian.",
        )),
        (None, ConsentRelation::Parent | ConsentRelation::Guardian) => {
            Err(ValueError::new("required", "Must be given."))
        }
        (Some(guardian), ConsentRelation::Parent | ConsentRelation::Guardian) => text(guardian, 200).map(Some),
    }
}

/// The relation, if there is anything to consent to in it: of who is of age the name is public already.
pub fn concerned(relation: ConsentRelation, purpose: Purpose) -> Result<ConsentRelation, ValueError> {
    match (relation, purpose) {
        (ConsentRelation::Themselves, Purpose::PublishName) => Err(ValueError::new(
            "not-for-this-purpose",
            "The name of a player of age is public without a consent.",
        )),
        _ => Ok(relation),
    }
}

/// The reason why the federation says no.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ConsentRefusal {
    /// A consent is withdrawn once.
    #[error("The consent was withdrawn before.")]
    AlreadyWithdrawn,
    /// A child has consented.
    #[error("The player was under 18 on that day: a parent or a guardian consents.")]
    UnderAge,
    /// A guardian has consented for who is of age.
    #[error("The player was 18 or older on that day, and consents themselves.")]
    OfAge,
}

crate::problem_kinds! {
    NOT_THEIRS_TO_GIVE = 422 "not-theirs-to-give", "Somebody else has to consent",
        "For who is under 18 on the day of the signature a parent or a guardian consents; who is older consents to share colours themselves.";
}

impl From<ConsentRefusal> for Error {
    fn from(refusal: ConsentRefusal) -> Error {
        let detail = refusal.to_string();
        match refusal {
            ConsentRefusal::AlreadyWithdrawn => ALREADY_WITHDRAWN.problem(detail),
            ConsentRefusal::UnderAge | ConsentRefusal::OfAge => NOT_THEIRS_TO_GIVE.at("/relation", detail),
        }
        .into()
    }
}

impl Consent {
    /// The record of what was signed for a player.
    #[must_use]
    pub fn of(id: ConsentId, player: PlayerId, given: Given, now: Timestamp) -> Consent {
        let Given {
            guardian,
            relation,
            purpose,
            wording,
            given_on,
        } = given;
        Consent {
            id,
            player,
            guardian,
            relation,
            purpose,
            wording,
            given_on,
            recorded_at: now,
            withdrawn_at: None,
            link: None,
        }
    }

    /// The consent as one that was given by that link.
    #[must_use]
    pub fn by_link(self, link: ConsentLinkId) -> Consent {
        Consent {
            link: Some(link),
            ..self
        }
    }

    /// Whether the other one allows the same, and is of a guardian as this one, or of the player as this one.
    fn allows_as(&self, other: &Consent) -> bool {
        let own = |consent: &Consent| consent.relation == ConsentRelation::Themselves;
        self.purpose == other.purpose && own(self) == own(other)
    }

    /// The consent as it is from that instant on.
    ///
    /// # Errors
    /// [`ConsentRefusal::AlreadyWithdrawn`].
    pub fn withdrawn(self, now: Timestamp) -> Result<Consent, ConsentRefusal> {
        if self.withdrawn_at.is_some() {
            return Err(ConsentRefusal::AlreadyWithdrawn);
        }
        Ok(Consent {
            withdrawn_at: Some(now),
            ..self
        })
    }
}

/// The duplicate's consents that end with a merger: those that hold, and allow what was not allowed for the entry that stays,
/// or was taken back there. Who consents is asked anew.
#[must_use]
pub fn ending(own: &[Consent], theirs: Vec<Consent>, merger: &Merger) -> Vec<Consent> {
    let is_allowed = |consent: &Consent| {
        own.iter()
            .any(|own| own.withdrawn_at.is_none() && own.allows_as(consent))
    };
    theirs
        .into_iter()
        .filter(|consent| consent.withdrawn_at.is_none() && !is_allowed(consent))
        .map(|consent| Consent {
            withdrawn_at: Some(merger.at),
            ..consent
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use crate::players::consents::*;
    use crate::players::merger::tests::{merger, nth};

    fn consent(id: u8, relation: ConsentRelation, purpose: Purpose, withdrawn: bool) -> Consent {
        let given = Given {
            guardian: None,
            relation,
            purpose,
            wording: "2026-1".to_owned(),
            given_on: "2026-11-20".parse().unwrap(),
        };
        let now = Timestamp("2026-11-20T08:00:00Z".parse().unwrap());
        Consent {
            withdrawn_at: withdrawn.then_some(now),
            ..Consent::of(nth(id), nth(100), given, now)
        }
    }

    #[test]
    fn a_guardian_decides_until_the_player_is_of_age() {
        for (relation, decides) in [
            (ConsentRelation::Parent, [true, false]),
            (ConsentRelation::Guardian, [true, false]),
            (ConsentRelation::Themselves, [false, true]),
        ] {
            assert_eq!([true, false].map(|is_minor| relation.decides_for(is_minor)), decides);
        }
    }

    #[test]
    fn a_merger_allows_nothing_that_was_allowed_for_one_entry_alone() {
        use ConsentRelation::{Guardian, Parent, Themselves};
        use Purpose::{PublishName, ShareColours};
        let own = [
            consent(1, Parent, PublishName, false),
            consent(2, Parent, ShareColours, true),
        ];
        let theirs = vec![
            consent(3, Guardian, PublishName, false),
            consent(4, Guardian, ShareColours, false),
            consent(5, Guardian, ShareColours, true),
            consent(6, Themselves, ShareColours, false),
        ];
        let ended = ending(&own, theirs, &merger());
        let ids: Vec<ConsentId> = ended.iter().map(|consent| consent.id).collect();
        assert_eq!(ids, [nth(4), nth(6)]);
        assert!(ended.iter().all(|consent| consent.withdrawn_at == Some(merger().at)));
    }
}
