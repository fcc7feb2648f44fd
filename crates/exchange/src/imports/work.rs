//! An import done: judged on a snapshot, and carried out or left alone.
//!
//! It is carried out in steps, each a transaction, and all the same it is taken whole or not at all. All that it is about is
//! held before it is judged, so nothing of it changes any more; the steps are kept; then it is decided, in one short
//! transaction. From there on nobody can be in the way of a step, and the steps are carried out, by this service or the
//! next one.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::accounts::caller::Coordinator;
use crate::accounts::{self, Reach, Role};
use crate::clubs::{self, ClubCode};
use crate::db::audit::Actor;
use crate::db::{Conn, holds};
use crate::federation;
use crate::imports::cells::{Cells, Faulty};
use crate::imports::claims::{Claim, Interruption};
use crate::imports::plan::{World, judge, named, numbered};
use crate::imports::steps::Step;
use crate::imports::table::Table;
use crate::imports::{
    GameImportFault, GameImportReport, ImportFault, ImportFile, ImportReport, JobInput, JobState, store,
};
use crate::players::{self, Name, Number};
use crate::provinces;
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::{AccountId, ClubId, PlayerId};
use crate::values::validation::ValueError;

/// The most judgements, one after the other. Two do, unless somebody registers people of the names in the files meanwhile.
const JUDGEMENTS: usize = 5;

/// An import that was read: who asked for it, and the tables that were sent, in the order in which they are taken.
pub(crate) struct Import {
    account: AccountId,
    actor: Actor,
    dry_run: bool,
    is_looked_at: bool,
    tables: Vec<Table>,
}

impl Import {
    pub(crate) fn read(account: AccountId, input: &JobInput) -> Result<Import, Error> {
        let actor = Actor::over_http(Some(account), input.origin.clone());
        let table = |(file, content): (ImportFile, &str)| {
            let bytes = STANDARD
                .decode(content)
                .map_err(|error| Error::Internal(error.to_string()))?;
            Ok(Table::read(file, &bytes))
        };
        let sent = input.files.iter().map(|sent| (sent.file, sent.content.as_str()));
        let tables = sent.map(table).collect::<Result<_, Error>>()?;
        Ok(Import {
            account,
            actor,
            dry_run: input.dry_run,
            is_looked_at: input.is_looked_at,
            tables,
        })
    }

    /// The number of rows in all.
    pub(crate) fn rows(&self) -> u64 {
        self.tables.iter().map(|table| table.count).sum()
    }

    /// Does the work of a job: judges the files, and carries out what they say if there is no fault in any.
    pub(crate) async fn run(self, claim: &Claim) -> Result<(), Interruption> {
        clear(claim).await?;
        let (job, total, actor) = (claim.job, self.rows(), self.actor.clone());
        let is_looked_at = self.dry_run && self.is_looked_at;
        claim.write(move |c| store::begin(c, job, total)).await?;
        let (steps, report) = Arc::new(self).settled(claim).await?;
        if steps.is_empty() {
            clear(claim).await?;
            let now = claim.now();
            let can_be_saved = is_looked_at && report.state() == JobState::Done;
            let end = if can_be_saved { store::end } else { store::finish };
            return claim.write(move |c| end(c, job, &report, now)).await;
        }
        let things: u64 = steps.iter().map(Step::things).sum();
        for (place, step) in (1..).zip(steps) {
            let content = serde_json::to_string(&step).map_err(|error| Error::Internal(error.to_string()))?;
            claim
                .write(move |c| store::insert_step(c, job, place, &content))
                .await?;
        }
        let decide = move |c: &mut Conn| {
            store::decide(c, job, &report)?;
            // Rows about things that are as they should be are done.
            store::advance(c, job, total.saturating_sub(things))
        };
        claim.write(decide).await?;
        carry_out(claim, &actor).await
    }

    /// Judges the files until all that the steps are about is held: then what was read of it is still true when they are
    /// carried out. The first judgement tells what to hold, the second is on a snapshot after that.
    async fn settled(self: Arc<Import>, claim: &Claim) -> Result<(Vec<Step>, ImportReport), Interruption> {
        let mut held: BTreeSet<String> = BTreeSet::new();
        for _ in 0..JUDGEMENTS {
            let (import, now) = (Arc::clone(&self), claim.now());
            let (steps, report) = claim.read(move |c| import.judged(c, now)).await?;
            let missing: BTreeSet<String> = Step::names_of(&steps).difference(&held).cloned().collect();
            if missing.is_empty() {
                return Ok((steps, report));
            }
            if let Err(interruption) = hold(claim, &missing).await {
                // What another import holds is free when that is done; until then nothing is held in vain.
                clear(claim).await?;
                return Err(interruption);
            }
            held.extend(missing);
        }
        clear(claim).await?;
        let restless = "what an import is about did not stay as it was";
        Err(Error::Unavailable(restless.to_owned()).into())
    }

    /// The steps by which the import is carried out, and the report; no steps if nothing is to be done.
    fn judged(&self, c: &mut Conn, now: Timestamp) -> Result<(Vec<Step>, ImportReport), Error> {
        let (plan, report) = judge(&self.tables, self.dry_run, self.load(c, now)?);
        if self.dry_run || report.state() == JobState::Refused {
            return Ok((Vec::new(), report));
        }
        Ok((Step::all(plan, now)?, report))
    }

    /// Loads what is on record of what the files speak of.
    fn load(&self, c: &mut Conn, now: Timestamp) -> Result<World, Error> {
        let reach = reach(c, self.account, Coordinator::ROLES, now)?;
        let wanted = Wanted::of(&self.tables, now);
        let codes: Vec<&str> = wanted.codes.iter().map(String::as_str).collect();
        let numbered = players::store::batches::find_by_numbers(c, &wanted.numbers.into_iter().collect::<Vec<_>>())?;
        let names: Vec<&Name> = wanted.names.values().collect();
        let namesakes = players::store::batches::namesakes(c, &names, &reach)?;
        let known = || numbered.values().chain(&namesakes);
        let homes: BTreeSet<ClubId> = known().map(|player| player.club).collect();
        let clubs = clubs::store::find_all(c, &codes, &homes.into_iter().collect::<Vec<_>>())?;
        let ids: Vec<ClubId> = clubs.iter().map(|club| club.id).collect();
        let players: BTreeSet<PlayerId> = known().map(|player| player.id).collect();
        let has = |file| self.tables.iter().any(|table| table.file == file);
        let registered = if has(ImportFile::Registrations) {
            players.into_iter().collect()
        } else {
            Vec::new()
        };
        Ok(World {
            now,
            provinces: provinces::store::list(c)?,
            regions: provinces::store::list_regions(c, None)?,
            affiliations: clubs::affiliations::store::find_of(
                c,
                if has(ImportFile::Affiliations) { &ids } else { &[] },
            )?,
            registrations: players::registrations::store::find_of_all(c, &registered)?,
            last_number: players::store::last_number(c)?,
            calendar: federation::store::calendar(c)?,
            ages: federation::store::settings(c, now.day())?.divisions,
            educated: clubs::contacts::store::with_educator(c)?,
            close: players::conflicts::store::close(c, self.account)?,
            reach,
            clubs,
            numbered,
            namesakes,
        })
    }
}

/// The reach that the uploader's authority of these roles has today; none, if it was taken back or the account deactivated since.
pub(crate) fn reach(c: &mut Conn, account: AccountId, roles: &[Role], now: Timestamp) -> Result<Reach, Error> {
    let authorities = accounts::use_cases::authorities(c, account, now.day())?;
    Ok(Reach::for_roles(&authorities, roles).unwrap_or_default())
}

/// The things that the files speak of, as far as they can be read.
#[derive(Default)]
struct Wanted {
    codes: BTreeSet<String>,
    numbers: BTreeSet<Number>,
    names: HashMap<String, Name>,
}

impl Wanted {
    fn of(tables: &[Table], now: Timestamp) -> Wanted {
        let mut wanted = Wanted::default();
        for table in tables {
            for row in &table.rows {
                let mut cells = Cells::new(table.file, row);
                let code = cells.text(if table.file == ImportFile::Clubs {
                    "code"
                } else {
                    "club"
                });
                wanted.codes.extend(
                    code.and_then(|code| ClubCode::parse(code).ok())
                        .map(|code| code.to_string()),
                );
                if matches!(table.file, ImportFile::Players | ImportFile::Registrations) {
                    match numbered(&mut cells) {
                        Ok(Some(number)) => {
                            wanted.numbers.insert(number);
                        }
                        Ok(None) => {
                            let name = named(&mut cells, now.day());
                            wanted.names.extend(name.map(|name| (name.full(), name)));
                        }
                        Err(Faulty) => {}
                    }
                }
            }
        }
        wanted
    }
}

/// Names that are held in one transaction.
const HOLDS: usize = 2000;

/// Holds what is named so, in the order of the names: of two imports that want the same, one has all of it.
async fn hold(claim: &Claim, names: &BTreeSet<String>) -> Result<(), Interruption> {
    let names: Vec<&String> = names.iter().collect();
    for names in names.chunks(HOLDS) {
        let (holder, names): (_, Vec<String>) = (claim.job.into(), names.iter().copied().cloned().collect());
        claim.write(move |c| holds::hold(c, holder, &names)).await?;
    }
    Ok(())
}

/// Carries out the steps that are left of an import that is decided, and ends the job.
pub(crate) async fn carry_out(claim: &Claim, actor: &Actor) -> Result<(), Interruption> {
    let job = claim.job;
    loop {
        let actor = actor.clone();
        let carry_out_next = move |c: &mut Conn| {
            let Some((place, step)) = store::next_step::<Step>(c, job)? else {
                return Ok(false);
            };
            step.save(c, &actor)?;
            holds::release(c, job.into(), &step.names().into_iter().collect::<Vec<_>>())?;
            store::delete_step(c, job, place)?;
            store::advance(c, job, step.things())?;
            Ok(true)
        };
        if !claim.write(carry_out_next).await? {
            break;
        }
    }
    while claim.write(move |c| store::release_some(c, job)).await? {}
    let now = claim.now();
    let end = move |c: &mut Conn| {
        let report = store::find_decision(c, job)?;
        store::finish(c, job, &report, now)
    };
    claim.write(end).await
}

/// Takes away what work on the job that was not decided has left.
pub(crate) async fn clear(claim: &Claim) -> Result<(), Interruption> {
    let job = claim.job;
    while claim.write(move |c| store::clear_some(c, job)).await? {}
    Ok(())
}

/// The report on work that we could not do.
pub(crate) fn broken(input: Option<&JobInput>) -> ImportReport {
    let fault = |file| {
        let rule = "The service has a fault, and nothing was taken. Quote the job's id when you report it.";
        ImportFault::new(file, 1, None, ValueError::new("internal", rule))
    };
    let game_fault = || {
        let rule = "The service has a fault, and not all games were looked at. Quote the job's id when you report it.";
        GameImportFault::new(1, None, ValueError::new("internal", rule))
    };
    let file = input.and_then(|input| input.files.first()).map(|sent| sent.file);
    let games = input.and_then(|input| input.games.as_ref());
    let faults = match games {
        Some(_) => Vec::new(),
        None => vec![fault(file.unwrap_or(ImportFile::Clubs))],
    };
    ImportReport {
        dry_run: input.is_some_and(|input| input.dry_run),
        faults,
        games: games.map(|_| GameImportReport {
            faults: vec![game_fault()],
            ..GameImportReport::default()
        }),
        ..ImportReport::default()
    }
}
