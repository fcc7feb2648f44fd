//! Colours: what they are awarded for, who has earned them, proposals and awards.
//!
//! The service proposes with the evidence; a person always approves, and never the one who proposed.

pub mod candidates;
pub mod criteria;
pub mod decisions;
pub mod lacks;
pub mod refusals;
pub mod routes;
pub mod selections;
pub mod soundness;
pub mod store;
#[cfg(test)]
mod tests;
pub mod use_cases;
pub mod views;

use diesel::{AsChangeset, Insertable, Queryable, Selectable};
use serde::Serialize;

use crate::accounts::Reach;
use crate::colours::criteria::{Evidence, Judgement, MissingCondition};
use crate::federation::FederationSettings;
use crate::players::merger::Merger;
use crate::players::registrations::Division;
use crate::players::{Home, Player, PlayerName};
use crate::values::clock::Timestamp;
use crate::values::gaming_year::GamingYear;
use crate::values::id::{AccountId, AwardId, PlayerId};
use crate::values::sql_types::Json;

pub use refusals::ColoursRefusal;

/// A reference to where something is written has so many characters at most.
pub const LONGEST_REFERENCE: usize = 200;

/// A reason has so many characters at most.
pub const LONGEST_REASON: usize = 400;

crate::string_enum! {
    /// The reach of the honour.
    pub enum ColoursLevel as "ColoursLevel" {
        /// Colours of a region.
        Regional = "regional",
        /// Colours of a province.
        Provincial = "provincial",
        /// Colours of the national federation.
        NationalFederation = "national_federation",
        /// Colours of the country: “Protea”.
        National = "national",
    }
}

crate::string_enum! {
    /// The basis on which colours rest.
    pub enum ColoursBasis as "ColoursBasis" {
        /// One of the first places of an event.
        Place = "place",
        /// All rounds of an event were won.
        AllRounds = "all_rounds",
        /// All games of an event were won.
        AllGames = "all_games",
        /// One of the first places of a team in an event.
        TeamPlace = "team_place",
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
    /// The state of a proposal or an award.
    pub enum ColoursState as "ColoursState" {
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

impl ColoursState {
    /// The state in words.
    #[must_use]
    pub fn in_words(self) -> &'static str {
        match self {
            ColoursState::Proposed => "proposed, to be approved by a second person",
            ColoursState::Approved => "awarded",
            ColoursState::Refused => "refused",
            ColoursState::Revoked => "revoked",
            ColoursState::Superseded => "superseded by another award",
        }
    }
}

/// An award, or the proposal of one, as it is on record.
#[derive(Debug, Clone, Serialize, Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = crate::db::schema::colours, treat_none_as_null = true, treat_none_as_default_value = false)]
pub struct Award {
    /// Its id.
    pub id: AwardId,
    /// The player who has the colours, or is proposed for them; the audit trail has the name too.
    #[serde(skip)]
    #[diesel(column_name = player_id)]
    pub player: PlayerId,
    /// The level of the colours.
    pub level: ColoursLevel,
    /// The division of the colours.
    pub division: Division,
    /// The gaming year of the colours.
    pub year: GamingYear,
    /// The basis on which it rests.
    pub basis: ColoursBasis,
    /// The code of the province in which the player lived on the day that counts.
    #[diesel(column_name = province_code)]
    pub province: String,
    /// The code of the region; of regional colours alone.
    #[diesel(column_name = region_code)]
    pub region: Option<String>,
    /// The version of the criteria.
    #[serde(rename = "criteria_version")]
    pub criteria: i64,
    /// The evidence that the rule is met.
    pub evidence: Json<Vec<Evidence>>,
    /// The body that awards.
    pub awarding_body: String,
    /// The reason for which the board uses its discretion.
    pub reason: Option<String>,
    /// The state that it has reached.
    pub state: ColoursState,
    /// The account that has proposed it.
    pub proposed_by: AccountId,
    /// The time of the proposal.
    pub proposed_at: Timestamp,
    /// The reference of the confirmation.
    pub reference: Option<String>,
    /// The account that has approved it.
    pub approved_by: Option<AccountId>,
    /// The time of the approval.
    pub approved_at: Option<Timestamp>,
    /// The account that has refused, revoked or superseded it.
    pub ended_by: Option<AccountId>,
    /// The time of the refusal, revocation or supersession.
    pub ended_at: Option<Timestamp>,
    /// The reason for the refusal, revocation or supersession.
    pub ended_because: Option<String>,
    /// The award that has taken its place.
    pub superseded_by: Option<AwardId>,
}

/// A thing of a player's as the audit trail keeps it: with the name in full.
#[derive(Serialize)]
pub struct AuditRecord<'a, T> {
    player: PlayerName,
    #[serde(flatten)]
    thing: &'a T,
}

impl<'a, T> AuditRecord<'a, T> {
    pub fn of(thing: &'a T, player: &Player) -> AuditRecord<'a, T> {
        let player = player.named_in_full();
        AuditRecord { player, thing }
    }
}

/// An award as it is asked for.
#[derive(Debug, Clone)]
pub struct Proposal {
    /// The player.
    pub player: PlayerId,
    /// The level of the colours.
    pub level: ColoursLevel,
    /// The division of the colours.
    pub division: Division,
    /// The gaming year of the colours.
    pub year: GamingYear,
    /// The basis on which it rests.
    pub basis: ColoursBasis,
    /// The reason for which the board uses its discretion.
    pub reason: Option<String>,
}

impl Proposal {
    /// Refuses colours of a year that has not begun.
    ///
    /// # Errors
    /// [`ColoursRefusal::YearToCome`].
    pub fn refuse_year_to_come(&self, this_year: GamingYear) -> Result<(), ColoursRefusal> {
        if self.year > this_year {
            Err(ColoursRefusal::YearToCome)
        } else {
            Ok(())
        }
    }
}

/// The confirmation of an award by a second person.
#[derive(Debug)]
pub struct Approval {
    /// The account that approves.
    pub account: AccountId,
    /// The time of the approval.
    pub at: Timestamp,
    /// The reference to where it is written.
    pub reference: String,
}

/// The end of a proposal or an award.
#[derive(Debug)]
pub struct ColoursEnding {
    /// The account that ends it.
    pub account: AccountId,
    /// The time of the end.
    pub at: Timestamp,
    /// The reason for the end.
    pub reason: String,
}

/// The facts about the player whom a proposal is about.
#[derive(Debug)]
pub struct ProposalContext {
    /// The player.
    pub player: Player,
    /// Whether the player is suspended today.
    pub suspended: bool,
    /// The lack of the player's nationality for colours of the level, if there is one.
    pub foreign: Option<MissingCondition>,
    /// The place where the player lived on the day that counts; where they live today, if the rule is not met.
    pub home: Home,
    /// The version of the year's criteria.
    pub criteria: i64,
    /// The proof that the rule is met, or what is missing; none if there is no such rule.
    pub outcome: Option<Judgement>,
    /// All awards and proposals of the person, those of merged entries too.
    pub others: Vec<Award>,
    /// The body that awards such colours to who lives there.
    pub awarding_body: String,
}

impl ProposalContext {
    /// The evidence that the rule is met, if none of those awards and proposals stands in the way.
    fn evidence(&self, is_in_the_way: impl Fn(&Award) -> bool) -> Result<Json<Vec<Evidence>>, ColoursRefusal> {
        self.player.clone().unerased().map_err(|_| ColoursRefusal::Erased)?;
        if self.suspended {
            return Err(ColoursRefusal::NotEligible);
        }
        let outcome = self.outcome.as_ref().ok_or(ColoursRefusal::NoSuchRule)?;
        if let Some(lack) = &self.foreign {
            return Err(ColoursRefusal::NotNational(lack.clone()));
        }
        let (evidence, _) = outcome
            .as_ref()
            .map_err(|missing| ColoursRefusal::NotEarned(missing.clone()))?;
        let mut others = self.others.iter();
        if others.any(|other| is_in_the_way(other) && other.stands(&self.others)) {
            return Err(ColoursRefusal::AlreadyAwarded);
        }
        Ok(Json(evidence.clone()))
    }

    /// The region that colours of the level name: that of regional colours alone.
    fn region(&self, level: ColoursLevel) -> Option<String> {
        self.home.region.clone().filter(|_| level == ColoursLevel::Regional)
    }
}

/// The body that awards colours of that level to residents of the province of that name.
#[must_use]
pub fn awarding_body(settings: &FederationSettings, level: ColoursLevel, province: &str) -> String {
    let bodies = &settings.awarding_bodies;
    let wording = match level {
        ColoursLevel::Regional => &bodies.regional,
        ColoursLevel::Provincial => &bodies.provincial,
        ColoursLevel::NationalFederation => &bodies.national_federation,
        ColoursLevel::National => &bodies.national,
    };
    wording
        .replace("{federation}", settings.name())
        .replace("{province}", province)
}

impl Award {
    /// Proposes colours, if the rule is met that they are to rest on. They are of the province in which the player lived on
    /// the day, and proposed by who looks after that.
    ///
    /// # Errors
    /// The refusal that comes first.
    pub fn propose(
        id: AwardId,
        proposal: Proposal,
        context: &ProposalContext,
        account: AccountId,
        reach: &Reach,
        now: Timestamp,
    ) -> Result<Award, ColoursRefusal> {
        if !reach.covers_province(&context.home.province) {
            return Err(ColoursRefusal::OutOfScope);
        }
        let key = (proposal.level, proposal.division, proposal.year);
        let evidence = context.evidence(|other| other.key() == key)?;
        Ok(Award {
            id,
            player: context.player.id,
            level: proposal.level,
            division: proposal.division,
            year: proposal.year,
            basis: proposal.basis,
            province: context.home.province.clone(),
            region: context.region(proposal.level),
            criteria: context.criteria,
            evidence,
            awarding_body: context.awarding_body.clone(),
            reason: proposal.reason,
            state: ColoursState::Proposed,
            proposed_by: account,
            proposed_at: now,
            reference: None,
            approved_by: None,
            approved_at: None,
            ended_by: None,
            ended_at: None,
            ended_because: None,
            superseded_by: None,
        })
    }

    /// The proposal with which it began.
    pub fn proposal(&self) -> Proposal {
        Proposal {
            player: self.player,
            level: self.level,
            division: self.division,
            year: self.year,
            basis: self.basis,
            reason: self.reason.clone(),
        }
    }

    /// The level, division and year, for which a player has colours once.
    fn key(&self) -> (ColoursLevel, Division, GamingYear) {
        (self.level, self.division, self.year)
    }

    /// Whether it stands in the way of another one of its kind: what was superseded does for as long as what has taken its
    /// place stands.
    fn stands(&self, others: &[Award]) -> bool {
        match self.state {
            ColoursState::Proposed | ColoursState::Approved => true,
            ColoursState::Refused | ColoursState::Revoked => false,
            ColoursState::Superseded => {
                let successor = others.iter().find(|other| Some(other.id) == self.superseded_by);
                successor.is_some_and(|successor| successor.stands(others))
            }
        }
    }

    /// The award, if it is within reach.
    ///
    /// # Errors
    /// [`ColoursRefusal::OutOfScope`].
    pub fn within(self, reach: &Reach) -> Result<Award, ColoursRefusal> {
        if reach.covers_province(&self.province) {
            Ok(self)
        } else {
            Err(ColoursRefusal::OutOfScope)
        }
    }

    fn proposed(self) -> Result<Award, ColoursRefusal> {
        if self.state == ColoursState::Proposed {
            Ok(self)
        } else {
            Err(ColoursRefusal::NotProposed(self.state))
        }
    }

    fn holding(self) -> Result<Award, ColoursRefusal> {
        if self.state == ColoursState::Approved {
            Ok(self)
        } else {
            Err(ColoursRefusal::NotApproved(self.state))
        }
    }

    fn ended(self, state: ColoursState, ending: ColoursEnding) -> Award {
        Award {
            state,
            ended_by: Some(ending.account),
            ended_at: Some(ending.at),
            ended_because: Some(ending.reason),
            ..self
        }
    }

    /// The proposal, approved by a second person. What it rests on is looked at once more: results may have been corrected.
    ///
    /// # Errors
    /// The refusal that comes first.
    pub fn approved(self, context: &ProposalContext, approval: Approval) -> Result<Award, ColoursRefusal> {
        let award = self.proposed()?;
        if award.proposed_by == approval.account {
            return Err(ColoursRefusal::SamePerson);
        }
        // Of two entries of one person both may have been proposed before they were merged.
        let is_in_the_way = |other: &Award| other.key() == award.key() && other.state != ColoursState::Proposed;
        Ok(Award {
            state: ColoursState::Approved,
            evidence: context.evidence(is_in_the_way)?,
            province: context.home.province.clone(),
            region: context.region(award.level),
            awarding_body: context.awarding_body.clone(),
            reference: Some(approval.reference),
            approved_by: Some(approval.account),
            approved_at: Some(approval.at),
            ..award
        })
    }

    /// The proposal, refused.
    ///
    /// # Errors
    /// [`ColoursRefusal::NotProposed`].
    pub fn refused(self, ending: ColoursEnding) -> Result<Award, ColoursRefusal> {
        Ok(self.proposed()?.ended(ColoursState::Refused, ending))
    }

    /// The award, revoked.
    ///
    /// # Errors
    /// [`ColoursRefusal::NotApproved`].
    pub fn revoked(self, ending: ColoursEnding) -> Result<Award, ColoursRefusal> {
        Ok(self.holding()?.ended(ColoursState::Revoked, ending))
    }

    /// The award, in whose place another one of the same person stands.
    ///
    /// # Errors
    /// [`ColoursRefusal::NotApproved`], [`ColoursRefusal::NoSuccessor`].
    pub fn superseded(
        self,
        successor: AwardId,
        others: &[Award],
        ending: ColoursEnding,
    ) -> Result<Award, ColoursRefusal> {
        let award = self.holding()?;
        let is_fit =
            |other: &Award| other.id == successor && other.id != award.id && other.state == ColoursState::Approved;
        if !others.iter().any(is_fit) {
            return Err(ColoursRefusal::NoSuccessor(successor));
        }
        Ok(Award {
            superseded_by: Some(successor),
            ..award.ended(ColoursState::Superseded, ending)
        })
    }
}

/// The duplicate's colours that a merger gives to the entry that stays. A player has colours of a level and division once a
/// year: where both have, the duplicate's stay with the duplicate.
#[must_use]
pub fn merged(own: &[Award], theirs: Vec<Award>, merger: &Merger) -> Vec<Award> {
    let has = |award: &Award| own.iter().any(|own| own.ended_at.is_none() && own.key() == award.key());
    let moved = |award| Award {
        player: merger.stays,
        ..award
    };
    theirs.into_iter().filter(|award| !has(award)).map(moved).collect()
}
