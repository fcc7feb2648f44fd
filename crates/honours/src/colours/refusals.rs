//! The reasons for which colours are not proposed or awarded, and what they are over HTTP.

use serde_json::{Map, json};

use crate::accounts::OUT_OF_SCOPE;
use crate::colours::ColoursState;
use crate::colours::criteria::MissingCondition;
use crate::players::ERASED;
use crate::players::suspensions::{NOT_ELIGIBLE, NOT_ELIGIBLE_DETAIL};
use crate::values::error::Error;
use crate::values::id::AwardId;
use crate::values::validation::{Faults, ValueError};

/// The reason for which the federation says no; the first that applies.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ColoursRefusal {
    /// The colours are of another province than the caller's.
    #[error(
        "You do not look after the province of these colours: the one in which the player lived on the day on which they \
         rest; as long as they rest on nothing, the one in which the player lives."
    )]
    OutOfScope,
    /// The gaming year has not begun.
    #[error("Must not be a year that is still to come.")]
    YearToCome,
    /// The person's data was erased.
    #[error("The person's data was erased.")]
    Erased,
    /// The player is suspended.
    #[error("{NOT_ELIGIBLE_DETAIL}")]
    NotEligible,
    /// No rule of that basis gives these colours.
    #[error("The criteria have no such rule.")]
    NoSuchRule,
    /// The colours are of the country, and the player is none of its nationals on record.
    #[error("{}", .0.sentence)]
    NotNational(MissingCondition),
    /// The rule is not met.
    #[error("{}", sentences(.0))]
    NotEarned(Vec<MissingCondition>),
    /// One of a level and division in a year.
    #[error("The player has these colours for the year, or is proposed for them.")]
    AlreadyAwarded,
    /// It waits for nobody any more.
    #[error("The proposal is {} already.", .0.as_str())]
    NotProposed(ColoursState),
    /// One person proposes and another one approves.
    #[error("You have proposed the award; a second person approves it.")]
    SamePerson,
    /// It is no award that holds.
    #[error("It is {}, and no award that holds.", .0.as_str())]
    NotApproved(ColoursState),
    /// The successor is no other award of the player that holds.
    #[error("There is no other award of the player with the id {0} that holds.")]
    NoSuccessor(AwardId),
}

crate::problem_kinds! {
    NO_SUCH_RULE = 422 "no-such-rule", "The criteria have no such rule",
        "No rule of that basis gives these colours. `GET /v1/colours-criteria` lists the rules.";
    CRITERIA_IN_PAST = 422 "criteria-in-past", "The year is over",
        "Criteria are set for this gaming year or a later one. Those of years that are over stay what they were.";
    CRITERIA_IN_USE = 409 "criteria-in-use", "Colours were proposed by the criteria of the year",
        "Everybody's colours of a year are judged by the same criteria: set others for a later year.";
    NOT_NATIONAL = 409 "not-national", "National colours are for the country's own nationals",
        "Whatever they rest on. `missing` says whether another nationality is on record, or none: `PATCH /v1/players/{id}/particulars` records it.";
    NOT_EARNED = 409 "not-earned", "The rule is not met",
        "`missing` lists what is missing. `GET /v1/players/{id}/colours-candidacy` shows it at any moment.";
    ALREADY_AWARDED = 409 "already-awarded", "The player has these colours",
        "A player has colours of one level and division once a year, and is proposed for them once, unless that was refused or revoked, or superseded by what was.";
    NOT_PROPOSED = 409 "not-proposed", "The proposal is closed",
        "It was approved or refused before.";
    SECOND_PERSON_APPROVES = 403 "second-person-approves", "A second person approves",
        "Whoever has proposed an award does not approve it.";
    NOT_APPROVED = 409 "not-approved", "It is no award that holds",
        "It is not approved yet, or was refused, revoked or superseded.";
    NO_SUCCESSOR = 422 "no-successor", "Nothing can take its place",
        "What takes the place of an award is another one of the same player that holds.";
}

impl From<ColoursRefusal> for Error {
    fn from(refusal: ColoursRefusal) -> Error {
        let detail = refusal.to_string();
        match refusal {
            ColoursRefusal::OutOfScope => OUT_OF_SCOPE.problem(detail),
            ColoursRefusal::YearToCome => {
                return Faults::of("/year", ValueError::new("too-far-ahead", detail)).into();
            }
            ColoursRefusal::Erased => ERASED.problem(detail),
            ColoursRefusal::NotEligible => NOT_ELIGIBLE.problem(detail),
            ColoursRefusal::NoSuchRule => NO_SUCH_RULE.at("/basis", detail),
            ColoursRefusal::NotNational(lack) => {
                let facts = Map::from_iter([("missing".to_owned(), json!([lack]))]);
                NOT_NATIONAL.problem(detail).with_facts(facts)
            }
            ColoursRefusal::NotEarned(missing) => {
                let facts = Map::from_iter([("missing".to_owned(), json!(missing))]);
                NOT_EARNED.problem(detail).with_facts(facts)
            }
            ColoursRefusal::AlreadyAwarded => ALREADY_AWARDED.problem(detail),
            ColoursRefusal::NotProposed(_) => NOT_PROPOSED.problem(detail),
            ColoursRefusal::SamePerson => SECOND_PERSON_APPROVES.problem(detail),
            ColoursRefusal::NotApproved(_) => NOT_APPROVED.problem(detail),
            ColoursRefusal::NoSuccessor(_) => NO_SUCCESSOR.at("/successor_id", detail),
        }
        .into()
    }
}

fn sentences(missing: &[MissingCondition]) -> String {
    missing
        .iter()
        .map(|missing| missing.sentence.clone())
        .collect::<Vec<_>>()
        .join(" ")
}
