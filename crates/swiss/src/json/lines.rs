//! JSON forms of the types that are not written just as they are declared.

use serde::{Deserialize, Serialize};

use crate::criteria::Criterion;
use crate::explain::Why;
use crate::field::{Bar, FieldError, Float, Player, PlayerId, Points, Waiver};
use crate::no_draw::Waivers;

/// A multiple of one half is a number, in which it is exact; any other fraction is a text such as `87/5`.
#[derive(Deserialize, Serialize)]
#[serde(
    untagged,
    expecting = "points are a multiple of one half, or a fraction such as \"87/5\""
)]
pub(crate) enum WrittenPoints {
    Number(f64),
    Text(String),
}

impl From<Points> for WrittenPoints {
    fn from(points: Points) -> Self {
        let (above, below) = points.parts();
        points.as_halves().map_or_else(
            || Self::Text(format!("{above}/{below}")),
            |halves| Self::Number(f64::from(halves) / 2.0),
        )
    }
}

impl TryFrom<WrittenPoints> for Points {
    type Error = &'static str;

    fn try_from(written: WrittenPoints) -> Result<Self, Self::Error> {
        let read = match written {
            WrittenPoints::Number(number) => points(number),
            WrittenPoints::Text(text) => text
                .split_once('/')
                .and_then(|(above, below)| Self::new(above.parse().ok()?, below.parse().ok()?)),
        };
        read.ok_or("points are a multiple of one half, or a fraction such as \"87/5\"")
    }
}

/// The points if they are a multiple of one half that a tournament can reach.
fn points(number: f64) -> Option<Points> {
    // The shortest text of a whole number that is not too large is its digits.
    let halves = format!("{}", number * 2.0).parse().ok();
    halves.filter(|halves| *halves < u32::MAX / 4).map(Points::halves)
}

/// A player whose `rank` is the seed, and each of whose opponents stands with the round of the meeting, if it is known.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlayerLine {
    id: PlayerId,
    #[serde(default)]
    name: String,
    rank: u32,
    score: f64,
    #[serde(default)]
    club: Option<String>,
    #[serde(default)]
    team: Option<String>,
    #[serde(default)]
    relatives: Vec<PlayerId>,
    #[serde(default)]
    opponents: Vec<OpponentLine>,
    #[serde(default)]
    forbidden: Vec<PlayerId>,
    #[serde(default)]
    forced: Option<PlayerId>,
    #[serde(default)]
    had_bye: bool,
    #[serde(default, skip_serializing_if = "is_zero")]
    extra_byes: u32,
    #[serde(default)]
    floated: Option<Float>,
    #[serde(default = "yes")]
    active: bool,
}

#[derive(Clone, Copy, Deserialize, Serialize)]
#[serde(untagged)]
enum OpponentLine {
    Id(PlayerId),
    Met { id: PlayerId, round: u32 },
}

const fn yes() -> bool {
    true
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "it is called with a reference")]
const fn is_zero(count: &u32) -> bool {
    *count == 0
}

impl From<Player> for PlayerLine {
    fn from(player: Player) -> Self {
        let rounds = player.rounds_met.into_iter().chain(std::iter::repeat(None));
        let opponent = |(id, round): (PlayerId, Option<u32>)| {
            round.map_or(OpponentLine::Id(id), |round| OpponentLine::Met { id, round })
        };
        Self {
            id: player.id,
            name: player.name,
            rank: player.seed,
            score: f64::from(player.score.as_halves().unwrap_or_default()) / 2.0,
            club: player.club,
            team: player.team,
            relatives: player.relatives,
            opponents: player.opponents.into_iter().zip(rounds).map(opponent).collect(),
            forbidden: player.forbidden,
            forced: player.forced,
            had_bye: player.had_bye,
            extra_byes: player.extra_byes,
            floated: player.floated,
            active: player.active,
        }
    }
}

impl TryFrom<PlayerLine> for Player {
    type Error = FieldError;

    fn try_from(line: PlayerLine) -> Result<Self, FieldError> {
        let parts = |opponent: OpponentLine| match opponent {
            OpponentLine::Id(id) => (id, None),
            OpponentLine::Met { id, round } => (id, Some(round)),
        };
        let (opponents, mut rounds_met): (Vec<_>, Vec<_>) = line.opponents.into_iter().map(parts).unzip();
        if rounds_met.iter().all(Option::is_none) {
            rounds_met.clear();
        }
        Ok(Self {
            id: line.id,
            name: line.name,
            seed: line.rank,
            score: points(line.score).ok_or(FieldError::Score(line.id))?,
            club: line.club,
            team: line.team,
            relatives: line.relatives,
            opponents,
            rounds_met,
            forbidden: line.forbidden,
            forced: line.forced,
            had_bye: line.had_bye,
            extra_byes: line.extra_byes,
            floated: line.floated,
            active: line.active,
        })
    }
}

/// A reason as its code and the facts of which it speaks: a round, another player, the score of a bracket.
#[derive(Deserialize, Serialize)]
pub(crate) struct WhyLine {
    why: Code,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    round: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    other: Option<PlayerId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    bracket: Option<Points>,
}

#[derive(Deserialize, Serialize)]
#[serde(untagged)]
enum Code {
    Bar(Bar),
    Criterion(Criterion),
    Other(OtherCode),
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
enum OtherCode {
    SameClub,
    Taken,
    LeavesOver,
    Outdone,
}

impl From<Why> for WhyLine {
    fn from(why: Why) -> Self {
        let (why, round, other, bracket) = match why {
            Why::Barred(bar) => (Code::Bar(bar), None, None, None),
            Why::Met(round) => (Code::Bar(Bar::Rematch), Some(round), None, None),
            Why::SameClub(round) => (Code::Other(OtherCode::SameClub), Some(round), None, None),
            Why::Taken(other) => (Code::Other(OtherCode::Taken), None, Some(other), None),
            Why::LeavesOver(other) => (Code::Other(OtherCode::LeavesOver), None, Some(other), None),
            Why::Worse(criterion, bracket) => (Code::Criterion(criterion), None, None, bracket),
            Why::Outdone => (Code::Other(OtherCode::Outdone), None, None, None),
        };
        Self {
            why,
            round,
            other,
            bracket,
        }
    }
}

impl TryFrom<WhyLine> for Why {
    type Error = &'static str;

    fn try_from(line: WhyLine) -> Result<Self, Self::Error> {
        let why = match (line.why, line.round, line.other) {
            (Code::Bar(Bar::Rematch), Some(round), _) => Self::Met(round),
            (Code::Bar(bar), ..) => Self::Barred(bar),
            (Code::Criterion(criterion), ..) => Self::Worse(criterion, line.bracket),
            (Code::Other(OtherCode::SameClub), Some(round), _) => Self::SameClub(round),
            (Code::Other(OtherCode::Taken), _, Some(other)) => Self::Taken(other),
            (Code::Other(OtherCode::LeavesOver), _, Some(other)) => Self::LeavesOver(other),
            (Code::Other(OtherCode::Outdone), ..) => Self::Outdone,
            (Code::Other(_), ..) => return Err("a reason lacks the round or the player of which it speaks"),
        };
        Ok(why)
    }
}

/// Those who came before, each with the reason in one object.
pub(crate) mod passed {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use crate::explain::Why;
    use crate::field::PlayerId;

    #[derive(Deserialize, Serialize)]
    struct PassedLine {
        player: PlayerId,
        #[serde(flatten)]
        why: Why,
    }

    pub(crate) fn serialize<S: Serializer>(list: &[(PlayerId, Why)], serializer: S) -> Result<S::Ok, S::Error> {
        let line = |(player, why): &(PlayerId, Why)| PassedLine {
            player: *player,
            why: *why,
        };
        serializer.collect_seq(list.iter().map(line))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<(PlayerId, Why)>, D::Error> {
        let lines = Vec::<PassedLine>::deserialize(deserializer)?;
        Ok(lines.into_iter().map(|line| (line.player, line.why)).collect())
    }
}

/// Waivers, and what they are; `waivers` is null if none would help.
#[derive(Deserialize, Serialize)]
pub(crate) struct WaiversLine {
    waivers: Option<Vec<Waiver>>,
    waivers_are: Extent,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
enum Extent {
    Fewest,
    Enough,
    NoneHelp,
}

impl From<Waivers> for WaiversLine {
    fn from(waivers: Waivers) -> Self {
        let (waivers, waivers_are) = match waivers {
            Waivers::Fewest(list) => (Some(list), Extent::Fewest),
            Waivers::Enough(list) => (Some(list), Extent::Enough),
            Waivers::NoneHelp => (None, Extent::NoneHelp),
        };
        Self { waivers, waivers_are }
    }
}

impl From<WaiversLine> for Waivers {
    fn from(line: WaiversLine) -> Self {
        let list = line.waivers.unwrap_or_default();
        match line.waivers_are {
            Extent::Fewest => Self::Fewest(list),
            Extent::Enough => Self::Enough(list),
            Extent::NoneHelp => Self::NoneHelp,
        }
    }
}

/// The bye outside of the groups, as the word `outsider`.
pub(crate) mod outsider {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Deserialize, Serialize)]
    #[serde(rename_all = "lowercase")]
    enum Word {
        Outsider,
    }

    pub(crate) fn serialize<S: Serializer>(serializer: S) -> Result<S::Ok, S::Error> {
        Word::Outsider.serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<(), D::Error> {
        Word::deserialize(deserializer).map(|_| ())
    }
}
