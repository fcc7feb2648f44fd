//! Who of all who are left is looked at with a bracket, and what is known of the others.

use crate::bits::{bits, is_in, numbers, put_in};
use crate::graph::Graph;

/// Who is looked at of all who are left.
#[derive(Clone, Debug, Default)]
pub(crate) struct Seen {
    row: Vec<u64>,
    everybody: bool,
    /// So many who were in the way come to be looked at; if they are more, they become a crowd.
    few: usize,
    crowd: Option<Crowd>,
    /// The last crowd of the brackets before.
    last: Option<Crowd>,
    /// Those with whom all below could not be paired when that was tried last, and what kept them from it.
    vain: Option<(Vec<usize>, Parts)>,
}

/// As rows of bits those whom some largest matching leaves free, and those on whom they depend.
type Parts = (Vec<u64>, Vec<u64>);

/// Some of those below who are not looked at: *single* ones, who can meet nobody but the *needed* and those who are looked at; and
/// the needed.
#[derive(Clone, Debug)]
struct Crowd {
    /// The single ones and the needed, as rows of bits.
    rows: [Vec<u64>; 2],
    /// Whether the needed can meet nobody but the single ones and those who are looked at, either.
    mutual: bool,
}

/// What a crowd asks of those who are looked at. The single ones for whom there is none of the needed must meet these; and so
/// must one more for each of the needed who is taken away. In a mutual crowd the needed for whom there is no single one must, too.
#[derive(Debug, Default)]
pub(crate) struct Demand {
    /// Those who can take away one of the needed; unless the crowd is mutual, only those who can meet nobody else who is not
    /// looked at.
    takers: Vec<usize>,
    /// Those who can meet a single one.
    givers: Vec<usize>,
    /// Those who must meet one of the crowd, if they meet nobody who is looked at.
    bound: Vec<usize>,
    /// How many of the needed the takers can take away at the most.
    needed: usize,
    /// How many single ones are to be met then.
    single: usize,
    mutual: bool,
}

impl Seen {
    pub(crate) fn these(len: usize, places: impl Iterator<Item = usize>, few: usize) -> Self {
        Self {
            row: bits(len, places),
            few,
            ..Self::default()
        }
    }

    pub(crate) fn everybody(len: usize) -> Self {
        Self {
            everybody: true,
            ..Self::these(len, 0..len, len)
        }
    }

    /// The same, with what is known from the bracket before.
    pub(crate) fn after(self, before: Self) -> Self {
        Self {
            last: before.crowd.or(before.last),
            ..self
        }
    }

    /// Those of some places who are looked at.
    pub(crate) fn of<'a>(&'a self, places: &'a [usize]) -> impl Iterator<Item = usize> + 'a {
        places.iter().copied().filter(|place| is_in(&self.row, *place))
    }

    pub(crate) const fn is_everybody(&self) -> bool {
        self.everybody
    }

    pub(crate) const fn has_crowd(&self) -> bool {
        self.crowd.is_some()
    }

    pub(crate) fn has(&self, place: usize) -> bool {
        is_in(&self.row, place)
    }

    /// What kept these from being paired with all below, if that was tried last.
    pub(crate) fn known_in_vain(&self, dropping: &[usize]) -> Option<Parts> {
        self.vain
            .as_ref()
            .filter(|(before, _)| before == dropping)
            .map(|(_, parts)| parts.clone())
    }

    pub(crate) fn set_in_vain(&mut self, dropping: Vec<usize>, parts: Parts) {
        self.vain = Some((dropping, parts));
    }

    fn add(&mut self, places: impl Iterator<Item = usize>) {
        places.for_each(|place| put_in(&mut self.row, place));
    }

    /// Takes over what kept all from being paired: odd sets that depend on the needed, who are fewer. They are looked at, but for
    /// the largest set, which must be odd if the others are; and where they are too many, the single ones and the needed of
    /// those below become a crowd.
    pub(crate) fn learn(&mut self, below: &[usize], mut sets: Vec<Vec<usize>>, needed: Vec<u64>) {
        sets.sort_by_key(Vec::len);
        sets.pop();
        let (single, larger) = sets.split_at(sets.partition_point(|set| set.len() == 1));
        self.add(larger.iter().flatten().copied());
        let found = [bits(64 * needed.len(), single.iter().flatten().copied()), needed];
        let unseen = bits(
            64 * self.row.len(),
            below.iter().copied().filter(|place| !self.has(*place)),
        );
        let crowd = found
            .each_ref()
            .map(|row| combined(row, &unseen, |word, unseen| word & unseen));
        if members(&crowd).count() <= self.few {
            self.add(members(&found));
            return;
        }
        let (is_of_now, before) = (self.crowd.is_some(), self.crowd.take().or_else(|| self.last.take()));
        let mut crowd = Crowd {
            rows: crowd,
            mutual: false,
        };
        if let Some(before) = before {
            let differing = |new: [usize; 2]| {
                let rows =
                    [0, 1].map(|row| combined(&before.rows[row], &crowd.rows[new[row]], |one, other| one ^ other));
                members(&rows.map(|row| combined(&row, &unseen, |word, unseen| word & unseen))).collect::<Vec<usize>>()
            };
            let (same, turned) = (differing([0, 1]), differing([1, 0]));
            let is_turned = turned.len() < same.len();
            let differing = if is_turned { turned } else { same };
            // Who is not of both is looked at, so that the rest is as both say; what was so in the bracket before need not be so
            // now, but who has changed sides is mostly of some interest.
            if is_of_now || differing.len() <= 1 + below.len() / 64 {
                crowd.mutual = is_of_now && (before.mutual || is_turned);
                self.add(differing.into_iter());
            }
        }
        self.crowd = Some(crowd);
    }

    /// What the crowd asks of some who are looked at, `unseen` being those below who are not.
    pub(crate) fn demand(&self, graph: &Graph, places: &[usize], unseen: &[u64]) -> Demand {
        let Some(Crowd { rows, mutual }) = &self.crowd else {
            return Demand::default();
        };
        let [single, needed] = rows
            .each_ref()
            .map(|row| combined(row, unseen, |word, unseen| word & unseen));
        let crowd = if *mutual {
            combined(&single, &needed, |one, other| one | other)
        } else {
            needed.clone()
        };
        let others = combined(unseen, &crowd, |unseen, crowd| unseen & !crowd);
        let who =
            |can: &dyn Fn(usize) -> bool| -> Vec<usize> { (0..places.len()).filter(|one| can(places[*one])).collect() };
        let bound = who(&|place| graph.meets(place, &crowd) && !graph.meets(place, &others));
        let takers = if *mutual {
            who(&|place| graph.meets(place, &needed))
        } else {
            bound.clone()
        };
        let givers = who(&|place| graph.meets(place, &single));
        let all = numbers(&needed).count();
        let taken = takers.len().min(all);
        let met = (numbers(&single).count() + taken).saturating_sub(all);
        Demand {
            takers,
            givers,
            bound,
            needed: taken,
            single: met,
            mutual: *mutual,
        }
    }
}

impl Demand {
    /// How many stand-ins there are.
    pub(crate) const fn len(&self) -> usize {
        self.needed + self.single
    }

    /// Adds stand-ins to a graph that has room for them, after those who are looked at, and to those who may be alone: for each of
    /// the needed one whom the takers can meet, and who must have a mate if the crowd is mutual; and for each of the single ones one
    /// who must have a mate, whom the givers and the stand-ins of the needed can meet.
    pub(crate) fn stand_in(&self, graph: &mut Graph, alone: &mut Vec<bool>) {
        let from = alone.len();
        let needed = from..from + self.needed;
        let single = needed.end..needed.end + self.single;
        self.bound.iter().for_each(|one| alone[*one] = false);
        alone.resize(needed.end, !self.mutual);
        alone.resize(single.end, false);
        for stand_in in needed.clone() {
            self.takers.iter().for_each(|taker| graph.add(stand_in, *taker));
        }
        for stand_in in single {
            self.givers
                .iter()
                .copied()
                .chain(needed.clone())
                .for_each(|giver| graph.add(stand_in, giver));
        }
    }
}

fn members(rows: &[Vec<u64>; 2]) -> impl Iterator<Item = usize> + '_ {
    rows.iter().flat_map(|row| numbers(row))
}

fn combined(one: &[u64], other: &[u64], of: impl Fn(u64, u64) -> u64) -> Vec<u64> {
    one.iter().zip(other).map(|(one, other)| of(*one, *other)).collect()
}
