//! A field prepared for the searches: players as places in the standing order, from 0, and the graph of the pairs that
//! the hard rules allow.

use std::cell::OnceCell;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::rc::Rc;

use crate::field::{Bar, Clubs, Config, Field, FieldError, Float, Index, Player, PlayerId, Waiver};
use lexicographic_matching::{BitSet, Graph, NONE};

/// The active players in standing order, and after them, if their number is odd, the bye as a vertex of its own.
#[derive(Clone, Debug)]
pub(crate) struct Round<'a> {
    pub(crate) players: Vec<&'a Player>,
    /// The points, in halves.
    pub(crate) scores: Vec<u32>,
    pub(crate) number: u32,
    /// The waivers, in order, the lower id first.
    given: Vec<Waiver>,
    /// The index of each id in the field, and the place of the player with that index.
    index: Index,
    places: Vec<usize>,
    /// For each player the one whom the umpire orders them to meet.
    ordered: Vec<Option<usize>>,
    /// The club of each player as a number; a player without a club has a number that nobody shares.
    clubs: Vec<usize>,
    teams: Vec<usize>,
    pub(crate) config: Config,
    /// Whether clubs and teams are kept apart in this round.
    pub(crate) avoid: bool,
    /// Whether one of the lists of relations is long.
    related: bool,
    /// The pairs that each list of relations bars; made when they are first asked for, since they are large.
    barred: OnceCell<Rc<[Graph; 3]>>,
    /// The round, or 0, in which each player lists each other as an opponent; made likewise, player by player.
    rounds_met: Rc<[OnceCell<Vec<u32>>]>,
    /// The pairs that the hard rules allow, the bye included; made likewise.
    hard: OnceCell<Rc<Graph>>,
}

impl<'a> Round<'a> {
    pub(crate) fn new(field: &'a Field, config: Config) -> Result<Self, FieldError> {
        let index = field.index()?;
        let halves = |player: &Player| player.score.as_halves().unwrap_or(0);
        let mut order: Vec<usize> = (0..field.players.len())
            .filter(|place| field.players[*place].active)
            .collect();
        order.sort_by_cached_key(|place| (Reverse(halves(&field.players[*place])), field.players[*place].seed));
        let mut places = vec![NONE; field.players.len()];
        order
            .iter()
            .enumerate()
            .for_each(|(place, listed)| places[*listed] = place);
        let players: Vec<&Player> = order.into_iter().map(|listed| &field.players[listed]).collect();
        let mut given: Vec<Waiver> = field.waivers.iter().copied().map(Waiver::in_order).collect();
        given.sort_unstable();
        let mut round = Self {
            scores: players.iter().map(|player| halves(player)).collect(),
            clubs: by_number(players.iter().map(|player| player.club.as_deref())),
            teams: by_number(players.iter().map(|player| player.team.as_deref())),
            number: field.round,
            given,
            index,
            places,
            ordered: vec![None; players.len()],
            config,
            avoid: config.clubs != Clubs::Off && field.round <= config.club_rounds,
            related: players
                .iter()
                .any(|player| lists(player).iter().any(|list| list.len() > LONG)),
            barred: OnceCell::new(),
            rounds_met: players.iter().map(|_| OnceCell::new()).collect(),
            hard: OnceCell::new(),
            players,
        };
        for place in 0..round.len() {
            if let Some(b) = round.players[place].forced.and_then(|b| round.place(b)) {
                round.ordered[place] = Some(b);
                round.ordered[b] = Some(place);
            }
        }
        Ok(round)
    }

    /// The place of a player who takes part.
    pub(crate) fn place(&self, id: PlayerId) -> Option<usize> {
        self.index
            .get(id.0)
            .map(|listed| self.places[listed])
            .filter(|place| *place != NONE)
    }

    pub(crate) const fn len(&self) -> usize {
        self.players.len()
    }

    /// The places of all players.
    pub(crate) fn everybody(&self) -> Vec<usize> {
        (0..self.len()).collect()
    }

    /// The number of players and the bye.
    pub(crate) const fn vertices(&self) -> usize {
        self.players.len().next_multiple_of(2)
    }

    pub(crate) fn bye(&self) -> Option<usize> {
        (self.vertices() > self.len()).then_some(self.len())
    }

    /// The pairs that the hard rules allow, the bye included.
    pub(crate) fn hard(&self) -> &Rc<Graph> {
        self.hard.get_or_init(|| Rc::new(self.allowed()))
    }

    pub(crate) fn is_hard_known(&self) -> bool {
        self.hard.get().is_some()
    }

    /// The graph of the hard rules for a caller who changes it: it is not kept unless it is kept already.
    pub(crate) fn hard_to_change(&self) -> Rc<Graph> {
        self.hard.get().map_or_else(|| Rc::new(self.allowed()), Rc::clone)
    }

    /// A copy in which more players can be bound.
    pub(crate) fn copied(&self) -> Self {
        // Made before, they are made once for all copies.
        self.hard();
        self.clone()
    }

    /// Binds a player to the opponents for whom `keep` is true.
    pub(crate) fn bind(&mut self, place: usize, keep: impl Fn(usize) -> bool) {
        let mut hard = self.hard.take().unwrap_or_else(|| Rc::new(self.allowed()));
        Rc::make_mut(&mut hard).retain_neighbours(place, keep);
        self.hard = OnceCell::from(hard);
    }

    pub(crate) fn id(&self, place: usize) -> PlayerId {
        self.players[place].id
    }

    /// Whether two players are of one club or of one team.
    pub(crate) fn clash(&self, a: usize, b: usize) -> bool {
        let same = |names: &[usize]| names.get(a).is_some_and(|name| names.get(b) == Some(name));
        same(&self.clubs) || same(&self.teams)
    }

    /// Whether there are two of one club or of one team.
    pub(crate) fn has_clubs(&self) -> bool {
        // The numbers of those without a name are beyond those of all names.
        let repeated = |names: &[usize]| {
            let mut seen = vec![false; names.len()];
            let mut named = names.iter().filter(|name| **name < names.len());
            named.any(|name| std::mem::replace(&mut seen[*name], true))
        };
        repeated(&self.clubs) || repeated(&self.teams)
    }

    /// Removes every clash from a graph whose vertices are these places, in this order.
    pub(crate) fn part_clashes(&self, graph: &mut Graph, places: &[usize]) {
        for names in [&self.clubs, &self.teams] {
            // The numbers of those without a name are beyond those of all names.
            let named = places.iter().enumerate().map(|(vertex, place)| (names[*place], vertex));
            let mut named: Vec<(usize, usize)> = named.filter(|(name, _)| *name < names.len()).collect();
            named.sort_unstable();
            for group in named.chunk_by(|a, b| a.0 == b.0).filter(|group| group.len() > 1) {
                let vertices = group.iter().map(|(_, vertex)| *vertex);
                graph.remove_where(
                    vertices.clone(),
                    &BitSet::from_numbers(graph.len(), vertices),
                    |_, _| !0,
                );
            }
        }
    }

    pub(crate) fn floated(&self, place: usize, float: Float) -> bool {
        self.config.repeat_floats && self.players[place].floated == Some(float)
    }

    /// Whether the rounds to come are looked at.
    pub(crate) fn looks_ahead(&self) -> bool {
        self.config.look_ahead > 0 && self.vertices() <= MOST_LOOKED_AHEAD
    }

    /// Whether two may meet in a later round if they do not meet in this one: orders and waivers are for this one only.
    pub(crate) fn lasting(&self, a: usize, b: usize) -> bool {
        let (a, b) = (a.min(b), a.max(b));
        if Some(b) == self.bye() {
            return !self.players[a].had_bye;
        }
        let (first, second) = (self.players[a], self.players[b]);
        let names = |player: &Player, id| {
            player.relatives.contains(&id) || player.opponents.contains(&id) || player.forbidden.contains(&id)
        };
        !names(first, second.id) && !names(second, first.id)
    }

    /// A pairing of all players as the mates of the places, the bye included.
    pub(crate) fn mates(&self, pairs: &[(PlayerId, PlayerId)], bye: Option<PlayerId>) -> Vec<usize> {
        let mut mates = vec![NONE; self.vertices()];
        let rest = bye.and_then(|id| self.place(id)).zip(self.bye());
        let known = pairs.iter().filter_map(|(a, b)| self.place(*a).zip(self.place(*b)));
        for (a, b) in known.chain(rest) {
            mates[a] = b;
            mates[b] = a;
        }
        mates
    }

    /// The reason why two may not meet, the second of whom may be the bye.
    pub(crate) fn bar(&self, a: usize, b: usize) -> Option<Bar> {
        if self.orders(a).is_some_and(|met| met != b) || self.orders(b).is_some_and(|met| met != a) {
            // Whatever else there is between them is said first.
            return self.bars(a, b).next().or(Some(Bar::Forced));
        }
        self.bars(a, b).next()
    }

    /// The round in which two met, if the first says so, or else the second; the last of several.
    pub(crate) fn met_in(&self, a: usize, b: usize) -> Option<u32> {
        let said = |by: usize, of: usize| {
            if self.related {
                return Some(self.rounds_met(by)[of]).filter(|round| *round > 0);
            }
            met(self.players[by])
                .filter(|(id, _)| *id == self.id(of))
                .map(|(_, round)| round)
                .max()
        };
        said(a, b).or_else(|| said(b, a))
    }

    /// The round, or 0, in which a player lists each other as an opponent.
    fn rounds_met(&self, by: usize) -> &[u32] {
        self.rounds_met[by].get_or_init(|| {
            let mut rounds = vec![0; self.len()];
            for (of, round) in met(self.players[by]).filter_map(|(id, round)| Some((self.place(id)?, round))) {
                rounds[of] = rounds[of].max(round);
            }
            rounds
        })
    }

    /// The bars between two that are not waived, but for the umpire's orders.
    fn bars(&self, a: usize, b: usize) -> impl Iterator<Item = Bar> {
        let rests = Some(b) == self.bye();
        let second_bye = (rests && !self.may_rest(a)).then_some(Bar::SecondBye);
        let kinds = if rests { &KINDS[..0] } else { &KINDS };
        let between = (0..).zip(kinds).filter(move |(kind, _)| self.barred_by(*kind, a, b));
        second_bye.into_iter().chain(between.map(|(_, (bar, _))| *bar))
    }

    /// Whether one of two names the other in this list, and that is not waived.
    fn barred_by(&self, kind: usize, a: usize, b: usize) -> bool {
        if self.related {
            return self.barred()[kind].has_edge(a, b);
        }
        let (first, second) = (self.players[a], self.players[b]);
        let named = lists(first)[kind].contains(&second.id) || lists(second)[kind].contains(&first.id);
        named && KINDS[kind].1.is_none_or(|waiver| !self.waived(waiver, a, b))
    }

    /// The pairs that each list of relations as in `KINDS` bars, read both ways, but for what is waived.
    pub(crate) fn barred(&self) -> &[Graph; 3] {
        self.barred.get_or_init(|| {
            let named = |kind: usize| {
                move |place: usize| {
                    let list = self.players.get(place).map_or(&[][..], |player| lists(player)[kind]);
                    list.iter().filter_map(|b| self.place(*b))
                }
            };
            let mut barred = [0, 1, 2].map(|kind| Graph::from_neighbours(self.vertices(), named(kind)));
            for waiver in &self.given {
                let (kind, pair) = match waiver {
                    Waiver::Rematch(a, b) => (1, (*a, *b)),
                    Waiver::Forbidden(a, b) => (2, (*a, *b)),
                    Waiver::SecondBye(_) => continue,
                };
                if let Some((a, b)) = self.place(pair.0).zip(self.place(pair.1)) {
                    barred[kind].remove_edge(a, b);
                }
            }
            Rc::new(barred)
        })
    }

    /// The waivers that two need to meet; `None` if no waivers allow it.
    pub(crate) fn waivers(&self, a: usize, b: usize) -> Option<Vec<Waiver>> {
        if self.orders(a).is_some_and(|met| met != b) || self.orders(b).is_some_and(|met| met != a) {
            return None;
        }
        let waiver = |bar: Bar| match bar {
            Bar::Rematch => Some(Waiver::Rematch(self.id(a), self.id(b))),
            Bar::Forbidden => Some(Waiver::Forbidden(self.id(a), self.id(b))),
            Bar::SecondBye => Some(Waiver::SecondBye(self.id(a))),
            Bar::Relatives | Bar::Forced => None,
        };
        self.bars(a, b).map(waiver).collect()
    }

    /// Whether the player has no bye that counts against another.
    pub(crate) fn may_rest(&self, place: usize) -> bool {
        let player = self.players[place];
        !player.had_bye || self.given.binary_search(&Waiver::SecondBye(player.id)).is_ok()
    }

    /// The opponent whom the umpire orders for a player.
    pub(crate) fn orders(&self, place: usize) -> Option<usize> {
        self.ordered.get(place).copied().flatten()
    }

    fn waived(&self, waiver: Waives, a: usize, b: usize) -> bool {
        !self.given.is_empty()
            && self
                .given
                .binary_search(&waiver(self.id(a), self.id(b)).in_order())
                .is_ok()
    }

    fn allowed(&self) -> Graph {
        let mut graph = Graph::complete(self.vertices());
        if self.related {
            self.barred().iter().for_each(|barred| graph.remove_edges_of(barred));
        } else {
            for (place, player) in self.players.iter().enumerate() {
                for (list, (_, waiver)) in lists(player).into_iter().zip(KINDS) {
                    for b in list.iter().filter_map(|b| self.place(*b)) {
                        if waiver.is_none_or(|waiver| !self.waived(waiver, place, b)) {
                            graph.remove_edge(place, b);
                        }
                    }
                }
            }
        }
        if let Some(bye) = self.bye() {
            (0..self.len())
                .filter(|place| !self.may_rest(*place))
                .for_each(|place| graph.remove_edge(place, bye));
        }
        for place in 0..self.len() {
            if let Some(b) = self.orders(place) {
                graph.retain_neighbours(place, |met| met == b);
            }
        }
        graph
    }
}

/// The most players for whom the rounds to come are looked at.
pub(crate) const MOST_LOOKED_AHEAD: usize = 14;

/// The length of a list of relations above which rows are made of all lists: longer ones would be searched too often.
const LONG: usize = 32;

/// Relatives, opponents and those whom the umpire bars.
fn lists(player: &Player) -> [&Vec<PlayerId>; 3] {
    [&player.relatives, &player.opponents, &player.forbidden]
}

/// The opponents of whom the player says in which round they met, and these.
fn met(player: &Player) -> impl Iterator<Item = (PlayerId, u32)> {
    let rounds = player.opponents.iter().zip(&player.rounds_met);
    rounds.filter_map(|(opponent, round)| Some((*opponent, round.filter(|round| *round > 0)?)))
}

/// The bars of those lists, and what waives them.
const KINDS: [(Bar, Option<Waives>); 3] = [
    (Bar::Relatives, None),
    (Bar::Rematch, Some(Waiver::Rematch)),
    (Bar::Forbidden, Some(Waiver::Forbidden)),
];

/// A kind of waiver between two.
type Waives = fn(PlayerId, PlayerId) -> Waiver;

/// Names as numbers; who has none shares theirs with nobody.
fn by_number<'a>(names: impl Iterator<Item = Option<&'a str>>) -> Vec<usize> {
    let mut known: HashMap<&str, usize> = HashMap::new();
    let number = |(place, name): (usize, Option<&'a str>)| {
        let next = known.len();
        name.map_or(usize::MAX - place, |name| *known.entry(name).or_insert(next))
    };
    names.enumerate().map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::support::small_field;

    /// Rows of those who are barred say what the lists say.
    #[test]
    fn long_lists_are_read_as_short_ones() {
        let mut rng = fastrand::Rng::with_seed(60);
        let (mut waived, mut dated) = (0, 0);
        for _ in 0..2000 {
            let (mut field, config) = small_field(&mut rng, 4, 20);
            for player in &mut field.players {
                player.rounds_met = player
                    .opponents
                    .iter()
                    .map(|_| rng.bool().then(|| rng.u32(..4)))
                    .collect();
                let others = player.opponents.iter().chain(&player.forbidden);
                field.waivers.extend(
                    others
                        .filter(|_| rng.u8(..3) == 0)
                        .map(|b| Waiver::Rematch(player.id, *b)),
                );
            }
            field.waivers.extend(
                field
                    .players
                    .first()
                    .map(|player| Waiver::Forbidden(player.id, player.id)),
            );
            let Ok(listed) = Round::new(&field, config) else {
                continue;
            };
            let related = Round {
                related: true,
                ..Round::new(&field, config).unwrap()
            };
            for a in 0..listed.vertices() {
                assert_eq!(listed.hard().row(a), related.hard().row(a), "{field:#?}");
                for b in (0..listed.vertices()).filter(|b| a < listed.len() && a != *b) {
                    assert_eq!(listed.bar(a, b), related.bar(a, b), "{field:#?}");
                    if b < listed.len() {
                        assert_eq!(listed.met_in(a, b), related.met_in(a, b), "{field:#?}");
                        let lists_id = |a: usize, id| lists(listed.players[a]).iter().any(|list| list.contains(&id));
                        let named = lists_id(a, listed.id(b)) || lists_id(b, listed.id(a));
                        waived += usize::from(named && listed.hard().has_edge(a, b));
                        dated += usize::from(listed.met_in(a, b).is_some());
                    }
                    assert_eq!(listed.waivers(a, b), related.waivers(a, b), "{field:#?}");
                }
            }
        }
        assert!(waived > 500 && dated > 500, "{waived} {dated}");
    }
}
