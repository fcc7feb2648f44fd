//! What is decided over the whole round before any bracket: the bye, and who meets a member of the same club or team.

use std::rc::Rc;

use crate::bracket::clashes::fewest_by_exchanges;
use crate::bracket::frame::{Frame, Haste};
use crate::field::{Clubs, Round};
use crate::no_draw::{Stuck, Undrawn};
use lexicographic_matching::{Cost, Face, Graph, Matching, NONE};

impl Frame {
    pub(crate) fn new(round: &Round, haste: Haste) -> Result<Self, Undrawn> {
        Self::from(round, haste, Matching::new(round.vertices()))
    }

    /// The same from pairs that may meet by the hard rules.
    pub(crate) fn from(round: &Round, haste: Haste, mut matching: Matching) -> Result<Self, Undrawn> {
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
                let quick = (haste == Haste::Quick)
                    .then(|| fewest_by_exchanges(round, &graph, &apart, matching))
                    .flatten();
                return quick.map_or_else(|| fewest_clashes(round, &graph, &apart, &legal), Ok);
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

/// Nobody of another score has the bye.
fn limit_bye(round: &Round, graph: &mut Graph, bye: Option<(usize, u32)>) {
    if let Some((bye, score)) = bye {
        graph.retain_neighbours(bye, |place| round.scores[place] == score);
    }
}

/// The graph in which those who must clash meet only each other, and the others nobody of their own: as few as can be, and of
/// these those who stand lowest. `apart` has the pairs that are no clashes.
///
/// For this everybody is numbered from the last place on: a search finds the first first, so that those who come to clash
/// instead of others stand low, and few have to be spared again.
fn fewest_clashes(round: &Round, graph: &Graph, apart: &Graph, matching: &Matching) -> Result<Frame, Undrawn> {
    let len = graph.len();
    let turned = |number: usize| len - 1 - number;
    let clash = |one: usize, other: usize| round.clash(turned(one), turned(other));
    let mates = (0..len)
        .map(|one| matching.mate(turned(one)).map_or(NONE, turned))
        .collect();
    let (mut face, apart) = (Face::new(graph.reversed(), mates), apart.reversed());
    if !face.narrow(|one, other| Cost::from(clash(one, other))) {
        return Err(Undrawn::OutOfReach);
    }
    // From the first place on.
    let mut players = (0..round.len()).map(turned);
    // As many as are spared now; the others clash, whoever they are.
    let mut spared = players.clone().filter(|one| !clash(*one, face.mates[*one])).count();
    let mut nested = face.matching();
    let holder = round
        .bye()
        .and_then(|bye| nested.settle(turned(bye), players.clone().rev()));
    while spared > 0
        && spared < players.len()
        && let Some(one) = players.next()
    {
        let words = || {
            face.graph
                .words(one)
                .map(|(word, others)| (others, apart.row(one)[word]))
        };
        let is_spared = holder == Some(one)
            || words().all(|(others, apart)| others & !apart == 0)
            || (words().any(|(others, apart)| others & apart != 0) && nested.restrict(one, apart.row(one)));
        spared -= usize::from(is_spared);
    }
    let found = nested.mates();
    let mates: Vec<usize> = (0..len).map(|place| turned(found[turned(place)])).collect();
    // All whom the hard rules allow are asked for again: the criteria of the brackets choose among them.
    let mut kept = Graph::clone(round.hard());
    for (place, mate) in mates.iter().enumerate() {
        let clashing = round.clash(place, *mate);
        kept.retain_neighbours(place, |other| round.clash(place, other) == clashing);
    }
    if let Some(bye) = round.bye() {
        kept.retain_neighbours(bye, |place| place == mates[bye]);
    }
    let mut matching = Matching::new(len);
    (0..len).for_each(|place| matching.join(place, mates[place]));
    Ok(Frame {
        bye: None,
        graph: Rc::new(kept),
        matching,
    }
    .with_bye(round))
}
