//! The judgement whether colours are earned: a rule is held against what is on record of a player, and says what is met or
//! what is missing.

pub mod evidence;
pub(crate) mod routes;
pub mod rules;
pub(crate) mod store;
pub(crate) mod use_cases;

use std::collections::{BTreeSet, HashMap};

use chrono::{Datelike, NaiveDate};
use morabaraba_swiss::{Cell, Points, ResultError};

use crate::colours::ColoursLevel;
use crate::colours::criteria::evidence::missing;
use crate::colours::criteria::rules::{Among, Condition, Rule, Team, event};
use crate::colours::selections::{Selection, SelectionRole};
use crate::players::Home;
use crate::players::registrations::Division;
use crate::players::residences::{Residence, on};
use crate::tournaments;
use crate::tournaments::points::{decimal, fraction};
use crate::tournaments::snapshot::{TournamentSnapshot, seed};
use crate::values::gaming_year::GamingYear;
use crate::values::id::{PlayerId, TournamentId};

pub use evidence::{EventEvidence, Evidence, Judgement, Lack, MissingCondition, Proof};

/// A ratified tournament, as far as colours are concerned.
#[derive(Debug, Clone)]
pub struct Event {
    /// Its id.
    pub id: TournamentId,
    /// Its name.
    pub name: String,
    /// Its level.
    pub level: tournaments::TournamentLevel,
    /// The only division that may enter.
    pub division: Option<Division>,
    /// The last day: the one on which residence counts.
    pub ends_on: NaiveDate,
    /// The number of rounds that were played.
    pub rounds: u32,
    /// The players, and what each of them did.
    pub appearances: Vec<Appearance>,
}

/// A player in an event.
#[derive(Debug, Clone)]
pub struct Appearance {
    /// The player.
    pub player: PlayerId,
    /// The division in which the player was registered, if so.
    pub division: Option<Division>,
    /// The rank; those who share one have the better one.
    pub rank: u32,
    /// The points, byes included.
    pub points: Points,
    /// The rounds won over an opponent who played.
    pub rounds_won: u32,
    /// The ones among them of which every game was won.
    pub clean_rounds: u32,
    /// The rounds without an opponent.
    pub byes: u32,
    /// The place where the player lived on the last day, if that is known.
    pub home: Option<Home>,
}

impl Event {
    /// The event that a tournament was; `home` tells where a player lived on its last day.
    ///
    /// # Errors
    /// The results contradict each other, which cannot be.
    pub fn of(
        snapshot: &TournamentSnapshot,
        home: impl Fn(PlayerId, NaiveDate) -> Option<Home>,
    ) -> Result<Event, ResultError> {
        let tournament = &snapshot.tournament;
        let (plan, rounds) = (&tournament.plan, snapshot.published_rounds());
        let games = u32::try_from(plan.games).unwrap_or(u32::MAX);
        let won = |cell: &Cell, least: u32| match cell {
            Cell::Met {
                points, forfeit: false, ..
            } => *points >= Points::halves(least),
            Cell::Met { .. } | Cell::Bye { .. } | Cell::Absent => false,
        };
        let count = |cells: &[Cell], least: u32| number(cells.iter().filter(|cell| won(cell, least)).count());
        let (standings, _) = snapshot.standings(rounds)?;
        let appearance = |row: &morabaraba_swiss::Standing| {
            let entry = snapshot.at(seed(row.player))?;
            Some(Appearance {
                player: entry.player.id,
                division: entry.division,
                rank: row.place,
                points: row.points,
                // More than half of the games, and all of them, in half points.
                rounds_won: count(&row.rounds, games + 1),
                clean_rounds: count(&row.rounds, games.saturating_mul(2)),
                byes: number(
                    row.rounds
                        .iter()
                        .filter(|cell| matches!(cell, Cell::Bye { .. }))
                        .count(),
                ),
                home: home(entry.player.id, plan.ends_on),
            })
        };
        Ok(Event {
            id: tournament.id,
            name: plan.name.clone(),
            level: plan.level,
            division: plan.division,
            ends_on: plan.ends_on,
            rounds: u32::try_from(rounds).unwrap_or_default(),
            appearances: standings.iter().filter_map(appearance).collect(),
        })
    }
}

/// Everything on record of those who may have earned colours in a gaming year.
#[derive(Debug)]
pub struct Dossier {
    year: GamingYear,
    /// The first and the last day of the year.
    days: (NaiveDate, NaiveDate),
    events: Vec<Event>,
    selections: Vec<(Selection, Option<Home>)>,
    /// The events of each player, with the places in their lists.
    appearances: HashMap<PlayerId, Vec<(usize, usize)>>,
}

/// A player in an event.
type Seen<'a> = (&'a Event, &'a Appearance);

impl Dossier {
    /// A dossier of ratified events of the year, and of the calendar year in which it began; and selections, each
    /// with where the player lived on its day.
    #[must_use]
    pub fn new(
        year: GamingYear,
        days: (NaiveDate, NaiveDate),
        events: Vec<Event>,
        selections: Vec<(Selection, Option<Home>)>,
    ) -> Dossier {
        let mut appearances: HashMap<PlayerId, Vec<(usize, usize)>> = HashMap::new();
        for (place, event) in events.iter().enumerate() {
            for (row, appearance) in event.appearances.iter().enumerate() {
                appearances.entry(appearance.player).or_default().push((place, row));
            }
        }
        Dossier {
            year,
            days,
            events,
            selections,
            appearances,
        }
    }

    /// Whether the day is in the gaming year.
    fn has(&self, day: NaiveDate) -> bool {
        (self.days.0..=self.days.1).contains(&day)
    }

    /// The players on record in that division.
    #[must_use]
    pub fn players(&self, division: Division) -> BTreeSet<PlayerId> {
        let selected = self
            .selections
            .iter()
            .filter(|(selection, _)| selection.division == division)
            .map(|(selection, _)| selection.player);
        let all = self.events.iter().flat_map(|event| &event.appearances);
        all.filter(|appearance| appearance.division == Some(division))
            .map(|appearance| appearance.player)
            .chain(selected)
            .collect()
    }

    /// The divisions in which a player is on record.
    #[must_use]
    pub fn divisions(&self, player: PlayerId) -> Vec<Division> {
        let is_in = |division: &&Division| self.players(**division).contains(&player);
        Division::ALL.iter().filter(is_in).copied().collect()
    }

    /// The player in the events of that level that are for the division.
    fn seen(&self, level: tournaments::TournamentLevel, division: Division, player: PlayerId) -> Vec<Seen<'_>> {
        let places = self.appearances.get(&player).into_iter().flatten();
        let seen = places.filter_map(|(event, row)| {
            let event = self.events.get(*event)?;
            Some((event, event.appearances.get(*row)?))
        });
        let counts = |(event, own): &Seen<'_>| {
            event.level == level && event.division.is_none_or(|only| only == division) && own.division == Some(division)
        };
        seen.filter(counts).collect()
    }

    /// The rule, held against what is on record of the player; `None` of discretion, for which there is no record.
    #[must_use]
    pub fn judge(&self, rule: &Rule, division: Division, player: PlayerId) -> Option<Judgement> {
        let of_year = |level| {
            let seen = self.seen(level, division, player).into_iter();
            seen.filter(|(event, _)| self.has(event.ends_on)).collect::<Vec<_>>()
        };
        Some(match &rule.condition {
            Condition::Place {
                event,
                places,
                entrants,
            } => best(*event, &of_year(*event), |seen| {
                placed(rule, division, seen, (*places, *entrants))
            }),
            Condition::AllRounds { event, byes } => best(*event, &of_year(*event), |seen| {
                won(rule, division, seen, (*byes, false))
            }),
            Condition::AllGames { event, byes } => best(*event, &of_year(*event), |seen| {
                won(rule, division, seen, (*byes, true))
            }),
            Condition::TopHalf { events } => self.halves(rule, division, player, *events),
            Condition::Selection { team } => {
                self.selected(rule.level, division, player, (*team, SelectionRole::Player))
            }
            Condition::Umpire { team } => self.selected(rule.level, division, player, (*team, SelectionRole::Umpire)),
            Condition::Discretion => return None,
        })
    }

    fn halves(
        &self,
        rule: &Rule,
        division: Division,
        player: PlayerId,
        levels: [tournaments::TournamentLevel; 2],
    ) -> Judgement {
        let [firsts, seconds] = levels.map(|level| self.seen(level, division, player));
        let mut lacking = Vec::new();
        for (level, seen) in levels.iter().zip([&firsts, &seconds]) {
            if seen.is_empty() {
                lacking.extend(no_event(*level));
            }
        }
        for first in &firsts {
            for second in &seconds {
                match self.pair(rule, division, *first, *second) {
                    Ok(proof) => return Ok(proof),
                    Err(missing) => lacking.extend(missing),
                }
            }
        }
        lacking.dedup();
        Err(lacking)
    }

    fn pair(&self, rule: &Rule, division: Division, first: Seen<'_>, second: Seen<'_>) -> Judgement {
        let last = first.0.ends_on.max(second.0.ends_on);
        if first.0.ends_on.year() != second.0.ends_on.year() || !self.has(last) {
            let sentence = format!(
                "{} and {} are not of one calendar year, ended in this gaming year.",
                first.0.name, second.0.name
            );
            return missing(Lack::OtherYear, None, sentence);
        }
        let lower: Vec<MissingCondition> = [first, second]
            .iter()
            .filter_map(|seen| half(rule, division, *seen).err())
            .flatten()
            .collect();
        if !lower.is_empty() {
            return Err(lower);
        }
        let [here, there] = [settled(rule.level, first)?, settled(rule.level, second)?];
        if here.province != there.province {
            let sentence = format!("The player lived in another province at the end of {}.", second.0.name);
            return missing(Lack::OtherResidence, Some(second.0), sentence);
        }
        Ok((
            vec![evidence(rule, division, first), evidence(rule, division, second)],
            here,
        ))
    }

    fn selected(
        &self,
        level: ColoursLevel,
        division: Division,
        player: PlayerId,
        (team, role): (Team, SelectionRole),
    ) -> Judgement {
        let wanted = |selection: &Selection| {
            let same = selection.player == player && selection.team == team && selection.role == role;
            let counts = selection.division == division && selection.year == self.year;
            same && counts && selection.withdrawn_at.is_none()
        };
        let mut lacking = Vec::new();
        for (selection, home) in self.selections.iter().filter(|(selection, _)| wanted(selection)) {
            match chosen(level, selection, home.as_ref()) {
                Ok(proof) => return Ok(proof),
                Err(missing) => lacking.extend(missing),
            }
        }
        if lacking.is_empty() {
            let sentence = "Nobody has recorded such a selection for the year.".to_owned();
            return missing(Lack::NotSelected, None, sentence);
        }
        Err(lacking)
    }
}

fn chosen(level: ColoursLevel, selection: &Selection, home: Option<&Home>) -> Judgement {
    let home = at_home(level, home, None, selection.selected_on)?;
    let province = selection.province.as_ref();
    if province.is_some_and(|province| *province != home.province) {
        let sentence = "The player lived in another province than the team's on the day.".to_owned();
        return missing(Lack::OtherResidence, None, sentence);
    }
    Ok((vec![Evidence::from(selection)], home))
}

fn no_event(level: tournaments::TournamentLevel) -> Vec<MissingCondition> {
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
fn best(level: tournaments::TournamentLevel, seen: &[Seen<'_>], judge: impl Fn(Seen<'_>) -> Judgement) -> Judgement {
    let mut lacking = Vec::new();
    for event in seen {
        match judge(*event) {
            Ok(proof) => return Ok(proof),
            Err(missing) => lacking.extend(missing),
        }
    }
    Err(if lacking.is_empty() { no_event(level) } else { lacking })
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// The rank among those among whom it counts, and how many they are.
fn rank_among(rule: &Rule, division: Division, (event, own): Seen<'_>) -> (u32, u32) {
    let counts = |appearance: &&Appearance| rule.among == Among::All || appearance.division == Some(division);
    let counted = || event.appearances.iter().filter(counts);
    (
        number(counted().filter(|appearance| appearance.rank < own.rank).count()).saturating_add(1),
        number(counted().count()),
    )
}

fn evidence(rule: &Rule, division: Division, seen: Seen<'_>) -> Evidence {
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

fn settled(level: ColoursLevel, (event, own): Seen<'_>) -> Result<Home, Vec<MissingCondition>> {
    at_home(level, own.home.as_ref(), Some(event), event.ends_on)
}

fn placed(rule: &Rule, division: Division, seen: Seen<'_>, (places, least): (u32, u32)) -> Judgement {
    let (rank, entrants) = rank_among(rule, division, seen);
    if entrants < least {
        let sentence = format!(
            "{} had {entrants} players, and from {least} on places count.",
            seen.0.name
        );
        return missing(Lack::FieldTooSmall, Some(seen.0), sentence);
    }
    if rank > places {
        let sentence = format!("The place in {} is {rank}, and the first {places} count.", seen.0.name);
        return missing(Lack::PlaceTooLow, Some(seen.0), sentence);
    }
    Ok((vec![evidence(rule, division, seen)], settled(rule.level, seen)?))
}

/// The rounds of a championship, of which the criteria speak; of a shorter event as large a part is asked for.
const CHAMPIONSHIP: u32 = 6;

fn won(rule: &Rule, division: Division, seen: Seen<'_>, (most, clean): (u32, bool)) -> Judgement {
    let (event, own) = seen;
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
            "In {} the player has {what} {won} of {played} rounds, played to the end.",
            event.name
        );
        return missing(lack, Some(event), sentence);
    }
    Ok((vec![evidence(rule, division, seen)], settled(rule.level, seen)?))
}

/// Refuses who is not in the top half.
fn half(rule: &Rule, division: Division, seen: Seen<'_>) -> Result<(), Vec<MissingCondition>> {
    let (rank, entrants) = rank_among(rule, division, seen);
    if rank.saturating_mul(2) <= entrants {
        return Ok(());
    }
    let sentence = format!("Place {rank} of {entrants} in {} is not in the top half.", seen.0.name);
    missing(Lack::NotInTopHalf, Some(seen.0), sentence)
}

#[cfg(test)]
mod tests;
