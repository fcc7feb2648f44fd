//! Matches over HTTP: their results, entered, confirmed, corrected and undone.

mod marks;
pub(crate) mod sheet_form;

use actix_web::web::Path;
use actix_web::{Either, HttpRequest, get, post};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::caller::{Anyone, TournamentOfficial};
use crate::tournaments::matches::public::{PlayedGame, PublicMatch, games};
use crate::tournaments::matches::routes::sheet_form::SheetForm;
use crate::tournaments::matches::score_sheets::NewScoreSheet;
use crate::tournaments::matches::use_cases::Correction;
use crate::tournaments::matches::{MOST_MATCHES, disputes, use_cases};
use crate::tournaments::model::{Entered, Match, TournamentSnapshot};
use crate::tournaments::sheets::matches_csv::matches_csv;
use crate::tournaments::sheets::use_cases::read_round;
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::{AccountId, MatchId, PlayerId, RoundId};
use crate::values::validation::{Faults, ValueError, text};
use crate::web::body::Body;
use crate::web::list::List;
use crate::web::openapi::Routes;
use crate::web::response::{Response, StoredResponse, Text, preferred};
use crate::web::spreadsheet::CSV;

pub(crate) fn configure(config: &mut impl Routes) {
    config
        .service(list_matches)
        .service(create_round_results)
        .service(create_round_confirmations)
        .service(read_match)
        .service(list_results)
        .service(create_result)
        .service(create_confirmation)
        .service(create_correction)
        .service(create_match_undo);
    marks::configure(config);
    disputes::routes::configure(config);
}

/// The matches of a round.
#[derive(Serialize, ToSchema)]
pub(crate) struct Matches {
    /// The matches by board.
    items: Vec<PublicMatch>,
}

/// The answer to a change: the match, at its own address.
fn changed(changed: PublicMatch) -> Response<PublicMatch> {
    let location = format!("/v1/matches/{}", changed.id);
    Response::public(changed).created_at(location)
}

/// The answer to changes of matches of a round: all of them, at their own address.
fn changed_in_round(round: RoundId, items: Vec<PublicMatch>) -> Response<Matches> {
    Response::public(Matches { items }).created_at(format!("/v1/rounds/{round}/matches"))
}

/// Read a match
#[utoipa::path(
    tag = "tournaments",
    responses((status = 200, description = "The match.", body = PublicMatch)),
)]
#[get("/v1/matches/{id}")]
pub(crate) async fn read_match(caller: Anyone, id: Path<MatchId>) -> Result<Response<PublicMatch>, Error> {
    let today = caller.today();
    let found = caller.read(move |c| use_cases::read(c, *id, today)).await?;
    Ok(Response::public(found))
}

/// List the matches of a round
///
/// With their results as far as they are known. `Accept: text/csv` gives a file for a spreadsheet, with clubs and the
/// points before the round.
#[utoipa::path(
    tag = "tournaments",
    responses((status = 200, description = "The matches.", content(
        (Matches = "application/json"),
        (String = "text/csv", example = "board,player_1_number,player_1_name\r\n1,M-0004217-K,Thandiwe Mokoena\r\n"),
    ))),
)]
#[get("/v1/rounds/{id}/matches")]
pub(crate) async fn list_matches(
    caller: Anyone,
    round: Path<RoundId>,
    request: HttpRequest,
) -> Result<Either<Response<Matches>, Response<Text>>, Error> {
    let today = caller.today();
    if preferred(&request, &["application/json", CSV]) == CSV {
        let papers = caller.read(move |c| read_round(c, *round, today)).await?;
        return Ok(Either::Right(
            Response::public(matches_csv(&papers)?)
                .negotiated()
                .kept_as("matches.csv"),
        ));
    }
    let items = caller.read(move |c| use_cases::list(c, *round, today)).await?;
    Ok(Either::Left(Response::public(Matches { items }).negotiated()))
}

/// A result of a match, as it was entered: one of its history.
#[derive(Serialize, ToSchema)]
#[schema(as = MatchResult)]
struct ResultView {
    /// Its number among the results of the match, from 1.
    #[schema(example = 1, minimum = 1, maximum = 2_147_483_647)]
    version: i64,
    /// The player who started the first game.
    #[schema(example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")]
    starter_id: Option<PlayerId>,
    /// The games in their order.
    games: Vec<PlayedGame>,
    /// The reason for the correction, or the ruling, that brought this result, if one did.
    #[schema(example = "The sheet was read from the wrong side.")]
    reason: Option<String>,
    /// The account that entered it.
    #[schema(example = "019aa0c7-1a2b-7c3d-8e4f-5a6b7c8d9e0f")]
    entered_by: AccountId,
    /// The time at which it was entered.
    #[schema(value_type = String, format = DateTime, example = "2027-04-17T09:00:00.000000Z")]
    entered_at: Timestamp,
    /// The account that confirmed it.
    #[schema(example = "019aa0c7-2b3c-7d4e-8f5a-6b7c8d9e0f1a")]
    confirmed_by: Option<AccountId>,
    /// The time at which it was confirmed.
    #[schema(value_type = Option<String>, format = DateTime, example = "2027-04-17T09:10:00.000000Z")]
    confirmed_at: Option<Timestamp>,
    /// The time at which it was taken back.
    #[schema(value_type = Option<String>, format = DateTime, example = "2027-04-17T09:05:00.000000Z")]
    undone_at: Option<Timestamp>,
}

/// The results of a match.
#[derive(Serialize, ToSchema)]
pub(crate) struct MatchResults {
    /// The oldest first; the last that was not taken back counts.
    items: Vec<ResultView>,
}

impl MatchResults {
    fn of(subject: &Match, snapshot: &TournamentSnapshot) -> MatchResults {
        let view = |result: &Entered| ResultView {
            version: result.version,
            starter_id: snapshot.at(result.sheet.starter).map(|entry| entry.player.id()),
            games: games(&result.sheet, subject, snapshot),
            reason: result.reason.clone(),
            entered_by: result.by,
            entered_at: result.at,
            confirmed_by: result.confirmed.map(|confirmation| confirmation.by),
            confirmed_at: result.confirmed.map(|confirmation| confirmation.at),
            undone_at: result.undone_at,
        };
        MatchResults {
            items: subject.results.iter().map(view).collect(),
        }
    }
}

/// List the results of a match
///
/// All that were entered, with who entered, corrected and confirmed them.
#[utoipa::path(
    tag = "tournaments",
    responses(
        (status = 200, description = "The results.", body = MatchResults),
        (status = 409, description = "`not-accredited`: your accreditation does not hold today."),
    ),
)]
#[get("/v1/matches/{id}/results")]
pub(crate) async fn list_results(
    caller: TournamentOfficial,
    id: Path<MatchId>,
) -> Result<Response<MatchResults>, Error> {
    let results = caller.read(move |c, by| {
        let (_, snapshot) = use_cases::run(c, by, *id)?;
        Ok(MatchResults::of(use_cases::match_in(&snapshot, *id)?, &snapshot))
    });
    Ok(Response::private(results.await?))
}

/// Enter the result of a match
///
/// Its games, or who forfeited them all, while its round is published and not closed. Nobody enters a result of their own or
/// of a relative.
#[utoipa::path(
    tag = "tournaments",
    request_body = SheetForm,
    responses(
        (status = 201, description = "The match with its result.", body = PublicMatch),
        (status = 403, description = "`conflict-of-interest`: it is your own match, or a relative's."),
        (status = 409, description = "In this order: `not-accredited`: your accreditation does not hold today. `wrong-state`: the tournament does not run. `round-closed`: correct it instead. `result-entered`: there is a result. `contradicts-record`: the record of a game says otherwise."),
        (status = 422, description = "`not-entered`: somebody named does not play this match."),
    ),
)]
#[post("/v1/matches/{id}/results")]
pub(crate) async fn create_result(
    caller: TournamentOfficial,
    id: Path<MatchId>,
    Body(asked, request): Body<SheetForm>,
) -> Result<StoredResponse, Error> {
    let sheet = NewScoreSheet::from(asked);
    caller
        .write_once(request, move |c, by| Ok(changed(use_cases::enter(c, by, *id, &sheet)?)))
        .await
}

/// The items of a batch, which is not empty and names each match once.
fn each_once<T>(items: impl Iterator<Item = (MatchId, T)>, name: &str) -> Result<Vec<(MatchId, T)>, Faults> {
    let items: Vec<(MatchId, T)> = items.collect();
    let mut faults = Faults::default();
    for (index, (id, _)) in items.iter().enumerate() {
        if items[..index].iter().any(|(earlier, _)| earlier == id) {
            let twice = ValueError::new("duplicate", "The match is there twice.");
            faults.check::<()>(&format!("/{name}/{index}/match_id"), Err(twice));
        }
    }
    if items.is_empty() {
        faults.check::<()>(
            &format!("/{name}"),
            Err(ValueError::new("required", "Must not be empty.")),
        );
    }
    if faults.is_empty() { Ok(items) } else { Err(faults) }
}

/// The result of one match of a round.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct RoundResult {
    /// The match.
    #[schema(example = "019aa0d4-5e6f-7071-8293-a4b5c6d7e8f9")]
    match_id: MatchId,
    /// The sheet that was filled in for it.
    sheet: SheetForm,
}

/// Results of a round.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateRoundResults {
    /// Each match once; not all need be there.
    #[schema(value_type = Vec<RoundResult>, min_items = 1, max_items = 500)]
    results: List<RoundResult, 0, MOST_MATCHES>,
}

/// Enter results of a round
///
/// As many as there are, all or none.
#[utoipa::path(
    tag = "tournaments",
    request_body = CreateRoundResults,
    responses(
        (status = 201, description = "All matches of the round.", body = Matches),
        (status = 403, description = "`conflict-of-interest`: one is your own match, or a relative's."),
        (status = 409, description = "In this order: `not-accredited`: your accreditation does not hold today. `wrong-state`: the tournament does not run. `round-closed`: correct results instead. `result-entered`: a match has a result. `contradicts-record`: the record of a game says otherwise."),
        (status = 422, description = "`not-entered`: a match is not of this round, or somebody named does not play it."),
    ),
)]
#[post("/v1/rounds/{id}/results")]
pub(crate) async fn create_round_results(
    caller: TournamentOfficial,
    round: Path<RoundId>,
    Body(asked, request): Body<CreateRoundResults>,
) -> Result<StoredResponse, Error> {
    let results = asked
        .results
        .into_iter()
        .map(|result| (result.match_id, NewScoreSheet::from(result.sheet)));
    let results = each_once(results, "results")?;
    caller
        .write_once(request, move |c, by| {
            let items = use_cases::enter_in_round(c, by, *round, &results)?;
            Ok(changed_in_round(*round, items))
        })
        .await
}

/// A result as it is corrected.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateCorrection {
    /// `version` of the match, as you have read it.
    #[schema(example = 1, minimum = 1, maximum = 2_147_483_647)]
    version: i64,
    /// `published_rounds` of the match, as you have read it: rounds after its own were drawn from the result as it was.
    #[schema(example = 2, minimum = 0, maximum = 999)]
    published_rounds: i64,
    /// The sheet as it should have been filled in.
    sheet: SheetForm,
    /// The reason for the correction.
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
    request_body = CreateCorrection,
    responses(
        (status = 201, description = "The match.", body = PublicMatch),
        (status = 403, description = "`conflict-of-interest`: it is your own match, or a relative's."),
        (status = 409, description = "In this order: `not-accredited`: your accreditation does not hold today. `wrong-state`: the tournament is over. `result-missing`: there is none. `disputed`: an umpire rules on it. `contradicts-record`: the record of a game says otherwise."),
        (status = 412, description = "`stale`: it is another result than you have read, or another round was published since."),
        (status = 422, description = "`not-entered`: somebody named does not play this match."),
    ),
)]
#[post("/v1/matches/{id}/corrections")]
pub(crate) async fn create_correction(
    caller: TournamentOfficial,
    id: Path<MatchId>,
    Body(asked, request): Body<CreateCorrection>,
) -> Result<StoredResponse, Error> {
    let mut faults = Faults::default();
    let reason = faults.check("/reason", text(&asked.reason, 400)).ok_or(faults)?;
    let correction = Correction {
        version: asked.version,
        published_rounds: asked.published_rounds,
        sheet: asked.sheet.into(),
        reason,
    };
    caller
        .write_once(request, move |c, by| {
            Ok(changed(use_cases::correct(c, by, *id, &correction)?))
        })
        .await
}

/// The result that is meant.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateConfirmation {
    /// `version` of the match, as you have read it.
    #[schema(example = 1, minimum = 1, maximum = 2_147_483_647)]
    version: i64,
}

/// Confirm the result of a match
///
/// By a second person, not the one who entered it. Results of provincial championships and above need it before their round can
/// be closed, and so do those of schools and universities at such a stage.
#[utoipa::path(
    tag = "tournaments",
    request_body = CreateConfirmation,
    responses(
        (status = 201, description = "The match.", body = PublicMatch),
        (status = 403, description = "`conflict-of-interest`: it is your own match, or a relative's. `second-person-needed`: you entered it."),
        (status = 409, description = "In this order: `not-accredited`: your accreditation does not hold today. `wrong-state`: the tournament is over. `result-missing`: there is none. `disputed`: an umpire rules first. `already-confirmed`: it is confirmed."),
        (status = 412, description = "`stale`: it is another result than you have read."),
    ),
)]
#[post("/v1/matches/{id}/confirmations")]
pub(crate) async fn create_confirmation(
    caller: TournamentOfficial,
    id: Path<MatchId>,
    Body(asked, request): Body<CreateConfirmation>,
) -> Result<StoredResponse, Error> {
    caller
        .write_once(request, move |c, by| {
            Ok(changed(use_cases::confirm(c, by, *id, asked.version)?))
        })
        .await
}

/// A result that is meant.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct RoundConfirmation {
    /// The match.
    #[schema(example = "019aa0d4-5e6f-7071-8293-a4b5c6d7e8f9")]
    match_id: MatchId,
    /// `version` of the match, as you have read it.
    #[schema(example = 1, minimum = 1, maximum = 2_147_483_647)]
    version: i64,
}

/// Results of a round that are meant.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateRoundConfirmations {
    /// Each match once; not all need be there.
    #[schema(value_type = Vec<RoundConfirmation>, min_items = 1, max_items = 500)]
    confirmations: List<RoundConfirmation, 0, MOST_MATCHES>,
}

/// Confirm results of a round
///
/// As many as there are, all or none, by a second person.
#[utoipa::path(
    tag = "tournaments",
    request_body = CreateRoundConfirmations,
    responses(
        (status = 201, description = "All matches of the round.", body = Matches),
        (status = 403, description = "`conflict-of-interest`: one is your own match, or a relative's. `second-person-needed`: you entered one."),
        (status = 409, description = "In this order: `not-accredited`: your accreditation does not hold today. `wrong-state`: the tournament is over. `result-missing`, `disputed`, `already-confirmed`: so is one of them."),
        (status = 412, description = "`stale`: one is another result than you have read."),
        (status = 422, description = "`not-entered`: a match is not of this round."),
    ),
)]
#[post("/v1/rounds/{id}/confirmations")]
pub(crate) async fn create_round_confirmations(
    caller: TournamentOfficial,
    round: Path<RoundId>,
    Body(asked, request): Body<CreateRoundConfirmations>,
) -> Result<StoredResponse, Error> {
    let read = asked.confirmations.iter().map(|meant| (meant.match_id, meant.version));
    let read = each_once(read, "confirmations")?;
    caller
        .write_once(request, move |c, by| {
            let items = use_cases::confirm_in_round(c, by, *round, &read)?;
            Ok(changed_in_round(*round, items))
        })
        .await
}

/// Undo what was last done to a match
///
/// While its round is not closed: a confirmation first, then the result, or its correction.
#[utoipa::path(
    tag = "tournaments",
    request_body = CreateConfirmation,
    responses(
        (status = 201, description = "The match.", body = PublicMatch),
        (status = 403, description = "`conflict-of-interest`: it is your own match, or a relative's."),
        (status = 409, description = "In this order: `not-accredited`: your accreditation does not hold today. `wrong-state`: the tournament is over. `result-missing`: there is none. `disputed`: an umpire rules first. `round-closed`: correct it instead."),
        (status = 412, description = "`stale`: it is another result than you have read."),
    ),
)]
#[post("/v1/matches/{id}/undos")]
pub(crate) async fn create_match_undo(
    caller: TournamentOfficial,
    id: Path<MatchId>,
    Body(asked, request): Body<CreateConfirmation>,
) -> Result<StoredResponse, Error> {
    caller
        .write_once(request, move |c, by| {
            Ok(changed(use_cases::undo(c, by, *id, asked.version)?))
        })
        .await
}
