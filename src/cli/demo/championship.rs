//! A championship from its announcement to its ratification, as those do it who run one.

use crate::cli::demo::boards::{self, Board};
use crate::cli::demo::cast::Cast;
use crate::cli::demo::diary::{Diary, Officer, Scribe, after, before, creation};
use crate::cli::demo::fixtures::{Fixture, Mishap};
use crate::cli::demo::player::Strength;
use crate::federation;
use crate::rankings;
use crate::tournaments::appointments::NewAppointment;
use crate::tournaments::entries::use_cases::EntryRequest;
use crate::tournaments::entry_batches::use_cases::{Newcomer, PlayerReference};
use crate::tournaments::matches::use_cases::Correction;
use crate::tournaments::matches::{self, disputes};
use crate::tournaments::model::{Entry, Round, TournamentSnapshot};
use crate::tournaments::plans::championship;
use crate::tournaments::ratification::{self, Counters, NewEquipment};
use crate::tournaments::rounds::orders::NewOrders;
use crate::tournaments::rounds::use_cases::SeedingSource;
use crate::tournaments::rounds::{self};
use crate::tournaments::teams::use_cases::NewTeam;
use crate::tournaments::use_cases::NewTournament;
use crate::tournaments::{self, appointments, check_ins, entries, entry_batches, teams};
use crate::values::error::Error;
use crate::values::id::EntryId;

/// The list by which players are seeded.
pub(super) const SEEDING: SeedingSource = SeedingSource(rankings::seedings::use_cases::newest);

/// Notes the days of a championship that is over.
pub(super) fn tell(fixture: &Fixture, diary: &mut Diary) {
    prepare(fixture, diary);
    let (first, last) = (fixture.plan.starts_on, fixture.plan.ends_on);
    let half = championship::ROUNDS / 2;
    diary.on(
        first,
        9,
        on(fixture, move |scribe, fixture| {
            begin(scribe, fixture)?;
            (1..=half).try_for_each(|number| play(scribe, fixture, number))
        }),
    );
    diary.on(
        last,
        9,
        on(fixture, move |scribe, fixture| {
            (half + 1..=championship::ROUNDS).try_for_each(|number| play(scribe, fixture, number))
        }),
    );
    diary.on(
        after(last, 4),
        11,
        on(fixture, |scribe, fixture| {
            let by = scribe.by(&scribe.cast.office.administrator);
            ratification::use_cases::ratify(scribe.c, &by, fixture.id)?;
            Ok(())
        }),
    );
}

/// Notes the days until a championship begins.
pub(super) fn prepare(fixture: &Fixture, diary: &mut Diary) {
    let begins = fixture.plan.starts_on;
    diary.on(before(begins, 40), 10, on(fixture, announce));
    diary.on(before(begins, 30), 10, on(fixture, open));
    diary.on(before(begins, 10), 18, on(fixture, enter));
    diary.on(before(begins, 8), 10, on(fixture, appoint));
}

/// Something that is done in a championship.
pub(super) fn on(
    fixture: &Fixture,
    deed: impl Fn(&mut Scribe<'_>, &Fixture) -> Result<(), Error> + Send + Sync + 'static,
) -> impl Fn(&mut Scribe<'_>) -> Result<(), Error> + Send + Sync + 'static {
    let fixture = fixture.clone();
    move |scribe| deed(scribe, &fixture)
}

pub(super) fn announce(scribe: &mut Scribe<'_>, fixture: &Fixture) -> Result<(), Error> {
    let by = scribe.by(scribe.cast.office.coordinator(fixture.province)?);
    let new = NewTournament {
        creation: creation(Some(fixture.id), &by)?,
        province: fixture.province.to_owned(),
        plan: fixture.plan.clone().parse()?,
        readings: federation::store::settings(scribe.c, by.today())?.readings,
    };
    tournaments::use_cases::announce(scribe.c, &by, &new)?;
    Ok(())
}

pub(super) fn open(scribe: &mut Scribe<'_>, fixture: &Fixture) -> Result<(), Error> {
    let by = scribe.by(scribe.cast.office.coordinator(fixture.province)?);
    tournaments::use_cases::open(scribe.c, &by, fixture.id)?;
    Ok(())
}

/// Enters the players of each club by its secretary, and the teams.
fn enter(scribe: &mut Scribe<'_>, fixture: &Fixture) -> Result<(), Error> {
    let cast = scribe.cast;
    for (club, secretary) in cast.office.secretaries.iter().enumerate() {
        let own = fixture
            .field
            .iter()
            .filter(|member| cast.members[**member].club == club);
        let by = scribe.by(secretary);
        let newcomer = |member: &usize| {
            Ok(Newcomer {
                creation: creation(None, &by)?,
                player: PlayerReference::Id(cast.members[*member].id),
                club: None,
            })
        };
        let newcomers = own.map(newcomer).collect::<Result<Vec<_>, Error>>()?;
        if !newcomers.is_empty() {
            entry_batches::use_cases::enter_all(scribe.c, &by, fixture.id, &newcomers)?;
        }
    }
    let entered = entries::use_cases::list(scribe.c, fixture.id)?;
    for (name, members) in &fixture.teams {
        let by = scribe.by(cast.office.coordinator(fixture.province)?);
        let entry = |member: &usize| {
            let id = cast.members[*member].id;
            let entry = entered.iter().find(|entry| entry.player.id() == id);
            entry
                .map(|entry| entry.id)
                .ok_or_else(|| Error::Internal(format!("{id} is not entered")))
        };
        let team = NewTeam {
            creation: creation(None, &by)?,
            tournament: fixture.id,
            name: name.clone(),
            club: None,
            members: members.iter().map(entry).collect::<Result<_, Error>>()?,
        };
        teams::use_cases::create(scribe.c, &by, &team)?;
    }
    Ok(())
}

fn appoint(scribe: &mut Scribe<'_>, fixture: &Fixture) -> Result<(), Error> {
    let cast = scribe.cast;
    for umpire in fixture.umpires(cast) {
        let by = scribe.by(cast.office.coordinator(fixture.province)?);
        let new = NewAppointment {
            umpire: cast.members[umpire.member].id,
            from: None,
            until: None,
            reason: None,
        };
        appointments::use_cases::appoint(scribe.c, &by, fixture.id, &new)?;
    }
    Ok(())
}

/// The umpire who runs the tournament.
fn umpire<'a>(cast: &'a Cast, fixture: &Fixture) -> Result<&'a Officer, Error> {
    let umpire = fixture.umpires(cast).next().map(|umpire| &umpire.officer);
    umpire.ok_or_else(|| Error::Internal(format!("{} has no umpire", fixture.plan.name)))
}

/// Looks at the boards, ticks who is there, and puts the players in the order in which the umpire thinks that they play.
pub(super) fn begin(scribe: &mut Scribe<'_>, fixture: &Fixture) -> Result<(), Error> {
    let umpire = umpire(scribe.cast, fixture)?;
    let equipment = NewEquipment {
        board: fixture.plan.board,
        junction: 25,
        counters: Counters::Pvc,
        counter_size: 25,
        marked: true,
        federation_mark: true,
        found_on: None,
        reason: None,
    };
    let by = scribe.by(umpire);
    ratification::use_cases::confirm_equipment(scribe.c, &by, fixture.id, &equipment)?;
    let mut entries = entries::use_cases::list(scribe.c, fixture.id)?;
    entries.sort_by_key(|entry| std::cmp::Reverse(entry.player.number().map(Strength::of)));
    let by = scribe.by(umpire);
    let is_missing = fixture.has(Mishap::Missing);
    let (here, missing) = entries.split_at(entries.len() - usize::from(is_missing));
    let ids = |entries: &[Entry]| entries.iter().map(|entry| entry.id).collect::<Vec<EntryId>>();
    check_ins::use_cases::check_in_all(scribe.c, &by, fixture.id, &ids(here))?;
    if is_missing {
        let by = scribe.by(umpire);
        check_ins::use_cases::withdraw_missing(scribe.c, &by, fixture.id, &ids(missing))?;
    }
    let order: Vec<_> = entries.iter().map(|entry| entry.player.id()).collect();
    let by = scribe.by(umpire);
    entries::use_cases::order(scribe.c, &by, fixture.id, &order)?;
    Ok(())
}

/// Plays a round from its draw until it is closed.
pub(super) fn play(scribe: &mut Scribe<'_>, fixture: &Fixture, number: i64) -> Result<(), Error> {
    let umpire = umpire(scribe.cast, fixture)?;
    let (round, snapshot) = draw(scribe, fixture)?;
    let mut boards = boards::of_round(&snapshot, round.number)?;
    // The shorter matches are over after an hour, the others half an hour later.
    let (shorter, longer) = boards.split_at(boards.len() / 2);
    scribe.wait(60);
    enter_results(scribe, fixture, &round, shorter)?;
    scribe.wait(30);
    enter_results(scribe, fixture, &round, longer)?;
    confirm_results(scribe, fixture, &round, &boards)?;
    let is_disputed = |board: &&Board| fixture.has(Mishap::Disputed(number, board.number));
    if let Some(board) = boards.iter().find(is_disputed) {
        dispute(scribe, fixture, board)?;
    }
    let by = scribe.by(umpire);
    rounds::use_cases::close(scribe.c, &by, round.id)?;
    boards.retain(|board| !fixture.has(Mishap::Forfeited(number, board.number)));
    record(scribe, fixture, &snapshot, &boards)?;
    come_and_go(scribe, fixture, number)?;
    scribe.wait(25);
    Ok(())
}

/// Draws the next round and publishes it.
pub(super) fn draw(scribe: &mut Scribe<'_>, fixture: &Fixture) -> Result<(Round, TournamentSnapshot), Error> {
    let umpire = umpire(scribe.cast, fixture)?;
    let by = scribe.by(umpire);
    let (drawn, _) = rounds::use_cases::draw(scribe.c, &by, fixture.id, &NewOrders::default(), SEEDING)?;
    let by = scribe.by(umpire);
    rounds::use_cases::publish(scribe.c, &by, drawn.id)
}

/// Enters results as they come in, and one of them from the wrong side.
pub(super) fn enter_results(
    scribe: &mut Scribe<'_>,
    fixture: &Fixture,
    round: &Round,
    boards: &[Board],
) -> Result<(), Error> {
    let number = round.number.get();
    let sheet = |board: &Board| {
        if fixture.has(Mishap::Forfeited(number, board.number)) {
            board.forfeited()
        } else {
            board.sheet(fixture.has(Mishap::Misread(number, board.number)))
        }
    };
    let sheets: Vec<_> = boards.iter().map(|board| (board.match_id, sheet(board))).collect();
    let by = scribe.by(umpire(scribe.cast, fixture)?);
    matches::use_cases::enter_in_round(scribe.c, &by, round.id, &sheets)?;
    Ok(())
}

/// Has a second person confirm results, once the one is corrected that was misread.
pub(super) fn confirm_results(
    scribe: &mut Scribe<'_>,
    fixture: &Fixture,
    round: &Round,
    boards: &[Board],
) -> Result<(), Error> {
    let number = round.number.get();
    let is_misread = |board: &Board| fixture.has(Mishap::Misread(number, board.number));
    for board in boards.iter().filter(|board| is_misread(board)) {
        let by = scribe.by(umpire(scribe.cast, fixture)?);
        let correction = Correction {
            version: 1,
            published_rounds: number,
            sheet: board.sheet(false),
            reason: "The sheet was read from the other side.".to_owned(),
        };
        matches::use_cases::correct(scribe.c, &by, board.match_id, &correction)?;
    }
    let version = |board: &Board| (board.match_id, 1 + i64::from(is_misread(board)));
    let versions: Vec<_> = boards.iter().map(version).collect();
    let by = scribe.by(scribe.cast.office.coordinator(fixture.province)?);
    matches::use_cases::confirm_in_round(scribe.c, &by, round.id, &versions)?;
    Ok(())
}

/// Puts the games of boards on record.
pub(super) fn record(
    scribe: &mut Scribe<'_>,
    fixture: &Fixture,
    snapshot: &TournamentSnapshot,
    boards: &[Board],
) -> Result<(), Error> {
    let by = scribe.by(umpire(scribe.cast, fixture)?);
    boards::record(scribe.c, &by, snapshot, boards)
}

/// Hears a dispute: the result stands.
fn dispute(scribe: &mut Scribe<'_>, fixture: &Fixture, board: &Board) -> Result<(), Error> {
    let by = scribe.by(scribe.cast.office.coordinator(fixture.province)?);
    let reason = "The fourth game was given up before the last cow was shot.";
    let raised = disputes::use_cases::raise(scribe.c, &by, board.match_id, reason)?;
    scribe.wait(10);
    let by = scribe.by(umpire(scribe.cast, fixture)?);
    let ruling = "The result stands: both players have signed the sheet.";
    disputes::use_cases::rule(scribe.c, &by, raised.dispute.id, ruling, None)?;
    Ok(())
}

/// Lets in who comes late, and out who leaves, between two rounds.
fn come_and_go(scribe: &mut Scribe<'_>, fixture: &Fixture, round: i64) -> Result<(), Error> {
    let cast = scribe.cast;
    if let Some(member) = fixture.late.filter(|_| round == 1) {
        let by = scribe.by(umpire(cast, fixture)?);
        let asked = EntryRequest {
            creation: creation(None, &by)?,
            tournament: fixture.id,
            player: cast.members[member].id,
            club: None,
        };
        entries::use_cases::enter(scribe.c, &by, &asked)?;
    }
    let leaves = fixture.mishaps.iter().find_map(|mishap| match mishap {
        Mishap::Leaves(after, place) if *after == round => fixture.field.get(*place),
        _ => None,
    });
    if let Some(member) = leaves {
        let id = cast.members[*member].id;
        let entered = entries::use_cases::list(scribe.c, fixture.id)?;
        if let Some(entry) = entered.iter().find(|entry| entry.player.id() == id) {
            let by = scribe.by(umpire(cast, fixture)?);
            entries::use_cases::withdraw(scribe.c, &by, entry.id)?;
        }
    }
    Ok(())
}
