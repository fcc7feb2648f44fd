//! Matches over HTTP; the files beside this one have what is entered, who confirms it, and disputes.

pub(crate) mod confirmations;
pub(crate) mod records;
pub(crate) mod results;
pub(crate) mod rulings;
mod views;

use actix_web::web::{Data, Path};
use actix_web::{Either, HttpRequest, get};

use views::{MatchResults, MatchView, Matches};

use crate::accounts::caller::{Anyone, TournamentOfficial};
use crate::db::audit::{self, Change};
use crate::db::{Conn, Database};
use crate::tournaments::matches::{Entered, Match};
use crate::tournaments::officials::Official;
use crate::tournaments::officials::caller::Asking;
use crate::tournaments::rounds::RoundState;
use crate::tournaments::rounds::use_cases::published_in;
use crate::tournaments::rounds::use_cases::tournament_of as tournament_of_round;
use crate::tournaments::routes::find;
use crate::tournaments::sheets::file::matches_file;
use crate::tournaments::standings::proceedings::Proceedings;
use crate::tournaments::store;
use crate::values::clock::Clock;
use crate::values::error::{Error, NOT_FOUND};
use crate::values::id::Id;
use crate::values::validation::{Faults, Invalid};
use crate::web::openapi::Routes;
use crate::web::response::{Reply, Text, preferred};
use crate::web::spreadsheet::CSV;

pub(crate) fn configure(config: &mut impl Routes) {
    config
        .service(list_matches)
        .service(results::create_round_results)
        .service(confirmations::create_round_confirmations)
        .service(read_match)
        .service(list_results)
        .service(results::create_result)
        .service(confirmations::create_confirmation)
        .service(results::create_correction)
        .service(confirmations::create_match_undo)
        .service(rulings::create_dispute)
        .service(rulings::list_disputes)
        .service(rulings::read_dispute)
        .service(rulings::create_ruling);
}

/// The tournament of the match of that id.
fn tournament_of(c: &mut Conn, id: Id) -> Result<Id, Error> {
    let found = crate::tournaments::matches::store::tournament(c, id)?;
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
    proceedings
        .rounds
        .iter()
        .any(|round| round.id == of.round && round.state == RoundState::Published)
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
        crate::tournaments::matches::store::update(c, &proceedings.entries, before.id, &entered)?;
    } else {
        crate::tournaments::matches::store::enter(c, &proceedings.entries, &[(before.id, entered.clone())])?;
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
pub(crate) async fn read_match(
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
pub(crate) async fn list_matches(
    _caller: Anyone,
    round: Path<Id>,
    request: HttpRequest,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Either<Reply<Matches>, Reply<Text>>, Error> {
    let (round, today) = (round.into_inner(), clock.now().day());
    if preferred(&request, &["application/json", CSV]) == CSV {
        let file = database.read(move |c| matches_file(c, round, today)).await?;
        return Ok(Either::Right(Reply::public(file).negotiated().kept_as("matches.csv")));
    }
    let items = database
        .read(move |c| {
            let tournament = tournament_of_round(c, round)?;
            let tournament = find(c, tournament)?;
            let proceedings = store::proceedings(c, tournament)?;
            let of_round = proceedings.of_round(published_in(&proceedings, round)?.number);
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
pub(crate) async fn list_results(
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
    let missing = || crate::tournaments::rounds::refusals::NOT_ENTERED.at(pointer, "The match is not of this round.");
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
    let after: Vec<(Match, Match)> = changed
        .into_iter()
        .map(|(before, entered)| (before.clone(), with(&before, entered)))
        .collect();
    let rows: Result<Vec<Change<'_>>, Error> = after
        .iter()
        .map(|(before, after)| change(action, (before, after), proceedings, asking))
        .collect();
    audit::append_all(c, asking.now, &asking.actor, rows?)?;
    for (_, after) in after {
        if let Some(place) = proceedings.matches.iter().position(|one| one.id == after.id) {
            proceedings.matches[place] = after;
        }
    }
    Ok(())
}

fn matches(proceedings: &Proceedings, number: i64, asking: &Asking) -> Matches {
    let of_round = proceedings.of_round(number);
    Matches {
        items: of_round
            .map(|one| MatchView::of(one, proceedings, asking.today()))
            .collect(),
    }
}
