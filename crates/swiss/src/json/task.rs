//! Fields, draws and the want of a draw as JSON, with the feature `serde`.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use crate::explain::draw_and_explain;
use crate::field::{Config, Field, FieldError, Player, PlayerId};
use crate::json::answer::{ReasonLine, StuckLine};
use crate::json::lines::{ConfigLine, PlayerLine, WaiverLine};
use crate::no_draw::Undrawn;

/// A field and the settings to draw it with: what one line of JSON holds. Of a player only `id`, `rank` and `score` are needed;
/// an opponent is an id, or an id and the round of the meeting.
///
/// ```
/// use morabaraba_swiss::Task;
///
/// let line = r#"{"round": 2, "players": [
///     {"id": 1, "name": "Butinyana", "rank": 1, "score": 6},
///     {"id": 2, "rank": 2, "score": 5.5, "opponents": [{"id": 3, "round": 1}]},
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
    /// an error, and so is [`Undrawn::OutOfReach`].
    ///
    /// Of the want of a draw `waivers` is a list, null if none would help, and `waivers_are` says what it is: `fewest`, `enough`
    /// (that fewer would do was not sought) or `none-help`. A reason of the kind `outdone` says that another pair would make the
    /// round worse, but not by what.
    ///
    /// ```
    /// use morabaraba_swiss::{Config, Field, FieldError, Task, Undrawn};
    ///
    /// let task = Task { field: Field::new(1, Vec::new()), config: Config::default() };
    /// assert!(matches!(task.answer(), Err(Undrawn::Field(FieldError::Empty))));
    /// ```
    pub fn answer(&self) -> Result<Answer, Undrawn> {
        let mut answer = Answer {
            round: self.field.round,
            pairs: None,
            bye: None,
            reasons: None,
            no_legal_draw: None,
        };
        match draw_and_explain(&self.field, &self.config) {
            Ok((drawn, reasons)) => {
                let names: HashMap<PlayerId, &str> = self
                    .field
                    .players
                    .iter()
                    .map(|player| (player.id, player.name.as_str()))
                    .collect();
                answer.reasons = Some(reasons.iter().map(|reason| ReasonLine::new(reason, &names)).collect());
                (answer.pairs, answer.bye) = (Some(drawn.pairs), drawn.bye);
            }
            Err(Undrawn::NoLegalDraw(stuck)) => answer.no_legal_draw = Some(StuckLine::new(&stuck)),
            Err(error) => return Err(error),
        }
        Ok(answer)
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
        let players = line
            .players
            .into_iter()
            .map(Player::try_from)
            .collect::<Result<_, _>>()?;
        let waivers = line.waivers.into_iter().map(Into::into).collect();
        Ok(Self {
            field: Field {
                round: line.round,
                players,
                waivers,
            },
            config: line.config.into(),
        })
    }
}
