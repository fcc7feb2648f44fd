//! Files of records of games: each game is judged by itself, and those that are in order are recorded.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use chrono::NaiveDate;
use morabaraba_rules::{GameRecord, RecordError, Tag};
use tokio::sync::mpsc::{self, Sender};

use crate::accounts::Caller;
use crate::accounts::caller::TournamentOfficial;
use crate::db::Conn;
use crate::db::audit::Actor;
use crate::db::pace::Pace;
use crate::games::admission::use_cases::admit;
use crate::games::admission::{Admission, GameCandidate};
use crate::games::{GameRefusal, MatchGame, Play, Record, Submission};
use crate::imports::claims::{Claim, Interruption};
use crate::imports::work::reach;
use crate::imports::{GameImportFault, GameImportReport, ImportReport, JobInput, SentGames, store};
use crate::operations::Operation;
use crate::players::{self, Number, Player};
use crate::tournaments::matches::recorder::MatchRecorder;
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::{AccountId, GameId, TournamentId};
use crate::values::number::RoundNumber;
use crate::values::validation::{ValueError, past};

/// The operation by which the audit trail names the changes.
const ACTION: Operation = Operation::create_game_import;

/// Games that are read and handed on together.
const PIECE: usize = 25;

/// Pieces that are read ahead, beside the writing: so many games alone are in memory, however many the file has.
const AHEAD: usize = 16;

/// The most games of a file: more than fit into it, if they are played to an end.
const MOST_GAMES: usize = 50_000;

/// The most faults that are listed; the others are counted.
const MOST_FAULTS: usize = 20_000;

/// A file of records.
pub(crate) struct GameImport {
    account: AccountId,
    actor: Actor,
    tournament: Option<TournamentId>,
    bytes: Vec<u8>,
}

/// A game of the file, replayed by the rules.
struct Read {
    line: u32,
    said: Option<Said>,
    judged: Result<Record, GameRefusal>,
}

/// The tags of a record.
struct Said {
    tags: BTreeMap<Tag, String>,
}

impl Said {
    fn of(&self, tag: Tag) -> &str {
        self.tags.get(&tag).map_or("", String::as_str)
    }
}

impl Read {
    fn new(read: Result<GameRecord, RecordError>, last_line: u32) -> Read {
        match read {
            Err(error) => {
                let line = error.place.map_or(last_line, |place| place.line);
                Read {
                    line,
                    said: None,
                    judged: Err(error.into()),
                }
            }
            Ok(record) => {
                let line = record.begin().map_or(last_line, |place| place.line);
                let told = [Tag::FirstId, Tag::SecondId, Tag::Date, Tag::Round];
                let tags = told.iter().map(|tag| (*tag, record.tag(*tag).to_owned())).collect();
                Read {
                    line,
                    said: Some(Said { tags }),
                    judged: Record::of(record),
                }
            }
        }
    }
}

impl GameImport {
    pub(crate) fn read(account: AccountId, input: &JobInput, sent: &SentGames) -> Result<GameImport, Error> {
        let bytes = STANDARD.decode(&sent.content);
        Ok(GameImport {
            account,
            actor: Actor::over_http(Some(account), input.origin.clone()),
            tournament: sent.tournament,
            bytes: bytes.map_err(|error| Error::Internal(error.to_string()))?,
        })
    }

    /// Does the work of a job, some games at a time, and keeps what came of it. If it is begun again, what was recorded
    /// before is found on record.
    pub(crate) async fn run(self, claim: &Claim) -> Result<(), Interruption> {
        let (job, import) = (claim.job, Arc::new(self));
        let counting = Arc::clone(&import);
        let counted = beside(move || counting.count()).await?;
        let total = u64::try_from(*counted.as_ref().unwrap_or(&0)).unwrap_or(u64::MAX);
        claim.write(move |c| store::begin(c, job, total)).await?;
        let mut report = GameImportReport {
            games: total,
            ..GameImportReport::default()
        };
        match counted {
            Ok(_) => import.take_all(claim, &mut report).await?,
            Err(fault) => report.faults.push(GameImportFault::new(1, None, fault)),
        }
        let report = ImportReport {
            games: Some(report),
            ..ImportReport::default()
        };
        let now = claim.now();
        claim.write(move |c| store::finish(c, job, &report, now)).await
    }

    /// The number of games; or the reason why the file as a whole is not taken.
    fn count(&self) -> Result<usize, ValueError> {
        let text = str::from_utf8(&self.bytes);
        let text = text.map_err(|_| ValueError::new("not-utf-8", "The file is not UTF-8."))?;
        let games = Record::read_all(text).take(MOST_GAMES + 1).count();
        if games > MOST_GAMES {
            let rule = format!("A file may have {MOST_GAMES} games.");
            return Err(ValueError::new("too-many-games", rule));
        }
        Ok(games)
    }

    /// Reads and replays the games, and hands them on in pieces for as long as they are taken.
    fn replay(&self, pieces: &Sender<Vec<Read>>) {
        let mut last_line = 1;
        let text = str::from_utf8(&self.bytes).unwrap_or_default();
        let mut games = Record::read_all(text).map(|record| {
            let read = Read::new(record, last_line);
            last_line = read.line;
            read
        });
        loop {
            let piece: Vec<Read> = games.by_ref().take(PIECE).collect();
            if piece.is_empty() || pieces.blocking_send(piece).is_err() {
                return;
            }
        }
    }

    /// Takes the games, as they are read, in transactions between which others write.
    async fn take_all(self: Arc<Self>, claim: &Claim, report: &mut GameImportReport) -> Result<(), Interruption> {
        let (job, now) = (claim.job, claim.now());
        let (sender, mut pieces) = mpsc::channel(AHEAD);
        let reading = Arc::clone(&self);
        let reading = tokio::task::spawn_blocking(move || reading.replay(&sender));
        let mut pace = Pace::within(PIECE..=PIECE * AHEAD);
        while let Some(mut games) = pieces.recv().await {
            while games.len() < pace.next()
                && let Ok(more) = pieces.try_recv()
            {
                games.extend(more);
            }
            let (step, count, begun) = (Arc::clone(&self), games.len(), Instant::now());
            let take = move |c: &mut Conn| {
                let outcomes = step.take(c, &games, now)?;
                store::advance(c, job, u64::try_from(outcomes.len()).unwrap_or(u64::MAX))?;
                Ok(outcomes)
            };
            for outcome in claim.write(take).await? {
                add(report, outcome);
            }
            pace.took(begun.elapsed(), count);
        }
        reading.await.map_err(|error| Error::Internal(error.to_string()))?;
        Ok(())
    }

    /// Takes games in one transaction.
    fn take(
        &self,
        c: &mut Conn,
        games: &[Read],
        now: Timestamp,
    ) -> Result<Vec<Result<Admission, GameImportFault>>, Error> {
        let reach = reach(c, self.account, TournamentOfficial::ROLES, now)?;
        let by = Caller {
            account: self.account,
            reach,
            actor: self.actor.clone(),
            now,
        };
        let numbers: Vec<Number> = games
            .iter()
            .filter_map(|game| game.said.as_ref())
            .flat_map(numbers)
            .flatten()
            .collect();
        let players = players::store::batches::find_by_numbers(c, &numbers)?;
        let mut recorder = MatchRecorder::new(&by);
        let mut candidates = Vec::with_capacity(games.len());
        let mut sorted: Vec<Result<u32, GameImportFault>> = Vec::with_capacity(games.len());
        for game in games {
            match self.candidate(c, &mut recorder, game, &players, now)? {
                Ok(candidate) => {
                    candidates.push(candidate);
                    sorted.push(Ok(game.line));
                }
                Err((tag, invalid)) => {
                    sorted.push(Err(GameImportFault::new(game.line, tag, invalid)));
                }
            }
        }
        let admissions = admit(c, &by, ACTION, &candidates.iter().collect::<Vec<_>>())?;
        let mut admitted = candidates.iter().zip(admissions);
        let outcomes = sorted.into_iter().map(|line| {
            let (candidate, outcome) = line.and_then(|line| {
                admitted
                    .next()
                    .map(|(candidate, outcome)| ((line, candidate), outcome))
                    .ok_or_else(|| {
                        GameImportFault::new(line, None, ValueError::new("internal", "The service has a fault."))
                    })
            })?;
            match outcome {
                Admission::Refused(error) => Err(refused(candidate, &error)),
                taken => Ok(taken),
            }
        });
        Ok(outcomes.collect())
    }

    /// The game as it would be sent alone; or which tag is wrong.
    fn candidate(
        &self,
        c: &mut Conn,
        recorder: &mut MatchRecorder,
        game: &Read,
        players: &BTreeMap<Number, Player>,
        now: Timestamp,
    ) -> Result<Result<GameCandidate, (Option<Tag>, ValueError)>, Error> {
        let told = |error: &Error| (None, error.as_value_error().1);
        let Some(said) = &game.said else {
            let refusal = game
                .judged
                .as_ref()
                .err()
                .cloned()
                .unwrap_or(GameRefusal::NotFromTheOpening);
            return Ok(Err(told(&refusal.into())));
        };
        let (first, second, played_on) = match tags(said, players, now) {
            Ok(tags) => tags,
            Err((tag, invalid)) => return Ok(Err((Some(tag), invalid))),
        };
        let of = match self.tournament {
            None => None,
            Some(tournament) => {
                let Some((round, number)) = round(said.of(Tag::Round)) else {
                    let form = "Must be the numbers of the round and of the game in the match, as 2.3.";
                    return Ok(Err((Some(Tag::Round), ValueError::new("invalid-round", form))));
                };
                match recorder.match_of(c, tournament, RoundNumber::new(round), [first.id, second.id]) {
                    Ok(match_id) => Some(MatchGame { match_id, number }),
                    Err(error) if error.is_refusal() => return Ok(Err(told(&error))),
                    Err(error) => return Err(error),
                }
            }
        };
        let play = Play::Record(String::new());
        let submission = Submission {
            first: first.id,
            second: second.id,
            played_on,
            of,
            play,
        };
        Ok(Ok(GameCandidate {
            id: GameId::new(now),
            creation: None,
            submission,
            // Their numbers have found them.
            judged: game
                .judged
                .clone()
                .map(|record| record.without_number(0).without_number(1)),
        }))
    }
}

/// Works where no request is held up by it.
async fn beside<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Error> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|error| Error::Internal(error.to_string()))
}

/// The players' numbers, as far as they are any.
fn numbers(said: &Said) -> [Option<Number>; 2] {
    [Tag::FirstId, Tag::SecondId].map(|tag| said.of(tag).parse().ok())
}

/// The players and the day; or which tag is wrong.
fn tags<'a>(
    said: &Said,
    players: &'a BTreeMap<Number, Player>,
    now: Timestamp,
) -> Result<(&'a Player, &'a Player, NaiveDate), (Tag, ValueError)> {
    let player = |tag: Tag| {
        let number: Option<Number> = said.of(tag).parse().ok();
        let unknown = || {
            (
                tag,
                ValueError::new("unknown-player", "Must be the number of a player, as M-0004217-K."),
            )
        };
        number.and_then(|number| players.get(&number)).ok_or_else(unknown)
    };
    let (first, second) = (player(Tag::FirstId)?, player(Tag::SecondId)?);
    let day = NaiveDate::parse_from_str(said.of(Tag::Date), "%Y.%m.%d");
    let day = day.map_err(|_| {
        (
            Tag::Date,
            ValueError::new("invalid-date", "Must be a day, as 2026.11.20."),
        )
    })?;
    Ok((
        first,
        second,
        past(day, now.day()).map_err(|invalid| (Tag::Date, invalid))?,
    ))
}

/// The numbers of a round and of a game in its match.
fn round(said: &str) -> Option<(i64, i64)> {
    let (round, game) = said.split_once('.')?;
    Some((round.trim().parse().ok()?, game.trim().parse().ok()?))
}

/// The reason why a game was not taken, at the place in the file where the fault is.
fn refused((line, candidate): (u32, &GameCandidate), error: &Error) -> GameImportFault {
    let (_, invalid) = error.as_value_error();
    let judged = candidate.judged.as_ref().err();
    let own = judged.filter(|refusal| Error::from((*refusal).clone()).code() == error.code());
    let line = own.and_then(GameRefusal::place).map_or(line, |place| place.line);
    GameImportFault::new(line, None, invalid)
}

/// Adds what became of a game.
fn add(report: &mut GameImportReport, outcome: Result<Admission, GameImportFault>) {
    match outcome {
        Ok(Admission::Recorded(_)) => report.recorded += 1,
        Ok(_) => report.known += 1,
        Err(fault) if report.faults.len() < MOST_FAULTS => report.faults.push(fault),
        Err(_) => report.more_faults += 1,
    }
}
