//! Honours that follow championships: ranking lists, colours by the criteria with their certificates, and selections.

use crate::certificate_codes::Code;
use crate::cli::demo::cast::Cast;
use crate::cli::demo::diary::{Diary, Scribe, Season, after, creation};
use crate::cli::demo::office::PROVINCE;
use crate::colours::candidates::use_cases::CandidateSearch;
use crate::colours::criteria::rules::Team;
use crate::colours::selections::{NewSelection, SelectionRole};
use crate::colours::{self, ColoursBasis, ColoursLevel, Proposal};
use crate::db::ALL;
use crate::federation;
use crate::players;
use crate::players::consents::{ConsentRelation, Given, Purpose};
use crate::rankings::methods::Method;
use crate::rankings::{self, NewRanking};
use crate::tournaments::model::TournamentLevel;
use crate::umpires::UmpireLevel;
use crate::values::error::Error;
use crate::values::gaming_year::GamingYear;
use crate::values::id::{AwardId, PlayerId};
use crate::values::random;

/// Notes what follows each championship that is over.
pub(super) fn tell(cast: &Cast, diary: &mut Diary) {
    for fixture in cast.over() {
        let (ended, year) = (fixture.plan.ends_on, Season::year_of(fixture.plan.starts_on));
        let methods = methods(fixture.plan.level);
        diary.on(after(ended, 5), 9, move |scribe| {
            methods.iter().try_for_each(|method| publish(scribe, *method))
        });
        // What the last one has brought waits for the board.
        let is_last = cast.over().last().is_some_and(|last| last.id == fixture.id);
        diary.on(after(ended, 5), 12, move |scribe| {
            by_the_criteria(scribe, year, !is_last)
        });
        if !fixture.teams.is_empty() && fixture.plan.level == TournamentLevel::National {
            let field = fixture.field.clone();
            diary.on(after(ended, 12), 10, move |scribe| {
                select(scribe, &field)?;
                by_the_criteria(scribe, year, true)
            });
        }
    }
    diary.on(cast.season.ago(20), 14, of_an_umpire);
}

/// The lists that are published after an event of that level.
fn methods(level: TournamentLevel) -> &'static [Method] {
    match level {
        TournamentLevel::Provincial => &[Method::GamePoints, Method::SuperLeague],
        TournamentLevel::National => &[Method::GamePoints, Method::SuperLeague, Method::Glicko2],
        _ => &[Method::GamePoints],
    }
}

fn publish(scribe: &mut Scribe<'_>, method: Method) -> Result<(), Error> {
    let by = scribe.by(&scribe.cast.office.administrator);
    let settings = federation::store::settings(scribe.c, by.today())?.ranking;
    let new = NewRanking::parse(method, by.today(), (None, settings), None, None, by.today())?;
    rankings::use_cases::publish(scribe.c, &by, &creation(None, &by)?, &new)?;
    Ok(())
}

/// Proposes colours for all who have met a rule in the year, but in the province whose coordinator signs in; the board approves
/// them, or has not met yet.
fn by_the_criteria(scribe: &mut Scribe<'_>, year: GamingYear, has_met: bool) -> Result<(), Error> {
    for level in ColoursLevel::ALL {
        let search = CandidateSearch {
            year,
            level: *level,
            division: None,
            province: None,
            after: None,
        };
        let by = scribe.by(&scribe.cast.office.registrar);
        let found = colours::candidates::use_cases::list(scribe.c, &by, &search, ALL)?;
        for (candidate, award, player) in found {
            let Some(merit) = candidate.merits.first() else {
                continue;
            };
            let province = candidate.home.province.as_str();
            if award.is_some() || province == PROVINCE {
                continue;
            }
            let proposal = Proposal {
                player: player.id,
                level: *level,
                division: candidate.division,
                year,
                basis: merit.basis,
                reason: None,
            };
            let id = propose(scribe, &proposal, province)?;
            if has_met {
                approve(scribe, id, player.id)?;
            }
        }
    }
    Ok(())
}

/// Approves a proposal as a second person; what institutions read is mostly shared by the holder.
fn approve(scribe: &mut Scribe<'_>, id: AwardId, player: PlayerId) -> Result<(), Error> {
    let by = scribe.by(&scribe.cast.office.administrator);
    let reference = format!("Minutes of the board of {}", by.today().format("%-d %B %Y"));
    let code = Code::of(random::bytes());
    colours::decisions::use_cases::approve(scribe.c, &by, id, &reference, &code, true)?;
    share(scribe, player)
}

fn propose(scribe: &mut Scribe<'_>, proposal: &Proposal, province: &str) -> Result<AwardId, Error> {
    let by = scribe.by(scribe.cast.office.coordinator(province)?);
    let (award, _) = colours::use_cases::propose(scribe.c, &by, &creation(None, &by)?, proposal)?;
    Ok(award.id)
}

/// The consent of a holder, or of a parent, to what institutions read; two of three have given it.
fn share(scribe: &mut Scribe<'_>, player: PlayerId) -> Result<(), Error> {
    let cast = scribe.cast;
    let mut members = cast.members.iter();
    let Some(member) = members.find(|member| member.id == player) else {
        return Ok(());
    };
    let by = scribe.by(&cast.office.secretaries[member.club]);
    let today = by.today();
    let (relation, guardian) = match &member.signed_by {
        _ if !member.is_minor(today) => (ConsentRelation::Themselves, None),
        Some(guardian) => (ConsentRelation::Parent, Some(guardian.as_str())),
        None => return Ok(()),
    };
    let has_agreed = member.number.stored() % 3 != 0;
    let shared = players::consents::use_cases::list(scribe.c, &by, &player.into())?;
    if has_agreed && shared.iter().all(|consent| consent.purpose != Purpose::ShareColours) {
        let given = Given::parse(guardian, relation, Purpose::ShareColours, "2026-1", today, today)?;
        players::consents::use_cases::give(scribe.c, &by, &player.into(), &given)?;
    }
    Ok(())
}

/// Selects the national squad of the best at the inter-provincial championship.
fn select(scribe: &mut Scribe<'_>, field: &[usize]) -> Result<(), Error> {
    const SQUAD: usize = 12;
    for member in field.iter().take(SQUAD) {
        choose(scribe, *member, SelectionRole::Player, Team::NationalSquad, None)?;
    }
    Ok(())
}

fn choose(
    scribe: &mut Scribe<'_>,
    member: usize,
    role: SelectionRole,
    team: Team,
    event: Option<&str>,
) -> Result<(), Error> {
    let member = &scribe.cast.members[member];
    let by = scribe.by(&scribe.cast.office.registrar);
    let new = NewSelection {
        player: member.id,
        role,
        team,
        event: event.map(str::to_owned),
        province: None,
        region: None,
        division: member.division,
        year: Season::year_of(by.today()),
        selected_on: by.today(),
        reference: "Minutes of the selectors, item 2".to_owned(),
    };
    let new = new.parse(&federation::store::calendar(scribe.c)?, by.today())?;
    colours::selections::use_cases::select(scribe.c, &by, &creation(None, &by)?, &new)?;
    Ok(())
}

/// The umpire who signs in has colours at the board's discretion; an international one is nominated to go abroad.
fn of_an_umpire(scribe: &mut Scribe<'_>) -> Result<(), Error> {
    let cast = scribe.cast;
    if let Some(umpire) = cast.office.umpires_of(PROVINCE).next() {
        let member = &cast.members[umpire.member];
        let proposal = Proposal {
            player: member.id,
            level: ColoursLevel::Provincial,
            division: member.division,
            year: Season::year_of(scribe.now().day()),
            basis: ColoursBasis::Discretion,
            reason: Some("Has taught the game in twelve schools.".to_owned()),
        };
        let id = propose(scribe, &proposal, PROVINCE)?;
        approve(scribe, id, member.id)?;
    }
    let mut umpires = cast.office.umpires.iter();
    let abroad = umpires.find(|umpire| umpire.level == UmpireLevel::International);
    let event = Some("Southern African Championship, Gaborone");
    abroad.map_or(Ok(()), |umpire| {
        choose(scribe, umpire.member, SelectionRole::Umpire, Team::International, event)
    })
}
