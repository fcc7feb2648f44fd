//! A second engine, from the list of criteria alone: each criterion is a list of sums over the players, and the least of
//! each sum is found, one after the other, by plain matchings of largest weight. It shares with the crate only the types
//! that a caller sees, and with the slow model the hard rules.

mod decide;

use decide::{Sum, Unpaired};
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
    let mut unpaired = Unpaired::new(count + count % 2, |player, mate| match players.get(mate) {
        Some(mate) => may_meet(field, players[player], mate),
        None => may_rest(field, players[player]),
    })?;
    unpaired.decide(sheet.whole_round(bye));
    let holder = bye.map(|bye| unpaired.pair(bye));
    let mut levels: Vec<u32> = unpaired.players().iter().map(|player| sheet.halves[*player]).collect();
    levels.dedup();
    let (mut pairs, mut moved) = (Vec::new(), Vec::new());
    for (number, level) in levels.iter().enumerate() {
        let bracket = Bracket {
            sheet: &sheet,
            level: *level,
            below: levels.get(number + 1).copied(),
            own: unpaired
                .players()
                .iter()
                .copied()
                .filter(|player| sheet.halves[*player] == *level)
                .collect(),
            moved,
        };
        moved = bracket.draw(&mut unpaired, &mut pairs);
    }
    assert!(moved.is_empty() && unpaired.players().is_empty(), "somebody is left");
    pairs.sort_unstable();
    let id = |player: usize| players[player].id;
    Some((
        pairs.into_iter().map(|(player, mate)| (id(player), id(mate))).collect(),
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

    /// The number of clashes, 0 or 1, that a player is in.
    fn clash(&self, player: usize, mate: usize) -> usize {
        let (Some(player), Some(mate)) = (self.players.get(player), self.players.get(mate)) else {
            return 0;
        };
        let club = player.club.is_some() && player.club == mate.club;
        let team = player.team.is_some() && player.team == mate.team;
        usize::from(self.clubs_count && (club || team))
    }

    /// Criteria 1 to 4. Each clash is counted with both players.
    fn whole_round(&self, bye: Option<usize>) -> Vec<Sum<'_>> {
        let everybody: Vec<usize> = (0..self.players.len()).collect();
        let below = |player: usize| {
            everybody
                .iter()
                .filter(|other| self.halves[**other] == self.halves[player] && **other > player)
                .count()
        };
        let ranks: Vec<usize> = everybody.iter().map(|player| below(*player)).collect();
        let mut sums = Vec::new();
        if let Some(bye) = bye {
            sums.push(Sum::new(vec![bye], |_, holder| self.halves[holder] as usize));
        }
        let of_round = self.config.clubs == Clubs::Round;
        if of_round {
            sums.push(Sum::new(everybody.clone(), |player, mate| self.clash(player, mate)));
        }
        if let Some(bye) = bye {
            sums.push(Sum::new(vec![bye], move |_, holder| ranks[holder]));
        }
        if of_round {
            for player in everybody {
                sums.push(Sum::new(vec![player], |player, mate| self.clash(player, mate)));
            }
        }
        sums
    }

    /// The number of these players, in standing order, who meet somebody below the score, and then how many of each score do.
    fn leaving(&self, players: &[usize], score: u32) -> Vec<Sum<'_>> {
        let below = move |_, mate: usize| usize::from(self.halves[mate] < score);
        let all = Sum::new(players.to_vec(), below);
        let by_score = players.chunk_by(|left, right| self.halves[*left] == self.halves[*right]);
        std::iter::once(all)
            .chain(by_score.map(|group| Sum::new(group.to_vec(), below)))
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
    fn draw(self, unpaired: &mut Unpaired<'a>, pairs: &mut Vec<(usize, usize)>) -> Vec<usize> {
        // Criteria 7 and 8 of the bracket above are 5 and 6 of this one, and all else above is settled.
        unpaired.forget();
        unpaired.decide(self.sums(unpaired.players()));
        unpaired.decide(self.opponents());
        let (met, mut leaving): (Vec<usize>, Vec<usize>) = self
            .moved
            .iter()
            .partition(|player| !self.leaves(unpaired.mate(**player)));
        let mut left = self.own.clone();
        for player in met {
            let opponent = unpaired.pair(player);
            left.retain(|own| *own != opponent);
            pairs.push((player, opponent));
        }
        unpaired.decide(self.droppers(&left));
        let (dropping, mut sliding): (Vec<usize>, Vec<usize>) =
            left.iter().partition(|player| self.leaves(unpaired.mate(**player)));
        while let Some(first) = sliding.first().copied() {
            unpaired.decide(vec![slide(&sliding)]);
            let opponent = unpaired.pair(first);
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
    fn sums(&self, players: &[usize]) -> Vec<Sum<'a>> {
        let (sheet, level) = (self.sheet, self.level);
        let down_to = |score: u32| -> Vec<usize> {
            players
                .iter()
                .copied()
                .filter(|player| sheet.halves[*player] >= score)
                .collect()
        };
        let mut sums = sheet.leaving(&down_to(level), level);
        if let Some(below) = self.below {
            sums.extend(sheet.leaving(&down_to(below), below));
        }
        if sheet.config.clubs == Clubs::Bracket {
            let clash = move |player, mate: usize| {
                if sheet.halves[mate] < level {
                    0
                } else {
                    sheet.clash(player, mate)
                }
            };
            sums.push(Sum::new(down_to(level), clash));
        }
        if sheet.config.repeat_floats {
            let repeats = move |player: usize, mate: usize| {
                usize::from(match sheet.players[player].floated {
                    Some(Float::Down) => sheet.halves[mate] < level,
                    Some(Float::Up) => sheet.halves[mate] > level,
                    None => false,
                })
            };
            sums.push(Sum::new(self.own.clone(), repeats));
        }
        sums
    }

    /// Criterion 9.
    fn opponents(&self) -> Vec<Sum<'a>> {
        let of = |moved: &usize| {
            let own = self.own.clone();
            let place = move |_, mate| own.iter().position(|player| *player == mate).unwrap_or(own.len());
            Sum::new(vec![*moved], place)
        };
        self.moved.iter().map(of).collect()
    }

    /// Criterion 10. Of two sorted lists of one length the smaller is that with the first number that only one of them has.
    fn droppers(&self, left: &[usize]) -> Vec<Sum<'a>> {
        let (sheet, level) = (self.sheet, self.level);
        let mut order: Vec<usize> = (0..left.len()).rev().collect();
        if sheet.config.floater == Floater::Median {
            // A stable sort, so that of two as far from the middle the lower stays first.
            order.sort_by_key(|place| (2 * place).abs_diff(left.len() - 1));
        }
        let stays = move |_, mate: usize| usize::from(sheet.halves[mate] >= level);
        order
            .into_iter()
            .map(|place| Sum::new(vec![left[place]], stays))
            .collect()
    }
}

/// Criterion 11 for the first of the list.
fn slide<'a>(list: &[usize]) -> Sum<'a> {
    let half = list.len() / 2;
    let wish: Vec<usize> = list[half..].iter().chain(list[1..half].iter().rev()).copied().collect();
    Sum::new(vec![list[0]], move |_, mate| {
        wish.iter()
            .position(|player| *player == mate)
            .expect("a player who slides stays in the bracket")
    })
}
