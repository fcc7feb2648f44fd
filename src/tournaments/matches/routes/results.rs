//! Results over HTTP: entered for one match or a whole round, and corrected.

use actix_web::post;
use actix_web::web::{Data, Path};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::accounts::caller::TournamentOfficial;
use crate::db::Database;
use crate::tournaments::matches::routes::views::{MatchView, Matches, SheetForm};
use crate::tournaments::matches::routes::{
    each_once, is_open, keep, match_in, matches, of_round, proceed, rules_on, tournament_of,
};
use crate::tournaments::matches::{Entered, Match, at, can_change};
use crate::tournaments::officials::caller::Asking;
use crate::tournaments::rounds::RoundState;
use crate::tournaments::rounds::use_cases::published_in;
use crate::tournaments::rounds::use_cases::tournament_of as tournament_of_round;
use crate::values::clock::Clock;
use crate::values::error::Error;
use crate::values::id::Id;
use crate::values::validation::{Faults, text};
use crate::web::body::Body;
use crate::web::merge_patch::STALE;
use crate::web::response::{Answer, Reply};

/// Enter the result of a match
///
/// Its games, or who forfeited them all, while its round is published and not closed. Nobody enters a result of their own or
/// of a relative.
#[utoipa::path(
    tag = "tournaments",
    params(("id" = Id, Path, description = "The match's id.", example = "019aa0d4-5e6f-7071-8293-a4b5c6d7e8f9")),
    request_body = SheetForm,
    responses(
        (status = 201, description = "The match with its result.", body = MatchView),
        (status = 403, description = "`conflict-of-interest`: it is your own match, or a relative's."),
        (status = 409, description = "In this order: `not-accredited`: your accreditation does not hold today. `wrong-state`: the tournament does not run. `round-closed`: correct it instead. `result-entered`: there is a result. `contradicts-record`: the record of a game says otherwise."),
        (status = 422, description = "`not-entered`: somebody named does not play this match."),
    ),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province", "umpire": "tournament" }))),
)]
#[post("/v1/matches/{id}/results")]
pub(crate) async fn create_result(
    caller: TournamentOfficial,
    id: Path<Id>,
    Body(asked, request): Body<SheetForm>,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Answer, Error> {
    let (id, asking) = (id.into_inner(), Asking::new(&caller, clock.now()));
    request
        .once(&database, asking.account, asking.now, move |c| {
            let tournament = tournament_of(c, id)?;
            let (official, proceedings) = asking.run(c, tournament)?;
            let one = match_in(&proceedings, id)?;
            rules_on(&official, one, &proceedings)?;
            let sheet = asked.sheet(one, &proceedings, "")?;
            can_change(&proceedings.tournament, false, &official)?;
            let entered = one.enter(sheet, is_open(one, &proceedings), &official, asking.now)?;
            if one.result() == Some(&entered) {
                let view = MatchView::of(one, &proceedings, asking.today());
                return Ok(Reply::public(view).created_at(format!("/v1/matches/{id}")));
            }
            keep(c, "create_result", (one, entered), &proceedings, &asking)
        })
        .await
}

/// The result of one match of a round.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct RoundResult {
    /// The match.
    #[schema(example = "019aa0d4-5e6f-7071-8293-a4b5c6d7e8f9")]
    match_id: Id,
    /// What was filled in for it.
    sheet: SheetForm,
}

/// Results of a round.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateRoundResults {
    /// Each match once; not all need be there.
    #[schema(min_items = 1)]
    results: Vec<RoundResult>,
}

/// Enter results of a round
///
/// As many as there are, all or none.
#[utoipa::path(
    tag = "tournaments",
    params(("id" = Id, Path, description = "The round's id.", example = "019aa0d3-4d5e-7f60-8172-93a4b5c6d7e8")),
    request_body = CreateRoundResults,
    responses(
        (status = 201, description = "All matches of the round.", body = Matches),
        (status = 403, description = "`conflict-of-interest`: one is your own match, or a relative's."),
        (status = 409, description = "In this order: `not-accredited`: your accreditation does not hold today. `wrong-state`: the tournament does not run. `round-closed`: correct results instead. `result-entered`: a match has a result. `contradicts-record`: the record of a game says otherwise."),
        (status = 422, description = "`not-entered`: a match is not of this round, or somebody named does not play it."),
    ),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province", "umpire": "tournament" }))),
)]
#[post("/v1/rounds/{id}/results")]
pub(crate) async fn create_round_results(
    caller: TournamentOfficial,
    round: Path<Id>,
    Body(asked, request): Body<CreateRoundResults>,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Answer, Error> {
    let (round, asking) = (round.into_inner(), Asking::new(&caller, clock.now()));
    each_once(asked.results.iter().map(|result| result.match_id), "results")?;
    request
        .once(&database, asking.account, asking.now, move |c| {
            let tournament = tournament_of_round(c, round)?;
            let (official, mut proceedings) = asking.run(c, tournament)?;
            let found = published_in(&proceedings, round)?;
            let (number, open) = (found.number, found.state == RoundState::Published);
            let mut new: Vec<(Match, Entered)> = Vec::new();
            for (place, result) in asked.results.iter().enumerate() {
                let one = of_round(
                    &proceedings,
                    number,
                    result.match_id,
                    &format!("/results/{place}/match_id"),
                )?;
                rules_on(&official, one, &proceedings)?;
                let sheet = result
                    .sheet
                    .sheet(one, &proceedings, &format!("/results/{place}/sheet"))?;
                can_change(&proceedings.tournament, false, &official)?;
                let entered = one.enter(sheet, open, &official, asking.now);
                let entered = entered.map_err(|refusal| at(&refusal, &format!("/results/{place}/match_id")))?;
                if one.result() != Some(&entered) {
                    new.push((one.clone(), entered));
                }
            }
            let kept: Vec<(Id, Entered)> = new.iter().map(|(one, entered)| (one.id, entered.clone())).collect();
            crate::tournaments::matches::store::enter(c, &proceedings.entries, &kept)?;
            let action = "create_round_results";
            proceed(c, action, new, &mut proceedings, &asking)?;
            Ok(Reply::public(matches(&proceedings, number, &asking)).created_at(format!("/v1/rounds/{round}/matches")))
        })
        .await
}

/// A result as it is corrected.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateCorrection {
    /// `version` of the match, as you have read it.
    #[schema(example = 1)]
    version: i64,
    /// `published_rounds` of the match, as you have read it: rounds after its own were drawn from the result as it was.
    #[schema(example = 2)]
    published_rounds: i64,
    /// What should have been filled in.
    sheet: SheetForm,
    /// Why.
    #[schema(
        example = "The sheet was read from the wrong side.",
        min_length = 1,
        max_length = 400
    )]
    reason: String,
}

/// Correct the result of a match
///
/// At any time until the tournament is ratified, and by an administrator after that. What it was stays on record, with who
/// corrected it and why; a second person confirms it anew. Rounds that are published stay as they are, and say if they
/// would be drawn otherwise today.
#[utoipa::path(
    tag = "tournaments",
    params(("id" = Id, Path, description = "The match's id.", example = "019aa0d4-5e6f-7071-8293-a4b5c6d7e8f9")),
    request_body = CreateCorrection,
    responses(
        (status = 201, description = "The match.", body = MatchView),
        (status = 403, description = "`conflict-of-interest`: it is your own match, or a relative's."),
        (status = 409, description = "In this order: `not-accredited`: your accreditation does not hold today. `wrong-state`: the tournament is over. `result-missing`: there is none. `disputed`: an umpire rules on it. `contradicts-record`: the record of a game says otherwise."),
        (status = 412, description = "`stale`: it is another result than you have read, or another round was published since."),
        (status = 422, description = "`not-entered`: somebody named does not play this match."),
    ),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province", "umpire": "tournament" }))),
)]
#[post("/v1/matches/{id}/corrections")]
pub(crate) async fn create_correction(
    caller: TournamentOfficial,
    id: Path<Id>,
    Body(asked, request): Body<CreateCorrection>,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Answer, Error> {
    let (id, asking) = (id.into_inner(), Asking::new(&caller, clock.now()));
    let mut faults = Faults::default();
    let reason = faults.take("/reason", text(&asked.reason, 400)).ok_or(faults)?;
    request
        .once(&database, asking.account, asking.now, move |c| {
            let tournament = tournament_of(c, id)?;
            let (official, proceedings) = asking.run(c, tournament)?;
            let one = match_in(&proceedings, id)?;
            rules_on(&official, one, &proceedings)?;
            let sheet = asked.sheet.sheet(one, &proceedings, "/sheet")?;
            can_change(&proceedings.tournament, true, &official)?;
            let published = proceedings.next_round() - 1;
            if asked.published_rounds != published {
                return Err(STALE.problem(format!("{published} rounds are published.")).into());
            }
            let corrected = one.correct(asked.version, (sheet, reason.clone()), &official, asking.now)?;
            keep(c, "create_correction", (one, corrected), &proceedings, &asking)
        })
        .await
}
