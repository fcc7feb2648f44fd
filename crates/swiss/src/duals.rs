//! The duals that the search for a matching of least cost begins with.

use std::hash::Hash;
use std::ops::Range;

use crate::bits::bits;
use crate::blossom::Weight;
use crate::classes::Classes;
use crate::lightest::Costs;
use crate::matching::NONE;

/// Those of the same kind and dual.
type Alike = Classes<(usize, Weight)>;

impl<P: Fn(usize, usize) -> Weight, A: Fn(usize) -> Option<Weight>> Costs<'_, P, A> {
    /// Duals with which those before the wanted keep their pairs, and the wanted fall to what they are worth to them.
    pub(crate) fn wanting_duals(&self, wanted: Range<usize>) -> Vec<Weight> {
        let mut dual: Vec<Weight> = vec![0; self.graph.len()];
        let (mut alike, apart) = (self.alike(&dual), bits(dual.len(), wanted.clone()));
        for (one, dual) in dual.iter_mut().enumerate().take(wanted.start) {
            let row = self.graph.words(one).map(|(place, word)| (place, word & !apart[place]));
            let others = alike.among(row).map(|(other, _)| self.between(one, other));
            *dual = others.chain((self.alone)(one)).min().unwrap_or(0);
        }
        alike = self.alike(&dual);
        for one in wanted {
            let others = alike.among(self.graph.words(one));
            let worth = others.map(|(other, _)| self.between(one, other) - dual[other]);
            dual[one] = worth.min().unwrap_or(0).min(0);
            alike.change(one, (self.kinds[one], dual[one]));
        }
        dual
    }

    /// Duals with which as many of the present pairs as can simply be told stay: half of what each must cost at the least, and
    /// then as much more as the own pair needs and the others allow.
    pub(crate) fn first_duals(&self, mates: &[usize]) -> Vec<Weight> {
        let cost = |one: usize| match mates[one] {
            NONE => (self.alone)(one).unwrap_or(0),
            other => self.between(one, other),
        };
        let mut dual: Vec<Weight> = vec![0; mates.len()];
        let mut alike = self.alike(&dual);
        dual = (0..mates.len())
            .map(|one| self.least(one, cost(one), &alike, &dual) / 2)
            .collect();
        alike = self.alike(&dual);
        for one in 0..mates.len() {
            let now = cost(one) - if mates[one] == NONE { 0 } else { dual[mates[one]] };
            let more = if now > dual[one] {
                self.least(one, now, &alike, &dual)
            } else {
                0
            };
            if more > dual[one] {
                dual[one] = more;
                alike.change(one, (self.kinds[one], more));
            }
        }
        dual
    }

    /// How much a vertex can take at the most beside the duals of the others, if that is not negative.
    fn least(&self, one: usize, most: Weight, alike: &Alike, dual: &[Weight]) -> Weight {
        let mut least = (self.alone)(one).unwrap_or(most).min(most);
        if least <= 0 {
            return 0;
        }
        let mut others = alike.among(self.graph.words(one));
        while least > 0
            && let Some((other, _)) = others.next()
        {
            least = least.min(self.between(one, other) - dual[other]);
        }
        least.max(0)
    }

    fn alike(&self, dual: &[Weight]) -> Alike {
        self.classes(|one| (self.kinds[one], dual[one]))
    }

    /// Classes of those of the same key, or, where there are few pairs, of one each, which then costs less.
    pub(crate) fn classes<K: Eq + Hash>(&self, key: impl Fn(usize) -> K) -> Classes<K> {
        if self.is_sparse {
            Classes::each()
        } else {
            Classes::new(self.graph.len(), key)
        }
    }

    /// What a pair costs, named in any order.
    pub(crate) fn between(&self, one: usize, other: usize) -> Weight {
        (self.pair)(one.min(other), one.max(other))
    }
}
