//! The plan of an import: every row judged against what is on record and against the rows before it. Pure.

mod clubs;
mod players;

use std::collections::{BTreeMap, HashMap, HashSet};

use chrono::NaiveDate;

use crate::accounts::Reach;
use crate::clubs::Club;
use crate::clubs::affiliations::Affiliation;
use crate::federation::divisions::DivisionAges;
use crate::imports::cells::Cells;
use crate::imports::table::{MOST_FAULTS, Table};
use crate::imports::{ImportFault, ImportFile, ImportFileReport, ImportReport, JobState};
use crate::players::conflicts::Close;
use crate::players::registrations::{Basis, Registration};
use crate::players::{Number, Player};
use crate::provinces::{Province, Region};
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::gaming_calendar::GamingCalendar;
use crate::values::gaming_year::GamingYear;
use crate::values::id::{ClubId, PlayerId};
use crate::values::validation::ValueError;

pub(crate) use players::{named, numbered};

/// The records of what the files speak of.
#[derive(Debug)]
pub(crate) struct World {
    pub(crate) now: Timestamp,
    /// The reach of the uploader's authority.
    pub(crate) reach: Reach,
    /// The players to whom the uploader is close.
    pub(crate) close: Close,
    pub(crate) provinces: Vec<Province>,
    pub(crate) regions: Vec<Region>,
    /// Those whose codes stand in the files, and those of the players.
    pub(crate) clubs: Vec<Club>,
    /// The clubs that have an educator in charge, as only a school has.
    pub(crate) educated: HashSet<ClubId>,
    pub(crate) affiliations: Vec<Affiliation>,
    pub(crate) numbered: BTreeMap<Number, Player>,
    /// Players within reach with a name that stands in the files.
    pub(crate) namesakes: Vec<Player>,
    pub(crate) registrations: Vec<Registration>,
    pub(crate) last_number: Option<Number>,
    /// The calendar of gaming years.
    pub(crate) calendar: GamingCalendar,
    /// The ages that the divisions admit.
    pub(crate) ages: DivisionAges,
}

/// A thing that is new, or not as it was.
#[derive(Debug, Clone)]
pub(crate) struct Altered<T> {
    pub(crate) before: Option<T>,
    pub(crate) after: T,
}

/// The changes that are to be saved.
#[derive(Debug, Default)]
pub(crate) struct ImportPlan {
    pub(crate) clubs: Vec<Altered<Club>>,
    pub(crate) affiliations: Vec<Altered<Affiliation>>,
    pub(crate) players: Vec<Altered<Player>>,
    pub(crate) registrations: Vec<Altered<Registration>>,
}

/// The fate of a row.
enum Fate {
    Created,
    Changed,
    Unchanged,
    /// It may be about someone who is known, and is left out.
    Suspected,
}

/// Judges every row of the files, which stand in the order in which they are taken.
pub(crate) fn judge(tables: &[Table], dry_run: bool, world: World) -> (ImportPlan, ImportReport) {
    let mut judge = Judge::new(world);
    let mut faults = FirstFaults::default();
    let mut report = ImportReport {
        dry_run,
        ..ImportReport::default()
    };
    for table in tables {
        let mut counts = ImportFileReport {
            rows: table.count,
            sheet: table.sheet.clone(),
            columns: table.columns.clone(),
            ..ImportFileReport::new(table.file)
        };
        faults.add(table.faults.iter().cloned());
        faults.more += table.more_faults;
        if !table.faults.is_empty() {
            judge.incomplete.insert(table.file.as_str());
        }
        for row in &table.rows {
            let mut cells = Cells::new(table.file, row);
            let fate = match table.file {
                ImportFile::Clubs => judge.club(&mut cells),
                ImportFile::Affiliations => judge.affiliation(&mut cells),
                ImportFile::Players => judge.player(&mut cells, &mut report.suspected_duplicates),
                ImportFile::Registrations => judge.registration(&mut cells),
            };
            match fate {
                Some(Fate::Created) => counts.created += 1,
                Some(Fate::Changed) => counts.changed += 1,
                Some(Fate::Unchanged) => counts.unchanged += 1,
                Some(Fate::Suspected) => {}
                None => {
                    judge.incomplete.insert(table.file.as_str());
                }
            }
            faults.add(cells.into_faults());
        }
        report.files.push(counts);
    }
    faults.cut();
    (report.faults, report.more_faults) = (faults.kept, faults.more);
    if report.state() == JobState::Refused {
        for file in &mut report.files {
            (file.created, file.changed, file.unchanged) = (0, 0, 0);
        }
    }
    (judge.plan, report)
}

/// The first faults by file, line and column, of many that are found.
#[derive(Debug, Default)]
struct FirstFaults {
    kept: Vec<ImportFault>,
    /// The number of the others.
    more: usize,
    /// The place from which on none is kept any more.
    end: Option<(usize, u64, Option<usize>)>,
}

impl FirstFaults {
    fn add(&mut self, faults: impl IntoIterator<Item = ImportFault>) {
        for fault in faults {
            if self.end.is_some_and(|end| fault.place() >= end) {
                self.more += 1;
                continue;
            }
            self.kept.push(fault);
            if self.kept.len() == 2 * MOST_FAULTS {
                self.cut();
            }
        }
    }

    /// Sorts them, and leaves as many as are listed.
    fn cut(&mut self) {
        self.kept.sort_by_cached_key(ImportFault::place);
        if self.kept.len() >= MOST_FAULTS {
            self.more += self.kept.len() - MOST_FAULTS;
            self.kept.truncate(MOST_FAULTS);
            self.end = self.kept.last().map(ImportFault::place);
        }
    }
}

/// The players who have one name, without regard to case and accents, and one birth date.
type NameAndBirth = (String, NaiveDate);

/// The state of things while the rows are judged: the records, with the rows before this one taken.
struct Judge {
    now: Timestamp,
    reach: Reach,
    close: Close,
    provinces: HashMap<String, Province>,
    regions: HashMap<String, Region>,
    /// Clubs by code; none is known of one whose row has a fault.
    codes: HashMap<String, Option<Club>>,
    clubs: HashMap<ClubId, Club>,
    educated: HashSet<ClubId>,
    affiliations: HashMap<(ClubId, GamingYear), Affiliation>,
    numbers: BTreeMap<Number, PlayerId>,
    players: HashMap<PlayerId, Player>,
    names: HashMap<NameAndBirth, Vec<PlayerId>>,
    /// New players, and the lines in which they stand.
    lines: HashMap<PlayerId, u64>,
    registrations: HashMap<(PlayerId, GamingYear, &'static str), Registration>,
    last_number: Option<Number>,
    calendar: GamingCalendar,
    ages: DivisionAges,
    /// The subjects of earlier rows, and the lines in which they stand.
    seen: HashMap<String, u64>,
    /// Files of which not every row was taken: what later rows do not find may be there.
    incomplete: HashSet<&'static str>,
    plan: ImportPlan,
}

impl Judge {
    fn new(world: World) -> Judge {
        let mut judge = Judge {
            now: world.now,
            reach: world.reach,
            close: world.close,
            provinces: world
                .provinces
                .into_iter()
                .map(|province| (province.code.clone(), province))
                .collect(),
            regions: world
                .regions
                .into_iter()
                .map(|region| (region.code.clone(), region))
                .collect(),
            codes: world
                .clubs
                .iter()
                .map(|club| (club.code.to_string(), Some(club.clone())))
                .collect(),
            educated: world.educated,
            calendar: world.calendar,
            ages: world.ages,
            clubs: world.clubs.into_iter().map(|club| (club.id, club)).collect(),
            affiliations: world
                .affiliations
                .into_iter()
                .map(|one| ((one.club, one.year), one))
                .collect(),
            numbers: world
                .numbered
                .iter()
                .map(|(number, player)| (*number, player.id))
                .collect(),
            players: HashMap::new(),
            names: HashMap::new(),
            lines: HashMap::new(),
            registrations: HashMap::new(),
            last_number: world.last_number,
            seen: HashMap::new(),
            incomplete: HashSet::new(),
            plan: ImportPlan::default(),
        };
        for player in world.namesakes.into_iter().chain(world.numbered.into_values()) {
            judge.know(player);
        }
        for registration in world.registrations {
            judge.registrations.insert(of(&registration), registration);
        }
        judge
    }

    /// Notes what a row is about; false, and a fault, if an earlier one was about it.
    fn is_first(&mut self, cells: &mut Cells<'_>, column: Option<&str>, what: String) -> bool {
        let Some(earlier) = self.seen.get(&what) else {
            self.seen.insert(what, cells.line());
            return true;
        };
        let rule = format!("Line {earlier} is about the same.");
        cells.note(column, ValueError::new("duplicate-row", rule));
        false
    }
}

/// The key that tells a registration from others.
fn of(registration: &Registration) -> (PlayerId, GamingYear, &'static str) {
    key(registration.player, registration.year, registration.basis)
}

fn key(player: PlayerId, year: GamingYear, basis: Basis) -> (PlayerId, GamingYear, &'static str) {
    (player, year, basis.as_str())
}

/// Notes a refusal at the column that it is about; `elsewhere` if it does not say.
fn refuse(cells: &mut Cells<'_>, elsewhere: &str, refusal: impl Into<Error>) {
    let error = refusal.into();
    let (pointer, invalid) = error.as_value_error();
    let column = pointer.map_or(elsewhere, |pointer| pointer.trim_start_matches('/'));
    cells.note(Some(if column == "club_id" { "club" } else { column }), invalid);
}
