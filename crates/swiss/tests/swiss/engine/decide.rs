//! Sums over the players, the least of each found one after the other.

use integer_blossom::max_weight_matching;

/// A criterion that is a sum: what each of some players adds to it depends on the mate alone. Smaller is better.
pub(super) struct Digit<'a> {
    of: Vec<usize>,
    share: Box<dyn Fn(usize, usize) -> usize + 'a>,
}

impl<'a> Digit<'a> {
    /// The sum over these players of a share that is given for the player and the mate.
    pub(super) fn new(of: Vec<usize>, share: impl Fn(usize, usize) -> usize + 'a) -> Self {
        Self {
            of,
            share: Box::new(share),
        }
    }
}

/// The largest product of the ranges of the digits in one weight. The matching adds four weights at most, in `i128`.
const MOST: i128 = 1 << 120;

/// Those not yet paired: for each the mates that everything decided so far allows, and one perfect matching, which has the
/// least of every sum decided so far.
pub(super) struct Rest<'a> {
    left: Vec<usize>,
    allowed: Vec<Vec<usize>>,
    mates: Vec<usize>,
    /// Sums whose least value is known while `allowed` does not yet enforce it, in the order of the criteria.
    carried: Vec<Digit<'a>>,
}

impl<'a> Rest<'a> {
    /// So many of whom those may be paired for whom `may_pair`, given the lower number first; `None` if not all of them can be.
    pub(super) fn new(count: usize, may_pair: impl Fn(usize, usize) -> bool) -> Option<Self> {
        let allowed = |one: usize| {
            (0..count)
                .filter(|other| one != *other && may_pair(one.min(*other), one.max(*other)))
                .collect()
        };
        let mut rest = Self {
            left: (0..count).collect(),
            allowed: (0..count).map(allowed).collect(),
            mates: Vec::new(),
            carried: Vec::new(),
        };
        rest.mates = rest.cheapest(&[])?;
        Some(rest)
    }

    /// All who have not been settled.
    pub(super) fn left(&self) -> &[usize] {
        &self.left
    }

    pub(super) fn mate(&self, one: usize) -> usize {
        self.mates[one]
    }

    /// Takes out a player for whom one mate alone is left, and this mate, who is returned.
    pub(super) fn settle(&mut self, one: usize) -> usize {
        let mate = self.mates[one];
        assert_eq!(self.allowed[one], [mate], "nothing else is possible");
        self.left.retain(|left| *left != one && *left != mate);
        for gone in [one, mate] {
            for other in std::mem::take(&mut self.allowed[gone]) {
                self.allowed[other].retain(|allowed| *allowed != gone);
            }
        }
        mate
    }

    /// Forgets the sums that are still carried.
    pub(super) fn forget(&mut self) {
        self.carried.clear();
    }

    /// Makes each of the sums as small as those before it allow.
    pub(super) fn decide(&mut self, digits: Vec<Digit<'a>>) {
        let mut digits = digits.into_iter().peekable();
        while let Some(digit) = digits.next() {
            let (least, _) = self.bounds(&digit);
            if self.value(&digit) == least {
                // No pairing of those left has less.
                self.pin(&digit);
                continue;
            }
            let mut chunk = std::mem::take(&mut self.carried);
            chunk.push(digit);
            let mut product = chunk.iter().fold(1, |product, digit| product * self.range(digit));
            assert!(product <= MOST, "the sums carried are too many for one weight");
            while let Some(digit) = digits.next_if(|digit| product * self.range(digit) <= MOST) {
                product *= self.range(&digit);
                chunk.push(digit);
            }
            self.mates = self.cheapest(&chunk).expect("the matching before is one");
            for digit in chunk {
                if self.is_fixed(&digit) {
                    self.pin(&digit);
                } else {
                    self.carried.push(digit);
                }
            }
        }
    }

    /// What the player can add to the sum, the least and the most.
    fn shares(&self, digit: &Digit, one: usize) -> (usize, usize) {
        let shares = self.allowed[one].iter().map(|mate| (digit.share)(one, *mate));
        shares.fold((usize::MAX, 0), |(least, most), share| {
            (least.min(share), most.max(share))
        })
    }

    /// Of the players of the sum those who are left.
    fn players(&self, digit: &Digit) -> impl Iterator<Item = usize> {
        digit
            .of
            .iter()
            .copied()
            .filter(|one| self.left.binary_search(one).is_ok())
    }

    /// The sums of all that the players can add, the least and the most.
    fn bounds(&self, digit: &Digit) -> (usize, usize) {
        self.players(digit)
            .map(|one| self.shares(digit, one))
            .fold((0, 0), |sums, shares| (sums.0 + shares.0, sums.1 + shares.1))
    }

    /// How many values the sum can have.
    fn range(&self, digit: &Digit) -> i128 {
        let (least, most) = self.bounds(digit);
        i128::try_from(most - least + 1).unwrap()
    }

    fn value(&self, digit: &Digit) -> usize {
        self.players(digit).map(|one| (digit.share)(one, self.mates[one])).sum()
    }

    /// Whether the value of the sum leaves every player one share alone.
    fn is_fixed(&self, digit: &Digit) -> bool {
        let (value, (least, most)) = (self.value(digit), self.bounds(digit));
        let free = self.players(digit).filter(|one| {
            let (least, most) = self.shares(digit, *one);
            least < most
        });
        value == least || value == most || free.count() == 1
    }

    /// Allows only mates with whom the players add what they add now.
    fn pin(&mut self, digit: &Digit) {
        for one in self.players(digit).collect::<Vec<_>>() {
            let share = (digit.share)(one, self.mates[one]);
            let (kept, gone): (Vec<usize>, Vec<usize>) = self.allowed[one]
                .iter()
                .partition(|mate| (digit.share)(one, **mate) == share);
            self.allowed[one] = kept;
            for mate in gone {
                self.allowed[mate].retain(|other| *other != one);
            }
        }
    }

    /// The perfect matching with the least list of sums, if there is one. The sums are the digits of one number, each less
    /// what it has at the least and in a base larger than what it has at the most, so that no digit carries over.
    fn cheapest(&self, digits: &[Digit]) -> Option<Vec<usize>> {
        let (left, count) = (&self.left, self.allowed.len());
        let mut cost = vec![0_i128; count * count];
        let mut unit = 1;
        for digit in digits.iter().rev() {
            for one in self.players(digit) {
                let (least, _) = self.shares(digit, one);
                for mate in &self.allowed[one] {
                    let share = i128::try_from((digit.share)(one, *mate) - least).unwrap();
                    cost[one.min(*mate) * count + one.max(*mate)] += unit * share;
                }
            }
            unit *= self.range(digit);
        }
        // A perfect matching costs less than `unit`, so it weighs more than every matching that is not perfect.
        let mut weights = vec![0; left.len() * left.len()];
        for (row, one) in left.iter().enumerate() {
            for (column, mate) in left.iter().enumerate() {
                if one < mate && self.allowed[*one].contains(mate) {
                    weights[row * left.len() + column] = unit - cost[one * count + mate];
                }
            }
        }
        let found = max_weight_matching(&weights, left.len());
        let mut mates = self.mates.clone();
        mates.resize(count, usize::MAX);
        for (row, one) in left.iter().enumerate() {
            mates[*one] = left[found[row]?];
        }
        Some(mates)
    }
}
