//! Sums over the players, the least of each found one after the other.

use integer_blossom::max_weight_matching;

/// A criterion that is a sum: the share that each of some players adds depends on the mate alone. Smaller is better.
pub(super) struct Sum<'a> {
    players: Vec<usize>,
    share: Box<dyn Fn(usize, usize) -> usize + 'a>,
}

impl<'a> Sum<'a> {
    /// The sum over these players of a share that is given for the player and the mate.
    pub(super) fn new(players: Vec<usize>, share: impl Fn(usize, usize) -> usize + 'a) -> Self {
        Self {
            players,
            share: Box::new(share),
        }
    }
}

/// The largest weight. The matching adds up four of them at most, in `i128`.
const MOST: i128 = 1 << 120;

/// The players not yet paired, the mates that everything decided so far allows each of them, and one perfect matching that
/// has the least of every sum decided so far.
pub(super) struct Unpaired<'a> {
    players: Vec<usize>,
    allowed: Vec<Vec<usize>>,
    mates: Vec<usize>,
    /// Sums whose least value is known while `allowed` does not yet enforce it, in the order of the criteria.
    carried: Vec<Sum<'a>>,
}

impl<'a> Unpaired<'a> {
    /// All players, of whom two can be paired if `may_pair`, given the lower number first; `None` if no matching is perfect.
    pub(super) fn new(count: usize, may_pair: impl Fn(usize, usize) -> bool) -> Option<Self> {
        let may_pair = |player: usize, mate: usize| player != mate && may_pair(player.min(mate), player.max(mate));
        let mut unpaired = Self {
            players: (0..count).collect(),
            allowed: (0..count)
                .map(|player| (0..count).filter(|mate| may_pair(player, *mate)).collect())
                .collect(),
            mates: vec![usize::MAX; count],
            carried: Vec::new(),
        };
        unpaired.mates = unpaired.cheapest(&[])?;
        Some(unpaired)
    }

    pub(super) fn players(&self) -> &[usize] {
        &self.players
    }

    pub(super) fn mate(&self, player: usize) -> usize {
        self.mates[player]
    }

    /// Takes out a player who has one mate left, and the mate, who is returned.
    pub(super) fn pair(&mut self, player: usize) -> usize {
        let mate = self.mates[player];
        assert_eq!(self.allowed[player], [mate], "the criteria leave one mate");
        self.players.retain(|other| *other != player && *other != mate);
        for gone in [player, mate] {
            for other in std::mem::take(&mut self.allowed[gone]) {
                self.allowed[other].retain(|mate| *mate != gone);
            }
        }
        mate
    }

    /// Forgets the sums that are still carried.
    pub(super) fn forget(&mut self) {
        self.carried.clear();
    }

    /// Makes each sum as small as those before it allow.
    ///
    /// As many as there is room for are the digits of one weight. The first digits are the sums decided before that some
    /// pairing of those left would still spoil: as the most significant ones they come out as they did.
    pub(super) fn decide(&mut self, sums: Vec<Sum<'a>>) {
        let mut sums = sums.into_iter().peekable();
        while let Some(sum) = sums.next() {
            let (least, _) = self.bounds(&sum);
            if self.value(&sum) == least {
                // No pairing of those left has less.
                self.pin(&sum);
                continue;
            }
            let mut digits = std::mem::take(&mut self.carried);
            digits.push(sum);
            let mut room = digits.iter().fold(MOST, |room, sum| room / self.range(sum));
            assert!(room > 0, "the sums carried are too many for one weight");
            while let Some(sum) = sums.next_if(|sum| self.range(sum) <= room) {
                room /= self.range(&sum);
                digits.push(sum);
            }
            self.mates = self.cheapest(&digits).expect("the matching before is perfect");
            for sum in digits {
                if self.is_fixed(&sum) {
                    self.pin(&sum);
                } else {
                    self.carried.push(sum);
                }
            }
        }
    }

    /// The players of the sum who are not yet paired. The others add what they add.
    fn adding(&self, sum: &Sum) -> impl Iterator<Item = usize> {
        let players = sum.players.iter().copied();
        players.filter(|player| self.players.binary_search(player).is_ok())
    }

    /// The least and the most that a player can add to the sum.
    fn shares(&self, sum: &Sum, player: usize) -> (usize, usize) {
        let shares = self.allowed[player].iter().map(|mate| (sum.share)(player, *mate));
        shares.fold((usize::MAX, 0), |(least, most), share| {
            (least.min(share), most.max(share))
        })
    }

    /// The least and the most that the players could add together if each could choose.
    fn bounds(&self, sum: &Sum) -> (usize, usize) {
        self.adding(sum)
            .map(|player| self.shares(sum, player))
            .fold((0, 0), |bounds, shares| (bounds.0 + shares.0, bounds.1 + shares.1))
    }

    /// The number of values from the one bound to the other.
    fn range(&self, sum: &Sum) -> i128 {
        let (least, most) = self.bounds(sum);
        i128::try_from(most - least + 1).unwrap()
    }

    fn value(&self, sum: &Sum) -> usize {
        let shares = self.adding(sum).map(|player| (sum.share)(player, self.mates[player]));
        shares.sum()
    }

    /// Whether the value of the sum leaves each player one share alone.
    fn is_fixed(&self, sum: &Sum) -> bool {
        let (value, (least, most)) = (self.value(sum), self.bounds(sum));
        let can_choose = |player: &usize| {
            let (least, most) = self.shares(sum, *player);
            least < most
        };
        value == least || value == most || self.adding(sum).filter(can_choose).count() == 1
    }

    /// Allows only mates with whom the players add what they add now.
    fn pin(&mut self, sum: &Sum) {
        for player in self.adding(sum).collect::<Vec<_>>() {
            let share = (sum.share)(player, self.mates[player]);
            let (kept, gone): (Vec<usize>, Vec<usize>) = self.allowed[player]
                .iter()
                .partition(|mate| (sum.share)(player, **mate) == share);
            self.allowed[player] = kept;
            for mate in gone {
                self.allowed[mate].retain(|other| *other != player);
            }
        }
    }

    /// The perfect matching with the least list of sums, if there is one.
    ///
    /// The sums, each less its lower bound, are the digits of one number whose bases are their ranges, so that no digit
    /// carries over. An edge weighs the product of the ranges less what the pair adds to that number. A perfect matching
    /// loses less than one product in all, and so outweighs every matching that is not perfect.
    fn cheapest(&self, sums: &[Sum]) -> Option<Vec<usize>> {
        let count = self.players.len();
        let row = |player: usize| self.players.binary_search(&player).expect("mates are unpaired");
        let edge = |player: usize, mate: usize| row(player.min(mate)) * count + row(player.max(mate));
        let mut unit: i128 = sums.iter().map(|sum| self.range(sum)).product();
        let mut weights = vec![0; count * count];
        for player in &self.players {
            for mate in &self.allowed[*player] {
                weights[edge(*player, *mate)] = unit;
            }
        }
        for sum in sums {
            unit /= self.range(sum);
            for player in self.adding(sum) {
                let (least, _) = self.shares(sum, player);
                for mate in &self.allowed[player] {
                    let share = (sum.share)(player, *mate) - least;
                    weights[edge(player, *mate)] -= unit * i128::try_from(share).unwrap();
                }
            }
        }
        let found = max_weight_matching(&weights, count);
        let mut mates = self.mates.clone();
        for (row, player) in self.players.iter().enumerate() {
            mates[*player] = self.players[found[row]?];
        }
        Some(mates)
    }
}
