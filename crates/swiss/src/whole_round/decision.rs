//! The decision of criteria 1 to 4: the score of the bye, the fewest clashes, the lowest seed for the bye, and the
//! lowest players in clashes.

use std::rc::Rc;

use crate::field::{Clubs, Round};
use crate::no_draw::{Stuck, Undrawn};
use crate::whole_round::clash_exchanges::fewest_by_exchanges;
use crate::whole_round::eligibility::{Eligibility, Method};
use lexicographic_matching::{Cost, Face, Graph, Matching, NONE};

impl Eligibility {
    pub(crate) fn new(round: &Round, method: Method) -> Result<Self, Undrawn> {
        Self::from(round, method, Matching::new(round.vertices()))
    }

    /// The decision of criteria 1 to 4, from a matching of pairs that the hard rules allow.
    pub(crate) fn from(round: &Round, method: Method, mut matching: Matching) -> Result<Self, Undrawn> {
        let mut graph = round.hard_to_change();
        if !matching.maximize(&graph) {
            return Err(Undrawn::NoLegalDraw(Box::new(Stuck::new(round, &mut matching))));
        }
        let mut bye_score = None;
        if let Some(bye) = round.bye() {
            let holder = matching
                .settle(&graph, bye, (0..round.len()).rev())
                .ok_or(Undrawn::OutOfReach)?;
            matching.activate_all();
            bye_score = Some((bye, round.scores[holder]));
            limit_bye(round, Rc::make_mut(&mut graph), bye_score);
        }
        if round.avoid && round.config.clubs == Clubs::Round {
            let legal = matching.clone();
            let apart = Rc::make_mut(&mut graph);
            round.part_clashes(apart, &round.everybody());
            for place in 0..round.len() {
                if matching.mate(place).is_some_and(|mate| !graph.has_edge(place, mate)) {
                    matching.unmatch(place);
                }
            }
            if !matching.maximize(&graph) {
                let apart = std::mem::replace(&mut graph, Rc::clone(round.hard()));
                limit_bye(round, Rc::make_mut(&mut graph), bye_score);
                let by_exchanges = (method == Method::BoundsFirst)
                    .then(|| fewest_by_exchanges(round, &graph, &apart, matching))
                    .flatten();
                return by_exchanges.map_or_else(|| fewest_clashes(round, &graph, &apart, &legal), Ok);
            }
        }
        Ok(Self {
            bye: None,
            graph,
            matching,
        }
        .with_bye(round))
    }
}

/// Keeps for the bye the players of the score that was found for it.
fn limit_bye(round: &Round, graph: &mut Graph, bye: Option<(usize, u32)>) {
    if let Some((bye, score)) = bye {
        graph.retain_neighbours(bye, |place| round.scores[place] == score);
    }
}

/// The eligible pairs by which clashes are the fewest and the lowest in standing order, by a perfect matching of least
/// cost, which is exact in all cases. `apart` has the pairs that are no clashes.
///
/// The players are numbered backwards: the search prefers low numbers, so clashes fall at the bottom from the start,
/// and few players have to be spared them afterwards.
fn fewest_clashes(round: &Round, graph: &Graph, apart: &Graph, matching: &Matching) -> Result<Eligibility, Undrawn> {
    let len = graph.len();
    let turned = |number: usize| len - 1 - number;
    let clash = |player: usize, opponent: usize| round.clash(turned(player), turned(opponent));
    let mates = (0..len)
        .map(|player| matching.mate(turned(player)).map_or(NONE, turned))
        .collect();
    let (mut face, apart) = (Face::new(graph.reversed(), mates), apart.reversed());
    if !face.narrow(|player, opponent| Cost::from(clash(player, opponent))) {
        return Err(Undrawn::OutOfReach);
    }
    // From the first in standing order.
    let mut players = (0..round.len()).map(turned);
    // As many as are spared now; once so many are, the others clash, whoever they are.
    let mut spared = players
        .clone()
        .filter(|player| !clash(*player, face.mates[*player]))
        .count();
    let mut nested = face.matching().ok_or(Undrawn::OutOfReach)?;
    let holder = round
        .bye()
        .and_then(|bye| nested.settle(turned(bye), players.clone().rev()));
    while spared > 0
        && spared < players.len()
        && let Some(player) = players.next()
    {
        let words = || {
            face.graph
                .words(player)
                .map(|(word, others)| (others, apart.row(player)[word]))
        };
        let is_spared = holder == Some(player)
            || words().all(|(others, apart)| others & !apart == 0)
            || (words().any(|(others, apart)| others & apart != 0) && nested.restrict(player, apart.row(player)));
        spared -= usize::from(is_spared);
    }
    let found = nested.mates();
    let mates: Vec<usize> = (0..len).map(|place| turned(found[turned(place)])).collect();
    // All pairs that the hard rules allow are eligible again, since the criteria of the brackets choose among them.
    let mut kept = Graph::clone(round.hard());
    for (place, mate) in mates.iter().enumerate() {
        let clashing = round.clash(place, *mate);
        kept.retain_neighbours(place, |opponent| round.clash(place, opponent) == clashing);
    }
    if let Some(bye) = round.bye() {
        kept.retain_neighbours(bye, |place| place == mates[bye]);
    }
    let mut matching = Matching::new(len);
    (0..len).for_each(|place| matching.join(place, mates[place]));
    Ok(Eligibility {
        bye: None,
        graph: Rc::new(kept),
        matching,
    }
    .with_bye(round))
}
