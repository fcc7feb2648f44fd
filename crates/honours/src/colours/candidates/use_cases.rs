//! Candidates found.

use crate::accounts::Caller;
use crate::colours::candidates::{Candidacy, CandidateKey, ColoursCandidate, ColoursFinding, dossier};
use crate::colours::{Award, ColoursLevel, criteria, store};
use crate::db::Conn;
use crate::players::Player;
use crate::players::registrations::Division;
use crate::players::use_cases::with_players;
use crate::values::error::Error;
use crate::values::gaming_year::GamingYear;
use crate::values::id::PlayerId;

/// The candidates that are looked for.
pub struct CandidateSearch {
    pub year: GamingYear,
    pub level: ColoursLevel,
    pub division: Option<Division>,
    /// The province in which they lived on the day.
    pub province: Option<String>,
    /// The candidate after whom to begin.
    pub after: Option<CandidateKey>,
}

/// Those who have met a rule in the year and lived within reach on the day, each with the award or the proposal that there is
/// already.
pub fn list(
    c: &mut Conn,
    by: &Caller,
    search: &CandidateSearch,
    rows: i64,
) -> Result<Vec<(ColoursCandidate, Option<Award>, Player)>, Error> {
    let criteria = criteria::store::of_year(c, search.year)?;
    let dossier = dossier::load(c, search.year, &criteria.events(&[search.level]), None)?;
    let is_wanted =
        |code: &str| by.reach.covers_province(code) && search.province.as_ref().is_none_or(|only| only == code);
    let candidates = ColoursCandidate::all(&criteria, &dossier, search.level, is_wanted)
        .filter(|candidate| search.division.is_none_or(|only| only == candidate.division))
        .filter(|candidate| search.after.is_none_or(|after| candidate.key > after));
    let page = candidates.take(usize::try_from(rows).unwrap_or_default()).collect();
    let candidates = with_players(c, page, |candidate| candidate.key.0)?;
    let awards = store::standing(c, search.level, search.year)?;
    let with_award = |(candidate, player): (ColoursCandidate, Player)| {
        let is_theirs = |award: &&Award| (award.player, award.division) == (candidate.key.0, candidate.division);
        let award = awards.iter().find(is_theirs).cloned();
        (candidate, award, player)
    };
    Ok(candidates.into_iter().map(with_award).collect())
}

/// The number of those who have met a rule for colours of any level in the year, lived within reach on the day, and have neither
/// such colours nor a proposal; no more than `most`.
pub fn count_unproposed(c: &mut Conn, by: &Caller, year: GamingYear, most: usize) -> Result<usize, Error> {
    let criteria = criteria::store::of_year(c, year)?;
    let dossier = dossier::load(c, year, &criteria.events(ColoursLevel::ALL), None)?;
    let mut found = 0;
    for level in ColoursLevel::ALL {
        let awards = store::standing(c, *level, year)?;
        let has_one = |candidate: &ColoursCandidate| {
            let is_theirs = |award: &Award| (award.player, award.division) == (candidate.key.0, candidate.division);
            awards.iter().any(is_theirs)
        };
        let candidates = ColoursCandidate::all(&criteria, &dossier, *level, |code| by.reach.covers_province(code));
        found += candidates.filter(|candidate| !has_one(candidate)).count();
    }
    Ok(found.min(most))
}

/// Rule by rule what is met by a player, and by what, or what is missing; in each division in which the player has played or
/// was selected.
pub fn read(c: &mut Conn, player_id: PlayerId, year: GamingYear, levels: &[ColoursLevel]) -> Result<Candidacy, Error> {
    let criteria = criteria::store::of_year(c, year)?;
    let dossier = dossier::load(c, year, &criteria.events(levels), Some(player_id))?;
    let mut divisions = dossier.divisions(player_id);
    if divisions.is_empty() {
        divisions.push(Division::Senior);
    }
    let mut items = Vec::new();
    for level in levels {
        for division in &divisions {
            for rule in criteria.of(*level, *division) {
                let outcome = dossier.judge(rule, *division, player_id);
                items.extend(outcome.map(|outcome| ColoursFinding::of(rule, *division, outcome)));
            }
        }
    }
    Ok(Candidacy { player_id, year, items })
}
