//! Games recorded one by one, and found.

use crate::accounts::Caller;
use crate::db::Conn;
use crate::games::admission::use_cases::admit;
use crate::games::admission::{Admission, GameCandidate};
use crate::games::permission::may_record;
use crate::games::{Game, GameRefusal, MatchGame, store};
use crate::operations::Operation;
use crate::tournaments::matches::recorder::MatchRecorder;
use crate::tournaments::matches::records::GameReport;
use crate::tournaments::model::Contestant;
use crate::values::error::{Error, NOT_FOUND};
use crate::values::id::{GameId, TournamentId};

/// Records a game; one that was sent before under the same id is found.
pub fn record(c: &mut Conn, by: &Caller, candidate: &GameCandidate) -> Result<Game, Error> {
    let admission = admit(c, by, Operation::create_game, &[candidate])?.pop();
    match admission.ok_or_else(|| Error::Internal("a game has no outcome".to_owned()))? {
        Admission::Recorded(game) => Ok(*game),
        Admission::Known(id) if id == candidate.id => find(c, id),
        Admission::Known(id) => Err(GameRefusal::AlreadyRecorded(id).into()),
        Admission::Refused(error) => Err(error),
    }
}

/// The tournament of the match that a game of these two is of, if it is of one; for who may record the game.
pub fn tournament_to_record(
    c: &mut Conn,
    recorder: &mut MatchRecorder,
    by: &Caller,
    of: Option<MatchGame>,
    players: [Option<&Contestant>; 2],
) -> Result<Option<TournamentId>, Error> {
    if let Some(of) = of {
        return recorder.tournament(c, of.match_id).map(Some);
    }
    may_record(&by.reach, players)?;
    Ok(None)
}

/// The game of that id, if it was not withdrawn.
pub fn read(c: &mut Conn, id: GameId) -> Result<Game, Error> {
    Ok(find(c, id)?.holding()?)
}

/// The game of that id, withdrawn or not.
pub fn find(c: &mut Conn, id: GameId) -> Result<Game, Error> {
    Ok(store::find(c, id)?.ok_or_else(|| NOT_FOUND.problem("There is no game with this id."))?)
}

/// Tells the match that the game is of what came of it.
pub fn report_to_match(
    c: &mut Conn,
    recorder: &mut MatchRecorder,
    action: Operation,
    game: &Game,
) -> Result<(), Error> {
    let Some(of) = game.of else { return Ok(()) };
    if recorder.has_record(c, of.match_id, of.number)? {
        return Err(GameRefusal::MatchHasRecord.into());
    }
    let report = GameReport {
        match_id: of.match_id,
        game_number: of.number,
        players: [game.first.id(), game.second.id()],
        played_on: game.played_on,
        rule_set: game.record.rule_set(),
        game: game.record.match_result(),
    };
    recorder.record(c, action, &report)
}
