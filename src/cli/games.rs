//! Judging files of games: records, or a game a line as JSON. Each is read as the service reads it.
//!
//! A file that begins with a JSON object has a game a line, `{"id", "rule_set", "turns": ["E1", …]}`, and is read line by
//! line, however long it is. Any other is the text of game records, where a brace begins a comment.

use std::borrow::Cow;
use std::io::{self, BufRead, Read, Write};

use morabaraba_rules::{Fault, GameResult, IllegalTurn, Position, RecordError, RuleSet, Termination, replay};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::cli::progress::Watched;
use crate::games::Record;

/// The manner of judging, and of telling.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Manner {
    /// The rules for games that name none.
    pub rule_set: RuleSet,
    /// Whether the turns of a line of JSON may be spelled as people spell them; those of a record always may.
    pub lenient: bool,
    /// Whether to tell of every game, as a line of JSON; else only of those that are refused.
    pub json: bool,
}

/// The number of games that were judged, and of those that were refused.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Count {
    /// All of them.
    pub games: u64,
    /// Those that are not as they should be.
    pub refused: u64,
}

/// The verdict on one game.
#[derive(Serialize)]
#[serde(untagged)]
enum GameVerdict {
    Good {
        id: Value,
        ok: bool,
        plies: usize,
        result: &'static str,
        termination: &'static str,
        r#final: String,
    },
    Bad {
        id: Value,
        ok: bool,
        #[serde(flatten)]
        place: SourceLocation,
        reason: &'static str,
        message: String,
    },
}

/// The place where a game goes wrong, as far as that is known.
#[derive(Serialize, Default)]
struct SourceLocation {
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<u32>,
    ply: Option<u32>,
    side: Option<&'static str>,
    turn: Option<String>,
}

/// A game as a line of JSON.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line<'a> {
    #[serde(default)]
    id: Value,
    #[serde(borrow)]
    rule_set: Option<Cow<'a, str>>,
    #[serde(borrow)]
    turns: Vec<Cow<'a, str>>,
}

/// Judges all games of one file, and writes what there is to say of them. `bytes` is the file's size, if it is known: for
/// the bar that is shown at a terminal when the work takes long.
///
/// # Errors
/// The file cannot be read, or the answer not be written.
pub(crate) fn file(
    name: &str,
    input: impl Read,
    bytes: Option<u64>,
    manner: Manner,
    out: &mut impl Write,
) -> io::Result<Count> {
    let mut input = io::BufReader::with_capacity(1 << 16, Watched::new(input, bytes));
    let mut teller = Teller {
        name,
        manner,
        out,
        count: Count::default(),
    };
    skip_blanks(&mut input)?;
    if begins_with_an_object(input.fill_buf()?) {
        lines(&mut input, &mut teller)?;
    } else {
        let mut text = Vec::new();
        input.take(LONGEST_TEXT).read_to_end(&mut text)?;
        match str::from_utf8(&text) {
            Ok(text) => records(text, &mut teller)?,
            Err(error) => teller.tell(&not_text(&text[..error.valid_up_to()]))?,
        }
    }
    if teller.count.games == 0 {
        teller.tell(&bad(Value::Null, None, "no-game", "there is no game in it".to_owned()))?;
    }
    Ok(teller.count)
}

/// Records are read whole; a file that is longer is cut there, and its last game refused.
const LONGEST_TEXT: u64 = 1 << 30;

/// Far longer than any game of 2,000 turns.
const LONGEST_LINE: u64 = 1 << 20;

/// Skips what may stand before a JSON object: the mark with which some editors begin a file, and blanks. Lines are counted
/// from there.
fn skip_blanks(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        let marked = buffer.strip_prefix(b"\xef\xbb\xbf").unwrap_or(buffer);
        let blanks = marked.len() - marked.trim_ascii_start().len();
        let (skipped, all) = (buffer.len() - marked.len() + blanks, buffer.len());
        let is_object = begins_with_an_object(&buffer[skipped..]);
        if !is_object && (skipped < all || all == 0) {
            return Ok(()); // a record's places are counted from its very beginning
        }
        input.consume(skipped);
        if is_object {
            return Ok(());
        }
    }
}

/// `{"` or `{}`, blanks aside: in a record a comment could begin so too, but none does.
fn begins_with_an_object(text: &[u8]) -> bool {
    let inside = text.strip_prefix(b"{").map(<[u8]>::trim_ascii_start);
    inside.is_some_and(|inside| matches!(inside.first(), Some(b'"' | b'}')))
}

/// A text that breaks off after what could be read of it.
fn not_text(readable: &[u8]) -> GameVerdict {
    let lines = readable.split(|byte| *byte == b'\n');
    let (line, last) = lines.enumerate().last().unwrap_or_default();
    let column = String::from_utf8_lossy(last).chars().count() + 1;
    let place = SourceLocation {
        line: u64::try_from(line + 1).ok(),
        column: u32::try_from(column).ok(),
        ..SourceLocation::default()
    };
    GameVerdict::Bad {
        id: Value::Null,
        ok: false,
        place,
        reason: "not-utf-8",
        message: "this is not text in UTF-8".to_owned(),
    }
}

struct Teller<'a, W> {
    name: &'a str,
    manner: Manner,
    out: &'a mut W,
    count: Count,
}

impl<W: Write> Teller<'_, W> {
    fn tell(&mut self, verdict: &GameVerdict) -> io::Result<()> {
        self.count.games += 1;
        self.count.refused += u64::from(matches!(verdict, GameVerdict::Bad { .. }));
        match verdict {
            verdict if self.manner.json => {
                serde_json::to_writer(&mut *self.out, verdict)?;
                writeln!(self.out)
            }
            GameVerdict::Good { .. } => Ok(()),
            GameVerdict::Bad { id, place, message, .. } => {
                write!(self.out, "{}", self.name)?;
                place.line.map_or(Ok(()), |line| write!(self.out, ":{line}"))?;
                place.column.map_or(Ok(()), |column| write!(self.out, ":{column}"))?;
                match id {
                    Value::Null => writeln!(self.out, ": {message}"),
                    id => writeln!(self.out, ": game {id}: {message}"),
                }
            }
        }
    }
}

fn lines<W: Write>(input: &mut impl BufRead, teller: &mut Teller<'_, W>) -> io::Result<()> {
    let (mut line, mut number) = (Vec::new(), 0);
    loop {
        line.clear();
        if input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        number += 1;
        let text = line.trim_ascii();
        if text.is_empty() {
            continue;
        }
        let verdict = match serde_json::from_slice::<Line<'_>>(text) {
            Ok(game) if text.starts_with(b"{") => judge(game, number, teller.manner),
            Ok(_) => bad(
                Value::Null,
                Some(number),
                "malformed-json",
                "a game is an object".to_owned(),
            ),
            Err(error) => {
                let game: Value = serde_json::from_slice(text).unwrap_or_default();
                let id = game.get("id").cloned().unwrap_or_default();
                let message = error.to_string();
                let message = message.split(" at line ").next().unwrap_or_default();
                bad(
                    id,
                    Some(number),
                    "malformed-json",
                    format!("{message} (column {})", error.column()),
                )
            }
        };
        teller.tell(&verdict)?;
    }
}

fn bad(id: Value, line: Option<u64>, reason: &'static str, message: String) -> GameVerdict {
    GameVerdict::Bad {
        id,
        ok: false,
        place: SourceLocation {
            line,
            ..SourceLocation::default()
        },
        reason,
        message,
    }
}

fn judge(game: Line<'_>, number: u64, manner: Manner) -> GameVerdict {
    let rule_set = match &game.rule_set {
        None => manner.rule_set,
        Some(name) => match RuleSet::by_name(name) {
            Some(rule_set) => rule_set,
            None => {
                return bad(
                    game.id,
                    Some(number),
                    "unknown-rule-set",
                    format!("there is no rule set {name:?}"),
                );
            }
        },
    };
    let mut replayed = replay(Position::new(rule_set), &game.turns);
    if manner.lenient {
        replayed = replayed.lenient();
    }
    if let Some(illegal) = replayed.by_ref().find_map(Result::err) {
        return refused(
            game.id,
            SourceLocation {
                line: Some(number),
                ..SourceLocation::default()
            },
            &illegal,
        );
    }
    let end = replayed.position();
    let outcome = end.outcome();
    GameVerdict::Good {
        id: game.id,
        ok: true,
        plies: game.turns.len(),
        result: GameResult::from(outcome).token(),
        termination: outcome.map_or(Termination::Unfinished, Termination::from).code(),
        r#final: end.to_string(),
    }
}

fn refused(id: Value, SourceLocation { line, column, .. }: SourceLocation, illegal: &IllegalTurn) -> GameVerdict {
    GameVerdict::Bad {
        id,
        ok: false,
        place: SourceLocation {
            line,
            column,
            ply: Some(illegal.ply),
            side: Some(illegal.side.code()),
            turn: Some(illegal.text.clone()),
        },
        reason: illegal.refusal.code(),
        message: illegal.to_string(),
    }
}

fn records<W: Write>(text: &str, teller: &mut Teller<'_, W>) -> io::Result<()> {
    let manner = teller.manner;
    let games = Record::read_all(text).by(manner.rule_set);
    for (nth, record) in games.enumerate() {
        let id = Value::from(nth + 1);
        let verdict = match record.and_then(|record| record.validate()) {
            Ok(validated) => GameVerdict::Good {
                id,
                ok: true,
                plies: validated.plies,
                result: validated.result.token(),
                termination: validated.termination.code(),
                r#final: validated.end.to_string(),
            },
            Err(error) => at_fault(id, &error),
        };
        teller.tell(&verdict)?;
    }
    Ok(())
}

fn at_fault(id: Value, error: &RecordError) -> GameVerdict {
    let place = SourceLocation {
        line: error.place.map(|place| place.line.into()),
        column: error.place.map(|place| place.column),
        ..SourceLocation::default()
    };
    match &error.fault {
        Fault::Turn(illegal) => refused(id, place, illegal),
        fault => GameVerdict::Bad {
            id,
            ok: false,
            place,
            reason: error.code(),
            message: fault.to_string(),
        },
    }
}
