//! Lists computed again from nothing, and held against what was published.

use std::cmp::Reverse;
use std::collections::HashMap;

use crate::db::Conn;
use crate::rankings::methods::Ranked;
use crate::rankings::rows::{self, RankingRow};
use crate::rankings::use_cases::compute;
use crate::rankings::{Ranking, store};
use crate::values::error::Error;
use crate::values::examination::Findings;
use crate::values::id::PlayerId;

/// A list that was computed again.
#[derive(Debug, Clone)]
pub struct Verified {
    /// The list as it was published.
    pub ranking: Ranking,
    /// Whether it was made by another version of the method than this program has: so it is not computed again.
    pub by_another_version: bool,
    /// The number of rows that differ.
    pub different: usize,
    /// The first of them, in a sentence.
    pub first: Option<String>,
}

impl Verified {
    /// Compares what was published with what is computed now, the best first: figure by figure, to the last digit.
    fn of(ranking: Ranking, published: &[RankingRow], computed: &[Ranked]) -> Verified {
        let mut again: HashMap<PlayerId, &Ranked> = computed.iter().map(|ranked| (ranked.player, ranked)).collect();
        let mut faults = Vec::new();
        for row in published {
            let was = (row.figure, row.deviation);
            let rank = 1 + computed.partition_point(|ranked| ranked.figure > row.figure);
            match again
                .remove(&row.player)
                .map(|ranked| (ranked.figure, ranked.deviation))
            {
                Some(is) if is == was && i64::try_from(rank) == Ok(row.rank) => {}
                Some((figure, _)) if figure == row.figure => faults.push(format!(
                    "player {} has rank {} or a deviation that is not computed again",
                    row.player, row.rank
                )),
                Some((figure, _)) => faults.push(format!(
                    "player {} has {} and is computed to have {}",
                    row.player,
                    row.figure.text(),
                    figure.text()
                )),
                None => faults.push(format!("player {} is listed and is not computed to be", row.player)),
            }
        }
        let mut missing: Vec<PlayerId> = again.into_keys().collect();
        missing.sort_unstable();
        faults.extend(
            missing
                .iter()
                .map(|player| format!("player {player} is not listed and is computed to be")),
        );
        Verified {
            ranking,
            by_another_version: false,
            different: faults.len(),
            first: faults.into_iter().next(),
        }
    }
}

/// Computes every list again, the oldest first, each from what was on record when it was published. One that another version
/// of its method has made is told, and not computed.
///
/// # Errors
/// The database cannot be read.
pub fn verify(c: &mut Conn) -> Result<Vec<Verified>, Error> {
    let mut verified = Vec::new();
    for ranking in store::all(c)? {
        if ranking.version != ranking.method.version() {
            verified.push(Verified {
                ranking,
                by_another_version: true,
                different: 0,
                first: None,
            });
            continue;
        }
        let mut computed = compute(c, &ranking, ranking.published_at)?;
        computed.sort_unstable_by_key(|ranked| Reverse(ranked.figure));
        let published = rows::store::all(c, ranking.id)?;
        verified.push(Verified::of(ranking, &published, &computed));
    }
    Ok(verified)
}

/// Examines the published lists: each is computed again.
pub fn soundness(c: &mut Conn, findings: &mut Findings<'_>) -> Result<(), Error> {
    for verified in verify(c)? {
        findings.look();
        let Verified {
            ranking,
            different,
            first,
            ..
        } = verified;
        findings.expect(different == 0, || {
            let first = first.unwrap_or_default();
            format!(
                "list {}: {different} of {} rows differ; the first: {first}",
                ranking.id, ranking.players
            )
        });
    }
    Ok(())
}
