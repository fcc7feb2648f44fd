//! Whether the games on record are games: each is replayed by the rules, and what is counted of them is counted again.

mod store;

use std::collections::{BTreeMap, BTreeSet};

use crate::db::Conn;
use crate::games::digest;
use crate::games::openings::occurrences;
use crate::games::projections::store::Waiting;
use crate::games::projections::{Projected, Tallies, Version};
use crate::games::soundness::store::{Counts, KeptGame, Replayed};
use crate::games::statistics::{self, EndCounts};
use crate::values::error::Error;
use crate::values::examination::Findings;

/// Walks through all games by their serials, some at a time.
fn each(c: &mut Conn, mut look: impl FnMut(&mut Conn, KeptGame) -> Result<(), Error>) -> Result<(), Error> {
    let mut last = i64::MIN;
    loop {
        let page = store::page(c, last)?;
        let Some(newest) = page.last() else { return Ok(()) };
        last = newest.serial;
        for game in page {
            look(c, game)?;
        }
    }
}

/// Examines each game, and what it was before it was corrected, by replaying it.
pub fn games(c: &mut Conn, findings: &mut Findings<'_>) -> Result<(), Error> {
    each(c, |c, game| {
        findings.look();
        game.examine(findings);
        for before in store::versions(c, game.id)? {
            findings.expect(
                before.play.record().is_some_and(|record| before.play.is(&record)),
                || {
                    format!(
                        "game {}: its version {} cannot be replayed as it stands",
                        game.id, before.version
                    )
                },
            );
        }
        Ok(())
    })
}

impl KeptGame {
    fn examine(&self, findings: &mut Findings<'_>) {
        let id = self.id;
        let Some(record) = self.play.record() else {
            return findings.fault(format!("game {id} cannot be replayed by its rules to its result"));
        };
        findings.expect(self.play.is(&record), || {
            format!("game {id} is replayed to something else than what stands beside its turns")
        });
        findings.expect(i64::try_from(record.turns().len()) == Ok(self.plies), || {
            format!(
                "game {id} has {} turns and is said to have {}",
                record.turns().len(),
                self.plies
            )
        });
        let is_same = |sides| digest(sides, self.played_on, self.of(), &record) == self.digest;
        findings.expect(self.sides().is_some_and(is_same), || {
            format!("game {id} is not the one that its digest is of: players, day, match or turns were altered")
        });
    }
}

/// Walks through all games, each with the version of which the projections are to tell now: of a game that waits, the one
/// that it had when it was projected, if it was.
fn each_projected(
    c: &mut Conn,
    mut look: impl FnMut(&mut Conn, &KeptGame, Option<Waiting>, Option<Projected>) -> Result<(), Error>,
) -> Result<(), Error> {
    let levels = store::levels(c)?;
    each(c, |c, game| {
        let waiting = store::waiting(c, game.serial)?;
        let level = game.tournament_id.and_then(|id| levels.get(&id)).cloned();
        let version = match waiting {
            None if game.withdrawn_at.is_some() => None,
            None => Some(game.version(level)),
            Some(waiting) => store::version(c, &game, waiting.projected, level)?,
        };
        let told = version.as_ref().map(Version::told);
        look(c, &game, waiting, told)
    })
}

/// Examines whether each game that holds is found by each of its positions, and no other is. What waits may be found by
/// those of any of its versions.
pub fn positions(c: &mut Conn, findings: &mut Findings<'_>) -> Result<(), Error> {
    let (mut kept, mut counted, mut waits) = (0, 0, 0);
    each_projected(c, |c, game, waiting, told| {
        let told = told.map(|told| told.positions).unwrap_or_default();
        counted += told.iter().filter(|position| position.counted).count();
        if let Some(waiting) = waiting {
            waits += 1;
            findings.expect(waiting.version == game.version_that_holds(), || {
                format!("game {} waits to be projected otherwise than it stands", game.id)
            });
            let mut classes: BTreeSet<i64> = positions_of(&game.play);
            for before in store::versions(c, game.id)? {
                classes.extend(positions_of(&before.play));
            }
            let classes: Vec<i64> = classes.into_iter().collect();
            kept += count(store::positions(c, game.serial, &classes)?.len());
            return Ok(());
        }
        if told.is_empty() {
            return Ok(());
        }
        findings.look();
        let expected: BTreeMap<i64, i64> = told
            .iter()
            .map(|position| (position.class.number(), position.next.number()))
            .collect();
        let classes: Vec<i64> = expected.keys().copied().collect();
        let found = store::positions(c, game.serial, &classes)?;
        findings.expect(found == expected, || {
            format!("game {} is not found by all positions that came in it", game.id)
        });
        kept += count(found.len());
        Ok(())
    })?;
    let all = store::count_positions(c)?;
    findings.expect(all == kept, || {
        format!(
            "{} positions are kept of games that do not hold, or have not come in them",
            all - kept
        )
    });
    let (in_all, counted) = (store::count_openings(c)?, count(counted));
    findings.expect(in_all == counted, || {
        format!("the openings count {in_all} times that a game came to a position, and there were {counted}")
    });
    let waiting = store::count_waiting(c)?;
    findings.expect(waiting == waits, || {
        format!("{} games wait to be projected that are not there", waiting - waits)
    });
    Ok(())
}

fn count(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn positions_of(play: &Replayed) -> BTreeSet<i64> {
    let record = play.record();
    let positions = record.as_ref().map(occurrences).unwrap_or_default();
    positions.iter().map(|position| position.class.number()).collect()
}

/// Examines the counters of the openings, a position at a time, by counting again.
pub fn openings(c: &mut Conn, findings: &mut Findings<'_>) -> Result<(), Error> {
    let mut waiting = Tallies::default();
    each_projected(c, |_, _, waits, told| {
        if let (Some(_), Some(told)) = (waits, told) {
            waiting.add(&told, 1);
        }
        Ok(())
    })?;
    let mut of_waiting: BTreeMap<i64, Counts> = BTreeMap::new();
    for ((class, next, result), games) in waiting.ways {
        let counts = of_waiting.entry(class.number()).or_default();
        *counts.entry((next.number(), result)).or_default() += games;
    }
    let mut last = i64::MIN;
    loop {
        let page = store::classes(c, last)?;
        let Some(newest) = page.last() else { return Ok(()) };
        last = *newest;
        for class in page {
            findings.look();
            let (kept, mut counted): (Counts, Counts) = (store::kept(c, class)?, store::counted(c, class)?);
            for (way, games) in of_waiting.remove(&class).unwrap_or_default() {
                *counted.entry(way).or_default() += games;
            }
            findings.expect(kept == counted, || {
                format!("of the position {class} the openings count other games than there are")
            });
        }
    }
}

/// Examines the counters of how games ended, by counting again.
pub fn statistics(c: &mut Conn, findings: &mut Findings<'_>) -> Result<(), Error> {
    let mut counted = EndCounts::default();
    each_projected(c, |_, _, _, told| {
        if let Some(told) = told {
            findings.look();
            counted.add(&told.ended, 1);
        }
        Ok(())
    })?;
    let kept = statistics::store::all(c)?;
    for difference in counted.differing(&kept) {
        findings.fault(difference);
    }
    Ok(())
}

impl Replayed {
    /// Whether the record is as it stands.
    fn is(&self, record: &crate::games::Record) -> bool {
        record.turns_text() == self.turns
            && record.result().as_str() == self.result
            && record.termination().as_str() == self.termination
            && record.rule_set().to_string() == self.rule_set
    }
}
