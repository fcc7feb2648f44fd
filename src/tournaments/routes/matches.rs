//! Matches over HTTP; `matches/rulings.rs` has disputes, `matches/views.rs` how all is asked for and answered.

pub(super) mod rulings;
mod views;

use actix_web::web::{Data, Path};
use actix_web::{Either, HttpRequest, get, post};
use serde::Deserialize;
use utoipa::ToSchema;

use views::{MatchResults, MatchView, Matches, SheetForm};

use super::officials::Asking;
use super::rounds::{round_in, tournament_of as tournament_of_round};
use super::sheets::matches_file;
use super::{WRONG_STATE, find};
use crate::accounts::caller::{Anyone, TournamentOfficial};
use crate::audit::{self, Change};
use crate::body::Body;
use crate::clock::Clock;
use crate::db::{Conn, Database};
use crate::edit::STALE;
use crate::error::{Error, Kind, NOT_FOUND};
use crate::id::Id;
use crate::input::{Faults, Invalid, text};
use crate::reply::{Answer, Reply, Text, preferred};
use crate::spreadsheet::CSV;
use crate::tournaments::matches::{Entered, Match, Refusal, can_change};
use crate::tournaments::officials::Official;
use crate::tournaments::proceedings::Proceedings;
use crate::tournaments::rounds::Stage;
use crate::tournaments::store;

crate::problem_kinds! {
    ROUND_CLOSED = 409 "round-closed", "The round is closed",
        "A result of a closed round is corrected, with a reason.";
    RESULT_ENTERED = 409 "result-entered", "There is a result already",
        "Read it. It can be undone until its round is closed, and corrected at any time.";
    RESULT_MISSING = 409 "result-missing", "There is no result yet",
        "It is entered first.";
    ALREADY_CONFIRMED = 409 "already-confirmed", "The result is confirmed already",
        "One confirmation is enough.";
    SECOND_PERSON_NEEDED = 403 "second-person-needed", "A second person confirms",
        "Who enters a result does not confirm it.";
    DISPUTED = 409 "disputed", "The match is disputed",
        "An umpire rules on the dispute first.";
    ALREADY_RULED = 409 "already-ruled", "The dispute is ruled on already",
        "A dispute has one ruling. Raise another one if there is something new to say.";
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Error {
        let detail = refusal.to_string();
        match kind(&refusal) {
            Ok(kind) => kind.problem(detail).into(),
            Err(refusal) => refusal.into(),
        }
    }
}

/// What kind of problem it is; or whose refusal it is.
fn kind(refusal: &Refusal) -> Result<&'static Kind, crate::tournaments::officials::Refusal> {
    Ok(match refusal {
        Refusal::Official(refusal) => return Err(*refusal),
        Refusal::WrongState(_) => &WRONG_STATE,
        Refusal::RoundClosed => &ROUND_CLOSED,
        Refusal::AlreadyEntered(_) => &RESULT_ENTERED,
        Refusal::NotEntered(_) => &RESULT_MISSING,
        Refusal::Stale(_) => &STALE,
        Refusal::Disputed(_) => &DISPUTED,
        Refusal::AlreadyConfirmed(_) => &ALREADY_CONFIRMED,
        Refusal::SamePerson(_) => &SECOND_PERSON_NEEDED,
        Refusal::AlreadyRuled => &ALREADY_RULED,
    })
}

/// A refusal about one item of a batch.
fn at(refusal: Refusal, pointer: &str) -> Error {
    let detail = refusal.to_string();
    match kind(&refusal) {
        Ok(kind) => kind.at(pointer, detail).into(),
        Err(refusal) => refusal.into(),
    }
}

/// The tournament of the match of that id.
fn tournament_of(c: &mut Conn, id: Id) -> Result<Id, Error> {
    let found = store::matches::tournament(c, id)?;
    Ok(found.ok_or_else(|| NOT_FOUND.problem("There is no match with this id."))?)
}

/// The match of that id.
fn match_in(proceedings: &Proceedings, id: Id) -> Result<&Match, Error> {
    let found = proceedings.matches.iter().find(|one| one.id == id);
    Ok(found.ok_or_else(|| NOT_FOUND.problem("There is no match with this id."))?)
}

/// Refuses to rule on a match of one's own, or of a relative.
fn rules_on(official: &Official, of: &Match, proceedings: &Proceedings) -> Result<(), Error> {
    let player = |place: u32| proceedings.at(place).map(|entry| entry.player.id);
    if let (Some(one), Some(other)) = (player(of.pair[0]), player(of.pair[1])) {
        official.rules_on([one, other])?;
    }
    Ok(())
}

/// Whether results of the match's round are still entered.
fn is_open(of: &Match, proceedings: &Proceedings) -> bool {
    proceedings.rounds.iter().any(|round| round.id == of.round && round.stage == Stage::Published)
}

/// The match with a result put in, or in the place of the one of that version.
fn with(of: &Match, entered: Entered) -> Match {
    let mut changed = of.clone();
    changed.results.retain(|result| result.version != entered.version);
    changed.results.push(entered);
    changed
}

/// A change of a match for the audit trail.
fn change<'a>(
    action: &'a str,
    (before, after): (&Match, &Match),
    proceedings: &Proceedings,
    asking: &Asking,
) -> Result<Change<'a>, Error> {
    let view = |one: &Match| MatchView::of(one, proceedings, asking.today());
    Change::altered(action, "match", before.id, &view(before), &view(after))
}

/// Keeps what was done to a match, and its row in the audit trail.
fn keep(
    c: &mut Conn,
    action: &str,
    (before, entered): (&Match, Entered),
    proceedings: &Proceedings,
    asking: &Asking,
) -> Result<Reply<MatchView>, Error> {
    if before.results.iter().any(|result| result.version == entered.version) {
        store::matches::update(c, &proceedings.entries, before.id, &entered)?;
    } else {
        store::matches::enter(c, &proceedings.entries, &[(before.id, entered.clone())])?;
    }
    let after = with(before, entered);
    let change = change(action, (before, &after), proceedings, asking)?;
    audit::append(c, asking.now, &asking.actor, change)?;
    let view = MatchView::of(&after, proceedings, asking.today());
    Ok(Reply::public(view).created_at(format!("/v1/matches/{}", before.id)))
}

/// Read a match
#[utoipa::path(
    tag = "tournaments",
    params(("id" = Id, Path, description = "The match's id.", example = "019aa0d4-5e6f-7071-8293-a4b5c6d7e8f9")),
    responses((status = 200, description = "The match.", body = MatchView)),
    security(()),
)]
#[get("/v1/matches/{id}")]
pub(super) async fn read_match(
    _caller: Anyone,
    id: Path<Id>,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Reply<MatchView>, Error> {
    let (id, today) = (id.into_inner(), clock.now().day());
    let view = database
        .read(move |c| {
            let tournament = tournament_of(c, id)?;
            let tournament = find(c, tournament)?;
            let proceedings = store::proceedings(c, tournament)?;
            Ok(MatchView::of(match_in(&proceedings, id)?, &proceedings, today))
        })
        .await?;
    Ok(Reply::public(view))
}

/// List the matches of a round
///
/// With their results as far as they are known. `Accept: text/csv` gives a file for a spreadsheet, with clubs and the
/// points before the round.
#[utoipa::path(
    tag = "tournaments",
    params(("id" = Id, Path, description = "The round's id.", example = "019aa0d3-4d5e-7f60-8172-93a4b5c6d7e8")),
    responses((status = 200, description = "The matches.", content(
        (Matches = "application/json"),
        (String = "text/csv", example = "board,player_1_number,player_1_name\r\n1,M-0004217-K,Thandiwe Mokoena\r\n"),
    ))),
    security(()),
)]
#[get("/v1/rounds/{id}/matches")]
pub(super) async fn list_matches(
    _caller: Anyone,
    round: Path<Id>,
    request: HttpRequest,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Either<Reply<Matches>, Reply<Text>>, Error> {
    let (round, today) = (round.into_inner(), clock.now().day());
    if preferred(&request, &["application/json", CSV]) == CSV {
        let file = database.read(move |c| matches_file(c, round, today)).await?;
        return Ok(Either::Right(Reply::public(file).negotiated().kept_as("matches.csv".to_owned())));
    }
    let items = database
        .read(move |c| {
            let tournament = tournament_of_round(c, round)?;
            let tournament = find(c, tournament)?;
            let proceedings = store::proceedings(c, tournament)?;
            let found = round_in(&proceedings, round)?;
            if found.stage == Stage::Drawn {
                return Err(NOT_FOUND.problem("There is no round with this id.").into());
            }
            let of_round = proceedings.of_round(found.number);
            Ok(of_round.map(|one| MatchView::of(one, &proceedings, today)).collect())
        })
        .await?;
    Ok(Either::Left(Reply::public(Matches { items }).negotiated()))
}

/// List the results of a match
///
/// All that were entered, with who entered, corrected and confirmed them.
#[utoipa::path(
    tag = "tournaments",
    params(("id" = Id, Path, description = "The match's id.", example = "019aa0d4-5e6f-7071-8293-a4b5c6d7e8f9")),
    responses(
        (status = 200, description = "The results.", body = MatchResults),
        (status = 409, description = "`not-accredited`: your accreditation does not hold today."),
    ),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province", "umpire": "tournament" }))),
)]
#[get("/v1/matches/{id}/results")]
pub(super) async fn list_results(
    caller: TournamentOfficial,
    id: Path<Id>,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Reply<MatchResults>, Error> {
    let (id, asking) = (id.into_inner(), Asking::new(&caller, clock.now()));
    let results = database
        .read(move |c| {
            let tournament = tournament_of(c, id)?;
            let (_, proceedings) = asking.run(c, tournament)?;
            Ok(MatchResults::of(match_in(&proceedings, id)?, &proceedings))
        })
        .await?;
    Ok(Reply::private(results))
}

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
        (status = 409, description = "In this order: `not-accredited`: your accreditation does not hold today. `wrong-state`: the tournament does not run. `round-closed`: correct it instead. `result-entered`: there is a result."),
        (status = 422, description = "`not-entered`: somebody named does not play this match."),
    ),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province", "umpire": "tournament" }))),
)]
#[post("/v1/matches/{id}/results")]
pub(super) async fn create_result(
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
        (status = 409, description = "In this order: `not-accredited`: your accreditation does not hold today. `wrong-state`: the tournament does not run. `round-closed`: correct results instead. `result-entered`: a match has a result."),
        (status = 422, description = "`not-entered`: a match is not of this round, or somebody named does not play it."),
    ),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province", "umpire": "tournament" }))),
)]
#[post("/v1/rounds/{id}/results")]
pub(super) async fn create_round_results(
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
            let found = round_in(&proceedings, round)?;
            if found.stage == Stage::Drawn {
                return Err(NOT_FOUND.problem("There is no round with this id.").into());
            }
            let (number, open) = (found.number, found.stage == Stage::Published);
            let mut new: Vec<(Match, Entered)> = Vec::new();
            for (place, result) in asked.results.iter().enumerate() {
                let one = of_round(&proceedings, number, result.match_id, &format!("/results/{place}/match_id"))?;
                rules_on(&official, one, &proceedings)?;
                let sheet = result.sheet.sheet(one, &proceedings, &format!("/results/{place}/sheet"))?;
                can_change(&proceedings.tournament, false, &official)?;
                let entered = one.enter(sheet, open, &official, asking.now);
                let entered = entered.map_err(|refusal| at(refusal, &format!("/results/{place}/match_id")))?;
                if one.result() != Some(&entered) {
                    new.push((one.clone(), entered));
                }
            }
            let kept: Vec<(Id, Entered)> = new.iter().map(|(one, entered)| (one.id, entered.clone())).collect();
            store::matches::enter(c, &proceedings.entries, &kept)?;
            let action = "create_round_results";
            proceed(c, action, new, &mut proceedings, &asking)?;
            Ok(Reply::public(matches(&proceedings, number, &asking)).created_at(format!("/v1/rounds/{round}/matches")))
        })
        .await
}

/// Refuses a batch that is empty, or names a match twice.
fn each_once(ids: impl Iterator<Item = Id>, name: &str) -> Result<(), Faults> {
    let mut seen = Vec::new();
    let mut faults = Faults::default();
    for (place, id) in ids.enumerate() {
        if seen.contains(&id) {
            let twice = Invalid::new("duplicate", "The match is there twice.");
            faults.take::<()>(&format!("/{name}/{place}/match_id"), Err(twice));
        }
        seen.push(id);
    }
    if seen.is_empty() {
        faults.take::<()>(&format!("/{name}"), Err(Invalid::new("required", "Must not be empty.")));
    }
    if faults.is_empty() { Ok(()) } else { Err(faults) }
}

/// The match of that id, of that round.
fn of_round<'a>(proceedings: &'a Proceedings, number: i64, id: Id, pointer: &str) -> Result<&'a Match, Error> {
    let found = proceedings.of_round(number).find(|one| one.id == id);
    let missing = || super::rounds::NOT_ENTERED.at(pointer, "The match is not of this round.");
    Ok(found.ok_or_else(missing)?)
}

/// Writes the rows of changed matches in the audit trail, and takes the changes into the proceedings.
fn proceed(
    c: &mut Conn,
    action: &str,
    changed: Vec<(Match, Entered)>,
    proceedings: &mut Proceedings,
    asking: &Asking,
) -> Result<(), Error> {
    let after: Vec<(Match, Match)> =
        changed.into_iter().map(|(before, entered)| (before.clone(), with(&before, entered))).collect();
    let changes: Result<Vec<Change<'_>>, Error> =
        after.iter().map(|(before, after)| change(action, (before, after), proceedings, asking)).collect();
    audit::append_all(c, asking.now, &asking.actor, changes?)?;
    for (_, after) in after {
        if let Some(place) = proceedings.matches.iter().position(|one| one.id == after.id) {
            proceedings.matches[place] = after;
        }
    }
    Ok(())
}

fn matches(proceedings: &Proceedings, number: i64, asking: &Asking) -> Matches {
    let of_round = proceedings.of_round(number);
    Matches { items: of_round.map(|one| MatchView::of(one, proceedings, asking.today())).collect() }
}

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
pub(super) async fn create_confirmation(
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
pub(super) async fn create_round_confirmations(
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
            let number = round_in(&proceedings, round)?.number;
            let mut changed: Vec<(Match, Entered)> = Vec::new();
            for (place, RoundConfirmation { match_id, version }) in asked.confirmations.iter().enumerate() {
                let pointer = format!("/confirmations/{place}/match_id");
                let one = of_round(&proceedings, number, *match_id, &pointer)?;
                rules_on(&official, one, &proceedings)?;
                can_change(&proceedings.tournament, true, &official)?;
                let confirmed =
                    one.confirm(*version, &official, asking.now).map_err(|refusal| at(refusal, &pointer))?;
                store::matches::update(c, &proceedings.entries, one.id, &confirmed)?;
                changed.push((one.clone(), confirmed));
            }
            proceed(c, "create_round_confirmations", changed, &mut proceedings, &asking)?;
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
    #[schema(example = "The sheet was read from the wrong side.", min_length = 1, max_length = 400)]
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
        (status = 409, description = "In this order: `not-accredited`: your accreditation does not hold today. `wrong-state`: the tournament is over. `result-missing`: there is none. `disputed`: an umpire rules on it."),
        (status = 412, description = "`stale`: it is another result than you have read, or another round was published since."),
        (status = 422, description = "`not-entered`: somebody named does not play this match."),
    ),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province", "umpire": "tournament" }))),
)]
#[post("/v1/matches/{id}/corrections")]
pub(super) async fn create_correction(
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
pub(super) async fn create_match_undo(
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
