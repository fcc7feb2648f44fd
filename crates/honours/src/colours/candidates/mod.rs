//! Candidates: players who have earned colours, and what others lack.

pub(crate) mod dossier;
pub(crate) mod routes;
pub mod use_cases;

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;

use crate::colours::criteria::rules::{Criteria, Rule};
use crate::colours::criteria::{Dossier, Evidence, Judgement, MissingCondition};
use crate::colours::{ColoursBasis, ColoursLevel};
use crate::players::Home;
use crate::players::registrations::Division;
use crate::values::gaming_year::GamingYear;
use crate::values::id::PlayerId;

/// A rule that a player meets.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ColoursMerit)]
pub struct Merit {
    /// The basis on which the colours can rest.
    pub basis: ColoursBasis,
    /// The rule in a sentence.
    #[schema(example = "Selected for the national squad.")]
    pub rule: String,
    /// The evidence that it is met.
    pub evidence: Vec<Evidence>,
}

/// A player who has earned colours of a level, in one division.
#[derive(Debug)]
pub struct ColoursCandidate {
    pub key: CandidateKey,
    pub division: Division,
    /// The place where the player lived on the day that counts for the first of the rules.
    pub home: Home,
    /// The rules that are met.
    pub merits: Vec<Merit>,
}

/// The player, and the place of the division: by these candidates are sorted.
pub type CandidateKey = (PlayerId, usize);

impl ColoursCandidate {
    /// All who meet a rule for colours of that level, and lived in such a province on the day that counts for it.
    pub fn all(
        criteria: &Criteria,
        dossier: &Dossier,
        level: ColoursLevel,
        is_wanted: impl Fn(&str) -> bool,
    ) -> impl Iterator<Item = ColoursCandidate> {
        let mut found: BTreeMap<CandidateKey, ColoursCandidate> = BTreeMap::new();
        for (place, division) in Division::ALL.iter().copied().enumerate() {
            let players = dossier.players(division);
            for rule in criteria.of(level, division) {
                for player in &players {
                    let proof = dossier.judge(rule, division, *player).and_then(Result::ok);
                    let Some((evidence, home)) = proof.filter(|(_, home)| is_wanted(&home.province)) else {
                        continue;
                    };
                    let key = (*player, place);
                    let candidate = found.entry(key).or_insert(ColoursCandidate {
                        key,
                        division,
                        home,
                        merits: Vec::new(),
                    });
                    candidate.merits.push(Merit {
                        basis: rule.condition.basis(),
                        rule: rule.sentence(),
                        evidence,
                    });
                }
            }
        }
        found.into_values()
    }
}

/// A rule, held against what is on record of a player.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ColoursFinding)]
pub struct ColoursFinding {
    /// The level of the colours.
    pub level: ColoursLevel,
    /// The basis on which the colours can rest.
    pub(crate) basis: ColoursBasis,
    /// The division of the colours.
    pub division: Division,
    /// The rule in a sentence.
    #[schema(example = "Selected for the national squad.")]
    pub rule: String,
    /// Whether it is met.
    #[schema(example = false)]
    pub met: bool,
    /// The code of the province that the colours are of, if it is met.
    #[schema(example = "ZA-NW")]
    pub(crate) province: Option<String>,
    /// The evidence that it is met.
    pub evidence: Vec<Evidence>,
    /// Everything that is missing.
    pub missing: Vec<MissingCondition>,
}

impl ColoursFinding {
    pub fn of(rule: &Rule, division: Division, outcome: Judgement) -> ColoursFinding {
        let met = outcome.is_ok();
        let (evidence, province, missing) = match outcome {
            Ok((evidence, home)) => (evidence, Some(home.province), Vec::new()),
            Err(missing) => (Vec::new(), None, missing),
        };
        ColoursFinding {
            level: rule.level,
            basis: rule.condition.basis(),
            division,
            rule: rule.sentence(),
            met,
            province,
            evidence,
            missing,
        }
    }
}

/// The candidacy of a player: what the player has, and what the player lacks, for colours.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ColoursCandidacy)]
pub struct Candidacy {
    /// The player.
    #[schema(example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")]
    pub(crate) player_id: PlayerId,
    /// The gaming year of the colours.
    #[schema(example = 2027)]
    pub(crate) year: GamingYear,
    /// Rule by rule, in each division in which the player has played or was selected; as a senior without any.
    pub items: Vec<ColoursFinding>,
}
