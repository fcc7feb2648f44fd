//! The draw of a round as it is kept: who meets whom, and why.
//!
//! Players stand in it by their seeds, which no longer change once a round is published, and in its
//! sentences as `{17}`: their names are put in when the draw is read, since a name may be hidden by then.

use chrono::NaiveDate;
use morabaraba_swiss::{Bar, Criterion, PlayerId, Points, Role, Waiver, Why};
use serde::{Deserialize, Serialize};

use crate::values::counted;
use crate::values::id::RankingId;
use crate::values::number::{RoundNumber, Seed};

/// The player of the draw with that seed.
pub fn player(seed: Seed) -> PlayerId {
    PlayerId(seed.get().into())
}

/// The round as the draw counts it.
pub fn round_of_draw(number: RoundNumber) -> u32 {
    u32::try_from(number.get()).unwrap_or(u32::MAX)
}

/// The seed of a player of the draw.
pub fn seed(id: PlayerId) -> Seed {
    Seed::new(u32::try_from(id.0).unwrap_or(u32::MAX))
}

/// A pairing: the boards in their order, and who rests.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pairing {
    /// The two at each board.
    pub pairs: Vec<[Seed; 2]>,
    /// The player who has the bye.
    pub bye: Option<Seed>,
}

/// Two at a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Board {
    /// The player who stands higher, and the other.
    pub pair: [Seed; 2],
    /// The points of each before the round, in halves.
    pub halves: [u32; 2],
    /// The player who starts the first game.
    pub starter: Seed,
}

/// A player who came before in the order of preference, and the reason why it came otherwise.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Passed {
    /// The player.
    pub player: Seed,
    /// The reason, as a code.
    pub why: String,
    /// The round of which the reason speaks.
    pub round: Option<u32>,
    /// The other player of whom the reason speaks.
    #[serde(rename = "other")]
    pub other_player: Option<Seed>,
    /// The score of which the reason speaks, in half points.
    pub halves: Option<u32>,
}

/// The reason why two meet, or somebody rests.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reason {
    /// The player who stands higher, or rests.
    pub player: Seed,
    /// The opponent.
    pub opponent: Option<Seed>,
    /// The way in which it came about.
    pub role: Role,
    /// The score of the lower player, in half points.
    pub halves: u32,
    /// The round, if the player was moved down only because clubs and teams are kept apart in it.
    #[serde(default)]
    pub clubs_apart: Option<u32>,
    /// Those who would have dropped before the player, and did not.
    pub stayed: Vec<Passed>,
    /// Those who came before the opponent.
    pub passed: Vec<Passed>,
    /// All this in words, for an umpire to read out.
    pub sentence: String,
}

/// A thing that an umpire should know of a draw before publishing it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Warning {
    /// The sort of warning, as a code.
    pub code: String,
    /// The players of whom it speaks.
    pub players: Vec<Seed>,
    /// The sentence for an umpire to read out.
    pub sentence: String,
}

/// A draw as it is kept.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Draw {
    /// The boards in their order.
    pub boards: Vec<Board>,
    /// The player who has the bye.
    pub bye: Option<Seed>,
    /// The reasons for the boards and the bye.
    pub reasons: Vec<Reason>,
    /// Things that the umpire should know.
    pub warnings: Vec<Warning>,
    /// The pairing that would have been drawn, if the umpire paired otherwise.
    pub computed: Option<Pairing>,
    /// Pairs who could not meet, whatever the umpire wished. Bars come and go; with these the draw can be made again.
    #[serde(default, rename = "apart")]
    pub never_meets: Vec<[Seed; 2]>,
    /// The way in which the starting order came about, of round 1.
    #[serde(default)]
    pub starting_order: Option<StartingOrder>,
}

impl Draw {
    /// The draw as everyone may read it: without those who may not meet, which is nobody's business.
    #[must_use]
    pub fn discreet(self) -> Draw {
        let mut warnings = self.warnings;
        warnings.retain(|warning| warning.code != BARRED);
        Draw {
            reasons: self.reasons.into_iter().map(Reason::discreet).collect(),
            warnings,
            ..self
        }
    }

    /// The pairs of the boards, and the player who rests.
    #[must_use]
    pub fn pairing(&self) -> Pairing {
        Pairing {
            pairs: self.boards.iter().map(|board| board.pair).collect(),
            bye: self.bye,
        }
    }
}

impl Reason {
    pub(crate) fn of(reason: &morabaraba_swiss::Reason) -> Reason {
        let passed = |list: &[(PlayerId, Why)]| list.iter().map(|(id, why)| Passed::of(seed(*id), *why)).collect();
        Reason {
            player: seed(reason.player),
            opponent: reason.opponent.map(seed),
            role: reason.role,
            halves: reason.bracket.as_halves().unwrap_or_default(),
            clubs_apart: reason.clubs_apart,
            stayed: passed(&reason.stayed),
            passed: passed(&reason.passed),
            sentence: reason.sentence_with(slot),
        }
    }

    /// The reason as everyone may read it: nothing of those who may not meet, since most of them are relatives. Where there
    /// are such, the sentence speaks of nobody who came before: a gap in the list would tell as much.
    fn discreet(self) -> Reason {
        if self.stayed.iter().chain(&self.passed).all(Passed::is_public) {
            return self;
        }
        let public = |list: &[Passed]| list.iter().filter(|passed| passed.is_public()).cloned().collect();
        Reason {
            stayed: public(&self.stayed),
            passed: public(&self.passed),
            sentence: self.summary(),
            ..self
        }
    }

    /// The reason in words, without those who came before.
    fn summary(&self) -> String {
        let bare = morabaraba_swiss::Reason {
            player: player(self.player),
            opponent: self.opponent.map(player),
            bracket: Points::halves(self.halves),
            role: self.role,
            left: Vec::new(),
            clubs_apart: self.clubs_apart,
            stayed: Vec::new(),
            passed: Vec::new(),
        };
        bare.sentence_with(slot)
    }
}

/// The text that stands in a sentence for the name of a player.
fn slot(id: PlayerId) -> String {
    format!("{{{id}}}")
}

/// The warning that two who are barred from meeting rest.
pub(crate) const BARRED: &str = "barred";

impl Passed {
    fn of(player: Seed, why: Why) -> Passed {
        let mut passed = Passed {
            player,
            why: why.code().to_owned(),
            round: None,
            other_player: None,
            halves: None,
        };
        match why {
            Why::Barred(_) | Why::Outdone => {}
            Why::SameClub(round) | Why::Met(round) => passed.round = Some(round),
            Why::Taken(player) | Why::LeavesOver(player) => passed.other_player = Some(seed(player)),
            Why::Worse(_, score) => passed.halves = score.and_then(Points::as_halves),
        }
        passed
    }

    /// Whether everyone may read it: it is not that the two may not meet.
    fn is_public(&self) -> bool {
        ![Bar::Relatives, Bar::Forbidden]
            .map(Bar::code)
            .contains(&self.why.as_str())
    }
}

impl Warning {
    pub(crate) fn overridden(criterion: Criterion, score: Option<Points>) -> Warning {
        let among = score.map_or_else(String::new, |score| format!(" among those on {score} points"));
        Warning {
            code: "worse-than-the-draw".to_owned(),
            players: Vec::new(),
            sentence: format!("The pairing is not the draw; it is first worse by {criterion}{among}."),
        }
    }

    pub(crate) fn of_capacity(limits: &morabaraba_swiss::Capacity, rounds: i64) -> Vec<Warning> {
        let mut warnings = Vec::new();
        if i64::from(limits.rounds) < rounds {
            let sentence = format!(
                "Nobody can meet a new opponent in more than {}.",
                counted::rounds(limits.rounds)
            );
            warnings.push(Warning {
                code: "too-many-rounds".to_owned(),
                players: Vec::new(),
                sentence,
            });
        }
        if !limits.short.is_empty() {
            let short = |(id, reach): &(morabaraba_swiss::PlayerId, u32)| format!("{{{id}}} has {reach}");
            let list: Vec<String> = limits.short.iter().map(short).collect();
            warnings.push(Warning {
                code: "too-few-opponents".to_owned(),
                players: limits.short.iter().map(|(id, _)| seed(*id)).collect(),
                sentence: format!(
                    "There are fewer opponents than {} for some: {}.",
                    counted::rounds(rounds),
                    list.join(", ")
                ),
            });
        }
        if limits.round_robin {
            let sentence = "With fewer than seven players everybody can meet everybody instead.".to_owned();
            warnings.push(Warning {
                code: "round-robin-advised".to_owned(),
                players: Vec::new(),
                sentence,
            });
        }
        warnings
    }

    pub(crate) fn waived(waiver: Waiver) -> Warning {
        let (players, sentence) = match waiver {
            Waiver::Rematch(left, right) => (
                vec![seed(left), seed(right)],
                format!("The umpire allows {{{left}}} and {{{right}}} to meet again."),
            ),
            Waiver::Forbidden(left, right) => (
                vec![seed(left), seed(right)],
                format!("The umpire lifts the bar between {{{left}}} and {{{right}}}."),
            ),
            Waiver::SecondBye(resting) => (
                vec![seed(resting)],
                format!("The umpire allows {{{resting}}} another bye."),
            ),
        };
        Warning {
            code: "waived".to_owned(),
            players,
            sentence,
        }
    }
}

/// A sentence with its players' names put in.
#[must_use]
pub fn with_names(sentence: &str, name: impl Fn(Seed) -> Option<String>) -> String {
    let mut text = String::with_capacity(sentence.len());
    let mut rest = sentence;
    while let Some((before, after)) = rest.split_once('{') {
        text.push_str(before);
        let named = after
            .split_once('}')
            .and_then(|(seed, after)| Some((name(Seed::new(seed.parse().ok()?))?, after)));
        if let Some((name, after)) = named {
            text.push_str(&name);
            rest = after;
        } else {
            text.push('{');
            rest = after;
        }
    }
    text + rest
}

/// The way in which the starting order of round 1 came about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StartingOrder {
    /// The list by which players are seeded, and its day; none if none was published.
    pub list: Option<(RankingId, NaiveDate)>,
    /// The number of players on it who play in round 1.
    pub ranked: usize,
    /// The number of the others.
    pub unranked: usize,
}

impl StartingOrder {
    /// The order in words, for whoever asks how it came about.
    #[must_use]
    pub fn sentence(&self) -> String {
        let others = match self.unranked {
            0 => String::new(),
            1 => " One player is on no list, and comes last.".to_owned(),
            most => format!(" {most} players are on no list, and come after them as the umpire has ordered."),
        };
        match self.list {
            Some((_, on)) if self.ranked > 0 => {
                format!(
                    "Players start in the order of the ranking list of {}.{others}",
                    on.format("%-d %B %Y")
                )
            }
            _ if self.unranked == 1 => "The only player is on no ranking list.".to_owned(),
            _ => "No player is on a ranking list; they start as the umpire has ordered.".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::tournaments::model::draw::*;

    #[test]
    fn names_are_put_in() {
        let name = |seed: Seed| (seed == Seed::new(17)).then(|| "Thandi {3} Mokoena".to_owned());
        assert_eq!(
            with_names("{17} meets {4}, {x} and { rests.", name),
            "Thandi {3} Mokoena meets {4}, {x} and { rests."
        );
    }

    #[test]
    fn everyone_reads_nothing_of_those_who_may_not_meet() {
        let reason = |passed: Vec<Passed>, before: &str| Reason {
            player: Seed::FIRST,
            opponent: Some(Seed::new(4)),
            role: Role::Slide,
            halves: 11,
            clubs_apart: None,
            stayed: Vec::new(),
            passed,
            sentence: format!(
                "{{1}} meets {{4}} among those on 5 1/2 points, the top half against the bottom half{before}."
            ),
        };
        let (related, met) = (
            Passed::of(Seed::new(2), Why::Barred(Bar::Relatives)),
            Passed::of(Seed::new(3), Why::Met(1)),
        );
        let both = reason(
            vec![related, met.clone()],
            ". Before came {2}: they are relatives; {3}: they have met in round 1",
        );
        assert_eq!(both.discreet(), reason(vec![met.clone()], ""));
        let harmless = reason(vec![met], ". Before came {3}: they have met in round 1");
        assert_eq!(harmless.clone().discreet(), harmless);
    }
}
