//! The dossier: what is on record of those who may have earned colours, put together.

use std::collections::{BTreeSet, HashMap};

use chrono::{Datelike, NaiveDate};

use crate::colours::criteria::{Dossier, Event};
use crate::tournaments::model::{TournamentLevel, TournamentSnapshot, TournamentStage, TournamentState};

use crate::colours::selections::store as selections;
use crate::db::Conn;
use crate::federation;
use crate::players::residences::{Residence, on};
use crate::players::{self, Home};
use crate::tournaments;
use crate::values::error::Error;
use crate::values::gaming_year::GamingYear;
use crate::values::id::{PlayerId, TournamentId};

/// The ratified tournaments of those levels, and of schools and universities at those stages, that ended in the gaming year or in the calendar year in which it began, with
/// all that happened in them: events are few, and their standings are computed from their results. Of one player's,
/// those alone that the player entered.
fn snapshot(
    c: &mut Conn,
    (begin, last): (NaiveDate, NaiveDate),
    levels: &[TournamentLevel],
    player: Option<PlayerId>,
) -> Result<Vec<TournamentSnapshot>, Error> {
    let first = NaiveDate::from_ymd_opt(begin.year(), 1, 1);
    let entered = player
        .map(|player| tournaments::entries::store::of_player(c, player))
        .transpose()?;
    let entered: Option<BTreeSet<TournamentId>> =
        entered.map(|entries| entries.iter().map(|entry| entry.tournament).collect());
    let of_levels = levels.iter().map(|level| (Some(*level), None));
    let stages = TournamentStage::ALL.iter();
    let of_stages = stages
        .filter(|stage| levels.contains(&stage.level()))
        .map(|stage| (None, Some(*stage)));
    let (mut found, mut known) = (Vec::new(), BTreeSet::new());
    for (level, stage) in of_levels.chain(of_stages) {
        let filter = tournaments::store::TournamentFilter {
            level,
            stage,
            state: Some(TournamentState::Ratified),
            from: first,
            until: Some(last),
            ..tournaments::store::TournamentFilter::default()
        };
        for tournament in tournaments::store::list(c, filter, i64::MAX)? {
            let is_wanted = entered.as_ref().is_none_or(|entered| entered.contains(&tournament.id));
            if is_wanted && tournament.plan.ends_on <= last && known.insert(tournament.id) {
                found.push(tournament);
            }
        }
    }
    tournaments::store::batches::snapshot(c, found)
}

/// The dossier for colours that rest on events of those levels, or on selections; of everyone, or of one player.
pub(crate) fn load(
    c: &mut Conn,
    year: GamingYear,
    levels: &[TournamentLevel],
    player: Option<PlayerId>,
) -> Result<Dossier, Error> {
    let days = federation::store::calendar(c)?.days(year);
    let snapshot = snapshot(c, days, levels, player)?;
    let selections = selections::of_year(c, year, player)?;
    let ids: BTreeSet<PlayerId> = if let Some(player) = player {
        BTreeSet::from([player])
    } else {
        let entered = snapshot
            .iter()
            .flat_map(|one| &one.entries)
            .filter_map(|entry| entry.player.player())
            .map(|player| player.id);
        entered
            .chain(selections.iter().map(|selection| selection.player))
            .collect()
    };
    let ids: Vec<PlayerId> = ids.into_iter().collect();
    let residences: HashMap<PlayerId, Vec<Residence>> = players::residences::store::list_of_all(c, &ids)?;
    let home = |player: PlayerId, day: NaiveDate| -> Option<Home> {
        residences
            .get(&player)
            .and_then(|residences| on(residences, day))
            .cloned()
    };
    let broken = |error: morabaraba_swiss::ResultError| Error::Internal(error.to_string());
    let events = snapshot
        .iter()
        .map(|one| Event::of(one, home).map_err(broken))
        .collect::<Result<_, Error>>()?;
    let selections = selections.into_iter().map(|one| {
        let home = home(one.player, one.selected_on);
        (one, home)
    });
    let nationalities = players::store::nationalities(c, &ids)?;
    Ok(Dossier::new(year, days, events, selections.collect()).with_nationalities(nationalities))
}
