//! A condition, held against one event or one selection of a player.

use chrono::NaiveDate;

use crate::colours::ColoursLevel;
use crate::colours::criteria::evidence::missing;
use crate::colours::criteria::rules::{Among, LeastEvent, Rule, event};
use crate::colours::criteria::{
    Appearance, Event, EventEvidence, Evidence, Judgement, Lack, MissingCondition, Seen, TeamEvidence, number,
};
use crate::colours::selections::Selection;
use crate::players::Home;
use crate::players::registrations::Division;
use crate::players::residences::{Residence, on};
use crate::tournaments::model::TournamentLevel;
use crate::tournaments::points::{decimal, fraction};
use crate::values::counted::{self, counted};
use crate::values::country::Country;

pub(super) fn chosen(level: ColoursLevel, selection: &Selection, home: Option<&Home>) -> Judgement {
    let home = at_home(level, home, None, selection.selected_on)?;
    let province = selection.province.as_ref();
    if province.is_some_and(|province| *province != home.province) {
        let sentence = "The player lived in another province than the team's on the day.".to_owned();
        return missing(Lack::OtherResidence, None, sentence);
    }
    match (&selection.region, &home.region) {
        (Some(_), None) => {
            let sentence = format!(
                "It is not on record in which region the player lived on {}.",
                selection.selected_on
            );
            missing(Lack::RegionUnknown, None, sentence)
        }
        (Some(of), Some(region)) if of != region => {
            let sentence = "The player lived in another region than the team's on the day.".to_owned();
            missing(Lack::OtherResidence, None, sentence)
        }
        _ => Ok((vec![Evidence::from(selection)], home)),
    }
}

pub(super) fn no_event(level: TournamentLevel) -> Vec<MissingCondition> {
    let sentence = format!(
        "The player has not played in {} in the year, in the division, or it is not ratified.",
        event(level)
    );
    vec![MissingCondition {
        lack: Lack::NoEvent,
        tournament: None,
        sentence,
    }]
}

/// The first event that will do, or what is missing in all of them.
pub(super) fn best(level: TournamentLevel, seen: &[Seen<'_>], judge: impl Fn(Seen<'_>) -> Judgement) -> Judgement {
    let mut lacking = Vec::new();
    for event in seen {
        match judge(*event) {
            Ok(proof) => return Ok(proof),
            Err(missing) => lacking.extend(missing),
        }
    }
    Err(if lacking.is_empty() { no_event(level) } else { lacking })
}

/// The rank among those among whom it counts, and how many they are.
fn rank_among(rule: &Rule, division: Division, (event, own): Seen<'_>) -> (u32, u32) {
    let is_among = |appearance: &&Appearance| rule.among == Among::All || appearance.division == Some(division);
    let counted = || event.appearances.iter().filter(is_among);
    (
        number(counted().filter(|appearance| appearance.rank < own.rank).count()).saturating_add(1),
        number(counted().count()),
    )
}

pub(super) fn evidence(rule: &Rule, division: Division, seen: Seen<'_>) -> Evidence {
    let ((rank, entrants), (event, own)) = (rank_among(rule, division, seen), seen);
    Evidence::from(EventEvidence {
        tournament_id: event.id,
        name: event.name.clone(),
        ended_on: event.ends_on,
        rank,
        entrants,
        points: decimal(own.points),
        points_fraction: fraction(own.points),
        rounds_won: own.rounds_won,
        rounds: event.rounds,
        byes: own.byes,
    })
}

/// The place where the player lived on that day, if that is known as exactly as the level needs.
fn at_home(
    level: ColoursLevel,
    home: Option<&Home>,
    of: Option<&Event>,
    day: NaiveDate,
) -> Result<Home, Vec<MissingCondition>> {
    match home {
        None => missing(
            Lack::ResidenceUnknown,
            of,
            format!("It is not on record where the player lived on {day}."),
        ),
        Some(home) if level == ColoursLevel::Regional && home.region.is_none() => missing(
            Lack::RegionUnknown,
            of,
            format!("It is not on record in which region the player lived on {day}."),
        ),
        Some(home) => Ok(home.clone()),
    }
}

/// The lack of a player of that nationality, for colours of the level, whatever they rest on: those of the country are for
/// its own nationals.
pub(crate) fn foreign(level: ColoursLevel, nationality: Option<Country>) -> Option<MissingCondition> {
    let (lack, of) = match nationality {
        _ if level != ColoursLevel::National => return None,
        Some(country) if country.is_home() => return None,
        Some(_) => (Lack::OtherNationality, "the player is a national of another country"),
        None => (Lack::NationalityUnknown, "no nationality of the player is on record"),
    };
    Some(MissingCondition {
        lack,
        tournament: None,
        sentence: format!("National colours are for nationals of {}, and {of}.", Country::HOME),
    })
}

/// The judgement of colours at the board's discretion: no rule but that of residence is asked for, on that day or, once the
/// gaming year is over, on its last.
pub(crate) fn at_discretion(
    level: ColoursLevel,
    last: NaiveDate,
    residences: &[Residence],
    day: NaiveDate,
) -> Judgement {
    let day = last.min(day);
    let home = at_home(level, on(residences, day), None, day)?;
    Ok((Vec::new(), home))
}

/// The first of the judgements by which a rule is met, or else the first of all; nothing, if there is none.
pub(crate) fn first_met(judgements: impl IntoIterator<Item = Judgement>) -> Option<Judgement> {
    let better = |first: Judgement, next: Judgement| if first.is_err() && next.is_ok() { next } else { first };
    judgements.into_iter().reduce(better)
}

pub(super) fn settled(level: ColoursLevel, (event, own): Seen<'_>) -> Result<Home, Vec<MissingCondition>> {
    at_home(level, own.home.as_ref(), Some(event), event.ends_on)
}

/// The places that count, within a sentence.
fn counting(places: u32) -> String {
    match places {
        1 => "the first counts".to_owned(),
        more => format!("the first {more} count"),
    }
}

pub(super) fn placed(rule: &Rule, division: Division, seen: Seen<'_>, (places, least): (u32, u32)) -> Judgement {
    let (rank, entrants) = rank_among(rule, division, seen);
    if entrants < least {
        let sentence = format!(
            "{} had {}, and from {least} on places count.",
            seen.0.name,
            counted(entrants, "player", "players")
        );
        return missing(Lack::FieldTooSmall, Some(seen.0), sentence);
    }
    if rank > places {
        let sentence = format!("The place in {} is {rank}, and {}.", seen.0.name, counting(places));
        return missing(Lack::PlaceTooLow, Some(seen.0), sentence);
    }
    Ok((vec![evidence(rule, division, seen)], settled(rule.level, seen)?))
}

pub(super) fn placed_with_team(
    rule: &Rule,
    division: Division,
    seen: Seen<'_>,
    (places, least): (u32, u32),
) -> Judgement {
    let (event, own) = seen;
    let Some(team) = &own.team else {
        let sentence = format!("The player does not count for a team in {}.", event.name);
        return missing(Lack::NotInTeam, Some(event), sentence);
    };
    if event.teams < least {
        let sentence = format!(
            "The number of teams in {} was {}, and from {least} on places count.",
            event.name, event.teams
        );
        return missing(Lack::FieldTooSmall, Some(event), sentence);
    }
    if team.rank > places {
        let sentence = format!(
            "The place of {} in {} is {}, and {}.",
            team.name,
            event.name,
            team.rank,
            counting(places)
        );
        return missing(Lack::PlaceTooLow, Some(event), sentence);
    }
    let team = TeamEvidence {
        team_id: team.team,
        name: team.name.clone(),
        rank: team.rank,
        teams: event.teams,
    };
    let shown = Evidence {
        team: Some(team),
        ..evidence(rule, division, seen)
    };
    Ok((vec![shown], settled(rule.level, seen)?))
}

/// The rounds of a championship, of which the criteria speak; of a shorter event as large a part is asked for.
const CHAMPIONSHIP: u32 = 6;

pub(super) fn won(
    rule: &Rule,
    division: Division,
    seen: Seen<'_>,
    (most, least, clean): (u32, LeastEvent, bool),
) -> Judgement {
    let (event, own) = seen;
    if event.entrants < least.entrants {
        let sentence = format!(
            "In {} {} entrants have played, and {} are the least.",
            event.name, event.entrants, least.entrants
        );
        return missing(Lack::FieldTooSmall, Some(event), sentence);
    }
    // A bye beyond those is a round that was not won.
    let allowed = most.saturating_mul(event.rounds) / CHAMPIONSHIP;
    let played = event.rounds.saturating_sub(own.byes.min(allowed));
    let (won, lack, what) = if clean {
        (own.clean_rounds, Lack::GamesNotWon, "all games of")
    } else {
        (own.rounds_won, Lack::RoundsNotWon, "won")
    };
    if played == 0 || won < played {
        let sentence = format!(
            "In {} the player has {what} {won} of {}, played to the end.",
            event.name,
            counted::rounds(played)
        );
        return missing(lack, Some(event), sentence);
    }
    if won < least.rounds {
        let sentence = format!(
            "In {} the player has played {won} of the {} rounds that are the least.",
            event.name, least.rounds
        );
        return missing(Lack::TooFewRounds, Some(event), sentence);
    }
    Ok((vec![evidence(rule, division, seen)], settled(rule.level, seen)?))
}

/// Refuses who is not in the top half.
pub(super) fn half(rule: &Rule, division: Division, seen: Seen<'_>) -> Result<(), Vec<MissingCondition>> {
    let (rank, entrants) = rank_among(rule, division, seen);
    if rank.saturating_mul(2) <= entrants {
        return Ok(());
    }
    let sentence = format!("Place {rank} of {entrants} in {} is not in the top half.", seen.0.name);
    missing(Lack::NotInTopHalf, Some(seen.0), sentence)
}
