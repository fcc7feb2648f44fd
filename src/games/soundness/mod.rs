//! Whether the games on record are games: each is replayed by the rules, and what is counted of them is counted again.

mod store;

use std::collections::BTreeMap;

use crate::db::Conn;
use crate::games::digest;
use crate::games::openings::occurrences;
use crate::games::soundness::store::{Counts, KeptGame, Replayed};
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
pub(crate) fn games(c: &mut Conn, findings: &mut Findings<'_>) -> Result<(), Error> {
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

/// Examines whether each game that holds is found by each of its positions, and no other is.
pub(crate) fn positions(c: &mut Conn, findings: &mut Findings<'_>) -> Result<(), Error> {
    let (mut kept, mut counted) = (0, 0);
    each(c, |c, game| {
        let Some(record) = game.play.record().filter(|_| game.withdrawn_at.is_none()) else {
            return Ok(());
        };
        findings.look();
        let expected: BTreeMap<i64, i64> = occurrences(&record)
            .iter()
            .map(|position| (position.class.number(), position.next.number()))
            .collect();
        let classes: Vec<i64> = expected.keys().copied().collect();
        let found = store::positions(c, game.serial, &classes)?;
        findings.expect(found == expected, || {
            format!("game {} is not found by all positions that came in it", game.id)
        });
        kept += i64::try_from(found.len()).unwrap_or(i64::MAX);
        counted += occurrences(&record).iter().filter(|position| position.counted).count();
        Ok(())
    })?;
    let all = store::count_positions(c)?;
    findings.expect(all == kept, || {
        format!(
            "{} positions are kept of games that do not hold, or have not come in them",
            all - kept
        )
    });
    let (in_all, counted) = (store::count_openings(c)?, i64::try_from(counted).unwrap_or(i64::MAX));
    findings.expect(in_all == counted, || {
        format!("the openings count {in_all} times that a game came to a position, and there were {counted}")
    });
    Ok(())
}

/// Examines the counters of the openings, a position at a time, by counting again.
pub(crate) fn openings(c: &mut Conn, findings: &mut Findings<'_>) -> Result<(), Error> {
    let mut last = i64::MIN;
    loop {
        let page = store::classes(c, last)?;
        let Some(newest) = page.last() else { return Ok(()) };
        last = *newest;
        for class in page {
            findings.look();
            let (kept, counted): (Counts, Counts) = (store::kept(c, class)?, store::counted(c, class)?);
            findings.expect(kept == counted, || {
                format!("of the position {class} the openings count other games than there are")
            });
        }
    }
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
