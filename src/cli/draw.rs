//! Draws from files: fields, finished tournaments drawn and counted again, and tournaments made up.
//!
//! A file holds one JSON value after the other, a line each or however they are laid out: fields as
//! [`morabaraba_swiss::Task`] reads them, or finished tournaments: archives as the service writes them, or the short form of
//! [`crate::cli::tournament_file`].

use std::io::{self, BufReader, Read, Write};

use morabaraba_swiss::{Answer, Config, FieldError, PlayerId, Shape, Task, Undrawn};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::cli::made_up;
use crate::cli::progress::{Bar, Watched};
use crate::cli::tournament_file::{DrawDifference, Finished, differences};
use crate::tournaments::archives::form::Archive;
use crate::tournaments::standings::outcome::OutcomeDifference;
use crate::values::digest::sha256;

/// A count of the values of a file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Count {
    /// The number of values: fields, rounds of tournaments, or outcomes that are stated.
    pub all: u64,
    /// The number of fields that were not drawn, of rounds that were played otherwise, or of outcomes that are counted otherwise.
    pub other: u64,
}

impl std::ops::Add for Count {
    type Output = Count;

    fn add(self, more: Count) -> Count {
        Count {
            all: self.all + more.all,
            other: self.other + more.other,
        }
    }
}

/// The counts of finished tournaments.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Checked {
    pub rounds: Count,
    pub outcomes: Count,
}

impl std::ops::Add for Checked {
    type Output = Checked;

    fn add(self, more: Checked) -> Checked {
        Checked {
            rounds: self.rounds + more.rounds,
            outcomes: self.outcomes + more.outcomes,
        }
    }
}

/// One line: an answer, and the digest of the field by which it can be known again.
#[derive(Serialize)]
struct Line {
    #[serde(flatten)]
    answered: Answered,
    digest: String,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Answered {
    Answer(Answer),
    TooFew {
        round: u32,
        /// Null, as in an answer without a draw.
        pairs: (),
        bye: (),
        too_few_players: TooFew,
    },
}

/// The reason why a field of no player or of one is not drawn. In a stream it is the end of a tournament that others follow.
#[derive(Serialize)]
struct TooFew {
    why: &'static str,
    sentence: String,
}

/// Draws every field of a file, a line each; one of fewer than two players has a line that says so. `bytes` is the file's size, if it is known: for the bar that is shown at a
/// terminal when the work takes long.
///
/// # Errors
/// The file cannot be read, a field in it is none, or the answer cannot be written.
pub(crate) fn fields(input: impl Read, bytes: Option<u64>, out: &mut impl Write) -> io::Result<Count> {
    let mut count = Count::default();
    for task in values::<Task>(input, bytes) {
        let task = task?;
        let number = count.all + 1;
        let answered = match task.answer() {
            Ok(answer) => Answered::Answer(answer),
            Err(Undrawn::Field(fault @ (FieldError::Empty | FieldError::Alone(_)))) => Answered::TooFew {
                round: task.field.round,
                pairs: (),
                bye: (),
                too_few_players: TooFew {
                    why: fault.code(),
                    sentence: fault.to_string(),
                },
            },
            Err(error) => return Err(invalid(format!("field {number}: {error}"))),
        };
        count.all = number;
        count.other += u64::from(!matches!(&answered, Answered::Answer(answer) if answer.is_drawn()));
        let digest = sha256(task.field.canonical(&task.config));
        serde_json::to_writer(&mut *out, &Line { answered, digest })?;
        writeln!(out)?;
    }
    if count.all == 0 {
        Err(invalid("there is no field in it".to_owned()))
    } else {
        Ok(count)
    }
}

/// Draws every round of the finished tournaments of a file again, counts their outcomes again, and tells what differs, as a
/// sentence or as a line of JSON each.
///
/// # Errors
/// The file cannot be read, a tournament in it is none, or the answer cannot be written.
pub(crate) fn check(
    name: &str,
    input: impl Read,
    bytes: Option<u64>,
    json: bool,
    out: &mut impl Write,
) -> io::Result<Checked> {
    #[derive(Serialize)]
    struct Line<'a, D: Serialize> {
        tournament: u64,
        #[serde(flatten)]
        difference: &'a D,
    }
    let mut checked = Checked::default();
    for (value, tournament) in values::<Value>(input, bytes).zip(1..) {
        let again = Again::of(value?).map_err(|fault| invalid(format!("tournament {tournament}: {fault}")))?;
        checked = checked + again.count();
        for difference in &again.played {
            if json {
                serde_json::to_writer(&mut *out, &Line { tournament, difference })?;
                writeln!(out)?;
            } else {
                let (round, sentence) = (difference.round, sentence(difference));
                writeln!(out, "{name}: tournament {tournament}, round {round}: {sentence}")?;
            }
        }
        for difference in again.outcome.iter().flatten() {
            if json {
                serde_json::to_writer(&mut *out, &Line { tournament, difference })?;
                writeln!(out)?;
            } else {
                writeln!(out, "{name}: tournament {tournament}: {difference}")?;
            }
        }
    }
    if checked.rounds.all == 0 {
        Err(invalid("there is no round in it".to_owned()))
    } else {
        Ok(checked)
    }
}

/// A finished tournament, drawn and counted again.
struct Again {
    rounds: usize,
    /// The rounds that were played otherwise than they are drawn.
    played: Vec<DrawDifference>,
    /// The differences from the outcome that is stated; nothing if none is.
    outcome: Option<Vec<OutcomeDifference>>,
}

impl Again {
    /// An archive says what it is; all else is of the short form.
    fn of(value: Value) -> Result<Again, String> {
        if value.get("format").is_some() {
            let archive: Archive = serde_json::from_value(value).map_err(|error| error.to_string())?;
            let tournament = archive.alone().map_err(|error| error.to_string())?;
            let outcome = archive.outcome_differences(&tournament);
            let outcome = outcome.map_err(|error| error.to_string())?;
            return Ok(Again {
                rounds: tournament.rounds.len(),
                played: differences(&tournament),
                outcome: archive.outcome.is_some().then_some(outcome),
            });
        }
        let finished: Finished = serde_json::from_value(value).map_err(|error| error.to_string())?;
        match finished.fault() {
            Some(fault) => Err(fault),
            None => Ok(Again {
                rounds: finished.rounds(),
                played: finished.differences().map_err(|error| error.to_string())?,
                outcome: finished.outcome_differences()?,
            }),
        }
    }

    fn count(&self) -> Checked {
        let is_other = self.outcome.as_ref().is_some_and(|differences| !differences.is_empty());
        Checked {
            rounds: Count {
                all: self.rounds as u64,
                other: self.played.len() as u64,
            },
            outcomes: Count {
                all: u64::from(self.outcome.is_some()),
                other: u64::from(is_other),
            },
        }
    }
}

/// Makes up tournaments, and writes each as a line that [`check`] reads. The same seed gives the same tournaments.
///
/// # Errors
/// They cannot be written.
pub(crate) fn generate(seed: u64, tournaments: u64, shape: &Shape, out: &mut impl Write) -> io::Result<()> {
    let bar = Bar::new(
        Some(tournaments),
        "{bar:40} {pos} of {len}, {eta} to go",
        "{spinner} {pos}",
    );
    let mut rng = fastrand::Rng::with_seed(seed);
    for _ in 0..tournaments {
        let finished = made_up::tournament(shape, Config::default(), &mut |below| rng.u32(..below));
        serde_json::to_writer(&mut *out, &finished)?;
        writeln!(out)?;
        bar.more(1);
    }
    Ok(())
}

fn values<T: DeserializeOwned>(input: impl Read, bytes: Option<u64>) -> impl Iterator<Item = io::Result<T>> {
    let input = BufReader::with_capacity(1 << 16, Watched::new(input, bytes));
    serde_json::Deserializer::from_reader(input).into_iter().map(|value| {
        value.map_err(|error| {
            if error.is_io() {
                error.into()
            } else {
                invalid(error.to_string())
            }
        })
    })
}

fn invalid(message: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message)
}

fn sentence(difference: &DrawDifference) -> String {
    let pairs = |pairs: &[(PlayerId, PlayerId)]| {
        let pairs: Vec<String> = pairs.iter().map(|(one, other)| format!("{one}–{other}")).collect();
        if pairs.is_empty() {
            "nothing else".to_owned()
        } else {
            pairs.join(", ")
        }
    };
    let who = |bye: Option<PlayerId>| bye.map_or("nobody".to_owned(), |id| id.to_string());
    let text = match &difference.undrawn {
        Some(error) => format!("{error}; played {}", pairs(&difference.played)),
        None => format!(
            "drawn {}; played {}",
            pairs(&difference.drawn),
            pairs(&difference.played)
        ),
    };
    match difference.bye {
        Some((drawn, had)) => format!("{text}; the bye is for {}, and {} had it", who(drawn), who(had)),
        None => text,
    }
}
