//! Whether awards rest on what they say: the results that were their evidence are counted again as they stood on the day.

use std::collections::HashMap;

use crate::accounts::{Authority, Reach};
use crate::colours::store::{self, Audience, AwardFilter};
use crate::colours::{Award, ColoursState};
use crate::db::Conn;
use crate::tournaments::model::TournamentSnapshot;
use crate::tournaments::model::draw::seed;
use crate::tournaments::points::fraction;
use crate::tournaments::store as tournaments;
use crate::values::error::Error;
use crate::values::examination::Findings;
use crate::values::id::TournamentId;

/// The awards that are read at a time.
const PAGE: i64 = 200;

/// The tournaments that are kept for the next awards, which often rest on the same.
const KEPT: usize = 16;

/// Examines each award that holds.
pub fn awards(c: &mut Conn, findings: &mut Findings<'_>) -> Result<(), Error> {
    let mut snapshots: HashMap<TournamentId, Option<TournamentSnapshot>> = HashMap::new();
    let mut after = None;
    loop {
        let page = store::list(c, all(after), PAGE)?;
        let Some(last) = page.last() else { return Ok(()) };
        after = Some(last.id);
        for award in page {
            findings.look();
            findings.expect(award.approved_by != Some(award.proposed_by), || {
                format!("award {} was approved by the person who proposed it", award.id)
            });
            for id in award.tournaments() {
                if snapshots.len() >= KEPT {
                    snapshots.clear();
                }
                let snapshot = match snapshots.entry(id) {
                    std::collections::hash_map::Entry::Occupied(kept) => kept.into_mut(),
                    std::collections::hash_map::Entry::Vacant(vacant) => vacant.insert(read(c, id)?),
                };
                let fault = match snapshot {
                    Some(snapshot) => award.differs_from(snapshot),
                    None => Some(format!("tournament {id} is not there")),
                };
                if let Some(fault) = fault {
                    findings.fault(format!("award {}: {fault}", award.id));
                }
            }
        }
    }
}

fn read(c: &mut Conn, id: TournamentId) -> Result<Option<TournamentSnapshot>, Error> {
    let tournament = tournaments::find(c, id)?;
    tournament
        .map(|tournament| tournaments::snapshot(c, tournament))
        .transpose()
}

/// All awards that hold, from one on.
fn all(after: Option<crate::values::id::AwardId>) -> AwardFilter {
    AwardFilter {
        audience: Audience::Within(Reach::of(&[Authority::Administrator])),
        year: None,
        level: None,
        division: None,
        state: Some(ColoursState::Approved),
        province: None,
        evidence_fell: None,
        player: None,
        after,
    }
}

impl Award {
    /// The tournaments on whose results it rests.
    fn tournaments(&self) -> Vec<TournamentId> {
        let events = self.evidence.iter().filter_map(|evidence| evidence.event.as_ref());
        events.map(|event| event.tournament_id).collect()
    }

    /// The difference between its evidence and the results as they stood when it was proposed, if there is one.
    fn differs_from(&self, snapshot: &TournamentSnapshot) -> Option<String> {
        let id = snapshot.tournament.id;
        let mut events = self.evidence.iter().filter_map(|evidence| evidence.event.as_ref());
        let event = events.find(|event| event.tournament_id == id)?;
        let then = snapshot.clone().as_of(self.proposed_at);
        let Some(entry) = then.of_player(self.player) else {
            return Some(format!("the player is not entered in tournament {id}"));
        };
        let table = match then.table(None) {
            Ok(table) => table,
            Err(error) => return Some(format!("tournament {id}: {error}")),
        };
        let row = table.rows.iter().find(|row| seed(row.player) == entry.seed);
        let points = row.map(|row| fraction(row.points));
        (points.as_ref() != Some(&event.points_fraction)).then(|| {
            let points = points.unwrap_or_else(|| "none".to_owned());
            format!(
                "it rests on {} points in tournament {id}, and they are {points}",
                event.points_fraction
            )
        })
    }
}
