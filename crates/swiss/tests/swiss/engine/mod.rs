//! A second engine, from the list of criteria alone: each criterion is a sum over the players, and the least sums are found one
//! after the other by plain matchings of least cost. It is slow, it has no way around a matching, and it shares with the crate
//! only the types that a caller sees.

mod decide;

use decide::{Digit, Rest};
use morabaraba_swiss::{Clubs, Config, Field, Float, Floater, Player, PlayerId};

use crate::model::{may_meet, may_rest, standing_order};

/// The pairs by ids in board order, and the player with the bye.
pub(crate) type Drawn = (Vec<(PlayerId, PlayerId)>, Option<PlayerId>);

/// Draws the round; `None` if the hard rules leave no pairing of all.
pub(crate) fn draw_by_sums(field: &Field, config: &Config) -> Option<Drawn> {
    assert_eq!(config.look_ahead, 0, "the rounds to come are not looked at");
    let sheet = Sheet::new(field, config);
    let players = &sheet.players;
    let count = players.len();
    let bye = (count % 2 == 1).then_some(count);
    let mut rest = Rest::new(count + count % 2, |one, other| match players.get(other) {
        Some(player) => may_meet(field, players[one], player),
        None => may_rest(field, players[one]),
    })?;
    rest.decide(sheet.whole_round(bye));
    let holder = bye.map(|bye| rest.settle(bye));
    let mut levels: Vec<u32> = rest.left().iter().map(|player| sheet.halves[*player]).collect();
    levels.dedup();
    let (mut pairs, mut moved) = (Vec::new(), Vec::new());
    for (number, level) in levels.iter().enumerate() {
        let bracket = Bracket {
            sheet: &sheet,
            level: *level,
            below: levels.get(number + 1).copied(),
            own: rest
                .left()
                .iter()
                .copied()
                .filter(|player| sheet.halves[*player] == *level)
                .collect(),
            moved,
        };
        moved = bracket.draw(&mut rest, &mut pairs);
    }
    assert!(moved.is_empty() && rest.left().is_empty(), "somebody is left");
    pairs.sort_unstable();
    let id = |player: usize| players[player].id;
    Some((
        pairs.into_iter().map(|(one, other)| (id(one), id(other))).collect(),
        holder.map(id),
    ))
}

/// The facts of a field by the place in the standing order. The bye is the place after the last.
struct Sheet<'a> {
    players: Vec<&'a Player>,
    halves: Vec<u32>,
    config: Config,
    clubs_count: bool,
}

impl<'a> Sheet<'a> {
    fn new(field: &'a Field, config: &Config) -> Self {
        let players = standing_order(field);
        Self {
            halves: players.iter().map(|player| player.score.as_halves().unwrap()).collect(),
            players,
            config: *config,
            clubs_count: config.clubs != Clubs::Off && field.round <= config.club_rounds,
        }
    }

    fn clash(&self, one: usize, other: usize) -> bool {
        let (Some(one), Some(other)) = (self.players.get(one), self.players.get(other)) else {
            return false;
        };
        let same = |one: &Option<String>, other: &Option<String>| one.is_some() && one == other;
        self.clubs_count && (same(&one.club, &other.club) || same(&one.team, &other.team))
    }

    /// Criteria 1 to 4. Each clash is counted with both players.
    fn whole_round(&self, bye: Option<usize>) -> Vec<Digit<'_>> {
        let everybody: Vec<usize> = (0..self.players.len()).collect();
        let below = |player: usize| {
            everybody
                .iter()
                .filter(|other| self.halves[**other] == self.halves[player] && **other > player)
                .count()
        };
        let ranks: Vec<usize> = everybody.iter().map(|player| below(*player)).collect();
        let mut digits = Vec::new();
        if let Some(bye) = bye {
            digits.push(Digit::new(vec![bye], |_, holder| self.halves[holder] as usize));
        }
        let of_round = self.config.clubs == Clubs::Round;
        if of_round {
            digits.push(Digit::new(everybody.clone(), |one, other| {
                usize::from(self.clash(one, other))
            }));
        }
        if let Some(bye) = bye {
            digits.push(Digit::new(vec![bye], move |_, holder| ranks[holder]));
        }
        if of_round {
            for player in everybody {
                digits.push(Digit::new(vec![player], |one, other| {
                    usize::from(self.clash(one, other))
                }));
            }
        }
        digits
    }

    /// The number of these players, in standing order, who meet somebody below the score, and then how many of each score do.
    fn leaving(&self, players: &[usize], score: u32) -> Vec<Digit<'_>> {
        let below = move |_, mate: usize| usize::from(self.halves[mate] < score);
        let all = Digit::new(players.to_vec(), below);
        let by_score = players.chunk_by(|one, other| self.halves[*one] == self.halves[*other]);
        std::iter::once(all)
            .chain(by_score.map(|group| Digit::new(group.to_vec(), below)))
            .collect()
    }
}

/// The players of a level, and those moved down to it, in standing order.
struct Bracket<'a> {
    sheet: &'a Sheet<'a>,
    level: u32,
    below: Option<u32>,
    own: Vec<usize>,
    moved: Vec<usize>,
}

impl<'a> Bracket<'a> {
    /// Draws the bracket, and returns those who leave it unpaired.
    fn draw(self, rest: &mut Rest<'a>, pairs: &mut Vec<(usize, usize)>) -> Vec<usize> {
        // Criteria 7 and 8 of the bracket above are 5 and 6 of this one, and all else above is settled.
        rest.forget();
        rest.decide(self.sums(rest.left()));
        rest.decide(self.opponents());
        let (met, mut leaving): (Vec<usize>, Vec<usize>) =
            self.moved.iter().partition(|player| !self.leaves(rest.mate(**player)));
        let mut left = self.own.clone();
        for player in met {
            let opponent = rest.settle(player);
            left.retain(|own| *own != opponent);
            pairs.push((player, opponent));
        }
        rest.decide(self.droppers(&left));
        let (dropping, mut sliding): (Vec<usize>, Vec<usize>) =
            left.iter().partition(|player| self.leaves(rest.mate(**player)));
        while let Some(first) = sliding.first().copied() {
            rest.decide(vec![slide(&sliding)]);
            let opponent = rest.settle(first);
            sliding.retain(|player| *player != first && *player != opponent);
            pairs.push((first, opponent));
        }
        leaving.extend(dropping);
        leaving
    }

    fn leaves(&self, mate: usize) -> bool {
        self.sheet.halves[mate] < self.level
    }

    /// Criteria 5 to 8, of all who are not yet paired. Each clash is counted with both players.
    fn sums(&self, unpaired: &[usize]) -> Vec<Digit<'a>> {
        let (sheet, level) = (self.sheet, self.level);
        let down_to = |score: u32| -> Vec<usize> {
            unpaired
                .iter()
                .copied()
                .filter(|player| sheet.halves[*player] >= score)
                .collect()
        };
        let mut digits = sheet.leaving(&down_to(level), level);
        if let Some(below) = self.below {
            digits.extend(sheet.leaving(&down_to(below), below));
        }
        if sheet.config.clubs == Clubs::Bracket {
            let clash = move |one, other: usize| usize::from(sheet.halves[other] >= level && sheet.clash(one, other));
            digits.push(Digit::new(down_to(level), clash));
        }
        if sheet.config.repeat_floats {
            let repeats = move |one: usize, mate: usize| {
                usize::from(match sheet.players[one].floated {
                    Some(Float::Down) => sheet.halves[mate] < level,
                    Some(Float::Up) => sheet.halves[mate] > level,
                    None => false,
                })
            };
            digits.push(Digit::new(self.own.clone(), repeats));
        }
        digits
    }

    /// Criterion 9.
    fn opponents(&self) -> Vec<Digit<'a>> {
        let of = |moved: &usize| {
            let own = self.own.clone();
            let place = move |_, mate| own.iter().position(|player| *player == mate).unwrap_or(own.len());
            Digit::new(vec![*moved], place)
        };
        self.moved.iter().map(of).collect()
    }

    /// Criterion 10. Of two sorted lists of one length the smaller is that with the first number that only one of them has.
    fn droppers(&self, left: &[usize]) -> Vec<Digit<'a>> {
        let (sheet, level) = (self.sheet, self.level);
        let mut order: Vec<usize> = (0..left.len()).rev().collect();
        if sheet.config.floater == Floater::Median {
            // A stable sort, so that of two as far from the middle the lower stays first.
            order.sort_by_key(|place| (2 * place).abs_diff(left.len() - 1));
        }
        let stays = move |_, mate: usize| usize::from(sheet.halves[mate] >= level);
        order
            .into_iter()
            .map(|place| Digit::new(vec![left[place]], stays))
            .collect()
    }
}

/// Criterion 11 for the first of the list.
fn slide<'a>(list: &[usize]) -> Digit<'a> {
    let half = list.len() / 2;
    let wish: Vec<usize> = list[half..].iter().chain(list[1..half].iter().rev()).copied().collect();
    Digit::new(vec![list[0]], move |_, mate| {
        wish.iter()
            .position(|player| *player == mate)
            .expect("whoever slides stays")
    })
}
