//! Corrections and withdrawals of games over HTTP, and what games were before.

use actix_web::web::{Data, Path};
use actix_web::{get, post};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::caller::{Anyone, TournamentOfficial};
use crate::db::audit::{self, Change};
use crate::db::{Conn, Database};
use crate::games::admission::{Candidate, friendly, may_change, told};
use crate::games::forms::CreateGame;
use crate::games::routes::{already_recorded, holding, recorded};
use crate::games::views::{Entry, GameView};
use crate::games::{Game, Superseded, store};
use crate::players;
use crate::tournaments::matches::recorder::MatchRecorder;
use crate::tournaments::officials::caller::Asking;
use crate::values::clock::{Clock, Timestamp};
use crate::values::error::Error;
use crate::values::id::Id;
use crate::values::validation::{Faults, text};
use crate::web::body::Body;
use crate::web::merge_patch::STALE;
use crate::web::openapi::Routes;
use crate::web::response::{Answer, Reply};

pub(crate) fn configure(config: &mut impl Routes) {
    config
        .service(create_game_correction)
        .service(create_game_withdrawal)
        .service(list_game_versions);
}

/// A game as it should have been recorded.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateGameCorrection {
    /// `version` of the game, as you have read it.
    #[schema(example = 1)]
    version: i64,
    /// Why, which everyone reads.
    #[schema(example = "Two turns were left out.", min_length = 1, max_length = 400)]
    reason: String,
    /// The game as it should have been sent, without an id and without its match, which stay.
    game: CreateGame,
}

/// The game, if it is as the caller has read it and may change it.
fn as_read(c: &mut Conn, (desk, asking): (&mut MatchRecorder, &Asking), id: Id, version: i64) -> Result<Game, Error> {
    let game = recorded(c, id)?;
    may_change(c, desk, asking, &game)?;
    let game = if game.withdrawn_at.is_some() {
        holding(c, id)?
    } else {
        game
    };
    if game.version == version {
        Ok(game)
    } else {
        Err(STALE.problem(format!("The game's version is {}.", game.version)).into())
    }
}

/// Keeps what the game was, and takes back what it told its match.
fn supersede(
    c: &mut Conn,
    (desk, asking): (&mut MatchRecorder, &Asking),
    game: &Game,
    reason: &str,
) -> Result<(), Error> {
    let (reason, ended_by, ended_at) = (reason.to_owned(), asking.account, asking.now);
    crate::games::changes::store::insert(
        c,
        &Superseded {
            game: game.clone(),
            reason,
            ended_by,
            ended_at,
        },
    )?;
    match game.of {
        Some((of, _)) => desk.forget(c, of.match_id, of.number),
        None => Ok(()),
    }
}

/// Correct a game
///
/// What was on record stays as a version of the game, with who corrected it and why. The game of a match must still agree with
/// the match. Who recorded a friendly game corrects it, and a coordinator of its players; that of a match those who run the
/// tournament.
#[utoipa::path(
    tag = "games",
    params(("id" = Id, Path, description = "The game's id.", example = "019aa0cb-4c5d-7e6f-8a9b-0c1d2e3f4a5b")),
    request_body = CreateGameCorrection,
    responses(
        (status = 201, description = "The game, corrected.", body = GameView),
        (status = 409, description = "`not-accredited`: your accreditation does not hold today. `wrong-state`: the tournament was cancelled. `already-recorded`: it would be the same as another game, `game_id`."),
        (status = 412, description = "`stale`: it was corrected since you read it."),
        (status = 422, description = "As when a game is recorded."),
    ),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province", "umpire": "tournament" }))),
)]
#[post("/v1/games/{id}/corrections")]
pub(crate) async fn create_game_correction(
    caller: TournamentOfficial,
    id: Path<Id>,
    Body(asked, request): Body<CreateGameCorrection>,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Answer, Error> {
    let (id, asking) = (id.into_inner(), Asking::new(&caller, clock.now()));
    let mut faults = Faults::default();
    let reason = faults.take("/reason", text(&asked.reason, 400)).ok_or(faults)?;
    let candidate = asked.game.alone()?.candidate(asking.now)?;
    let version = asked.version;
    request
        .once(&database, asking.account, asking.now, move |c| {
            let mut desk = MatchRecorder::new(&asking);
            let before = as_read(c, (&mut desk, &asking), id, version)?;
            let after = before.corrected(judged(c, &candidate, &asking)?);
            if after.of.is_none() {
                friendly(&asking, [Some(&after.first), Some(&after.second)])?;
            }
            let same = store::known(c, &[after.digest()])?
                .into_values()
                .find(|other| *other != id);
            if let Some(other) = same {
                return Err(already_recorded("It would be the same as another game.", Some(other)));
            }
            supersede(c, (&mut desk, &asking), &before, &reason)?;
            told(c, &mut desk, "create_game_correction", &after)?;
            store::update(c, &before, &after)?;
            let (old, new) = (Entry::of(&before), Entry::of(&after));
            let change = Change::altered("create_game_correction", "game", id, &old, &new)?;
            audit::append(c, asking.now, &asking.actor, change)?;
            let view = GameView::new(&after, asking.today());
            Ok(Reply::public(view).created_at(format!("/v1/games/{id}")))
        })
        .await
}

/// The game that is to take the place of another.
fn judged(c: &mut Conn, candidate: &Candidate, asking: &Asking) -> Result<Game, Error> {
    let Candidate {
        id, submission, judged, ..
    } = candidate;
    let mut found = players::store::find_all(c, &[submission.first, submission.second])?;
    let (first, second) = (found.remove(&submission.first), found.remove(&submission.second));
    Ok(Game::admit(
        submission,
        *id,
        judged.clone(),
        first,
        second,
        asking.account,
        asking.now,
    )?)
}

/// Why a game is withdrawn.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateGameWithdrawal {
    /// `version` of the game, as you have read it.
    #[schema(example = 1)]
    version: i64,
    /// Why, which everyone reads.
    #[schema(example = "It is the record of another game.", min_length = 1, max_length = 400)]
    reason: String,
}

/// Withdraw a game
///
/// It is found no more, and counted nowhere; its versions stay. The result of a match stays as it is. Who may correct it may
/// withdraw it.
#[utoipa::path(
    tag = "games",
    params(("id" = Id, Path, description = "The game's id.", example = "019aa0cb-4c5d-7e6f-8a9b-0c1d2e3f4a5b")),
    request_body = CreateGameWithdrawal,
    responses(
        (status = 201, description = "What the game was.", body = GameVersions),
        (status = 409, description = "`not-accredited`: your accreditation does not hold today."),
        (status = 412, description = "`stale`: it was corrected since you read it."),
    ),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province", "umpire": "tournament" }))),
)]
#[post("/v1/games/{id}/withdrawals")]
pub(crate) async fn create_game_withdrawal(
    caller: TournamentOfficial,
    id: Path<Id>,
    Body(asked, request): Body<CreateGameWithdrawal>,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Answer, Error> {
    let (id, asking) = (id.into_inner(), Asking::new(&caller, clock.now()));
    let mut faults = Faults::default();
    let reason = faults.take("/reason", text(&asked.reason, 400)).ok_or(faults)?;
    request
        .once(&database, asking.account, asking.now, move |c| {
            let mut desk = MatchRecorder::new(&asking);
            let before = as_read(c, (&mut desk, &asking), id, asked.version)?;
            supersede(c, (&mut desk, &asking), &before, &reason)?;
            let after = Game {
                withdrawn_at: Some(asking.now),
                ..before.clone()
            };
            store::update(c, &before, &after)?;
            let nothing = serde_json::Value::Null;
            let change = Change::altered("create_game_withdrawal", "game", id, &Entry::of(&before), &nothing)?;
            audit::append(c, asking.now, &asking.actor, change)?;
            let versions = GameVersions::of(c, &after, asking.now)?;
            Ok(Reply::public(versions).created_at(format!("/v1/games/{id}/versions")))
        })
        .await
}

/// What a game was until it was corrected or withdrawn.
#[derive(Serialize, ToSchema)]
#[schema(as = GameVersion)]
struct VersionView {
    /// The game as it was.
    game: GameView,
    /// Why it is not so any more.
    #[schema(example = "Two turns were left out.")]
    reason: String,
    /// Until when it was so.
    #[schema(value_type = String, format = DateTime, example = "2026-11-21T08:00:00.000000Z")]
    ended_at: Timestamp,
}

/// What a game was and is.
#[derive(Serialize, ToSchema)]
struct GameVersions {
    /// What it was, the oldest first.
    items: Vec<VersionView>,
    /// What it is; nothing if it was withdrawn.
    game: Option<GameView>,
}

impl GameVersions {
    fn of(c: &mut Conn, game: &Game, now: Timestamp) -> Result<GameVersions, Error> {
        let today = now.day();
        let view = |one: Superseded| VersionView {
            game: GameView::new(&one.game, today),
            reason: one.reason,
            ended_at: one.ended_at,
        };
        let items = crate::games::changes::store::list(c, game)?
            .into_iter()
            .map(view)
            .collect();
        let holding = game.withdrawn_at.is_none();
        Ok(GameVersions {
            items,
            game: holding.then(|| GameView::new(game, today)),
        })
    }
}

/// List the versions of a game
///
/// What it was before it was corrected, or withdrawn, and why.
#[utoipa::path(
    tag = "games",
    params(("id" = Id, Path, description = "The game's id.", example = "019aa0cb-4c5d-7e6f-8a9b-0c1d2e3f4a5b")),
    responses((status = 200, description = "The versions.", body = GameVersions)),
    security(()),
)]
#[get("/v1/games/{id}/versions")]
pub(crate) async fn list_game_versions(
    _caller: Anyone,
    id: Path<Id>,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Reply<GameVersions>, Error> {
    let (id, now) = (id.into_inner(), clock.now());
    let versions = database
        .read(move |c| {
            let game = recorded(c, id)?;
            GameVersions::of(c, &game, now)
        })
        .await?;
    Ok(Reply::public(versions))
}
