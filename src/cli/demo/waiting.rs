//! Things that are left to do, so that everybody finds something at the desk: transfers, a person who is registered twice, a
//! dispute, and the parent of two who play.

use crate::cli::demo::cast::Cast;
use crate::cli::demo::diary::{Diary, Scribe, before, creation};
use crate::cli::demo::fixtures::Fixture;
use crate::cli::demo::members::{Renewal, of_province};
use crate::cli::demo::office::PROVINCE;
use crate::clubs::ClubKind;
use crate::players::consents::ConsentRelation;
use crate::players::player_accounts::Invitation;
use crate::players::transfers::use_cases::NewTransfer;
use crate::players::use_cases::NewPlayer;
use crate::players::{self, Home};
use crate::tournaments::matches::disputes;
use crate::tournaments::officials::use_cases::watch;
use crate::values::error::Error;
use crate::values::id::{PlayerId, TransferId};

/// Notes what is begun in the last days, and not finished.
pub(super) fn tell(cast: &Cast, diary: &mut Diary) {
    // Whoever moves has been registered for this year before, by the club that is left.
    let renewed = before(cast.season.begins[1], 30);
    diary.on(cast.season.ago(60).max(renewed), 15, move_on);
    diary.on(cast.season.ago(6), 15, ask);
    diary.on(cast.season.ago(5), 10, twice);
    diary.on(cast.season.ago(4), 11, parent);
}

/// The members of community clubs of a province who play in no championship, by their indexes.
fn idle(cast: &Cast, province: &str) -> Vec<usize> {
    let plays = |member: &usize| cast.fixtures.iter().any(|fixture| fixture.field.contains(member));
    let umpires = |member: &usize| cast.office.umpires.iter().any(|umpire| umpire.member == *member);
    let wanted = |member: &usize| {
        let club = &cast.clubs[cast.members[*member].club];
        club.kind == ClubKind::Community && !plays(member) && !umpires(member)
    };
    of_province(cast, province).into_iter().filter(wanted).collect()
}

/// Asks for a member, for another club of the kind in that province; the transfer, if there is such a club.
fn ask_for(scribe: &mut Scribe<'_>, member: usize, province: &str) -> Result<Option<TransferId>, Error> {
    let cast = scribe.cast;
    let leaves = cast.members[member].club;
    let mut clubs = cast.clubs.iter().zip(&cast.office.secretaries).enumerate();
    let found = clubs.find(|(index, (club, _))| {
        *index != leaves && club.province == province && club.kind == ClubKind::Community && club.is_paid_up()
    });
    let Some((_, (club, secretary))) = found else {
        return Ok(None);
    };
    let by = scribe.by(secretary);
    let new = NewTransfer {
        creation: creation(None, &by)?,
        player: cast.members[member].id,
        to: club.id,
    };
    let (transfer, _) = players::transfers::use_cases::ask(scribe.c, &by, &new)?;
    Ok(Some(transfer.id))
}

/// Transfers that have come to their end: people who have moved to Gauteng.
fn move_on(scribe: &mut Scribe<'_>) -> Result<(), Error> {
    let cast = scribe.cast;
    for province in ["ZA-EC", "ZA-LP", "ZA-MP"] {
        let Some(member) = idle(cast, province).into_iter().next() else {
            continue;
        };
        let Some(id) = ask_for(scribe, member, "ZA-GP")? else {
            continue;
        };
        let by = scribe.by(&cast.office.secretaries[cast.members[member].club]);
        players::transfers::use_cases::release(scribe.c, &by, id)?;
        let by = scribe.by(cast.office.coordinator("ZA-GP")?);
        players::transfers::use_cases::accept(scribe.c, &by, id)?;
    }
    Ok(())
}

/// Transfers that wait for the coordinator who signs in: one to release, one to accept.
fn ask(scribe: &mut Scribe<'_>) -> Result<(), Error> {
    let cast = scribe.cast;
    if let Some(member) = idle(cast, PROVINCE).into_iter().nth(1) {
        ask_for(scribe, member, "ZA-FS")?;
    }
    if let Some(member) = idle(cast, "ZA-NC").into_iter().nth(1)
        && let Some(id) = ask_for(scribe, member, PROVINCE)?
    {
        let by = scribe.by(&cast.office.secretaries[cast.members[member].club]);
        players::transfers::use_cases::release(scribe.c, &by, id)?;
    }
    Ok(())
}

/// A person is registered a second time, by another club.
fn twice(scribe: &mut Scribe<'_>) -> Result<(), Error> {
    let cast = scribe.cast;
    let Some(member) = idle(cast, PROVINCE)
        .into_iter()
        .nth(3)
        .map(|index| &cast.members[index])
    else {
        return Ok(());
    };
    let clubs = cast.clubs.iter().zip(&cast.office.secretaries).enumerate();
    let mut others = clubs.filter(|(index, (club, _))| *index != member.club && club.province == PROVINCE);
    let Some((_, (club, secretary))) = others.next() else {
        return Ok(());
    };
    let by = scribe.by(secretary);
    let new = NewPlayer {
        creation: creation::<PlayerId>(None, &by)?,
        person: member.person(by.today())?,
        home: Home {
            province: PROVINCE.to_owned(),
            region: None,
        },
        club: club.id,
    };
    players::use_cases::register(scribe.c, &by, &new)?;
    Ok(())
}

/// The mother who signs in holds an account for two children, one of whom plays now if a child does.
fn parent(scribe: &mut Scribe<'_>) -> Result<(), Error> {
    let cast = scribe.cast;
    for child in cast.children() {
        let by = scribe.by(&cast.office.administrator);
        let invitation = Invitation {
            email: cast.office.parent.email.clone(),
            name: cast.office.parent.name.clone(),
            relation: ConsentRelation::Parent,
        };
        let path = cast.members[child].id.into();
        players::player_accounts::use_cases::invite(scribe.c, &by, &path, &invitation)?;
    }
    Ok(())
}

/// A result of the second round is disputed, and nobody has ruled.
pub(super) fn dispute(scribe: &mut Scribe<'_>, fixture: &Fixture) -> Result<(), Error> {
    let snapshot = watch(scribe.c, fixture.id)?;
    let disputed = snapshot
        .matches
        .iter()
        .find(|paired| paired.round_number.get() == 2 && paired.board == 6);
    if let Some(disputed) = disputed {
        let by = scribe.by(scribe.cast.office.coordinator(fixture.province)?);
        let reason = "The third game was drawn by ten moves, says the second player, and is marked as lost.";
        disputes::use_cases::raise(scribe.c, &by, disputed.id, reason)?;
    }
    Ok(())
}

/// Decides who has renewed, of those whom nothing in the story needs.
pub(super) fn renewals(cast: &mut Cast) {
    for index in 0..cast.members.len() {
        let club = &cast.clubs[cast.members[index].club];
        let plays = cast
            .fixtures
            .iter()
            .any(|fixture| fixture.field.contains(&index) || fixture.late == Some(index));
        let umpires = cast.office.umpires.iter().any(|umpire| umpire.member == index);
        cast.members[index].renewal = match index % 7 {
            _ if plays || umpires => Renewal::Paid,
            _ if !club.is_paid_up() => Renewal::Missing,
            2 => Renewal::Owing,
            4 => Renewal::Missing,
            _ => Renewal::Paid,
        };
    }
}
