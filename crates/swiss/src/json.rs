//! Fields, draws and the want of a draw as JSON, with the feature `serde`.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{
    ByePlace, Clubs, Config, Field, FieldError, Float, Floater, Player, PlayerId, Points, Reason, Role, Stuck, Undrawn,
    Waiver, WayOut, Why, draw, explain,
};

/// A field and the settings to draw it with: what one line of JSON holds.
///
/// ```
/// use morabaraba_swiss::Task;
///
/// let line = r#"{"round": 2, "players": [
///     {"id": 1, "name": "Butinyana", "rank": 1, "score": 6}, {"id": 2, "rank": 2, "score": 5.5, "opponents": [3]},
///     {"id": 3, "rank": 3, "score": 6}, {"id": 4, "rank": 4, "score": 5}]}"#;
/// let task: Task = serde_json::from_str(line)?;
/// let answer = serde_json::to_value(task.answer()?)?;
/// assert_eq!(answer["pairs"], serde_json::json!([[1, 3], [2, 4]]));
/// assert_eq!(answer["reasons"][0]["role"], "fold");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(try_from = "Line", into = "Line")]
pub struct Task {
    /// The field.
    pub field: Field,
    /// The settings.
    pub config: Config,
}

/// What comes of a task: the draw with its reasons, or why there is none.
#[derive(Clone, Debug, Serialize)]
pub struct Answer {
    round: u32,
    pairs: Option<Vec<(PlayerId, PlayerId)>>,
    bye: Option<PlayerId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reasons: Option<Vec<ReasonLine>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    no_legal_draw: Option<StuckLine>,
}

impl Answer {
    /// Whether there is a draw.
    ///
    /// ```
    /// use morabaraba_swiss::Task;
    ///
    /// let task: Task = serde_json::from_str(
    ///     r#"{"round": 2, "players": [{"id": 1, "rank": 1, "score": 6, "opponents": [2]}, {"id": 2, "rank": 2, "score": 0}]}"#,
    /// )?;
    /// assert!(!task.answer()?.is_drawn());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn is_drawn(&self) -> bool {
        self.pairs.is_some()
    }
}

impl Task {
    /// Draws the field and explains the draw. Only that there is no legal draw is an answer; that the field cannot be read is
    /// an error.
    ///
    /// ```
    /// use morabaraba_swiss::{Config, Field, FieldError, Task, Undrawn};
    ///
    /// let task = Task { field: Field::new(1, Vec::new()), config: Config::default() };
    /// assert!(matches!(task.answer(), Err(Undrawn::Field(FieldError::Empty))));
    /// ```
    pub fn answer(&self) -> Result<Answer, Undrawn> {
        let mut answer = Answer { round: self.field.round, pairs: None, bye: None, reasons: None, no_legal_draw: None };
        match draw(&self.field, &self.config) {
            Ok(drawn) => {
                let reasons = explain(&self.field, &self.config, &drawn)?;
                answer.reasons = Some(reasons.iter().map(|reason| ReasonLine::new(reason, &self.field)).collect());
                (answer.pairs, answer.bye) = (Some(drawn.pairs), drawn.bye);
            }
            Err(Undrawn::NoLegalDraw(stuck)) => answer.no_legal_draw = Some(StuckLine::new(&stuck)),
            Err(error) => return Err(error),
        }
        Ok(answer)
    }
}

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
#[serde(deny_unknown_fields)]
struct Line {
    round: u32,
    #[serde(default)]
    config: ConfigLine,
    players: Vec<PlayerLine>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    waivers: Vec<WaiverLine>,
}

#[derive(Clone, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
struct ConfigLine {
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
struct PlayerLine {
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
    opponents: Vec<PlayerId>,
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

#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
enum WaiverLine {
    Rematch(PlayerId, PlayerId),
    Forbidden(PlayerId, PlayerId),
    SecondBye(PlayerId),
}

#[derive(Clone, Debug, Serialize)]
struct ReasonLine {
    player: PlayerId,
    opponent: Option<PlayerId>,
    bracket: f64,
    role: &'static str,
    left: Vec<f64>,
    passed: Vec<PassedLine>,
    sentence: String,
}

#[derive(Clone, Debug, Serialize)]
struct PassedLine {
    player: PlayerId,
    why: &'static str,
    /// The round of a club, another player, the score of a bracket: what the reason speaks of.
    #[serde(skip_serializing_if = "Option::is_none")]
    round: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    other: Option<PlayerId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bracket: Option<f64>,
}

#[derive(Clone, Debug, Serialize)]
struct StuckLine {
    witness: WitnessLine,
    waivers: Option<Vec<WaiverLine>>,
    ways_out: Vec<&'static str>,
    sentence: String,
}

#[derive(Clone, Debug, Serialize)]
struct WitnessLine {
    groups: Vec<Vec<PlayerId>>,
    outsiders: Vec<PlayerId>,
    /// `outsider`, the number of a group from 0, or null.
    bye: Option<ByeLine>,
    bars: Vec<(PlayerId, Option<PlayerId>, &'static str)>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
enum ByeLine {
    Outsider(&'static str),
    Group(usize),
}

const fn yes() -> bool {
    true
}

/// A score as people write it: a multiple of one half is exact as a JSON number.
fn number(points: Points) -> f64 {
    let (above, below) = points.parts();
    f64::from(above) / f64::from(below)
}

/// The score if it is a multiple of one half that a tournament can reach.
fn points(number: f64) -> Option<Points> {
    let halves = number * 2.0;
    let text = format!("{halves}");
    // The shortest text of a whole number that is not too large is its digits.
    text.parse().ok().filter(|halves| *halves < u32::MAX / 4).map(Points::halves)
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
        Self {
            id: player.id,
            name: player.name,
            rank: player.seed,
            score: number(player.score),
            club: player.club,
            team: player.team,
            relatives: player.relatives,
            opponents: player.opponents,
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
        Ok(Self {
            id: line.id,
            name: line.name,
            seed: line.rank,
            score: points(line.score).ok_or(FieldError::Score(line.id))?,
            club: line.club,
            team: line.team,
            relatives: line.relatives,
            opponents: line.opponents,
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

impl From<Task> for Line {
    fn from(task: Task) -> Self {
        Self {
            round: task.field.round,
            config: task.config.into(),
            players: task.field.players.into_iter().map(Into::into).collect(),
            waivers: task.field.waivers.into_iter().map(Into::into).collect(),
        }
    }
}

impl TryFrom<Line> for Task {
    type Error = FieldError;

    fn try_from(line: Line) -> Result<Self, FieldError> {
        let players = line.players.into_iter().map(Player::try_from).collect::<Result<_, _>>()?;
        let waivers = line.waivers.into_iter().map(Into::into).collect();
        Ok(Self { field: Field { round: line.round, players, waivers }, config: line.config.into() })
    }
}

impl ReasonLine {
    fn new(reason: &Reason, field: &Field) -> Self {
        let role = match reason.role {
            Role::Fold => "fold",
            Role::Moved => "moved",
            Role::Bye => "bye",
        };
        Self {
            player: reason.player,
            opponent: reason.opponent,
            bracket: number(reason.bracket),
            role,
            left: reason.left.iter().copied().map(number).collect(),
            passed: reason.passed.iter().map(|(player, why)| PassedLine::new(*player, *why)).collect(),
            sentence: reason.sentence(field),
        }
    }
}

impl PassedLine {
    fn new(player: PlayerId, why: Why) -> Self {
        let mut line = Self { player, why: why.code(), round: None, other: None, bracket: None };
        match why {
            Why::Barred(_) | Why::Outdone => (),
            Why::SameClub(round) | Why::Met(round) => line.round = Some(round),
            Why::Taken(other) | Why::LeavesOver(other) => line.other = Some(other),
            Why::Worse(_, score) => line.bracket = score.map(number),
        }
        line
    }
}

impl StuckLine {
    fn new(stuck: &Stuck) -> Self {
        let bye = match stuck.witness.bye {
            ByePlace::Elsewhere => None,
            ByePlace::Outsider => Some(ByeLine::Outsider("outsider")),
            ByePlace::Group(number) => Some(ByeLine::Group(number)),
        };
        Self {
            witness: WitnessLine {
                groups: stuck.witness.groups.clone(),
                outsiders: stuck.witness.outsiders.clone(),
                bye,
                bars: stuck.witness.bars.iter().map(|(one, other, bar)| (*one, *other, bar.code())).collect(),
            },
            waivers: stuck.waivers.as_ref().map(|waivers| waivers.iter().copied().map(Into::into).collect()),
            ways_out: stuck.ways_out.iter().copied().map(WayOut::code).collect(),
            sentence: stuck.to_string(),
        }
    }
}
