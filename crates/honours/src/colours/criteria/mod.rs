//! The judgement whether colours are earned: a rule is held against what is on record of a player, and says what is met or
//! what is missing.

pub mod evidence;
pub mod forms;
pub(crate) mod judging;
pub(crate) mod routes;
pub mod rules;
pub mod store;
pub mod use_cases;

use std::collections::{BTreeSet, HashMap};

use chrono::{Datelike, NaiveDate};
use morabaraba_swiss::{Cell, Points, ResultError};

use crate::colours::ColoursLevel;
use crate::colours::criteria::evidence::missing;
use crate::colours::criteria::judging::{
    best, chosen, evidence, foreign, half, no_event, placed, placed_with_team, settled, won,
};
use crate::colours::criteria::rules::{Condition, Rule, Team};
use crate::colours::selections::{Selection, SelectionRole};
use crate::players::Home;
use crate::players::registrations::Division;
use crate::tournaments::model::draw::seed;
use crate::tournaments::model::{TournamentLevel, TournamentSnapshot, TournamentStage};
use crate::tournaments::standings::outcome::rounds_won;
use crate::values::country::Country;
use crate::values::gaming_year::GamingYear;
use crate::values::id::{EntryId, PlayerId, TeamId, TournamentId};

pub use evidence::{EventEvidence, Evidence, Judgement, Lack, MissingCondition, Proof, TeamEvidence};

/// A ratified tournament, as far as colours are concerned.
#[derive(Debug, Clone)]
pub struct Event {
    /// Its id.
    pub id: TournamentId,
    /// Its name.
    pub name: String,
    /// Its level.
    pub level: TournamentLevel,
    /// The stage that it was, of a championship of schools or universities.
    pub stage: Option<TournamentStage>,
    /// The only division that may enter.
    pub division: Option<Division>,
    /// The last day: the one on which residence counts.
    pub ends_on: NaiveDate,
    /// The number of rounds that were played.
    pub rounds: u32,
    /// The number of teams that were counted.
    pub teams: u32,
    /// The number of entrants who have played, visitors among them.
    pub entrants: u32,
    /// The players who have played a match, and what each of them did.
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
    /// The team for which the player counted, if there was one, with its rank.
    pub team: Option<TeamRank>,
    /// The place where the player lived on the last day, if that is known.
    pub home: Option<Home>,
}

/// A team in an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TeamRank {
    /// The team.
    pub team: TeamId,
    /// Its name.
    pub name: String,
    /// Its rank; those that share one have the better one.
    pub rank: u32,
}

/// The number of teams that were counted, and the team of each entry that counted for one.
fn teams(snapshot: &TournamentSnapshot) -> Result<(u32, HashMap<EntryId, TeamRank>), ResultError> {
    if snapshot.tournament.plan.team_size.is_none() {
        return Ok((0, HashMap::new()));
    }
    let table = snapshot.team_table(None)?;
    let mut of = HashMap::new();
    for row in &table.rows {
        let name = snapshot.teams.iter().find(|team| team.id == row.team);
        let rank = TeamRank {
            team: row.team,
            name: name.map(|team| team.name.clone()).unwrap_or_default(),
            rank: number(row.rank),
        };
        of.extend(row.counting().map(|member| (member.entry, rank.clone())));
    }
    Ok((number(table.rows.len()), of))
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
        let (standings, _) = snapshot.standings(rounds)?;
        let (teams, team_of) = teams(snapshot)?;
        let appearance = |row: &morabaraba_swiss::Standing| {
            // Byes and walkovers alone make nobody a player of the event.
            if !row.played {
                return None;
            }
            let entry = snapshot.at(seed(row.player))?;
            // A visitor has a place, and no colours of ours.
            let player = entry.player.player()?.id;
            let (rounds_won, clean_rounds) = rounds_won(row, games);
            Some(Appearance {
                player,
                division: entry.division,
                rank: row.place,
                points: row.points,
                rounds_won,
                clean_rounds,
                byes: number(
                    row.rounds
                        .iter()
                        .filter(|cell| matches!(cell, Cell::Bye { .. }))
                        .count(),
                ),
                team: team_of.get(&entry.id).cloned(),
                home: home(player, plan.ends_on),
            })
        };
        Ok(Event {
            id: tournament.id,
            name: plan.name.clone(),
            level: plan.level,
            stage: plan.stage,
            division: plan.division,
            ends_on: plan.ends_on,
            rounds: u32::try_from(rounds).unwrap_or_default(),
            teams,
            entrants: number(standings.iter().filter(|row| row.played).count()),
            appearances: standings.iter().filter_map(appearance).collect(),
        })
    }

    /// Whether it counts for the division where an event of that level does. So does a championship of schools or
    /// universities at that stage, for those whom it admits.
    fn counts(&self, level: TournamentLevel, division: Division) -> bool {
        let is_stage = self.stage.is_some_and(|stage| stage.level() == level) && self.level.admits(division);
        (self.level == level || is_stage) && self.division.is_none_or(|only| only == division)
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
    /// The nationalities of the players, as far as they are on record.
    nationalities: HashMap<PlayerId, Country>,
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
            nationalities: HashMap::new(),
            appearances,
        }
    }

    /// The dossier, with the nationalities that are on record.
    #[must_use]
    pub fn with_nationalities(self, nationalities: HashMap<PlayerId, Country>) -> Dossier {
        Dossier { nationalities, ..self }
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

    /// The player in the events of that level, or of schools or universities at that stage, that are for the division.
    fn seen(&self, level: TournamentLevel, division: Division, player: PlayerId) -> Vec<Seen<'_>> {
        let places = self.appearances.get(&player).into_iter().flatten();
        let seen = places.filter_map(|(event, row)| {
            let event = self.events.get(*event)?;
            Some((event, event.appearances.get(*row)?))
        });
        let counts = |(event, own): &Seen<'_>| event.counts(level, division) && own.division == Some(division);
        seen.filter(counts).collect()
    }

    /// The rule, held against what is on record of the player; `None` of discretion, for which there is no record.
    #[must_use]
    pub fn judge(&self, rule: &Rule, division: Division, player: PlayerId) -> Option<Judgement> {
        let outcome = self.held_against(rule, division, player)?;
        let Some(lack) = foreign(rule.level, self.nationalities.get(&player).copied()) else {
            return Some(outcome);
        };
        let mut lacking = outcome.err().unwrap_or_default();
        lacking.push(lack);
        Some(Err(lacking))
    }

    /// The condition of the rule alone.
    fn held_against(&self, rule: &Rule, division: Division, player: PlayerId) -> Option<Judgement> {
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
            Condition::AllRounds { event, byes, least } => best(*event, &of_year(*event), |seen| {
                won(rule, division, seen, (*byes, *least, false))
            }),
            Condition::AllGames { event, byes, least } => best(*event, &of_year(*event), |seen| {
                won(rule, division, seen, (*byes, *least, true))
            }),
            Condition::TeamPlace {
                event,
                places,
                entrants,
            } => best(*event, &of_year(*event), |seen| {
                placed_with_team(rule, division, seen, (*places, *entrants))
            }),
            Condition::TopHalf { events } => self.halves(rule, division, player, *events),
            Condition::Selection { team } => {
                self.selected(rule.level, division, player, (*team, SelectionRole::Player))
            }
            Condition::Umpire { team } => self.selected(rule.level, division, player, (*team, SelectionRole::Umpire)),
            Condition::Discretion => return None,
        })
    }

    fn halves(&self, rule: &Rule, division: Division, player: PlayerId, levels: [TournamentLevel; 2]) -> Judgement {
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

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests;
