//! Whether everybody on record is found: under their number, under their words, and whom their entry was merged into.

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::db::Conn;
use crate::players::store::soundness::{self as store, Kept};
use crate::values::error::Error;
use crate::values::examination::Findings;
use crate::values::id::PlayerId;

/// Examines each player, some at a time.
pub fn people(c: &mut Conn, findings: &mut Findings<'_>) -> Result<(), Error> {
    mergers(&store::mergers(c)?, findings);
    let mut last = i64::MIN;
    loop {
        let page = store::page(c, last)?;
        let Some(newest) = page.last() else { return Ok(()) };
        last = newest.number;
        let ids: Vec<PlayerId> = page.iter().map(|kept| kept.id).collect();
        let mut words = store::words(c, &ids)?;
        for kept in page {
            findings.look();
            let words = words.remove(&kept.id).unwrap_or_default();
            kept.examine(&words, findings);
        }
    }
}

impl Kept {
    fn examine(self, words: &BTreeSet<String>, findings: &mut Findings<'_>) {
        let Kept {
            id, name_key, sort_key, ..
        } = self;
        let player = match self.player {
            Err(error) => return findings.fault(error.to_string()),
            Ok(player) => player,
        };
        let expected = store::keys(player.person.as_ref());
        findings.expect(
            (name_key.as_str(), sort_key.as_str()) == (&expected.0, &expected.1),
            || format!("player {id}: lists and searches know another name than the one on record"),
        );
        if player.merged_into.is_some() {
            findings.expect(words.is_empty(), || {
                format!("player {id}: a search finds an entry that was merged")
            });
            return;
        }
        let expected: BTreeSet<String> = name_key.split_whitespace().map(str::to_owned).collect();
        findings.expect(*words == expected, || {
            format!("player {id}: a search does not look where the name is")
        });
    }
}

/// Each entry that was merged leads to one that was not.
fn mergers(merged: &HashMap<PlayerId, PlayerId>, findings: &mut Findings<'_>) {
    for id in merged.keys() {
        let (mut at, mut seen) = (id, HashSet::new());
        while let Some(next) = merged.get(at) {
            if !seen.insert(at) {
                findings.fault(format!("player {id} was merged in a circle"));
                break;
            }
            at = next;
        }
    }
}
