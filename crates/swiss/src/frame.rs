//! What is decided over the whole round before any bracket: the bye, and who meets a member of the same club or team.

use crate::clashes::fewest_by_exchanges;
use crate::draw::Haste;
use crate::graph::Graph;
use crate::matching::Matching;
use crate::round::Round;
use crate::stuck::Stuck;
use crate::weigh::{Scale, lightest};
use crate::{Clubs, Undrawn};

/// What the brackets are to be drawn from.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    /// Who has the bye.
    pub(crate) bye: Option<usize>,
    /// Who may still meet whom. The bye and its player have no edges.
    pub(crate) graph: Graph,
    /// One way to pair everybody in `graph`.
    pub(crate) matching: Matching,
}

impl Frame {
    pub(crate) fn new(round: &Round, haste: Haste) -> Result<Self, Undrawn> {
        let mut graph = round.hard.clone();
        let mut matching = Matching::new(graph.len());
        if !matching.complete(&graph) {
            return Err(Undrawn::NoLegalDraw(Box::new(Stuck::new(round, &mut matching))));
        }
        let mut bye_score = None;
        if let Some(bye) = round.bye() {
            let holder = matching.settle(&graph, bye, (0..round.len()).rev()).ok_or(Undrawn::OutOfReach)?;
            matching.revive();
            bye_score = Some((bye, round.scores[holder]));
            limit_bye(round, &mut graph, bye_score);
        }
        if round.avoid && round.config.clubs == Clubs::Round {
            round.clashes().into_iter().for_each(|(one, other)| graph.remove(one, other));
            for place in 0..round.len() {
                if matching.mate(place).is_some_and(|mate| !graph.has(place, mate)) {
                    matching.part(place);
                }
            }
            if !matching.complete(&graph) {
                let apart = std::mem::replace(&mut graph, round.hard.clone());
                limit_bye(round, &mut graph, bye_score);
                let quick =
                    (haste == Haste::Quick).then(|| fewest_by_exchanges(round, &graph, &apart, matching)).flatten();
                return quick.map_or_else(|| fewest_clashes(round, graph), Ok);
            }
        }
        Ok(Self { bye: None, graph, matching }.with_bye(round))
    }

    /// The lowest seed that can has the bye.
    fn with_bye(mut self, round: &Round) -> Self {
        if let Some(bye) = round.bye() {
            self.bye = self.matching.settle(&self.graph, bye, (0..round.len()).rev());
            if let Some(holder) = self.bye {
                self.graph.retain(holder, |_| false);
                self.graph.retain(bye, |_| false);
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
/// the top of the standing order, as many at a time as weights have room for.
fn fewest_clashes(round: &Round, mut graph: Graph) -> Result<Frame, Undrawn> {
    let mut judged = 0;
    loop {
        let mut scale = Scale::new(graph.len());
        let clashes = scale.push(round.len() / 2);
        let rank = scale.push(round.len());
        let mut names = Vec::new();
        while judged + names.len() < round.len() {
            let name = if names.is_empty() { Some(scale.push(1)) } else { scale.push_narrow(1) };
            let Some(name) = name else { break };
            names.push(name);
        }
        let cost = |one: usize, other: usize| {
            let mut cost = Vec::new();
            if !graph.has(one, other) {
                return None;
            }
            if Some(other) == round.bye() {
                let below = (one + 1..round.len()).filter(|place| round.scores[*place] == round.scores[one]);
                cost.push((rank, below.count()));
            } else if round.clash(one, other) {
                cost.push((clashes, 1));
                cost.extend([one, other].iter().filter_map(|place| Some((*names.get(place.checked_sub(judged)?)?, 1))));
            }
            Some(cost)
        };
        let mates = lightest(graph.len(), &scale, cost).ok_or(Undrawn::OutOfReach)?;
        if let Some(bye) = round.bye() {
            graph.retain(bye, |place| place == mates[bye]);
        }
        for (place, mate) in mates.iter().enumerate().skip(judged).take(names.len()) {
            let clashing = round.clash(place, *mate);
            graph.retain(place, |other| round.clash(place, other) == clashing);
        }
        judged += names.len();
        if judged == round.len() {
            let mut matching = Matching::new(graph.len());
            (0..graph.len()).for_each(|place| matching.pair(place, mates[place]));
            return Ok(Frame { bye: None, graph, matching }.with_bye(round));
        }
    }
}
