//! An import done: loaded, decided, and saved or left alone, in one transaction.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Display;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::accounts::caller::Coordinator;
use crate::accounts::{self, Reach, Role};
use crate::clubs::affiliations::Affiliation;
use crate::clubs::{self, Club, ClubCode};
use crate::db::Conn;
use crate::db::audit::{self, Actor, Change};
use crate::imports::cells::{Cells, Faulty};
use crate::imports::jobs::Progress;
use crate::imports::plan::{Altered, ImportPlan, World, judge, named, numbered};
use crate::imports::table::Table;
use crate::imports::{
    GameImportFault, GameImportReport, ImportFault, ImportFile, ImportReport, JobInput, JobState, store,
};
use crate::players::residences::Residence;
use crate::players::{self, Name, Number, Player};
use crate::provinces;
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::{AccountId, ClubId, JobId, PlayerId};
use crate::values::validation::ValueError;

/// An import that was read: who asked for it, and the tables that were sent, in the order in which they are taken.
pub(crate) struct Import {
    account: AccountId,
    actor: Actor,
    dry_run: bool,
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
            tables,
        })
    }

    /// The number of rows in all.
    pub(crate) fn rows(&self) -> u64 {
        self.tables.iter().map(|table| table.count).sum()
    }

    /// Does the work of a job, and keeps what came of it; nothing if the job is done already.
    pub(crate) fn run(&self, c: &mut Conn, job: JobId, now: Timestamp, progress: &Progress) -> Result<(), Error> {
        progress.begin(self.rows());
        if !store::is_waiting(c, job)? {
            return Ok(());
        }
        let (plan, report) = judge(&self.tables, self.dry_run, self.load(c, now)?);
        if report.state() == JobState::Done && !self.dry_run {
            progress.add(report.rows().saturating_sub(count(plan.things())));
            save(c, &plan, now, &self.actor, progress)?;
        }
        store::finish(c, job, &report, now)
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
            educated: clubs::contacts::store::with_educator(c)?,
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

/// Things of a step: progress is told after each.
const STEP: usize = 500;

/// The operation by which the audit trail names the changes.
const ACTION: &str = "create_import";

fn save(c: &mut Conn, plan: &ImportPlan, now: Timestamp, actor: &Actor, progress: &Progress) -> Result<(), Error> {
    for clubs in plan.clubs.chunks(STEP) {
        let mut changes = Vec::new();
        for club in clubs {
            match &club.before {
                Some(_) => clubs::store::update(c, &club.after)?,
                None => clubs::store::insert(c, &club.after)?,
            }
            changes.push(change(club, "club", club.after.id, Club::clone)?);
        }
        audit::append_all(c, now, actor, changes)?;
        progress.add(count(clubs.len()));
    }
    for affiliations in plan.affiliations.chunks(STEP) {
        let mut changes = Vec::new();
        for affiliation in affiliations {
            match &affiliation.before {
                Some(_) => clubs::affiliations::store::update(c, &affiliation.after)?,
                None => clubs::affiliations::store::insert(c, &affiliation.after)?,
            }
            let id = affiliation.after.id;
            changes.push(change(affiliation, "affiliation", id, Affiliation::clone)?);
        }
        audit::append_all(c, now, actor, changes)?;
        progress.add(count(affiliations.len()));
    }
    for players in plan.players.chunks(STEP) {
        save_players(c, players, now, actor)?;
        progress.add(count(players.len()));
    }
    for registrations in plan.registrations.chunks(STEP) {
        let mut changes = Vec::new();
        let (new, known): (Vec<_>, Vec<_>) = registrations.iter().partition(|(one, _)| one.before.is_none());
        let new: Vec<_> = new.iter().map(|(one, _)| &one.after).collect();
        players::registrations::store::insert_all(c, &new)?;
        for (registration, _) in known {
            players::registrations::store::update(c, &registration.after)?;
        }
        for (registration, player) in registrations {
            let evidence = |one: &players::registrations::Registration| one.evidence(player, now.day());
            changes.push(change(registration, "registration", registration.after.id, evidence)?);
        }
        audit::append_all(c, now, actor, changes)?;
        progress.add(count(registrations.len()));
    }
    Ok(())
}

fn save_players(c: &mut Conn, players: &[Altered<Player>], now: Timestamp, actor: &Actor) -> Result<(), Error> {
    let mut changes = Vec::new();
    let new = players.iter().filter(|player| player.before.is_none());
    players::store::batches::insert(c, &new.map(|player| &player.after).collect::<Vec<_>>())?;
    for Altered { before, after } in players {
        let Some(before) = before else {
            changes.push(Change::created(ACTION, "player", after.id, &after.particulars()?)?);
            continue;
        };
        if let Some(person) = after
            .person
            .as_ref()
            .filter(|person| before.person.as_ref() != Some(person))
        {
            players::store::update(c, after.id, person)?;
        }
        if before.home != after.home {
            let residence = Residence {
                player: after.id,
                since: now.day(),
                home: after.home.clone(),
                recorded_at: now,
            };
            players::residences::store::keep(c, &residence)?;
            players::residences::store::settle(c, after.id, &after.home)?;
        }
        changes.push(Change::altered(
            ACTION,
            "player",
            after.id,
            &before.particulars()?,
            &after.particulars()?,
        )?);
    }
    audit::append_all(c, now, actor, changes)
}

fn change<T, V: serde::Serialize>(
    altered: &Altered<T>,
    subject: &'static str,
    id: impl Display,
    view: impl Fn(&T) -> V,
) -> Result<Change<'static>, Error> {
    match &altered.before {
        Some(before) => Change::altered(ACTION, subject, id, &view(before), &view(&altered.after)),
        None => Change::created(ACTION, subject, id, &view(&altered.after)),
    }
}

fn count(things: usize) -> u64 {
    u64::try_from(things).unwrap_or(u64::MAX)
}

/// The report on work that we could not do.
pub(crate) fn broken(input: &JobInput) -> ImportReport {
    let fault = |file| {
        let rule = "The service has a fault, and nothing was taken. Quote the job's id when you report it.";
        ImportFault::new(file, 1, None, ValueError::new("internal", rule))
    };
    let game_fault = || {
        let rule = "The service has a fault, and not all games were looked at. Quote the job's id when you report it.";
        GameImportFault::new(1, None, ValueError::new("internal", rule))
    };
    ImportReport {
        dry_run: input.dry_run,
        faults: input.files.first().map(|sent| fault(sent.file)).into_iter().collect(),
        games: input.games.as_ref().map(|_| GameImportReport {
            faults: vec![game_fault()],
            ..GameImportReport::default()
        }),
        ..ImportReport::default()
    }
}
