//! A field and its answer, each as one line of JSON.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use crate::explain::{Reason, draw_and_explain};
use crate::field::{Config, Field, Player, PlayerId, Waiver};
use crate::no_draw::{Stuck, Undrawn};

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
/// assert_eq!(answer["reasons"][0]["role"], "slide");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(from = "Line", into = "Line")]
pub struct Task {
    /// The field.
    pub field: Field,
    /// The settings.
    pub config: Config,
}

/// The outcome of a task: the draw with its reasons, or why there is none.
#[derive(Clone, Debug, Serialize)]
pub struct Answer {
    round: u32,
    pairs: Option<Vec<(PlayerId, PlayerId)>>,
    bye: Option<PlayerId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reasons: Option<Vec<WithSentence<Reason>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    no_legal_draw: Option<WithSentence<Stuck>>,
}

/// Facts, with the sentence that says the same.
#[derive(Clone, Debug, Serialize)]
struct WithSentence<T> {
    #[serde(flatten)]
    what: T,
    sentence: String,
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
    /// Draws the field and explains the draw. If there is no legal draw, that is an answer too, with the proof; the
    /// other cases of [`Undrawn`] are errors.
    ///
    /// Where there is no legal draw, `waivers` is a list, or null if none would help, and `waivers_are` says what it
    /// is: `fewest`, `enough` (whether fewer would do was not sought) or `none_help`. A reason of the kind `outdone`
    /// says that another pair would make the round worse, but not by which criterion.
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
                let players = self.field.players.iter();
                let names: HashMap<PlayerId, &str> = players.map(|player| (player.id, player.name.as_str())).collect();
                let name = |id| names.get(&id).copied().unwrap_or_default().to_owned();
                let told = |what: Reason| WithSentence {
                    sentence: what.sentence_with(name),
                    what,
                };
                answer.reasons = Some(reasons.into_iter().map(told).collect());
                (answer.pairs, answer.bye) = (Some(drawn.pairs), drawn.bye);
            }
            Err(Undrawn::NoLegalDraw(stuck)) => {
                let sentence = stuck.to_string();
                answer.no_legal_draw = Some(WithSentence { what: *stuck, sentence });
            }
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
    config: Config,
    players: Vec<Player>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    waivers: Vec<Waiver>,
}

impl From<Task> for Line {
    fn from(task: Task) -> Self {
        Self {
            round: task.field.round,
            config: task.config,
            players: task.field.players,
            waivers: task.field.waivers,
        }
    }
}

impl From<Line> for Task {
    fn from(line: Line) -> Self {
        Self {
            field: Field {
                round: line.round,
                players: line.players,
                waivers: line.waivers,
            },
            config: line.config,
        }
    }
}
