//! Confirmations over HTTP, and taking back what was done last.

use actix_web::post;
use actix_web::web::{Data, Path};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::accounts::caller::TournamentOfficial;
use crate::db::Database;
use crate::tournaments::matches::routes::views::{MatchView, Matches};
use crate::tournaments::matches::routes::{
    each_once, is_open, keep, match_in, matches, of_round, proceed, rules_on, tournament_of,
};
use crate::tournaments::matches::{Entered, Match, at, can_change};
use crate::tournaments::officials::caller::Asking;
use crate::tournaments::rounds::use_cases::published_in;
use crate::tournaments::rounds::use_cases::tournament_of as tournament_of_round;
use crate::values::clock::Clock;
use crate::values::error::Error;
use crate::values::id::Id;
use crate::web::body::Body;
use crate::web::response::{Answer, Reply};

/// Which result is meant.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateConfirmation {
    /// `version` of the match, as you have read it.
    #[schema(example = 1)]
    version: i64,
}

/// Confirm the result of a match
///
/// By a second person, not the one who entered it. Results of provincial championships and above need it before their
/// round can be closed.
#[utoipa::path(
    tag = "tournaments",
    params(("id" = Id, Path, description = "The match's id.", example = "019aa0d4-5e6f-7071-8293-a4b5c6d7e8f9")),
    request_body = CreateConfirmation,
    responses(
        (status = 201, description = "The match.", body = MatchView),
        (status = 403, description = "`conflict-of-interest`: it is your own match, or a relative's. `second-person-needed`: you entered it."),
        (status = 409, description = "In this order: `not-accredited`: your accreditation does not hold today. `wrong-state`: the tournament is over. `result-missing`: there is none. `disputed`: an umpire rules first. `already-confirmed`: it is confirmed."),
        (status = 412, description = "`stale`: it is another result than you have read."),
    ),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province", "umpire": "tournament" }))),
)]
#[post("/v1/matches/{id}/confirmations")]
pub(crate) async fn create_confirmation(
    caller: TournamentOfficial,
    id: Path<Id>,
    Body(asked, request): Body<CreateConfirmation>,
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
            can_change(&proceedings.tournament, true, &official)?;
            let confirmed = one.confirm(asked.version, &official, asking.now)?;
            keep(c, "create_confirmation", (one, confirmed), &proceedings, &asking)
        })
        .await
}

/// A result that is meant.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct RoundConfirmation {
    /// The match.
    #[schema(example = "019aa0d4-5e6f-7071-8293-a4b5c6d7e8f9")]
    match_id: Id,
    /// `version` of the match, as you have read it.
    #[schema(example = 1)]
    version: i64,
}

/// Results of a round that are meant.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateRoundConfirmations {
    /// Each match once; not all need be there.
    #[schema(min_items = 1)]
    confirmations: Vec<RoundConfirmation>,
}

/// Confirm results of a round
///
/// As many as there are, all or none, by a second person.
#[utoipa::path(
    tag = "tournaments",
    params(("id" = Id, Path, description = "The round's id.", example = "019aa0d3-4d5e-7f60-8172-93a4b5c6d7e8")),
    request_body = CreateRoundConfirmations,
    responses(
        (status = 201, description = "All matches of the round.", body = Matches),
        (status = 403, description = "`conflict-of-interest`: one is your own match, or a relative's. `second-person-needed`: you entered one."),
        (status = 409, description = "In this order: `not-accredited`: your accreditation does not hold today. `wrong-state`: the tournament is over. `result-missing`, `disputed`, `already-confirmed`: so is one of them."),
        (status = 412, description = "`stale`: one is another result than you have read."),
        (status = 422, description = "`not-entered`: a match is not of this round."),
    ),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province", "umpire": "tournament" }))),
)]
#[post("/v1/rounds/{id}/confirmations")]
pub(crate) async fn create_round_confirmations(
    caller: TournamentOfficial,
    round: Path<Id>,
    Body(asked, request): Body<CreateRoundConfirmations>,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Answer, Error> {
    let (round, asking) = (round.into_inner(), Asking::new(&caller, clock.now()));
    each_once(asked.confirmations.iter().map(|one| one.match_id), "confirmations")?;
    request
        .once(&database, asking.account, asking.now, move |c| {
            let tournament = tournament_of_round(c, round)?;
            let (official, mut proceedings) = asking.run(c, tournament)?;
            let number = published_in(&proceedings, round)?.number;
            let mut changed: Vec<(Match, Entered)> = Vec::new();
            for (place, RoundConfirmation { match_id, version }) in asked.confirmations.iter().enumerate() {
                let pointer = format!("/confirmations/{place}/match_id");
                let one = of_round(&proceedings, number, *match_id, &pointer)?;
                rules_on(&official, one, &proceedings)?;
                can_change(&proceedings.tournament, true, &official)?;
                let confirmed = one
                    .confirm(*version, &official, asking.now)
                    .map_err(|refusal| at(&refusal, &pointer))?;
                crate::tournaments::matches::store::update(c, &proceedings.entries, one.id, &confirmed)?;
                changed.push((one.clone(), confirmed));
            }
            proceed(c, "create_round_confirmations", changed, &mut proceedings, &asking)?;
            Ok(Reply::public(matches(&proceedings, number, &asking)).created_at(format!("/v1/rounds/{round}/matches")))
        })
        .await
}

/// Undo what was last done to a match
///
/// While its round is not closed: a confirmation first, then the result, or its correction.
#[utoipa::path(
    tag = "tournaments",
    params(("id" = Id, Path, description = "The match's id.", example = "019aa0d4-5e6f-7071-8293-a4b5c6d7e8f9")),
    request_body = CreateConfirmation,
    responses(
        (status = 201, description = "The match.", body = MatchView),
        (status = 403, description = "`conflict-of-interest`: it is your own match, or a relative's."),
        (status = 409, description = "In this order: `not-accredited`: your accreditation does not hold today. `wrong-state`: the tournament is over. `result-missing`: there is none. `disputed`: an umpire rules first. `round-closed`: correct it instead."),
        (status = 412, description = "`stale`: it is another result than you have read."),
    ),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province", "umpire": "tournament" }))),
)]
#[post("/v1/matches/{id}/undos")]
pub(crate) async fn create_match_undo(
    caller: TournamentOfficial,
    id: Path<Id>,
    Body(asked, request): Body<CreateConfirmation>,
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
            can_change(&proceedings.tournament, false, &official)?;
            let undone = one.undo(asked.version, is_open(one, &proceedings), asking.now)?;
            keep(c, "create_match_undo", (one, undone), &proceedings, &asking)
        })
        .await
}
