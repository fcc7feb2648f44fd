//! Perfect matchings of least cost, where a cost is a list of numbers compared from the left.
//!
//! A blossom algorithm adds, subtracts, halves and compares weights, so that any ordered group will do. Here it is a row
//! of machine numbers compared from the left, each of which holds as many numbers of the list as fit without a carry.

use std::ops::{Add, AddAssign, Sub, SubAssign};

use integer_blossom::{Weight, max_weight_matching};

use crate::steps;

/// What one machine number holds: the duals of the algorithm are sums of up to twice as many weights as there are
/// vertices, which leaves 23 bits for the field and the sign.
const ROOM: i64 = 1 << 40;

/// The most machine numbers in a weight.
const WIDEST: usize = 32;

/// The most machine numbers in a weight of which a part can be put off to a later matching.
const WIDE: usize = 8;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Lex<const N: usize>([i64; N]);

impl<const N: usize> Add for Lex<N> {
    type Output = Self;

    fn add(mut self, other: Self) -> Self {
        self += other;
        self
    }
}

impl<const N: usize> Sub for Lex<N> {
    type Output = Self;

    fn sub(mut self, other: Self) -> Self {
        self -= other;
        self
    }
}

impl<const N: usize> AddAssign for Lex<N> {
    fn add_assign(&mut self, other: Self) {
        self.0.iter_mut().zip(other.0).for_each(|(one, two)| *one += two);
    }
}

impl<const N: usize> SubAssign for Lex<N> {
    fn sub_assign(&mut self, other: Self) {
        self.0.iter_mut().zip(other.0).for_each(|(one, two)| *one -= two);
    }
}

impl<const N: usize> Weight for Lex<N> {
    const ZERO: Self = Self([0; N]);
    const ONE: Self = {
        let mut one = [0; N];
        one[N - 1] = 1;
        Self(one)
    };

    fn inf() -> Self {
        let mut inf = [0; N];
        inf[0] = i64::MAX / 4;
        Self(inf)
    }

    fn double(self) -> Self {
        Self(self.0.map(|part| part * 2))
    }

    fn half(self) -> Self {
        Self(self.0.map(|part| part / 2))
    }
}

/// The numbers of a cost, the most important first, each with the most that it can come to over a whole matching.
#[derive(Clone, Debug)]
pub(crate) struct Scale {
    /// For each number of the list the machine number that holds it and what it is multiplied by there.
    slots: Vec<(usize, i64)>,
    left: i64,
}

impl Scale {
    /// For matchings of so many vertices. The number of pairs comes before every cost.
    pub(crate) fn new(vertices: usize) -> Self {
        let mut scale = Self { slots: Vec::new(), left: ROOM };
        scale.push(vertices);
        scale
    }

    /// One number more, and how to name it; whether or not there is room.
    pub(crate) fn push(&mut self, most: usize) -> usize {
        let radix = i64::try_from(most).unwrap_or(ROOM - 1) + 1;
        let last = self.slots.last().map_or(0, |slot| slot.0);
        if self.left / radix > 0 {
            self.left /= radix;
            self.slots.push((last, self.left));
        } else {
            self.left = ROOM / radix;
            self.slots.push((last + 1, self.left));
        }
        self.slots.len() - 1
    }

    /// One number more, if that leaves the weights narrow.
    pub(crate) fn push_narrow(&mut self, most: usize) -> Option<usize> {
        let left = self.left;
        let name = self.push(most);
        if self.width() <= WIDE {
            return Some(name);
        }
        self.slots.pop();
        self.left = left;
        None
    }

    fn width(&self) -> usize {
        self.slots.last().map_or(1, |slot| slot.0 + 1)
    }
}

/// What an edge costs: the names of numbers, and how much of each.
pub(crate) type Cost = Vec<(usize, usize)>;

/// The most bytes that the weights of one matching may take.
const MOST_BYTES: usize = 1 << 29;

/// The perfect matching of least cost of the graph that has the edges with a cost, as the mates of the vertices; `None` if
/// there is no perfect matching, or if the list of numbers is longer than any weight, or the weights are too many.
pub(crate) fn lightest(len: usize, scale: &Scale, cost: impl Fn(usize, usize) -> Option<Cost>) -> Option<Vec<usize>> {
    let paired = || vec![(0, 1)];
    let gain = |one: usize, other: usize| cost(one, other).map(|cost| (paired(), cost));
    heaviest(len, scale, gain)?.into_iter().collect()
}

/// The same where a vertex may stay alone, which has its own cost. The first number of the scale is for those that should
/// not.
pub(crate) fn lightest_open(
    len: usize,
    scale: &Scale,
    cost: impl Fn(usize, usize) -> Option<Cost>,
    alone: impl Fn(usize) -> Cost,
) -> Option<Vec<Option<usize>>> {
    let alone: Vec<Cost> = (0..len).map(alone).collect();
    let saved = |one: usize, other: usize| alone[one].iter().chain(&alone[other]).copied().collect();
    heaviest(len, scale, |one, other| cost(one, other).map(|cost| (saved(one, other), cost)))
}

/// The matching that gains the most: for each edge what it gains and what it costs.
fn heaviest(
    len: usize,
    scale: &Scale,
    gain: impl Fn(usize, usize) -> Option<(Cost, Cost)>,
) -> Option<Vec<Option<usize>>> {
    match scale.width() {
        1 => solve::<1>(len, scale, gain),
        2 => solve::<2>(len, scale, gain),
        3..=4 => solve::<4>(len, scale, gain),
        5..=8 => solve::<8>(len, scale, gain),
        9..=16 => solve::<16>(len, scale, gain),
        17..=WIDEST => solve::<WIDEST>(len, scale, gain),
        _ => None,
    }
}

fn solve<const N: usize>(
    len: usize,
    scale: &Scale,
    gain: impl Fn(usize, usize) -> Option<(Cost, Cost)>,
) -> Option<Vec<Option<usize>>> {
    if len * len * size_of::<Lex<N>>() > MOST_BYTES {
        return None;
    }
    // The algorithm looks at each edge about once for each vertex.
    steps::count(len * len * len / 4 * N);
    let mut weights = vec![Lex::<N>::ZERO; len * len];
    for one in 0..len {
        for other in one + 1..len {
            let Some((gain, cost)) = gain(one, other) else { continue };
            let weight = &mut weights[one * len + other];
            let signed = gain.into_iter().map(|part| (part, 1)).chain(cost.into_iter().map(|part| (part, -1)));
            for ((name, amount), sign) in signed {
                let (slot, unit) = scale.slots[name];
                weight.0[slot] += sign * unit * i64::try_from(amount).unwrap_or(0);
            }
        }
    }
    Some(max_weight_matching(&weights, len))
}
