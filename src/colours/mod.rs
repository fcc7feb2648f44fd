//! Colours: what they are awarded for, who has earned them, proposals and awards.
//!
//! The service proposes with the evidence; a person always approves, and never the one who proposed.

pub(crate) mod candidates;
pub mod criteria;
pub(crate) mod decisions;
pub(crate) mod routes;
pub mod selections;
pub(crate) mod store;
pub(crate) mod views;

use crate::accounts::OUT_OF_SCOPE;
use crate::colours::views::MissingView;
use crate::players::{self, UNKNOWN_PLAYER};
use crate::values::error::Error;
use chrono::NaiveDate;
use serde_json::Map;
use serde_json::json;

use crate::accounts::Reach;
use crate::colours::criteria::rules::Criteria;
use crate::colours::criteria::{Evidence, Missing, Outcome};
use crate::players::registrations::Division;
use crate::players::{Home, Player};
use crate::values::clock::Timestamp;
use crate::values::gaming_year::GamingYear;
use crate::values::id::Id;

crate::string_enum! {
    /// How far the honour reaches.
    pub enum Level as "ColoursLevel" {
        /// Of a region.
        Regional = "regional",
        /// Of a province.
        Provincial = "provincial",
        /// Of the national federation.
        NationalFederation = "national_federation",
        /// Of the country: “Protea”.
        National = "national",
    }
}

crate::string_enum! {
    /// On what colours rest.
    pub enum Basis as "ColoursBasis" {
        /// One of the first places of an event.
        Place = "place",
        /// All rounds of an event were won.
        AllRounds = "all_rounds",
        /// All games of an event were won.
        AllGames = "all_games",
        /// The top half of two events of one calendar year.
        TopHalf = "top_half",
        /// Selection for a team.
        Selection = "selection",
        /// Selection as an umpire.
        Umpire = "umpire",
        /// The board's discretion.
        Discretion = "discretion",
    }
}

crate::string_enum! {
    /// What became of a proposal.
    pub enum State as "ColoursState" {
        /// It waits for a second person.
        Proposed = "proposed",
        /// The colours are awarded.
        Approved = "approved",
        /// It was refused.
        Refused = "refused",
        /// The award was taken back.
        Revoked = "revoked",
        /// Another award has taken its place.
        Superseded = "superseded",
    }
}

/// Who has approved an award, when, and where that is written.
#[derive(Debug, Clone)]
pub struct Approval {
    /// Who.
    pub by: Id,
    /// When.
    pub at: Timestamp,
    /// The reference of the confirmation.
    pub reference: String,
}

/// How a proposal or an award came to its end.
#[derive(Debug, Clone)]
pub struct Ending {
    /// By whom.
    pub by: Id,
    /// When.
    pub at: Timestamp,
    /// Why.
    pub reason: String,
    /// The award that has taken its place.
    pub superseded_by: Option<Id>,
}

/// An award, or the proposal of one, as it is on record.
#[derive(Debug, Clone)]
pub struct Award {
    /// Its id.
    pub id: Id,
    /// Whose.
    pub player: Id,
    /// Which colours.
    pub level: Level,
    /// In which division.
    pub division: Division,
    /// For which gaming year.
    pub year: GamingYear,
    /// On what it rests.
    pub basis: Basis,
    /// Where the player lived on the day that counts; the region of regional colours alone.
    pub home: Home,
    /// The version of the criteria.
    pub criteria: i64,
    /// What shows that the rule is met.
    pub evidence: Vec<Evidence>,
    /// Who awards.
    pub awarding_body: String,
    /// Why the board uses its discretion.
    pub reason: Option<String>,
    /// What became of it.
    pub state: State,
    /// Who has proposed it.
    pub proposed_by: Id,
    /// When.
    pub proposed_at: Timestamp,
    /// The approval, if there is one.
    pub approval: Option<Approval>,
    /// The end, if there is one.
    pub ending: Option<Ending>,
}

/// An award as it is asked for.
#[derive(Debug, Clone)]
pub struct Proposal {
    /// Whose.
    pub player: Id,
    /// Which colours.
    pub level: Level,
    /// In which division.
    pub division: Division,
    /// For which gaming year.
    pub year: GamingYear,
    /// On what it rests.
    pub basis: Basis,
    /// Why the board uses its discretion.
    pub reason: Option<String>,
}

/// Why the federation says no; the first that applies.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// There is no such player.
    #[error("There is no player with the id {0}.")]
    UnknownPlayer(Id),
    /// The player lives in another province than the caller's.
    #[error("You do not look after the province in which the player lives.")]
    OutOfScope,
    /// The person's data was erased.
    #[error("The person's data was erased.")]
    Erased,
    /// No rule of that basis gives these colours.
    #[error("The criteria have no such rule.")]
    NoSuchRule,
    /// The rule is not met.
    #[error("{}", sentences(.0))]
    NotEarned(Vec<Missing>),
    /// One of a level and division in a year.
    #[error("The player has these colours for the year, or is proposed for them.")]
    AlreadyAwarded,
    /// It waits for nobody any more.
    #[error("The proposal is {} already.", .0.word())]
    NotProposed(State),
    /// Who proposes does not approve.
    #[error("You have proposed the award; a second person approves it.")]
    SamePerson,
    /// It is no award that holds.
    #[error("It is {}, and no award that holds.", .0.word())]
    NotApproved(State),
    /// What is to take its place is no other award of the player that holds.
    #[error("There is no other award of the player with the id {0} that holds.")]
    NoSuccessor(Id),
}

crate::problem_kinds! {
    NO_SUCH_RULE = 422 "no-such-rule", "The criteria have no such rule",
        "No rule of that basis gives these colours. `GET /v1/colours-criteria` lists the rules.";
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

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Error {
        let detail = refusal.to_string();
        match refusal {
            Refusal::UnknownPlayer(_) => UNKNOWN_PLAYER.at("/player_id", detail),
            Refusal::OutOfScope => OUT_OF_SCOPE.problem(detail),
            Refusal::Erased => return players::Refusal::Erased.into(),
            Refusal::NoSuchRule => NO_SUCH_RULE.at("/basis", detail),
            Refusal::NotEarned(missing) => {
                let missing: Vec<MissingView> = missing.into_iter().map(MissingView::from).collect();
                NOT_EARNED
                    .problem(detail)
                    .with_facts(Map::from_iter([("missing".to_owned(), json!(missing))]))
            }
            Refusal::AlreadyAwarded => ALREADY_AWARDED.problem(detail),
            Refusal::NotProposed(_) => NOT_PROPOSED.problem(detail),
            Refusal::SamePerson => SECOND_PERSON_APPROVES.problem(detail),
            Refusal::NotApproved(_) => NOT_APPROVED.problem(detail),
            Refusal::NoSuccessor(_) => NO_SUCCESSOR.at("/successor_id", detail),
        }
        .into()
    }
}

fn sentences(missing: &[Missing]) -> String {
    missing
        .iter()
        .map(|missing| missing.sentence.clone())
        .collect::<Vec<_>>()
        .join(" ")
}

/// The first and the last day of a gaming year.
pub(crate) fn days(year: GamingYear) -> Option<(NaiveDate, NaiveDate)> {
    let day = |year: i64, month, day| NaiveDate::from_ymd_opt(i32::try_from(year).ok()?, month, day);
    Some((day(year.previous().number(), 11, 1)?, day(year.number(), 10, 31)?))
}

/// What is known of those whom a proposal is about.
#[derive(Debug)]
pub struct Known {
    /// The player, if there is one.
    pub player: Option<Player>,
    /// The criteria of the year.
    pub criteria: Criteria,
    /// What shows that the rule is met, or what is missing; none if there is no such rule.
    pub outcome: Option<Outcome>,
    /// All awards and proposals of the person, those of merged entries too.
    pub others: Vec<Award>,
}

impl Known {
    /// Where the player lived on the day that counts; today, if the rule is not met.
    #[must_use]
    pub fn home(&self) -> Option<&Home> {
        match &self.outcome {
            Some(Ok((_, home))) => Some(home),
            Some(Err(_)) | None => self.player.as_ref().map(|player| &player.home),
        }
    }
}

/// Whether an award or a proposal stands in the way of another one of its kind: what was superseded does for as long as what
/// has taken its place stands.
fn stands(award: &Award, others: &[Award]) -> bool {
    match award.state {
        State::Proposed | State::Approved => true,
        State::Refused | State::Revoked => false,
        State::Superseded => {
            let successor = award.ending.as_ref().and_then(|ending| ending.superseded_by);
            others
                .iter()
                .find(|other| Some(other.id) == successor)
                .is_some_and(|other| stands(other, others))
        }
    }
}

/// What an award tells of where the player lived: the region of regional colours alone.
fn home_of(level: Level, home: Home) -> Home {
    Home {
        region: home.region.filter(|_| level == Level::Regional),
        ..home
    }
}

impl Award {
    /// Proposes colours, if the rule is met that they are to rest on. They are of the province in which the player lived on
    /// the day, and proposed by who looks after that.
    ///
    /// # Errors
    /// The refusal that comes first.
    pub fn propose(
        proposal: Proposal,
        id: Id,
        (known, awarding_body): (Known, String),
        (by, reach): (Id, &Reach),
        now: Timestamp,
    ) -> Result<Award, Refusal> {
        let Proposal {
            player,
            level,
            division,
            year,
            basis,
            reason,
        } = proposal;
        let home = known.home().ok_or(Refusal::UnknownPlayer(player))?;
        if !reach.covers_province(&home.province) {
            return Err(Refusal::OutOfScope);
        }
        let player = known.player.ok_or(Refusal::UnknownPlayer(player))?;
        let player = player.unerased().map_err(|_| Refusal::Erased)?.id;
        let outcome = known.outcome.ok_or(Refusal::NoSuchRule)?;
        let (evidence, home) = outcome.map_err(Refusal::NotEarned)?;
        let same = |other: &&Award| (other.level, other.division, other.year) == (level, division, year);
        if known
            .others
            .iter()
            .filter(same)
            .any(|other| stands(other, &known.others))
        {
            return Err(Refusal::AlreadyAwarded);
        }
        Ok(Award {
            id,
            player,
            level,
            division,
            year,
            basis,
            home: home_of(level, home),
            criteria: known.criteria.version,
            evidence,
            awarding_body,
            reason,
            state: State::Proposed,
            proposed_by: by,
            proposed_at: now,
            approval: None,
            ending: None,
        })
    }

    /// The award, if it is within reach.
    ///
    /// # Errors
    /// [`Refusal::OutOfScope`].
    pub fn within(self, reach: &Reach) -> Result<Award, Refusal> {
        if reach.covers_province(&self.home.province) {
            Ok(self)
        } else {
            Err(Refusal::OutOfScope)
        }
    }

    fn proposed(self) -> Result<Award, Refusal> {
        if self.state == State::Proposed {
            Ok(self)
        } else {
            Err(Refusal::NotProposed(self.state))
        }
    }

    fn holding(self) -> Result<Award, Refusal> {
        if self.state == State::Approved {
            Ok(self)
        } else {
            Err(Refusal::NotApproved(self.state))
        }
    }

    /// The proposal, approved by a second person. What it rests on is looked at once more: results may have been corrected.
    ///
    /// # Errors
    /// The refusal that comes first.
    pub fn approved(self, known: Known, body: String, approval: Approval) -> Result<Award, Refusal> {
        let award = self.proposed()?;
        if award.proposed_by == approval.by {
            return Err(Refusal::SamePerson);
        }
        known
            .player
            .ok_or(Refusal::UnknownPlayer(award.player))?
            .unerased()
            .map_err(|_| Refusal::Erased)?;
        let outcome = known.outcome.ok_or(Refusal::NoSuchRule)?;
        let (evidence, home) = outcome.map_err(Refusal::NotEarned)?;
        // Of two entries of one person both may have been proposed before they were merged.
        let key = (award.level, award.division, award.year);
        let same = |other: &&Award| (other.level, other.division, other.year) == key && other.state != State::Proposed;
        if known
            .others
            .iter()
            .filter(same)
            .any(|other| stands(other, &known.others))
        {
            return Err(Refusal::AlreadyAwarded);
        }
        let (home, approval) = (home_of(award.level, home), Some(approval));
        Ok(Award {
            state: State::Approved,
            evidence,
            home,
            awarding_body: body,
            approval,
            ..award
        })
    }

    /// The proposal, refused.
    ///
    /// # Errors
    /// [`Refusal::NotProposed`].
    pub fn refused(self, ending: Ending) -> Result<Award, Refusal> {
        Ok(Award {
            state: State::Refused,
            ending: Some(ending),
            ..self.proposed()?
        })
    }

    /// The award, revoked.
    ///
    /// # Errors
    /// [`Refusal::NotApproved`].
    pub fn revoked(self, ending: Ending) -> Result<Award, Refusal> {
        Ok(Award {
            state: State::Revoked,
            ending: Some(ending),
            ..self.holding()?
        })
    }

    /// The award, in whose place another one of the same person stands.
    ///
    /// # Errors
    /// [`Refusal::NotApproved`], [`Refusal::NoSuccessor`].
    pub fn superseded(self, by: Id, others: &[Award], ending: Ending) -> Result<Award, Refusal> {
        let award = self.holding()?;
        let is_fit = |other: &&Award| other.id == by && other.id != award.id && other.state == State::Approved;
        let other = others.iter().find(is_fit).ok_or(Refusal::NoSuccessor(by))?;
        let ending = Ending {
            superseded_by: Some(other.id),
            ..ending
        };
        Ok(Award {
            state: State::Superseded,
            ending: Some(ending),
            ..award
        })
    }
}
