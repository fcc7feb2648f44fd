//! Doubtful records: all that are in force judged again, and decisions kept.

use std::collections::HashMap;

use crate::accounts::{Authority, Caller, Reach};
use crate::certificates::Honour;
use crate::certificates::use_cases::award_in_words;
use crate::colours::criteria::rules::team;
use crate::colours::lacks;
use crate::colours::selections;
use crate::colours::store::{Audience, AwardFilter};
use crate::colours::{self, ColoursState};
use crate::db::Conn;
use crate::db::audit::Change;
use crate::doubts::{Doubt, DoubtKey, DoubtRefusal, RecordKind, Upholding, store};
use crate::federation;
use crate::languages::Words;
use crate::operations::Operation;
use crate::players::use_cases::with_players;
use crate::tournaments::entries::EntryRefusal;
use crate::tournaments::model::{Entry, Tournament, TournamentState};
use crate::tournaments::store::TournamentFilter;
use crate::tournaments::{self, appointments, entries};
use crate::umpires::store::AccreditationFilter;
use crate::umpires::{self, AccreditationState};
use crate::values::error::Error;
use crate::values::id::{Id, TournamentId, UpholdingId};

/// The doubtful records to list.
#[derive(Debug)]
pub struct DoubtSearch {
    /// Those of that kind alone.
    pub kind: Option<RecordKind>,
    /// Those of that province alone.
    pub province: Option<String>,
    /// Those that were upheld, instead of those that wait.
    pub upheld: bool,
    /// The record after which to begin.
    pub after: Option<DoubtKey>,
}

/// Doubtful records within reach, by kind and then by id.
pub fn list(c: &mut Conn, by: &Caller, search: &DoubtSearch, rows: i64) -> Result<Vec<Doubt>, Error> {
    let rows = usize::try_from(rows).unwrap_or(usize::MAX);
    let begin = search.after.map(|DoubtKey(kind, _)| kind);
    let place = |kind: &RecordKind| RecordKind::ALL.iter().position(|one| one == kind);
    let mut found = Vec::new();
    for kind in RecordKind::ALL {
        let is_wanted = search.kind.is_none_or(|only| only == *kind);
        let is_over = begin.is_some_and(|begin| place(kind) < place(&begin));
        if !is_wanted || is_over || found.len() >= rows {
            continue;
        }
        let after = search
            .after
            .filter(|DoubtKey(of, _)| of == kind)
            .map(|DoubtKey(_, id)| id);
        let mut doubts = of_kind(c, by, *kind)?;
        doubts.retain(|doubt| {
            let is_of_province = search.province.is_none() || doubt.province == search.province;
            let is_later = after.is_none_or(|after| doubt.key.1 > after);
            is_later && is_of_province && doubt.upheld.is_some() == search.upheld && doubt.is_within(&by.reach)
        });
        found.extend(doubts);
    }
    found.truncate(rows);
    Ok(found)
}

/// The doubtful record of that kind and id, for those who read of it.
pub fn read(c: &mut Conn, by: &Caller, DoubtKey(kind, id): DoubtKey) -> Result<Doubt, Error> {
    let mut doubts = of_kind(c, by, kind)?.into_iter();
    let doubt = doubts
        .find(|doubt| doubt.key.1 == id)
        .ok_or(DoubtRefusal::NotDoubtful)?;
    if doubt.is_within(&by.reach) {
        Ok(doubt)
    } else {
        Err(DoubtRefusal::OutOfScope.into())
    }
}

/// Upholds a record though the rule by which it was admitted is met no more.
pub fn uphold(c: &mut Conn, by: &Caller, key: DoubtKey, reason: &str) -> Result<Doubt, Error> {
    let doubt = read(c, by, key)?;
    let id = UpholdingId::new(by.now);
    let upholding = doubt.uphold(&by.reach, id, by.account, reason.to_owned(), by.now)?;
    store::insert(c, &upholding)?;
    by.audit(
        c,
        Change::created(Operation::create_upholding, "upholding", id, &upholding)?,
    )?;
    Ok(Doubt {
        upheld: Some(upholding),
        ..doubt
    })
}

/// All doubtful records of a kind, by id, each with the decision to uphold it.
fn of_kind(c: &mut Conn, by: &Caller, kind: RecordKind) -> Result<Vec<Doubt>, Error> {
    let mut doubts = match kind {
        RecordKind::Award => awards(c)?,
        RecordKind::Accreditation => accreditations(c, by)?,
        RecordKind::Selection => selected(c, by)?,
        RecordKind::Entry => entered(c, by)?,
        RecordKind::Appointment => appointed(c, by)?,
    };
    doubts.sort_by_key(|doubt| doubt.key.1);
    let ids: Vec<Id> = doubts.iter().map(|doubt| doubt.key.1).collect();
    let upheld = store::of_records(c, kind, &ids)?.into_iter();
    let mut upheld: HashMap<(Id, String), Upholding> =
        upheld.map(|one| ((one.record_id, one.digest.clone()), one)).collect();
    for doubt in &mut doubts {
        doubt.upheld = upheld.remove(&(doubt.key.1, doubt.digest()));
    }
    Ok(doubts)
}

/// A sentence for each thing that is missing.
fn sentences<T: ToString>(lacks: &[T]) -> Vec<String> {
    lacks.iter().map(ToString::to_string).collect()
}

/// The awards that hold and are doubtful, some of them read at a time.
fn awards(c: &mut Conn) -> Result<Vec<Doubt>, Error> {
    const BATCH: i64 = 200;
    let mut filter = AwardFilter {
        audience: Audience::Within(Reach::of(&[Authority::Administrator])),
        year: None,
        level: None,
        division: None,
        state: Some(ColoursState::Approved),
        province: None,
        evidence_fell: None,
        player: None,
        after: None,
    };
    let mut doubts = Vec::new();
    loop {
        let batch = colours::use_cases::list(c, filter.clone(), BATCH)?;
        let Some((last, _)) = batch.last() else {
            return Ok(doubts);
        };
        filter.after = Some(last.id);
        let mut lacking = lacks::lacking(c, batch.iter().map(|(award, _)| award))?;
        for (award, player) in batch {
            let Some(missing) = lacking.remove(&award.id) else {
                continue;
            };
            let about = format!("{}, {}", award_in_words(c, &award)?, award.year.number());
            doubts.push(Doubt {
                key: DoubtKey(RecordKind::Award, award.id.into()),
                player,
                province: Some(award.province),
                about,
                reasons: missing.into_iter().map(|missing| missing.sentence).collect(),
                upheld: None,
            });
        }
    }
}

/// The doubtful accreditations that are not over, and were not revoked.
fn accreditations(c: &mut Conn, by: &Caller) -> Result<Vec<Doubt>, Error> {
    let mut doubts = Vec::new();
    for state in [
        AccreditationState::Valid,
        AccreditationState::Suspended,
        AccreditationState::Future,
    ] {
        let filter = AccreditationFilter {
            state,
            on: by.today(),
            level: None,
            lapses_by: None,
            player: None,
            province: None,
            after: None,
        };
        for (accreditation, umpire) in umpires::use_cases::list(c, filter, i64::MAX)? {
            let reasons = umpires::use_cases::lacking(c, &accreditation, &umpire)?;
            if reasons.is_empty() {
                continue;
            }
            let level = Honour::Accreditation(accreditation.level).said_in(Words::ENGLISH);
            doubts.push(Doubt {
                key: DoubtKey(RecordKind::Accreditation, accreditation.id.into()),
                province: Some(umpire.home.province.clone()),
                player: umpire,
                about: format!(
                    "{level}, from {} to {}",
                    accreditation.valid_from, accreditation.valid_until
                ),
                reasons,
                upheld: None,
            });
        }
    }
    Ok(doubts)
}

/// The doubtful selections of this gaming year and the next.
fn selected(c: &mut Conn, by: &Caller) -> Result<Vec<Doubt>, Error> {
    let year = federation::store::calendar(c)?.year_of(by.today());
    let mut doubts = Vec::new();
    for year in [year, year.next()] {
        let selections = selections::store::of_year(c, year, None)?;
        for (selection, player) in with_players(c, selections, |selection| selection.player)? {
            let lacks = selections::use_cases::lacking(c, &selection, &player)?;
            if lacks.is_empty() || player.person.is_none() {
                continue;
            }
            doubts.push(Doubt {
                key: DoubtKey(RecordKind::Selection, selection.id.into()),
                player,
                about: format!("Selected for {}, {}", team(selection.team), year.number()),
                province: selection.province,
                reasons: sentences(&lacks),
                upheld: None,
            });
        }
    }
    Ok(doubts)
}

/// The tournaments whose entries and appointments are looked at: those that end in this gaming year or later.
fn current(c: &mut Conn, by: &Caller) -> Result<Vec<Tournament>, Error> {
    let calendar = federation::store::calendar(c)?;
    let (first, _) = calendar.days(calendar.year_of(by.today()));
    let filter = TournamentFilter {
        from: Some(first),
        ..TournamentFilter::default()
    };
    let mut found = tournaments::store::list(c, filter, i64::MAX)?;
    found.retain(|tournament| tournament.state != TournamentState::Cancelled);
    Ok(found)
}

fn by_id(tournaments: &[Tournament]) -> HashMap<TournamentId, &Tournament> {
    tournaments
        .iter()
        .map(|tournament| (tournament.id, tournament))
        .collect()
}

/// The doubtful entries of current tournaments.
fn entered(c: &mut Conn, by: &Caller) -> Result<Vec<Doubt>, Error> {
    let current = current(c, by)?;
    let of_id = by_id(&current);
    let doubt = |(entry, lacks): (Entry, Vec<EntryRefusal>)| {
        let tournament = of_id.get(&entry.tournament)?;
        Some(Doubt {
            key: DoubtKey(RecordKind::Entry, entry.id.into()),
            player: entry.player.player()?.clone(),
            province: Some(tournament.province.clone()),
            about: format!("Entry in {}", tournament.plan.name),
            reasons: sentences(&lacks),
            upheld: None,
        })
    };
    let lacking = entries::doubts::lacking(c, &current)?;
    Ok(lacking.into_iter().filter_map(doubt).collect())
}

/// The doubtful appointments to current tournaments.
fn appointed(c: &mut Conn, by: &Caller) -> Result<Vec<Doubt>, Error> {
    let current = current(c, by)?;
    let of_id = by_id(&current);
    let mut doubts = Vec::new();
    for (appointment, lack) in appointments::use_cases::lacking(c, &current)? {
        let Some(tournament) = of_id.get(&appointment.tournament) else {
            continue;
        };
        doubts.push(Doubt {
            key: DoubtKey(RecordKind::Appointment, appointment.id.into()),
            player: appointment.umpire,
            province: Some(tournament.province.clone()),
            about: format!("Appointment to {}", tournament.plan.name),
            reasons: sentences(&[lack]),
            upheld: None,
        });
    }
    Ok(doubts)
}
