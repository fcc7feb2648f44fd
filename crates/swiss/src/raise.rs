//! Duals for all who are free at once, while that needs no odd sets.
//!
//! Those whom the largest matchings of tight pairs may leave free are told by the theorem of Gallai and Edmonds, and those on
//! whom these depend. The duals of the former rise and those of the latter fall together until there is another tight pair.
//! Where two of the former are joined by a tight pair it takes a blossom, which is left to the search.

use crate::blossom::Weight;
use crate::graph::{Graph, bits};
use crate::lightest::Costs;
use crate::matching::{Matching, NONE};
use crate::steps;

/// So often the duals of all are changed; each time what is between two costs is halved.
const ROUNDS: u32 = 12;

/// What every cost must be a multiple of.
pub(crate) const UNIT: Weight = 4 << ROUNDS;

/// So few free ones are left to the search.
const FEW: usize = 8;

/// Changes duals and mates, which are tight, so that more are matched.
pub(crate) fn raise<P, A>(costs: &Costs<'_, P, A>, mates: &mut [usize], dual: &mut [Weight])
where
    P: Fn(usize, usize) -> Weight,
    A: Fn(usize) -> Option<Weight>,
{
    let len = mates.len();
    for _ in 0..ROUNDS {
        let tight = |one: usize, other: usize| (costs.pair)(one, other) == dual[one] + dual[other];
        let mut matching = Matching::new(len);
        for (one, other) in mates.iter().copied().enumerate() {
            if other != NONE && one < other && tight(one, other) {
                matching.pair(one, other);
            }
        }
        let idle = |one: usize| (costs.alone)(one) == Some(dual[one]);
        let free: Vec<usize> = matching.free().into_iter().filter(|one| !idle(*one)).collect();
        if free.len() <= FEW {
            break;
        }
        let graph = costs.graph.filtered(tight);
        let idle = bits(len, (0..len).filter(|one| idle(*one)));
        let trees = matching.complete_but(&graph, &free, &idle);
        let (loose, needed) = without_flowers(&graph, trees);
        for (one, mate) in mates.iter_mut().enumerate() {
            *mate = matching.mate(one).unwrap_or(NONE);
        }
        let Some(by) = rise(costs, &loose, &needed, dual) else { break };
        for (one, dual) in dual.iter_mut().enumerate() {
            if is_in(&loose, one) {
                *dual += by;
            } else if is_in(&needed, one) {
                *dual -= by;
            }
        }
    }
}

/// The loose and the needed, without those who hang on a tight pair of the loose. A tree may lead into earlier ones.
fn without_flowers(tight: &Graph, trees: Vec<(Vec<u64>, Vec<u64>)>) -> (Vec<u64>, Vec<u64>) {
    let none = vec![0; tight.len().div_ceil(64)];
    let (mut loose, mut needed, mut left) = (none.clone(), none.clone(), none);
    let add = |set: &mut [u64], more: &[u64]| set.iter_mut().zip(more).for_each(|(word, more)| *word |= more);
    for (outer, inner) in trees {
        let mut members = (0..tight.len()).filter(|one| is_in(&outer, *one));
        if members.any(|one| tight.meets(one, &outer) || tight.meets(one, &left)) {
            add(&mut left, &inner);
        } else {
            add(&mut loose, &outer);
            add(&mut needed, &inner);
        }
    }
    (loose, needed)
}

fn is_in(set: &[u64], one: usize) -> bool {
    set[one / 64] >> (one % 64) & 1 == 1
}

/// By how much the duals of the loose can rise; `None` if they cannot.
fn rise<P, A>(costs: &Costs<'_, P, A>, loose: &[u64], needed: &[u64], dual: &[Weight]) -> Option<Weight>
where
    P: Fn(usize, usize) -> Weight,
    A: Fn(usize) -> Option<Weight>,
{
    let mut least = None;
    for one in (0..dual.len()).filter(|one| is_in(loose, *one)) {
        let mut bound = |slack: Weight| least = Some(least.map_or(slack, |least: Weight| least.min(slack)));
        if let Some(cost) = (costs.alone)(one) {
            bound(cost - dual[one]);
        }
        for other in costs.graph.neighbours(one).filter(|other| !is_in(needed, *other)) {
            steps::count(4);
            let slack = (costs.pair)(one.min(other), one.max(other)) - dual[one] - dual[other];
            bound(if is_in(loose, other) { slack / 2 } else { slack });
        }
    }
    least.filter(|least| *least > 0)
}
