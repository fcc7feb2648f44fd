//! Awards judged again: what each lacks today of the rule that it rests on.

use std::collections::{HashMap, HashSet};

use crate::colours::candidates::dossier;
use crate::colours::criteria::judging::{at_discretion, first_met, foreign};
use crate::colours::criteria::rules::Rule;
use crate::colours::criteria::{self, Dossier, Judgement, Lack, MissingCondition};
use crate::colours::{Award, ColoursBasis, ColoursState};
use crate::db::Conn;
use crate::federation;
use crate::players::use_cases::with_players;
use crate::players::{self, Home, Player};
use crate::tournaments::ratification::store::ratified;
use crate::values::error::Error;
use crate::values::gaming_year::GamingYear;
use crate::values::id::{AwardId, TournamentId};

/// Finds awards and proposals that lack something, each with what.
pub type Lacking = HashMap<AwardId, Vec<MissingCondition>>;

/// Judges those of the awards and proposals again that have not ended, each by the criteria by which it was proposed.
pub fn lacking<'a>(c: &mut Conn, awards: impl IntoIterator<Item = &'a Award>) -> Result<Lacking, Error> {
    let in_force = |award: &&Award| matches!(award.state, ColoursState::Proposed | ColoursState::Approved);
    let awards: Vec<Award> = awards.into_iter().filter(in_force).cloned().collect();
    let under_review: HashSet<TournamentId> = ratified::under_review(c)?.into_iter().collect();
    let mut by_criteria: HashMap<(GamingYear, i64), Vec<(Award, Player)>> = HashMap::new();
    for (award, player) in with_players(c, awards, |award| award.player)? {
        // Of whom nothing is known any more nothing can be asked.
        if player.person.is_some() {
            let key = (award.year, award.criteria);
            by_criteria.entry(key).or_default().push((award, player));
        }
    }
    let mut lacking = Lacking::new();
    for ((year, version), awards) in by_criteria {
        let criteria = criteria::store::find(c, version)?;
        let criteria = criteria.ok_or_else(|| Error::Internal(format!("the criteria of version {version}")))?;
        let rules_of = |award: &Award| -> Vec<&Rule> {
            let rules = criteria.of(award.level, award.division);
            rules.filter(|rule| rule.condition.basis() == award.basis).collect()
        };
        let mut events = Vec::new();
        for event in awards
            .iter()
            .flat_map(|(award, _)| rules_of(award))
            .flat_map(|rule| rule.condition.events())
        {
            if !events.contains(&event) {
                events.push(event);
            }
        }
        let first = awards.first().map(|(_, player)| player.id);
        let only = first.filter(|first| awards.iter().all(|(_, player)| player.id == *first));
        let dossier = dossier::load(c, year, &events, only)?;
        for (award, player) in &awards {
            let judgement = judge(c, award, player, &rules_of(award), &dossier)?;
            let mut lacks = award.lacks(judgement);
            lacks.extend(award.under_review(&under_review));
            if !lacks.is_empty() {
                lacking.insert(award.id, lacks);
            }
        }
    }
    Ok(lacking)
}

/// The award, held against what is on record today; nothing, if its criteria have no such rule.
fn judge(
    c: &mut Conn,
    award: &Award,
    player: &Player,
    rules: &[&Rule],
    dossier: &Dossier,
) -> Result<Option<Judgement>, Error> {
    if award.basis != ColoursBasis::Discretion {
        let judgements = rules
            .iter()
            .filter_map(|rule| dossier.judge(rule, award.division, player.id));
        return Ok(first_met(judgements));
    }
    let residences = players::residences::store::list(c, player.id)?;
    let (_, last) = federation::store::calendar(c)?.days(award.year);
    let judgement = at_discretion(award.level, last, &residences, award.proposed_at.day());
    let nationality = player.person.as_ref().and_then(|person| person.nationality);
    Ok(Some(match foreign(award.level, nationality) {
        Some(lack) => Err(vec![lack]),
        None => judgement,
    }))
}

impl Award {
    /// Finds what is missing; also that the player, as is known now, lived elsewhere on the day.
    fn lacks(&self, judgement: Option<Judgement>) -> Vec<MissingCondition> {
        match judgement {
            Some(Ok((_, home))) if self.is_of_others(&home) => vec![MissingCondition {
                lack: Lack::OtherResidence,
                tournament: None,
                sentence: "The player lived in another province or region on the day than that of the colours."
                    .to_owned(),
            }],
            Some(Err(missing)) => missing,
            Some(Ok(_)) | None => Vec::new(),
        }
    }

    /// Whether the colours are of another province, or another region, than that home.
    fn is_of_others(&self, home: &Home) -> bool {
        self.province != home.province || (self.region.is_some() && self.region != home.region)
    }

    /// The tournaments under review on which it rests.
    fn under_review<'a>(&'a self, under_review: &'a HashSet<TournamentId>) -> impl Iterator<Item = MissingCondition> {
        let events = self.evidence.iter().filter_map(|evidence| evidence.event.as_ref());
        let fallen = events.filter(move |event| under_review.contains(&event.tournament_id));
        fallen.map(|event| MissingCondition {
            lack: Lack::UnderReview,
            tournament: Some(event.tournament_id),
            sentence: format!("{} is under review.", event.name),
        })
    }
}
