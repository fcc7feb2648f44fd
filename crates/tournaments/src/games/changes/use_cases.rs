//! Games corrected and withdrawn: what was on record stays as a version of the game.

use serde_json::Value;

use crate::accounts::Caller;
use crate::db::Conn;
use crate::db::audit::Change;
use crate::games::admission::GameCandidate;
use crate::games::changes::{GameHistory, Superseded, store};
use crate::games::permission::may_change;
use crate::games::use_cases::{find, report_to_match, tournament_to_record};
use crate::games::{self, Game, GameEvidence, GameRefusal, seated};
use crate::operations::Operation;
use crate::tournaments::matches::recorder::MatchRecorder;
use crate::tournaments::visitors;
use crate::values::error::Error;
use crate::values::id::GameId;
use crate::web::merge_patch::STALE;

/// The game that is to be changed, and the reason.
pub(crate) struct GameChange {
    pub(crate) game: GameId,
    /// The version that the caller has read.
    pub(crate) version: i64,
    pub(crate) reason: String,
}

/// Corrects a game: the candidate takes its place.
pub(crate) fn correct(
    c: &mut Conn,
    by: &Caller,
    change: &GameChange,
    candidate: &GameCandidate,
) -> Result<Game, Error> {
    const ACTION: Operation = Operation::create_game_correction;
    let mut recorder = MatchRecorder::new(by);
    let before = find_as_read(c, by, &mut recorder, change)?;
    let after = before.corrected(admitted(c, by, &before, candidate)?);
    let players = [Some(&after.first), Some(&after.second)];
    tournament_to_record(c, &mut recorder, by, after.of, players)?;
    let same = games::store::find_by_digests(c, &[after.digest()])?;
    if let Some(other) = same.into_values().find(|other| *other != after.id) {
        return Err(GameRefusal::SameAsAnother(other).into());
    }
    supersede(c, by, &mut recorder, &before, change)?;
    report_to_match(c, &mut recorder, ACTION, &after)?;
    games::store::update(c, &before, &after)?;
    let (old, new) = (GameEvidence::of(&before), GameEvidence::of(&after));
    by.audit(c, Change::altered(ACTION, "game", after.id, &old, &new)?)?;
    Ok(after)
}

/// Withdraws a game: it is found no more.
pub(crate) fn withdraw(c: &mut Conn, by: &Caller, change: &GameChange) -> Result<GameHistory, Error> {
    let mut recorder = MatchRecorder::new(by);
    let before = find_as_read(c, by, &mut recorder, change)?;
    let mut superseded = store::list(c, &before)?;
    superseded.push(supersede(c, by, &mut recorder, &before, change)?);
    let game = Game {
        withdrawn_at: Some(by.now),
        ..before.clone()
    };
    games::store::update(c, &before, &game)?;
    let old = GameEvidence::of(&before);
    by.audit(
        c,
        Change::altered(Operation::create_game_withdrawal, "game", game.id, &old, &Value::Null)?,
    )?;
    Ok(GameHistory { game, superseded })
}

/// The game with its versions.
pub(crate) fn list_versions(c: &mut Conn, id: GameId) -> Result<GameHistory, Error> {
    let game = find(c, id)?;
    let superseded = store::list(c, &game)?;
    Ok(GameHistory { game, superseded })
}

/// The game, if the caller may change it and it is as the caller has read it.
fn find_as_read(c: &mut Conn, by: &Caller, recorder: &mut MatchRecorder, change: &GameChange) -> Result<Game, Error> {
    let game = find(c, change.game)?;
    match game.of {
        Some(of) => recorder.tournament(c, of.match_id).map(|_| ())?,
        None => may_change(by, &game)?,
    }
    let game = game.holding()?;
    if game.version == change.version {
        Ok(game)
    } else {
        Err(STALE.problem(format!("The game's version is {}.", game.version)).into())
    }
}

/// The game that is to take the place of another.
fn admitted(c: &mut Conn, by: &Caller, before: &Game, candidate: &GameCandidate) -> Result<Game, Error> {
    let sent = &candidate.submission;
    let mut players = visitors::store::find_contestants(c, &[sent.first, sent.second])?;
    let [first, second] = [sent.first, sent.second].map(|id| seated(players.remove(&id), before.of));
    let judged = candidate.judged.clone();
    Ok(Game::admit(
        sent,
        candidate.id,
        judged,
        first,
        second,
        by.account,
        by.now,
    )?)
}

/// Keeps what the game was, and takes back what it told its match.
fn supersede(
    c: &mut Conn,
    by: &Caller,
    recorder: &mut MatchRecorder,
    game: &Game,
    change: &GameChange,
) -> Result<Superseded, Error> {
    let superseded = Superseded {
        game: game.clone(),
        reason: change.reason.clone(),
        ended_by: by.account,
        ended_at: by.now,
    };
    store::insert(c, &superseded)?;
    if let Some(of) = game.of {
        recorder.forget(c, of.match_id, of.number)?;
    }
    Ok(superseded)
}
