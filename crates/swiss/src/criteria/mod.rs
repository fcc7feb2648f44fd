//! The list of criteria, and the values of a given pairing by it, to compare that with the draw. This is the definition
//! of the draw in plain code; the searches find the best pairing without trying all.

pub(crate) mod look_ahead;
pub(crate) mod order;

use std::fmt;

use crate::criteria::order::{dropping_order, preferences};
use crate::field::{Clubs, Float, Round};

/// A criterion, in the order of the list; from [`Self::Downfloaters`] on for each bracket from the top.
///
/// ```
/// use morabaraba_swiss::Criterion;
///
/// assert!(Criterion::ClubClashes < Criterion::Slide);
/// assert_eq!(Criterion::Slide.code(), "slide");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Deserialize, serde::Serialize),
    serde(rename_all = "snake_case")
)]
#[non_exhaustive]
pub enum Criterion {
    /// The number of rounds to come that cannot be drawn.
    LookAhead,
    /// The score of the player with the bye.
    ByeScore,
    /// The number of pairs of one club or team.
    ClubClashes,
    /// The number of players of the same score who stand below the player with the bye.
    ByeRank,
    /// The players in pairs of one club or team; the lower they stand, the better.
    ClashPlayers,
    /// The number of downfloaters: players who leave the bracket unpaired.
    Downfloaters,
    /// The scores of the downfloaters, the highest first.
    DownfloaterScores,
    /// The number of downfloaters of the next bracket.
    NextDownfloaters,
    /// The scores of the downfloaters of the next bracket, the highest first.
    NextDownfloaterScores,
    /// The number of pairs of one club or team in the bracket.
    BracketClashes,
    /// The number of players who float as they did in the round before.
    RepeatFloats,
    /// The opponents of moved-down players.
    MovedDownOpponents,
    /// The downfloaters among the players of the score group.
    FloaterChoice,
    /// The slide: the top half against the bottom half.
    Slide,
}

/// A phrase for what the criterion looks at, to follow the word "by".
impl fmt::Display for Criterion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::LookAhead => "what it leaves for the rounds to come",
            Self::ByeScore => "the score of the player with the bye",
            Self::ClubClashes | Self::BracketClashes => "the number of pairs of one club or team",
            Self::ByeRank => "the seed of the player with the bye",
            Self::ClashPlayers => "the players in pairs of one club or team",
            Self::Downfloaters => "the number of downfloaters",
            Self::DownfloaterScores => "the scores of the downfloaters",
            Self::NextDownfloaters => "the number of downfloaters of the next bracket",
            Self::NextDownfloaterScores => "the scores of the downfloaters of the next bracket",
            Self::RepeatFloats => "the number of players who float as in the round before",
            Self::MovedDownOpponents => "the opponents of those moved down",
            Self::FloaterChoice => "the choice of the downfloaters",
            Self::Slide => "the slide of the top half against the bottom half",
        })
    }
}

impl Criterion {
    /// The name for programs; it never changes.
    ///
    /// ```
    /// assert_eq!(morabaraba_swiss::Criterion::ByeRank.code(), "bye_rank");
    /// ```
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::LookAhead => "look_ahead",
            Self::ByeScore => "bye_score",
            Self::ClubClashes => "club_clashes",
            Self::ByeRank => "bye_rank",
            Self::ClashPlayers => "clash_players",
            Self::Downfloaters => "downfloaters",
            Self::DownfloaterScores => "downfloater_scores",
            Self::NextDownfloaters => "next_downfloaters",
            Self::NextDownfloaterScores => "next_downfloater_scores",
            Self::BracketClashes => "bracket_clashes",
            Self::RepeatFloats => "repeat_floats",
            Self::MovedDownOpponents => "moved_down_opponents",
            Self::FloaterChoice => "floater_choice",
            Self::Slide => "slide",
        }
    }
}

/// A criterion, the score of its bracket in half points if it is one of a bracket, and the value of a pairing.
pub(crate) type CriterionValue = (Criterion, Option<u32>, Vec<usize>);

/// The values of a legal pairing, given as the mates of the places, the bye included.
pub(crate) fn list(round: &Round, mates: &[usize]) -> Vec<CriterionValue> {
    let mut list = Vec::new();
    if round.looks_ahead() {
        let missing = look_ahead::missing(round, mates);
        list.push((Criterion::LookAhead, None, vec![missing as usize]));
    }
    list.extend(of_this_round(round, mates));
    list
}

/// The values without that of the rounds to come.
pub(crate) fn of_this_round(round: &Round, mates: &[usize]) -> Vec<CriterionValue> {
    let mut list: Vec<CriterionValue> = Vec::new();
    let in_clash = |place: usize| round.avoid && round.clash(place, mates[place]);
    let holder = round.bye().map(|bye| mates[bye]);
    let same = |holder: usize| {
        (holder + 1..round.len())
            .filter(|place| round.scores[*place] == round.scores[holder])
            .count()
    };
    let whole = round.config.clubs == Clubs::Round;
    list.push((
        Criterion::ByeScore,
        None,
        holder.iter().map(|holder| round.scores[*holder] as usize).collect(),
    ));
    if whole {
        list.push((
            Criterion::ClubClashes,
            None,
            vec![(0..round.len()).filter(|place| in_clash(*place)).count() / 2],
        ));
    }
    list.push((
        Criterion::ByeRank,
        None,
        holder.iter().map(|holder| same(*holder)).collect(),
    ));
    if whole {
        let clashing = (0..round.len()).map(|place| usize::from(in_clash(place))).collect();
        list.push((Criterion::ClashPlayers, None, clashing));
    }
    let playing: Vec<usize> = (0..round.len()).filter(|place| Some(*place) != holder).collect();
    let score_groups: Vec<&[usize]> = playing
        .chunk_by(|one, other| round.scores[*one] == round.scores[*other])
        .collect();
    for (place, score_group) in score_groups.iter().enumerate() {
        bracket(
            round,
            mates,
            score_group,
            score_groups.get(place + 1).copied().unwrap_or_default(),
            &mut list,
        );
    }
    list
}

fn bracket(round: &Round, mates: &[usize], residents: &[usize], next: &[usize], list: &mut Vec<CriterionValue>) {
    let score = round.scores[residents[0]];
    let bye = round.bye();
    let mut push = |criterion, value| list.push((criterion, Some(score), value));
    let leaving = |score_group: &[usize]| -> Vec<usize> {
        let Some(lowest) = score_group.last() else {
            return Vec::new();
        };
        // The mate of a downfloater stands below the last of the score group, and is not the bye.
        let leaves = |place: &usize| mates[*place] > *lowest && Some(mates[*place]) != bye;
        (0..=*lowest)
            .filter(leaves)
            .map(|place| round.scores[place] as usize)
            .collect()
    };
    let (now, then) = (leaving(residents), leaving(next));
    push(Criterion::Downfloaters, vec![now.len()]);
    push(Criterion::DownfloaterScores, now);
    push(Criterion::NextDownfloaters, vec![then.len()]);
    push(Criterion::NextDownfloaterScores, then);
    let lowest = residents[residents.len() - 1];
    let above = |place: usize| round.scores[place] > score;
    if round.config.clubs == Clubs::Bracket {
        let here = residents
            .iter()
            .filter(|place| round.avoid && mates[**place] < **place && round.clash(**place, mates[**place]));
        push(Criterion::BracketClashes, vec![here.count()]);
    }
    if round.config.repeat_floats {
        let again = residents.iter().filter(|place| {
            (mates[**place] > lowest && round.floated(**place, Float::Down))
                || (above(mates[**place]) && round.floated(**place, Float::Up))
        });
        push(Criterion::RepeatFloats, vec![again.count()]);
    }
    let moved_down =
        (0..residents[0]).filter(|place| above(*place) && mates[*place] >= residents[0] && Some(mates[*place]) != bye);
    let place_of = |place: usize| residents.binary_search(&mates[place]).unwrap_or(residents.len());
    push(Criterion::MovedDownOpponents, moved_down.map(place_of).collect());
    let left: Vec<usize> = residents
        .iter()
        .copied()
        .filter(|place| !above(mates[*place]))
        .collect();
    let order = dropping_order(&left, round.config.floater);
    push(
        Criterion::FloaterChoice,
        (0..order.len()).filter(|rank| mates[order[*rank]] > lowest).collect(),
    );
    let mut sliding: Vec<usize> = left.into_iter().filter(|place| mates[*place] <= lowest).collect();
    let mut values = Vec::new();
    while let Some(first) = sliding.first().copied() {
        values.extend(preferences(sliding.len()).position(|place| sliding[place] == mates[first]));
        sliding.retain(|place| *place != first && *place != mates[first]);
    }
    push(Criterion::Slide, values);
}
