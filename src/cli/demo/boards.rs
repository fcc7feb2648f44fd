//! The boards of a round as the invented players play at them: six games each, all by chance that begins from a fixed seed.

use std::num::NonZeroUsize;

use chrono::NaiveDate;
use morabaraba_rules::{GameRecord, GameResult, RuleSet};

use crate::accounts::Caller;
use crate::cli::demo::player::{self, Strength};
use crate::db::Conn;
use crate::games::admission::use_cases::admit;
use crate::games::admission::{Admission, GameCandidate};
use crate::games::{MatchGame, Play, Record, Submission};
use crate::operations::Operation;
use crate::players::Number;
use crate::tournaments::matches::score_sheets::NewScoreSheet;
use crate::tournaments::model::{Game, Match, MatchGameEnding, MatchGameResult, TournamentSnapshot};
use crate::values::error::Error;
use crate::values::id::{GameId, MatchId, PlayerId};
use crate::values::number::RoundNumber;

/// Somebody who plays: the id, and the strength that goes by the number.
pub(super) type Seat = (PlayerId, Number);

/// A board: a match and its games.
pub(super) struct Board {
    pub(super) match_id: MatchId,
    pub(super) number: i64,
    /// The player who starts the first game, and the other.
    players: [PlayerId; 2],
    games: Vec<GameRecord>,
}

impl Board {
    /// The sheet as the two fill it in; or as it is misread from the other side.
    pub(super) fn sheet(&self, misread: bool) -> NewScoreSheet {
        let game = |record: &GameRecord| Game {
            result: match record.result() {
                GameResult::FirstWins if misread => MatchGameResult::Second,
                GameResult::SecondWins if misread => MatchGameResult::First,
                GameResult::FirstWins => MatchGameResult::First,
                GameResult::SecondWins => MatchGameResult::Second,
                GameResult::Drawn | GameResult::Unfinished => MatchGameResult::Drawn,
            },
            ended: MatchGameEnding::Played,
        };
        NewScoreSheet {
            first_starter: Some(self.players[0]),
            games: Some(self.games.iter().map(game).collect()),
            ..NewScoreSheet::default()
        }
    }

    /// The sheet if the second of the two does not come.
    pub(super) fn forfeited(&self) -> NewScoreSheet {
        NewScoreSheet {
            forfeited_by: Some(self.players[1]),
            ..NewScoreSheet::default()
        }
    }
}

/// The boards of a round that have no result, played.
pub(super) fn of_round(snapshot: &TournamentSnapshot, number: RoundNumber) -> Result<Vec<Board>, Error> {
    let open = snapshot.of_round(number).filter(|paired| paired.result().is_none());
    let rules = snapshot
        .tournament
        .rules()
        .map_err(|error| Error::Internal(error.to_string()))?;
    let places: Vec<Place<'_>> = open
        .map(|paired| Place {
            snapshot,
            paired,
            rules,
        })
        .collect();
    Ok(on_all_cores(&places, Place::play)?.into_iter().flatten().collect())
}

/// The board of a match, played; none if somebody is in no register, and so of no known strength.
pub(super) fn of_match(snapshot: &TournamentSnapshot, paired: &Match) -> Result<Option<Board>, Error> {
    let rules = snapshot
        .tournament
        .rules()
        .map_err(|error| Error::Internal(error.to_string()))?;
    Ok(Place {
        snapshot,
        paired,
        rules,
    }
    .play())
}

/// A match that is to be played.
#[derive(Clone, Copy)]
struct Place<'a> {
    snapshot: &'a TournamentSnapshot,
    paired: &'a Match,
    rules: RuleSet,
}

impl Place<'_> {
    /// Both players, the one first who starts the first game.
    fn seats(&self) -> Option<[Seat; 2]> {
        let Match { pair, .. } = self.paired;
        let starts = self.paired.starts();
        let other = if pair[0] == starts { pair[1] } else { pair[0] };
        let seat = |seed| {
            let contestant = &self.snapshot.at(seed)?.player;
            Some((contestant.id(), contestant.number()?))
        };
        Some([seat(starts)?, seat(other)?])
    }

    /// The board with all its games: the same each time for the same two in the same round.
    fn play(&self) -> Option<Board> {
        let seats = self.seats()?;
        let [first, second] = seats.map(|(_, number)| u64::try_from(number.stored()).unwrap_or_default());
        let round = u64::try_from(self.paired.round_number.get()).unwrap_or_default();
        let plan = &self.snapshot.tournament.plan;
        // Two may meet in the same round of two tournaments.
        let venue = plan
            .venue
            .bytes()
            .fold(0, |sum: u64, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
        let mut chance = fastrand::Rng::with_seed(venue ^ (round << 40) ^ (first << 20) ^ second);
        let games = (0..plan.games).map(|game| {
            let mut strengths = seats.map(|(_, number)| Strength::of(number));
            if game % 2 == 1 {
                strengths.reverse();
            }
            player::play(self.rules, strengths, &mut chance)
        });
        Some(Board {
            match_id: self.paired.id,
            number: self.paired.board,
            players: seats.map(|(id, _)| id),
            games: games.collect(),
        })
    }
}

/// The outcomes of work on each of the things, which all cores do.
pub(super) fn on_all_cores<T: Sync, R: Send>(things: &[T], work: fn(&T) -> R) -> Result<Vec<R>, Error> {
    let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let share = things.len().div_ceil(cores).max(1);
    std::thread::scope(|scope| {
        let of_share = |share: &'_ [T]| share.iter().map(work).collect::<Vec<R>>();
        let works: Vec<_> = things
            .chunks(share)
            .map(|share| scope.spawn(move || of_share(share)))
            .collect();
        let mut outcomes = Vec::with_capacity(things.len());
        for work in works {
            let broken = |_| Error::Internal("a player has broken off".to_owned());
            outcomes.extend(work.join().map_err(broken)?);
        }
        Ok(outcomes)
    })
}

/// Puts the games of boards on record, each replayed by the rules.
pub(super) fn record(c: &mut Conn, by: &Caller, snapshot: &TournamentSnapshot, boards: &[Board]) -> Result<(), Error> {
    let plan = &snapshot.tournament.plan;
    let played_on = by.today().clamp(plan.starts_on, plan.ends_on);
    let mut candidates = Vec::new();
    for board in boards {
        for (number, game) in (1..).zip(&board.games) {
            let mut players = board.players;
            if number % 2 == 0 {
                players.reverse();
            }
            let of = MatchGame {
                match_id: board.match_id,
                number,
            };
            candidates.push(candidate(by, players, played_on, Some(of), game));
        }
    }
    record_all(c, by, &candidates)
}

/// A game as it is sent.
pub(super) fn candidate(
    by: &Caller,
    [first, second]: [PlayerId; 2],
    played_on: NaiveDate,
    of: Option<MatchGame>,
    game: &GameRecord,
) -> GameCandidate {
    let play = Play::Record(game.to_string());
    GameCandidate {
        id: GameId::new(by.now),
        creation: None,
        judged: Record::judge(&play),
        submission: Submission {
            first,
            second,
            played_on,
            of,
            play,
        },
    }
}

/// Takes the games in, all of them.
pub(super) fn record_all(c: &mut Conn, by: &Caller, candidates: &[GameCandidate]) -> Result<(), Error> {
    let candidates: Vec<&GameCandidate> = candidates.iter().collect();
    for admission in admit(c, by, Operation::create_game_batch, &candidates)? {
        match admission {
            Admission::Recorded(_) => {}
            Admission::Known(id) => return Err(Error::Internal(format!("the game {id} was played twice"))),
            Admission::Refused(error) => return Err(error),
        }
    }
    Ok(())
}
