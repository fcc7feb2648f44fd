//! Why everybody meets whom they meet.

use std::collections::HashMap;
use std::fmt::Write;

use crate::draw::{Haste, mates_of};
use crate::fold::preferences;
use crate::matching::Matching;
use crate::quality::{Entry, list};
use crate::round::Round;
use crate::{Bar, Clubs, Config, Criterion, Draw, Field, PlayerId, Points, Undrawn};

/// How the better player of a pair comes by the opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// Both have the same score, and the top half meets the bottom half.
    Fold,
    /// The player was moved down to the opponent's score, and the opponent moved up.
    Moved,
    /// The player rests.
    Bye,
}

/// Why somebody who came before the opponent in the order of preference is not the opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Why {
    /// A hard rule keeps them apart.
    Barred(Bar),
    /// They are of one club or team, in this round.
    SameClub(u32),
    /// Already the opponent of this better placed player, who was moved down too.
    Taken(PlayerId),
    /// Nobody could then pair all the others; this player, for one, would be left over.
    LeavesOver(PlayerId),
    /// The round would be worse by this criterion, in the bracket of this score if it is one of a bracket.
    Worse(Criterion, Option<Points>),
}

impl Why {
    /// The name for programs; it never changes.
    ///
    /// ```
    /// assert_eq!(morabaraba_swiss::Why::SameClub(3).code(), "same-club");
    /// ```
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Barred(bar) => bar.code(),
            Self::SameClub(_) => "same-club",
            Self::Taken(_) => "taken",
            Self::LeavesOver(_) => "leaves-over",
            Self::Worse(criterion, _) => criterion.code(),
        }
    }
}

/// Why a player has this opponent, or the bye.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The better player of the pair, or the one who rests.
    pub player: PlayerId,
    /// The opponent, unless the player rests.
    pub opponent: Option<PlayerId>,
    /// The score of the bracket to which the pair belongs: that of the lower player.
    pub bracket: Points,
    /// How it came about.
    pub role: Role,
    /// The scores of the brackets that the player left unpaired on the way down.
    pub left: Vec<Points>,
    /// Those who came before the opponent in the order of preference, in this order; for a bye, those who came before the
    /// player.
    pub passed: Vec<(PlayerId, Why)>,
}

impl Reason {
    /// What an umpire can read out.
    ///
    /// ```
    /// use morabaraba_swiss::{Config, Field, Player, PlayerId, draw, explain};
    ///
    /// let mut players: Vec<Player> = (1..=4).map(|seed| Player::new(PlayerId(seed.into()), seed)).collect();
    /// players[0].name = "Butinyana".into();
    /// players[0].opponents = vec![PlayerId(3)];
    /// let (field, config) = (Field::new(2, players), Config::default());
    /// let reasons = explain(&field, &config, &draw(&field, &config)?)?;
    /// assert_eq!(
    ///     reasons[0].sentence(&field),
    ///     "Butinyana meets player 4 among those on 0 points, the top half against the bottom half. \
    ///      Before came player 3: they have met."
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn sentence(&self, field: &Field) -> String {
        let names: HashMap<PlayerId, &str> =
            field.players.iter().map(|player| (player.id, player.name.as_str())).collect();
        let name = |id: PlayerId| match names.get(&id) {
            Some(name) if !name.is_empty() => (*name).to_owned(),
            _ => format!("player {id}"),
        };
        let mut text = match self.opponent {
            None => format!("{} has the bye, the lowest who can", name(self.player)),
            Some(opponent) => {
                let how =
                    if self.role == Role::Fold { "the top half against the bottom half" } else { "moved down to them" };
                let (player, opponent) = (name(self.player), name(opponent));
                format!("{player} meets {opponent} among those on {} points, {how}", self.bracket)
            }
        };
        for (place, (id, why)) in self.passed.iter().enumerate() {
            text += if place == 0 { ". Before came " } else { "; " };
            text += &name(*id);
            // Writing to a string cannot fail.
            let _ = match why {
                Why::Barred(bar) => write!(text, ": {bar}"),
                Why::SameClub(round) => write!(text, ": of one club or team, in round {round}"),
                Why::Taken(other) => write!(text, ": meets {}, who stands higher", name(*other)),
                Why::LeavesOver(other) => write!(text, ": {} would be left over", name(*other)),
                Why::Worse(criterion, None) => write!(text, ": the round would be worse ({})", criterion.code()),
                Why::Worse(criterion, Some(score)) => {
                    write!(text, ": those on {score} points would be paired worse ({})", criterion.code())
                }
            };
        }
        text + "."
    }
}

/// Why a round was drawn as it was: a reason for each pair, in the order of the boards, and one for the bye. The draw must
/// be that of the field; of another pairing the reasons would mean nothing.
///
/// ```
/// use morabaraba_swiss::{Config, Field, Player, PlayerId, Role, draw, explain};
///
/// let players = (1..=5).map(|seed| Player::new(PlayerId(seed.into()), seed)).collect();
/// let (field, config) = (Field::new(1, players), Config::default());
/// let reasons = explain(&field, &config, &draw(&field, &config)?)?;
/// assert_eq!(reasons.len(), 3);
/// assert_eq!((reasons[2].player, reasons[2].role), (PlayerId(5), Role::Bye));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn explain(field: &Field, config: &Config, draw: &Draw) -> Result<Vec<Reason>, Undrawn> {
    let round = Round::new(field, *config)?;
    let mates = round.mates(&draw.pairs, draw.bye);
    let list = list(&round, &mates);
    let mut drawn = Drawn { round, mates, list, wishes: HashMap::new() };
    drawn.wish();
    let pairs: Vec<(usize, usize)> = draw
        .pairs
        .iter()
        .filter_map(|(one, other)| drawn.round.place(*one).zip(drawn.round.place(*other)))
        .collect();
    let mut reasons = pairs.into_iter().map(|(one, other)| drawn.pair(one, other)).collect::<Result<Vec<Reason>, Undrawn>>()?;
    if let Some(holder) = draw.bye.and_then(|bye| drawn.round.place(bye)) {
        reasons.push(drawn.bye(holder)?);
    }
    Ok(reasons)
}

/// A round with its draw.
struct Drawn<'a> {
    round: Round<'a>,
    mates: Vec<usize>,
    list: Vec<Entry>,
    /// For the first of each pair inside a level, those who came before the opponent.
    wishes: HashMap<usize, Vec<usize>>,
}

impl Drawn<'_> {
    fn score(&self, place: usize) -> Points {
        Points::halves(self.round.scores[place])
    }

    /// The levels without the player who has the bye.
    fn levels(&self) -> Vec<Vec<usize>> {
        let holder = self.round.bye().map(|bye| self.mates[bye]);
        let playing: Vec<usize> = (0..self.round.len()).filter(|place| Some(*place) != holder).collect();
        playing
            .chunk_by(|one, other| self.round.scores[*one] == self.round.scores[*other])
            .map(<[usize]>::to_vec)
            .collect()
    }

    /// Replays the folds.
    fn wish(&mut self) {
        for level in self.levels() {
            let same = |place: &usize| level.binary_search(&self.mates[*place]).is_ok();
            let mut left: Vec<usize> = level.iter().copied().filter(same).collect();
            while let Some(first) = left.first().copied() {
                let mate = self.mates[first];
                let before =
                    preferences(left.len()).map(|place| left[place]).take_while(|place| *place != mate).collect();
                self.wishes.insert(first, before);
                left.retain(|place| *place != first && *place != mate);
            }
        }
    }

    fn pair(&self, one: usize, other: usize) -> Result<Reason, Undrawn> {
        let folded = self.round.scores[one] == self.round.scores[other];
        let levels = self.levels();
        let level_of = |place: usize| levels.iter().position(|level| level.binary_search(&place).is_ok()).unwrap_or(0);
        let (from, to) = if folded { (0, 0) } else { (level_of(one), level_of(other)) };
        let before: Vec<usize> = if folded {
            self.wishes.get(&one).cloned().unwrap_or_default()
        } else {
            levels.iter().take(to + 1).skip(from + 1).flatten().copied().take_while(|place| *place != other).collect()
        };
        Ok(Reason {
            player: self.round.id(one),
            opponent: Some(self.round.id(other)),
            bracket: self.score(other),
            role: if folded { Role::Fold } else { Role::Moved },
            left: levels[from..to].iter().map(|level| self.score(level[0])).collect(),
            passed: self.passed(before, |place| self.why(one, place))?,
        })
    }

    fn bye(&self, holder: usize) -> Result<Reason, Undrawn> {
        let mut before: Vec<usize> = (0..self.round.len())
            .filter(|place| self.round.scores[*place] < self.round.scores[holder] || *place > holder)
            .collect();
        before.reverse();
        let nobody = self.round.len();
        Ok(Reason {
            player: self.round.id(holder),
            opponent: None,
            bracket: self.score(holder),
            role: Role::Bye,
            left: Vec::new(),
            passed: self.passed(before, |place| self.why(place, nobody))?,
        })
    }

    fn passed(
        &self,
        before: Vec<usize>,
        why: impl Fn(usize) -> Result<Why, Undrawn>,
    ) -> Result<Vec<(PlayerId, Why)>, Undrawn> {
        before.into_iter().map(|place| Ok((self.round.id(place), why(place)?))).collect()
    }

    /// Why these two, the second of whom may be the bye, are not paired.
    fn why(&self, one: usize, other: usize) -> Result<Why, Undrawn> {
        let (one, other) = (one.min(other), one.max(other));
        if let Some(bar) = self.round.bar(one, other) {
            return Ok(Why::Barred(bar));
        }
        let clash = self.round.avoid && self.round.clash(one, other);
        let no_clashes = self.list.iter().any(|entry| entry.0 == Criterion::ClubClashes && entry.2 == [0]);
        if clash && self.round.config.clubs == Clubs::Round && no_clashes {
            return Ok(Why::SameClub(self.round.number));
        }
        let holder = self.mates[other];
        let moved = |place: usize| self.round.scores[place] > self.round.scores[other];
        if other < self.round.len() && holder < one && moved(holder) && moved(one) {
            return Ok(Why::Taken(self.round.id(holder)));
        }
        let mut round = self.round.clone();
        round.hard.retain(one, |met| met == other);
        round.hard.retain(other, |met| met == one);
        let mut matching = Matching::new(round.hard.len());
        if !matching.complete(&round.hard) {
            let over = matching.free().into_iter().find(|place| *place < round.len());
            return Ok(Why::LeavesOver(round.id(over.unwrap_or(one))));
        }
        let mates = mates_of(&round, Haste::Quick)?;
        let then = list(&round, &mates);
        let worse = then.into_iter().zip(&self.list).find(|(then, now)| then.2 != now.2);
        let (criterion, score) = worse.map_or((Criterion::Fold, None), |(then, _)| (then.0, then.1));
        let clubs = [Criterion::ClubClashes, Criterion::ClashPlayers, Criterion::BracketClashes];
        if clash && clubs.contains(&criterion) {
            return Ok(Why::SameClub(round.number));
        }
        Ok(Why::Worse(criterion, score.map(Points::halves)))
    }
}
