//! The parts of a field as JSON.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::field::{Clubs, Config, FieldError, Float, Floater, Player, PlayerId, Points, Waiver};

impl Serialize for PlayerId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for PlayerId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        u64::deserialize(deserializer).map(Self)
    }
}

#[derive(Clone, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct ConfigLine {
    club_rounds: u32,
    clubs: ClubsLine,
    floater: FloaterLine,
    repeat_floats: bool,
    look_ahead: u32,
}

#[derive(Clone, Copy, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum ClubsLine {
    Round,
    Bracket,
    Off,
}

#[derive(Clone, Copy, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum FloaterLine {
    Median,
    Lowest,
}

#[derive(Clone, Copy, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum FloatLine {
    Down,
    Up,
}

#[derive(Clone, Deserialize, Serialize)]
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
    #[serde(default)]
    floated: Option<FloatLine>,
    #[serde(default = "yes")]
    active: bool,
}

/// An opponent alone, or with the round of the meeting.
#[derive(Clone, Copy, Deserialize, Serialize)]
#[serde(untagged)]
enum OpponentLine {
    Id(PlayerId),
    Met { id: PlayerId, round: u32 },
}

impl OpponentLine {
    const fn parts(self) -> (PlayerId, Option<u32>) {
        match self {
            Self::Id(id) => (id, None),
            Self::Met { id, round } => (id, Some(round)),
        }
    }
}

#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum WaiverLine {
    Rematch(PlayerId, PlayerId),
    Forbidden(PlayerId, PlayerId),
    SecondBye(PlayerId),
}

const fn yes() -> bool {
    true
}

/// A score, which is a multiple of one half, as people write it: it is exact as a JSON number.
pub(crate) fn number(points: Points) -> f64 {
    f64::from(points.as_halves().unwrap_or_default()) / 2.0
}

/// The score if it is a multiple of one half that a tournament can reach.
pub(crate) fn points(number: f64) -> Option<Points> {
    let halves = number * 2.0;
    let text = format!("{halves}");
    // The shortest text of a whole number that is not too large is its digits.
    text.parse()
        .ok()
        .filter(|halves| *halves < u32::MAX / 4)
        .map(Points::halves)
}

impl Default for ConfigLine {
    fn default() -> Self {
        Config::default().into()
    }
}

impl From<Config> for ConfigLine {
    fn from(config: Config) -> Self {
        Self {
            club_rounds: config.club_rounds,
            clubs: match config.clubs {
                Clubs::Round => ClubsLine::Round,
                Clubs::Bracket => ClubsLine::Bracket,
                Clubs::Off => ClubsLine::Off,
            },
            floater: match config.floater {
                Floater::Median => FloaterLine::Median,
                Floater::Lowest => FloaterLine::Lowest,
            },
            repeat_floats: config.repeat_floats,
            look_ahead: config.look_ahead,
        }
    }
}

impl From<ConfigLine> for Config {
    fn from(line: ConfigLine) -> Self {
        Self {
            club_rounds: line.club_rounds,
            clubs: match line.clubs {
                ClubsLine::Round => Clubs::Round,
                ClubsLine::Bracket => Clubs::Bracket,
                ClubsLine::Off => Clubs::Off,
            },
            floater: match line.floater {
                FloaterLine::Median => Floater::Median,
                FloaterLine::Lowest => Floater::Lowest,
            },
            repeat_floats: line.repeat_floats,
            look_ahead: line.look_ahead,
        }
    }
}

impl From<Waiver> for WaiverLine {
    fn from(waiver: Waiver) -> Self {
        match waiver {
            Waiver::Rematch(one, other) => Self::Rematch(one, other),
            Waiver::Forbidden(one, other) => Self::Forbidden(one, other),
            Waiver::SecondBye(one) => Self::SecondBye(one),
        }
    }
}

impl From<WaiverLine> for Waiver {
    fn from(line: WaiverLine) -> Self {
        match line {
            WaiverLine::Rematch(one, other) => Self::Rematch(one, other),
            WaiverLine::Forbidden(one, other) => Self::Forbidden(one, other),
            WaiverLine::SecondBye(one) => Self::SecondBye(one),
        }
    }
}

impl From<Player> for PlayerLine {
    fn from(player: Player) -> Self {
        let rounds = player.rounds_met.into_iter().chain(std::iter::repeat(None));
        let met = player.opponents.into_iter().zip(rounds);
        let opponents =
            met.map(|(id, round)| round.map_or(OpponentLine::Id(id), |round| OpponentLine::Met { id, round }));
        let opponents = opponents.collect();
        Self {
            id: player.id,
            name: player.name,
            rank: player.seed,
            score: number(player.score),
            club: player.club,
            team: player.team,
            relatives: player.relatives,
            opponents,
            forbidden: player.forbidden,
            forced: player.forced,
            had_bye: player.had_bye,
            floated: player.floated.map(|float| match float {
                Float::Down => FloatLine::Down,
                Float::Up => FloatLine::Up,
            }),
            active: player.active,
        }
    }
}

impl TryFrom<PlayerLine> for Player {
    type Error = FieldError;

    fn try_from(line: PlayerLine) -> Result<Self, FieldError> {
        let (opponents, mut rounds_met): (Vec<_>, Vec<_>) = line.opponents.into_iter().map(OpponentLine::parts).unzip();
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
            floated: line.floated.map(|float| match float {
                FloatLine::Down => Float::Down,
                FloatLine::Up => Float::Up,
            }),
            active: line.active,
        })
    }
}
