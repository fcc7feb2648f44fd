//! Standings of teams: what the points of their members come to, beside the standings of the players.

use std::cmp::Reverse;
use std::collections::HashMap;

use morabaraba_swiss::{Points, ResultError};

use crate::tournaments::model::draw::{player, seed};
use crate::tournaments::model::{Entry, Team, TournamentSnapshot};
use crate::values::id::{EntryId, TeamId};
use crate::values::number::{RoundNumber, Seed};

/// The standings of the teams after a round.
#[derive(Debug)]
pub struct TeamTable {
    /// The number of rounds that count.
    pub after_round: i64,
    /// The teams in their order; none if it is no championship of teams.
    pub rows: Vec<TeamStanding>,
    /// Whether the tournament is over and not under review, and all its rounds count.
    pub is_final: bool,
}

/// A row of the standings of teams.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TeamStanding {
    /// The rank, from 1. Teams that share one have the same number, and the next number is skipped for each but one of them.
    pub rank: usize,
    /// The team.
    pub team: TeamId,
    /// The points of the members that count.
    pub points: Points,
    /// The sum of the points of their opponents.
    pub opponents: Points,
    /// All members in the order of the boards.
    pub members: Vec<TeamMember>,
}

/// A member of a team and what it adds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TeamMember {
    /// The entry.
    pub entry: EntryId,
    /// Whether the points count for the team.
    pub counts: bool,
    /// The points in the standings of the players; zero for one who has never played.
    pub points: Points,
    /// The sum of the points of the opponents there.
    pub opponents: Points,
    /// Whether the player has played a match.
    pub played: bool,
}

impl TeamTable {
    /// Whether another team has the rank of this one.
    #[must_use]
    pub fn is_shared(&self, row: &TeamStanding) -> bool {
        self.rows.iter().filter(|same| same.rank == row.rank).count() > 1
    }
}

impl TeamStanding {
    /// The members whose points count.
    pub fn counting(&self) -> impl Iterator<Item = &TeamMember> {
        self.members.iter().filter(|member| member.counts)
    }

    /// Whether a member whose points count has played a match.
    #[must_use]
    pub fn has_played(&self) -> bool {
        self.counting().any(|member| member.played)
    }
}

/// A player in the first round and in the standings, as far as a team is concerned.
#[derive(Debug, Clone, Copy)]
struct Figures {
    /// Whether the player was there in the first round.
    starts: bool,
    points: Points,
    opponents: Points,
    played: bool,
    seed: Seed,
}

/// The teams in their order, of each of which the first `size` members count who were there in the first round. A team of
/// which nobody was there is left out.
fn ranked(teams: &[Team], size: usize, figures: &HashMap<EntryId, Figures>) -> Result<Vec<TeamStanding>, ResultError> {
    let mut rows = Vec::new();
    for team in teams {
        let (mut points, mut opponents, mut members, mut counting) = (Points::ZERO, Points::ZERO, Vec::new(), 0);
        for entry in &team.members {
            let Some(own) = figures.get(entry) else { continue };
            let counts = own.starts && counting < size;
            if counts {
                let too_fine = ResultError::TooFine(player(own.seed));
                points = points.checked_add(own.points).ok_or(too_fine)?;
                opponents = opponents.checked_add(own.opponents).ok_or(too_fine)?;
                counting += 1;
            }
            members.push(TeamMember {
                entry: *entry,
                counts,
                points: own.points,
                opponents: own.opponents,
                played: own.played,
            });
        }
        if counting > 0 {
            rows.push(TeamStanding {
                rank: 0,
                team: team.id,
                points,
                opponents,
                members,
            });
        }
    }
    // Those who share a place stay in the order that they had, by name.
    let standing = |row: &TeamStanding| (row.has_played(), row.points, row.opponents);
    rows.sort_by_key(|row| Reverse(standing(row)));
    let mut rank = 1;
    for level in rows.chunk_by_mut(|one, other| standing(one) == standing(other)) {
        for row in level.iter_mut() {
            row.rank = rank;
        }
        rank += level.len();
    }
    Ok(rows)
}

impl TournamentSnapshot {
    /// The standings of the teams after so many rounds, or after all that are published. A total is the points of the members
    /// that count; among equal ones the sum of their opponents' points decides, and otherwise the place is shared. A team of
    /// whose members nobody has played a match comes after those that have played.
    ///
    /// # Errors
    /// The results contradict each other, which cannot be.
    pub fn team_table(&self, after_round: Option<i64>) -> Result<TeamTable, ResultError> {
        let table = self.table(after_round)?;
        let figures = |entry: &Entry| Figures {
            starts: entry.plays_in(RoundNumber::FIRST),
            points: Points::ZERO,
            opponents: Points::ZERO,
            played: false,
            seed: entry.seed,
        };
        let mut all: HashMap<EntryId, Figures> = self.entries.iter().map(|entry| (entry.id, figures(entry))).collect();
        for row in &table.rows {
            let own = self.at(seed(row.player)).and_then(|entry| all.get_mut(&entry.id));
            if let Some(own) = own {
                (own.points, own.opponents, own.played) = (row.points, row.opponents, row.played);
            }
        }
        let rows = match self.tournament.plan.team_size {
            Some(size) => ranked(&self.teams, usize::try_from(size).unwrap_or(usize::MAX), &all)?,
            None => Vec::new(),
        };
        Ok(TeamTable {
            after_round: table.after_round,
            rows,
            is_final: table.is_final,
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::tournaments::teams::standings::*;
    use crate::values::clock::Timestamp;
    use crate::values::id::TournamentId;

    /// A player who was there in the first round, or not, with so many halves of a point, and of the opponents'.
    fn figures(starts: bool, halves: u32, opponents: u32) -> Figures {
        Figures {
            starts,
            points: Points::halves(halves),
            opponents: Points::halves(opponents),
            played: true,
            seed: Seed::FIRST,
        }
    }

    /// The rank, the points and the opponents' points of each of these teams, in the order of the table, by index.
    fn table(size: usize, teams: &[&[Figures]]) -> Vec<(usize, usize, String, String)> {
        let now = Timestamp(chrono::DateTime::UNIX_EPOCH);
        let mut all = HashMap::new();
        let mut set_up = Vec::new();
        for figures in teams {
            let members: Vec<EntryId> = figures.iter().map(|_| EntryId::new(now)).collect();
            all.extend(members.iter().copied().zip(figures.iter().copied()));
            set_up.push(Team {
                id: TeamId::new(now),
                tournament: TournamentId::new(now),
                name: String::new(),
                club: None,
                members,
                created_at: now,
            });
        }
        let rows = ranked(&set_up, size, &all).unwrap();
        let index = |row: &TeamStanding| set_up.iter().position(|team| team.id == row.team).unwrap();
        rows.iter()
            .map(|row| (index(row), row.rank, row.points.to_string(), row.opponents.to_string()))
            .collect()
    }

    fn row(team: usize, rank: usize, points: &str, opponents: &str) -> (usize, usize, String, String) {
        (team, rank, points.to_owned(), opponents.to_owned())
    }

    #[test]
    fn the_first_of_a_team_count_and_reserves_do_not() {
        let first = [figures(true, 10, 20), figures(true, 4, 20), figures(true, 30, 90)];
        let second = [figures(true, 9, 20), figures(true, 6, 20)];
        assert_eq!(
            table(2, &[&first, &second]),
            [row(1, 1, "7 1/2", "20"), row(0, 2, "7", "20")]
        );
        assert_eq!(table(3, &[&first])[0].2, "22");
    }

    #[test]
    fn a_reserve_counts_for_one_who_was_not_there_at_the_start() {
        let late = [figures(false, 60, 60), figures(true, 3, 8), figures(true, 5, 8)];
        assert_eq!(table(2, &[&late]), [row(0, 1, "4", "8")]);
        // Fewer than count add up to what they have; nobody is no team.
        assert_eq!(table(3, &[&late]), [row(0, 1, "4", "8")]);
        assert_eq!(table(2, &[&[figures(false, 0, 0)], &[]]), []);
    }

    #[test]
    fn equal_teams_are_parted_by_their_opponents_or_share_the_place() {
        let team = |opponents| [figures(true, 6, opponents), figures(true, 2, 10)];
        let [low, high, same] = [team(20), team(31), team(20)];
        let last = [figures(true, 7, 99), figures(true, 0, 99)];
        assert_eq!(
            table(2, &[&low, &last, &high, &same]),
            [
                row(2, 1, "4", "20 1/2"),
                row(0, 2, "4", "15"),
                row(3, 2, "4", "15"),
                row(1, 4, "3 1/2", "99"),
            ]
        );
    }

    #[test]
    fn totals_are_exact() {
        let third = Figures {
            points: Points::new(35, 3).unwrap(),
            ..figures(true, 0, 0)
        };
        let fifth = Figures {
            points: Points::new(87, 5).unwrap(),
            ..figures(true, 0, 0)
        };
        assert_eq!(table(2, &[&[third, fifth]])[0].2, "29 1/15");
    }

    #[test]
    fn a_team_that_played_nothing_comes_last() {
        let rested = Figures {
            played: false,
            ..figures(true, 12, 0)
        };
        let lost = figures(true, 1, 12);
        assert_eq!(
            table(2, &[&[rested, rested], &[lost, rested], &[lost, lost]]),
            [row(1, 1, "6 1/2", "6"), row(2, 2, "1", "12"), row(0, 3, "12", "0")]
        );
    }
}
