//! The fewest waivers that would together allow a draw, and of these the least list.
//!
//! A perfect matching of least cost tells how many are needed and of which kinds. The face of the matchings that cost
//! as little is then asked for one waiver after the other, in the order of the list, so that the list does not depend
//! on the search.
//!
//! In fields too large for that, the Gallai–Edmonds theorem often tells how many are needed. A maximum matching by the
//! hard rules leaves some players free, and each pair that is added for two of those needs a waiver, so half their
//! number is a lower bound. Every maximum matching pairs all outsiders with members of different groups, and all
//! members of a group but any one with each other. So the bound is reached if and only if the groups, each as one
//! vertex, can be paired with the outsiders, and with each other where a waiver joins two of them.

use crate::field::{Round, Waiver};
use crate::no_draw::groups::OddComponents;
use crate::no_draw::load::Load;
use lexicographic_matching::{Cost, Face, FaceMatching, Graph, Matching, NONE, Scale};

/// The use of waivers where there is no legal draw.
///
/// ```
/// use morabaraba_swiss::{Config, Field, Player, PlayerId, Undrawn, Waivers, draw};
///
/// let mut players: Vec<Player> = (1..=2).map(|seed| Player::new(PlayerId(seed.into()), seed)).collect();
/// players[0].relatives = vec![PlayerId(2)];
/// let Err(Undrawn::NoLegalDraw(stuck)) = draw(&Field::new(1, players), &Config::default()) else { panic!() };
/// assert_eq!(stuck.waivers, Waivers::NoneHelp);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Deserialize, serde::Serialize),
    serde(from = "crate::json::WaiversLine", into = "crate::json::WaiversLine")
)]
pub enum Waivers {
    /// These would together allow a draw, and no fewer would.
    ///
    /// Of several lists that are as short this is the one with the fewest bars of the umpire; then the one that burdens
    /// least those who have had rematches or further byes before; then the one with the most rematches; and of those the
    /// one that names first, in standing order, the highest players. The rematches come first, then a second bye, then
    /// bars, each in standing order. In a field of more than 500 players it may be any that is as short.
    Fewest(Vec<Waiver>),
    /// These would together allow a draw. Whether fewer would was not sought, since that takes long in a field of more than a
    /// thousand players; in most of those the fewest are found all the same.
    Enough(Vec<Waiver>),
    /// None would allow one, however many: relatives and the umpire's orders stand.
    NoneHelp,
}

impl Waivers {
    /// The waivers, none if none would help.
    ///
    /// ```
    /// assert!(morabaraba_swiss::Waivers::NoneHelp.list().is_empty());
    /// ```
    #[must_use]
    pub fn list(&self) -> &[Waiver] {
        match self {
            Self::Fewest(list) | Self::Enough(list) => list,
            Self::NoneHelp => &[],
        }
    }

    /// The name for programs; it never changes.
    ///
    /// ```
    /// assert_eq!(morabaraba_swiss::Waivers::NoneHelp.code(), "none_help");
    /// ```
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Fewest(_) => "fewest",
            Self::Enough(_) => "enough",
            Self::NoneHelp => "none_help",
        }
    }
}

/// The most vertices for whom the least list is found whatever it takes.
const LISTED: usize = 500;

/// The most vertices among whom a matching of least cost is sought.
const MOST: usize = 1000;

/// The pairs that waivers would allow: those that need one waiver, and those together with the ones that need two.
struct Waivable {
    once: Graph,
    all: Graph,
}

/// The use of waivers for a round with this decomposition, of whose hard graph a maximum matching is given.
pub(crate) fn waivers(round: &Round, matching: &Matching, groups: &OddComponents) -> Waivers {
    waivers_up_to(MOST, round, matching, groups)
}

fn waivers_up_to(most: usize, round: &Round, matching: &Matching, groups: &OddComponents) -> Waivers {
    let waivable = Waivable::new(round);
    if round.vertices() > most.min(LISTED)
        && let Some(pairs) = groups.paired(round, &waivable.once)
    {
        return Waivers::Fewest(needed(round, &pairs));
    }
    let mut graph = Graph::clone(round.hard());
    for player in 0..graph.len() {
        waivable
            .all
            .neighbours(player)
            .for_each(|opponent| graph.add_edge(player, opponent));
    }
    let mut trial = matching.clone();
    if !trial.maximize(&graph) {
        return Waivers::NoneHelp;
    }
    let mates: Vec<usize> = (0..graph.len())
        .map(|place| trial.mate(place).unwrap_or(NONE))
        .collect();
    if graph.len() <= most
        && let Some(list) = least(round, graph, mates.clone())
    {
        return Waivers::Fewest(list);
    }
    let waived = |player: &usize| *player < mates[*player] && !round.hard().has_edge(*player, mates[*player]);
    let pairs: Vec<(usize, usize)> = (0..mates.len())
        .filter(waived)
        .map(|player| (player, mates[player]))
        .collect();
    let list = needed(round, &pairs);
    // The bound is not reached, so that one more is as few as can be.
    if list.len() > matching.free().len() / 2 + 1 {
        Waivers::Enough(list)
    } else {
        Waivers::Fewest(list)
    }
}

/// The waivers that those pairs need.
fn needed(round: &Round, pairs: &[(usize, usize)]) -> Vec<Waiver> {
    let waivers = pairs.iter().filter_map(|pair| round.waivers(pair.0, pair.1));
    waivers.flatten().collect()
}

/// The numbers of waivers of each kind that a pair needs which waivers allow, in the order of the list: rematches,
/// second byes, bars of the umpire.
fn kinds(round: &Round, player: usize, opponent: usize) -> [usize; 3] {
    if round.hard().has_edge(player, opponent) {
        return [0; 3];
    }
    let rests = round.bye().is_some_and(|bye| bye == player || bye == opponent);
    let [_, opponents, forbidden] = round.barred();
    [
        opponents.has_edge(player, opponent),
        rests,
        forbidden.has_edge(player, opponent),
    ]
    .map(usize::from)
}

/// The place of a kind of waiver in the list.
const fn rank(waiver: Waiver) -> usize {
    match waiver {
        Waiver::Rematch(..) => 0,
        Waiver::SecondBye(_) => 1,
        Waiver::Forbidden(..) => 2,
    }
}

/// The least list that allows one of the perfect matchings of a graph, one of which is given.
fn least(round: &Round, graph: Graph, mates: Vec<usize>) -> Option<Vec<Waiver>> {
    // Their number counts the most, then that of the bars, then what those have had before whom they burden, then the
    // number of byes.
    let load = Load::new(round);
    let mut scale = Scale::new();
    let units = [graph.len(), graph.len(), load.most(), 1].map(|most| scale.push(most));
    let [Some(number), Some(lifted), Some(burden), Some(rest)] = units else {
        return None;
    };
    let cost = |player: usize, opponent: usize| {
        let kinds @ [rematches, byes, bars] = kinds(round, player, opponent);
        let burdened = if rematches + byes > 0 {
            load.between(player, opponent)
        } else {
            0
        };
        let counts = [kinds.iter().sum::<usize>(), bars, burdened, byes];
        let sum = counts.into_iter().zip([number, lifted, burden, rest]);
        sum.map(|(count, unit)| unit * Cost::try_from(count).unwrap_or(0))
            .sum::<Cost>()
    };
    let mut face = Face::new(graph, mates);
    face.narrow(cost).then_some(())?;
    let mut open = [0; 3];
    for (player, mate) in face
        .mates
        .iter()
        .copied()
        .enumerate()
        .filter(|(player, mate)| player < mate)
    {
        let kinds = kinds(round, player, mate);
        open.iter_mut().zip(kinds).for_each(|(open, count)| *open += count);
    }
    let mut settled = Settled {
        round,
        matchings: face.matching()?,
        graph: face.graph,
        pairs: Vec::new(),
    };
    for (rank, open) in open.into_iter().enumerate() {
        settled.settle(rank, open)?;
    }
    let mut list = needed(round, &settled.pairs);
    // A bar between two who have met was settled with the rematch.
    list.sort_by_key(|waiver| (rank(*waiver), places(round, *waiver)));
    Some(list)
}

/// The places of the players of a waiver.
fn places(round: &Round, waiver: Waiver) -> (Option<usize>, Option<usize>) {
    match waiver {
        Waiver::Rematch(player, opponent) | Waiver::Forbidden(player, opponent) => {
            (round.place(player), round.place(opponent))
        }
        Waiver::SecondBye(player) => (round.place(player), None),
    }
}

/// The matchings in which some pairs that need waivers are settled.
struct Settled<'a> {
    round: &'a Round<'a>,
    matchings: FaceMatching,
    /// The pairs that the matchings may have.
    graph: Graph,
    pairs: Vec<(usize, usize)>,
}

impl Settled<'_> {
    /// Settles the pairs that need a waiver of a kind, from the highest on, until there are so many.
    fn settle(&mut self, rank: usize, count: usize) -> Option<()> {
        let round = self.round;
        let needs = |pair: &(usize, usize)| kinds(round, pair.0, pair.1)[rank] > 0;
        let mut open = count - self.pairs.iter().filter(|pair| needs(pair)).count();
        let mut free = vec![true; self.graph.len()];
        self.pairs
            .iter()
            .for_each(|pair| (free[pair.0], free[pair.1]) = (false, false));
        for player in 0..free.len() {
            if open == 0 {
                return Some(());
            }
            if !free[player] {
                continue;
            }
            let neighbours = self.graph.neighbours(player);
            let later = neighbours.filter(|opponent| *opponent > player && free[*opponent]);
            let wanted: Vec<usize> = later.filter(|opponent| needs(&(player, *opponent))).collect();
            if wanted.is_empty() {
                continue;
            }
            if let Some(opponent) = self.matchings.settle(player, wanted.into_iter()) {
                (free[player], free[opponent]) = (false, false);
                self.pairs.push((player, opponent));
                open -= 1;
            }
        }
        (open == 0).then_some(())
    }
}

impl Waivable {
    fn new(round: &Round) -> Self {
        let [relatives, opponents, forbidden] = round.barred();
        let others = |player: usize, place: usize| !relatives.row(player)[place];
        let mut waivable = Self {
            once: opponents
                .map_rows(|player, place, word| (word ^ forbidden.row(player)[place]) & others(player, place)),
            all: opponents
                .map_rows(|player, place, word| (word | forbidden.row(player)[place]) & others(player, place)),
        };
        for place in 0..round.len() {
            if let Some(opponent) = round.orders(place) {
                waivable.once.retain_neighbours(place, |met| met == opponent);
                waivable.all.retain_neighbours(place, |met| met == opponent);
            }
        }
        for (player, bye) in round
            .bye()
            .into_iter()
            .flat_map(|bye| (0..round.len()).map(move |player| (player, bye)))
        {
            if round.waivers(player, bye).is_some_and(|needed| !needed.is_empty()) {
                waivable.all.add_edge(player, bye);
                waivable.once.add_edge(player, bye);
            }
        }
        waivable
    }
}

impl OddComponents {
    /// The pairs of groups that need a waiver, if the bound is reached.
    fn paired(&self, round: &Round, once: &Graph) -> Option<Vec<(usize, usize)>> {
        let outsiders = self.outsiders.len();
        let mut whole = Graph::empty(outsiders + self.members.len());
        for (number, outsider) in self.outsiders.iter().enumerate() {
            for group in round
                .hard()
                .neighbours(*outsider)
                .filter_map(|opponent| self.group_of[opponent])
            {
                whole.add_edge(number, outsiders + group);
            }
        }
        // The pairs between a group and those after it that one waiver would allow.
        let joined = |number: usize| {
            let others = move |player: usize| {
                once.neighbours(player)
                    .filter_map(move |opponent| Some((player, opponent, self.group_of[opponent]?)))
            };
            self.members[number]
                .iter()
                .flat_map(move |player| others(*player))
                .filter(move |(.., group)| *group > number)
        };
        for number in 0..self.members.len() {
            joined(number).for_each(|(.., group)| whole.add_edge(outsiders + number, outsiders + group));
        }
        let mut matching = Matching::new(whole.len());
        // Mostly the outsiders go to the groups on top, and the waivers to those at the bottom.
        for group in outsiders..whole.len() {
            let free = |player: &usize| *player < outsiders && matching.mate(*player).is_none();
            if let Some(outsider) = whole.neighbours(group).find(free) {
                matching.join(group, outsider);
            }
        }
        if !matching.maximize(&whole) {
            return None;
        }
        let mates = (0..self.members.len()).filter_map(|group| {
            let mate = matching.mate(outsiders + group)?.checked_sub(outsiders)?;
            joined(group)
                .find(|(.., opponent)| *opponent == mate)
                .map(|(player, opponent, _)| (player.min(opponent), player.max(opponent)))
        });
        Some(mates.collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::draw;
    use crate::field::{Config, Field, Player, PlayerId};
    use crate::no_draw::Undrawn;
    use crate::support::small_field;
    use lexicographic_matching::{Budget, min_cost_perfect_matching};

    /// The fewest waivers by perfect matchings of least cost alone.
    fn by_cost(round: &Round) -> Option<usize> {
        let needed = |player: usize, opponent: usize| {
            if round.hard().has_edge(player, opponent) {
                Some(0)
            } else {
                round.waivers(player, opponent).map(|waivers| waivers.len())
            }
        };
        let len = round.vertices();
        let mut graph = Graph::empty(len);
        for player in 0..len {
            (player + 1..len)
                .filter(|opponent| needed(player, *opponent).is_some())
                .for_each(|opponent| graph.add_edge(player, opponent));
        }
        let cost =
            |player: usize, opponent: usize| needed(player, opponent).map_or(0, |count| Cost::try_from(count).unwrap());
        let mates = min_cost_perfect_matching(&graph, vec![NONE; len], cost)?;
        (0..mates.len())
            .filter(|player| *player < mates[*player])
            .map(|player| needed(player, mates[player]))
            .sum()
    }

    #[test]
    fn groups_that_can_be_paired_spare_the_matching_of_least_cost() {
        let mut rng = fastrand::Rng::with_seed(40);
        let (mut reached, mut more, mut none) = (0, 0, 0);
        while reached < 300 || more < 100 {
            let (mut field, config) = small_field(&mut rng, 8, 30);
            for player in &mut field.players {
                let others = rng.usize(..40);
                player
                    .opponents
                    .extend((0..others).map(|_| PlayerId(100 + rng.u64(..8))));
                player.opponents.retain(|opponent| *opponent != player.id);
            }
            let Ok(round) = Round::new(&field, config) else {
                continue;
            };
            let mut matching = Matching::new(round.vertices());
            if matching.maximize(round.hard()) {
                continue;
            }
            let groups = OddComponents::new(&round, &mut matching);
            let bound = matching.free().len() / 2;
            let exact = waivers(&round, &matching, &groups);
            match by_cost(&round) {
                None => assert_eq!(exact, Waivers::NoneHelp),
                Some(count) => assert!(
                    matches!(&exact, Waivers::Fewest(list) if list.len() == count),
                    "{field:#?}"
                ),
            }
            // Without a matching of least cost nothing is claimed that is not so.
            match (waivers_up_to(0, &round, &matching, &groups), exact) {
                (Waivers::Enough(list), exact) => {
                    assert!(list.len() >= exact.list().len() && exact.list().len() > bound);
                }
                (quick, exact) => assert_eq!((quick.code(), quick.list().len()), (exact.code(), exact.list().len())),
            }
            let count = by_cost(&round);
            reached += usize::from(count == Some(bound));
            more += usize::from(count.is_some_and(|count| count > bound));
            none += usize::from(count.is_none());
        }
        assert!(none > 20, "{none}");
    }

    fn stuck(players: Vec<Player>) -> Waivers {
        let before = Budget::spent();
        let Err(Undrawn::NoLegalDraw(stuck)) = draw(&Field::new(3, players), &Config::default()) else {
            panic!()
        };
        assert!(Budget::spent() - before < 1_200_000_000, "{}", Budget::spent() - before);
        stuck.waivers
    }

    #[test]
    fn large_fields_are_told_truly() {
        let all = |count: u32| {
            (1..=count)
                .map(|seed| Player::new(PlayerId(seed.into()), seed))
                .collect::<Vec<_>>()
        };
        // Of 5000 the first 2600 have all met.
        let mut players = all(5000);
        for (place, player) in players.iter_mut().enumerate().take(2600) {
            player.opponents = (1..=place as u64).map(PlayerId).collect();
        }
        assert!(matches!(stuck(players), Waivers::Fewest(list) if list.len() == 100));
        // Of 2000 the first 1100 are relatives.
        let mut players = all(2000);
        for (place, player) in players.iter_mut().enumerate().take(1100) {
            player.relatives = (1..=place as u64).map(PlayerId).collect();
        }
        assert_eq!(stuck(players), Waivers::NoneHelp);
        // So many players have each met one other, and are relatives of all the rest.
        let bound_to_one = |count: usize| {
            let mut players = all(2000);
            for (place, player) in players.iter_mut().enumerate().take(count) {
                let met = 1000 + place as u64;
                player.relatives = (1..=2000)
                    .filter(|id| *id != place as u64 + 1 && *id != met)
                    .map(PlayerId)
                    .collect();
                player.opponents = vec![PlayerId(met)];
            }
            stuck(players)
        };
        assert!(matches!(bound_to_one(2), Waivers::Fewest(list) if list.len() == 2));
        assert!(matches!(bound_to_one(4), Waivers::Enough(list) if list.len() == 4));
    }
}
