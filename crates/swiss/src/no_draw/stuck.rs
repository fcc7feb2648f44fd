//! The proof that there is no legal draw, the waivers that would allow one, and the other ways out.

use std::fmt;

use crate::field::{Bar, PlayerId, Round};
use crate::no_draw::groups::OddComponents;
use crate::no_draw::waivers::{Waivers, waivers};
use lexicographic_matching::{Graph, Matching};

/// No pairing keeps the hard rules: the proof, and the ways on.
///
/// ```
/// use morabaraba_swiss::{Config, Field, Player, PlayerId, Undrawn, Waiver, Waivers, draw};
///
/// let met = |id, opponents: &[u64]| Player {
///     opponents: opponents.iter().copied().map(PlayerId).collect(),
///     ..Player::new(PlayerId(id), id as u32)
/// };
/// // Players 2, 3 and 4 have met each other: three who all depend on player 1.
/// let field = Field::new(4, vec![met(1, &[]), met(2, &[3, 4]), met(3, &[4]), met(4, &[])]);
/// let Err(Undrawn::NoLegalDraw(stuck)) = draw(&field, &Config::default()) else { panic!() };
/// assert_eq!(stuck.witness.groups, [[PlayerId(2)], [PlayerId(3)], [PlayerId(4)]]);
/// assert_eq!(stuck.witness.outsiders, [PlayerId(1)]);
/// assert_eq!(stuck.waivers, Waivers::Fewest(vec![Waiver::Rematch(PlayerId(2), PlayerId(3))]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[non_exhaustive]
pub struct Stuck {
    /// The proof.
    pub witness: Witness,
    /// The waivers with which, all together, the umpire could allow a draw.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub waivers: Waivers,
    /// The ways out without a waiver.
    pub ways_out: Vec<WayOut>,
}

/// A proof that no pairing keeps the hard rules. There are groups, each odd in number, and players of different groups
/// may not meet. So in every group somebody is left over, who can meet an outsider only; and there are fewer outsiders
/// than groups. (This is a barrier in the sense of Tutte and Berge.)
///
/// The bye counts as one more player: it may be one of the outsiders or a member of a group.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[non_exhaustive]
pub struct Witness {
    /// The players of each group, the bye not counted.
    pub groups: Vec<Vec<PlayerId>>,
    /// The players outside the groups whom members of groups may meet, the bye not counted.
    pub outsiders: Vec<PlayerId>,
    /// The place of the bye in the proof.
    pub bye: ByePlace,
    /// The bars between players of different groups, or between a player and the bye.
    pub bars: Vec<(PlayerId, Option<PlayerId>, Bar)>,
}

/// The part of the bye in a [`Witness`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize), serde(untagged))]
pub enum ByePlace {
    /// There is no bye, or it has no part in the proof.
    Elsewhere,
    /// One more outsider.
    #[cfg_attr(feature = "serde", serde(with = "crate::json::outsider"))]
    Outsider,
    /// One more member of the group of this number.
    Group(usize),
}

/// A way out that needs no waiver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Deserialize, serde::Serialize),
    serde(rename_all = "snake_case")
)]
#[non_exhaustive]
pub enum WayOut {
    /// To end the tournament with the rounds that have been played.
    FewerRounds,
    /// To play a round robin instead, there being fewer than seven players.
    RoundRobin,
    /// To enter one more player, whom everybody may meet.
    AnotherEntrant,
}

impl WayOut {
    /// The name for programs; it never changes.
    ///
    /// ```
    /// assert_eq!(morabaraba_swiss::WayOut::RoundRobin.code(), "round_robin");
    /// ```
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::FewerRounds => "fewer_rounds",
            Self::RoundRobin => "round_robin",
            Self::AnotherEntrant => "another_entrant",
        }
    }
}

/// A sentence that an umpire can read out, without capital and full stop.
impl fmt::Display for Stuck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let outsiders = self.witness.outsiders.len() + usize::from(self.witness.bye == ByePlace::Outsider);
        write!(
            f,
            "no pairing keeps the rules: {} groups of players may not meet each other, each is odd in number, and {} could \
             take those who are left over; ",
            self.witness.groups.len(),
            match outsiders {
                0 => "nobody outside them".to_owned(),
                1 => "only one outside them".to_owned(),
                more => format!("only {more} outside them"),
            }
        )?;
        match (&self.waivers, self.waivers.list().len()) {
            (Waivers::NoneHelp, _) => return f.write_str("no waiver would allow a draw"),
            (Waivers::Fewest(_), 1) => f.write_str("one waiver would allow a draw: ")?,
            (Waivers::Fewest(_), count) => write!(f, "{count} waivers together would allow a draw, and no fewer: ")?,
            (Waivers::Enough(_), count) => write!(
                f,
                "{count} waivers together would allow a draw, and whether fewer would is not known: "
            )?,
        }
        for (number, waiver) in self.waivers.list().iter().enumerate() {
            write!(f, "{}{waiver}", if number > 0 { ", and " } else { "" })?;
        }
        Ok(())
    }
}

impl Stuck {
    /// The proof for a round of whose hard graph a maximum matching is given.
    pub(crate) fn new(round: &Round, matching: &mut Matching) -> Self {
        let groups = OddComponents::new(round, matching);
        Self {
            witness: groups.witness(round),
            waivers: waivers(round, matching, &groups),
            ways_out: ways_out(round, matching),
        }
    }
}

impl OddComponents {
    fn witness(&self, round: &Round) -> Witness {
        let bye = match round.bye() {
            Some(bye) if self.outsiders.contains(&bye) => ByePlace::Outsider,
            Some(bye) => self.group_of[bye].map_or(ByePlace::Elsewhere, ByePlace::Group),
            None => ByePlace::Elsewhere,
        };
        let mut bars = Vec::new();
        for player in (0..round.len()).filter(|player| self.group_of[*player].is_some()) {
            let others = (player + 1..round.vertices()).filter(|opponent| self.group_of[*opponent].is_some());
            for opponent in others.filter(|opponent| self.group_of[*opponent] != self.group_of[player]) {
                let met = (opponent < round.len()).then(|| round.id(opponent));
                bars.extend(round.bar(player, opponent).map(|bar| (round.id(player), met, bar)));
            }
        }
        let ids = |places: &Vec<usize>| -> Vec<PlayerId> {
            places
                .iter()
                .filter(|place| **place < round.len())
                .map(|place| round.id(*place))
                .collect()
        };
        Witness {
            groups: self.members.iter().map(ids).collect(),
            outsiders: ids(&self.outsiders),
            bye,
            bars,
        }
    }
}

fn ways_out(round: &Round, matching: &Matching) -> Vec<WayOut> {
    let mut ways = Vec::new();
    if round.number > 1 {
        ways.push(WayOut::FewerRounds);
    }
    if round.len() < 7 {
        ways.push(WayOut::RoundRobin);
    }
    // A new entrant, whom everybody may meet, takes one player; of an odd number that makes an even one, without a bye.
    let places = round.everybody();
    let entrant = round.len();
    let mut graph: Graph = round.hard().induced(&places, if round.bye().is_some() { 1 } else { 2 });
    places
        .iter()
        .filter(|place| round.orders(**place).is_none())
        .for_each(|place| graph.add_edge(*place, entrant));
    if round.bye().is_none() {
        let rests = |place: &usize| round.may_rest(*place);
        places
            .iter()
            .filter(|place| rests(place))
            .for_each(|place| graph.add_edge(*place, entrant + 1));
        graph.add_edge(entrant, entrant + 1);
    }
    let mut trial = Matching::new(graph.len());
    for place in &places {
        if let Some(mate) = matching
            .mate(*place)
            .filter(|mate| *mate > *place && *mate < round.len())
        {
            trial.join(*place, mate);
        }
    }
    if trial.maximize(&graph) {
        ways.push(WayOut::AnotherEntrant);
    }
    ways
}
