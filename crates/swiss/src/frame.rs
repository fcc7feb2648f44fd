//! What is decided over the whole round before any bracket: the bye, and who meets a member of the same club or team.

use std::rc::Rc;

use crate::blossom::Weight;
use crate::clashes::fewest_by_exchanges;
use crate::classes::numbered;
use crate::draw::Haste;
use crate::graph::Graph;
use crate::matching::{Matching, NONE};
use crate::round::Round;
use crate::stuck::Stuck;
use crate::weigh::{Face, Scale, times};
use crate::{Clubs, Undrawn};

/// What the brackets are to be drawn from.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    /// Who has the bye.
    pub(crate) bye: Option<usize>,
    /// Who may still meet whom. The bye and its player have no edges.
    pub(crate) graph: Rc<Graph>,
    /// One way to pair everybody in `graph`.
    pub(crate) matching: Matching,
}

impl Frame {
    pub(crate) fn new(round: &Round, haste: Haste) -> Result<Self, Undrawn> {
        Self::from(round, haste, Matching::new(round.vertices()))
    }

    /// The same from pairs that may meet by the hard rules.
    pub(crate) fn from(round: &Round, haste: Haste, mut matching: Matching) -> Result<Self, Undrawn> {
        let mut graph = round.hard_to_change();
        if !matching.complete(&graph) {
            return Err(Undrawn::NoLegalDraw(Box::new(Stuck::new(round, &mut matching))));
        }
        let mut bye_score = None;
        if let Some(bye) = round.bye() {
            let holder = matching.settle(&graph, bye, (0..round.len()).rev()).ok_or(Undrawn::OutOfReach)?;
            matching.revive();
            bye_score = Some((bye, round.scores[holder]));
            limit_bye(round, Rc::make_mut(&mut graph), bye_score);
        }
        if round.avoid && round.config.clubs == Clubs::Round {
            let legal = matching.clone();
            let apart = Rc::make_mut(&mut graph);
            round.clashes().into_iter().for_each(|(one, other)| apart.remove(one, other));
            for place in 0..round.len() {
                if matching.mate(place).is_some_and(|mate| !graph.has(place, mate)) {
                    matching.part(place);
                }
            }
            if !matching.complete(&graph) {
                let apart = std::mem::replace(&mut graph, Rc::clone(round.hard()));
                limit_bye(round, Rc::make_mut(&mut graph), bye_score);
                let quick =
                    (haste == Haste::Quick).then(|| fewest_by_exchanges(round, &graph, &apart, matching)).flatten();
                return quick.map_or_else(|| fewest_clashes(round, &graph, &legal), Ok);
            }
        }
        Ok(Self { bye: None, graph, matching }.with_bye(round))
    }

    /// The lowest seed that can has the bye.
    fn with_bye(mut self, round: &Round) -> Self {
        if let Some(bye) = round.bye() {
            self.bye = self.matching.settle(&self.graph, bye, (0..round.len()).rev());
            if let Some(holder) = self.bye {
                let graph = Rc::make_mut(&mut self.graph);
                graph.retain(holder, |_| false);
                graph.retain(bye, |_| false);
            }
        }
        self
    }
}

/// Nobody of another score has the bye.
fn limit_bye(round: &Round, graph: &mut Graph, bye: Option<(usize, u32)>) {
    if let Some((bye, score)) = bye {
        graph.retain(bye, |place| round.scores[place] == score);
    }
}

/// The graph in which those who must clash meet only each other, and the others nobody of their own. They are found from
/// the top of the standing order, as many at a time as there is room for.
fn fewest_clashes(round: &Round, graph: &Graph, matching: &Matching) -> Result<Frame, Undrawn> {
    let len = graph.len();
    let mates = (0..len).map(|place| matching.mate(place).unwrap_or(NONE)).collect();
    let mut face = Face::new(graph.clone(), mates, vec![false; len]);
    let lower = |holder: usize| {
        (holder + 1..round.len()).take_while(|place| round.scores[*place] == round.scores[holder]).count()
    };
    let clash = |one: usize, other: usize| Weight::from(round.clash(one, other));
    let rests = |place: usize| round.bye().is_some_and(|bye| graph.has(place, bye));
    let names = |place: usize| if place < round.len() { round.names(place) } else { [None; 2] };
    let mut decided = face.narrow(&numbered((0..len).map(names)), clash, |_| 0);
    let mut scale = Scale::new();
    let mut rank = scale.push(len).unwrap_or(0);
    let mut judged = 0;
    while decided && judged < round.len() {
        let mut prices = vec![0; len];
        while judged < round.len() {
            // Who can only clash, or only not, is no question.
            let mut ways = face.graph.neighbours(judged).map(|other| round.clash(judged, other));
            let way = ways.next();
            if ways.any(|other| Some(other) != way) {
                let Some(unit) = scale.push(1) else { break };
                prices[judged] = unit;
            }
            judged += 1;
        }
        let resting: Vec<Weight> =
            (0..len).map(|one| if rank > 0 && rests(one) { times(rank, lower(one)) } else { 0 }).collect();
        let kinds = numbered((0..len).map(|one| (names(one), prices[one], resting[one], round.bye() == Some(one))));
        let price = |one: usize, other: usize| match round.bye() {
            Some(bye) if bye == other => resting[one],
            _ if round.clash(one, other) => prices[one] + prices[other],
            _ => 0,
        };
        let asked = (rank > 0 && round.bye().is_some()) || prices.iter().any(|price| *price > 0);
        decided = !asked || face.narrow(&kinds, price, |_| 0);
        (scale, rank) = (Scale::new(), 0);
    }
    if !decided {
        return Err(Undrawn::OutOfReach);
    }
    let Face { mates, .. } = face;
    // All whom the hard rules allow are asked for again: the criteria of the brackets choose among them.
    let mut kept = Graph::clone(round.hard());
    for (place, mate) in mates.iter().enumerate() {
        let clashing = round.clash(place, *mate);
        kept.retain(place, |other| round.clash(place, other) == clashing);
    }
    if let Some(bye) = round.bye() {
        kept.retain(bye, |place| place == mates[bye]);
    }
    let mut matching = Matching::new(len);
    (0..len).for_each(|place| matching.pair(place, mates[place]));
    Ok(Frame { bye: None, graph: Rc::new(kept), matching }.with_bye(round))
}
