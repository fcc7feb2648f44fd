//! Results of matches, entered, confirmed, corrected and undone: loaded, decided and saved.

use chrono::NaiveDate;

use crate::accounts::Caller;
use crate::db::Conn;
use crate::db::audit::{self, Change};
use crate::operations::Operation;
use crate::players;
use crate::tournaments::matches::public::PublicMatch;
use crate::tournaments::matches::score_sheets::NewScoreSheet;
use crate::tournaments::matches::sheet_rows::{self, SheetRow};
use crate::tournaments::matches::{MatchRefusal, can_change, store};
use crate::tournaments::model::{Entered, Match, ScoreSheet, TournamentSnapshot};
use crate::tournaments::officials::{self, Official};
use crate::tournaments::ratification;
use crate::tournaments::rounds;
use crate::tournaments::rounds::refusals::NOT_ENTERED;
use crate::values::error::{Error, NOT_FOUND};
use crate::values::id::{MatchId, RoundId, TournamentId};
use crate::values::number::RoundNumber;
use crate::web::merge_patch::STALE;

/// A result that takes the place of another.
pub struct Correction {
    /// The version of the match that the caller has read.
    pub version: i64,
    /// The number of rounds that were published when the caller read it.
    pub published_rounds: i64,
    pub sheet: NewScoreSheet,
    pub reason: String,
}

/// Matches of a round, each with what is asked for it.
struct Batch<'a, T> {
    action: Operation,
    /// The place of the items in the body.
    pointer: &'static str,
    items: &'a [(MatchId, T)],
}

/// A match before an official who may rule on it.
struct Hearing<'a> {
    official: &'a Official,
    snapshot: &'a TournamentSnapshot,
    subject: &'a Match,
}

impl Hearing<'_> {
    fn can_change(&self, late: bool) -> Result<(), MatchRefusal> {
        can_change(&self.snapshot.tournament, late, self.official)
    }

    fn takes_results(&self) -> bool {
        self.subject.takes_results(&self.snapshot.rounds)
    }

    fn fill(&self, sheet: &NewScoreSheet, pointer: &str) -> Result<ScoreSheet, Error> {
        sheet.fill(self.subject, self.snapshot, pointer)
    }
}

/// The match, as everyone may see it.
pub fn read(c: &mut Conn, id: MatchId, today: NaiveDate) -> Result<PublicMatch, Error> {
    let tournament = tournament_of(c, id)?;
    let snapshot = officials::use_cases::watch(c, tournament)?;
    Ok(PublicMatch::of(match_in(&snapshot, id)?, &snapshot, today))
}

/// The matches of a published round, as everyone may see them.
pub fn list(c: &mut Conn, round: RoundId, today: NaiveDate) -> Result<Vec<PublicMatch>, Error> {
    let tournament = rounds::use_cases::tournament_of(c, round)?;
    let snapshot = officials::use_cases::watch(c, tournament)?;
    let number = rounds::use_cases::published_in(&snapshot, round)?.number;
    Ok(public_in(&snapshot, number, today))
}

/// The caller as an official of the tournament of that match, and everything that has happened in it.
pub fn run(c: &mut Conn, by: &Caller, id: MatchId) -> Result<(Official, TournamentSnapshot), Error> {
    let tournament = tournament_of(c, id)?;
    officials::use_cases::run(c, by, tournament)
}

/// Enters the result of a match. The same one again is the one that is there.
pub fn enter(c: &mut Conn, by: &Caller, id: MatchId, sheet: &NewScoreSheet) -> Result<PublicMatch, Error> {
    change(c, by, id, Operation::create_result, |hearing| {
        let sheet = hearing.fill(sheet, "")?;
        hearing.can_change(false)?;
        let entered = hearing
            .subject
            .enter(sheet, hearing.takes_results(), hearing.official, by.now);
        Ok(entered?)
    })
}

/// Confirms the result of that version.
pub fn confirm(c: &mut Conn, by: &Caller, id: MatchId, version: i64) -> Result<PublicMatch, Error> {
    change(c, by, id, Operation::create_confirmation, |hearing| {
        hearing.can_change(true)?;
        Ok(hearing.subject.confirm(version, hearing.official, by.now)?)
    })
}

/// Puts another result in the place of the one that is there.
pub fn correct(c: &mut Conn, by: &Caller, id: MatchId, correction: &Correction) -> Result<PublicMatch, Error> {
    change(c, by, id, Operation::create_correction, |hearing| {
        let sheet = hearing.fill(&correction.sheet, "/sheet")?;
        hearing.can_change(true)?;
        let published = hearing.snapshot.published_rounds();
        if correction.published_rounds != published {
            return Err(STALE.problem(format!("{published} rounds are published.")).into());
        }
        let (version, reason) = (correction.version, correction.reason.clone());
        let official = hearing.official;
        Ok(hearing.subject.correct(version, sheet, reason, official, by.now)?)
    })
}

/// Undoes what was done last to the result of that version.
pub fn undo(c: &mut Conn, by: &Caller, id: MatchId, version: i64) -> Result<PublicMatch, Error> {
    change(c, by, id, Operation::create_match_undo, |hearing| {
        hearing.can_change(false)?;
        Ok(hearing.subject.undo(version, hearing.takes_results(), by.now)?)
    })
}

/// Enters results of a round, all or none; answers with all its matches.
pub fn enter_in_round(
    c: &mut Conn,
    by: &Caller,
    round: RoundId,
    results: &[(MatchId, NewScoreSheet)],
) -> Result<Vec<PublicMatch>, Error> {
    let batch = Batch {
        action: Operation::create_round_results,
        pointer: "/results",
        items: results,
    };
    change_in_round(c, by, round, &batch, |hearing, sheet, pointer| {
        let sheet = hearing.fill(sheet, &format!("{pointer}/sheet"))?;
        hearing.can_change(false)?;
        let entered = hearing
            .subject
            .enter(sheet, hearing.takes_results(), hearing.official, by.now);
        entered.map_err(|refusal| refusal.at(&format!("{pointer}/match_id")))
    })
}

/// Enters results of a round as their rows tell them, all or none; answers with all its matches.
pub fn enter_rows(c: &mut Conn, by: &Caller, round: RoundId, rows: &[SheetRow]) -> Result<Vec<PublicMatch>, Error> {
    let tournament = rounds::use_cases::tournament_of(c, round)?;
    let (_, snapshot) = officials::use_cases::run(c, by, tournament)?;
    let number = rounds::use_cases::published_in(&snapshot, round)?.number;
    let numbers: Vec<_> = rows.iter().filter_map(SheetRow::number).collect();
    let players = players::store::batches::find_by_numbers(c, &numbers)?;
    let results = sheet_rows::sheets(rows, &snapshot, number, &players)?;
    enter_in_round(c, by, round, &results).map_err(|error| sheet_rows::at_rows(error, rows))
}

/// Confirms results of a round, each of that version, all or none; answers with all its matches.
pub fn confirm_in_round(
    c: &mut Conn,
    by: &Caller,
    round: RoundId,
    versions: &[(MatchId, i64)],
) -> Result<Vec<PublicMatch>, Error> {
    let batch = Batch {
        action: Operation::create_round_confirmations,
        pointer: "/confirmations",
        items: versions,
    };
    change_in_round(c, by, round, &batch, |hearing, version, pointer| {
        hearing.can_change(true)?;
        let confirmed = hearing.subject.confirm(*version, hearing.official, by.now);
        confirmed.map_err(|refusal| refusal.at(&format!("{pointer}/match_id")))
    })
}

/// Decides about a match on which the caller may rule, and keeps it.
fn change(
    c: &mut Conn,
    by: &Caller,
    id: MatchId,
    action: Operation,
    decide: impl FnOnce(&Hearing<'_>) -> Result<Entered, Error>,
) -> Result<PublicMatch, Error> {
    let (official, mut snapshot) = run(c, by, id)?;
    let decided = decide(&hear(&official, &snapshot, match_in(&snapshot, id)?)?)?;
    keep(c, by, action, &mut snapshot, vec![(id, decided)])?;
    Ok(PublicMatch::of(match_in(&snapshot, id)?, &snapshot, by.today()))
}

/// Decides about matches of a round on which the caller may rule, and keeps it. `decide` is told where its item stands.
fn change_in_round<T>(
    c: &mut Conn,
    by: &Caller,
    round: RoundId,
    batch: &Batch<'_, T>,
    decide: impl Fn(&Hearing<'_>, &T, &str) -> Result<Entered, Error>,
) -> Result<Vec<PublicMatch>, Error> {
    let tournament = rounds::use_cases::tournament_of(c, round)?;
    let (official, mut snapshot) = officials::use_cases::run(c, by, tournament)?;
    let number = rounds::use_cases::published_in(&snapshot, round)?.number;
    let mut decided = Vec::with_capacity(batch.items.len());
    for (index, (id, asked)) in batch.items.iter().enumerate() {
        let pointer = format!("{}/{index}", batch.pointer);
        let elsewhere = || NOT_ENTERED.at(&format!("{pointer}/match_id"), "The match is not of this round.");
        let subject = snapshot.of_round(number).find(|paired| paired.id == *id);
        let hearing = hear(&official, &snapshot, subject.ok_or_else(elsewhere)?)?;
        decided.push((*id, decide(&hearing, asked, &pointer)?));
    }
    keep(c, by, batch.action, &mut snapshot, decided)?;
    Ok(public_in(&snapshot, number, by.today()))
}

fn hear<'a>(
    official: &'a Official,
    snapshot: &'a TournamentSnapshot,
    subject: &'a Match,
) -> Result<Hearing<'a>, Error> {
    refuse_conflict(official, subject, snapshot)?;
    Ok(Hearing {
        official,
        snapshot,
        subject,
    })
}

/// Refuses to rule on a match of one's own, or of a relative.
pub fn refuse_conflict(official: &Official, subject: &Match, snapshot: &TournamentSnapshot) -> Result<(), Error> {
    if let [Some(upper), Some(lower)] = subject.pair.map(|seed| snapshot.at(seed)) {
        official.refuse_conflict([upper.player.id(), lower.player.id()])?;
    }
    Ok(())
}

/// Keeps what was decided about matches, with its rows in the audit trail, and takes it into the snapshot. What is as
/// it was is left alone.
pub fn keep(
    c: &mut Conn,
    by: &Caller,
    action: Operation,
    snapshot: &mut TournamentSnapshot,
    decided: Vec<(MatchId, Entered)>,
) -> Result<(), Error> {
    let (mut new, mut changes) = (Vec::new(), Vec::new());
    for (id, entered) in decided {
        let before = match_in(snapshot, id)?.clone();
        if before.result() == Some(&entered) {
            continue;
        }
        if before.results.iter().any(|result| result.version == entered.version) {
            store::update(c, &snapshot.entries, id, &entered)?;
        } else {
            new.push((id, entered.clone()));
        }
        let after = before.clone().with(entered);
        let [was, is] = [&before, &after].map(|state| PublicMatch::of(state, snapshot, by.today()));
        changes.push(Change::altered(action, "match", id, &was, &is)?);
        replace(snapshot, after);
    }
    store::enter(c, &snapshot.entries, &new)?;
    audit::append_all(c, by.now, &by.actor, changes)?;
    ratification::use_cases::review(c, by, action, snapshot)
}

/// Takes a match that has changed into the snapshot.
pub fn replace(snapshot: &mut TournamentSnapshot, changed: Match) {
    let mut matches = snapshot.matches.iter_mut();
    if let Some(found) = matches.find(|found| found.id == changed.id) {
        *found = changed;
    }
}

/// The match of that id.
pub fn match_in(snapshot: &TournamentSnapshot, id: MatchId) -> Result<&Match, Error> {
    let found = snapshot.matches.iter().find(|found| found.id == id);
    Ok(found.ok_or_else(|| NOT_FOUND.problem("There is no match with this id."))?)
}

fn public_in(snapshot: &TournamentSnapshot, number: RoundNumber, today: NaiveDate) -> Vec<PublicMatch> {
    let matches = snapshot.of_round(number);
    matches.map(|found| PublicMatch::of(found, snapshot, today)).collect()
}

/// The tournament of that match.
pub fn tournament_of(c: &mut Conn, id: MatchId) -> Result<TournamentId, Error> {
    let tournament = store::tournament(c, id)?;
    Ok(tournament.ok_or_else(|| NOT_FOUND.problem("There is no match with this id."))?)
}
