//! Draws from files: fields, finished tournaments drawn again, and tournaments made up.
//!
//! A file holds one JSON value after the other, a line each or however they are laid out: fields as
//! [`morabaraba_swiss::Task`] reads them, or finished tournaments: archives as the service writes them, or `config`, `players` with `id`, `rank`, `club`, `team`,
//! `relatives`, `forbidden`, `enters` (the first round of one who comes late), `leaves` (the first round that one who has
//! withdrawn does not play), and `rounds`, each with `pairs`, `results` in the same order, `bye`, `bye_points` (3 if it is not
//! given), `absent` and `waivers`.

use std::io::{self, BufReader, Read, Write};

use morabaraba_swiss::{Answer, Config, FieldError, PlayerId, Shape, Task, Undrawn};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::cli::progress::{Bar, Watched};
use crate::cli::tournament_file::{DrawDifference, Finished, differences};
use crate::tournaments::archives::form::Archive;
use crate::values::digest::sha256;

/// A count of the values of a file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Count {
    /// The number of values: fields, or rounds of tournaments.
    pub all: u64,
    /// The number of fields that were not drawn, or of rounds that were played otherwise.
    pub other: u64,
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

/// Draws every round of the finished tournaments of a file again, and tells those that were played otherwise, as a sentence
/// or as a line of JSON each.
///
/// # Errors
/// The file cannot be read, a tournament in it is none, or the answer cannot be written.
pub(crate) fn check(
    name: &str,
    input: impl Read,
    bytes: Option<u64>,
    json: bool,
    out: &mut impl Write,
) -> io::Result<Count> {
    #[derive(Serialize)]
    struct Played<'a> {
        tournament: u64,
        #[serde(flatten)]
        difference: &'a DrawDifference,
    }
    let mut count = Count::default();
    for (value, tournament) in values::<Value>(input, bytes).zip(1..) {
        let fault = |fault: String| invalid(format!("tournament {tournament}: {fault}"));
        let (rounds, differences) = drawn_again(value?).map_err(fault)?;
        count.all += rounds as u64;
        count.other += differences.len() as u64;
        for difference in &differences {
            if json {
                serde_json::to_writer(&mut *out, &Played { tournament, difference })?;
                writeln!(out)?;
            } else {
                writeln!(
                    out,
                    "{name}: tournament {tournament}, round {}: {}",
                    difference.round,
                    sentence(difference)
                )?;
            }
        }
    }
    if count.all == 0 {
        Err(invalid("there is no round in it".to_owned()))
    } else {
        Ok(count)
    }
}

/// The number of rounds of a finished tournament, and those that were played otherwise than they are drawn. An archive says what
/// it is; all else is of the short form.
fn drawn_again(value: Value) -> Result<(usize, Vec<DrawDifference>), String> {
    if value.get("format").is_some() {
        let archive: Archive = serde_json::from_value(value).map_err(|error| error.to_string())?;
        let tournament = archive.alone().map_err(|error| error.to_string())?;
        return Ok((tournament.rounds.len(), differences(&tournament)));
    }
    let finished: Finished = serde_json::from_value(value).map_err(|error| error.to_string())?;
    match finished.fault() {
        Some(fault) => Err(fault),
        None => Ok((finished.rounds(), finished.differences())),
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
        let finished = Finished::random(shape, Config::default(), &mut |below| rng.u32(..below));
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
